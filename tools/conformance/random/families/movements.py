# SPDX-License-Identifier: BSL-1.0
"""What puts elements elsewhere."""

import numpy
from numpy import float32, int32, int64, int8, uint8

from case import NUMBERS, WHOLE
from families.registry import family


@family("Pad")
def pad(case, chance, operator):
    mode = chance.pick("constant", "reflect", "edge", "wrap", None)
    shape = chance.shape()
    if mode != "wrap" and chance.often(0.12):
        case.opset = 10
        pads = [chance.whole(0, min(2, extent - 1)) for extent in shape + shape]
        case.node(operator, [case.given(chance.normal(*shape))], mode=mode, pads=pads, value=chance.maybe(1.5))
        return
    case.opset = 19 if mode == "wrap" else chance.pick(11, 13, 18, 19)
    dtype = chance.pick(*NUMBERS, uint8)
    axes = chance.subset(len(shape), 1) if case.opset >= 18 and chance.often() else range(len(shape))
    is_cut = mode in ("constant", None) and chance.often(0.3)

    def amount(extent):
        if is_cut:
            return chance.whole(-(extent // 3), 2)
        return chance.whole(0, extent - 1) if mode in ("reflect", "wrap") else chance.whole(0, 3)

    pads = [amount(shape[axis]) for axis in [*axes, *axes]]
    value = case.constant(numpy.asarray(3, dtype)) if chance.often() else ""
    named = case.integers(*chance.counted(axes, len(shape))) if len(axes) < len(shape) else ""
    case.node(operator, [case.given(chance.values(shape, dtype)), case.integers(*pads), value, named], mode=mode)


@family("Slice")
def slice_(case, chance, operator):
    case.opset = chance.pick(9, 11, 13)
    shape = chance.shape(extent=7)
    axes = chance.subset(len(shape), 1)
    begins, ends, steps = [], [], []
    for axis in axes:
        extent = shape[axis]
        is_back = case.opset > 9 and chance.often(0.4)
        steps.append(-chance.whole(1, 3) if is_back else chance.whole(1, 3) if case.opset > 9 else 1)
        begins.append(chance.whole(-extent - 2, extent + 3))
        ends.append(
            chance.pick(
                chance.whole(-extent - 2, extent + 3),
                *((-(2**31), -(2**62)) if is_back else (2**31 - 1, 2**62)),
            )
        )
    x = chance.values(shape, chance.pick(float32, *WHOLE))
    if case.opset == 9:
        case.node(operator, [case.given(x)], starts=begins, ends=ends, axes=axes)
        return
    named = chance.counted(axes, len(shape))
    case.node(operator, [case.given(x)] + [case.integers(*each) for each in (begins, ends, named, steps)])


@family("Split")
def split(case, chance, operator):
    case.opset = chance.pick(11, 13, 18)
    shape = chance.shape(extent=8)
    axis = chance.axis(len(shape))
    extent = shape[axis]
    x = case.given(chance.normal(*shape))
    if chance.often():
        sizes = [first := chance.whole(0, extent), extent - first]
        if case.opset == 11:
            case.node(operator, [x], 2, axis=axis, split=sizes)
        else:
            case.node(operator, [x, case.integers(*sizes)], 2, axis=axis)
        return
    parts = chance.pick(*(each for each in range(1, extent + 1) if case.opset > 13 or extent % each == 0))
    if -(-extent // parts) * (parts - 1) > extent:
        parts = 1
    case.node(operator, [x], parts, axis=axis, num_outputs=parts if case.opset > 13 else None)


@family("Concat")
def concat(case, chance, operator):
    shape = chance.shape(extent=4)
    axis = chance.axis(len(shape))
    dtype = chance.pick(float32, int64)
    inputs = []
    for _ in range(chance.whole(1, 4)):
        shape[axis] = chance.whole(0 if chance.often(0.1) else 1, 3)
        inputs.append(case.either(chance.values(shape, dtype)))
    case.node(operator, inputs, axis=axis)


@family("Squeeze")
def squeeze(case, chance, operator):
    case.opset = chance.pick(11, 13)
    shape = [1 if chance.often() else extent for extent in chance.shape()]
    ones = [axis for axis, extent in enumerate(shape) if extent == 1 and chance.often(0.7)]
    axes = chance.counted(ones, len(shape))
    x = case.given(chance.normal(*shape))
    case.node(
        operator,
        [x, case.integers(*axes)] if axes and case.opset > 11 else [x],
        axes=axes if case.opset == 11 else None,
    )


@family("Unsqueeze")
def unsqueeze(case, chance, operator):
    case.opset = chance.pick(11, 13)
    shape = chance.shape(0, 3)
    rank = len(shape) + chance.whole(1, 2)
    axes = chance.counted(chance.words.sample(range(rank), rank - len(shape)), rank)
    x = case.given(chance.normal(*shape))
    case.node(operator, [x, case.integers(*axes)] if case.opset > 11 else [x], axes=axes if case.opset == 11 else None)


@family("Reshape")
def reshape(case, chance, operator):
    case.opset = chance.pick(13, 14)
    shape = chance.shape()
    count = int(numpy.prod(shape))
    to = chance.pick([-1], [0, -1], [1, -1, 1], [count, 1], [0] * len(shape), [-1, 1, shape[-1]])
    case.node(operator, [case.given(chance.normal(*shape)), case.integers(*to)])


@family("Flatten")
def flatten(case, chance, operator):
    case.opset = 13
    shape = chance.shape()
    case.node(
        operator, [case.given(chance.normal(*shape))], axis=chance.maybe(chance.whole(-len(shape), len(shape)), 0.8)
    )


@family("Transpose")
def transpose(case, chance, operator):
    shape = chance.shape(0, 5, 4)
    order = chance.words.sample(range(len(shape)), len(shape))
    case.node(operator, [case.given(chance.values(shape, chance.pick(float32, int8)))], perm=chance.maybe(order, 0.8))


@family("Expand", "Tile")
def repeat(case, chance, operator):
    shape, to = chance.broadcasting()
    if operator == "Tile":
        to = chance.wholes(len(shape), 0 if chance.often(0.05) else 1, 3)
    case.node(operator, [case.given(chance.values(shape, chance.pick(float32, int64, bool))), case.integers(*to)])


@family("DepthToSpace", "SpaceToDepth")
def depth_to_space(case, chance, operator):
    block = chance.pick(1, 2, 3)
    batch, channels, height, width = chance.whole(1, 2), chance.whole(1, 2), chance.whole(1, 3), chance.whole(1, 3)
    if operator == "DepthToSpace":
        x = chance.normal(batch, channels * block * block, height, width)
        case.node(operator, [case.given(x)], blocksize=block, mode=chance.maybe(chance.pick("DCR", "CRD")))
    else:
        case.node(
            operator, [case.given(chance.normal(batch, channels, height * block, width * block))], blocksize=block
        )


@family("CenterCropPad")
def center_crop_pad(case, chance, operator):
    case.opset = 18
    shape = chance.shape()
    axes = chance.maybe(chance.subset(len(shape), 1))
    sizes = chance.wholes(len(axes or shape), 1, 8)
    case.node(operator, [case.given(chance.normal(*shape)), case.integers(*sizes)], axes=axes)


@family("Trilu")
def trilu(case, chance, operator):
    x = case.given(chance.values(chance.shape(2), chance.pick(float32, int64)))
    k = [case.constant(numpy.asarray(chance.whole(-7, 7), int64))] if chance.often(0.7) else []
    case.node(operator, [x, *k], upper=chance.maybe(chance.pick(0, 1)))


@family("EyeLike")
def eye_like(case, chance, operator):
    x = case.given(chance.values(chance.shape(2, 2), chance.pick(float32, int32)))
    case.node(operator, [x], dtype=chance.maybe(chance.pick(1, 7, 11)), k=chance.maybe(chance.whole(-4, 4)))


@family("ReverseSequence")
def reverse_sequence(case, chance, operator):
    shape = [chance.whole(2, 5), chance.whole(2, 5), *chance.shape(0, 2, 3)]
    batch = chance.pick(0, 1)
    lengths = chance.integers(1, shape[1 - batch] + 1, shape[batch])
    case.node(
        operator, [case.given(chance.normal(*shape)), case.either(lengths)], batch_axis=batch, time_axis=1 - batch
    )
