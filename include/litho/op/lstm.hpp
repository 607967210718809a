// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "lstm_steps.hpp"

namespace litho {

/// i = f(Wi x + Ri h + Pi c + bi), o = f(Wo x + Ro h + Po c' + bo), l = f(Wl x + Rl h + Pl c + bl), c' = l c + i g(Wc x + Rc h
/// + bc), h' = o h(c'), step by step along sequences. Inputs X, W, R (, B) (, lengths) (, initial_h) (, initial_c) (, P) as in
/// recurrent.hpp; gates in the order i, o, l (the forget gate), c, peepholes i, o, l.
/// The result is [steps + 2, directions, batch, hidden]: h of each step, 0 from a sequence's length on, then the h and the c
/// that each direction ends with. ONNX LSTM with layout = 0; its Y, Y_h and Y_c are slices of the result.
template <>
struct op<"lstm"> : composite {
  static constexpr op_facts info{
      .name = "lstm",
      .math = "c = l c + i g(W x + R h + b), h = o h(c) along a sequence",
      .onnx = "LSTM",
      .limits = "steps first (layout = 0); floats of one type, lengths i32 or i64",
      .differs =
          "Gates lie in the order i, o, l (forget), c in ONNX, i, l, c, o in PyTorch and Keras. Both biases of a gate "
          "are there, as in ONNX and PyTorch; Keras has one. PyTorch and Keras have no peepholes. clip bounds what "
          "each function is given, h of the cell too, as ONNX says; ONNX Runtime does not bound that one.",
      .takes = kinds::all,
  };
  static constexpr int inputs_min = 3;
  static constexpr int inputs_max = 8;
  using attributes = lstm_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    return detail::infer_recurrent(in, a, 4, 3, 2);
  }

  static constexpr void eval(std::span<const tensor* const> x, const attributes& a, tensor& out) {
    detail::eval_recurrent<"lstm_steps">(x, a, out);
  }
  static constexpr int decompose(const emitter& emit, std::span<const int> x, const attributes& a) {
    return detail::decompose_recurrent<"lstm_steps">(emit, x, a);
  }
};

/// lstm<{.hidden_size = 4}>(x, w, r), lstm<{.hidden_size = 4, .has_bias = true}>(x, w, r, b)
template <lstm_attributes Attributes, tensor_expr... X>
consteval auto lstm(X... x) {
  return call<"lstm", Attributes>(x...);
}

}  // namespace litho
