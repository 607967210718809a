# SPDX-License-Identifier: BSL-1.0
"""Convolutions, pools and regions."""

import itertools

import numpy
from numpy import float32, int64, int8

from families.registry import family


def window(r, spatial, with_dilations=True):
    """A window's size and its attributes.

    None is smaller than its steps by two or more where auto_pad asks for as many outputs as steps: pools of ONNX
    Runtime pad such an input by less than nothing.
    """
    kernel = r.wholes(spatial, 1, 3)
    padding = r.pick(None, "pads", "NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID")
    is_same = padding in ("SAME_UPPER", "SAME_LOWER")
    strides = r.maybe([r.whole(1, min(3, extent + 1) if is_same else 3) for extent in kernel])
    dilations = r.maybe(r.wholes(spatial, 1, 2), 0.35) if with_dilations and not is_same else None
    pads = [r.whole(0, extent - 1) for extent in kernel + kernel] if padding == "pads" else None
    auto_pad = None if padding == "pads" else padding
    return kernel, {"strides": strides, "dilations": dilations, "pads": pads, "auto_pad": auto_pad}


@family("Conv")
def conv(c, r, operator):
    c.opset = 11
    spatial, groups = r.pick(1, 2, 2, 3), r.pick(1, 1, 2, 3)
    inputs, outputs = groups * r.whole(1, 3), groups * r.whole(1, 3)
    kernel, how = window(r, spatial)
    x = r.normal(r.whole(1, 2), inputs, *r.wholes(spatial, 5, 8))
    bias = [c.constant(r.normal(outputs))] if r.often() else []
    weights = c.constant(r.normal(outputs, inputs // groups, *kernel))
    c.node(operator, [c.given(x), weights, *bias], group=groups, kernel_shape=r.maybe(kernel), **how)


@family("ConvTranspose")
def conv_transpose(c, r, operator):
    c.opset = 11
    spatial, groups = r.pick(1, 2, 2, 3), r.pick(1, 1, 2, 3)
    inputs, outputs = groups * r.whole(1, 3), r.whole(1, 3)
    kernel, how = window(r, spatial)
    extents = r.wholes(spatial, 3, 6)
    strides, dilations = how["strides"] or [1] * spatial, how["dilations"] or [1] * spatial
    if how["auto_pad"] in ("SAME_UPPER", "SAME_LOWER"):  # there a window smaller than its steps ends the result early
        how["strides"] = strides = [min(step, extent) for step, extent in zip(strides, kernel)]
    if r.often(0.3):
        most = dilations if how["dilations"] else strides
        how["output_padding"] = [r.whole(0, max(step, each) - 1) for step, each in zip(strides, most)]
    if r.often(0.25) and how["auto_pad"] != "VALID":
        how["pads"] = None
        how["output_shape"] = [
            step * (extent - 1) + (size - 1) * each + 1 - r.whole(0, 1)
            for step, extent, size, each in zip(strides, extents, kernel, dilations)
        ]
    x = r.normal(r.whole(1, 2), inputs, *extents)
    bias = [c.constant(r.normal(outputs * groups))] if r.often() else []
    c.node(
        operator,
        [c.given(x), c.constant(r.normal(inputs, outputs, *kernel)), *bias],
        group=groups,
        kernel_shape=kernel,
        **how,
    )


@family("MaxPool", "AveragePool", "LpPool")
def pool(c, r, operator):
    c.opset = r.pick(*{"MaxPool": (8, 10, 12), "AveragePool": (7, 10, 11, 19, 22), "LpPool": (11, 18, 22)}[operator])
    has_dilations = c.opset >= {"MaxPool": 10, "AveragePool": 19, "LpPool": 18}[operator]
    has_ceil_mode = c.opset >= (18 if operator == "LpPool" else 10)
    spatial = r.pick(1, 2, 2, 3)
    kernel, how = window(r, spatial, has_dilations)
    if has_ceil_mode:
        how["ceil_mode"] = r.maybe(r.pick(0, 1))
    if operator == "AveragePool":
        how["count_include_pad"] = r.maybe(r.pick(0, 1))
    if operator == "LpPool":
        how["p"] = r.maybe(r.pick(1, 2, 3))
    dims = [r.whole(1, 2), r.whole(1, 3), *r.wholes(spatial, 5, 8)]
    is_whole = operator == "MaxPool" and c.opset == 12 and r.often(0.2)
    x = r.bytes(int8, *dims) if is_whole else r.normal(*dims)
    c.node(operator, [c.given(x)], r.pick(1, 2) if operator == "MaxPool" else 1, kernel_shape=kernel, **how)


@family("GlobalAveragePool", "GlobalMaxPool", "GlobalLpPool")
def global_pool(c, r, operator):
    x = r.normal(2, 3, *r.wholes(r.whole(1, 3), 1, 5))
    c.node(operator, [c.given(x)], p=r.maybe(r.pick(1, 2, 3)) if operator == "GlobalLpPool" else None)


@family("MaxUnpool")
def max_unpool(c, r, operator):
    c.opset = 11
    kernel = [2, r.pick(2, 3)]
    rows, columns = 3 * kernel[0], 3 * kernel[1]
    at = numpy.zeros((1, 2, 3, 3), int64)
    for channel, i, j in itertools.product(range(2), range(3), range(3)):
        row = i * kernel[0] + r.whole(0, kernel[0] - 1)
        column = j * kernel[1] + r.whole(0, kernel[1] - 1)
        at[0, channel, i, j] = (channel * rows + row) * columns + column
    c.node(operator, [c.given(r.normal(1, 2, 3, 3)), c.given(at)], kernel_shape=kernel, strides=kernel)


@family("MaxRoiPool")
def max_roi_pool(c, r, operator):
    regions = numpy.sort(r.numbers.integers(0, 6, (r.whole(1, 3), 2, 2)), axis=1).reshape(-1, 4)
    images = r.integers(0, 2, len(regions), 1)
    rows = numpy.concatenate([images, regions], 1).astype(float32)
    c.node(
        operator,
        [c.given(r.normal(2, 2, 6, 7)), c.given(rows)],
        pooled_shape=r.wholes(2, 1, 3),
        spatial_scale=r.maybe(0.7),
    )


@family("RoiAlign")
def roi_align(c, r, operator):
    c.opset = r.pick(10, 16)
    regions = numpy.sort(r.numbers.random((r.whole(1, 3), 2, 2)) * 6, axis=1).reshape(-1, 4).astype(float32)
    batch = r.whole(1, 2)
    sizes = {name: r.maybe(r.whole(1, 3)) for name in ("output_height", "output_width", "sampling_ratio")}
    mode = r.pick("half_pixel", "output_half_pixel") if c.opset == 16 else None
    inputs = [c.given(r.normal(batch, 2, 6, 7)), c.given(regions), c.given(r.integers(0, batch, len(regions)))]
    c.node(
        operator,
        inputs,
        mode=r.maybe(r.pick("avg", "max")),
        spatial_scale=r.maybe(0.7),
        coordinate_transformation_mode=mode,
        **sizes,
    )


@family("Col2Im")
def col2im(c, r, operator):
    c.opset = 18
    block, image = [r.whole(1, 2), r.whole(1, 3)], r.wholes(2, 4, 6)
    strides, dilations, pads = r.maybe(r.wholes(2, 1, 2)), r.maybe(r.wholes(2, 1, 2)), r.maybe(r.wholes(4, 0, 1))
    count = 1
    for i in range(2):
        room = image[i] + (pads[i] + pads[i + 2] if pads else 0)
        count *= (room - (dilations[i] if dilations else 1) * (block[i] - 1) - 1) // (strides[i] if strides else 1) + 1
    x = r.normal(r.whole(1, 2), 2 * block[0] * block[1], count)
    c.node(
        operator, [c.given(x), c.integers(*image), c.integers(*block)], strides=strides, dilations=dilations, pads=pads
    )


@family("DeformConv")
def deform_conv(c, r, operator):
    c.opset = r.pick(19, 22)
    groups, kernel = r.pick(1, 2), [2, 2]
    strides, pads = r.maybe([1, 2]), r.maybe([1, 0, 1, 0])
    out = [(5 + (pads[i] + pads[i + 2] if pads else 0) - 2) // (strides[i] if strides else 1) + 1 for i in range(2)]
    inputs = [
        c.given(r.normal(1, 2, 5, 5)),
        c.either(r.normal(2 * groups, 2 // groups, *kernel)),
        c.given(r.normal(1, 8, *out)),
        c.either(r.normal(2 * groups)) if r.often() else "",
        c.given(numpy.abs(r.normal(1, 4, *out))) if r.often() else "",
    ]
    c.node(operator, inputs, group=groups, strides=strides, pads=pads, kernel_shape=r.maybe(kernel))
