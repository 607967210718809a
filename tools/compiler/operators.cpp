// SPDX-License-Identifier: BSL-1.0
#include "operators.hpp"

#include <litho/op/all.hpp>

namespace litho::compiler {

std::span<const op_info* const> operators() { return all_ops; }

}  // namespace litho::compiler
