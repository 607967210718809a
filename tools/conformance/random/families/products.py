# SPDX-License-Identifier: BSL-1.0
"""Products of matrices."""

import numpy

from case import FLOATS, MICROSOFT, NUMBERS
from families.registry import family


@family("Gemm")
def gemm(case, chance, operator):
    case.opset = chance.pick(7, 9, 11, 13)
    rows, depth, columns = chance.wholes(3, 1, 5)
    a, b = chance.maybe(chance.pick(0, 1)), chance.maybe(chance.pick(0, 1))
    dtype = chance.pick(*FLOATS)
    inputs = [
        case.given(chance.normal(*((depth, rows) if a else (rows, depth)), dtype=dtype)),
        case.either(chance.normal(*((columns, depth) if b else (depth, columns)), dtype=dtype)),
    ]
    if case.opset < 11 or chance.often(0.7):
        dims = chance.pick([], [columns], [1, columns], [rows, 1], [rows, columns], [1], [1, 1])
        inputs.append(case.either(chance.normal(*dims, dtype=dtype)))
    case.node(operator, inputs, transA=a, transB=b, alpha=chance.maybe(0.5), beta=chance.maybe(0.25))


@family("MatMul")
def matmul(case, chance, operator):
    case.opset = 13
    rows, depth, columns = chance.wholes(3, 1, 5)
    left, right = (batch[:3] for batch in chance.broadcasting())
    try:
        numpy.broadcast_shapes(tuple(left), tuple(right))
    except ValueError:
        left = right = []
    a = [depth] if chance.often(0.2) else [*left, rows, depth]
    b = [depth] if chance.often(0.2) else [*right, depth, columns]
    dtype = chance.pick(*NUMBERS)
    case.node(operator, [case.given(chance.values(a, dtype)), case.either(chance.values(b, dtype))])


EQUATIONS = (
    "ij,ja->ia bij,bja->bia ii->i ii-> ij->ji ij-> ij,ij-> i,j->ij bi,bi->b abij,abja->abia ...ij,...ja->...ia "
    "aiud,ajud->aij ij,ja ab,bc,cd->ad aij,jc->aic ii,ij->j a,b,c->abc ...i->... abc,cd->abd"
).split()


@family("Einsum")
def einsum(case, chance, operator):
    case.opset = 12
    equation = chance.pick(*EQUATIONS)
    sizes = {letter: chance.whole(1, 4) for letter in equation if letter.isalpha()}
    rest = chance.shape(1, 2, 3)
    inputs = []
    for term in equation.split("->")[0].split(","):
        dims = [sizes[letter] for letter in term if letter.isalpha()]
        inputs.append(case.given(chance.normal(*(rest if "..." in term else []), *dims)))
    case.node(operator, inputs, equation=equation)


@family("Det")
def det(case, chance, operator):
    order = chance.whole(1, 4)
    case.node(operator, [case.given(chance.normal(*chance.shape(0, 2, 3), order, order))])


@family("FusedMatMul")
def fused_matmul(case, chance, operator):
    rows, depth, columns = chance.wholes(3, 1, 4)
    a, b = chance.pick(0, 1), chance.pick(0, 1)
    x = chance.normal(2, *((depth, rows) if a else (rows, depth)))
    y = chance.normal(2, *((columns, depth) if b else (depth, columns)))
    case.node(operator, [case.given(x), case.either(y)], domain=MICROSOFT, transA=a, transB=b, alpha=0.5)
