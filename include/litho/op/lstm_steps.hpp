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

/// The loop of lstm (its file tells what it computes), with W [directions,width,gates*hidden] and
/// R [directions,hidden,gates*hidden].
template <>
struct op<"lstm_steps"> : direct {
  static constexpr op_facts info{.name = "lstm_steps", .math = "lstm of transposed W and R", .takes = kinds::all};
  static constexpr int inputs_min = 3;
  static constexpr int inputs_max = 8;
  using attributes = lstm_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    return detail::infer_recurrent(in, a, 4, 3, 2, true);
  }

  static constexpr std::int64_t scratch_elements(std::span<const tensor_type> in, const tensor_type&,
                                                 const attributes& a) {
    return detail::recurrent_scratch(in, a, 0);
  }

  static constexpr int gates = 4;
  static constexpr std::int64_t functions[] = {cell_sigmoid, cell_tanh, cell_tanh};
  static constexpr bool has_cell = true;
  static constexpr int sweeps(const attributes&) { return 1; }

  template <class Block>
  [[gnu::always_inline]] static constexpr void advance(int, const auto& cell, const auto& states, const Block& block,
                                                       const attributes& a) {
    using value = typename Block::value;
    value sums[4];
    cell.of_both(block, 0, states.x, states.h, sums);
    value c = block.load(states.c);
    if (cell.has_peepholes()) {
      sums[0] = sums[0] + cell.of_cell(block, 0, c);
      sums[2] = sums[2] + cell.of_cell(block, 2, c);
    }
    const value input = cell.activated(0, sums[0]);
    const value forget = a.input_forget ? value(1.0) - input : cell.activated(0, sums[2]);
    c = forget * c + input * cell.activated(1, sums[3]);
    block.store(states.next_c, c);
    if (cell.has_peepholes()) sums[1] = sums[1] + cell.of_cell(block, 1, c);
    block.store(states.next_h, cell.activated(0, sums[1]) * cell.activated(2, c));
  }

  [[gnu::always_inline]] static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    detail::run_recurrent<op>(in, out, a);
  }
};

}  // namespace litho
