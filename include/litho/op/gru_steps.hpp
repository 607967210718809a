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

/// The loop of gru (its file tells what it computes), with W [directions,width,gates*hidden] and
/// R [directions,hidden,gates*hidden].
template <>
struct op<"gru_steps"> : direct {
  static constexpr op_facts info{.name = "gru_steps", .math = "gru of transposed W and R", .takes = kinds::all};
  static constexpr int inputs_min = 3;
  static constexpr int inputs_max = 6;
  using attributes = gru_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    return detail::infer_recurrent(in, a, 3, 2, 1, true);
  }

  static constexpr std::int64_t scratch_elements(std::span<const tensor_type> in, const tensor_type&,
                                                 const attributes& a) {
    return detail::recurrent_scratch(in, a, 2 * a.hidden_size);
  }

  static constexpr int gates = 3;
  static constexpr std::int64_t functions[] = {cell_sigmoid, cell_tanh};
  static constexpr bool has_cell = false;
  static constexpr int sweeps(const attributes& a) { return a.linear_before_reset ? 1 : 2; }

  /// Without linear_before_reset R wants all of r h, so the third gate has a sweep of its own.
  template <class Block>
  [[gnu::always_inline]] static constexpr void advance(int sweep, const auto& cell, const auto& states,
                                                       const Block& block, const attributes& a) {
    using value = typename Block::value;
    auto* const update = states.own;
    auto* const kept = update + a.hidden_size;  // r h
    if (a.linear_before_reset) {
      value inputs[3];
      value sums[3];
      cell.of_input(block, 0, states.x, inputs);
      cell.of_state(block, 0, states.h, sums);
      const value z = cell.activated(0, inputs[0] + sums[0]);
      const value r = cell.activated(0, inputs[1] + sums[1]);
      const value n = cell.activated(1, inputs[2] + r * sums[2]);
      block.store(states.next_h, (value(1.0) - z) * n + z * block.load(states.h));
    } else if (sweep == 0) {
      value sums[2];
      cell.of_both(block, 0, states.x, states.h, sums);
      block.store(update, cell.activated(0, sums[0]));
      block.store(kept, cell.activated(0, sums[1]) * block.load(states.h));
    } else {
      value sums[1];
      cell.of_both(block, 2, states.x, kept, sums);
      const value z = block.load(update);
      block.store(states.next_h, (value(1.0) - z) * cell.activated(1, sums[0]) + z * block.load(states.h));
    }
  }

  [[gnu::always_inline]] static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    detail::run_recurrent<op>(in, out, a);
  }
};

}  // namespace litho
