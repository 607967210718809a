# SPDX-License-Identifier: BSL-1.0
"""Spectra and losses."""

import numpy
from numpy import int64

from families.registry import family


@family("DFT")
def dft(c, r, operator):
    c.opset = r.pick(17, 20)
    how = r.pick({}, {"inverse": 1}, {"onesided": 1})
    parts = 2 if "inverse" in how else 1 if "onesided" in how else r.pick(1, 2)
    axis = r.whole(1, 2)
    x = c.given(r.normal(r.whole(1, 2), r.whole(1, 6), r.whole(1, 5), parts))
    length = c.constant(numpy.asarray(r.whole(1, 8), int64)) if r.often(0.4) else ""
    if c.opset == 17:
        c.node(operator, [x, length], axis=axis, **how)
    else:
        c.node(operator, [x, length, c.constant(numpy.asarray(axis, int64))], **how)


@family("STFT")
def stft(c, r, operator):
    size = r.whole(2, 6)
    x = c.given(r.normal(r.whole(1, 2), r.whole(size, 16), 1))
    step, length = (c.constant(numpy.asarray(each, int64)) for each in (r.whole(1, 3), size))
    shape = c.constant(numpy.abs(r.normal(size))) if r.often(0.6) else ""
    c.node(operator, [x, step, shape, length], onesided=r.maybe(r.pick(0, 1)))


@family("NegativeLogLikelihoodLoss", "SoftmaxCrossEntropyLoss")
def loss(c, r, operator):
    c.opset = 13
    batch, classes, rest = r.whole(1, 3), r.whole(2, 4), r.shape(0, 2, 3)
    inputs = [c.given(r.normal(batch, classes, *rest)), c.given(r.integers(0, classes, batch, *rest))]
    if r.often():
        inputs.append(c.either(numpy.abs(r.normal(classes))))
    outputs = r.pick(1, 2) if operator == "SoftmaxCrossEntropyLoss" else 1
    ignored = r.maybe(r.whole(0, classes - 1), 0.4)
    c.node(operator, inputs, outputs, reduction=r.maybe(r.pick("none", "sum", "mean"), 0.8), ignore_index=ignored)
