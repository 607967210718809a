# SPDX-License-Identifier: BSL-1.0
"""Softmax, sums and norms along axes."""

import numpy
from numpy import float32, int32

from case import FLOATS, NUMBERS, WHOLE
from families.registry import family


@family("Softmax", "LogSoftmax", "Hardmax")
def soft_max(c, r, operator):
    c.opset = r.pick(7, 11, 13)
    shape = r.shape(2)
    axis = r.maybe(r.axis(len(shape)) if c.opset > 7 else r.whole(0, len(shape) - 1), 0.7)
    c.node(operator, [c.given(r.normal(*shape, scale=3))], axis=axis)


REDUCTIONS = ("L1", "L2", "LogSum", "LogSumExp", "Max", "Mean", "Min", "Prod", "Sum", "SumSquare")


@family(*("Reduce" + each for each in REDUCTIONS))
def reduce(c, r, operator):
    c.opset = r.pick(11, 13, 18)
    # Products of whole numbers that outgrow their type end at its limit there, and wrap here as in NumPy.
    whole = operator in ("ReduceMax", "ReduceMin", "ReduceSum", "ReduceL1", "ReduceSumSquare")
    shape = r.shape(0 if r.often(0.1) else 1)
    x = r.values(shape, r.pick(*FLOATS, int32) if whole else r.pick(*FLOATS))
    if operator == "ReduceLogSum":
        x = (numpy.abs(x) + 0.1).astype(x.dtype)
    axes = r.counted(r.subset(len(shape)), len(shape))
    keep = r.maybe(r.pick(0, 1))
    if c.opset < 13 or (c.opset < 18 and operator != "ReduceSum"):
        c.node(operator, [c.given(x)], axes=axes, keepdims=keep)
        return
    inputs = [c.given(x)] + ([c.integers(*axes)] if r.often(0.8) else [])
    c.node(operator, inputs, keepdims=keep, noop_with_empty_axes=r.maybe(r.pick(0, 1)))


@family("ArgMax", "ArgMin")
def arg(c, r, operator):
    c.opset = r.pick(11, 12, 13)
    shape = r.shape()
    x = r.values(shape, r.pick(float32, int32))
    last = r.maybe(r.pick(0, 1)) if c.opset > 11 else None
    axis = r.maybe(r.axis(len(shape)), 0.8)
    c.node(operator, [c.given(numpy.round(x))], axis=axis, keepdims=r.maybe(r.pick(0, 1)), select_last_index=last)


@family("TopK")
def top_k(c, r, operator):
    c.opset = 11
    shape = r.shape()
    axis = r.axis(len(shape))
    x = r.values(shape, r.pick(float32, numpy.float64, *WHOLE))
    x = numpy.round(x) if r.often() else x
    c.node(operator, [c.given(x), c.integers(r.whole(1, shape[axis]))], 2, axis=axis, largest=r.maybe(r.pick(0, 1)))


@family("CumSum")
def cumsum(c, r, operator):
    c.opset = r.pick(11, 14)
    shape = r.shape()
    axis = numpy.asarray(r.axis(len(shape)), r.pick(*WHOLE))
    flags = {"exclusive": r.maybe(r.pick(0, 1)), "reverse": r.maybe(r.pick(0, 1))}
    c.node(operator, [c.given(r.values(shape, r.pick(*NUMBERS))), c.constant(axis)], **flags)


@family("LpNormalization")
def lp_normalization(c, r, operator):
    shape = r.shape()
    c.node(operator, [c.given(r.normal(*shape))], axis=r.maybe(r.axis(len(shape))), p=r.maybe(r.pick(1, 2)))


@family("MeanVarianceNormalization")
def mean_variance_normalization(c, r, operator):
    c.opset = 13
    axes = r.maybe(r.subset(4, 1))
    # Where nothing varies the variance is a little negative there, and the result NaN.
    shape = [max(2, extent) for extent in r.shape(4, 4)]
    c.node(operator, [c.given(r.normal(*shape))], axes=axes)


@family("LayerNormalization", "RMSNormalization")
def layer_normalization(c, r, operator):
    is_layer = operator == "LayerNormalization"
    c.opset = 17 if is_layer else 23
    shape = r.shape()
    axis = r.axis(len(shape))
    parameters = [c.either(r.normal(*shape[axis:])) for _ in range(r.whole(1, 2) if is_layer else 1)]
    outputs = r.pick(1, 1, 2, 3) if is_layer else 1
    c.node(operator, [c.given(r.normal(*shape)), *parameters], outputs, axis=axis, epsilon=r.maybe(1e-2))


@family("BatchNormalization", "InstanceNormalization")
def batch_normalization(c, r, operator):
    is_batch = operator == "BatchNormalization"
    c.opset = r.pick(9, 14, 15)
    channels = r.whole(1, 4)
    shape = [r.whole(1, 3), channels, *r.wholes(r.whole(0 if is_batch else 1, 3), 2, 5)]
    inputs = [c.given(r.normal(*shape))] + [c.either(r.normal(channels)) for _ in range(3 if is_batch else 2)]
    if is_batch:
        inputs.append(c.either(numpy.abs(r.normal(channels)) + float32(0.1)))
    c.node(operator, inputs, epsilon=r.maybe(1e-3))


@family("GroupNormalization")
def group_normalization(c, r, operator):
    c.opset = r.pick(18, 21)
    groups = r.whole(1, 3)
    channels = groups * r.whole(1, 3)
    parameters = groups if c.opset == 18 else channels
    x = r.normal(r.whole(1, 2), channels, *r.wholes(r.whole(1, 3), 1, 4))
    inputs = [c.given(x), c.either(r.normal(parameters)), c.either(r.normal(parameters))]
    c.node(operator, inputs, num_groups=groups, epsilon=r.maybe(1e-3))


@family("LRN")
def local_response(c, r, operator):
    x = r.normal(r.whole(1, 2), r.whole(1, 7), r.whole(1, 3), r.whole(1, 3))
    settings = {"alpha": r.maybe(0.02), "beta": r.maybe(0.6), "bias": r.maybe(1.5)}
    c.node(operator, [c.given(x)], size=r.pick(1, 3, 5, 7), **settings)
