# SPDX-License-Identifier: BSL-1.0
"""Places that are values."""

import itertools

import numpy
from numpy import float32, int64

from case import WHOLE
from families.registry import family


@family("Gather")
def gather(c, r, operator):
    c.opset = r.pick(11, 13)
    shape = r.shape()
    axis = r.axis(len(shape))
    at = r.integers(-shape[axis], shape[axis], *r.shape(0, 2, 3), dtype=r.pick(*WHOLE))
    c.node(operator, [c.given(r.values(shape, r.pick(float32, int64, bool))), c.either(at)], axis=axis)


@family("GatherElements")
def gather_elements(c, r, operator):
    c.opset = 13
    shape = r.shape()
    axis = r.axis(len(shape))
    taken = [r.whole(1, extent) for extent in shape]
    taken[axis] = r.whole(1, 6)
    at = r.integers(-shape[axis], shape[axis], *taken)
    c.node(operator, [c.given(r.values(shape, r.pick(float32, int64))), c.either(at)], axis=axis)


@family("GatherND")
def gather_nd(c, r, operator):
    c.opset = 13
    shape = r.shape()
    batch = r.whole(0, len(shape) - 1) if r.often() else 0
    depth = r.whole(1, len(shape) - batch)
    places = shape[:batch] + r.shape(0, 2, 3)
    at = numpy.stack([r.integers(-shape[batch + i], shape[batch + i], *places) for i in range(depth)], -1)
    c.node(operator, [c.given(r.values(shape, r.pick(float32, int64))), c.either(at)], batch_dims=batch or None)


def scattering(c, r):
    """How elements that go to the same place are joined; without that none may."""
    how = r.pick(None, "none", "add", "mul", "max", "min")
    c.opset = 18 if how in ("max", "min") else 16 if how else r.pick(11, 13)
    return how, how in (None, "none")


@family("ScatterElements")
def scatter_elements(c, r, operator):
    how, is_apart = scattering(c, r)
    shape = r.shape()
    axis = r.axis(len(shape))
    taken = [r.whole(1, extent) for extent in shape]
    if is_apart:
        count, taken[axis] = taken[axis], shape[axis]
        at = numpy.take(numpy.argsort(r.numbers.random(taken), axis), range(count), axis)
    else:
        at = r.integers(-shape[axis], shape[axis], *taken)
    dtype = r.pick(float32, int64) if is_apart else float32
    inputs = [c.given(r.values(shape, dtype)), c.either(at), c.either(r.values(at.shape, dtype))]
    c.node(operator, inputs, axis=axis, reduction=how)


@family("ScatterND")
def scatter_nd(c, r, operator):
    how, is_apart = scattering(c, r)
    shape = r.shape()
    depth = r.whole(1, len(shape))
    places = list(itertools.product(*map(range, shape[:depth])))
    count = r.whole(1, min(4, len(places)))
    chosen = r.words.sample(places, count) if is_apart else r.words.choices(places, k=count)
    at = numpy.array(
        [[i - extent if r.often(0.3) else i for i, extent in zip(place, shape)] for place in chosen], int64
    )
    updates = r.normal(count, *shape[depth:])
    c.node(operator, [c.given(r.normal(*shape)), c.either(at), c.either(updates)], reduction=how)


@family("OneHot")
def one_hot(c, r, operator):
    shape = r.shape(1, 3, 3)
    depth = r.whole(1, 5)
    at = r.integers(-depth - 1, depth + 2, *shape)
    values = numpy.array([2, 5], r.pick(float32, int64))
    count = c.constant(numpy.asarray(depth, int64)) if r.often() else c.integers(depth)
    axis = r.maybe(r.whole(-len(shape) - 1, len(shape)))
    c.node(operator, [c.given(at), count, c.either(values)], axis=axis)


@family("Compress")
def compress(c, r, operator):
    shape = r.shape(1, 3)
    axis = r.maybe(r.axis(len(shape)))
    extent = int(numpy.prod(shape)) if axis is None else shape[axis]
    kept = r.numbers.random(r.whole(1, extent)) < 0.6
    c.node(operator, [c.given(r.normal(*shape)), c.constant(kept)], axis=axis)


@family("Shape")
def shape_(c, r, operator):
    c.opset = r.pick(13, 15)
    limits = {"start": r.maybe(r.whole(-5, 5)), "end": r.maybe(r.whole(-5, 5))} if c.opset == 15 else {}
    c.node(operator, [c.given(r.normal(*r.shape(0)))], **limits)


@family("TfIdfVectorizer")
def tf_idf(c, r, operator):
    dims = [r.whole(3, 9)] if r.often() else [2, r.whole(3, 9)]
    grams = {"ngram_counts": [0, 4], "ngram_indexes": [*range(7)], "pool_int64s": [2, 3, 5, 4, 5, 6, 7, 8, 6, 7]}
    lengths = {"min_gram_length": r.pick(1, 2), "max_gram_length": 2, "max_skip_count": r.whole(0, 3)}
    weights = r.maybe([r.real(0.5, 2) for _ in range(7)])
    c.node(
        operator,
        [c.given(r.integers(0, 8, *dims))],
        mode=r.pick("TF", "IDF", "TFIDF"),
        weights=weights,
        **grams,
        **lengths,
    )
