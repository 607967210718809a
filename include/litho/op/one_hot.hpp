// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "direct_values.hpp"

namespace litho {

struct one_hot_attributes {
  std::int64_t depth = 1;  ///< size of the new axis
  std::int64_t axis = -1;  ///< where it stands in the result
  static constexpr void fields(auto& self, auto&& visit) {
    visit("depth", self.depth);
    visit("axis", self.axis);
  }
  friend constexpr bool operator==(const one_hot_attributes&, const one_hot_attributes&) = default;
};

/// y[..., d, ...] = values[d == indices[...] ? 1 : 0] along a new axis. Negative indices count from depth; one outside gives
/// values[0] everywhere. Indices of any number type, their fraction cut off; values [2] of any type, off and on. ONNX OneHot
/// with a constant depth, torch.one_hot with values 0 and 1.
template <>
struct op<"one_hot"> : direct {
  static constexpr op_facts info{
      .name = "one_hot",
      .math = "values[d == indices]",
      .onnx = "OneHot",
      .limits = "constant depth; indices of any number type; values [2] of any type, off and on",
      .differs =
          "An index outside gives off everywhere, as in ONNX and TensorFlow; torch.one_hot calls it an error. Negative "
          "indices count from depth, as in ONNX; in TensorFlow they are outside.",
      .takes = kinds::all,
  };
  static constexpr int inputs_min = 2;
  static constexpr int inputs_max = 2;
  using attributes = one_hot_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    const tensor_type& indices = in[0];
    if (const fault why = detail::refuse_blocked(in)) return why;
    if (indices.element == dtype::boolean) return fault{"indices must be numbers: got {left}", indices};
    if (in[1].dims != shape{2}) return fault{"values must be [2], off and on: got {right}", indices, in[1]};
    if (indices.rank() == max_rank) return fault{"the result has too many axes: {left}", indices};
    if (a.axis < -indices.rank() - 1 || a.axis > indices.rank())
      return fault{"axis {a} is outside of the result for {left} (rank {b})", indices, {}, a.axis, indices.rank() + 1};
    if (a.depth < 0) return fault{"depth must not be negative: {a} for {left}", indices, {}, a.depth};
    const int axis = detail::axis_of(a.axis, indices.rank() + 1);
    tensor_type out = in[1];
    out.dims = {};
    for (int i = 0; i <= indices.rank(); ++i)
      out.dims.push_back(i == axis ? a.depth : indices.dims[i < axis ? i : i - 1]);
    return detail::possible(out, indices);
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    const detail::axis_walk walk = detail::along(out.type().dims, detail::axis_of(a.axis, out.type().rank()));
    for (std::int64_t o = 0; o < walk.outer; ++o)
      for (std::int64_t d = 0; d < walk.extent; ++d)
        for (std::int64_t k = 0; k < walk.inner; ++k) {
          const std::int64_t index = in.whole(0, o * walk.inner + k);
          const bool is_from_end = index < 0 && in.type(0).element != dtype::u64;
          out.copy(walk.at(o, d, k), in, 1, (is_from_end ? index + a.depth : index) == d ? 1 : 0);
        }
  }
};

/// one_hot<{.depth = 10}>(indices, values)
template <one_hot_attributes Attributes, tensor_expr I, tensor_expr V>
consteval auto one_hot(I indices, V values) {
  return call<"one_hot", Attributes>(indices, values);
}

}  // namespace litho
