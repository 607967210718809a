// SPDX-License-Identifier: BSL-1.0
#pragma once

#if defined(__GNUC__) && !defined(__clang__)  // GCC 12 warns of its own AVX-512 intrinsics (its bug 105593)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <Eigen/Core>
#include <cstdint>
#include <type_traits>
#include <unsupported/Eigen/SpecialFunctions>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

/// What Eigen's packets lack, or what GCC 12 compiles badly or warns of in them: templates for all packets, overloads
/// for the registers of AVX-512.
namespace litho::npu::detail {

/// The widest packet that divides `Width`, or a plain number. (std::conditional_t would drop the packets' attributes.)
template <class T, int Width, class Best = typename Eigen::internal::find_best_packet<T, Width>::type,
          bool Fits = Width % static_cast<int>(Eigen::internal::unpacket_traits<Best>::size) == 0>
struct packet_of {
  using type = Best;
  static constexpr int size = static_cast<int>(Eigen::internal::unpacket_traits<Best>::size);
};
template <class T, int Width, class Best>
struct packet_of<T, Width, Best, false> {
  using type = T;
  static constexpr int size = 1;
};

enum class comparison { less, less_or_equal, equal };

/// A truth value for each number: all its bits, or a bit of a mask register.
template <comparison How, class Packet>
EIGEN_ALWAYS_INLINE Packet compare(const Packet& a, const Packet& b) {
  if constexpr (How == comparison::less)
    return Eigen::internal::pcmp_lt(a, b);
  else if constexpr (How == comparison::less_or_equal)
    return Eigen::internal::pcmp_le(a, b);
  else
    return Eigen::internal::pcmp_eq(a, b);
}
template <class Packet>
EIGEN_ALWAYS_INLINE Packet choose(const Packet& flags, const Packet& if_true, const Packet& if_false) {
  return Eigen::internal::pselect(flags, if_true, if_false);
}
/// std::max(a, b) and std::min(a, b): a where neither is greater, or one is NaN. Of x86 only.
template <class Packet>
EIGEN_ALWAYS_INLINE Packet greater(const Packet& a, const Packet& b) {
  return Eigen::internal::pmax(a, b);
}
template <class Packet>
EIGEN_ALWAYS_INLINE Packet lesser(const Packet& a, const Packet& b) {
  return Eigen::internal::pmin(a, b);
}

/// The square root, rounded once. Eigen's of floats is x times an estimate of 1 / sqrt x, which loses infinity, -0 and
/// all below the normal numbers.
template <class Packet>
EIGEN_ALWAYS_INLINE Packet square_root(const Packet& x) {
  return Eigen::internal::psqrt(x);
}
#ifdef EIGEN_VECTORIZE_SSE
EIGEN_ALWAYS_INLINE __m128 square_root(const __m128& x) { return _mm_sqrt_ps(x); }
#endif
#ifdef EIGEN_VECTORIZE_AVX
EIGEN_ALWAYS_INLINE __m256 square_root(const __m256& x) { return _mm256_sqrt_ps(x); }
#endif

#ifdef EIGEN_VECTORIZE_SSE
/// What is `Distance` numbers further on, 2 or 1, comes first.
template <int Distance>
EIGEN_ALWAYS_INLINE __m128 ahead(const __m128& of) {
  return Distance == 2 ? _mm_movehl_ps(of, of) : _mm_shuffle_ps(of, of, 1);
}
#endif

/// A store past the caches, where the target has one.
template <class T, class Packet>
EIGEN_ALWAYS_INLINE void stream(T* to, const Packet& what) {
  Eigen::internal::pstoreu(to, what);
}
#ifdef EIGEN_VECTORIZE_AVX
EIGEN_ALWAYS_INLINE void stream(float* to, __m256 what) { _mm256_stream_ps(to, what); }
EIGEN_ALWAYS_INLINE void stream(double* to, __m256d what) { _mm256_stream_pd(to, what); }
#endif

#ifdef EIGEN_VECTORIZE_AVX512
template <comparison How>
inline constexpr int predicate = How == comparison::less            ? _CMP_LT_OQ
                                 : How == comparison::less_or_equal ? _CMP_LE_OQ
                                                                    : _CMP_EQ_OQ;
template <comparison How>
EIGEN_ALWAYS_INLINE __mmask16 compare(const __m512& a, const __m512& b) {
  return _mm512_cmp_ps_mask(a, b, predicate<How>);
}
template <comparison How>
EIGEN_ALWAYS_INLINE __mmask8 compare(const __m512d& a, const __m512d& b) {
  return _mm512_cmp_pd_mask(a, b, predicate<How>);
}
EIGEN_ALWAYS_INLINE __m512 choose(__mmask16 flags, const __m512& if_true, const __m512& if_false) {
  return _mm512_mask_blend_ps(flags, if_false, if_true);
}
EIGEN_ALWAYS_INLINE __m512d choose(__mmask8 flags, const __m512d& if_true, const __m512d& if_false) {
  return _mm512_mask_blend_pd(flags, if_false, if_true);
}
// The masked forms are the same instructions; of the others GCC 12 warns (its bug 105593).
EIGEN_ALWAYS_INLINE __m512 greater(const __m512& a, const __m512& b) { return _mm512_maskz_max_ps(0xffff, b, a); }
EIGEN_ALWAYS_INLINE __m512d greater(const __m512d& a, const __m512d& b) { return _mm512_maskz_max_pd(0xff, b, a); }
EIGEN_ALWAYS_INLINE __m512 lesser(const __m512& a, const __m512& b) { return _mm512_maskz_min_ps(0xffff, b, a); }
EIGEN_ALWAYS_INLINE __m512d lesser(const __m512d& a, const __m512d& b) { return _mm512_maskz_min_pd(0xff, b, a); }

EIGEN_ALWAYS_INLINE __m512 square_root(const __m512& x) { return _mm512_maskz_sqrt_ps(0xffff, x); }
EIGEN_ALWAYS_INLINE __m512d square_root(const __m512d& x) { return _mm512_maskz_sqrt_pd(0xff, x); }

EIGEN_ALWAYS_INLINE void stream(float* to, __m512 what) { _mm512_stream_ps(to, what); }
EIGEN_ALWAYS_INLINE void stream(double* to, __m512d what) { _mm512_stream_pd(to, what); }

EIGEN_ALWAYS_INLINE __mmask16 first_flags(std::int64_t number) {
  return static_cast<__mmask16>(number <= 0 ? 0U : number >= 16 ? 0xffffU : (1U << number) - 1U);
}
/// Places at .. at + 15 of a row of which begin .. end - 1 are given, from `from` on. What is not given is not read
/// either.
EIGEN_ALWAYS_INLINE __m512 section(const float* from, std::int64_t begin, std::int64_t end, std::int64_t at,
                                   float rest) {
  const auto given = static_cast<__mmask16>(first_flags(end - at) & ~first_flags(begin - at));
  const auto place = reinterpret_cast<std::uintptr_t>(from) + static_cast<std::uintptr_t>((at - begin) * 4);
  return _mm512_mask_loadu_ps(_mm512_set1_ps(rest), given, reinterpret_cast<const void*>(place));
}
EIGEN_ALWAYS_INLINE __m512 every_second(const __m512& low, const __m512& high) {
  const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  return _mm512_permutex2var_ps(low, even, high);
}
#endif

}  // namespace litho::npu::detail
