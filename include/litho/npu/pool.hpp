// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <limits>

#include "../core/shape.hpp"
#include "row.hpp"
#include "slide.hpp"

namespace litho::npu {

/// The geometry of pooling, as `convolution` is that of a convolution.
struct pooling_window {
  int batch = 1;
  int channels = 1;
  int height = 1;
  int width = 1;
  int kernel_height = 1;
  int kernel_width = 1;
  int stride_height = 1;
  int stride_width = 1;
  int pad_top = 0;
  int pad_left = 0;
  int dilation_height = 1;
  int dilation_width = 1;
  int out_height = 1;
  int out_width = 1;
  int lanes = 16;
  bool count_padding = false;  ///< finish() is told the size of the whole window

  friend constexpr bool operator==(const pooling_window&, const pooling_window&) = default;
};

/// What pooling does with a window, as an op says it: initial(value), combine(value, value) and finish(value, double
/// count). These two are for use without an op.
struct maximum_of {
  template <class V>
  static constexpr V initial(V) {
    return V(-std::numeric_limits<double>::infinity());
  }
  template <class V>
  static constexpr V combine(const V& highest, const V& x) {
    return highest.maximum(x);
  }
  template <class V>
  static constexpr V finish(const V& highest, double) {
    return highest;
  }
};
struct average_of {
  template <class V>
  static constexpr V initial(V) {
    return V(0.0);
  }
  template <class V>
  static constexpr V combine(const V& sum, const V& x) {
    return sum + x;
  }
  template <class V>
  static constexpr V finish(const V& sum, double count) {
    return sum / V(count);
  }
};

namespace detail {

template <class T, pooling_window G, class Fold, class Epilogue>
struct pooling_step {
  using value = lanes<T, G.lanes>;
  struct tap {};
  Epilogue& epilogue;
  offset n;
  offset block;

  EIGEN_ALWAYS_INLINE value start() const { return Fold::initial(value(0.0)); }
  EIGEN_ALWAYS_INLINE tap at(int, int) const { return {}; }
  EIGEN_ALWAYS_INLINE value add(const value& folded, const value& x, tap) const { return Fold::combine(folded, x); }
  EIGEN_ALWAYS_INLINE value merge(const value& a, const value& b) const { return Fold::combine(a, b); }
  EIGEN_ALWAYS_INLINE void finish(const value& folded, int count, offset row, offset column) const {
    const int all = G.count_padding ? G.kernel_height * G.kernel_width : count;
    epilogue(Fold::finish(folded, static_cast<double>(all)), n, block, row * G.out_width + column, offset{0},
             offset{G.lanes});
  }
};

}  // namespace detail

constexpr sharing pooling_sharing(const pooling_window& g, int workers) {
  return detail::sliding_sharing((g.channels + g.lanes - 1) / g.lanes, g.out_height, workers);
}
constexpr sharing plain_pooling_sharing(const pooling_window& g, int workers) {
  return detail::sliding_sharing(g.channels, g.out_height, workers);
}

/// Pooling of nc1hwc0 by blocks of channels. Fold: maximum_of, average_of or a pooling op. Padding is not seen; the
/// fold must not mind in which order it gets the elements. epilogue(value, n, c1, pixel, 0, C0).
template <class T, pooling_window G, class Fold, class Epilogue, class Share = alone>
void pool_blocked(const T* x, Epilogue&& epilogue, Share part = {}) {
  using step = detail::pooling_step<T, G, Fold, std::remove_reference_t<Epilogue>>;
  constexpr offset blocks = (G.channels + G.lanes - 1) / G.lanes;
  constexpr bool by_blocks = pooling_sharing(G, Share::count).loop == 0;
  const range<offset> mine = part.of(blocks, by_blocks);
  for (offset n = 0; n < G.batch; ++n)
    for (offset block = mine.first; block < mine.last; ++block) {
      step of{epilogue, n, block};
      detail::sliding_window<T, G, G.lanes, step>::run(
          x + (n * blocks + block) * (offset{G.height} * G.width * G.lanes), of, part.of(G.out_height, !by_blocks));
    }
}

namespace detail {

/// Of loops over registers and taps: code is dear where there are no wide registers.
inline constexpr int unrolled = has_wide_registers ? 4 : 1;

template <class T, pooling_window G, class Fold, class Epilogue>
struct plain_pooling {
  using value = lanes<T, G.lanes>;
  using window = sliding_window<T, G, G.lanes, int>;  // for its bounds

  /// The whole picture: one long sum, whose lanes are folded at the end.
  static constexpr bool whole = G.out_height == 1 && G.out_width == 1 && G.kernel_height == G.height &&
                                G.kernel_width == G.width && G.pad_top == 0 && G.pad_left == 0 &&
                                G.dilation_height == 1 && G.dilation_width == 1;

  static value fold_picture(const T* x) {
    constexpr int size = G.height * G.width;
    const T neutral = lane(Fold::initial(value(0.0)), 0);
    value sums[2] = {Fold::initial(value(0.0)), Fold::initial(value(0.0))};
    int i = 0;
    for (; i + 2 * G.lanes <= size; i += 2 * G.lanes) {
      sums[0] = Fold::combine(sums[0], value::load(x + i));
      sums[1] = Fold::combine(sums[1], value::load(x + i + G.lanes));
    }
    for (; i < size; i += G.lanes) sums[0] = Fold::combine(sums[0], value::load_part(x + i, size - i, neutral));
    sums[0] = Fold::combine(sums[0], sums[1]);
    T buffer[2 * G.lanes];
    for (int half = G.lanes / 2; half > 0; half /= 2) {
      sums[0].store(buffer);
      sums[0].store(buffer + G.lanes);
      sums[0] = Fold::combine(sums[0], value::load(buffer + half));
    }
    return sums[0];
  }

  static T lane(const value& from, int n) {
    T buffer[G.lanes];
    from.store(buffer);
    return buffer[n];
  }

  /// `count` windows from column `start` on; a lane whose tap is outside gets the fold's neutral element. Where `start`
  /// is a constant, so are the places of such lanes: a picture of at most 64 windows a row takes half of the time.
  static EIGEN_STRONG_INLINE value fold_windows(const T* x, int row, int start, int count) {
    const auto rows = window::rows_of(row);
    const T neutral = lane(Fold::initial(value(0.0)), 0);
    value folded = Fold::initial(value(0.0));
    for (int k = rows.first; k < rows.last; ++k) {
      const T* line = x + (row * G.stride_height - G.pad_top + k * G.dilation_height) * offset{G.width};
#pragma GCC unroll unrolled
      for (int l = 0; l < G.kernel_width; ++l)
        folded = Fold::combine(
            folded, read_row<G.lanes, G.stride_width>(line, G.width, window::column_of(start, l), count, neutral));
    }
    constexpr bool counts = Fold::finish(1.0, 1.0) != Fold::finish(1.0, 2.0);
    if (G.count_padding || !counts) return Fold::finish(folded, static_cast<double>(G.kernel_height * G.kernel_width));
    const int height = rows.last - rows.first;
    const value result = Fold::finish(folded, static_cast<double>(height * G.kernel_width));
    if (window::column_of(start, 0) >= 0 && window::column_of(start + count - 1, G.kernel_width - 1) < G.width)
      return result;
    T buffer[G.lanes];
    result.store(buffer);
    const auto clip = [&](int i) {
      const int width = window::seen(start + i);
      if (width < G.kernel_width) buffer[i] = lane(Fold::finish(folded, static_cast<double>(height * width)), i);
      return width < G.kernel_width;
    };
    int i = 0;  // only lanes at the ends are clipped
    while (i < count && clip(i)) ++i;
    for (int j = count - 1; j > i && clip(j);) --j;
    return value::load(buffer);
  }

  template <class Share>
  static void run(const T* x, Epilogue& epilogue, Share part) {
    constexpr offset picture = offset{G.height} * G.width;
    constexpr bool by_channels = plain_pooling_sharing(G, Share::count).loop == 0;
    const range<offset> channels = part.of(offset{G.channels}, by_channels);
    const range<int> rows = part.of(G.out_height, !by_channels);
    for (offset n = 0; n < G.batch; ++n, x += (G.channels - channels.last) * picture) {
      x += channels.first * picture;
      for (offset c = channels.first; c < channels.last; ++c, x += picture) {
        if constexpr (whole) {
          epilogue(Fold::finish(fold_picture(x), static_cast<double>(G.height * G.width)), n, c, offset{0}, offset{0},
                   offset{1});
        } else {
          for (int row = rows.first; row < rows.last; ++row)
#pragma GCC unroll unrolled
            for (int start = 0; start < G.out_width; start += G.lanes) {
              const int count = G.out_width - start < G.lanes ? G.out_width - start : G.lanes;
              epilogue(fold_windows(x, row, start, count), n, c, offset{row}, offset{start}, offset{count});
            }
        }
      }
    }
  }
};

}  // namespace detail

/// Pooling of x [N,C,H,W] as it comes, lanes along the width. epilogue(value, n, c, oh, ow, count).
template <class T, pooling_window G, class Fold, class Epilogue, class Share = alone>
void pool_plain(const T* x, Epilogue&& epilogue, Share part = {}) {
  detail::plain_pooling<T, G, Fold, std::remove_reference_t<Epilogue>>::run(x, epilogue, part);
}

}  // namespace litho::npu
