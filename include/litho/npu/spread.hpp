// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "lanes.hpp"

namespace litho::npu {

namespace detail {

template <int Place, class Packet>
Packet spread(const Packet& from);  // a name for where there are no shuffles, and no calls
#ifdef EIGEN_VECTORIZE_AVX
template <int Place>
EIGEN_ALWAYS_INLINE __m256 spread(const __m256& from) {
  return _mm256_permute_ps(_mm256_permute2f128_ps(from, from, Place / 4 * 0x11), Place % 4 * 0x55);
}
#endif
#ifdef EIGEN_VECTORIZE_AVX512
template <int Place>
EIGEN_ALWAYS_INLINE __m512 spread(const __m512& from) {
  constexpr __mmask16 all = 0xffff;  // GCC 12 warns of the forms without masks (its bug 105593)
  const __m512 four = _mm512_maskz_shuffle_f32x4(all, from, from, Place / 4 * 0x55);
  return _mm512_maskz_permute_ps(all, four, Place % 4 * 0x55);
}
#endif

}  // namespace detail

/// Whether there are shuffles for spread.
template <class Lanes>
inline constexpr bool can_spread =
#ifdef EIGEN_VECTORIZE_AVX
    std::is_same_v<typename Lanes::element, float> && Lanes::packet_size >= 8;
#else
    false;
#endif

/// Number `Place` of a packet in all lanes. A product of a vector and a matrix reads each weight once and waits for
/// its loads: shuffles in place of one load for each number of the vector take 0.95 of the time where both are 32 wide.
template <class Lanes, int Place>
EIGEN_ALWAYS_INLINE Lanes spread(const typename Lanes::packet& from) {
  const auto all = detail::spread<Place>(from);
  Lanes result;
#pragma GCC unroll 16
  for (int i = 0; i < Lanes::count; ++i) result.parts[i] = all;
  return result;
}

}  // namespace litho::npu
