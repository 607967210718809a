// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "program.hpp"

namespace litho::exec {

/// What a Cube or pooling kernel does with each result while it is still in registers: its micro-program, up to the stores.
/// A result is `count` lanes at coordinates (d0, d1, d2, start...) of the kernel's four loops.
template <class Key, class T>
class epilogue {
  static constexpr auto P = Key::program;
  using value = npu::lanes<T, P.lanes>;
  using index = std::int64_t;

 public:
  explicit epilogue(void* const* memory) : memory_(memory) {}

  EIGEN_STRONG_INLINE void operator()(const value& main, index d0, index d1, index d2, index start, index count) const {
    value values[P.step_count];
    steps(main, values, d0, d1, d2, start, count, std::make_integer_sequence<int, P.step_count>{});
  }

 private:
  template <int... Step>
  EIGEN_STRONG_INLINE void steps(const value& main, value* values, index d0, index d1, index d2, index start,
                                 index count, std::integer_sequence<int, Step...>) const {
    (one<Step>(main, values, d0, d1, d2, start, count), ...);
  }

  template <int Step>
  EIGEN_STRONG_INLINE void one(const value& main, value* values, index d0, index d1, index d2, index start,
                               index count) const {
    constexpr instruction step = P.steps[Step];
    if constexpr (step.kind == plan::step_kind::main) {
      values[Step] = main;
    } else if constexpr (step.kind == plan::step_kind::apply) {
      values[Step] = apply<Key, Step>(values);
    } else {
      constexpr ints strides = P.operands[step.operand].strides;
      using element = typename element_of<P.operands[step.operand].element>::type;
      element* at = static_cast<element*>(memory_[step.operand]) + strides[0] * d0 + strides[1] * d1 + strides[2] * d2 +
                    strides[3] * start;
      if constexpr (step.kind == plan::step_kind::store) {
        if (count == P.lanes)
          npu::store_as(values[step.inputs[0]], at);
        else
          npu::store_part_as(values[step.inputs[0]], at, count);
      } else if constexpr (strides[3] == 0) {
        values[Step] = value::broadcast(npu::from_element<T>(*at));
      } else {
        values[Step] = count == P.lanes ? npu::load_as<value>(at) : npu::load_part_as<value>(at, count);
      }
    }
  }

  void* const* memory_;
};

}  // namespace litho::exec
