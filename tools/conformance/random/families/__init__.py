# SPDX-License-Identifier: BSL-1.0
"""Random nodes of each operator that ONNX Runtime has, too: shapes, types, attributes and opsets are drawn.

Left out is what ONNX Runtime does otherwise than ONNX's text and reference implementation; a comment says what that is.
"""

from families import (
    attention,
    axes,
    elementwise,
    images,
    indices,
    movements,
    products,
    quantised,
    recurrence,
    signals,
    windows,
)
from families.registry import FAMILIES
