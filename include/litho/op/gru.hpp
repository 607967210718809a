// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "recurrent.hpp"

namespace litho {

struct gru_attributes {
  std::int64_t hidden_size = 1;
  std::int64_t direction = run_forward;
  ints activations{};           ///< f and g of each direction, as cell_relu ...; empty: sigmoid and tanh
  double alpha[4]{1, 1, 1, 1};  ///< of each activation (default_alpha)
  double beta[4]{};
  double clip = 0;  ///< what activations take stays within -clip and clip; 0: all of it
  bool linear_before_reset = false;
  bool has_bias = false;  ///< which of the inputs B, lengths and initial_h there are
  bool has_lengths = false;
  bool has_initial_h = false;
  static constexpr void fields(auto& self, auto&& visit) {
    visit("hidden_size", self.hidden_size);
    visit("direction", self.direction);
    visit("activations", self.activations);
    visit("alpha0", self.alpha[0]);
    visit("alpha1", self.alpha[1]);
    visit("alpha2", self.alpha[2]);
    visit("alpha3", self.alpha[3]);
    visit("beta0", self.beta[0]);
    visit("beta1", self.beta[1]);
    visit("beta2", self.beta[2]);
    visit("beta3", self.beta[3]);
    visit("clip", self.clip);
    visit("linear_before_reset", self.linear_before_reset);
    visit("has_bias", self.has_bias);
    visit("has_lengths", self.has_lengths);
    visit("has_initial_h", self.has_initial_h);
  }
  friend constexpr bool operator==(const gru_attributes&, const gru_attributes&) = default;
};

/// z = f(Wz x + Rz h + bz), r = f(Wr x + Rr h + br), n = g(Wn x + Rn (r h) + bn), h = (1 - z) n + z h, step by step along
/// sequences; with linear_before_reset n = g(Wn x + Wbn + r (Rn h + Rbn)). Inputs X, W, R (, B) (, lengths) (, initial_h) as
/// in recurrent.hpp, gates in the order z, r, n. The result is [steps + 1, directions, batch, hidden]: h of each step, 0 from a
/// sequence's length on, and in the last row the h that each direction ends with. ONNX GRU with layout = 0.
template <>
struct op<"gru"> : direct {
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

  static constexpr std::int64_t scratch_elements(std::span<const tensor_type>, const tensor_type&,
                                                 const attributes& a) {
    return 5 * a.hidden_size;
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    using real = typename std::remove_cvref_t<decltype(in)>::real_type;
    constexpr std::int64_t functions[] = {cell_sigmoid, cell_tanh};
    const std::int64_t hidden = a.hidden_size;
    detail::run_recurrent(in, out, a, 3, functions, false, [&](const auto& cell, real* h, real*, real* update) {
      real* const reset = update + hidden;
      real* const kept = reset + hidden;
      for (std::int64_t i = 0; i < hidden; ++i) {
        update[i] = static_cast<real>(cell.activated(0, cell.of_input(i) + cell.of_state(i, h)));
        reset[i] = static_cast<real>(cell.activated(0, cell.of_input(hidden + i) + cell.of_state(hidden + i, h)));
        kept[i] = reset[i] * h[i];
      }
      for (std::int64_t i = 0; i < hidden; ++i) {
        const std::int64_t row = 2 * hidden + i;
        const double state =
            a.linear_before_reset ? static_cast<double>(reset[i]) * cell.of_state(row, h) : cell.of_state(row, kept);
        reset[i] = static_cast<real>(cell.activated(1, cell.of_input(row) + state));
      }
      for (std::int64_t i = 0; i < hidden; ++i) h[i] = (1 - update[i]) * reset[i] + update[i] * h[i];
    });
  }
};

/// gru<{.hidden_size = 4}>(x, w, r), gru<{.hidden_size = 4, .has_bias = true}>(x, w, r, b)
template <gru_attributes Attributes, tensor_expr... X>
consteval auto gru(X... x) {
  return call<"gru", Attributes>(x...);
}

}  // namespace litho
