// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "direct_values.hpp"

namespace litho {

struct cumsum_attributes {
  std::int64_t axis = 0;
  bool exclusive = false;  ///< without the element itself: sums start with 0
  bool reverse = false;    ///< from the end of the axis
  static constexpr void fields(auto& self, auto&& visit) {
    visit("axis", self.axis);
    visit("exclusive", self.exclusive);
    visit("reverse", self.reverse);
  }
  friend constexpr bool operator==(const cumsum_attributes&, const cumsum_attributes&) = default;
};

/// Sums of all elements up to each along one axis; integers wrap around. ONNX CumSum with a constant axis, torch.cumsum.
template <>
struct op<"cumsum"> : direct {
  static constexpr op_facts info{
      .name = "cumsum",
      .math = "sum of x[..i] along an axis",
      .onnx = "CumSum",
      .limits = "constant axis",
      .differs =
          "Integers keep their type and wrap around, as in ONNX and TensorFlow; PyTorch and NumPy add small ones as "
          "i64.",
      .takes = kinds::numbers,
  };
  using attributes = cumsum_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    if (const fault why = detail::refuse_blocked(x)) return why;
    if (const fault why = detail::refuse_axis(x[0], a.axis)) return why;
    return x[0];
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    const detail::axis_walk walk = detail::along(in.type(0).dims, detail::axis_of(a.axis, in.type(0).rank()));
    detail::with_values_of(in, 0, [&]<class V>() {
      for (std::int64_t o = 0; o < walk.outer; ++o)
        for (std::int64_t k = 0; k < walk.inner; ++k) {
          detail::sum_of<V> sum{};
          for (std::int64_t i = 0; i < walk.extent; ++i) {
            const std::int64_t at = walk.at(o, a.reverse ? walk.extent - 1 - i : i, k);
            const auto before = sum;
            sum = sum + detail::sum_of<V>(detail::value_at<V>(in, 0, at));
            detail::set_value(out, at, static_cast<V>(a.exclusive ? before : sum));
          }
        }
    });
  }
};

/// cumsum<{.axis = 1}>(x), cumsum<{.axis = 1, .exclusive = true, .reverse = true}>(x)
template <cumsum_attributes Attributes = {}, tensor_expr X>
consteval auto cumsum(X x) {
  return call<"cumsum", Attributes>(x);
}

}  // namespace litho
