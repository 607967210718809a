// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "add.hpp"
#include "mul.hpp"
#include "reduce_mean.hpp"
#include "rsqrt.hpp"
#include "square.hpp"
#include "sub.hpp"

namespace litho {

struct layer_norm_attributes {
  std::int64_t axis = -1;  ///< the first normalised axis
  double epsilon = 1e-5;
  static constexpr void fields(auto& self, auto&& visit) {
    visit("axis", self.axis);
    visit("epsilon", self.epsilon);
  }
  friend constexpr bool operator==(const layer_norm_attributes&, const layer_norm_attributes&) = default;
};

namespace detail {

/// The mean of a stretch of numbers, and sqrt(variance + epsilon).
struct moments {
  double mean = 0;
  double deviation = 0;
};
constexpr moments moments_of(const vec<number>& x, std::size_t first, std::size_t count, double epsilon) {
  double mean = 0;
  for (std::size_t i = 0; i < count; ++i) mean += x[first + i];
  mean /= static_cast<double>(count);
  double variance = 0;
  for (std::size_t i = 0; i < count; ++i) variance += (x[first + i] - mean) * (x[first + i] - mean);
  variance /= static_cast<double>(count);
  return {mean, math::sqrt(variance + epsilon)};
}

/// (x - mean) / sqrt(variance + epsilon) over axes, in primitives.
constexpr int normalised(const emitter& emit, int x, const reduction_attributes& over, double epsilon) {
  const int centred = emit.make<"sub">({x, emit.make<"reduce_mean">({x}, over)});
  const int variance = emit.make<"reduce_mean">({emit.make<"square">({centred})}, over);
  const int widened = emit.make<"add">({variance, emit.scalar(emit.type(x).element, epsilon)});
  return emit.make<"mul">({centred, emit.make<"rsqrt">({widened})});
}

}  // namespace detail

/// (x - mean) / sqrt(variance + epsilon) (* scale) (+ bias), with mean and variance of x over `axis` and all axes after it;
/// scale and bias have the sizes of these axes. ONNX LayerNormalization.
template <>
struct op<"layer_norm"> : composite {
  static constexpr op_facts info{
      .name = "layer_norm",
      .math = "(x - mean x) / sqrt(var x + epsilon) scale + bias",
      .onnx = "LayerNormalization",
      .limits = "`axis` and all axes behind it; scale and bias of just their sizes",
      .differs =
          "epsilon is 1e-5 in ONNX and PyTorch, 1e-3 in Keras, 1e-12 in BERT and com.microsoft SkipLayerNormalization. "
          "The variance divides by the count, as in all of them.",
      .widens = true,
      .work = 8,
  };
  static constexpr int inputs_max = 3;
  using attributes = layer_norm_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    const tensor_type& x = in[0];
    if (x.layout != format::plain) return fault{"input must be plain: got {left}", x};
    if (a.axis < -x.rank() || a.axis >= x.rank())
      return fault{"axis {a} is outside of {left} (rank {b})", x, {}, a.axis, x.rank()};
    tensor_type normalised = x;
    normalised.dims = normalised_dims(x.dims, a);
    if (normalised.elements() == 0) return fault{"nothing to normalise: {left} has no elements there", x};
    for (const tensor_type& each : in.subspan(1)) {
      if (each.element != x.element) return fault{"element types differ: {left} and {right}", x, each};
      if (each != normalised) return fault{"scale and bias must be {left}: got {right}", normalised, each};
    }
    return x;
  }

  static constexpr void eval(std::span<const tensor* const> in, const attributes& a, tensor& out) {
    const vec<number>& x = in[0]->values;
    const auto count = static_cast<std::size_t>(normalised_dims(out.type.dims, a).product());
    for (std::size_t first = 0; first < x.size(); first += count) {
      const detail::moments of = detail::moments_of(x, first, count, a.epsilon);
      for (std::size_t i = 0; i < count; ++i) {
        double value = (x[first + i] - of.mean) / of.deviation;
        if (in.size() > 1) value *= in[1]->values[i];
        if (in.size() > 2) value += in[2]->values[i];
        out.values.push_back(rounded(out.type.element, value));
      }
    }
  }

  static constexpr int decompose(const emitter& emit, std::span<const int> in, const attributes& a) {
    const tensor_type x = emit.type(in[0]);
    reduction_attributes over;
    for (std::int64_t axis = a.axis < 0 ? a.axis + x.rank() : a.axis; axis < x.rank(); ++axis)
      over.axes.push_back(axis);
    int result = detail::normalised(emit, in[0], over, a.epsilon);
    if (in.size() > 1) result = emit.make<"mul">({result, in[1]});
    if (in.size() > 2) result = emit.make<"add">({result, in[2]});
    return result;
  }

 private:
  static constexpr shape normalised_dims(const shape& dims, const attributes& a) {
    shape result;
    for (auto axis = static_cast<int>(a.axis < 0 ? a.axis + dims.count : a.axis); axis < dims.count; ++axis)
      result.push_back(dims[axis]);
    return result;
  }
};

/// layer_norm(x), (x, scale) or (x, scale, bias) along the last axis; layer_norm<{.axis = 1}>(x) along all from axis 1 on.
template <layer_norm_attributes Attributes = {}, tensor_expr... X>
consteval auto layer_norm(X... x) {
  return call<"layer_norm", Attributes>(x...);
}

}  // namespace litho
