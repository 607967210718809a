// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <utility>
#include <vector>

namespace litho::reporter {

struct point {
  double x = 0;
  double y = 0;
};

/// A directed graph without cycles to be drawn from top to bottom. Edges lead from a box to one with a higher number.
struct layered_input {
  std::vector<point> sizes;  ///< of each box
  std::vector<std::pair<int, int>> edges;
};

struct layered {
  std::vector<point> centres;             ///< of each box
  std::vector<std::vector<point>> paths;  ///< of each edge: where it leaves, turns and arrives
  point size;
};

/// Places boxes in layers (Sugiyama and others, "Methods for visual understanding of hierarchical system structures",
/// 1981): each below all that lead to it, edges around the boxes between, few crossings, no two boxes overlapping.
layered layout(const layered_input& of);

}  // namespace litho::reporter
