// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "gru_steps.hpp"

namespace litho {

/// z = f(Wz x + Rz h + bz), r = f(Wr x + Rr h + br), n = g(Wn x + Rn (r h) + bn), h = (1 - z) n + z h, step by step along
/// sequences; with linear_before_reset n = g(Wn x + Wbn + r (Rn h + Rbn)). Inputs X, W, R (, B) (, lengths) (, initial_h) as
/// in recurrent.hpp, gates in the order z, r, n. The result is [steps + 1, directions, batch, hidden]: h of each step, 0 from a
/// sequence's length on, and in the last row the h that each direction ends with. ONNX GRU with layout = 0.
template <>
struct op<"gru"> : composite {
  static constexpr op_facts info{
      .name = "gru",
      .math = "h = (1 - z) g(W x + R (r h) + b) + z h along a sequence",
      .onnx = "GRU",
      .limits = "steps first (layout = 0); floats of one type, lengths i32 or i64",
      .differs =
          "linear_before_reset is the form of PyTorch, of cuDNN and of Keras with reset_after, its default; ONNX's "
          "default is the other one. Gates lie in the order z, r, n in ONNX and Keras, r, z, n in PyTorch. Both biases "
          "of a gate are there, as in ONNX and PyTorch; Keras has one without reset_after.",
      .takes = kinds::all,
  };
  static constexpr int inputs_min = 3;
  static constexpr int inputs_max = 6;
  using attributes = gru_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    return detail::infer_recurrent(in, a, 3, 2, 1);
  }

  static constexpr void eval(std::span<const tensor* const> x, const attributes& a, tensor& out) {
    detail::eval_recurrent<"gru_steps">(x, a, out);
  }
  static constexpr int decompose(const emitter& emit, std::span<const int> x, const attributes& a) {
    return detail::decompose_recurrent<"gru_steps">(emit, x, a);
  }
};

/// gru<{.hidden_size = 4}>(x, w, r), gru<{.hidden_size = 4, .has_bias = true}>(x, w, r, b)
template <gru_attributes Attributes, tensor_expr... X>
consteval auto gru(X... x) {
  return call<"gru", Attributes>(x...);
}

}  // namespace litho
