// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "layer_norm.hpp"

namespace litho {

/// x / sqrt(mean of x^2 + epsilon) (* scale), with the mean over `axis` and all axes after it; the scale has the sizes of these
/// axes. ONNX RMSNormalization.
template <>
struct op<"rms_norm"> : composite {
  static constexpr op_facts info{
      .name = "rms_norm",
      .math = "x / sqrt(mean x^2 + epsilon) scale",
      .onnx = "RMSNormalization",
      .limits = "`axis` and all axes behind it; a scale of just their sizes",
      .differs = "epsilon is 1e-5 in ONNX, 1e-6 in Keras, the element type's own (2^-23 of f32) in PyTorch.",
      .widens = true,
      .work = 6,
  };
  static constexpr int inputs_max = 2;
  using attributes = layer_norm_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    return op<"layer_norm">::infer(in, a);
  }

  static constexpr void eval(std::span<const tensor* const> in, const attributes& a, tensor& out) {
    const vec<number>& x = in[0]->values;
    std::size_t count = 1;
    for (auto axis = static_cast<int>(a.axis < 0 ? a.axis + out.type.rank() : a.axis); axis < out.type.rank(); ++axis)
      count *= static_cast<std::size_t>(out.type.dims[axis]);
    for (std::size_t first = 0; first < x.size(); first += count) {
      double power = 0;
      for (std::size_t i = 0; i < count; ++i) power += x[first + i] * x[first + i];
      const double root = math::sqrt(power / static_cast<double>(count) + a.epsilon);
      for (std::size_t i = 0; i < count; ++i) {
        const double value = x[first + i] / root;
        out.values.push_back(rounded(out.type.element, in.size() > 1 ? value * in[1]->values[i] : value));
      }
    }
  }

  static constexpr int decompose(const emitter& emit, std::span<const int> in, const attributes& a) {
    const tensor_type x = emit.type(in[0]);
    reduction_attributes over;
    for (std::int64_t axis = a.axis < 0 ? a.axis + x.rank() : a.axis; axis < x.rank(); ++axis)
      over.axes.push_back(axis);
    const int power = emit.make<"reduce_mean">({emit.make<"square">({in[0]})}, over);
    const int widened = emit.make<"add">({power, emit.scalar(x.element, a.epsilon)});
    const int result = emit.make<"mul">({in[0], emit.make<"rsqrt">({widened})});
    return in.size() > 1 ? emit.make<"mul">({result, in[1]}) : result;
  }
};

/// rms_norm(x) or (x, scale) along the last axis; rms_norm<{.axis = 1}>(x) along all from axis 1 on.
template <layer_norm_attributes Attributes = {}, tensor_expr... X>
consteval auto rms_norm(X... x) {
  return call<"rms_norm", Attributes>(x...);
}

}  // namespace litho
