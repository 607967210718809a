// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../op/cast.hpp"
#include "../op/conv2d.hpp"
#include "../plan/access.hpp"
#include "../plan/arithmetic.hpp"
#include "pass.hpp"

namespace litho::pass {

/// Gives each node the kernel it runs in. A node joins the kernel of one of its inputs when the kernel can hold it and no path leads
/// out of the kernel and back into the node. A kernel holds
///   a Cube op or a pool, and elementwise ops of its shape behind it (its epilogue); or
///   elementwise ops of one shape, reductions of that shape over one set of axes, and elementwise ops of what is left; or
///   one movement.
/// Halves that are computed with as floats become floats where they are loaded: each reader has a cast of its own.
/// Required: every node needs a kernel. With options::fuse off only nodes of one origin join: one kernel for each op as written.
///
///   x   w   b               x   w   b
///    \ /   /                 \  |  /
///   conv2d/                  [conv2d]
///     |  /          ->       [ add  ]  kernel 0
///    add                     [ relu ]
///     |
///    relu
struct fuse {
  static constexpr const char* name = "fuse";
  static constexpr bool enabled(const options&) { return true; }

  static constexpr ir::graph run(ir::graph g, const context& with) {
    const bool across_origins = with.switches.fuse;
    vec<bool> loaded;
    if (across_origins) {
      g = with_own_casts(std::move(g));
      loaded = casts_of_loads(g);
    }
    work pass(g, loaded);
    for (int at = 0; at < g.size(); ++at) pass.visit(at, across_origins);
    return g;
  }

 private:
  /// Nodes of one kernel at most: what stays in registers and in a readable symbol.
  static constexpr int most_nodes = 24;
  static constexpr int most_operands = 16;

  /// Which nodes are casts from halves that a kernel left to floats that elementwise ops and reductions alone read.
  static constexpr vec<bool> casts_of_loads(const ir::graph& g) {
    vec<bool> result(g.nodes.size());
    bool any = false;
    for (int at = 0; at < g.size(); ++at) {
      if (!g.is<"cast">(at) || g[at].type.element != dtype::f32 || g[at].controls.count > 0) continue;
      const ir::node& from = g[g.inputs(at)[0]];
      any |= result[static_cast<std::size_t>(at)] =
          is_float(from.type.element) && size_of(from.type.element) == 2 && from.op->kind != category::source;
    }
    if (!any) return result;
    vec<bool> read(g.nodes.size());
    for (int at = 0; at < g.size(); ++at) {
      const bool reads = g[at].op->kind == category::elementwise || g[at].op->kind == category::reduction;
      for (int input : g.inputs(at)) (reads ? read : result)[static_cast<std::size_t>(input)] = reads;
      for (int before : g.controls(at)) result[static_cast<std::size_t>(before)] = false;
    }
    for (const ir::output& out : g.outputs) result[static_cast<std::size_t>(out.node)] = false;
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = result[i] && read[i];
    return result;
  }
  /// Gives each reader of such a cast one of its own.
  static constexpr ir::graph with_own_casts(ir::graph g) {
    const vec<bool> loaded = casts_of_loads(g);
    vec<int> reader(g.nodes.size(), -1);  // the last one
    bool is_shared = false;
    for (int at = 0; at < g.size(); ++at)
      for (int input : g.inputs(at)) {
        int& last = reader[static_cast<std::size_t>(input)];
        is_shared = is_shared || (loaded[static_cast<std::size_t>(input)] && last >= 0 && last != at);
        last = at;
      }
    if (!is_shared) return g;
    ir::rewriter copy(g);
    for (int& each : reader) each = -1;
    for (int at = 0; at < g.size(); ++at) {
      if (loaded[static_cast<std::size_t>(at)]) continue;
      for (int input : g.inputs(at)) {
        int& last = reader[static_cast<std::size_t>(input)];
        if (loaded[static_cast<std::size_t>(input)] && last != at) copy.copy(input);
        last = at;
      }
      copy.copy(at);
    }
    return copy.finish();
  }

  struct group {
    tensor_type iteration;              // what it loops over
    std::uint32_t folded = 0;           // stored axes that its reductions fold
    bool is_vector = false;             // elementwise and reductions; otherwise a Cube op or pool with epilogue
    bool is_image = false;              // a convolution or pool: its epilogue walks image and channel apart
    bool is_closed = false;             // a movement or direct op: takes no other node
    dtype arithmetic = dtype::boolean;  // of bools until one node computes in another
    binding when = binding::run;
    vec<int> nodes;
    int operands = 0;
    vec<std::uint64_t> behind;  // bit per kernel: which kernels this one needs
  };

  struct work {
    ir::graph& g;
    const vec<bool>& loaded;  // casts that join the kernel of their reader
    vec<group> groups;

    constexpr work(ir::graph& graph, const vec<bool>& casts) : g(graph), loaded(casts) {
      for (ir::node& node : g.nodes) node.kernel = -1;
    }

    constexpr void visit(int at, bool across_origins) {
      if (g[at].op->kind == category::source || waits(at)) return;
      place(at, across_origins);
    }
    constexpr bool waits(int at) const { return !loaded.empty() && loaded[static_cast<std::size_t>(at)]; }

    constexpr void place(int at, bool across_origins) {
      const dtype arithmetic = plan::arithmetic_of(g, at);
      int best = -1;
      if (g[at].op->kind == category::elementwise || g[at].op->kind == category::reduction)
        for (int input : g.inputs(at)) {
          const int kernel = kernel_of(input);
          const bool allowed = across_origins || (g[at].origin >= 0 && g[at].origin == g[input].origin);
          if (kernel > best && allowed && can_join(at, kernel, arithmetic) && casts_can_join(at, kernel)) best = kernel;
        }
      if (best < 0) best = open(at);
      for (int input : g.inputs(at)) {
        if (!waits(input) || g[input].kernel >= 0) continue;
        if (computes_alike(arithmetic, dtype::f32) && can_join(input, best, dtype::f32))
          join(input, best, dtype::f32);
        else
          place(input, across_origins);
      }
      join(at, best, arithmetic);
    }
    /// A cast that waits for its reader stands where its input does.
    constexpr int kernel_of(int node) const {
      return g[node].kernel < 0 && waits(node) ? g[g.inputs(node)[0]].kernel : g[node].kernel;
    }

    /// A cast of what lies in the kernel must not be left outside of it.
    constexpr bool casts_can_join(int at, int kernel) const {
      std::size_t waiting = 0;
      for (int input : g.inputs(at)) {
        if (!waits(input) || g[input].kernel >= 0) continue;
        ++waiting;
        if (kernel_of(input) == kernel && !can_join(input, kernel, dtype::f32)) return false;
      }
      return groups[static_cast<std::size_t>(kernel)].nodes.size() + waiting < most_nodes;
    }

    constexpr int open(int at) {
      const op_info& op = *g[at].op;
      group opened;
      opened.is_vector = op.kind == category::elementwise || op.kind == category::reduction;
      opened.is_image = op.kind == category::pooling || g.is<"conv2d">(at);
      opened.is_closed = op.kind == category::movement || op.kind == category::direct;
      opened.iteration = op.kind == category::reduction ? g[g.inputs(at)[0]].type : g[at].type;
      opened.when = g[at].when;
      groups.push_back(std::move(opened));
      return static_cast<int>(groups.size()) - 1;
    }

    constexpr void join(int at, int kernel, dtype arithmetic) {
      group& into = groups[static_cast<std::size_t>(kernel)];
      g[at].kernel = kernel;
      into.nodes.push_back(at);
      if (into.arithmetic == dtype::boolean) into.arithmetic = arithmetic;
      if (g[at].op->kind == category::reduction) into.folded = folded_axes(at);
      bool grew = false;
      for (int input : g.inputs(at)) {
        if (g[input].kernel == kernel) continue;
        ++into.operands;
        grew |= need(into, g[input].kernel);
      }
      for (int before : g.controls(at)) grew |= need(into, g[before].kernel);
      if (!grew || into.nodes.size() == 1) return;
      for (group& other : groups)  // what stands behind this kernel stands behind all that need it
        if (other.behind.size() > static_cast<std::size_t>(kernel) / 64 && has(other.behind, kernel))
          unite(other.behind, into.behind);
    }

    constexpr bool can_join(int at, int kernel, dtype arithmetic) const {
      if (kernel < 0) return false;
      const group& into = groups[static_cast<std::size_t>(kernel)];
      if (into.is_closed || into.when != g[at].when || into.nodes.size() >= most_nodes) return false;
      if (!computes_alike(arithmetic, into.arithmetic)) return false;
      if (into.operands + g[at].inputs.count > most_operands) return false;
      const bool folds = g[at].op->kind == category::reduction;
      if (folds ? !reduction_fits(at, into) : !elementwise_fits(at, kernel, into)) return false;
      for (int input : g.inputs(at))
        if (kernel_of(input) != kernel && needs(kernel_of(input), kernel)) return false;
      for (int before : g.controls(at))
        if (g[before].kernel == kernel || needs(g[before].kernel, kernel)) return false;
      return true;
    }

    constexpr bool reduction_fits(int at, const group& into) const {
      const int input = g.inputs(at)[0];
      if (!into.is_vector || plan::level_of(g[input].type, into.iteration, into.folded) != plan::level::full)
        return false;
      const std::uint32_t folds = folded_axes(at);
      if (into.folded != 0) return into.folded == folds;
      for (int node : into.nodes)
        for (int operand : g.inputs(node))
          if (!folds_in_one_walk(g[operand].type, into.iteration, folds)) return false;
      return true;
    }

    constexpr bool elementwise_fits(int at, int kernel, const group& into) const {
      const plan::level own = plan::level_of(g[at].type, into.iteration, into.folded);
      if (own == plan::level::other || (own == plan::level::row && !into.is_vector)) return false;
      for (int input : g.inputs(at)) {
        const tensor_type& type = g[input].type;
        const plan::level level = plan::level_of(type, into.iteration, into.folded);
        // A node of row level computes once a row, so it cannot take in what varies within the row.
        if (own == plan::level::row && level == plan::level::full) return false;
        if (kernel_of(input) == kernel && level == plan::level::other) return false;
        if (into.is_vector ? !folds_in_one_walk(type, into.iteration, into.folded) : !walks_with_epilogue(type, into))
          return false;
      }
      return true;
    }

    /// The folded axes are one loop, in all operands. Between them there may be others of size 1.
    static constexpr bool folds_in_one_walk(const tensor_type& type, const tensor_type& iteration,
                                            std::uint32_t folds) {
      if (folds == 0) return true;
      int first = 0;
      while ((folds >> first & 1U) == 0) ++first;
      int last = first;
      while (folds >> last != 0) ++last;
      return one_walk(iteration.stored_dims(), plan::access_strides(type, iteration), first, last);
    }

    /// Epilogues walk the pixels of a blocked image, and the batch axes of a product, with one index.
    static constexpr bool walks_with_epilogue(const tensor_type& type, const group& into) {
      const shape all = into.iteration.stored_dims();
      const ints strides = plan::access_strides(type, into.iteration);
      if (into.iteration.layout == format::nc1hwc0) return one_walk(all, strides, 2, 4);
      return into.is_image || one_walk(all, strides, 0, all.count - 2);
    }

    static constexpr bool one_walk(const shape& all, const ints& strides, int first, int last) {
      std::int64_t inner = -1;  // stride of the walk so far times its extent
      for (int axis = last - 1; axis >= first; --axis) {
        if (all[axis] == 1) continue;
        if (inner >= 0 && strides[axis] != inner) return false;
        inner = strides[axis] * all[axis];
      }
      return true;
    }

    /// One kernel computes in one type. Bools fit into all.
    static constexpr bool computes_alike(dtype a, dtype b) {
      return a == b || a == dtype::boolean || b == dtype::boolean;
    }

    constexpr std::uint32_t folded_axes(int at) const {
      std::uint32_t bits = 0;
      const tensor_type& type = g[g.inputs(at)[0]].type;
      for (std::int64_t axis : g.attributes_as<reduction_attributes>(at).axes)
        bits |= 1U << (axis < 0 ? axis + type.rank() : axis);
      return bits;
    }

    /// Notes that `into` needs `kernel` and all behind it; whether that was news.
    constexpr bool need(group& into, int kernel) const {
      if (kernel < 0 || has(into.behind, kernel)) return false;
      const auto word = static_cast<std::size_t>(kernel) / 64;
      if (into.behind.size() <= word) into.behind.resize(word + 1);
      into.behind[word] |= std::uint64_t{1} << (kernel % 64);
      unite(into.behind, groups[static_cast<std::size_t>(kernel)].behind);
      return true;
    }
    constexpr bool needs(int kernel, int wanted) const {
      return kernel >= 0 && has(groups[static_cast<std::size_t>(kernel)].behind, wanted);
    }
    static constexpr bool has(const vec<std::uint64_t>& bits, int kernel) {
      const auto word = static_cast<std::size_t>(kernel) / 64;
      return word < bits.size() && (bits[word] >> (kernel % 64) & 1U) != 0;
    }
    static constexpr void unite(vec<std::uint64_t>& into, const vec<std::uint64_t>& more) {
      if (more.size() > into.size()) into.resize(more.size());
      for (std::size_t i = 0; i < more.size(); ++i) into[i] |= more[i];
    }
  };
};

}  // namespace litho::pass
