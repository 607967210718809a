# SPDX-License-Identifier: BSL-1.0
"""Softmax, sums and norms along axes."""

import numpy
from numpy import float32, int32

from case import FLOATS, NUMBERS, WHOLE
from families.registry import family


@family("Softmax", "LogSoftmax", "Hardmax")
def soft_max(case, chance, operator):
    case.opset = chance.pick(7, 11, 13)
    shape = chance.shape(2)
    axis = chance.maybe(chance.axis(len(shape)) if case.opset > 7 else chance.whole(0, len(shape) - 1), 0.7)
    case.node(operator, [case.given(chance.normal(*shape, scale=3))], axis=axis)


REDUCTIONS = ("L1", "L2", "LogSum", "LogSumExp", "Max", "Mean", "Min", "Prod", "Sum", "SumSquare")


@family(*("Reduce" + each for each in REDUCTIONS))
def reduce(case, chance, operator):
    case.opset = chance.pick(11, 13, 18)
    # Products of whole numbers that outgrow their type end at its limit there, and wrap here as in NumPy.
    whole = operator in ("ReduceMax", "ReduceMin", "ReduceSum", "ReduceL1", "ReduceSumSquare")
    shape = chance.shape(0 if chance.often(0.1) else 1)
    x = chance.values(shape, chance.pick(*FLOATS, int32) if whole else chance.pick(*FLOATS))
    if operator == "ReduceLogSum":
        x = (numpy.abs(x) + 0.1).astype(x.dtype)
    axes = chance.counted(chance.subset(len(shape)), len(shape))
    keep = chance.maybe(chance.pick(0, 1))
    if case.opset < 13 or (case.opset < 18 and operator != "ReduceSum"):
        case.node(operator, [case.given(x)], axes=axes, keepdims=keep)
        return
    inputs = [case.given(x)] + ([case.integers(*axes)] if chance.often(0.8) else [])
    case.node(operator, inputs, keepdims=keep, noop_with_empty_axes=chance.maybe(chance.pick(0, 1)))


@family("ArgMax", "ArgMin")
def arg(case, chance, operator):
    case.opset = chance.pick(11, 12, 13)
    shape = chance.shape()
    x = chance.values(shape, chance.pick(float32, int32))
    last = chance.maybe(chance.pick(0, 1)) if case.opset > 11 else None
    axis = chance.maybe(chance.axis(len(shape)), 0.8)
    case.node(
        operator,
        [case.given(numpy.round(x))],
        axis=axis,
        keepdims=chance.maybe(chance.pick(0, 1)),
        select_last_index=last,
    )


@family("TopK")
def top_k(case, chance, operator):
    case.opset = 11
    shape = chance.shape()
    axis = chance.axis(len(shape))
    x = chance.values(shape, chance.pick(float32, numpy.float64, *WHOLE))
    x = numpy.round(x) if chance.often() else x
    case.node(
        operator,
        [case.given(x), case.integers(chance.whole(1, shape[axis]))],
        2,
        axis=axis,
        largest=chance.maybe(chance.pick(0, 1)),
    )


@family("CumSum")
def cumsum(case, chance, operator):
    case.opset = chance.pick(11, 14)
    shape = chance.shape()
    axis = numpy.asarray(chance.axis(len(shape)), chance.pick(*WHOLE))
    flags = {"exclusive": chance.maybe(chance.pick(0, 1)), "reverse": chance.maybe(chance.pick(0, 1))}
    case.node(operator, [case.given(chance.values(shape, chance.pick(*NUMBERS))), case.constant(axis)], **flags)


@family("LpNormalization")
def lp_normalization(case, chance, operator):
    shape = chance.shape()
    case.node(
        operator,
        [case.given(chance.normal(*shape))],
        axis=chance.maybe(chance.axis(len(shape))),
        p=chance.maybe(chance.pick(1, 2)),
    )


@family("MeanVarianceNormalization")
def mean_variance_normalization(case, chance, operator):
    case.opset = 13
    axes = chance.maybe(chance.subset(4, 1))
    # Where nothing varies the variance is a little negative there, and the result NaN.
    shape = [max(2, extent) for extent in chance.shape(4, 4)]
    case.node(operator, [case.given(chance.normal(*shape))], axes=axes)


@family("LayerNormalization", "RMSNormalization")
def layer_normalization(case, chance, operator):
    is_layer = operator == "LayerNormalization"
    case.opset = 17 if is_layer else 23
    shape = chance.shape()
    axis = chance.axis(len(shape))
    parameters = [case.either(chance.normal(*shape[axis:])) for _ in range(chance.whole(1, 2) if is_layer else 1)]
    outputs = chance.pick(1, 1, 2, 3) if is_layer else 1
    case.node(
        operator, [case.given(chance.normal(*shape)), *parameters], outputs, axis=axis, epsilon=chance.maybe(1e-2)
    )


@family("BatchNormalization", "InstanceNormalization")
def batch_normalization(case, chance, operator):
    is_batch = operator == "BatchNormalization"
    case.opset = chance.pick(9, 14, 15)
    channels = chance.whole(1, 4)
    shape = [chance.whole(1, 3), channels, *chance.wholes(chance.whole(0 if is_batch else 1, 3), 2, 5)]
    inputs = [case.given(chance.normal(*shape))] + [
        case.either(chance.normal(channels)) for _ in range(3 if is_batch else 2)
    ]
    if is_batch:
        inputs.append(case.either(numpy.abs(chance.normal(channels)) + float32(0.1)))
    case.node(operator, inputs, epsilon=chance.maybe(1e-3))


@family("GroupNormalization")
def group_normalization(case, chance, operator):
    case.opset = chance.pick(18, 21)
    groups = chance.whole(1, 3)
    channels = groups * chance.whole(1, 3)
    parameters = groups if case.opset == 18 else channels
    x = chance.normal(chance.whole(1, 2), channels, *chance.wholes(chance.whole(1, 3), 1, 4))
    inputs = [case.given(x), case.either(chance.normal(parameters)), case.either(chance.normal(parameters))]
    case.node(operator, inputs, num_groups=groups, epsilon=chance.maybe(1e-3))


@family("LRN")
def local_response(case, chance, operator):
    x = chance.normal(chance.whole(1, 2), chance.whole(1, 7), chance.whole(1, 3), chance.whole(1, 3))
    settings = {"alpha": chance.maybe(0.02), "beta": chance.maybe(0.6), "bias": chance.maybe(1.5)}
    case.node(operator, [case.given(x)], size=chance.pick(1, 3, 5, 7), **settings)
