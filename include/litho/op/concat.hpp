// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

struct concat_attributes {
  std::int64_t axis = 0;
  static constexpr void fields(auto& self, auto&& visit) { visit("axis", self.axis); }
  friend constexpr bool operator==(const concat_attributes&, const concat_attributes&) = default;
};

/// The inputs one after the other along an axis; a negative axis counts from the back. Blocked inputs are joined along channels
/// only where no block straddles two of them. ONNX Concat.
template <>
struct op<"concat"> : movement {
  static constexpr op_facts info{
      .name = "concat",
      .math = "inputs one after the other along an axis",
      .onnx = "Concat",
      .limits = "1 to 64 inputs; NC1HWC0 along channels only where each input's are a multiple of the lanes",
      .blocked = true,
  };
  static constexpr int inputs_max = 64;
  using attributes = concat_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    tensor_type out = in[0];
    if (a.axis < -out.rank() || a.axis >= out.rank())
      return fault{"axis {a} is outside of {left} (rank {b})", out, {}, a.axis, out.rank()};
    if (out.layout != format::plain && out.layout != format::nc1hwc0) return fault{"no such layout: {left}", out};
    const int axis = axis_of(out, a);
    out.dims[axis] = 0;
    for (const tensor_type& each : in) {
      if (each.element != in[0].element) return fault{"element types differ: {left} and {right}", in[0], each};
      if (each.rank() != out.rank())
        return fault{"ranks differ: {left} and {right} ({a} vs {b})", in[0], each, out.rank(), each.rank()};
      if (each.layout != out.layout || each.lanes != out.lanes)
        return fault{"layouts differ: {left} and {right}", in[0], each};
      if (out.layout == format::nc1hwc0 && axis == 1 && each.dims[1] % each.lanes != 0)
        return fault{"{a} channels are no multiple of {b} lanes: {left}", each, {}, each.dims[1], each.lanes};
      for (int i = 0; i < out.rank(); ++i)
        if (i != axis && each.dims[i] != out.dims[i])
          return fault{"sizes differ outside of the axis: {left} and {right} ({a} vs {b})", in[0], each, out.dims[i],
                       each.dims[i]};
      out.dims[axis] += each.dims[axis];
    }
    return out;
  }

  static constexpr strided write(std::span<const tensor_type> in, const attributes& a, int i) {
    const int axis = axis_of(in[0], a);
    shape out = in[0].stored_dims();
    out[axis] = 0;
    for (const tensor_type& each : in) out[axis] += each.stored_dims()[axis];
    strided walk{0, strides_of(out)};
    for (const tensor_type& each : in.first(static_cast<std::size_t>(i)))
      walk.offset += each.stored_dims()[axis] * walk.strides[axis];
    return walk;
  }

  /// The inputs cover all of the output.
  static constexpr double fill(const attributes&) { return 0; }

 private:
  static constexpr int axis_of(const tensor_type& x, const attributes& a) {
    return static_cast<int>(a.axis < 0 ? a.axis + x.rank() : a.axis);
  }
};

/// concat<{.axis = 1}>(a, b, c)
template <concat_attributes Attributes = {}, tensor_expr... X>
consteval auto concat(X... x) {
  return call<"concat", Attributes>(x...);
}

}  // namespace litho
