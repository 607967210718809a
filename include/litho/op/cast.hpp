// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

struct cast_attributes {
  std::int64_t element = static_cast<std::int64_t>(dtype::f32);  ///< a litho::dtype
  static constexpr void fields(auto& self, auto&& visit) { visit("element", self.element); }
  friend constexpr bool operator==(const cast_attributes&, const cast_attributes&) = default;
};

/// x as another element type: the nearest value that it holds, ties to even, infinite where x is out of its range. ONNX Cast.
template <>
struct op<"cast"> : elementwise<1> {
  static constexpr op_facts info{.name = "cast", .math = "x as another element type", .takes = kinds::all};
  using attributes = cast_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    tensor_type out = x[0];
    for (dtype known : all_dtypes) {
      if (static_cast<std::int64_t>(known) != a.element) continue;
      out.element = known;
      return out;
    }
    return fault{"unknown element type {a} for {left}", x[0], {}, a.element};
  }

  /// Storing the result is what rounds it.
  template <class V>
  static constexpr V eval(V x) {
    return x;
  }

  static constexpr bool unchanged(const tensor_type& x, const attributes& a) {
    return static_cast<std::int64_t>(x.element) == a.element;
  }
};

/// cast<double>(x)
template <element T, tensor_expr X>
consteval auto cast(X x) {
  return call<"cast", cast_attributes{static_cast<std::int64_t>(dtype_of<T>::value)}>(x);
}

}  // namespace litho
