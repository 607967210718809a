# SPDX-License-Identifier: BSL-1.0
"""Spectra and losses."""

import numpy
from numpy import int64

from families.registry import family


@family("DFT")
def dft(case, chance, operator):
    case.opset = chance.pick(17, 20)
    how = chance.pick({}, {"inverse": 1}, {"onesided": 1})
    parts = 2 if "inverse" in how else 1 if "onesided" in how else chance.pick(1, 2)
    axis = chance.whole(1, 2)
    x = case.given(chance.normal(chance.whole(1, 2), chance.whole(1, 6), chance.whole(1, 5), parts))
    length = case.constant(numpy.asarray(chance.whole(1, 8), int64)) if chance.often(0.4) else ""
    if case.opset == 17:
        case.node(operator, [x, length], axis=axis, **how)
    else:
        case.node(operator, [x, length, case.constant(numpy.asarray(axis, int64))], **how)


@family("STFT")
def stft(case, chance, operator):
    size = chance.whole(2, 6)
    x = case.given(chance.normal(chance.whole(1, 2), chance.whole(size, 16), 1))
    step, length = (case.constant(numpy.asarray(each, int64)) for each in (chance.whole(1, 3), size))
    shape = case.constant(numpy.abs(chance.normal(size))) if chance.often(0.6) else ""
    case.node(operator, [x, step, shape, length], onesided=chance.maybe(chance.pick(0, 1)))


@family("NegativeLogLikelihoodLoss", "SoftmaxCrossEntropyLoss")
def loss(case, chance, operator):
    case.opset = 13
    batch, classes, rest = chance.whole(1, 3), chance.whole(2, 4), chance.shape(0, 2, 3)
    inputs = [case.given(chance.normal(batch, classes, *rest)), case.given(chance.integers(0, classes, batch, *rest))]
    if chance.often():
        inputs.append(case.either(numpy.abs(chance.normal(classes))))
    outputs = chance.pick(1, 2) if operator == "SoftmaxCrossEntropyLoss" else 1
    ignored = chance.maybe(chance.whole(0, classes - 1), 0.4)
    case.node(
        operator, inputs, outputs, reduction=chance.maybe(chance.pick("none", "sum", "mean"), 0.8), ignore_index=ignored
    )
