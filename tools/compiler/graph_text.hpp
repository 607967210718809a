// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>

#include <litho/ir/graph.hpp>

namespace litho::compiler {

/// Keeps a text for as long as the program runs: names of nodes are views.
std::string_view keep(std::string text);

/// A graph in the text form of the IR, as a dump has it: what stands behind "//" in a line is the node's name in the
/// model. Lives as long as the program. Throws std::runtime_error, naming the line, where the text is no graph.
ir::graph read_graph(const std::string& text);

}  // namespace litho::compiler
