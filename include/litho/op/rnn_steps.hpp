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

/// The loop of rnn (its file tells what it computes), with W [directions,width,gates*hidden] and
/// R [directions,hidden,gates*hidden].
template <>
struct op<"rnn_steps"> : direct {
  static constexpr op_facts info{.name = "rnn_steps", .math = "rnn of transposed W and R", .takes = kinds::all};
  static constexpr int inputs_min = 3;
  static constexpr int inputs_max = 6;
  using attributes = rnn_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    return detail::infer_recurrent(in, a, 1, 1, 1, true);
  }

  static constexpr std::int64_t scratch_elements(std::span<const tensor_type> in, const tensor_type&,
                                                 const attributes& a) {
    return detail::recurrent_scratch(in, a, 0);
  }

  static constexpr int gates = 1;
  static constexpr std::int64_t functions[] = {cell_tanh};
  static constexpr bool has_cell = false;
  static constexpr int sweeps(const attributes&) { return 1; }

  template <class Block>
  [[gnu::always_inline]] static constexpr void advance(int, const auto& cell, const auto& states, const Block& block,
                                                       const attributes&) {
    typename Block::value sums[1];
    cell.of_both(block, 0, states.x, states.h, sums);
    block.store(states.next_h, cell.activated(0, sums[0]));
  }

  [[gnu::always_inline]] static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    detail::run_recurrent<op>(in, out, a);
  }
};

}  // namespace litho
