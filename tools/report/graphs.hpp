// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "compiled.hpp"

namespace litho::reporter {

/// Drawings of the graph as it was given and of the kernels of a run, as SVG. What depends on no input is not
/// drawn.
std::string graph_before(const compiled& of);
std::string graph_after(const compiled& of);

}  // namespace litho::reporter
