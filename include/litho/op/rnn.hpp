// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "rnn_steps.hpp"

namespace litho {

/// h = f(W x + R h + Wb + Rb), step by step along sequences: inputs X, W, R (, B) (, lengths) (, initial_h) as in
/// recurrent.hpp. The result is [steps + 1, directions, batch, hidden]: h of each step, 0 from a sequence's length on, and in
/// the last row the h that each direction ends with. ONNX RNN with layout = 0; its Y and Y_h are slices of the result.
template <>
struct op<"rnn"> : composite {
  static constexpr op_facts info{
      .name = "rnn",
      .math = "h = f(W x + R h + b) along a sequence",
      .onnx = "RNN",
      .limits = "steps first (layout = 0); floats of one type, lengths i32 or i64",
      .differs = "There are two biases, as in ONNX and PyTorch; Keras has one.",
      .takes = kinds::all,
  };
  static constexpr int inputs_min = 3;
  static constexpr int inputs_max = 6;
  using attributes = rnn_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    return detail::infer_recurrent(in, a, 1, 1, 1);
  }

  static constexpr void eval(std::span<const tensor* const> x, const attributes& a, tensor& out) {
    detail::eval_recurrent<"rnn_steps">(x, a, out);
  }
  static constexpr int decompose(const emitter& emit, std::span<const int> x, const attributes& a) {
    return detail::decompose_recurrent<"rnn_steps">(emit, x, a);
  }
};

/// rnn<{.hidden_size = 4}>(x, w, r), rnn<{.hidden_size = 4, .has_bias = true}>(x, w, r, b)
template <rnn_attributes Attributes, tensor_expr... X>
consteval auto rnn(X... x) {
  return call<"rnn", Attributes>(x...);
}

}  // namespace litho
