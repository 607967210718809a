// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstring>

#include "../core/math.hpp"
#include "elementary.hpp"
#include "exponential.hpp"
#include "piecewise.hpp"

namespace litho::npu {

/// The numbers one Vector instruction handles, `Width` of them: what an op's `eval` runs on inside a kernel. Held in
/// Eigen's packets (the target's SIMD registers, or plain numbers where it has none), which compilers keep in
/// registers through a whole fused chain; Eigen::Array of this size goes through memory (docs/why/006).
template <class T, int Width>
struct lanes : detail::elementary<lanes<T, Width>, T> {
  using traits = Eigen::internal::packet_traits<T>;
  using packet = typename detail::packet_of<T, Width>::type;
  using element = T;
  static constexpr int width = Width;
  static constexpr int packet_size = detail::packet_of<T, Width>::size;
  static constexpr int count = Width / packet_size;

  packet parts[count];

  lanes() = default;
  EIGEN_ALWAYS_INLINE explicit lanes(double number) : lanes(broadcast(static_cast<T>(number))) {}

  static EIGEN_ALWAYS_INLINE lanes broadcast(T number) {
    lanes result;
    const packet all = Eigen::internal::pset1<packet>(number);
#pragma GCC unroll 16
    for (int i = 0; i < count; ++i) result.parts[i] = all;
    return result;
  }
  static EIGEN_ALWAYS_INLINE lanes load(const T* from) {
    lanes result;
#pragma GCC unroll 16
    for (int i = 0; i < count; ++i) result.parts[i] = Eigen::internal::ploadu<packet>(from + i * packet_size);
    return result;
  }
  EIGEN_ALWAYS_INLINE void store(T* to) const {
#pragma GCC unroll 16
    for (int i = 0; i < count; ++i) Eigen::internal::pstoreu(to + i * packet_size, parts[i]);
  }
  /// Whether there are stores that leave the caches alone: `to` must be a multiple of the packet's size, and others see
  /// the numbers in order only after end_stream.
#if defined(EIGEN_VECTORIZE_AVX)
  static constexpr bool can_stream = sizeof(packet) >= 32;
#else
  static constexpr bool can_stream = false;
#endif
  EIGEN_ALWAYS_INLINE void stream(T* to) const {
#pragma GCC unroll 16
    for (int i = 0; i < count; ++i) detail::stream(to + i * packet_size, parts[i]);
  }
  static EIGEN_ALWAYS_INLINE void end_stream() {
#if defined(EIGEN_VECTORIZE_AVX)
    _mm_sfence();
#endif
  }
  /// The same numbers, which now stay in registers: GCC would rather read them from memory anew for each use, which
  /// made a depthwise convolution take 1.4 times as long.
  EIGEN_ALWAYS_INLINE lanes kept() const {
    lanes result = *this;
#if EIGEN_ARCH_i386_OR_x86_64 && EIGEN_COMP_GNUC && !EIGEN_COMP_CLANG
    if constexpr (packet_size > 1)
#pragma GCC unroll 16
      for (int i = 0; i < count; ++i) asm("" : "+v"(result.parts[i]));
#endif
    return result;
  }
  /// The first `number` lanes from memory; the others hold `rest`.
  static EIGEN_ALWAYS_INLINE lanes load_part(const T* from, std::int64_t number, T rest = T(0)) {
#ifdef EIGEN_VECTORIZE_AVX512
    if constexpr (std::is_same_v<T, float> && packet_size == 16) {
      lanes result;
#pragma GCC unroll 16
      for (int i = 0; i < count; ++i)
        result.parts[i] = _mm512_mask_loadu_ps(_mm512_set1_ps(rest), detail::first_flags(number - i * packet_size),
                                               number > i * packet_size ? from + i * packet_size : from);
      return result;
    }
#endif
    T buffer[Width];
    for (int i = 0; i < Width; ++i) buffer[i] = i < number ? from[i] : rest;
    return load(buffer);
  }
  EIGEN_ALWAYS_INLINE void store_part(T* to, std::int64_t number) const {
#ifdef EIGEN_VECTORIZE_AVX512
    if constexpr (std::is_same_v<T, float> && packet_size == 16) {
#pragma GCC unroll 16
      for (int i = 0; i < count; ++i)
        _mm512_mask_storeu_ps(number > i * packet_size ? to + i * packet_size : to,
                              detail::first_flags(number - i * packet_size), parts[i]);
      return;
    }
#endif
    T buffer[Width];
    store(buffer);
    for (int i = 0; i < Width; ++i)
      if (i < number) to[i] = buffer[i];
  }
  /// The first `number` lanes as they are, `rest` in the others.
  EIGEN_STRONG_INLINE lanes first(std::int64_t number, T rest) const {
    T buffer[Width];
    store(buffer);
    for (int i = 0; i < Width; ++i) buffer[i] = i < number ? buffer[i] : rest;
    return load(buffer);
  }
  EIGEN_STRONG_INLINE T lane(int which) const {
    T buffer[Width];
    store(buffer);
    return buffer[which];
  }
  /// Lanes read `step` elements apart.
  static EIGEN_ALWAYS_INLINE lanes gather(const T* from, std::int64_t step, std::int64_t number = Width) {
    return gather(from, step, 0, number, T(0));
  }
  /// The same for lanes begin .. end - 1, `from` being what the first of them reads; the others hold `rest`.
  static EIGEN_ALWAYS_INLINE lanes gather(const T* from, std::int64_t step, std::int64_t begin, std::int64_t end,
                                          T rest) {
#ifdef EIGEN_VECTORIZE_AVX512
    if constexpr (std::is_same_v<T, float> && packet_size == 16)
      if (step <= 2) {
        const std::int64_t last = (end - 1) * step + 1;
        lanes result;
#pragma GCC unroll 16
        for (int i = 0; i < count; ++i) {
          const __m512 near = detail::section(from, begin * step, last, i * 16 * step, rest);
          if (step == 1) {
            result.parts[i] = near;
          } else {
            const __m512 both = detail::every_second(near, detail::section(from, begin * 2, last, i * 32 + 16, rest));
            const __mmask16 valid =
                detail::first_flags(end - i * 16) & static_cast<__mmask16>(~detail::first_flags(begin - i * 16));
            result.parts[i] = _mm512_mask_blend_ps(valid, _mm512_set1_ps(rest), both);
          }
        }
        return result;
      }
#endif
    T buffer[Width];
    broadcast(rest).store(buffer);
    for (std::int64_t i = begin; i < end; ++i) buffer[i] = from[(i - begin) * step];
    return load(buffer);
  }

  friend EIGEN_ALWAYS_INLINE lanes operator+(const lanes& a, const lanes& b) {
    return each(a, b, [](const packet& x, const packet& y) { return Eigen::internal::padd(x, y); });
  }
  friend EIGEN_ALWAYS_INLINE lanes operator-(const lanes& a, const lanes& b) {
    return each(a, b, [](const packet& x, const packet& y) { return Eigen::internal::psub(x, y); });
  }
  friend EIGEN_ALWAYS_INLINE lanes operator*(const lanes& a, const lanes& b) {
    return each(a, b, [](const packet& x, const packet& y) { return Eigen::internal::pmul(x, y); });
  }
  friend EIGEN_ALWAYS_INLINE lanes operator/(const lanes& a, const lanes& b) {
    return each(a, b, [](const packet& x, const packet& y) { return Eigen::internal::pdiv(x, y); });
  }
  /// The sign bit flipped: 0 - x, which Eigen's packets of AVX compute, is no -0.
  EIGEN_ALWAYS_INLINE lanes operator-() const {
    return each(*this,
                [](const packet& x) { return Eigen::internal::pxor(x, Eigen::internal::pset1<packet>(T(-0.0))); });
  }
  /// a * b + c, rounded once where the target has such an instruction.
  static EIGEN_ALWAYS_INLINE lanes multiply_add(const lanes& a, const lanes& b, const lanes& c) {
    lanes result;
#pragma GCC unroll 16
    for (int i = 0; i < count; ++i) result.parts[i] = Eigen::internal::pmadd(a.parts[i], b.parts[i], c.parts[i]);
    return result;
  }

  /// A truth value per lane, as the target holds it: bits of a mask register, or all bits of the lane.
  struct mask {
    decltype(detail::compare<detail::comparison::less>(packet(), packet())) parts[count];

    EIGEN_ALWAYS_INLINE lanes select(const lanes& if_true, const lanes& if_false) const {
      lanes result;
#pragma GCC unroll 16
      for (int i = 0; i < count; ++i) result.parts[i] = detail::choose(parts[i], if_true.parts[i], if_false.parts[i]);
      return result;
    }
  };
  friend EIGEN_ALWAYS_INLINE mask operator<(const lanes& a, const lanes& b) {
    return compare<detail::comparison::less>(a, b);
  }
  friend EIGEN_ALWAYS_INLINE mask operator<=(const lanes& a, const lanes& b) {
    return compare<detail::comparison::less_or_equal>(a, b);
  }
  friend EIGEN_ALWAYS_INLINE mask operator==(const lanes& a, const lanes& b) {
    return compare<detail::comparison::equal>(a, b);
  }
  friend EIGEN_ALWAYS_INLINE mask operator>(const lanes& a, const lanes& b) { return b < a; }
  friend EIGEN_ALWAYS_INLINE mask operator>=(const lanes& a, const lanes& b) { return b <= a; }

#pragma GCC diagnostic push  // AVX-512 instructions inside Eigen's functions of which GCC 12 warns (its bug 105593)
#pragma GCC diagnostic ignored "-Wuninitialized"
  EIGEN_ALWAYS_INLINE lanes exp() const {
    if constexpr (traits::HasExp && packet_size > 1)
      return each(*this, [](const packet& x) { return detail::exponential(x); });
    else
      return one_by_one([](T x) { return std::exp(x); });
  }
  /// 2^x of numbers that are at most 0, or little more.
  EIGEN_ALWAYS_INLINE lanes power_of_two() const {
    if constexpr (traits::HasExp && packet_size > 1)
      return each(*this, [](const packet& x) { return detail::power_of_two(x); });
    else
      return one_by_one([](T x) { return std::exp2(x); });
  }
  EIGEN_ALWAYS_INLINE lanes log() const {
    if constexpr (traits::HasLog && packet_size > 1)
      return each(*this, [](const packet& x) { return detail::logarithm(x); });
    else
      return one_by_one([](T x) { return std::log(x); });
  }
  EIGEN_ALWAYS_INLINE lanes tanh() const {
    if constexpr (traits::HasTanh && packet_size > 1)
      return each(*this, [](const packet& x) { return detail::hyperbolic_tangent(x); });
    else
      return one_by_one([](T x) { return std::tanh(x); });
  }
  EIGEN_ALWAYS_INLINE lanes erf() const {
    if constexpr (traits::HasErf && packet_size > 1)
      return each(*this, [](const packet& x) { return detail::error_function(x); });
    else
      return one_by_one([](T x) { return std::erf(x); });
  }
  EIGEN_ALWAYS_INLINE lanes gelu() const {
    if constexpr (detail::has_gelu<packet>)
      return each(*this, [](const packet& x) { return detail::gelu(x); });
    else
      return math::detail::gelu(*this);
  }
  EIGEN_ALWAYS_INLINE lanes gelu_tanh() const {
    if constexpr (detail::has_gelu<packet>)
      return each(*this, [](const packet& x) { return detail::gelu_tanh(x); });
    else
      return math::detail::gelu_tanh(*this);
  }
  EIGEN_ALWAYS_INLINE lanes sqrt() const {
    if constexpr (traits::HasSqrt && packet_size > 1)
      return each(*this, [](const packet& x) { return detail::square_root(x); });
    else
      return one_by_one([](T x) { return std::sqrt(x); });
  }
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
  EIGEN_ALWAYS_INLINE lanes rsqrt() const { return lanes(1.0) / sqrt(); }
  EIGEN_ALWAYS_INLINE lanes abs() const {
    return each(*this, [](const packet& x) { return Eigen::internal::pabs(x); });
  }
  /// NaN if either is.
  EIGEN_ALWAYS_INLINE lanes maximum(const lanes& other) const {
#ifdef EIGEN_VECTORIZE_AVX512
    if constexpr (std::is_same_v<T, float> && packet_size == 16)
      return each(*this, other, [](const packet& x, const packet& y) {
        return _mm512_mask_max_ps(y, _mm512_cmp_ps_mask(y, y, _CMP_ORD_Q), y, x);
      });
#endif
    return (other == other).select(at_least(other), other);
  }
  EIGEN_ALWAYS_INLINE lanes minimum(const lanes& other) const {
#ifdef EIGEN_VECTORIZE_AVX512
    if constexpr (std::is_same_v<T, float> && packet_size == 16)
      return each(*this, other, [](const packet& x, const packet& y) {
        return _mm512_mask_min_ps(y, _mm512_cmp_ps_mask(y, y, _CMP_ORD_Q), y, x);
      });
#endif
    return (other == other).select(at_most(other), other);
  }
  /// this < bound ? bound : this, so that NaN stays; on x86 that is what the instruction itself computes.
  EIGEN_ALWAYS_INLINE lanes at_least(const lanes& bound) const {
    if constexpr (has_std_extrema)
      return each(*this, bound, [](const packet& x, const packet& y) { return detail::greater(x, y); });
    else
      return (*this < bound).select(bound, *this);
  }
  EIGEN_ALWAYS_INLINE lanes at_most(const lanes& bound) const {
    if constexpr (has_std_extrema)
      return each(*this, bound, [](const packet& x, const packet& y) { return detail::lesser(x, y); });
    else
      return (bound < *this).select(bound, *this);
  }

  EIGEN_ALWAYS_INLINE T sum() const {
    packet all = parts[0];
#pragma GCC unroll 16
    for (int i = 1; i < count; ++i) all = Eigen::internal::padd(all, parts[i]);
    if constexpr (packet_size * sizeof(T) == 64) {
      // Through memory, since GCC 12 warns of the instruction that takes the upper half.
      using half = lanes<T, packet_size / 2>;
      T buffer[packet_size];
      Eigen::internal::pstoreu(buffer, all);
      return (half::load(buffer) + half::load(buffer + packet_size / 2)).sum();
    } else {
      return Eigen::internal::predux(all);
    }
  }
  /// One number from all lanes: combine(combine(...)) by halves.
  template <class Combine>
  EIGEN_ALWAYS_INLINE T folded(Combine&& combine) const {
    if constexpr (packet_size > 4) {
      using half = lanes<T, Width / 2>;
      T buffer[Width];
      store(buffer);  // it stays in registers: compilers see which halves are read
      return combine(half::load(buffer), half::load(buffer + Width / 2)).folded(combine);
#ifdef EIGEN_VECTORIZE_SSE
    } else if constexpr (std::is_same_v<T, float> && packet_size == 4 && count == 1) {
      lanes pairs, all;  // no plain numbers: of them compilers make branches that no processor foresees
      pairs.parts[0] = detail::ahead<2>(parts[0]);
      pairs = combine(*this, pairs);
      all.parts[0] = detail::ahead<1>(pairs.parts[0]);
      return combine(pairs, all).lane(0);
#endif
    } else {
      T buffer[Width];
      store(buffer);
#pragma GCC unroll 8
      for (int half = Width / 2; half > 0; half /= 2)
#pragma GCC unroll 16
        for (int i = 0; i < half; ++i) buffer[i] = combine(buffer[i], buffer[i + half]);
      return buffer[0];
    }
  }

 private:
#if EIGEN_ARCH_i386_OR_x86_64
  static constexpr bool has_std_extrema = packet_size > 1;
#else
  static constexpr bool has_std_extrema = false;
#endif

  template <detail::comparison How>
  static EIGEN_ALWAYS_INLINE mask compare(const lanes& a, const lanes& b) {
    mask result;
#pragma GCC unroll 16
    for (int i = 0; i < count; ++i) result.parts[i] = detail::compare<How>(a.parts[i], b.parts[i]);
    return result;
  }

  template <class Function>
  static EIGEN_ALWAYS_INLINE lanes each(const lanes& a, Function&& function) {
    lanes result;
#pragma GCC unroll 16
    for (int i = 0; i < count; ++i) result.parts[i] = function(a.parts[i]);
    return result;
  }
  template <class Function>
  static EIGEN_ALWAYS_INLINE lanes each(const lanes& a, const lanes& b, Function&& function) {
    lanes result;
#pragma GCC unroll 16
    for (int i = 0; i < count; ++i) result.parts[i] = function(a.parts[i], b.parts[i]);
    return result;
  }
  template <class Function>
  EIGEN_ALWAYS_INLINE lanes one_by_one(Function&& function) const {
    T buffer[Width];
    store(buffer);
    for (int i = 0; i < Width; ++i) buffer[i] = function(buffer[i]);
    return load(buffer);
  }
};

}  // namespace litho::npu
