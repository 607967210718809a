// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "recurrent.hpp"

namespace litho {

struct rnn_attributes {
  std::int64_t hidden_size = 1;
  std::int64_t direction = run_forward;
  ints activations{};     ///< f of each direction, as cell_relu ...; empty: tanh
  double alpha[2]{1, 1};  ///< of each activation (default_alpha)
  double beta[2]{};
  double clip = 0;        ///< what activations take stays within -clip and clip; 0: all of it
  bool has_bias = false;  ///< which of the inputs B, lengths and initial_h there are
  bool has_lengths = false;
  bool has_initial_h = false;
  static constexpr void fields(auto& self, auto&& visit) {
    visit("hidden_size", self.hidden_size);
    visit("direction", self.direction);
    visit("activations", self.activations);
    visit("alpha0", self.alpha[0]);
    visit("alpha1", self.alpha[1]);
    visit("beta0", self.beta[0]);
    visit("beta1", self.beta[1]);
    visit("clip", self.clip);
    visit("has_bias", self.has_bias);
    visit("has_lengths", self.has_lengths);
    visit("has_initial_h", self.has_initial_h);
  }
  friend constexpr bool operator==(const rnn_attributes&, const rnn_attributes&) = default;
};

/// h = f(W x + R h + Wb + Rb), step by step along sequences: inputs X, W, R (, B) (, lengths) (, initial_h) as in
/// recurrent.hpp. The result is [steps + 1, directions, batch, hidden]: h of each step, 0 from a sequence's length on, and in
/// the last row the h that each direction ends with. ONNX RNN with layout = 0; its Y and Y_h are slices of the result.
template <>
struct op<"rnn"> : direct {
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

  static constexpr std::int64_t scratch_elements(std::span<const tensor_type>, const tensor_type&,
                                                 const attributes& a) {
    return 3 * a.hidden_size;
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    using real = typename std::remove_cvref_t<decltype(in)>::real_type;
    constexpr std::int64_t functions[] = {cell_tanh};
    detail::run_recurrent(in, out, a, 1, functions, false, [&](const auto& cell, real* h, real*, real* next) {
      for (std::int64_t i = 0; i < a.hidden_size; ++i)
        next[i] = static_cast<real>(cell.activated(0, cell.of_input(i) + cell.of_state(i, h)));
      for (std::int64_t i = 0; i < a.hidden_size; ++i) h[i] = next[i];
    });
  }
};

/// rnn<{.hidden_size = 4}>(x, w, r), rnn<{.hidden_size = 4, .has_bias = true}>(x, w, r, b)
template <rnn_attributes Attributes, tensor_expr... X>
consteval auto rnn(X... x) {
  return call<"rnn", Attributes>(x...);
}

}  // namespace litho
