// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <utility>

#include "../npu/elements.hpp"
#include "../plan/plan.hpp"

namespace litho::exec {

/// A step of a kernel's micro-program.
struct instruction {
  plan::step_kind kind = plan::step_kind::apply;
  bool once = false;
  name_t op{};
  dtype element = dtype::f32;  ///< of the value
  std::int64_t attributes[4]{};
  int attribute_count = 0;
  int inputs[3] = {-1, -1, -1};
  int operand = -1;
};

/// How a kernel walks one operand.
struct walk {
  ints strides{};
  dtype element = dtype::f32;        ///< in memory
  std::int64_t scratch_offset = -1;  ///< elements into the workspace; -1: not in the workspace
};

/// What distinguishes one kernel from another and nothing more: no buffer, no network.
template <int Steps, int Phases, int Operands>
struct program {
  dtype element = dtype::f32;  ///< what it computes in
  int lanes = 1;
  ints extents{};
  int folded = -1;
  instruction steps[Steps > 0 ? Steps : 1]{};
  plan::phase phases[Phases > 0 ? Phases : 1]{};
  walk operands[Operands > 0 ? Operands : 1]{};
  static constexpr int step_count = Steps;
  static constexpr int phase_count = Phases;
  static constexpr int operand_count = Operands;
};

namespace detail {

/// The letters of a name as whole numbers, eight in each, and back; `at` moves behind them.
constexpr void put_name(vec<std::uint64_t>& words, std::string_view name) {
  for (std::size_t begin = 0; begin < name.size(); begin += 8) {
    std::uint64_t letters = 0;
    for (std::size_t i = begin; i < begin + 8 && i < name.size(); ++i)
      letters |= static_cast<std::uint64_t>(static_cast<unsigned char>(name[i])) << (8 * (i - begin));
    words.push_back(letters);
  }
}
constexpr name_t read_name(std::span<const std::uint64_t> words, int& at, int length) {
  name_t name{};
  for (int letter = 0; letter < length; ++letter)
    name.text[letter] =
        static_cast<char>(words[static_cast<std::size_t>(at + letter / 8)] >> (8 * (letter % 8)) & 0xff);
  at += (length + 7) / 8;
  return name;
}

/// Writes a program as whole numbers; kernels are keyed on these, which keeps their symbols short.
class word_writer {
 public:
  vec<std::uint64_t> words;

  template <class Program>
  constexpr void write(const Program& p) {
    put(static_cast<std::uint64_t>(p.element) | bits(p.lanes, 8) | bits(p.folded + 1, 24) | bits(p.extents.count, 32));
    put(bits(Program::step_count, 0) | bits(Program::phase_count, 16) | bits(Program::operand_count, 32));
    for (std::int64_t extent : p.extents) put(static_cast<std::uint64_t>(extent));
    for (int i = 0; i < Program::phase_count; ++i)
      put(bits(p.phases[i].first_once, 0) | bits(p.phases[i].first_block, 16) | bits(p.phases[i].end, 32));
    for (int i = 0; i < Program::operand_count; ++i) {
      put(bits(p.operands[i].strides.count, 0) | bits(static_cast<int>(p.operands[i].element), 8) |
          static_cast<std::uint64_t>(p.operands[i].scratch_offset + 1) << 16);
      for (std::int64_t stride : p.operands[i].strides) put(static_cast<std::uint64_t>(stride));
    }
    for (int i = 0; i < Program::step_count; ++i) write_step(p.steps[i]);
  }

 private:
  static constexpr std::uint64_t bits(int value, int at) { return static_cast<std::uint64_t>(value) << at; }
  constexpr void put(std::uint64_t word) { words.push_back(word); }
  constexpr void write_step(const instruction& step) {
    const std::string_view name = step.op.view();
    put(bits(static_cast<int>(step.kind), 0) | bits(step.once ? 1 : 0, 4) | bits(step.inputs[0] + 1, 8) |
        bits(step.inputs[1] + 1, 16) | bits(step.inputs[2] + 1, 24) | bits(step.operand + 1, 32) |
        bits(step.attribute_count, 40) | bits(static_cast<int>(name.size()), 48) |
        bits(static_cast<int>(step.element), 56));
    put_name(words, name);
    for (int i = 0; i < step.attribute_count; ++i) put(static_cast<std::uint64_t>(step.attributes[i]));
  }
};

template <std::uint64_t... Words>
consteval auto read_program() {
  constexpr std::uint64_t words[] = {Words...};
  constexpr auto part = [](std::uint64_t word, int at, int width) {
    return static_cast<int>(word >> at & ((std::uint64_t{1} << width) - 1));
  };
  program<part(words[1], 0, 16), part(words[1], 16, 16), part(words[1], 32, 16)> p;
  p.element = static_cast<dtype>(part(words[0], 0, 8));
  p.lanes = part(words[0], 8, 16);
  p.folded = part(words[0], 24, 8) - 1;
  int at = 2;
  for (int i = part(words[0], 32, 8); i > 0; --i) p.extents.push_back(static_cast<std::int64_t>(words[at++]));
  for (int i = 0; i < p.phase_count; ++i, ++at)
    p.phases[i] = {part(words[at], 0, 16), part(words[at], 16, 16), part(words[at], 32, 16)};
  for (int i = 0; i < p.operand_count; ++i) {
    p.operands[i].element = static_cast<dtype>(part(words[at], 8, 8));
    p.operands[i].scratch_offset = static_cast<std::int64_t>(words[at] >> 16) - 1;
    for (int strides = part(words[at++], 0, 8); strides > 0; --strides)
      p.operands[i].strides.push_back(static_cast<std::int64_t>(words[at++]));
  }
  for (int i = 0; i < p.step_count; ++i) {
    const std::uint64_t word = words[at++];
    instruction& step = p.steps[i];
    step.kind = static_cast<plan::step_kind>(part(word, 0, 4));
    step.once = part(word, 4, 1) != 0;
    for (int input = 0; input < 3; ++input) step.inputs[input] = part(word, 8 + 8 * input, 8) - 1;
    step.operand = part(word, 32, 8) - 1;
    step.attribute_count = part(word, 40, 8);
    step.element = static_cast<dtype>(part(word, 56, 8));
    step.op = read_name(words, at, part(word, 48, 8));
    for (int a = 0; a < step.attribute_count; ++a) step.attributes[a] = static_cast<std::int64_t>(words[at++]);
  }
  return p;
}

}  // namespace detail

/// A program as a type. Equal programs are one type, and so one kernel, whatever network they come from.
template <std::uint64_t... Words>
struct key {
  static constexpr auto program = detail::read_program<Words...>();
};

namespace detail {

template <class Op, auto Attributes, class V>
EIGEN_ALWAYS_INLINE auto apply_op(const V* values, const int* inputs) {
  if constexpr (requires { Op::eval(values[0], Attributes); })
    return Op::eval(values[inputs[0]], Attributes);
  else if constexpr (requires { Op::eval(values[0], values[0], Attributes); })
    return Op::eval(values[inputs[0]], values[inputs[1]], Attributes);
  else if constexpr (requires { Op::eval(values[0], values[0], values[0], Attributes); })
    return Op::eval(values[inputs[0]], values[inputs[1]], values[inputs[2]], Attributes);
  else if constexpr (Op::inputs_max == 1)
    return Op::eval(values[inputs[0]]);
  else if constexpr (Op::inputs_max == 2)
    return Op::eval(values[inputs[0]], values[inputs[1]]);
  else
    return Op::eval(values[inputs[0]], values[inputs[1]], values[inputs[2]]);
}

}  // namespace detail

namespace detail {

template <class Key, int Step>
constexpr bool is_function() {
  if constexpr (Key::program.steps[Step].kind == plan::step_kind::apply)
    return op<Key::program.steps[Step].op>::info.transcendental;
  else
    return false;
}

}  // namespace detail

/// How many of the steps first .. end - 1 compute a function that takes many instructions.
template <class Key>
constexpr int functions_between(int first, int end) {
  return [&]<int... Step>(std::integer_sequence<int, Step...>) {
    return (0 + ... + int{Step >= first && Step < end && detail::is_function<Key, Step>()});
  }(std::make_integer_sequence<int, Key::program.step_count>{});
}

/// Runs the op of step `Step`; the result is rounded to the step's element type.
template <class Key, int Step, class V>
EIGEN_ALWAYS_INLINE V apply(const V* values) {
  constexpr instruction step = Key::program.steps[Step];
  using op_type = op<step.op>;
  constexpr auto attributes = unpacked<typename op_type::attributes>(
      std::span<const std::int64_t>(step.attributes, static_cast<std::size_t>(step.attribute_count)));
  const auto result = detail::apply_op<op_type, attributes>(values, step.inputs);
  if constexpr (std::is_same_v<std::remove_const_t<decltype(result)>, V>)
    return npu::rounded_to<typename element_of<step.element>::type>(result);
  else
    return result.select(V(1), V(0));  // a comparison
}

}  // namespace litho::exec
