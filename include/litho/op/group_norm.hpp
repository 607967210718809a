// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "layer_norm.hpp"
#include "reshape.hpp"

namespace litho {

struct group_norm_attributes {
  std::int64_t groups = 1;  ///< of channels that are normalised together
  double epsilon = 1e-5;
  static constexpr void fields(auto& self, auto&& visit) {
    visit("groups", self.groups);
    visit("epsilon", self.epsilon);
  }
  friend constexpr bool operator==(const group_norm_attributes&, const group_norm_attributes&) = default;
};

/// (x - mean) / sqrt(variance + epsilon) (* scale) (+ bias) for x [N,C,...], with mean and variance of each group of channels;
/// scale and bias [C]. groups = C is ONNX InstanceNormalization. ONNX GroupNormalization (opset 21; before, scale and bias were
/// [groups]).
template <>
struct op<"group_norm"> : composite {
  static constexpr op_facts info{
      .name = "group_norm",
      .math = "(x - mean x) / sqrt(var x + epsilon) scale + bias of groups",
      .onnx = "GroupNormalization, InstanceNormalization",
      .limits = "x [N,C,...], scale and bias [C]; groups that divide C",
      .differs =
          "epsilon is 1e-5 in ONNX and PyTorch, 1e-3 in Keras. ONNX has scale and bias [groups] in opset 18, [C] since "
          "21. Keras keeps channels last and takes 32 groups unless told otherwise.",
      .widens = true,
      .work = 8,
  };
  static constexpr int inputs_max = 3;
  using attributes = group_norm_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    const tensor_type& x = in[0];
    if (x.layout != format::plain) return fault{"input must be plain: got {left}", x};
    if (x.rank() < 2) return fault{"input must be [N,C,...]: got {left} (rank {a})", x, {}, x.rank()};
    if (a.groups < 1 || x.dims[1] % a.groups != 0)
      return fault{"channels do not split into {a} groups: {left}", x, {}, a.groups};
    if (x.elements() == 0) return fault{"nothing to normalise: {left}", x};
    for (const tensor_type& each : in.subspan(1)) {
      if (each.element != x.element) return fault{"element types differ: {left} and {right}", x, each};
      if (each.dims != shape{x.dims[1]}) return fault{"scale and bias must be [C]: input {left}, got {right}", x, each};
    }
    return x;
  }

  static constexpr void eval(std::span<const tensor* const> in, const attributes& a, tensor& out) {
    const vec<number>& x = in[0]->values;
    const shape& dims = out.type.dims;
    const auto channels = static_cast<std::size_t>(dims[1]);
    const std::size_t picture = x.size() / static_cast<std::size_t>(dims[0]) / channels;
    const std::size_t count = channels / static_cast<std::size_t>(a.groups) * picture;
    for (std::size_t first = 0; first < x.size(); first += count) {
      const detail::moments of = detail::moments_of(x, first, count, a.epsilon);
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t channel = (first + i) / picture % channels;
        double value = (x[first + i] - of.mean) / of.deviation;
        if (in.size() > 1) value *= in[1]->values[channel];
        if (in.size() > 2) value += in[2]->values[channel];
        out.values.push_back(rounded(out.type.element, value));
      }
    }
  }

  static constexpr int decompose(const emitter& emit, std::span<const int> in, const attributes& a) {
    const tensor_type x = emit.type(in[0]);
    const int split = emit.make<"reshape">({in[0]}, reshape_attributes{{x.dims[0], a.groups, -1}});
    const int unit = detail::normalised(emit, split, reduction_attributes{2}, a.epsilon);
    int result = emit.make<"reshape">({unit}, reshape_attributes{x.dims});
    reshape_attributes channels{{x.dims[1]}};
    for (int axis = 2; axis < x.rank(); ++axis) channels.dims.push_back(1);
    if (in.size() > 1) result = emit.make<"mul">({result, emit.make<"reshape">({in[1]}, channels)});
    if (in.size() > 2) result = emit.make<"add">({result, emit.make<"reshape">({in[2]}, channels)});
    return result;
  }
};

/// group_norm<{.groups = 4}>(x), (x, scale) or (x, scale, bias)
template <group_norm_attributes Attributes, tensor_expr... X>
consteval auto group_norm(X... x) {
  return call<"group_norm", Attributes>(x...);
}

}  // namespace litho
