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

/// Each channel with a filter of its own (groups = channels = out): x nc1hwc0, weights fractal_z of [C,1,KH,KW], that
/// is (C1, KH, KW, C0). No workspace. epilogue(value, n, c1, pixel, 0, C0).
template <class T, convolution G, class Epilogue>
void depthwise_blocked(const T* x, const T* weights, Epilogue&& epilogue) {
  static_assert(G.groups == G.channels && G.groups == G.out && G.input == format::nc1hwc0);
  using step = detail::depthwise_step<T, G, std::remove_reference_t<Epilogue>>;
  constexpr offset blocks = (G.channels + G.lanes - 1) / G.lanes;
  constexpr offset picture = offset{G.height} * G.width * G.lanes;
  constexpr offset filter = offset{G.kernel_height} * G.kernel_width * G.lanes;
  for (offset n = 0; n < G.batch; ++n)
    for (offset block = 0; block < blocks; ++block) {
      step of{weights + block * filter, epilogue, n, block};
      detail::sliding_window<T, G, G.lanes, step>::run(x + (n * blocks + block) * picture, of);
    }
}

}  // namespace litho::npu
