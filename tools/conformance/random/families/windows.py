# SPDX-License-Identifier: BSL-1.0
"""Convolutions, pools and regions."""

import itertools

import numpy
from numpy import float32, int64, int8

from families.registry import family


def window(chance, spatial, with_dilations=True):
    """A window's size and its attributes.

    None is smaller than its steps by two or more where auto_pad asks for as many outputs as steps: pools of ONNX
    Runtime pad such an input by less than nothing.
    """
    kernel = chance.wholes(spatial, 1, 3)
    padding = chance.pick(None, "pads", "NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID")
    is_same = padding in ("SAME_UPPER", "SAME_LOWER")
    strides = chance.maybe([chance.whole(1, min(3, extent + 1) if is_same else 3) for extent in kernel])
    dilations = chance.maybe(chance.wholes(spatial, 1, 2), 0.35) if with_dilations and not is_same else None
    pads = [chance.whole(0, extent - 1) for extent in kernel + kernel] if padding == "pads" else None
    auto_pad = None if padding == "pads" else padding
    return kernel, {"strides": strides, "dilations": dilations, "pads": pads, "auto_pad": auto_pad}


@family("Conv")
def conv(case, chance, operator):
    case.opset = 11
    spatial, groups = chance.pick(1, 2, 2, 3), chance.pick(1, 1, 2, 3)
    inputs, outputs = groups * chance.whole(1, 3), groups * chance.whole(1, 3)
    kernel, how = window(chance, spatial)
    x = chance.normal(chance.whole(1, 2), inputs, *chance.wholes(spatial, 5, 8))
    bias = [case.constant(chance.normal(outputs))] if chance.often() else []
    weights = case.constant(chance.normal(outputs, inputs // groups, *kernel))
    case.node(operator, [case.given(x), weights, *bias], group=groups, kernel_shape=chance.maybe(kernel), **how)


@family("ConvTranspose")
def conv_transpose(case, chance, operator):
    case.opset = 11
    spatial, groups = chance.pick(1, 2, 2, 3), chance.pick(1, 1, 2, 3)
    inputs, outputs = groups * chance.whole(1, 3), chance.whole(1, 3)
    kernel, how = window(chance, spatial)
    extents = chance.wholes(spatial, 3, 6)
    strides, dilations = how["strides"] or [1] * spatial, how["dilations"] or [1] * spatial
    if how["auto_pad"] in ("SAME_UPPER", "SAME_LOWER"):  # there a window smaller than its steps ends the result early
        how["strides"] = strides = [min(step, extent) for step, extent in zip(strides, kernel)]
    if chance.often(0.3):
        most = dilations if how["dilations"] else strides
        how["output_padding"] = [chance.whole(0, max(step, each) - 1) for step, each in zip(strides, most)]
    if chance.often(0.25) and how["auto_pad"] != "VALID":
        how["pads"] = None
        how["output_shape"] = [
            step * (extent - 1) + (size - 1) * each + 1 - chance.whole(0, 1)
            for step, extent, size, each in zip(strides, extents, kernel, dilations)
        ]
    x = chance.normal(chance.whole(1, 2), inputs, *extents)
    bias = [case.constant(chance.normal(outputs * groups))] if chance.often() else []
    case.node(
        operator,
        [case.given(x), case.constant(chance.normal(inputs, outputs, *kernel)), *bias],
        group=groups,
        kernel_shape=kernel,
        **how,
    )


@family("MaxPool", "AveragePool", "LpPool")
def pool(case, chance, operator):
    case.opset = chance.pick(
        *{"MaxPool": (8, 10, 12), "AveragePool": (7, 10, 11, 19, 22), "LpPool": (11, 18, 22)}[operator]
    )
    has_dilations = case.opset >= {"MaxPool": 10, "AveragePool": 19, "LpPool": 18}[operator]
    has_ceil_mode = case.opset >= (18 if operator == "LpPool" else 10)
    spatial = chance.pick(1, 2, 2, 3)
    kernel, how = window(chance, spatial, has_dilations)
    if has_ceil_mode:
        how["ceil_mode"] = chance.maybe(chance.pick(0, 1))
    if operator == "AveragePool":
        how["count_include_pad"] = chance.maybe(chance.pick(0, 1))
    if operator == "LpPool":
        how["p"] = chance.maybe(chance.pick(1, 2, 3))
    dims = [chance.whole(1, 2), chance.whole(1, 3), *chance.wholes(spatial, 5, 8)]
    is_whole = operator == "MaxPool" and case.opset == 12 and chance.often(0.2)
    x = chance.bytes(int8, *dims) if is_whole else chance.normal(*dims)
    case.node(operator, [case.given(x)], chance.pick(1, 2) if operator == "MaxPool" else 1, kernel_shape=kernel, **how)


@family("GlobalAveragePool", "GlobalMaxPool", "GlobalLpPool")
def global_pool(case, chance, operator):
    x = chance.normal(2, 3, *chance.wholes(chance.whole(1, 3), 1, 5))
    case.node(operator, [case.given(x)], p=chance.maybe(chance.pick(1, 2, 3)) if operator == "GlobalLpPool" else None)


@family("MaxUnpool")
def max_unpool(case, chance, operator):
    case.opset = 11
    kernel = [2, chance.pick(2, 3)]
    rows, columns = 3 * kernel[0], 3 * kernel[1]
    at = numpy.zeros((1, 2, 3, 3), int64)
    for channel, i, j in itertools.product(range(2), range(3), range(3)):
        row = i * kernel[0] + chance.whole(0, kernel[0] - 1)
        column = j * kernel[1] + chance.whole(0, kernel[1] - 1)
        at[0, channel, i, j] = (channel * rows + row) * columns + column
    case.node(operator, [case.given(chance.normal(1, 2, 3, 3)), case.given(at)], kernel_shape=kernel, strides=kernel)


@family("MaxRoiPool")
def max_roi_pool(case, chance, operator):
    regions = numpy.sort(chance.numbers.integers(0, 6, (chance.whole(1, 3), 2, 2)), axis=1).reshape(-1, 4)
    images = chance.integers(0, 2, len(regions), 1)
    rows = numpy.concatenate([images, regions], 1).astype(float32)
    case.node(
        operator,
        [case.given(chance.normal(2, 2, 6, 7)), case.given(rows)],
        pooled_shape=chance.wholes(2, 1, 3),
        spatial_scale=chance.maybe(0.7),
    )


@family("RoiAlign")
def roi_align(case, chance, operator):
    case.opset = chance.pick(10, 16)
    regions = numpy.sort(chance.numbers.random((chance.whole(1, 3), 2, 2)) * 6, axis=1).reshape(-1, 4).astype(float32)
    batch = chance.whole(1, 2)
    sizes = {name: chance.maybe(chance.whole(1, 3)) for name in ("output_height", "output_width", "sampling_ratio")}
    mode = chance.pick("half_pixel", "output_half_pixel") if case.opset == 16 else None
    inputs = [
        case.given(chance.normal(batch, 2, 6, 7)),
        case.given(regions),
        case.given(chance.integers(0, batch, len(regions))),
    ]
    case.node(
        operator,
        inputs,
        mode=chance.maybe(chance.pick("avg", "max")),
        spatial_scale=chance.maybe(0.7),
        coordinate_transformation_mode=mode,
        **sizes,
    )


@family("Col2Im")
def col2im(case, chance, operator):
    case.opset = 18
    block, image = [chance.whole(1, 2), chance.whole(1, 3)], chance.wholes(2, 4, 6)
    strides, dilations, pads = (
        chance.maybe(chance.wholes(2, 1, 2)),
        chance.maybe(chance.wholes(2, 1, 2)),
        chance.maybe(chance.wholes(4, 0, 1)),
    )
    count = 1
    for i in range(2):
        room = image[i] + (pads[i] + pads[i + 2] if pads else 0)
        count *= (room - (dilations[i] if dilations else 1) * (block[i] - 1) - 1) // (strides[i] if strides else 1) + 1
    x = chance.normal(chance.whole(1, 2), 2 * block[0] * block[1], count)
    case.node(
        operator,
        [case.given(x), case.integers(*image), case.integers(*block)],
        strides=strides,
        dilations=dilations,
        pads=pads,
    )


@family("DeformConv")
def deform_conv(case, chance, operator):
    case.opset = chance.pick(19, 22)
    groups, kernel = chance.pick(1, 2), [2, 2]
    strides, pads = chance.maybe([1, 2]), chance.maybe([1, 0, 1, 0])
    out = [(5 + (pads[i] + pads[i + 2] if pads else 0) - 2) // (strides[i] if strides else 1) + 1 for i in range(2)]
    inputs = [
        case.given(chance.normal(1, 2, 5, 5)),
        case.either(chance.normal(2 * groups, 2 // groups, *kernel)),
        case.given(chance.normal(1, 8, *out)),
        case.either(chance.normal(2 * groups)) if chance.often() else "",
        case.given(numpy.abs(chance.normal(1, 4, *out))) if chance.often() else "",
    ]
    case.node(operator, inputs, group=groups, strides=strides, pads=pads, kernel_shape=chance.maybe(kernel))
