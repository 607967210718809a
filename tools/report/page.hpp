// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "compiled.hpp"

namespace litho::reporter {

/// A page about a compiled graph, whole in itself: style, drawings and script stand in it, nothing is fetched. It is
/// HTML and well-formed XML at once.
std::string page(const compiled& of, const std::string& title, const std::string& how);

}  // namespace litho::reporter
