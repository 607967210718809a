// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../ir/graph.hpp"

namespace litho::plan {

/// The element type that a node is computed in, whatever its values have in memory: floats of 16 bits in f32; integers in 64 bits;
/// floats that meet integers of 32 bits and more in f64, which holds them. Bools are 0 and 1 in any.
constexpr dtype arithmetic_of(const ir::graph& g, int node) {
  bool has_float = false;
  bool is_long = false;
  bool has_large_integer = false;
  bool has_u64 = false;
  bool only_bools = true;
  const auto look = [&](dtype element) {
    has_float |= is_float(element);
    is_long |= element == dtype::f64;
    has_large_integer |= kind_of(element) == kinds::integers && size_of(element) >= 4;
    has_u64 |= element == dtype::u64;
    only_bools &= element == dtype::boolean;
  };
  look(g[node].type.element);
  for (int input : g.inputs(node)) look(g[input].type.element);
  if (only_bools) return dtype::boolean;
  if (!has_float) return has_u64 ? dtype::u64 : dtype::i64;
  return is_long || has_large_integer ? dtype::f64 : dtype::f32;
}

/// What kernels of bools alone compute in.
constexpr dtype machine_arithmetic(dtype arithmetic) { return arithmetic == dtype::boolean ? dtype::f32 : arithmetic; }

}  // namespace litho::plan
