# SPDX-License-Identifier: BSL-1.0
"""What puts elements elsewhere."""

import numpy
from numpy import float32, int32, int64, int8, uint8

from case import NUMBERS, WHOLE
from families.registry import family


@family("Pad")
def pad(c, r, operator):
    mode = r.pick("constant", "reflect", "edge", "wrap", None)
    shape = r.shape()
    if mode != "wrap" and r.often(0.12):
        c.opset = 10
        pads = [r.whole(0, min(2, extent - 1)) for extent in shape + shape]
        c.node(operator, [c.given(r.normal(*shape))], mode=mode, pads=pads, value=r.maybe(1.5))
        return
    c.opset = 19 if mode == "wrap" else r.pick(11, 13, 18, 19)
    dtype = r.pick(*NUMBERS, uint8)
    axes = r.subset(len(shape), 1) if c.opset >= 18 and r.often() else range(len(shape))
    is_cut = mode in ("constant", None) and r.often(0.3)

    def amount(extent):
        if is_cut:
            return r.whole(-(extent // 3), 2)
        return r.whole(0, extent - 1) if mode in ("reflect", "wrap") else r.whole(0, 3)

    pads = [amount(shape[axis]) for axis in [*axes, *axes]]
    value = c.constant(numpy.asarray(3, dtype)) if r.often() else ""
    named = c.integers(*r.counted(axes, len(shape))) if len(axes) < len(shape) else ""
    c.node(operator, [c.given(r.values(shape, dtype)), c.integers(*pads), value, named], mode=mode)


@family("Slice")
def slice_(c, r, operator):
    c.opset = r.pick(9, 11, 13)
    shape = r.shape(extent=7)
    axes = r.subset(len(shape), 1)
    begins, ends, steps = [], [], []
    for axis in axes:
        extent = shape[axis]
        is_back = c.opset > 9 and r.often(0.4)
        steps.append(-r.whole(1, 3) if is_back else r.whole(1, 3) if c.opset > 9 else 1)
        begins.append(r.whole(-extent - 2, extent + 3))
        ends.append(
            r.pick(r.whole(-extent - 2, extent + 3), *((-(2**31), -(2**62)) if is_back else (2**31 - 1, 2**62)))
        )
    x = r.values(shape, r.pick(float32, *WHOLE))
    if c.opset == 9:
        c.node(operator, [c.given(x)], starts=begins, ends=ends, axes=axes)
        return
    named = r.counted(axes, len(shape))
    c.node(operator, [c.given(x)] + [c.integers(*each) for each in (begins, ends, named, steps)])


@family("Split")
def split(c, r, operator):
    c.opset = r.pick(11, 13, 18)
    shape = r.shape(extent=8)
    axis = r.axis(len(shape))
    extent = shape[axis]
    x = c.given(r.normal(*shape))
    if r.often():
        sizes = [first := r.whole(0, extent), extent - first]
        if c.opset == 11:
            c.node(operator, [x], 2, axis=axis, split=sizes)
        else:
            c.node(operator, [x, c.integers(*sizes)], 2, axis=axis)
        return
    parts = r.pick(*(each for each in range(1, extent + 1) if c.opset > 13 or extent % each == 0))
    if -(-extent // parts) * (parts - 1) > extent:
        parts = 1
    c.node(operator, [x], parts, axis=axis, num_outputs=parts if c.opset > 13 else None)


@family("Concat")
def concat(c, r, operator):
    shape = r.shape(extent=4)
    axis = r.axis(len(shape))
    dtype = r.pick(float32, int64)
    inputs = []
    for _ in range(r.whole(1, 4)):
        shape[axis] = r.whole(0 if r.often(0.1) else 1, 3)
        inputs.append(c.either(r.values(shape, dtype)))
    c.node(operator, inputs, axis=axis)


@family("Squeeze")
def squeeze(c, r, operator):
    c.opset = r.pick(11, 13)
    shape = [1 if r.often() else extent for extent in r.shape()]
    ones = [axis for axis, extent in enumerate(shape) if extent == 1 and r.often(0.7)]
    axes = r.counted(ones, len(shape))
    x = c.given(r.normal(*shape))
    c.node(operator, [x, c.integers(*axes)] if axes and c.opset > 11 else [x], axes=axes if c.opset == 11 else None)


@family("Unsqueeze")
def unsqueeze(c, r, operator):
    c.opset = r.pick(11, 13)
    shape = r.shape(0, 3)
    rank = len(shape) + r.whole(1, 2)
    axes = r.counted(r.words.sample(range(rank), rank - len(shape)), rank)
    x = c.given(r.normal(*shape))
    c.node(operator, [x, c.integers(*axes)] if c.opset > 11 else [x], axes=axes if c.opset == 11 else None)


@family("Reshape")
def reshape(c, r, operator):
    c.opset = r.pick(13, 14)
    shape = r.shape()
    count = int(numpy.prod(shape))
    to = r.pick([-1], [0, -1], [1, -1, 1], [count, 1], [0] * len(shape), [-1, 1, shape[-1]])
    c.node(operator, [c.given(r.normal(*shape)), c.integers(*to)])


@family("Flatten")
def flatten(c, r, operator):
    c.opset = 13
    shape = r.shape()
    c.node(operator, [c.given(r.normal(*shape))], axis=r.maybe(r.whole(-len(shape), len(shape)), 0.8))


@family("Transpose")
def transpose(c, r, operator):
    shape = r.shape(0, 5, 4)
    order = r.words.sample(range(len(shape)), len(shape))
    c.node(operator, [c.given(r.values(shape, r.pick(float32, int8)))], perm=r.maybe(order, 0.8))


@family("Expand", "Tile")
def repeat(c, r, operator):
    shape, to = r.broadcasting()
    if operator == "Tile":
        to = r.wholes(len(shape), 0 if r.often(0.05) else 1, 3)
    c.node(operator, [c.given(r.values(shape, r.pick(float32, int64, bool))), c.integers(*to)])


@family("DepthToSpace", "SpaceToDepth")
def depth_to_space(c, r, operator):
    block = r.pick(1, 2, 3)
    batch, channels, height, width = r.whole(1, 2), r.whole(1, 2), r.whole(1, 3), r.whole(1, 3)
    if operator == "DepthToSpace":
        x = r.normal(batch, channels * block * block, height, width)
        c.node(operator, [c.given(x)], blocksize=block, mode=r.maybe(r.pick("DCR", "CRD")))
    else:
        c.node(operator, [c.given(r.normal(batch, channels, height * block, width * block))], blocksize=block)


@family("CenterCropPad")
def center_crop_pad(c, r, operator):
    c.opset = 18
    shape = r.shape()
    axes = r.maybe(r.subset(len(shape), 1))
    sizes = r.wholes(len(axes or shape), 1, 8)
    c.node(operator, [c.given(r.normal(*shape)), c.integers(*sizes)], axes=axes)


@family("Trilu")
def trilu(c, r, operator):
    x = c.given(r.values(r.shape(2), r.pick(float32, int64)))
    k = [c.constant(numpy.asarray(r.whole(-7, 7), int64))] if r.often(0.7) else []
    c.node(operator, [x, *k], upper=r.maybe(r.pick(0, 1)))


@family("EyeLike")
def eye_like(c, r, operator):
    x = c.given(r.values(r.shape(2, 2), r.pick(float32, int32)))
    c.node(operator, [x], dtype=r.maybe(r.pick(1, 7, 11)), k=r.maybe(r.whole(-4, 4)))


@family("ReverseSequence")
def reverse_sequence(c, r, operator):
    shape = [r.whole(2, 5), r.whole(2, 5), *r.shape(0, 2, 3)]
    batch = r.pick(0, 1)
    lengths = r.integers(1, shape[1 - batch] + 1, shape[batch])
    c.node(operator, [c.given(r.normal(*shape)), c.either(lengths)], batch_axis=batch, time_axis=1 - batch)
