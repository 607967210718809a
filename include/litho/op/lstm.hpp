// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "recurrent.hpp"

namespace litho {

struct lstm_attributes {
  std::int64_t hidden_size = 1;
  std::int64_t direction = run_forward;
  ints activations{};                 ///< f, g and h of each direction, as cell_relu ...; empty: sigmoid, tanh, tanh
  double alpha[6]{1, 1, 1, 1, 1, 1};  ///< of each activation (default_alpha)
  double beta[6]{};
  double clip = 0;            ///< what activations take stays within -clip and clip; 0: all of it
  bool input_forget = false;  ///< the forget gate is 1 - i
  bool has_bias = false;      ///< which of the inputs B, lengths, initial_h, initial_c and P there are
  bool has_lengths = false;
  bool has_initial_h = false;
  bool has_initial_c = false;
  bool has_peepholes = false;
  static constexpr void fields(auto& self, auto&& visit) {
    constexpr const char* alpha_names[] = {"alpha0", "alpha1", "alpha2", "alpha3", "alpha4", "alpha5"};
    constexpr const char* beta_names[] = {"beta0", "beta1", "beta2", "beta3", "beta4", "beta5"};
    visit("hidden_size", self.hidden_size);
    visit("direction", self.direction);
    visit("activations", self.activations);
    for (int i = 0; i < 6; ++i) visit(alpha_names[i], self.alpha[i]);
    for (int i = 0; i < 6; ++i) visit(beta_names[i], self.beta[i]);
    visit("clip", self.clip);
    visit("input_forget", self.input_forget);
    visit("has_bias", self.has_bias);
    visit("has_lengths", self.has_lengths);
    visit("has_initial_h", self.has_initial_h);
    visit("has_initial_c", self.has_initial_c);
    visit("has_peepholes", self.has_peepholes);
  }
  friend constexpr bool operator==(const lstm_attributes&, const lstm_attributes&) = default;
};

/// i = f(Wi x + Ri h + Pi c + bi), o = f(Wo x + Ro h + Po c' + bo), l = f(Wl x + Rl h + Pl c + bl), c' = l c + i g(Wc x + Rc h
/// + bc), h' = o h(c'), step by step along sequences. Inputs X, W, R (, B) (, lengths) (, initial_h) (, initial_c) (, P) as in
/// recurrent.hpp; gates in the order i, o, l (the forget gate), c, peepholes i, o, l.
/// The result is [steps + 2, directions, batch, hidden]: h of each step, 0 from a sequence's length on, then the h and the c
/// that each direction ends with. ONNX LSTM with layout = 0; its Y, Y_h and Y_c are slices of the result.
template <>
struct op<"lstm"> : direct {
  static constexpr op_facts info{
      .name = "lstm",
      .math = "c = l c + i g(W x + R h + b), h = o h(c) along a sequence",
      .onnx = "LSTM",
      .limits = "steps first (layout = 0); floats of one type, lengths i32 or i64",
      .differs =
          "Gates lie in the order i, o, l (forget), c in ONNX, i, l, c, o in PyTorch and Keras. Both biases of a gate "
          "are there, as in ONNX and PyTorch; Keras has one. PyTorch and Keras have no peepholes.",
      .takes = kinds::all,
  };
  static constexpr int inputs_min = 3;
  static constexpr int inputs_max = 8;
  using attributes = lstm_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    return detail::infer_recurrent(in, a, 4, 3, 2);
  }

  static constexpr std::int64_t scratch_elements(std::span<const tensor_type>, const tensor_type&,
                                                 const attributes& a) {
    return 3 * a.hidden_size;
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    using real = typename std::remove_cvref_t<decltype(in)>::real_type;
    constexpr std::int64_t functions[] = {cell_sigmoid, cell_tanh, cell_tanh};
    const std::int64_t hidden = a.hidden_size;
    detail::run_recurrent(in, out, a, 4, functions, true, [&](const auto& cell, real* h, real* c, real* next) {
      for (std::int64_t row = 0; row < hidden; ++row) {
        real& state = c[row];
        const auto gate = [&](std::int64_t which) {
          return cell.of_input(which * hidden + row) + cell.of_state(which * hidden + row, h);
        };
        const double input = cell.activated(0, gate(0) + cell.of_cell(row, state));
        const double forget =
            a.input_forget ? 1 - input : cell.activated(0, gate(2) + cell.of_cell(2 * hidden + row, state));
        state = static_cast<real>(forget * static_cast<double>(state) + input * cell.activated(1, gate(3)));
        const double output = cell.activated(0, gate(1) + cell.of_cell(hidden + row, state));
        next[row] = static_cast<real>(output * cell.activated(2, static_cast<double>(state)));
      }
      for (std::int64_t i = 0; i < a.hidden_size; ++i) h[i] = next[i];
    });
  }
};

/// lstm<{.hidden_size = 4}>(x, w, r), lstm<{.hidden_size = 4, .has_bias = true}>(x, w, r, b)
template <lstm_attributes Attributes, tensor_expr... X>
consteval auto lstm(X... x) {
  return call<"lstm", Attributes>(x...);
}

}  // namespace litho
