// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "convolution.hpp"
#include "slide.hpp"

namespace litho::npu {

namespace detail {

template <class T, convolution G, class Epilogue>
struct depthwise_step {
  using value = lanes<T, G.lanes>;
  using tap = value;
  const T* weights;  ///< of this block
  Epilogue& epilogue;
  offset n;
  offset block;

  EIGEN_ALWAYS_INLINE value start() const { return value::broadcast(T(0)); }
  EIGEN_ALWAYS_INLINE tap at(int k, int l) const {
    return value::load(weights + (offset{k} * G.kernel_width + l) * G.lanes);
  }
  EIGEN_ALWAYS_INLINE value add(const value& sum, const value& x, const value& weight) const {
    return value::multiply_add(x, weight, sum);
  }
  EIGEN_ALWAYS_INLINE value merge(const value& a, const value& b) const { return a + b; }
  EIGEN_ALWAYS_INLINE void finish(const value& sum, int, offset row, offset column) const {
    epilogue(sum, n, block, row * G.out_width + column, offset{0}, offset{G.lanes});
  }
};

}  // namespace detail

constexpr sharing depthwise_sharing(const convolution& g, int workers) {
  return detail::sliding_sharing((g.channels + g.lanes - 1) / g.lanes, g.out_height, workers);
}

/// Each channel with a filter of its own (groups = channels = out): x nc1hwc0, weights fractal_z of [C,1,KH,KW], that
/// is (C1, KH, KW, C0). No workspace. epilogue(value, n, c1, pixel, 0, C0).
template <class T, convolution G, class Epilogue, class Share = alone>
void depthwise_blocked(const T* x, const T* weights, Epilogue&& epilogue, Share part = {}) {
  static_assert(G.groups == G.channels && G.groups == G.out && G.input == format::nc1hwc0);
  using step = detail::depthwise_step<T, G, std::remove_reference_t<Epilogue>>;
  constexpr offset blocks = (G.channels + G.lanes - 1) / G.lanes;
  constexpr offset picture = offset{G.height} * G.width * G.lanes;
  constexpr offset filter = offset{G.kernel_height} * G.kernel_width * G.lanes;
  constexpr bool by_blocks = depthwise_sharing(G, Share::count).loop == 0;
  const range<offset> mine = part.of(blocks, by_blocks);
  for (offset n = 0; n < G.batch; ++n)
    for (offset block = mine.first; block < mine.last; ++block) {
      step of{weights + block * filter, epilogue, n, block};
      detail::sliding_window<T, G, G.lanes, step>::run(x + (n * blocks + block) * picture, of,
                                                       part.of(G.out_height, !by_blocks));
    }
}

}  // namespace litho::npu
