# SPDX-License-Identifier: BSL-1.0
"""Places that are values."""

import itertools

import numpy
from numpy import float32, int64

from case import WHOLE
from families.registry import family


@family("Gather")
def gather(case, chance, operator):
    case.opset = chance.pick(11, 13)
    shape = chance.shape()
    axis = chance.axis(len(shape))
    at = chance.integers(-shape[axis], shape[axis], *chance.shape(0, 2, 3), dtype=chance.pick(*WHOLE))
    case.node(
        operator, [case.given(chance.values(shape, chance.pick(float32, int64, bool))), case.either(at)], axis=axis
    )


@family("GatherElements")
def gather_elements(case, chance, operator):
    case.opset = 13
    shape = chance.shape()
    axis = chance.axis(len(shape))
    taken = [chance.whole(1, extent) for extent in shape]
    taken[axis] = chance.whole(1, 6)
    at = chance.integers(-shape[axis], shape[axis], *taken)
    case.node(operator, [case.given(chance.values(shape, chance.pick(float32, int64))), case.either(at)], axis=axis)


@family("GatherND")
def gather_nd(case, chance, operator):
    case.opset = 13
    shape = chance.shape()
    batch = chance.whole(0, len(shape) - 1) if chance.often() else 0
    depth = chance.whole(1, len(shape) - batch)
    places = shape[:batch] + chance.shape(0, 2, 3)
    at = numpy.stack([chance.integers(-shape[batch + i], shape[batch + i], *places) for i in range(depth)], -1)
    case.node(
        operator,
        [case.given(chance.values(shape, chance.pick(float32, int64))), case.either(at)],
        batch_dims=batch or None,
    )


def scattering(case, chance):
    """How elements that go to the same place are joined; without that none may."""
    how = chance.pick(None, "none", "add", "mul", "max", "min")
    case.opset = 18 if how in ("max", "min") else 16 if how else chance.pick(11, 13)
    return how, how in (None, "none")


@family("ScatterElements")
def scatter_elements(case, chance, operator):
    how, is_apart = scattering(case, chance)
    shape = chance.shape()
    axis = chance.axis(len(shape))
    taken = [chance.whole(1, extent) for extent in shape]
    if is_apart:
        count, taken[axis] = taken[axis], shape[axis]
        at = numpy.take(numpy.argsort(chance.numbers.random(taken), axis), range(count), axis)
    else:
        at = chance.integers(-shape[axis], shape[axis], *taken)
    dtype = chance.pick(float32, int64) if is_apart else float32
    inputs = [case.given(chance.values(shape, dtype)), case.either(at), case.either(chance.values(at.shape, dtype))]
    case.node(operator, inputs, axis=axis, reduction=how)


@family("ScatterND")
def scatter_nd(case, chance, operator):
    how, is_apart = scattering(case, chance)
    shape = chance.shape()
    depth = chance.whole(1, len(shape))
    places = list(itertools.product(*map(range, shape[:depth])))
    count = chance.whole(1, min(4, len(places)))
    chosen = chance.words.sample(places, count) if is_apart else chance.words.choices(places, k=count)
    at = numpy.array(
        [[i - extent if chance.often(0.3) else i for i, extent in zip(place, shape)] for place in chosen], int64
    )
    updates = chance.normal(count, *shape[depth:])
    case.node(operator, [case.given(chance.normal(*shape)), case.either(at), case.either(updates)], reduction=how)


@family("OneHot")
def one_hot(case, chance, operator):
    shape = chance.shape(1, 3, 3)
    depth = chance.whole(1, 5)
    at = chance.integers(-depth - 1, depth + 2, *shape)
    values = numpy.array([2, 5], chance.pick(float32, int64))
    count = case.constant(numpy.asarray(depth, int64)) if chance.often() else case.integers(depth)
    axis = chance.maybe(chance.whole(-len(shape) - 1, len(shape)))
    case.node(operator, [case.given(at), count, case.either(values)], axis=axis)


@family("Compress")
def compress(case, chance, operator):
    shape = chance.shape(1, 3)
    axis = chance.maybe(chance.axis(len(shape)))
    extent = int(numpy.prod(shape)) if axis is None else shape[axis]
    kept = chance.numbers.random(chance.whole(1, extent)) < 0.6
    case.node(operator, [case.given(chance.normal(*shape)), case.constant(kept)], axis=axis)


@family("Shape")
def shape_(case, chance, operator):
    case.opset = chance.pick(13, 15)
    limits = (
        {"start": chance.maybe(chance.whole(-5, 5)), "end": chance.maybe(chance.whole(-5, 5))}
        if case.opset == 15
        else {}
    )
    case.node(operator, [case.given(chance.normal(*chance.shape(0)))], **limits)


@family("TfIdfVectorizer")
def tf_idf(case, chance, operator):
    dims = [chance.whole(3, 9)] if chance.often() else [2, chance.whole(3, 9)]
    grams = {"ngram_counts": [0, 4], "ngram_indexes": [*range(7)], "pool_int64s": [2, 3, 5, 4, 5, 6, 7, 8, 6, 7]}
    lengths = {"min_gram_length": chance.pick(1, 2), "max_gram_length": 2, "max_skip_count": chance.whole(0, 3)}
    weights = chance.maybe([chance.real(0.5, 2) for _ in range(7)])
    case.node(
        operator,
        [case.given(chance.integers(0, 8, *dims))],
        mode=chance.pick("TF", "IDF", "TFIDF"),
        weights=weights,
        **grams,
        **lengths,
    )
