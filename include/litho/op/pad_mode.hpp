// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "direct_values.hpp"

namespace litho {

/// What stands outside of x.
inline constexpr std::int64_t pad_constant = 0;
inline constexpr std::int64_t pad_reflect =
    1;  ///< x mirrored at its border elements, which are not repeated: c b [a b c] b a
inline constexpr std::int64_t pad_edge = 2;  ///< the nearest element: a a [a b c] c c
inline constexpr std::int64_t pad_wrap = 3;  ///< x over and over: b c [a b c] a b

struct pad_mode_attributes {
  ints before{};  ///< elements added in front, axis by axis; negative: taken away
  ints after{};   ///< elements added behind
  std::int64_t mode = pad_reflect;
  double value = 0;  ///< of pad_constant
  static constexpr void fields(auto& self, auto&& visit) {
    visit("before", self.before);
    visit("after", self.after);
    visit("mode", self.mode);
    visit("value", self.value);
  }
  friend constexpr bool operator==(const pad_mode_attributes&, const pad_mode_attributes&) = default;
};

/// x with elements around it that the mode makes of x, or with elements taken away at its ends. Where both happen to one axis,
/// the mode sees what is left of x. ONNX Pad; with mode "constant" and nothing taken away op<"pad"> is the cheaper one.
template <>
struct op<"pad_mode"> : direct {
  static constexpr op_facts info{
      .name = "pad_mode",
      .math = "x with its own elements around it",
      .onnx = "Pad",
      .limits = "constant sizes",
      .differs =
          "reflect leaves the border element out, as mode reflect everywhere; TensorFlow's SYMMETRIC, which repeats "
          "it, is not there. edge is PyTorch's replicate, wrap its circular. Reflections longer than x go back and "
          "forth, as in NumPy; PyTorch and ONNX Runtime refuse them.",
      .takes = kinds::all,
  };
  using attributes = pad_mode_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    if (const fault why = detail::refuse_blocked(x)) return why;
    if (a.mode < pad_constant || a.mode > pad_wrap) return fault{"no such mode: {a} for {left}", x[0], {}, a.mode};
    for (const ints& side : {a.before, a.after}) {
      if (side.count != x[0].rank())
        return fault{
            "before and after need one number per axis of {left}: {a} vs {b}", x[0], {}, side.count, x[0].rank()};
      for (std::int64_t added : side)
        if (added > most_elements || added < -most_elements)
          return fault{"padding is too large: {a} around {left}", x[0], {}, added};
    }
    tensor_type out = x[0];
    for (int axis = 0; axis < out.rank(); ++axis) {
      const part kept = cut(x[0].dims[axis], a, axis);
      if (kept.extent < 0)
        return fault{"{a} elements are taken from an axis of {b}: {left}",
                     x[0],
                     {},
                     out.dims[axis] - kept.extent,
                     out.dims[axis]};
      out.dims[axis] += a.before[axis] + a.after[axis];
      if (kept.extent == 0 && out.dims[axis] > 0 && a.mode != pad_constant)
        return fault{"nothing is left on axis {a} to pad with: {left}", x[0], {}, axis};
    }
    return detail::possible(out, x[0]);
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    const shape& dims = in.type(0).dims;
    const ints strides = strides_of(dims);
    detail::for_each_index(out.type().dims, [&](std::int64_t flat, const ints& at) {
      std::int64_t from = 0;
      bool is_inside = true;
      for (int axis = 0; axis < dims.count; ++axis) {
        const part kept = cut(dims[axis], a, axis);
        const std::int64_t index = source(at[axis] - (a.before[axis] > 0 ? a.before[axis] : 0), kept.extent, a.mode);
        is_inside = is_inside && index >= 0;
        from += (kept.first + index) * strides[axis];
      }
      if (is_inside)
        out.copy(flat, in, 0, from);
      else if (is_float(out.type().element))
        out.set(flat, static_cast<typename std::remove_cvref_t<decltype(in)>::real_type>(a.value));
      else
        out.set(flat, number(a.value).whole());
    });
  }

 private:
  struct part {
    std::int64_t first = 0;
    std::int64_t extent = 0;
  };
  /// What is left of an axis.
  static constexpr part cut(std::int64_t extent, const attributes& a, int axis) {
    const std::int64_t front = a.before[axis] < 0 ? -a.before[axis] : 0;
    return {front, extent - front - (a.after[axis] < 0 ? -a.after[axis] : 0)};
  }
  /// The element of `extent` ones that stands at `index`, -1 for none.
  static constexpr std::int64_t source(std::int64_t index, std::int64_t extent, std::int64_t mode) {
    if (index >= 0 && index < extent) return index;
    if (mode == pad_constant) return -1;
    if (mode == pad_edge || extent == 1) return index < 0 ? 0 : extent - 1;
    const std::int64_t period = mode == pad_wrap ? extent : 2 * (extent - 1);
    const std::int64_t within = (index % period + period) % period;
    return within < extent ? within : period - within;
  }
};

/// pad_mode<{.before = {0, 1}, .after = {0, 1}, .mode = pad_reflect}>(x)
template <pad_mode_attributes Attributes, tensor_expr X>
consteval auto pad_mode(X x) {
  return call<"pad_mode", Attributes>(x);
}

}  // namespace litho
