# SPDX-License-Identifier: BSL-1.0
"""What the compilers take for graphs of 1,000 nodes and for each further kernel, in the form of results.py."""

import pathlib
import tempfile

import graphs
import measure

ROOT = pathlib.Path(__file__).resolve().parents[2]
FEW, MANY = 1, 9
# {i} is the number of the layer, {out} a width of its own, {x} what it works on.
LAYERS = {
    "product": ("4, 32", 'litho::relu(litho::dense<"l{i}", {{.out = {out}}}>({x}))'),
    "convolution": ("1, 16, 14, 14",
                    'litho::relu(litho::conv2d<"l{i}", {{.out = {out}, .kernel = 3, .pad = 1}}>({x}))'),
}


def network(kind, count):
    """So many layers of distinct sizes: each is a kernel of its own."""
    dims, layer = LAYERS[kind]
    chain = f'litho::input<"x", float, {dims}>()'
    for i in range(count):
        chain = layer.format(i=i, out=16 * (i + 3), x=chain)
    return f"""#include <litho.hpp>
struct net : litho::network<net> {{
  static constexpr auto graph() {{ return {chain}; }}
}};
static litho::instance<net> only;
bool load(std::span<const std::byte> weights) {{ return only.load(weights).ok(); }}
bool run(std::span<const float> x, std::span<float> y) {{ return only.run(x, y).ok(); }}
"""


def cost(compiler, folder, text):
    source = folder / f"{compiler}.cpp"
    source.write_text(text)
    return measure.compile_once(compiler, source, str(ROOT / "include"))


def per_kernel(compiler, folder, kind):
    (few, why), (many, why_many) = (cost(compiler, folder, network(kind, count)) for count in (FEW, MANY))
    if not few or not many:
        return {"error": why or why_many}
    seconds, memory = ((many[i] - few[i]) / (MANY - FEW) for i in (0, 1))
    return {"seconds": seconds, "bytes": memory}


def measured():
    """{case: seconds and bytes of memory, or `error`}"""
    results = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for compiler in measure.COMPILERS:
            for shape in graphs.SHAPES:
                taken, why = cost(compiler, folder, graphs.program(shape, 1000, "plan"))
                results[f"compile/1000_nodes/{shape}/{compiler}"] = (
                    {"seconds": taken[0], "bytes": taken[1]} if taken else {"error": why})
            for kind in LAYERS:
                results[f"compile/kernel/{kind}/{compiler}"] = per_kernel(compiler, folder, kind)
    return results
