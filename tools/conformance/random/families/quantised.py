# SPDX-License-Identifier: BSL-1.0
"""Numbers in steps."""

import numpy
from numpy import float32, int32, int8, uint8

from case import BYTES, MICROSOFT
from families.registry import family
from families.windows import window


@family("QuantizeLinear", "DequantizeLinear")
def quantize_linear(case, chance, operator):
    shape = chance.shape()
    axis = chance.axis(len(shape))
    how = chance.pick("tensor", "axis", "blocks")
    case.opset = {"tensor": chance.pick(10, 13, 19, 21), "axis": chance.pick(13, 19, 21), "blocks": 21}[how]
    block = chance.whole(1, shape[axis])
    dims = {"tensor": chance.pick([], [1]), "axis": [shape[axis]], "blocks": [*shape]}[how]
    if how == "blocks":
        dims[axis] = -(-shape[axis] // block)
    dtype = chance.pick(*BYTES)
    zero = [case.constant(chance.integers(0, 100, *dims, dtype=dtype))] if how == "blocks" or chance.often(0.7) else []
    x = chance.normal(*shape, scale=3) if operator == "QuantizeLinear" else chance.integers(0, 100, *shape, dtype=dtype)
    case.node(
        operator,
        [case.given(x), case.constant(chance.steps(*dims)), *zero],
        axis=None if how == "tensor" else axis,
        block_size=block if how == "blocks" else None,
    )


@family("DynamicQuantizeLinear")
def dynamic_quantize_linear(case, chance, operator):
    case.node(operator, [case.given(chance.normal(*chance.shape(1, 3)) + float32(chance.pick(0, 5, -5)))], 3)


@family("QLinearConv", "ConvInteger")
def quantised_conv(case, chance, operator):
    groups = chance.pick(1, 2) if operator == "QLinearConv" else 1
    inputs, outputs = groups * chance.whole(1, 2), groups * chance.whole(1, 3)
    kernel, how = window(chance, 2)
    dtype = chance.pick(*BYTES) if operator == "QLinearConv" else uint8
    x = case.given(chance.bytes(uint8, 1, inputs, 6, 6))
    weights = case.constant(chance.bytes(dtype, outputs, inputs // groups, *kernel))
    if operator == "ConvInteger":
        zeros = [case.constant(chance.bytes(uint8)) for _ in range(chance.whole(0, 2))]
        case.node(operator, [x, weights, *zeros], kernel_shape=kernel, **how)
        return
    by_channel = dtype == int8 and chance.often()
    steps = case.constant(chance.steps(outputs) if by_channel else float32(0.02))
    zero = case.constant(numpy.zeros(outputs, int8) if by_channel else chance.bytes(dtype))
    bias = [case.constant(chance.integers(-500, 500, outputs, dtype=int32))] if chance.often() else []
    given = [
        x,
        case.constant(float32(0.03)),
        case.constant(chance.bytes(uint8)),
        weights,
        steps,
        zero,
        case.constant(float32(0.2)),
        case.constant(chance.bytes(uint8)),
        *bias,
    ]
    case.node(operator, given, group=groups, kernel_shape=kernel, **how)


@family("QLinearMatMul", "MatMulInteger")
def quantised_matmul(case, chance, operator):
    rows, depth, columns = chance.wholes(3, 1, 5)
    a = case.given(chance.bytes(uint8, rows, depth))
    if operator == "MatMulInteger":
        dtype = chance.pick(*BYTES)
        zeros = [case.constant(chance.bytes(uint8)), case.constant(chance.bytes(dtype, *chance.pick([], [columns])))]
        case.node(operator, [a, case.either(chance.bytes(dtype, depth, columns)), *zeros[: chance.whole(0, 2)]])
        return
    b = case.constant(chance.bytes(uint8, depth, columns))
    steps = [case.constant(float32(each)) for each in (0.02, 0.03, 0.1)]
    zeros = [case.constant(chance.bytes(uint8)) for _ in range(3)]
    case.node(operator, [a, steps[0], zeros[0], b, steps[1], zeros[1], steps[2], zeros[2]])


def quantisation(case, chance, dtype, step):
    return [case.constant(float32(step)), case.constant(chance.bytes(dtype))]


@family("QLinearAdd", "QLinearMul")
def quantised_binary(case, chance, operator):
    dtype = chance.pick(*BYTES)
    left, right = chance.broadcasting()
    a = [case.given(chance.bytes(dtype, *left)), *quantisation(case, chance, dtype, 0.05)]
    b = [case.either(chance.bytes(dtype, *right)), *quantisation(case, chance, dtype, 0.03)]
    case.node(operator, [*a, *b, *quantisation(case, chance, dtype, 0.08)], domain=MICROSOFT)


@family("QLinearSigmoid", "QLinearLeakyRelu", "QLinearSoftmax", "QLinearGlobalAveragePool", "QLinearAveragePool")
def quantised_unary(case, chance, operator):
    dtype = chance.pick(*BYTES)
    how, step = {}, 0.02
    dims = chance.shape(1, 3)
    if operator == "QLinearLeakyRelu":
        how = {"alpha": chance.maybe(0.2)}
    elif operator == "QLinearSoftmax":  # the 1 that a row of one element gives is 0 there
        step = 1 / 128
        dims = [chance.whole(1, 3), *chance.wholes(chance.whole(1, 2), 2, 5)]
        how = {"axis": chance.whole(1, len(dims) - 1), "opset": chance.pick(11, 13)}
    elif operator.endswith("Pool"):
        dims, step = [1, 3, 7, 6], 0.04
        if operator == "QLinearAveragePool":
            kernel, how = window(chance, 2, False)
            how |= {
                "kernel_shape": kernel,
                "ceil_mode": chance.maybe(chance.pick(0, 1)),
                "count_include_pad": chance.maybe(chance.pick(0, 1)),
            }
    x = case.given(chance.bytes(dtype, *dims))
    case.node(
        operator,
        [x, *quantisation(case, chance, dtype, 0.05), *quantisation(case, chance, dtype, step)],
        domain=MICROSOFT,
        **how
    )


@family("QLinearConcat")
def quantised_concat(case, chance, operator):
    shape = chance.shape(2, 3)
    axis = chance.whole(0, len(shape) - 1)
    inputs = quantisation(case, chance, uint8, 0.05)
    for _ in range(chance.whole(1, 3)):
        shape[axis] = chance.whole(1, 3)
        inputs += [case.given(chance.bytes(uint8, *shape)), *quantisation(case, chance, uint8, chance.real(0.02, 0.08))]
    case.node(operator, inputs, domain=MICROSOFT, axis=axis)


@family("BiasGelu", "FastGelu", "QuickGelu")
def gelu(case, chance, operator):
    shape = chance.shape(1, 3)
    has_bias = operator == "BiasGelu" or (operator == "FastGelu" and chance.often())
    bias = [case.either(chance.normal(shape[-1]))] if has_bias else []
    alpha = chance.maybe(1.3) if operator == "QuickGelu" else None
    case.node(operator, [case.given(chance.normal(*shape)), *bias], domain=MICROSOFT, alpha=alpha)


@family("SkipLayerNormalization")
def skip_layer_normalization(case, chance, operator):
    parameters = [case.constant(chance.normal(4)) for _ in range(chance.whole(1, 3))]
    case.node(
        operator,
        [case.given(chance.normal(1, 3, 4)), case.given(chance.normal(1, 3, 4)), *parameters],
        domain=MICROSOFT,
        epsilon=1e-3,
    )
