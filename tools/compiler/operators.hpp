// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>

#include <litho/op/facts.hpp>

namespace litho::compiler {

/// Every op of the library.
std::span<const op_info* const> operators();

}  // namespace litho::compiler
