// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../op/param.hpp"
#include "../op/softmax.hpp"
#include "plan.hpp"

namespace litho::plan {

/// Scores that attention computes on its way: one for each query and key.
constexpr std::int64_t scores(const ir::graph& g, int node) {
  if (g[node].op->name != std::string_view("attention")) return 0;
  const tensor_type& values = g[g.inputs(node)[2]].type;
  return g[node].type.elements() / values.dims[values.rank() - 1] * values.dims[values.rank() - 2];
}

/// Multiply-adds of a contraction: output elements times the length of each sum.
constexpr std::int64_t multiply_adds(const ir::graph& g, int node) {
  if (g[node].op->kind != category::contraction) return 0;
  if (const std::int64_t all = scores(g, node); all > 0) {
    const tensor_type& queries = g[g.inputs(node)[0]].type;
    return all * (queries.dims[queries.rank() - 1] + g[node].type.dims[g[node].type.rank() - 1]);
  }
  const tensor_type& w = g[g.inputs(node)[1]].type;
  const tensor_type& out = g[node].type;
  // Sums run over all of a weight but its outputs; for a matrix [..., K, N] over K.
  const bool matrix = out.rank() >= 1 && w.rank() >= 2 && g[node].op->name == std::string_view("matmul");
  const std::int64_t length = matrix ? w.dims[w.rank() - 2] : w.dims[0] == 0 ? 0 : w.elements() / w.dims[0];
  return out.elements() * length;
}

/// Work and traffic of one kernel.
constexpr void measure(const plan& p, kernel& k) {
  k.multiply_adds = k.operations = k.bytes_read = k.bytes_written = 0;
  for (int node : p.nodes_of(k)) {
    k.multiply_adds += multiply_adds(p.graph, node);
    const op_info& op = *p.graph[node].op;
    const tensor_type& over =
        op.kind == category::reduction ? p.graph[p.graph.inputs(node)[0]].type : p.graph[node].type;
    if (op.unit == engine::vector) k.operations += over.elements() * op.work;
    k.operations += scores(p.graph, node) * info_of<"softmax">.work;
    for (int input : p.graph.inputs(node)) {
      bool inside = false;
      for (int other : p.nodes_of(k)) inside = inside || other == input;
      if (!inside) k.bytes_read += p.graph[input].type.bytes();
    }
    if (p.values[static_cast<std::size_t>(node)].buffer >= 0) k.bytes_written += p.graph[node].type.bytes();
  }
}

/// Winograd's tile (4 or 2 outputs wide) for a 3x3 convolution of `in` channels to `out` channels of height x width, 0
/// where the direct way is faster. Counted in multiply-adds: a product for each of (tile + 2) squared points;
/// transforms, which take as long as 12 of them a point and channel; and weights, which take as long as 8 on their way
/// from afar, those of the direct way as 3 since they are read in one go. Measured on Zen 5 for 16 to 512 channels of
/// 56 to 7 rows.
constexpr int best_winograd_tile(std::int64_t out, std::int64_t in, std::int64_t height, std::int64_t width) {
  int best = 0;
  std::int64_t least = (height * width + 3) * 9 * in * out;
  for (int tile : {2, 4}) {
    const std::int64_t tiles = ((height + tile - 1) / tile) * ((width + tile - 1) / tile);
    const std::int64_t points = (tile + 2) * (tile + 2);
    const std::int64_t cost = points * (tiles * (in * out + 12 * (in + out)) + 8 * in * out);
    if (cost >= least) continue;
    least = cost;
    best = tile;
  }
  return best;
}

constexpr std::int64_t rounds(std::int64_t amount, std::int64_t each) {
  return each <= 0 ? 0 : (amount + each - 1) / each;
}

/// Cycles of one kernel on the target: its arithmetic or its memory traffic, whichever takes longer, spread over the
/// cores. An estimate for comparing plans, without start-up costs.
constexpr std::int64_t cycles(const device& on, const kernel& k) {
  const std::int64_t cube_step = std::int64_t{on.cube_m} * on.cube_k * on.cube_n;
  const std::int64_t cube = rounds(rounds(k.multiply_adds, cube_step), on.cube_cores);
  const std::int64_t bytes_per_operation = size_of(k.arithmetic);
  const std::int64_t vector = rounds(rounds(k.operations * bytes_per_operation, on.vector_bytes), on.vector_cores);
  const std::int64_t cores = k.unit == engine::cube ? on.cube_cores : on.vector_cores;
  const std::int64_t memory = rounds(k.bytes_read + k.bytes_written, on.memory_bytes_per_cycle * cores);
  const std::int64_t arithmetic = cube + vector;
  return arithmetic > memory ? arithmetic : memory;
}

/// The sums over all kernels; sizes of arena and weights are set by whoever lays memory out.
constexpr void total(plan& p) {
  statistics& sum = p.totals;
  sum.nodes = p.graph.size();
  sum.kernels = sum.load_kernels = 0;
  sum.multiply_adds = sum.bytes_moved = sum.cycles = sum.parameters = sum.constant_bytes = 0;
  for (const kernel& k : p.kernels) {
    if (k.when != binding::run) {
      ++sum.load_kernels;
      continue;
    }
    ++sum.kernels;
    sum.multiply_adds += k.multiply_adds;
    sum.bytes_moved += k.bytes_read + k.bytes_written;
    sum.cycles += cycles(p.target, k);
  }
  for (const ir::node& node : p.graph.nodes)
    if (node.op == &info_of<"param">) sum.parameters += node.type.elements();
  for (const buffer& b : p.buffers)
    if (b.where == place::constant) sum.constant_bytes += b.bytes;
}

}  // namespace litho::plan
