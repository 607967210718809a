# SPDX-License-Identifier: BSL-1.0
"""A random number generator with the words that the families use, and one node of ONNX with what goes into it."""

import random

import numpy
from onnx import ValueInfoProto, helper, numpy_helper

FLOATS = (numpy.float32, numpy.float32, numpy.float64)
WHOLE = (numpy.int32, numpy.int64)
NUMBERS = FLOATS + WHOLE
BYTES = (numpy.uint8, numpy.int8)
MICROSOFT = "com.microsoft"
ELEMENTS = {
    name: numpy_helper.from_array(numpy.zeros(1, name)).data_type
    for name in "float16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool".split()
}


class Chance:
    """What is drawn is the same for the same words."""

    def __init__(self, *words):
        seed = " ".join(map(str, words))
        self.words = random.Random(seed)
        self.numbers = numpy.random.default_rng(list(seed.encode()))

    def pick(self, *choices):
        return self.words.choice(choices)

    def often(self, probability=0.5):
        return self.words.random() < probability

    def maybe(self, value, probability=0.5):
        """An attribute's value, or None: the attribute is left out."""
        return value if self.often(probability) else None

    def whole(self, low, high):
        return self.words.randint(low, high)

    def wholes(self, count, low, high):
        return [self.whole(low, high) for _ in range(count)]

    def real(self, low, high):
        return self.words.uniform(low, high)

    def shape(self, least=1, most=4, extent=6):
        return self.wholes(self.whole(least, most), 1, extent)

    def axis(self, rank):
        return self.whole(-rank, rank - 1)

    def subset(self, count, least=0):
        return sorted(self.words.sample(range(count), self.whole(least, count)))

    def counted(self, axes, rank):
        """Axes, some of them from the back."""
        return [axis - rank if self.often(0.4) else axis for axis in axes]

    def normal(self, *shape, dtype=numpy.float32, scale=1):
        return numpy.asarray(self.numbers.standard_normal(shape) * scale).astype(dtype)

    def integers(self, low, high, *shape, dtype=numpy.int64):
        """Up to `high`, which is not among them."""
        return numpy.asarray(self.numbers.integers(low, high, shape)).astype(dtype)

    def bytes(self, dtype, *shape):
        limits = numpy.iinfo(dtype)
        return self.integers(limits.min, limits.max + 1, *shape, dtype=dtype)

    def steps(self, *shape):
        """Scales of quantised numbers."""
        return (numpy.abs(self.normal(*shape)) * 0.2 + 0.02).astype(numpy.float32)

    def values(self, shape, dtype):
        kind = numpy.dtype(dtype).kind
        if kind == "f":
            return self.normal(*shape, dtype=dtype, scale=self.pick(1, 1, 3))
        if kind == "b":
            return self.numbers.random(shape) < 0.5
        return self.integers(0 if kind == "u" else -10, 20 if kind == "u" else 10, *shape, dtype=dtype)

    def broadcasting(self):
        """Two shapes of which one goes into the other."""
        wide = self.shape(0, 4)
        narrow = [1 if self.often(0.4) else extent for extent in wide]
        if self.often():
            narrow = narrow[self.whole(0, len(narrow)) :]
        pair = [wide, narrow]
        self.words.shuffle(pair)
        return pair


class Case:
    """One node, its inputs and its constants."""

    def __init__(self, chance):
        self.chance = chance
        self.opset = 17
        self.inputs = []
        self.constants = []
        self.nodes = []

    def given(self, values):
        name = f"x{len(self.inputs)}"
        self.inputs.append((name, numpy.asarray(values)))
        return name

    def constant(self, values):
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(numpy.asarray(values), name))
        return name

    def either(self, values):
        return self.given(values) if not self.inputs or self.chance.often(0.6) else self.constant(values)

    def integers(self, *values):
        return self.constant(numpy.array(values, numpy.int64))

    def node(self, operator, inputs, outputs=1, domain="", **attributes):
        while inputs and not inputs[-1]:
            inputs.pop()
        names = outputs if isinstance(outputs, list) else [f"y{i}" for i in range(outputs)]
        # A list without elements has no type, and says the same as none.
        given = {name: value for name, value in attributes.items() if value is not None and value != []}
        self.nodes.append(helper.make_node(operator, inputs, names, domain=domain, **given))

    def model(self, outputs=None):
        """`outputs` are (name, element type, dims); without them they have no types, which ONNX Runtime works out."""
        inputs = [helper.make_tensor_value_info(name, ELEMENTS[str(x.dtype)], x.shape) for name, x in self.inputs]
        if outputs is None:
            made = [ValueInfoProto(name=name) for name in self.nodes[-1].output if name]
        else:
            made = [helper.make_tensor_value_info(name, ELEMENTS[element], dims) for name, element, dims in outputs]
        graph = helper.make_graph(self.nodes, "node", inputs, made, self.constants)
        opsets = [helper.make_opsetid("", self.opset)]
        if any(node.domain for node in self.nodes):
            opsets.append(helper.make_opsetid(MICROSOFT, 1))
        model = helper.make_model(graph, opset_imports=opsets)
        model.ir_version = 8 if self.opset < 19 else 10
        return model
