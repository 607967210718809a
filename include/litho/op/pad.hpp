// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

struct pad_attributes {
  ints before{};  ///< elements added in front, axis by axis
  ints after{};   ///< elements added behind
  double value = 0;
  static constexpr void fields(auto& self, auto&& visit) {
    visit("before", self.before);
    visit("after", self.after);
    visit("value", self.value);
  }
  friend constexpr bool operator==(const pad_attributes&, const pad_attributes&) = default;
};

/// x with elements of one value around it. ONNX Pad with mode "constant" and no negative sizes.
template <>
struct op<"pad"> : movement {
  static constexpr op_facts info{
      .name = "pad",
      .math = "x with a value around it",
      .onnx = "Pad",
      .limits = "constant sizes, none negative, which pad_mode takes; mode constant",
      .differs =
          "ONNX lists the sizes in front of all axes and then those behind, torch.pad pairs from the last axis on, "
          "tf.pad pairs from the first on.",
  };
  using attributes = pad_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    if (x[0].layout != format::plain) return fault{"input must be plain: got {left}", x[0]};
    for (const ints& side : {a.before, a.after}) {
      if (side.count != x[0].rank())
        return fault{
            "before and after need one number per axis of {left}: {a} vs {b}", x[0], {}, side.count, x[0].rank()};
      for (std::int64_t added : side) {
        if (added < 0) return fault{"padding must not be negative: {a} around {left}", x[0], {}, added};
        if (added > most_elements) return fault{"padding is too large: {a} around {left}", x[0], {}, added};
      }
    }
    tensor_type out = x[0];
    for (int axis = 0; axis < out.rank(); ++axis) out.dims[axis] += a.before[axis] + a.after[axis];
    return out;
  }

  static constexpr strided write(std::span<const tensor_type> x, const attributes& a, int) {
    shape out = x[0].dims;
    for (int axis = 0; axis < out.count; ++axis) out[axis] += a.before[axis] + a.after[axis];
    strided walk{0, strides_of(out)};
    for (int axis = 0; axis < out.count; ++axis) walk.offset += a.before[axis] * walk.strides[axis];
    return walk;
  }

  static constexpr double fill(const attributes& a) { return a.value; }

  static constexpr bool unchanged(const tensor_type& x, const attributes& a) {
    for (int axis = 0; axis < x.rank(); ++axis)
      if (a.before[axis] != 0 || a.after[axis] != 0) return false;
    return true;
  }
};

/// pad<{.before = {0, 1}, .after = {0, 1}, .value = -1}>(x)
template <pad_attributes Attributes, tensor_expr X>
consteval auto pad(X x) {
  return call<"pad", Attributes>(x);
}

}  // namespace litho
