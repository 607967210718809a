// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "div.hpp"
#include "exp.hpp"
#include "mul.hpp"
#include "reciprocal.hpp"
#include "reduce_max.hpp"
#include "reduce_sum.hpp"
#include "sub.hpp"

namespace litho {

struct softmax_attributes {
  std::int64_t axis = -1;
  static constexpr void fields(auto& self, auto&& visit) { visit("axis", self.axis); }
  friend constexpr bool operator==(const softmax_attributes&, const softmax_attributes&) = default;
};

/// exp(x - max x) / sum of exp(x - max x) along one axis: the maximum keeps exp within range. ONNX Softmax (opset 13).
template <>
struct op<"softmax"> : composite {
  static constexpr op_facts info{
      .name = "softmax",
      .math = "exp(x - max x) / sum exp(x - max x)",
      .onnx = "Softmax",
      .limits = "one axis",
      .differs =
          "The axis is -1 by default, as in ONNX since opset 13 and Keras; before it was 1, and all axes from it on "
          "were one row.",
      .widens = true,
      .work = 8,
  };
  using attributes = softmax_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    if (a.axis < -x[0].rank() || a.axis >= x[0].rank())
      return fault{"axis {a} is outside of {left} (rank {b})", x[0], {}, a.axis, x[0].rank()};
    return x[0];
  }

  static constexpr void eval(std::span<const tensor* const> x, const attributes& a, tensor& out) {
    const shape& dims = out.type.dims;
    const int axis = static_cast<int>(a.axis < 0 ? a.axis + dims.count : a.axis);
    const auto step = static_cast<std::size_t>(strides_of(dims)[axis]);
    const auto extent = static_cast<std::size_t>(dims[axis]);
    out.values = x[0]->values;
    for (std::size_t first = 0; first < out.values.size(); ++first) {
      if (first / step % extent != 0) continue;
      double highest = out.values[first];
      for (std::size_t i = 1; i < extent; ++i) highest = math::maximum(highest, double(out.values[first + i * step]));
      double total = 0;
      for (std::size_t i = 0; i < extent; ++i) {
        number& value = out.values[first + i * step];
        value = math::exp(value - highest);
        total += value;
      }
      for (std::size_t i = 0; i < extent; ++i) {
        number& value = out.values[first + i * step];
        value = rounded(out.type.element, value / total);
      }
    }
  }

  static constexpr int decompose(const emitter& emit, std::span<const int> x, const attributes& a) {
    const int highest = emit.make<"reduce_max">({x[0]}, reduction_attributes{a.axis});
    const int powers = emit.make<"exp">({emit.make<"sub">({x[0], highest})});
    const int total = emit.make<"reduce_sum">({powers}, reduction_attributes{a.axis});
    // 1 <= total <= elements, where the reciprocal, once a row, is as good as a division of each element.
    return emit.make<"mul">({powers, emit.make<"reciprocal">({total})});
  }
};

/// softmax(x) along the last axis, softmax<{.axis = 1}>(x) along another.
template <softmax_attributes Attributes = {}, tensor_expr X>
consteval auto softmax(X x) {
  return call<"softmax", Attributes>(x);
}

}  // namespace litho
