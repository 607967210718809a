// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "cumsum.hpp"

namespace litho {

/// Products of all elements up to each along one axis; integers wrap around. ONNX CumProd with a constant axis, torch.cumprod.
template <>
struct op<"cumprod"> : direct {
  static constexpr op_facts info{
      .name = "cumprod",
      .math = "product of x[..i] along an axis",
      .onnx = "CumProd",
      .limits = "constant axis",
      .differs =
          "Integers keep their type and wrap around, as in ONNX and TensorFlow; PyTorch and NumPy multiply small ones "
          "as i64.",
      .takes = kinds::numbers,
  };
  using attributes = cumsum_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    return op<"cumsum">::infer(x, a);
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    const detail::axis_walk walk = detail::along(in.type(0).dims, detail::axis_of(a.axis, in.type(0).rank()));
    detail::with_values_of(in, 0, [&]<class V>() {
      for (std::int64_t o = 0; o < walk.outer; ++o)
        for (std::int64_t k = 0; k < walk.inner; ++k) {
          detail::sum_of<V> product(1);
          for (std::int64_t i = 0; i < walk.extent; ++i) {
            const std::int64_t at = walk.at(o, a.reverse ? walk.extent - 1 - i : i, k);
            const auto before = product;
            product = product * detail::sum_of<V>(detail::value_at<V>(in, 0, at));
            detail::set_value(out, at, static_cast<V>(a.exclusive ? before : product));
          }
        }
    });
  }
};

/// cumprod<{.axis = 1}>(x), cumprod<{.axis = 1, .exclusive = true, .reverse = true}>(x)
template <cumsum_attributes Attributes = {}, tensor_expr X>
consteval auto cumprod(X x) {
  return call<"cumprod", Attributes>(x);
}

}  // namespace litho
