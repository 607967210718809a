// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "log.hpp"
#include "softmax.hpp"

namespace litho {

/// log of softmax x = x - max x - log of the sum of exp(x - max x) along one axis. ONNX LogSoftmax (opset 13).
template <>
struct op<"log_softmax"> : composite {
  static constexpr op_facts info{
      .name = "log_softmax",
      .math = "x - max x - log sum exp(x - max x)",
      .onnx = "LogSoftmax",
      .limits = "one axis",
      .differs =
          "The axis is -1 by default, as in ONNX since opset 13; before it was 1, and all axes from it on were one "
          "row.",
      .widens = true,
      .work = 8,
  };
  using attributes = softmax_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    return op<"softmax">::infer(x, a);
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
      for (std::size_t i = 0; i < extent; ++i) total += math::exp(out.values[first + i * step] - highest);
      for (std::size_t i = 0; i < extent; ++i) {
        number& value = out.values[first + i * step];
        value = rounded(out.type.element, value - highest - math::log(total));
      }
    }
  }

  static constexpr int decompose(const emitter& emit, std::span<const int> x, const attributes& a) {
    const int highest = emit.make<"reduce_max">({x[0]}, reduction_attributes{a.axis});
    const int centred = emit.make<"sub">({x[0], highest});
    const int total = emit.make<"reduce_sum">({emit.make<"exp">({centred})}, reduction_attributes{a.axis});
    return emit.make<"sub">({centred, emit.make<"log">({total})});
  }
};

/// log_softmax(x) along the last axis, log_softmax<{.axis = 1}>(x) along another.
template <softmax_attributes Attributes = {}, tensor_expr X>
consteval auto log_softmax(X x) {
  return call<"log_softmax", Attributes>(x);
}

}  // namespace litho
