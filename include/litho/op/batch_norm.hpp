// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "add.hpp"
#include "mul.hpp"
#include "reshape.hpp"
#include "rsqrt.hpp"
#include "sub.hpp"

namespace litho {

struct batch_norm_attributes {
  double epsilon = 1e-5;
  static constexpr void fields(auto& self, auto&& visit) { visit("epsilon", self.epsilon); }
  friend constexpr bool operator==(const batch_norm_attributes&, const batch_norm_attributes&) = default;
};

/// (x - mean) / sqrt(variance + epsilon) * scale + bias, channel by channel, with given mean and variance. x [N,C,...]; scale,
/// bias, mean, variance [C]. ONNX BatchNormalization with training_mode = 0.
template <>
struct op<"batch_norm"> : composite {
  static constexpr op_facts info{
      .name = "batch_norm",
      .math = "(x - mean) / sqrt(variance + epsilon) scale + bias",
      .onnx = "BatchNormalization",
      .limits = "inference only; x [N,C,...], the other four inputs [C] and all given",
      .differs =
          "epsilon is 1e-5 in ONNX and PyTorch, 1e-3 in Keras. Keras normalises the last axis, here channels are axis "
          "1.",
      .widens = true,
      .work = 4,
  };
  static constexpr int inputs_min = 5;
  static constexpr int inputs_max = 5;
  using attributes = batch_norm_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes&) {
    const tensor_type& x = in[0];
    if (x.rank() < 2) return fault{"input must be [N,C,...]: got {left} (rank {a})", x, {}, x.rank()};
    if (x.layout != format::plain) return fault{"input must be plain: got {left}", x};
    for (const tensor_type& each : in.subspan(1)) {
      if (each.element != x.element) return fault{"element types differ: {left} and {right}", x, each};
      if (each.rank() != 1)
        return fault{"scale, bias, mean and variance must be [C]: input {left}, got {right} (rank {a})", x, each,
                     each.rank()};
      if (each.dims[0] != x.dims[1])
        return fault{"channels differ: input {left}, got {right} ({a} vs {b})", x, each, x.dims[1], each.dims[0]};
    }
    return x;
  }

  static constexpr void eval(std::span<const tensor* const> in, const attributes& a, tensor& out) {
    detail::for_each_index(out.type.dims, [&](std::int64_t flat, const ints& at) {
      const auto parameter = [&](std::size_t i) { return in[i]->values[static_cast<std::size_t>(at[1])]; };
      const double centred = in[0]->values[static_cast<std::size_t>(flat)] - parameter(3);
      const double value = centred / math::sqrt(parameter(4) + a.epsilon) * parameter(1) + parameter(2);
      out.values.push_back(rounded(out.type.element, value));
    });
  }

  /// x factor + shift: all but these two depends on parameters only.
  static constexpr int decompose(const emitter& emit, std::span<const int> in, const attributes& a) {
    const tensor_type x = emit.type(in[0]);
    reshape_attributes channels;
    for (int axis = 0; axis < x.rank(); ++axis) channels.dims.push_back(axis == 1 ? x.dims[1] : 1);
    const int widened = emit.make<"add">({in[4], emit.scalar(x.element, a.epsilon)});
    const int factor = emit.make<"mul">({in[1], emit.make<"rsqrt">({widened})});
    const int shift = emit.make<"sub">({in[2], emit.make<"mul">({in[3], factor})});
    const int scaled = emit.make<"mul">({in[0], emit.make<"reshape">({factor}, channels)});
    return emit.make<"add">({scaled, emit.make<"reshape">({shift}, channels)});
  }
};

/// batch_norm(x, scale, bias, mean, variance), batch_norm<{.epsilon = 1e-3}>(...).
template <batch_norm_attributes Attributes = {}, tensor_expr... X>
consteval auto batch_norm(X... x) {
  return call<"batch_norm", Attributes>(x...);
}

}  // namespace litho
