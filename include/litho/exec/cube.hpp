// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../npu/depthwise.hpp"
#include "epilogue.hpp"
#include "frozen.hpp"
#include "geometry.hpp"

namespace litho::exec {

namespace detail {

template <class Plan, int K>
consteval root_view root_of() {
  constexpr int at = Plan::plan.kernels[K].root;
  const ir::node& node = Plan::plan.nodes[at];
  const auto input = [&](int i) { return Plan::plan.nodes[Plan::plan.links[node.inputs.first + i]].type; };
  return {node.op, input(0), node.inputs.count > 1 ? input(1) : tensor_type{}, node.type,
          std::span<const std::int64_t>(Plan::plan.numbers + node.attributes.first,
                                        static_cast<std::size_t>(node.attributes.count))};
}

/// An epilogue whose first coordinate is shifted: one matrix of a batch.
template <class Epilogue>
struct shifted {
  Epilogue& inner;
  std::int64_t by;
  EIGEN_STRONG_INLINE void operator()(const auto& value, std::int64_t d0, std::int64_t d1, std::int64_t d2,
                                      std::int64_t start, std::int64_t count) const {
    inner(value, d0 + by, d1, d2, start, count);
  }
};

template <class Plan, int K>
consteval attention_geometry attention_at() {
  const ir::node& node = Plan::plan.nodes[Plan::plan.kernels[K].root];
  tensor_type inputs[4];
  for (int i = 0; i < node.inputs.count; ++i)
    inputs[i] = Plan::plan.nodes[Plan::plan.links[node.inputs.first + i]].type;
  return attention_of(std::span<const tensor_type>(inputs, static_cast<std::size_t>(node.inputs.count)), node.type,
                      unpacked<attention_attributes>(std::span<const std::int64_t>(
                          Plan::plan.numbers + node.attributes.first, static_cast<std::size_t>(node.attributes.count))),
                      Plan::plan.target);
}

/// An epilogue over rows and columns for results that come by pixels, which follow each other from row to row.
template <class Epilogue>
struct by_pixels {
  Epilogue& inner;
  EIGEN_STRONG_INLINE void operator()(const auto& value, std::int64_t n, std::int64_t, std::int64_t o,
                                      std::int64_t start, std::int64_t count) const {
    inner(value, n, o, 0, start, count);
  }
};
/// Whether they do for all operands of a program over rows of `width`.
template <class Program>
constexpr bool rows_follow(const Program& of, std::int64_t width) {
  for (const walk& each : of.operands)
    if (!each.strides.empty() && each.strides[2] != each.strides[3] * width) return false;
  return true;
}

/// Matrices whose operands repeat along some of the batch axes only, one after the other. Workers share the matrices.
template <npu::matrix_product G, class T, class Epilogue, class Share>
void uneven_batch(const batch_walk& walk, const T* left, const T* right, T* workspace, Epilogue& epilogue, Share part) {
  const npu::range<std::int64_t> matrices = part.of(walk.extents.product());
  for (std::int64_t at = matrices.first; at < matrices.last; ++at) {
    std::int64_t rest = at;
    std::int64_t left_offset = 0;
    std::int64_t right_offset = 0;
    for (int axis = walk.extents.count - 1; axis >= 0; --axis) {
      left_offset += rest % walk.extents[axis] * walk.left[axis];
      right_offset += rest % walk.extents[axis] * walk.right[axis];
      rest /= walk.extents[axis];
    }
    npu::matmul<T, G>(left + left_offset, right + right_offset, workspace, shifted<Epilogue>{epilogue, at});
  }
}

}  // namespace detail

/// Attention: workers share the bands of rows of all matrices.
template <attention_geometry G, class T, class Epilogue, class Share>
void attention_kernel(void* const* memory, T* workspace, Epilogue& epilogue, Share part) {
  static constexpr attention_geometry g = G;  // clang 19 aligns a template argument to one byte
  using kernel = npu::attention<T, G.matrix>;
  const auto* const queries = static_cast<const T*>(memory[0]);
  const auto* const keys = static_cast<const T*>(memory[1]);
  const auto* const values = static_cast<const T*>(memory[2]);
  const auto* const mask = G.matrix.masked ? static_cast<const T*>(memory[3]) : nullptr;
  const npu::range<std::int64_t> units = part.of(g.units());
  kernel run(workspace);
  std::int64_t met[2] = {-1, -1};
  for (std::int64_t unit = units.first; unit < units.last; ++unit) {
    const std::int64_t matrix = unit / kernel::bands;
    const ints at = g.batch_index(matrix);
    const std::int64_t now[2] = {g.walks[1].offset(at), g.walks[2].offset(at)};
    if (now[0] != met[0] || now[1] != met[1]) run.meet(keys + now[0], values + now[1]);
    met[0] = now[0];
    met[1] = now[1];
    detail::shifted<Epilogue> finish{epilogue, matrix};
    run.band(static_cast<int>(unit % kernel::bands), queries + g.walks[0].offset(at),
             G.matrix.masked ? mask + g.walks[3].offset(at) : nullptr, finish);
  }
}

/// Runs the kernel of a Cube op or a pool: its own inputs are the first operands, the others belong to the epilogue.
template <class Plan, int K, class Key, class T, class Share>
void cube_kernel(void* const* memory, T* workspace, Share part) {
  constexpr plan::kernel k = Plan::plan.kernels[K];
  constexpr device on = Plan::plan.target;
  constexpr tensor_type out = Plan::plan.nodes[k.root].type;
  constexpr bool blocked = out.layout == format::nc1hwc0;
  epilogue<Key, T> finish(memory);
  const T* const left = static_cast<const T*>(memory[0]);
  const T* const right = k.kind == plan::family::pooling ? nullptr : static_cast<const T*>(memory[1]);
  if constexpr (k.kind == plan::family::convolution) {
    constexpr npu::convolution g = convolution_of(detail::root_of<Plan, K>(), on);
    constexpr int tile = winograd_tile(detail::root_of<Plan, K>().right.layout);
    if constexpr (tile > 0)
      npu::convolve_winograd<T, g, tile>(left, right, workspace, finish, part);
    else if constexpr (blocked)
      npu::convolve_blocked<T, g>(left, right, workspace, finish, part);
    else if constexpr (g.is_pointwise() && detail::rows_follow(Key::program, g.width))
      npu::matmul<T, product_of(g)>(right, left, workspace, detail::by_pixels<epilogue<Key, T>>{finish}, part);
    else
      npu::convolve_plain<T, g>(left, right, workspace, finish, part);
  } else if constexpr (k.kind == plan::family::depthwise) {
    constexpr npu::convolution g = convolution_of(detail::root_of<Plan, K>(), on);
    npu::depthwise_blocked<T, g>(left, right, finish, part);
  } else if constexpr (k.kind == plan::family::matmul) {
    constexpr npu::matrix_product g = product_of(detail::root_of<Plan, K>(), on);
    constexpr batch_walk walk = batches_of(detail::root_of<Plan, K>());
    if constexpr (g.batch == walk.extents.product())
      npu::matmul<T, g>(left, right, workspace, finish, part);
    else
      detail::uneven_batch<g>(walk, left, right, workspace, finish, part);
  } else if constexpr (k.kind == plan::family::attention) {
    attention_kernel<detail::attention_at<Plan, K>()>(memory, workspace, finish, part);
  } else {
    constexpr npu::pooling_window g = window_of(detail::root_of<Plan, K>(), on);
    using fold = op<name_t(Plan::plan.nodes[k.root].op->name)>;
    if constexpr (blocked)
      npu::pool_blocked<T, g, fold>(left, finish, part);
    else
      npu::pool_plain<T, g, fold>(left, finish, part);
  }
}

}  // namespace litho::exec
