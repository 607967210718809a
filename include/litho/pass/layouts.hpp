// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../op/channels_last.hpp"
#include "../op/conv2d.hpp"
#include "../op/dense.hpp"
#include "../op/matmul.hpp"
#include "../op/trans_data.hpp"
#include "../op/transpose.hpp"
#include "../plan/cost.hpp"
#include "pass.hpp"

namespace litho::pass {

/// Chooses memory layouts: activations around the Cube lie in NC1HWC0, weights in the Cube's fractal blocks, and
/// conversions (trans_data) stand only where the layout changes. A value is converted at most once into each layout, a
/// converted value goes back to its original, and elementwise ops, pools and reductions over the image stay in the
/// layout and lanes they are given: a float between convolutions of halves lies in blocks of as many as these. An
/// emulated Cube always takes blocks; a processor reads some images and products plainly, where that is faster. Knows
/// conv2d, matmul and dense by name: they are the Cube's instructions. Needs decompose (no composites).
///
///   x   w                 x       w
///    \ /                  |       |
///   conv2d         trans_data  trans_data
///     |       ->           \   /
///    relu                 conv2d:nc1hwc0
///                            |
///                       relu:nc1hwc0
///                            |
///                        trans_data
struct layouts {
  static constexpr const char* name = "layouts";
  static constexpr bool enabled(const options& o) { return o.layouts; }

  static constexpr ir::graph run(ir::graph g, const context& with) {
    bool any = false;
    for (int at = 0; at < g.size(); ++at) {
      if (g.is<"trans_data">(at)) return g;  // layouts are chosen already
      any = any || g[at].op->kind == category::contraction;
    }
    if (!any) return g;
    work pass(g, with);
    for (int at = 0; at < g.size(); ++at) pass.visit(at);
    for (ir::output& out : g.outputs) pass.copy.map(out.node, pass.plain(pass.copy.at(out.node)));
    return pass.copy.finish();
  }

 private:
  /// Channels up to which the Cube reads a plain image directly: converting would mostly write padding.
  static constexpr std::int64_t few_channels = 4;

  struct work {
    ir::graph& g;
    const context& with;
    ir::rewriter copy;
    vec<int> converted;  // of a node of the result: its other layout, or -1
    vec<bool> pulled;    // of a node of g: whether a user, or what its users feed, takes it in blocks

    constexpr work(ir::graph& graph, const context& given)
        : g(graph), with(given), copy(graph), pulled(graph.nodes.size(), false) {
      for (int at = g.size() - 1; at >= 0; --at) {
        const op_info& op = *g[at].op;
        const bool pointwise = is_pointwise(at);
        if ((g.is<"conv2d">(at) && !pointwise) || op.kind == category::pooling)
          pulled[static_cast<std::size_t>(g.inputs(at)[0])] = true;
        const bool passes_on = pointwise || op.kind == category::elementwise || op.blocked;
        if (!passes_on || !is_pulled(at)) continue;
        for (int input : g.inputs(at)) pulled[static_cast<std::size_t>(input)] = true;
      }
    }

    /// A convolution of single pixels is as fast on plain values, as a product of matrices, if the pixels fill the
    /// lanes: whether what they leave empty costs less than conversions, each of which takes as long as 6 multiply-adds
    /// a channel.
    constexpr bool is_pointwise(int at) const {
      if (!g.is<"conv2d">(at) || with.target.is_emulated()) return false;
      const auto a = g.attributes_as<conv2d_attributes>(at);
      const tensor_type& x = g[g.inputs(at)[0]].type;
      const tensor_type& w = g[g.inputs(at)[1]].type;
      if (w.dims[2] != 1 || w.dims[3] != 1 || a.groups != 1 || a.stride != extent2(1) || a.pad != pads2(0))
        return false;
      const std::int64_t pixels = x.dims[2] * x.dims[3];
      const std::int64_t empty = round_up(pixels, lanes_of(x.element)) - pixels;
      return empty * w.dims[0] * w.dims[1] < 6 * (w.dims[0] + w.dims[1]) * pixels;
    }
    constexpr bool is_pulled(int node) const { return pulled[static_cast<std::size_t>(node)]; }

    constexpr void visit(int at) {
      if (g[at].op->kind == category::source) {
        copy.copy(at);
        return;
      }
      vec<int> inputs;
      for (int input : g.inputs(at)) inputs.push_back(copy.at(input));
      choose(at, inputs);
      const int made =
          copy.result().emit().make(*g[at].op, std::span<const int>(inputs.data(), inputs.size()), g.attributes(at));
      copy.carry(at, made);
      copy.map(at, made);
    }

    constexpr void choose(int at, vec<int>& inputs) {
      const ir::node& node = g[at];
      if (g.is<"conv2d">(at))
        choose_conv2d(at, inputs);
      else if (g.is<"dense">(at))
        choose_product(inputs, format::fractal_z, at);
      else if (g.is<"matmul">(at))
        choose_product(inputs, format::fractal_nz, at);
      else if (node.op->kind == category::elementwise && any_blocked(inputs))
        choose_elementwise(node, inputs);
      else if (!node.op->blocked && !(node.op->kind == category::reduction && folds_image(at)))
        all_plain(inputs);
      else if (node.op->blocked && !stays_blocked(at, inputs))
        all_plain(inputs);
    }

    constexpr void choose_conv2d(int at, vec<int>& inputs) {
      const auto attributes = g.attributes_as<conv2d_attributes>(at);
      const tensor_type& x = g[g.inputs(at)[0]].type;
      const tensor_type& w = g[g.inputs(at)[1]].type;
      const bool depthwise = attributes.groups == x.dims[1] && attributes.groups == w.dims[0];
      const int lanes = lanes_of(x.element);
      if (attributes.groups != 1 && !depthwise && !fills_blocks(w, attributes.groups, lanes)) {
        all_plain(inputs);  // the plain kernel takes groups of any width
        return;
      }
      if (const int source = channels_last(g.inputs(at)[0]); !depthwise && source >= 0) {
        inputs[0] = made_from(source, copy.result().emit().make<"channels_last">({source}));
        inputs[1] = convert(inputs[1], format::fractal_z);
        return;
      }
      if (is_pointwise(at) && !is_pulled(at) && !is_pulled(g.inputs(at)[0]) &&
          type(inputs[0]).layout == format::plain) {
        all_plain(inputs);
        return;
      }
      const bool direct = !with.target.is_emulated() && !depthwise && x.dims[1] <= few_channels &&
                          type(inputs[0]).layout == format::plain;
      if (!direct) inputs[0] = blocked(inputs[0], lanes);
      const bool minimal =
          with.switches.winograd && !with.in_halves() && !with.target.is_emulated() && !depthwise && !direct;
      inputs[1] = convert(inputs[1], minimal ? winograd_weights(at) : format::fractal_z);
    }

    /// Whether no block of an emulated Cube lies in two groups.
    constexpr bool fills_blocks(const tensor_type& w, std::int64_t groups, int lanes) const {
      return with.target.is_emulated() && w.dims[1] % lanes == 0 && w.dims[0] / groups % lanes == 0;
    }

    /// What `node` transposes from [N,H,W,C], if all its channels fit into one block; -1 otherwise.
    constexpr int channels_last(int node) const {
      if (!g.is<"transpose">(node) || g[node].type.rank() != 4 || with.target.is_emulated()) return -1;
      if (g.attributes_as<transpose_attributes>(node).permutation != ints{0, 3, 1, 2}) return -1;
      const int source = copy.at(g.inputs(node)[0]);
      const tensor_type& pixels = type(source);
      return pixels.layout == format::plain && pixels.dims[3] <= lanes_of(pixels.element) ? source : -1;
    }

    /// Tiles of the size that plan::best_winograd_tile finds fastest, for windows of 3x3 side by side.
    constexpr format winograd_weights(int at) const {
      const auto a = g.attributes_as<conv2d_attributes>(at);
      const tensor_type& w = g[g.inputs(at)[1]].type;
      const bool is_float = w.element == dtype::f32 || w.element == dtype::f64;
      if (!is_float || w.dims[2] != 3 || w.dims[3] != 3 || a.stride != extent2(1) || a.dilation != extent2(1))
        return format::fractal_z;
      const int tile = plan::best_winograd_tile(w.dims[0], w.dims[1], g[at].type.dims[2], g[at].type.dims[3]);
      return tile == 4 ? format::winograd_4 : tile == 2 ? format::winograd_2 : format::fractal_z;
    }

    constexpr void choose_product(vec<int>& inputs, format packed_as, int at) {
      all_plain(inputs);
      const tensor_type& x = type(inputs[0]);
      const tensor_type& w = type(inputs[1]);
      const std::int64_t rows = x.rank() < 2 ? 1 : x.dims[x.rank() - 2];
      const bool once = g[g.inputs(at)[1]].when != binding::run;
      // The product takes a [K,N] that changes with every run as it comes. Of a [N,K] a processor makes dot products,
      // which pay for a few rows; the Cube takes it, too.
      if (!once && (packed_as == format::fractal_nz || with.target.is_emulated() || rows < 8)) return;
      const std::int64_t columns = packed_as == format::fractal_nz ? w.dims[w.rank() - 1] : w.dims[0];
      const bool one_row = rows == 1 && !with.target.is_emulated();
      inputs[1] = convert(inputs[1], packed_as, one_row ? lanes_for_one_row(columns, w.element) : 0);
    }

    /// A single row uses each weight once, so that memory sets the pace, and that is fastest in one go: N0 is as many
    /// blocks as there are sums for in registers, or somewhat fewer where the last N0 would be mostly padding.
    constexpr int lanes_for_one_row(std::int64_t columns, dtype element) const {
      const int c0 = lanes_of(element);
      const std::int64_t blocks = round_up(columns, c0) / c0;
      std::int64_t best = 1;
      for (std::int64_t wide = 2; wide <= with.target.blocks_of_one_row(); ++wide)
        if (round_up(blocks, wide) <= round_up(blocks, best) + blocks / 16) best = wide;
      return static_cast<int>(best) * c0;
    }

    constexpr void choose_elementwise(const ir::node& node, vec<int>& inputs) {
      // A cast keeps its input's lanes, which have to be those of its own element type.
      if (node.type.rank() != 4 || !share_lanes(type(inputs[0]).element, node.type.element)) {
        all_plain(inputs);
        return;
      }
      const int lanes = lanes_of_first(inputs);
      for (int& input : inputs) {
        const tensor_type own = type(input);
        if (constant_along_channels(own, 4) && node.type.dims[1] != 1) {
          input = plain(input);
          continue;
        }
        if (own.rank() < 4) {
          reshape_attributes full;
          for (int axis = 0; axis < 4 - own.rank(); ++axis) full.dims.push_back(1);
          for (std::int64_t extent : own.dims) full.dims.push_back(extent);
          input = made_from(input, copy.result().emit().make<"reshape">({input}, full));
        }
        input = blocked(input, lanes);
      }
    }
    /// Whether values of both types lie in blocks of as many lanes: floats of up to 32 bits do, of which a processor
    /// computes all in f32, and which an emulated Cube gives.
    static constexpr bool share_lanes(dtype a, dtype b) {
      const auto is_single = [](dtype each) { return is_float(each) && size_of(each) <= 4; };
      return a == b || (is_single(a) && is_single(b));
    }
    constexpr int lanes_of_first(const vec<int>& inputs) const {
      for (int input : inputs)
        if (type(input).layout != format::plain) return type(input).lanes;
      return 1;
    }

    constexpr bool folds_image(int at) const {
      for (std::int64_t axis : g.attributes_as<reduction_attributes>(at).axes)
        if ((axis < 0 ? axis + g[at].type.rank() : axis) < 2) return false;
      return true;
    }

    /// Whether the op accepts its inputs as they are, all in one blocked layout.
    constexpr bool stays_blocked(int at, const vec<int>& inputs) const {
      vec<tensor_type> types;
      for (int input : inputs) {
        if (type(input).layout == format::plain) return false;
        types.push_back(type(input));
      }
      return g[at].op->infer(std::span<const tensor_type>(types.data(), types.size()), g.attributes(at)).ok();
    }

    constexpr const tensor_type& type(int node) const { return copy.peek()[node].type; }
    constexpr bool any_blocked(const vec<int>& inputs) const {
      for (int input : inputs)
        if (type(input).layout != format::plain) return true;
      return false;
    }
    constexpr void all_plain(vec<int>& inputs) {
      for (int& input : inputs) input = plain(input);
    }
    constexpr int plain(int node) { return convert(node, format::plain); }
    constexpr int blocked(int node, int lanes) {
      if (type(node).layout == format::nc1hwc0 && type(node).lanes != lanes) node = plain(node);
      return convert(node, format::nc1hwc0, lanes);
    }

    /// C0 of such numbers: of what a processor computes them in, since blocks are what it computes at a time.
    constexpr int lanes_of(dtype element) const {
      const bool is_short = is_float(element) && size_of(element) < 4;
      return with.target.c0(is_short && !with.target.is_emulated() ? dtype::f32 : element);
    }

    constexpr int convert(int node, format layout, int wide_lanes = 0) {
      if (type(node).layout == layout) return node;
      if (layout != format::plain) node = plain(node);  // no conversion leads from blocks to other blocks
      const int lanes = layout == format::plain ? 1 : wide_lanes > 0 ? wide_lanes : lanes_of(type(node).element);
      if (static_cast<std::size_t>(node) < converted.size() && converted[static_cast<std::size_t>(node)] >= 0) {
        const int other = converted[static_cast<std::size_t>(node)];
        if (type(other).layout == layout && type(other).lanes == lanes) return other;
      }
      const trans_data_attributes attributes{static_cast<std::int64_t>(layout), lanes};
      const int made = made_from(node, copy.result().emit().make<"trans_data">({node}, attributes));
      converted.resize(copy.result().nodes.size(), -1);
      converted[static_cast<std::size_t>(node)] = made;
      converted[static_cast<std::size_t>(made)] = node;
      return made;
    }

    constexpr int made_from(int node, int made) {
      const binding when = copy.result()[node].when;
      copy.result()[made].when = when == binding::compile ? binding::load : when;
      return made;
    }
  };
};

}  // namespace litho::pass
