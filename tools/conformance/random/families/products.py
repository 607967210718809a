# SPDX-License-Identifier: BSL-1.0
"""Products of matrices."""

import numpy

from case import FLOATS, MICROSOFT, NUMBERS
from families.registry import family


@family("Gemm")
def gemm(c, r, operator):
    c.opset = r.pick(7, 9, 11, 13)
    rows, depth, columns = r.wholes(3, 1, 5)
    a, b = r.maybe(r.pick(0, 1)), r.maybe(r.pick(0, 1))
    dtype = r.pick(*FLOATS)
    inputs = [
        c.given(r.normal(*((depth, rows) if a else (rows, depth)), dtype=dtype)),
        c.either(r.normal(*((columns, depth) if b else (depth, columns)), dtype=dtype)),
    ]
    if c.opset < 11 or r.often(0.7):
        dims = r.pick([], [columns], [1, columns], [rows, 1], [rows, columns], [1], [1, 1])
        inputs.append(c.either(r.normal(*dims, dtype=dtype)))
    c.node(operator, inputs, transA=a, transB=b, alpha=r.maybe(0.5), beta=r.maybe(0.25))


@family("MatMul")
def matmul(c, r, operator):
    c.opset = 13
    rows, depth, columns = r.wholes(3, 1, 5)
    left, right = (batch[:3] for batch in r.broadcasting())
    try:
        numpy.broadcast_shapes(tuple(left), tuple(right))
    except ValueError:
        left = right = []
    a = [depth] if r.often(0.2) else [*left, rows, depth]
    b = [depth] if r.often(0.2) else [*right, depth, columns]
    dtype = r.pick(*NUMBERS)
    c.node(operator, [c.given(r.values(a, dtype)), c.either(r.values(b, dtype))])


EQUATIONS = (
    "ij,ja->ia bij,bja->bia ii->i ii-> ij->ji ij-> ij,ij-> i,j->ij bi,bi->b abij,abja->abia ...ij,...ja->...ia "
    "aiud,ajud->aij ij,ja ab,bc,cd->ad aij,jc->aic ii,ij->j a,b,c->abc ...i->... abc,cd->abd"
).split()


@family("Einsum")
def einsum(c, r, operator):
    c.opset = 12
    equation = r.pick(*EQUATIONS)
    sizes = {letter: r.whole(1, 4) for letter in equation if letter.isalpha()}
    rest = r.shape(1, 2, 3)
    inputs = []
    for term in equation.split("->")[0].split(","):
        dims = [sizes[letter] for letter in term if letter.isalpha()]
        inputs.append(c.given(r.normal(*(rest if "..." in term else []), *dims)))
    c.node(operator, inputs, equation=equation)


@family("Det")
def det(c, r, operator):
    order = r.whole(1, 4)
    c.node(operator, [c.given(r.normal(*r.shape(0, 2, 3), order, order))])


@family("FusedMatMul")
def fused_matmul(c, r, operator):
    rows, depth, columns = r.wholes(3, 1, 4)
    a, b = r.pick(0, 1), r.pick(0, 1)
    x = r.normal(2, *((depth, rows) if a else (rows, depth)))
    y = r.normal(2, *((columns, depth) if b else (depth, columns)))
    c.node(operator, [c.given(x), c.either(y)], domain=MICROSOFT, transA=a, transB=b, alpha=0.5)
