// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../01_digits/digits_network.hpp"

/// The digit reader planned for a board. The host computes its weights and the board runs it, so both name this type: what the
/// compiler at hand would choose as the target does not matter to it.
template <const litho::device& Board>
struct digits_on : litho::network<digits_on<Board>> {
  static constexpr auto graph() { return digits::graph(); }
  static constexpr litho::device target = Board;
};

/// A hash of where each weight lies and how it is packed. An image fits a program that computes the same number.
template <class Net>
consteval std::uint64_t weights_layout() {
  litho::fnv1a hash;
  for (const litho::plan::buffer& each : Net::plan().buffers) {
    if (each.where != litho::plan::place::weights) continue;
    const litho::tensor_type& type = Net::plan().nodes[each.node].type;
    hash << static_cast<std::uint64_t>(each.offset) << static_cast<std::uint64_t>(each.bytes)
         << static_cast<std::uint64_t>(type.layout) << static_cast<std::uint64_t>(type.lanes);
  }
  return hash.value;
}
