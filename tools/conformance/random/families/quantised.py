# SPDX-License-Identifier: BSL-1.0
"""Numbers in steps."""

import numpy
from numpy import float32, int32, int8, uint8

from case import BYTES, MICROSOFT
from families.registry import family
from families.windows import window


@family("QuantizeLinear", "DequantizeLinear")
def quantize_linear(c, r, operator):
    shape = r.shape()
    axis = r.axis(len(shape))
    how = r.pick("tensor", "axis", "blocks")
    c.opset = {"tensor": r.pick(10, 13, 19, 21), "axis": r.pick(13, 19, 21), "blocks": 21}[how]
    block = r.whole(1, shape[axis])
    dims = {"tensor": r.pick([], [1]), "axis": [shape[axis]], "blocks": [*shape]}[how]
    if how == "blocks":
        dims[axis] = -(-shape[axis] // block)
    dtype = r.pick(*BYTES)
    zero = [c.constant(r.integers(0, 100, *dims, dtype=dtype))] if how == "blocks" or r.often(0.7) else []
    x = r.normal(*shape, scale=3) if operator == "QuantizeLinear" else r.integers(0, 100, *shape, dtype=dtype)
    c.node(
        operator,
        [c.given(x), c.constant(r.steps(*dims)), *zero],
        axis=None if how == "tensor" else axis,
        block_size=block if how == "blocks" else None,
    )


@family("DynamicQuantizeLinear")
def dynamic_quantize_linear(c, r, operator):
    c.node(operator, [c.given(r.normal(*r.shape(1, 3)) + float32(r.pick(0, 5, -5)))], 3)


@family("QLinearConv", "ConvInteger")
def quantised_conv(c, r, operator):
    groups = r.pick(1, 2) if operator == "QLinearConv" else 1
    inputs, outputs = groups * r.whole(1, 2), groups * r.whole(1, 3)
    kernel, how = window(r, 2)
    dtype = r.pick(*BYTES) if operator == "QLinearConv" else uint8
    x = c.given(r.bytes(uint8, 1, inputs, 6, 6))
    weights = c.constant(r.bytes(dtype, outputs, inputs // groups, *kernel))
    if operator == "ConvInteger":
        zeros = [c.constant(r.bytes(uint8)) for _ in range(r.whole(0, 2))]
        c.node(operator, [x, weights, *zeros], kernel_shape=kernel, **how)
        return
    by_channel = dtype == int8 and r.often()
    steps = c.constant(r.steps(outputs) if by_channel else float32(0.02))
    zero = c.constant(numpy.zeros(outputs, int8) if by_channel else r.bytes(dtype))
    bias = [c.constant(r.integers(-500, 500, outputs, dtype=int32))] if r.often() else []
    given = [
        x,
        c.constant(float32(0.03)),
        c.constant(r.bytes(uint8)),
        weights,
        steps,
        zero,
        c.constant(float32(0.2)),
        c.constant(r.bytes(uint8)),
        *bias,
    ]
    c.node(operator, given, group=groups, kernel_shape=kernel, **how)


@family("QLinearMatMul", "MatMulInteger")
def quantised_matmul(c, r, operator):
    rows, depth, columns = r.wholes(3, 1, 5)
    a = c.given(r.bytes(uint8, rows, depth))
    if operator == "MatMulInteger":
        dtype = r.pick(*BYTES)
        zeros = [c.constant(r.bytes(uint8)), c.constant(r.bytes(dtype, *r.pick([], [columns])))]
        c.node(operator, [a, c.either(r.bytes(dtype, depth, columns)), *zeros[: r.whole(0, 2)]])
        return
    b = c.constant(r.bytes(uint8, depth, columns))
    steps = [c.constant(float32(each)) for each in (0.02, 0.03, 0.1)]
    zeros = [c.constant(r.bytes(uint8)) for _ in range(3)]
    c.node(operator, [a, steps[0], zeros[0], b, steps[1], zeros[1], steps[2], zeros[2]])


def quantisation(c, r, dtype, step):
    return [c.constant(float32(step)), c.constant(r.bytes(dtype))]


@family("QLinearAdd", "QLinearMul")
def quantised_binary(c, r, operator):
    dtype = r.pick(*BYTES)
    left, right = r.broadcasting()
    a = [c.given(r.bytes(dtype, *left)), *quantisation(c, r, dtype, 0.05)]
    b = [c.either(r.bytes(dtype, *right)), *quantisation(c, r, dtype, 0.03)]
    c.node(operator, [*a, *b, *quantisation(c, r, dtype, 0.08)], domain=MICROSOFT)


@family("QLinearSigmoid", "QLinearLeakyRelu", "QLinearSoftmax", "QLinearGlobalAveragePool", "QLinearAveragePool")
def quantised_unary(c, r, operator):
    dtype = r.pick(*BYTES)
    how, step = {}, 0.02
    dims = r.shape(1, 3)
    if operator == "QLinearLeakyRelu":
        how = {"alpha": r.maybe(0.2)}
    elif operator == "QLinearSoftmax":  # the 1 that a row of one element gives is 0 there
        step = 1 / 128
        dims = [r.whole(1, 3), *r.wholes(r.whole(1, 2), 2, 5)]
        how = {"axis": r.whole(1, len(dims) - 1), "opset": r.pick(11, 13)}
    elif operator.endswith("Pool"):
        dims, step = [1, 3, 7, 6], 0.04
        if operator == "QLinearAveragePool":
            kernel, how = window(r, 2, False)
            how |= {
                "kernel_shape": kernel,
                "ceil_mode": r.maybe(r.pick(0, 1)),
                "count_include_pad": r.maybe(r.pick(0, 1)),
            }
    x = c.given(r.bytes(dtype, *dims))
    c.node(operator, [x, *quantisation(c, r, dtype, 0.05), *quantisation(c, r, dtype, step)], domain=MICROSOFT, **how)


@family("QLinearConcat")
def quantised_concat(c, r, operator):
    shape = r.shape(2, 3)
    axis = r.whole(0, len(shape) - 1)
    inputs = quantisation(c, r, uint8, 0.05)
    for _ in range(r.whole(1, 3)):
        shape[axis] = r.whole(1, 3)
        inputs += [c.given(r.bytes(uint8, *shape)), *quantisation(c, r, uint8, r.real(0.02, 0.08))]
    c.node(operator, inputs, domain=MICROSOFT, axis=axis)


@family("BiasGelu", "FastGelu", "QuickGelu")
def gelu(c, r, operator):
    shape = r.shape(1, 3)
    has_bias = operator == "BiasGelu" or (operator == "FastGelu" and r.often())
    bias = [c.either(r.normal(shape[-1]))] if has_bias else []
    alpha = r.maybe(1.3) if operator == "QuickGelu" else None
    c.node(operator, [c.given(r.normal(*shape)), *bias], domain=MICROSOFT, alpha=alpha)


@family("SkipLayerNormalization")
def skip_layer_normalization(c, r, operator):
    parameters = [c.constant(r.normal(4)) for _ in range(r.whole(1, 3))]
    c.node(
        operator, [c.given(r.normal(1, 3, 4)), c.given(r.normal(1, 3, 4)), *parameters], domain=MICROSOFT, epsilon=1e-3
    )
