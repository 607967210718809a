// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include <litho/ir/evaluate.hpp>

namespace litho::bisector {

/// A graph and a value for each of its inputs and parameters.
struct problem {
  ir::graph graph;
  std::vector<ir::named_tensor> sources;
};

/// How large a problem is; smaller in the first number that differs is smaller.
struct extent {
  int ops = 0;  ///< nodes that are no sources
  int outputs = 0;
  int sources = 0;
  int controls = 0;
  std::int64_t elements = 0;  ///< of the sources

  friend auto operator<=>(const extent&, const extent&) = default;
};

extent extent_of(const problem& of);

/// The value of every node, source or not.
vec<tensor> values_of(const problem& of);

/// What is left of a problem.
struct selection {
  std::vector<bool> cut;     ///< nodes that become sources with the values they had
  std::vector<int> instead;  ///< for each node the one that stands for it: itself, or an earlier one of its type
  std::vector<bool> free;    ///< nodes that lose their control edges
  std::vector<ir::output> outputs;

  explicit selection(const ir::graph& all);
};

/// The part of a problem that is selected, without what its outputs do not need.
problem part_of(const problem& of, const vec<tensor>& values, const selection& chosen);

/// Values from a seed for all sources, as tests have them (tests/graphs/values.hpp).
problem with_random_values(problem of, unsigned seed);

/// A source's first elements along each axis are kept and types inferred anew. `to` has the new shape of each source, by
/// node. Attributes that are the number `old` become `renewed`, where `old` is more than 0; of an op that refuses them all
/// the same, one number gets smaller. Where that does not help there is no graph.
problem resized(const problem& of, const std::vector<shape>& to, std::int64_t old = 0, std::int64_t renewed = 0);

}  // namespace litho::bisector
