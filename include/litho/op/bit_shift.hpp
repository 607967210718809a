// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

struct bit_shift_attributes {
  bool right = false;
  static constexpr void fields(auto& self, auto&& visit) { visit("right", self.right); }
  friend constexpr bool operator==(const bit_shift_attributes&, const bit_shift_attributes&) = default;
};

/// x with its bits moved up, or down with right, by as many places; what leaves the number is lost, so 0 where that is
/// all bits. Unsigned integers. ONNX BitShift.
template <>
struct op<"bit_shift"> : elementwise<2> {
  static constexpr op_facts info{
      .name = "bit_shift",
      .math = "x << places",
      .onnx = "BitShift",
      .limits = "unsigned integers",
      .differs = "A shift by all bits or more gives 0; C leaves it undefined.",
      .takes = kinds::integers,
      .right_identity = {.present = true, .value = 0.0},
  };
  using attributes = bit_shift_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    for (const tensor_type& each : x)
      if (is_signed(each.element)) return fault{"takes unsigned integers: got {left}", each};
    return elementwise<2>::infer(x, a);
  }
  template <class V>
  static constexpr V eval(V x, V places, const attributes& a) {
    return a.right ? x >> places : x << places;
  }

 private:
  static constexpr bool is_signed(dtype type) {
    return type == dtype::i8 || type == dtype::i16 || type == dtype::i32 || type == dtype::i64;
  }
};

/// bit_shift<{.right = true}>(x, places)
template <bit_shift_attributes Attributes = {}, detail::operand X, detail::operand Places>
consteval auto bit_shift(X x, Places places) {
  return call<"bit_shift", Attributes>(x, places);
}

}  // namespace litho
