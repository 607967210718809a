# SPDX-License-Identifier: BSL-1.0
"""Functions of single numbers."""

import numpy
from numpy import float32, int32, int64, uint8

from case import BYTES, FLOATS, NUMBERS, WHOLE
from families.registry import family


# operator: types, opsets, range of the input, attributes with their ranges or choices
UNARY = {
    "Abs": (NUMBERS, (9, 13)),
    "Acos": (FLOATS[:2], (9, 22), (-1, 1)),
    "Acosh": (FLOATS[:2], (9, 22), (1, 5)),
    "Asin": (FLOATS[:2], (9, 22), (-1, 1)),
    "Asinh": (FLOATS[:2], (9, 22)),
    "Atan": (FLOATS[:2], (9, 22)),
    "Atanh": (FLOATS[:2], (9, 22), (-0.99, 0.99)),
    "BitwiseNot": ((int32, *BYTES), (18,)),
    "Ceil": (FLOATS, (13,)),
    "Celu": ((float32,), (12,), None, {"alpha": (0.2, 2)}),
    "Cos": (FLOATS[:2], (9, 22)),
    "Cosh": (FLOATS[:2], (9, 22)),
    "Elu": ((float32,), (7, 22), None, {"alpha": (0.1, 2)}),
    "Erf": ((float32,), (13,)),
    "Exp": (FLOATS, (13,)),
    "Floor": (FLOATS, (13,)),
    "Gelu": ((float32,), (20,), None, {"approximate": ["none", "tanh"]}),
    "HardSigmoid": ((float32,), (7, 22), None, {"alpha": (0.1, 1), "beta": (0, 1)}),
    "HardSwish": ((float32,), (14, 22), (-5, 5)),  # of an infinity it is NaN there
    "Identity": ((float32, int64, bool), (13,)),
    "IsInf": ((float32, numpy.float64), (10, 20), None, {"detect_negative": [0, 1], "detect_positive": [0, 1]}),
    "IsNaN": ((float32, numpy.float64), (13, 20)),
    "LeakyRelu": ((float32,), (7, 16), None, {"alpha": (-1, 1)}),
    "Log": (FLOATS, (13,), (0.01, 9)),
    "Mish": ((float32,), (18, 22), (-9, 9)),  # of -infinity it is NaN there, whose limit is 0
    "Neg": (NUMBERS, (13,)),
    "Not": ((bool,), (7,)),
    "Reciprocal": (FLOATS, (13,)),
    "Relu": (FLOATS, (13, 14)),
    "Round": (FLOATS, (11, 22)),
    "Selu": ((float32,), (7, 22), None, {"alpha": (0.2, 2), "gamma": (0.2, 2)}),
    "Shrink": ((float32,), (9,), None, {"bias": (-1, 1), "lambd": (0, 1)}),
    "Sigmoid": (FLOATS, (13,)),
    "Sign": (NUMBERS, (9, 13)),
    "Sin": (FLOATS, (7, 22)),
    "Sinh": (FLOATS[:2], (9, 22)),
    "Softplus": ((float32,), (1, 22)),
    "Softsign": ((float32,), (1, 22)),
    "Sqrt": (FLOATS, (13,), (0, 9)),
    "Swish": ((float32,), (24,), None, {"alpha": (0.2, 2)}),
    "Tan": (FLOATS[:2], (9, 22)),
    "Tanh": (FLOATS, (13,)),
    "ThresholdedRelu": ((float32,), (10, 22), None, {"alpha": (-1, 1)}),
}


@family(*UNARY)
def unary(case, chance, operator):
    types, opsets, *rest = UNARY[operator]
    limits = rest[0] if rest else None
    attributes = rest[1] if len(rest) > 1 else {}
    case.opset = max(7, chance.pick(*opsets))
    x = chance.values(chance.shape(0, 4), chance.pick(*types))
    if limits:
        x = numpy.asarray(chance.numbers.random(x.shape) * (limits[1] - limits[0]) + limits[0]).astype(x.dtype)
    elif x.dtype.kind == "f" and x.size and chance.often(0.15):
        x.reshape(-1)[chance.whole(0, x.size - 1)] = chance.pick(numpy.nan, numpy.inf, -numpy.inf, 0.0, -0.0)
    drawn = {
        name: chance.maybe(chance.pick(*choices) if isinstance(choices, list) else chance.real(*choices), 0.7)
        for name, choices in attributes.items()
    }
    case.node(operator, [case.given(x)], **drawn)


BINARY = {
    "Add": (NUMBERS, (7, 14)),
    "And": ((bool,), (7,)),
    "BitwiseAnd": (WHOLE + BYTES, (18,)),
    "BitwiseOr": (WHOLE + BYTES, (18,)),
    "BitwiseXor": (WHOLE + BYTES, (18,)),
    "Div": (NUMBERS, (7, 14)),
    "Equal": ((float32, *WHOLE), (13,)),
    "Greater": ((float32, *WHOLE), (13,)),
    "GreaterOrEqual": ((float32, *WHOLE), (12, 16)),
    "Less": ((float32, *WHOLE), (13,)),
    "LessOrEqual": ((float32, *WHOLE), (12, 16)),
    "Mod": ((float32, *WHOLE, *BYTES), (10, 13)),
    "Mul": (NUMBERS, (7, 14)),
    "Or": ((bool,), (7,)),
    "Sub": (NUMBERS, (7, 14)),
    "Xor": ((bool,), (7,)),
}


@family(*BINARY)
def binary(case, chance, operator):
    types, opsets = BINARY[operator]
    case.opset = chance.pick(*opsets)
    dtype = numpy.dtype(chance.pick(*types))
    a, b = (chance.values(shape, dtype) for shape in chance.broadcasting())
    if operator in ("Div", "Mod") and dtype.kind in "iu":
        b = numpy.where(b == 0, 3, b).astype(dtype)
    fmod = 1 if operator == "Mod" and (dtype.kind == "f" or chance.often(0.4)) else None
    case.node(operator, [case.either(a), case.either(b)], fmod=fmod)


@family("Pow")
def pow_(case, chance, operator):
    case.opset = chance.pick(13, 15)
    dtype = chance.pick(*NUMBERS)
    a, b = (chance.values(shape, dtype) for shape in chance.broadcasting())
    a = (numpy.abs(a) + 0.1).astype(dtype)
    b = (numpy.abs(b) % 4).astype(chance.pick(dtype, float32, int32))
    case.node(operator, [case.either(a), case.either(b)])


@family("BitShift")
def bit_shift(case, chance, operator):
    case.opset = 11
    dtype = chance.pick(uint8, numpy.uint32, numpy.uint64)
    a, b = (chance.values(shape, dtype) for shape in chance.broadcasting())
    case.node(operator, [case.either(a), case.either((b % 8).astype(dtype))], direction=chance.pick("LEFT", "RIGHT"))


@family("PRelu")
def prelu(case, chance, operator):
    case.opset = chance.pick(9, 16)
    shape = chance.shape()
    slope = [1 if chance.often(0.4) else extent for extent in shape][chance.whole(0, len(shape)) :]
    case.node(operator, [case.given(chance.normal(*shape)), case.either(chance.normal(*slope))])


@family("Max", "Min", "Sum", "Mean")
def variadic(case, chance, operator):
    case.opset = chance.pick(8, 13)
    dtype = chance.pick(float32, int32, numpy.float64) if operator in ("Max", "Min") and case.opset > 12 else float32
    shapes = chance.broadcasting()
    case.node(operator, [case.either(chance.values(chance.pick(*shapes), dtype)) for _ in range(chance.whole(1, 3))])


@family("Where")
def where(case, chance, operator):
    case.opset = 16
    dtype = chance.pick(float32, int64, uint8)
    shapes = chance.broadcasting()
    case.node(operator, [case.either(chance.values(chance.pick(*shapes), each)) for each in (bool, dtype, dtype)])


@family("Clip")
def clip(case, chance, operator):
    if chance.often(0.2):
        case.opset = 10
        case.node(
            operator, [case.given(chance.normal(*chance.shape(0, 3)))], min=chance.maybe(-0.5), max=chance.maybe(0.5)
        )
        return
    case.opset = 13
    dtype = numpy.dtype(chance.pick(*FLOATS, int32, *BYTES))
    low, high = (-0.5, 0.6) if dtype.kind == "f" else (1, 4)
    bounds = [case.either(numpy.asarray(bound, dtype)) if chance.often(0.6) else "" for bound in (low, high)]
    case.node(operator, [case.given(chance.values(chance.shape(0, 3), dtype)), *bounds])


@family("Cast")
def cast(case, chance, operator):
    case.opset = 13
    x = chance.values(chance.shape(0, 3), chance.pick(*NUMBERS, *BYTES, numpy.float16, bool))
    to = chance.pick(1, 2, 3, 6, 7, 9, 10, 11)
    case.node(operator, [case.given(numpy.abs(x) if to == 2 and x.dtype.kind in "fi" else x)], to=to)


@family("Dropout")
def dropout(case, chance, operator):
    case.opset = chance.pick(7, 12, 13)  # the mask of opset 10 is false there, though nothing is dropped
    case.node(operator, [case.given(chance.normal(*chance.shape(1, 3)))], chance.pick(1, 2) if case.opset > 10 else 1)
