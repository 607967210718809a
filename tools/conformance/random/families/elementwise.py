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
def unary(c, r, operator):
    types, opsets, *rest = UNARY[operator]
    limits = rest[0] if rest else None
    attributes = rest[1] if len(rest) > 1 else {}
    c.opset = max(7, r.pick(*opsets))
    x = r.values(r.shape(0, 4), r.pick(*types))
    if limits:
        x = numpy.asarray(r.numbers.random(x.shape) * (limits[1] - limits[0]) + limits[0]).astype(x.dtype)
    elif x.dtype.kind == "f" and x.size and r.often(0.15):
        x.reshape(-1)[r.whole(0, x.size - 1)] = r.pick(numpy.nan, numpy.inf, -numpy.inf, 0.0, -0.0)
    drawn = {
        name: r.maybe(r.pick(*choices) if isinstance(choices, list) else r.real(*choices), 0.7)
        for name, choices in attributes.items()
    }
    c.node(operator, [c.given(x)], **drawn)


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
def binary(c, r, operator):
    types, opsets = BINARY[operator]
    c.opset = r.pick(*opsets)
    dtype = numpy.dtype(r.pick(*types))
    a, b = (r.values(shape, dtype) for shape in r.broadcasting())
    if operator in ("Div", "Mod") and dtype.kind in "iu":
        b = numpy.where(b == 0, 3, b).astype(dtype)
    fmod = 1 if operator == "Mod" and (dtype.kind == "f" or r.often(0.4)) else None
    c.node(operator, [c.either(a), c.either(b)], fmod=fmod)


@family("Pow")
def pow_(c, r, operator):
    c.opset = r.pick(13, 15)
    dtype = r.pick(*NUMBERS)
    a, b = (r.values(shape, dtype) for shape in r.broadcasting())
    a = (numpy.abs(a) + 0.1).astype(dtype)
    b = (numpy.abs(b) % 4).astype(r.pick(dtype, float32, int32))
    c.node(operator, [c.either(a), c.either(b)])


@family("BitShift")
def bit_shift(c, r, operator):
    c.opset = 11
    dtype = r.pick(uint8, numpy.uint32, numpy.uint64)
    a, b = (r.values(shape, dtype) for shape in r.broadcasting())
    c.node(operator, [c.either(a), c.either((b % 8).astype(dtype))], direction=r.pick("LEFT", "RIGHT"))


@family("PRelu")
def prelu(c, r, operator):
    c.opset = r.pick(9, 16)
    shape = r.shape()
    slope = [1 if r.often(0.4) else extent for extent in shape][r.whole(0, len(shape)) :]
    c.node(operator, [c.given(r.normal(*shape)), c.either(r.normal(*slope))])


@family("Max", "Min", "Sum", "Mean")
def variadic(c, r, operator):
    c.opset = r.pick(8, 13)
    dtype = r.pick(float32, int32, numpy.float64) if operator in ("Max", "Min") and c.opset > 12 else float32
    shapes = r.broadcasting()
    c.node(operator, [c.either(r.values(r.pick(*shapes), dtype)) for _ in range(r.whole(1, 3))])


@family("Where")
def where(c, r, operator):
    c.opset = 16
    dtype = r.pick(float32, int64, uint8)
    shapes = r.broadcasting()
    c.node(operator, [c.either(r.values(r.pick(*shapes), each)) for each in (bool, dtype, dtype)])


@family("Clip")
def clip(c, r, operator):
    if r.often(0.2):
        c.opset = 10
        c.node(operator, [c.given(r.normal(*r.shape(0, 3)))], min=r.maybe(-0.5), max=r.maybe(0.5))
        return
    c.opset = 13
    dtype = numpy.dtype(r.pick(*FLOATS, int32, *BYTES))
    low, high = (-0.5, 0.6) if dtype.kind == "f" else (1, 4)
    bounds = [c.either(numpy.asarray(bound, dtype)) if r.often(0.6) else "" for bound in (low, high)]
    c.node(operator, [c.given(r.values(r.shape(0, 3), dtype)), *bounds])


@family("Cast")
def cast(c, r, operator):
    c.opset = 13
    x = r.values(r.shape(0, 3), r.pick(*NUMBERS, *BYTES, numpy.float16, bool))
    to = r.pick(1, 2, 3, 6, 7, 9, 10, 11)
    c.node(operator, [c.given(numpy.abs(x) if to == 2 and x.dtype.kind in "fi" else x)], to=to)


@family("Dropout")
def dropout(c, r, operator):
    c.opset = r.pick(7, 12, 13)  # the mask of opset 10 is false there, though nothing is dropped
    c.node(operator, [c.given(r.normal(*r.shape(1, 3)))], r.pick(1, 2) if c.opset > 10 else 1)
