// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../npu/attention.hpp"
#include "../npu/convolve_blocked.hpp"
#include "../npu/convolve_plain.hpp"
#include "../npu/matmul.hpp"
#include "../npu/pool.hpp"
#include "../npu/winograd.hpp"
#include "../op/attention.hpp"
#include "../op/avg_pool2d.hpp"
#include "../op/conv2d.hpp"
#include "../op/dense.hpp"
#include "../op/matmul.hpp"
#include "../op/max_pool2d.hpp"
#include "../plan/plan.hpp"

namespace litho::exec {

/// What a Cube or pooling kernel needs to know of its root node: types of its inputs and output, and its attributes.
struct root_view {
  const op_info* op = nullptr;
  tensor_type left{};
  tensor_type right{};
  tensor_type out{};
  std::span<const std::int64_t> attributes{};
};

constexpr root_view view_of(const ir::graph& g, int node) {
  const stretch<const int> inputs = g.inputs(node);
  return {g[node].op, g[inputs[0]].type, inputs.size() > 1 ? g[inputs[1]].type : tensor_type{}, g[node].type,
          g.attributes(node)};
}

constexpr npu::convolution convolution_of(const root_view& root, const device& on) {
  const auto a = unpacked<conv2d_attributes>(root.attributes);
  const auto size = [](std::int64_t value) { return static_cast<int>(value); };
  const int lanes = on.c0(root.left.element);
  return {.batch = size(root.left.dims[0]),
          .channels = size(root.left.dims[1]),
          .height = size(root.left.dims[2]),
          .width = size(root.left.dims[3]),
          .out = size(root.out.dims[1]),
          .kernel_height = size(root.right.dims[2]),
          .kernel_width = size(root.right.dims[3]),
          .stride_height = size(a.stride.height),
          .stride_width = size(a.stride.width),
          .pad_top = size(a.pad.top),
          .pad_left = size(a.pad.left),
          .dilation_height = size(a.dilation.height),
          .dilation_width = size(a.dilation.width),
          .groups = size(a.groups),
          .out_height = size(root.out.dims[2]),
          .out_width = size(root.out.dims[3]),
          .lanes = lanes,
          .input_lanes = root.left.layout != format::plain && root.left.lanes != lanes ? int{root.left.lanes} : 0,
          .input = root.left.layout};
}

/// A plain convolution of single pixels: weights [O,C] times pictures [C,H*W].
constexpr npu::matrix_product product_of(const npu::convolution& g) {
  return {.batch = g.batch,
          .rows = g.out,
          .inner = g.channels,
          .columns = g.height * g.width,
          .right_step = g.channels * g.height * g.width,
          .lanes = g.lanes,
          .right_lanes = g.lanes};
}

/// Offsets of the matrices of a batch: along the output's batch axes, 0 where an operand repeats.
struct batch_walk {
  shape extents;
  ints left;
  ints right;

  constexpr bool is_even(const ints& steps, std::int64_t& step) const {
    std::int64_t expected = -1;
    step = 0;
    for (int axis = extents.count - 1; axis >= 0; --axis) {
      if (extents[axis] == 1) continue;
      if (expected < 0)
        step = steps[axis];
      else if (steps[axis] != expected)
        return false;
      expected = steps[axis] * extents[axis];
    }
    return true;
  }
};

constexpr batch_walk batches_of(const root_view& root) {
  batch_walk walk;
  const int rank = root.out.rank();
  const bool shared = root.op->view() == "dense";
  for (int axis = 0; axis < rank - 2; ++axis) walk.extents.push_back(root.out.dims[axis]);
  const auto steps = [&](const tensor_type& of, std::int64_t matrix) {
    shape batch;
    for (int axis = 0; axis < of.rank() - 2; ++axis) batch.push_back(of.dims[axis]);
    ints result = broadcast_strides(batch, walk.extents);
    for (std::int64_t& each : result) each *= matrix;
    return result;
  };
  if (walk.extents.empty()) return walk;
  walk.left = steps(root.left, root.left.dims[root.left.rank() - 2] * root.left.dims[root.left.rank() - 1]);
  walk.right.count = walk.extents.count;
  if (!shared) {
    const tensor_type& r = root.right;
    const std::int64_t columns =
        r.layout == format::plain ? r.dims[r.rank() - 1] : round_up(r.dims[r.rank() - 1], r.lanes);
    walk.right = steps(r, r.dims[r.rank() - 2] * columns);
  }
  return walk;
}

/// A product, or one matrix of it (batch = 1) where the batch's operands do not lie in even steps.
constexpr npu::matrix_product product_of(const root_view& root, const device& on) {
  const bool dense = root.op->view() == "dense";
  const int rank = root.out.rank();
  npu::matrix_product g;
  g.rows = rank < 2 ? 1 : static_cast<int>(root.out.dims[rank - 2]);
  g.columns = static_cast<int>(root.out.dims[rank - 1]);
  g.inner = static_cast<int>(root.left.dims[root.left.rank() - 1]);
  g.right = root.right.layout;
  g.transposed = dense && root.right.layout == format::plain;
  g.lanes = on.c0(root.left.element);
  g.right_lanes = root.right.layout == format::plain ? g.lanes : root.right.lanes;
  const batch_walk walk = batches_of(root);
  std::int64_t left = 0;
  std::int64_t right = 0;
  if (walk.is_even(walk.left, left) && walk.is_even(walk.right, right)) {
    g.batch = static_cast<int>(walk.extents.product());
    g.left_step = static_cast<int>(left);
    g.right_step = static_cast<int>(right);
  }
  return g;
}

/// Attention: one matrix of queries, and which matrices of the operands belong to each of the output.
struct attention_geometry {
  npu::attention_shape matrix{};
  int element_bytes = 4;
  shape extents;            ///< of the batch
  attention_walk walks[4];  ///< of queries, keys, values and mask

  constexpr ints batch_index(std::int64_t which) const {
    ints at;
    at.count = extents.count;
    for (int axis = extents.count - 1; axis >= 0; --axis) {
      at[axis] = which % extents[axis];
      which /= extents[axis];
    }
    return at;
  }
  /// Bands of rows of all matrices.
  constexpr std::int64_t units() const {
    return extents.product() * npu::detail::plan_of(matrix, element_bytes).bands.parts;
  }

  friend constexpr bool operator==(const attention_geometry&, const attention_geometry&) = default;
};

constexpr attention_geometry attention_of(std::span<const tensor_type> in, const tensor_type& out,
                                          const attention_attributes& a, const device& on) {
  const auto from_end = [](const tensor_type& type, int back) {
    return static_cast<int>(type.dims[type.rank() - back]);
  };
  attention_geometry g;
  g.element_bytes = static_cast<int>(size_of(out.element));
  g.matrix = {.rows = from_end(in[0], 2),
              .keys = from_end(in[2], 2),
              .depth = from_end(in[0], 1),
              .width = from_end(in[2], 1),
              .scale = a.scale,
              .turned = a.turned,
              .masked = in.size() == 4,
              .lanes = on.c0(out.element)};
  for (int axis = 0; axis < out.rank() - 2; ++axis) g.extents.push_back(out.dims[axis]);
  for (std::size_t i = 0; i < in.size(); ++i) g.walks[i] = attention_walk_of(in[i].dims, out.dims);
  if (in.size() < 4) return g;
  shape matrix{g.matrix.rows, g.matrix.keys};
  const shape& mask = in[3].dims;
  const ints strides = broadcast_strides(mask, broadcast(mask, matrix));
  g.matrix.mask_row = static_cast<int>(strides[strides.count - 2]);
  g.matrix.mask_column = static_cast<int>(strides[strides.count - 1]);
  return g;
}
constexpr attention_geometry attention_of(const ir::graph& g, int node, const device& on) {
  vec<tensor_type> inputs;
  for (int input : g.inputs(node)) inputs.push_back(g[input].type);
  return attention_of(std::span<const tensor_type>(inputs.data(), inputs.size()), g[node].type,
                      g.attributes_as<attention_attributes>(node), on);
}

constexpr npu::pooling_window window_of(const root_view& root, const device& on) {
  const auto size = [](std::int64_t value) { return static_cast<int>(value); };
  const bool average = root.op->view() == "avg_pool2d";
  avg_pool2d_attributes a;
  if (average) {
    a = unpacked<avg_pool2d_attributes>(root.attributes);
  } else {
    const auto given = unpacked<max_pool2d_attributes>(root.attributes);
    a = {given.kernel, given.stride, given.pad, false};
  }
  const extent2 stride = window_stride(a.kernel, a.stride);
  return {.batch = size(root.left.dims[0]),
          .channels = size(root.left.dims[1]),
          .height = size(root.left.dims[2]),
          .width = size(root.left.dims[3]),
          .kernel_height = size(a.kernel.height),
          .kernel_width = size(a.kernel.width),
          .stride_height = size(stride.height),
          .stride_width = size(stride.width),
          .pad_top = size(a.pad.top),
          .pad_left = size(a.pad.left),
          .out_height = size(root.out.dims[2]),
          .out_width = size(root.out.dims[3]),
          .lanes = on.c0(root.left.element),
          .count_padding = a.count_padding};
}

constexpr std::int64_t direct_scratch(const ir::graph& g, int node) {
  const vec<tensor_type> types = g.input_types(node);
  return g[node].op->scratch(std::span<const tensor_type>(types.data(), types.size()), g[node].type,
                             g.attributes(node));
}

/// Bytes of scratch that the kernel of a Cube or direct op needs; the planner asks before it lays out the arena.
constexpr std::int64_t workspace_bytes(const ir::graph& g, int node, const device& on) {
  if (g[node].op->scratch != nullptr)
    return direct_scratch(g, node) * size_of(dtype::f64);                       // enough for either kind of real
  if (g[node].op->kind != category::contraction || on.is_emulated()) return 0;  // whose Cube has buffers of its own
  const root_view root = view_of(g, node);
  const dtype element = root.out.element;
  std::int64_t elements = 0;
  if (g.is<"attention">(node)) {
    elements = npu::workspace_elements(attention_of(g, node, on).matrix, element);
  } else if (!g.is<"conv2d">(node)) {
    elements = npu::workspace_elements(product_of(root, on), element);
  } else {
    const npu::convolution c = convolution_of(root, on);
    const bool blocked = root.out.layout == format::nc1hwc0;
    if (!blocked) elements = npu::plain_workspace_elements(c, element);
    if (!blocked && c.is_pointwise()) {
      const std::int64_t of_product = npu::workspace_elements(product_of(c), element);
      elements = of_product > elements ? of_product : elements;
    }
    if (const int tile = winograd_tile(root.right.layout); tile > 0)
      elements = npu::winograd_workspace_elements(c, tile, element);
    else if (blocked && c.groups == 1)
      elements = npu::workspace_elements(c, element);
  }
  return elements * size_of(element);
}

}  // namespace litho::exec
