// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "direct_values.hpp"

namespace litho {

struct reverse_sequence_attributes {
  std::int64_t batch_axis = 1;
  std::int64_t time_axis = 0;
  static constexpr void fields(auto& self, auto&& visit) {
    visit("batch_axis", self.batch_axis);
    visit("time_axis", self.time_axis);
  }
  friend constexpr bool operator==(const reverse_sequence_attributes&, const reverse_sequence_attributes&) = default;
};

/// The first lengths[b] elements along the time axis backwards, those after them as they are. x any type, lengths [batch] of
/// i32 or i64; longer ones than the axis are as long as it. ONNX ReverseSequence, tf.reverse_sequence.
template <>
struct op<"reverse_sequence"> : direct {
  static constexpr op_facts info{
      .name = "reverse_sequence",
      .math = "x[.., lengths[b] - 1 - t, ..]",
      .onnx = "ReverseSequence",
      .limits = "lengths i32 or i64",
      .differs =
          "Time is axis 0 and batch axis 1 by default, as in ONNX; TensorFlow's batch is axis 0. Lengths beyond the "
          "axis are as long as it; TensorFlow refuses them.",
      .takes = kinds::all,
  };
  static constexpr int inputs_min = 2;
  static constexpr int inputs_max = 2;
  using attributes = reverse_sequence_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    const tensor_type& x = in[0];
    const tensor_type& lengths = in[1];
    if (const fault why = detail::refuse_blocked(in)) return why;
    if (lengths.element != dtype::i32 && lengths.element != dtype::i64)
      return fault{"lengths must be i32 or i64: got {right}", x, lengths};
    for (std::int64_t axis : {a.batch_axis, a.time_axis})
      if (const fault why = detail::refuse_axis(x, axis)) return why;
    const int batch = detail::axis_of(a.batch_axis, x.rank());
    if (batch == detail::axis_of(a.time_axis, x.rank()))
      return fault{"batch and time are one axis, {a}: {left}", x, {}, batch};
    if (lengths.rank() != 1 || lengths.dims[0] != x.dims[batch])
      return fault{"lengths must be [{a}]: got {right} for {left}", x, lengths, x.dims[batch]};
    return x;
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    const shape& dims = in.type(0).dims;
    const int batch = detail::axis_of(a.batch_axis, dims.count);
    const int time = detail::axis_of(a.time_axis, dims.count);
    const std::int64_t step = strides_of(dims)[time];
    detail::for_each_index(dims, [&](std::int64_t flat, const ints& at) {
      const std::int64_t given = in.whole(1, at[batch]);
      const std::int64_t length = given > dims[time] ? dims[time] : given;
      out.copy(flat, in, 0, at[time] < length ? flat + (length - 1 - 2 * at[time]) * step : flat);
    });
  }
};

/// reverse_sequence<{.batch_axis = 0, .time_axis = 1}>(x, lengths)
template <reverse_sequence_attributes Attributes = {}, tensor_expr X, tensor_expr L>
consteval auto reverse_sequence(X x, L lengths) {
  return call<"reverse_sequence", Attributes>(x, lengths);
}

}  // namespace litho
