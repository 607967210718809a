# SPDX-License-Identifier: BSL-1.0
"""C++ programs that hold a graph of a given number of nodes, for measure.py."""

SHAPES = {
    "chain": "each node uses the one before it, and the input now and then",
    "pairs": "each node uses the two before it",
    "shared": "each node uses the one before it and a value of the first level",
}


def definitions(shape, nodes):
    """Named definitions n0 (the input) to n{nodes - 1}: as many nodes as the graph has."""
    yield 'struct n0 : litho::def<decltype(litho::input<"x", float, 64>())> {};'
    for i in range(1, nodes):
        before = f"n{i - 1}{{}}"
        if shape == "chain" or i == 1:
            other = "n0{}"
        elif shape == "pairs":
            other = f"n{i - 2}{{}}"
        else:
            other = "n1{}"
        unary = f"litho::relu({before})", f"litho::tanh({before})"
        binary = f"{before} + {other}", f"{before} * {other}"
        # Without a second value of its own, a chain adds and multiplies the input again.
        op = (unary[0], binary[0], binary[1], unary[1])[i % 4] if shape == "chain" or i < 3 else (
            binary[0], binary[1], f"{before} - {other}", f"litho::max({before}, {other})")[i % 4]
        yield f"struct n{i} : litho::def<decltype({op})> {{}};"


def program(shape, nodes, mode):
    """mode "plan": all passes and the plan, no kernel. "whole": an instance that runs."""
    lines = ["#include <litho.hpp>", "", *definitions(shape, nodes), ""]
    lines += [
        "struct net : litho::network<net> {",
        f"  static constexpr auto graph() {{ return n{nodes - 1}{{}}; }}",
        "};",
        # A pass may find that nodes are equal or dead; a good part must be left, or nothing was measured.
        f"static_assert(net::stats().nodes > {nodes // 2});",
    ]
    if mode == "whole":
        lines += [
            "static litho::instance<net> instance;",
            "bool run(std::span<const float, 64> x, std::span<float, 64> y) { return instance.run(x, y).ok(); }",
        ]
    return "\n".join(lines) + "\n"
