// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <limits>

#include "packet.hpp"

namespace litho::npu::detail {

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push  // AVX-512 instructions inside Eigen's functions of which GCC 12 warns (its bug 105593)
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
/// e^x of each number of a packet, within 2 ulp, below the normal numbers too: there Eigen's has come to its end, and
/// e^x is the square of e^(x/2).
template <class Packet>
EIGEN_ALWAYS_INLINE Packet exponential(const Packet& x) {
  const auto is_small = compare<comparison::less>(x, Eigen::internal::pset1<Packet>(-708.39));
  const Packet half = Eigen::internal::pmul(x, Eigen::internal::pset1<Packet>(0.5));
  const Packet power = Eigen::internal::pexp(choose(is_small, half, x));
  return choose(is_small, Eigen::internal::pmul(power, power), power);
}
/// Floats by Eigen's method, which is that of Cephes, over their whole range: 2^n times e^r, |r| < 0.35.
template <class Packet>
  requires std::is_same_v<typename Eigen::internal::unpacket_traits<Packet>::type, float>
EIGEN_ALWAYS_INLINE Packet exponential(const Packet& number) {
  const auto all = [](float value) { return Eigen::internal::pset1<Packet>(value); };
  const auto multiply_add = [](const Packet& a, const Packet& b, const Packet& c) {
    return Eigen::internal::pmadd(a, b, c);
  };
  const Packet x = Eigen::internal::pmax(Eigen::internal::pmin(number, all(88.73F)), all(-104.0F));
  const Packet n = Eigen::internal::pfloor(multiply_add(x, all(1.44269504F), all(0.5F)));
  const Packet r = multiply_add(n, all(2.12194440e-4F), multiply_add(n, all(-0.693359375F), x));
  const Packet square = Eigen::internal::pmul(r, r);
  const Packet cube = Eigen::internal::pmul(square, r);
  const Packet high =
      multiply_add(multiply_add(all(1.9875691500e-4F), r, all(1.3981999507e-3F)), r, all(8.3334519073e-3F));
  const Packet low =
      multiply_add(multiply_add(all(4.1665795894e-2F), r, all(1.6666665459e-1F)), r, all(5.0000001201e-1F));
  const Packet rest = multiply_add(high, cube, low);  // (e^r - 1 - r) / r^2
  return Eigen::internal::pldexp(multiply_add(rest, square, Eigen::internal::padd(r, all(1.0F))), n);
}
/// ln x of each number of a packet: Eigen's, within 2 ulp, to which numbers below the normal ones come as greater ones.
template <class Packet>
EIGEN_ALWAYS_INLINE Packet logarithm(const Packet& x) {
  using number = typename Eigen::internal::unpacket_traits<Packet>::type;
  constexpr int digits = std::numeric_limits<number>::digits;
  constexpr auto scale = static_cast<number>(std::int64_t{1} << digits);
  constexpr auto shift = static_cast<number>(digits * 0.693147180559945309);
  constexpr number least = std::numeric_limits<number>::min();
  const auto is_small = compare<comparison::less>(x, Eigen::internal::pset1<Packet>(least));
  const Packet greater = Eigen::internal::pmul(x, Eigen::internal::pset1<Packet>(scale));
  const Packet power = Eigen::internal::plog(choose(is_small, greater, x));
  return choose(is_small, Eigen::internal::psub(power, Eigen::internal::pset1<Packet>(shift)), power);
}
/// 2^x where x is at most 0, or little more.
template <class Packet>
EIGEN_ALWAYS_INLINE Packet power_of_two(const Packet& x) {
  using number = typename Eigen::internal::unpacket_traits<Packet>::type;
  return exponential(Eigen::internal::pmul(x, Eigen::internal::pset1<Packet>(number(0.693147180559945309))));
}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#ifdef EIGEN_VECTORIZE_AVX512
/// 2^(i/16).
alignas(64) inline constexpr float sixteenth_powers[16] = {
    1.0F,       1.0442737F, 1.0905077F, 1.1387886F, 1.1892071F, 1.2418578F, 1.2968396F, 1.3542556F,
    1.4142135F, 1.4768262F, 1.5422108F, 1.6104903F, 1.6817929F, 1.7562522F, 1.8340081F, 1.9152066F};

/// Within 1.1 ulp, results below the normal numbers within one of their steps, in 0.65 of the time of Eigen's: 2^n
/// times e^r, n in sixteenths, of which the fraction comes from a register and |r| < 0.022 leaves a polynomial of
/// degree 3.
EIGEN_ALWAYS_INLINE __m512 exponential(const __m512& number) {
  constexpr __mmask16 all = 0xffff;
  const __m512 rounding = _mm512_set1_ps(0x1.8p19F);  // its last bit is worth a sixteenth
  const __m512 x = lesser(greater(number, _mm512_set1_ps(-160.0F)), _mm512_set1_ps(128.0F));
  const __m512 shifted = _mm512_fmadd_ps(x, _mm512_set1_ps(1.44269504F), rounding);
  const __m512 n = _mm512_sub_ps(shifted, rounding);
  // n ln 2, in two parts: the first is the nearest number of 15 bits.
  const __m512 near = _mm512_fnmadd_ps(n, _mm512_set1_ps(0x1.62e4p-1F), x);
  const __m512 r = _mm512_fnmadd_ps(n, _mm512_set1_ps(0x1.7f7d1cp-20F), near);
  const __m512 power = _mm512_maskz_permutexvar_ps(all, _mm512_castps_si512(shifted), _mm512_load_ps(sixteenth_powers));
  const __m512 half = _mm512_fmadd_ps(r, _mm512_set1_ps(0.16666667F), _mm512_set1_ps(0.5F));
  const __m512 rest = _mm512_fmadd_ps(half, _mm512_mul_ps(r, r), r);  // e^r - 1
  return _mm512_maskz_scalef_ps(all, _mm512_fmadd_ps(power, rest, power), n);
}
EIGEN_ALWAYS_INLINE __m256 exponential(const __m256& x) {
  return _mm512_castps512_ps256(exponential(_mm512_zextps256_ps512(x)));
}
EIGEN_ALWAYS_INLINE __m128 exponential(const __m128& x) {
  return _mm512_castps512_ps128(exponential(_mm512_zextps128_ps512(x)));
}
/// The same to the base of 2, which saves a third: the remainder is exact in one part.
EIGEN_ALWAYS_INLINE __m512 power_of_two(const __m512& number) {
  constexpr __mmask16 all = 0xffff;
  const __m512 rounding = _mm512_set1_ps(0x1.8p19F);
  const __m512 x = greater(number, _mm512_set1_ps(-160.0F));
  const __m512 shifted = _mm512_add_ps(x, rounding);
  const __m512 n = _mm512_sub_ps(shifted, rounding);
  const __m512 r = _mm512_sub_ps(x, n);
  const __m512 power = _mm512_maskz_permutexvar_ps(all, _mm512_castps_si512(shifted), _mm512_load_ps(sixteenth_powers));
  const __m512 upper = _mm512_fmadd_ps(r, _mm512_set1_ps(0.0555041087F), _mm512_set1_ps(0.240226507F));
  const __m512 rest = _mm512_mul_ps(r, _mm512_fmadd_ps(upper, r, _mm512_set1_ps(0.693147181F)));  // 2^r - 1
  return _mm512_maskz_scalef_ps(all, _mm512_fmadd_ps(power, rest, power), n);
}
EIGEN_ALWAYS_INLINE __m256 power_of_two(const __m256& x) {
  return _mm512_castps512_ps256(power_of_two(_mm512_zextps256_ps512(x)));
}
EIGEN_ALWAYS_INLINE __m128 power_of_two(const __m128& x) {
  return _mm512_castps512_ps128(power_of_two(_mm512_zextps128_ps512(x)));
}
#endif

}  // namespace litho::npu::detail
