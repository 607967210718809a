// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "../core/wrapping.hpp"

namespace litho::npu {

/// Whole numbers as one Vector instruction handles them: `lanes` for integers. Plain loops of constant length, which compilers turn into
/// the target's instructions; results wrap around, x / 0 is 0 (core/wrapping.hpp).
template <class T, int Width>
struct integers {
  using element = T;
  using number = wrapping<T>;
  static constexpr int width = Width;
  static constexpr bool can_stream = false;
  using packet = T;

  number parts[Width];

  integers() = default;
  EIGEN_ALWAYS_INLINE explicit integers(double value) : integers(broadcast(number(value).value)) {}

  static EIGEN_ALWAYS_INLINE integers broadcast(T value) {
    return from([&](int) { return number(value); });
  }
  static EIGEN_ALWAYS_INLINE integers load(const T* at) {
    return from([&](int i) { return number(at[i]); });
  }
  static EIGEN_ALWAYS_INLINE integers load_part(const T* at, std::int64_t count, T rest = T(0)) {
    return from([&](int i) { return number(i < count ? at[i] : rest); });
  }
  EIGEN_ALWAYS_INLINE void store(T* to) const {
    for (int i = 0; i < Width; ++i) to[i] = parts[i].value;
  }
  EIGEN_ALWAYS_INLINE void store_part(T* to, std::int64_t count) const {
    for (int i = 0; i < Width; ++i)
      if (i < count) to[i] = parts[i].value;
  }
  EIGEN_ALWAYS_INLINE integers first(std::int64_t count, T rest) const {
    return from([&](int i) { return i < count ? parts[i] : number(rest); });
  }
  EIGEN_ALWAYS_INLINE T lane(int which) const { return parts[which].value; }
  EIGEN_ALWAYS_INLINE integers kept() const { return *this; }

  friend EIGEN_ALWAYS_INLINE integers operator+(const integers& a, const integers& b) {
    return from([&](int i) { return a.parts[i] + b.parts[i]; });
  }
  friend EIGEN_ALWAYS_INLINE integers operator-(const integers& a, const integers& b) {
    return from([&](int i) { return a.parts[i] - b.parts[i]; });
  }
  friend EIGEN_ALWAYS_INLINE integers operator*(const integers& a, const integers& b) {
    return from([&](int i) { return a.parts[i] * b.parts[i]; });
  }
  friend EIGEN_ALWAYS_INLINE integers operator/(const integers& a, const integers& b) {
    return from([&](int i) { return a.parts[i] / b.parts[i]; });
  }
  friend EIGEN_ALWAYS_INLINE integers operator%(const integers& a, const integers& b) {
    return from([&](int i) { return a.parts[i] % b.parts[i]; });
  }
  friend EIGEN_ALWAYS_INLINE integers operator&(const integers& a, const integers& b) {
    return from([&](int i) { return a.parts[i] & b.parts[i]; });
  }
  friend EIGEN_ALWAYS_INLINE integers operator|(const integers& a, const integers& b) {
    return from([&](int i) { return a.parts[i] | b.parts[i]; });
  }
  friend EIGEN_ALWAYS_INLINE integers operator^(const integers& a, const integers& b) {
    return from([&](int i) { return a.parts[i] ^ b.parts[i]; });
  }
  friend EIGEN_ALWAYS_INLINE integers operator<<(const integers& a, const integers& by) {
    return from([&](int i) { return a.parts[i] << by.parts[i]; });
  }
  friend EIGEN_ALWAYS_INLINE integers operator>>(const integers& a, const integers& by) {
    return from([&](int i) { return a.parts[i] >> by.parts[i]; });
  }
  EIGEN_ALWAYS_INLINE integers operator~() const {
    return from([&](int i) { return ~parts[i]; });
  }
  EIGEN_ALWAYS_INLINE integers operator-() const {
    return from([&](int i) { return -parts[i]; });
  }

  /// A truth value per lane.
  struct mask {
    bool parts[Width];
    EIGEN_ALWAYS_INLINE integers select(const integers& if_true, const integers& if_false) const {
      return from([&](int i) { return parts[i] ? if_true.parts[i] : if_false.parts[i]; });
    }
  };
  friend EIGEN_ALWAYS_INLINE mask operator<(const integers& a, const integers& b) {
    return compare([&](int i) { return a.parts[i] < b.parts[i]; });
  }
  friend EIGEN_ALWAYS_INLINE mask operator<=(const integers& a, const integers& b) {
    return compare([&](int i) { return a.parts[i] <= b.parts[i]; });
  }
  friend EIGEN_ALWAYS_INLINE mask operator==(const integers& a, const integers& b) {
    return compare([&](int i) { return a.parts[i] == b.parts[i]; });
  }
  friend EIGEN_ALWAYS_INLINE mask operator!=(const integers& a, const integers& b) {
    return compare([&](int i) { return !(a.parts[i] == b.parts[i]); });
  }
  friend EIGEN_ALWAYS_INLINE mask operator>(const integers& a, const integers& b) { return b < a; }
  friend EIGEN_ALWAYS_INLINE mask operator>=(const integers& a, const integers& b) { return b <= a; }

  EIGEN_ALWAYS_INLINE integers abs() const {
    return from([&](int i) { return parts[i] < number() ? -parts[i] : parts[i]; });
  }
  EIGEN_ALWAYS_INLINE integers maximum(const integers& other) const { return (*this < other).select(other, *this); }
  EIGEN_ALWAYS_INLINE integers minimum(const integers& other) const { return (other < *this).select(other, *this); }
  EIGEN_ALWAYS_INLINE integers at_least(const integers& bound) const { return maximum(bound); }
  EIGEN_ALWAYS_INLINE integers at_most(const integers& bound) const { return minimum(bound); }

  /// One number from all lanes: combine(combine(...)) in order.
  template <class Combine>
  EIGEN_ALWAYS_INLINE T folded(Combine&& combine) const {
    number result = parts[0];
    for (int i = 1; i < Width; ++i) result = combine(result, parts[i]);
    return result.value;
  }

 private:
  template <class Function>
  static EIGEN_ALWAYS_INLINE integers from(Function&& function) {
    integers result;
    for (int i = 0; i < Width; ++i) result.parts[i] = function(i);
    return result;
  }
  template <class Function>
  static EIGEN_ALWAYS_INLINE mask compare(Function&& function) {
    mask result;
    for (int i = 0; i < Width; ++i) result.parts[i] = function(i);
    return result;
  }
};

}  // namespace litho::npu
