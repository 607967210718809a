// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../npu/depthwise.hpp"
#include "../npu/move.hpp"
#include "../plan/transfers.hpp"
#include "geometry.hpp"

namespace litho::exec {

namespace detail {

constexpr double largest_part(std::int64_t rounds, int workers) {
  return rounds <= 0 ? 1 : static_cast<double>((rounds + workers - 1) / workers) / static_cast<double>(rounds);
}

/// The outermost loop of a Vector kernel that is no fold; a single one is cut between blocks of lanes (plan::stages).
constexpr double busiest_of_vector(const plan::plan& p, const plan::kernel& k, int workers) {
  const int loop = k.folded == 0 ? 1 : 0;
  const int lanes = k.extents.count - 1;
  if (loop < lanes) return largest_part(k.extents[loop], workers);
  const bool even = lanes == 0 && k.folded < 0 && k.extents[0] % (workers * p.target.c0(k.arithmetic)) == 0;
  return even ? 1.0 / workers : 1;
}

constexpr double busiest_of_copy(const plan::plan& p, const plan::kernel& k, int workers) {
  if (winograd_tile(k.iteration.layout) > 0)
    return largest_part(round_up(k.iteration.dims[0], k.iteration.lanes) / k.iteration.lanes, workers);
  if (plan::filling_of(p.graph, k.root).needed) return 1;  // a share must not fill what another has moved
  double busiest = 0;
  for (const transfer& each : plan::transfers(p.graph, k.root, k.iteration)) {
    const int loop = npu::shared_loop(each, workers);
    const double part = loop < 0 ? 1 : largest_part(each.extents[loop], workers);
    busiest = part > busiest ? part : busiest;
  }
  return busiest;
}

}  // namespace detail

/// The part of a kernel's work that the busiest of some workers gets, if they share it; 1: it has to be run by one of
/// them.
constexpr double busiest_share(const plan::plan& p, int kernel, int workers) {
  const plan::kernel& k = p.kernels[static_cast<std::size_t>(kernel)];
  if (k.kind == plan::family::vector) return detail::busiest_of_vector(p, k, workers);
  if (k.kind == plan::family::copy) return detail::busiest_of_copy(p, k, workers);
  if (k.kind == plan::family::direct) return 1;
  const root_view root = view_of(p.graph, k.root);
  const bool blocked = root.out.layout == format::nc1hwc0;
  const int element = static_cast<int>(size_of(root.out.element));
  switch (k.kind) {
    case plan::family::pooling: {
      const npu::pooling_window window = window_of(root, p.target);
      return (blocked ? npu::pooling_sharing(window, workers) : npu::plain_pooling_sharing(window, workers)).busiest;
    }
    case plan::family::matmul: {
      const npu::matrix_product product = product_of(root, p.target);
      const std::int64_t matrices = batches_of(root).extents.product();
      if (product.batch != matrices) return detail::largest_part(matrices, workers);
      return npu::sharing_of(product, element, workers).busiest;
    }
    case plan::family::attention: return detail::largest_part(attention_of(p.graph, k.root, p.target).units(), workers);
    case plan::family::depthwise: return npu::depthwise_sharing(convolution_of(root, p.target), workers).busiest;
    default: break;
  }
  const npu::convolution c = convolution_of(root, p.target);
  if (const int tile = winograd_tile(root.right.layout); tile > 0)
    return npu::winograd_sharing(c, tile, element, workers).busiest;
  if (!blocked && c.is_pointwise()) return npu::sharing_of(product_of(c), element, workers).busiest;
  return (blocked ? npu::sharing_of(c, element, workers) : npu::plain_sharing_of(c, element, workers)).busiest;
}

}  // namespace litho::exec
