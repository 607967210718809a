// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

struct is_inf_attributes {
  bool positive = true;
  bool negative = true;
  static constexpr void fields(auto& self, auto&& visit) {
    visit("positive", self.positive);
    visit("negative", self.negative);
  }
  friend constexpr bool operator==(const is_inf_attributes&, const is_inf_attributes&) = default;
};

/// Whether x is infinite: with positive above, with negative below. ONNX IsInf, where these are called detect_positive
/// and detect_negative.
template <>
struct op<"is_inf"> : elementwise<1> {
  static constexpr op_facts info{.name = "is_inf", .math = "x is infinite", .onnx = "IsInf", .work = 2};
  using attributes = is_inf_attributes;

  template <class Attributes>
  static constexpr inferred infer(std::span<const tensor_type> x, const Attributes&) {
    tensor_type out = x[0];
    out.element = dtype::boolean;
    return out;
  }
  template <class V>
  static constexpr V eval(V x, const attributes& a) {
    const V above = math::select(x == V(math::infinity), V(a.positive ? 1 : 0), V(0));
    return math::select(x == V(-math::infinity), V(a.negative ? 1 : 0), above);
  }
};

/// is_inf<{.negative = false}>(x)
template <is_inf_attributes Attributes = {}, tensor_expr X>
consteval auto is_inf(X x) {
  return call<"is_inf", Attributes>(x);
}

}  // namespace litho
