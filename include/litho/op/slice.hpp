// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

struct slice_attributes {
  ints axes{};   ///< empty: the first axes, as many as `begin` has
  ints begin{};  ///< the first index on each axis
  ints end{};    ///< the index after the last one
  ints step{};   ///< empty: all 1
  static constexpr void fields(auto& self, auto&& visit) {
    visit("axes", self.axes);
    visit("begin", self.begin);
    visit("end", self.end);
    visit("step", self.step);
  }
  friend constexpr bool operator==(const slice_attributes&, const slice_attributes&) = default;
};

/// Every step-th element from begin to before end on each axis. Negative axes, begin and end count from the back; what lies
/// outside is clamped; a negative step walks backwards. ONNX Slice with constant indices.
template <>
struct op<"slice"> : movement {
  static constexpr op_facts info{
      .name = "slice",
      .math = "every step-th element of x from begin to end",
      .onnx = "Slice, Split",
      .limits = "constant indices; plain layout",
      .differs =
          "Indices outside are clamped, as in ONNX and NumPy; tf.slice takes sizes instead of ends and refuses them. "
          "PyTorch has no negative steps.",
  };
  using attributes = slice_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    if (x[0].layout != format::plain) return fault{"input must be plain: got {left}", x[0]};
    const int count = a.begin.count;
    if (a.end.count != count) return fault{"begin and end differ in length: {a} vs {b}", x[0], {}, count, a.end.count};
    if (!a.axes.empty() && a.axes.count != count)
      return fault{"axes and begin differ in length: {a} vs {b}", x[0], {}, a.axes.count, count};
    if (!a.step.empty() && a.step.count != count)
      return fault{"step and begin differ in length: {a} vs {b}", x[0], {}, a.step.count, count};
    ints seen;
    for (int i = 0; i < count; ++i) {
      std::int64_t axis = a.axes.empty() ? i : a.axes[i];
      if (axis < -x[0].rank() || axis >= x[0].rank())
        return fault{"axis {a} is outside of {left} (rank {b})", x[0], {}, axis, x[0].rank()};
      if (axis < 0) axis += x[0].rank();
      if (seen.contains(axis)) return fault{"axis {a} is given twice: {left}", x[0], {}, axis};
      seen.push_back(axis);
    }
    if (a.step.contains(0)) return fault{"step must not be 0: {left}", x[0]};
    tensor_type out = x[0];
    for (int axis = 0; axis < out.rank(); ++axis) out.dims[axis] = cut(x[0].dims, a, axis).count;
    return out;
  }

  static constexpr strided read(const tensor_type& x, const attributes& a) {
    strided walk{0, strides_of(x.dims)};
    for (int axis = 0; axis < x.rank(); ++axis) {
      const part kept = cut(x.dims, a, axis);
      walk.offset += kept.begin * walk.strides[axis];
      walk.strides[axis] *= kept.step;
    }
    return walk;
  }

  static constexpr bool unchanged(const tensor_type& x, const attributes& a) {
    for (int axis = 0; axis < x.rank(); ++axis) {
      const part kept = cut(x.dims, a, axis);
      if (kept.count != x.dims[axis] || kept.step != 1) return false;
    }
    return true;
  }

 private:
  struct part {
    std::int64_t begin = 0;
    std::int64_t step = 1;
    std::int64_t count = 0;
  };

  static constexpr std::int64_t clamped(std::int64_t value, std::int64_t low, std::int64_t high) {
    return value < low ? low : value > high ? high : value;
  }

  /// What is left of one axis, indices counted from the front.
  static constexpr part cut(const shape& dims, const attributes& a, int axis) {
    const std::int64_t size = dims[axis];
    for (int i = 0; i < a.begin.count; ++i) {
      const std::int64_t given = a.axes.empty() ? i : a.axes[i];
      if (given != axis && given + dims.count != axis) continue;
      if (size == 0) return {};
      // A step longer than the axis leaves one element, as one of its own length does; products of it stay in range.
      const std::int64_t step = a.step.empty() ? 1 : clamped(a.step[i], -size, size);
      std::int64_t begin = a.begin[i] < 0 ? a.begin[i] + size : a.begin[i];
      std::int64_t end = a.end[i] < 0 ? a.end[i] + size : a.end[i];
      begin = step > 0 ? clamped(begin, 0, size) : clamped(begin, 0, size - 1);
      end = step > 0 ? clamped(end, 0, size) : clamped(end, -1, size - 1);
      const std::int64_t length = step > 0 ? end - begin : begin - end;
      if (length <= 0) return {};
      return {begin, step, (length - 1) / (step > 0 ? step : -step) + 1};
    }
    return {0, 1, size};
  }
};

/// slice<{.axes = 1, .begin = 0, .end = 4}>(x), slice<{.axes = {0, 2}, .begin = {1, -1}, .end = {3, -9}, .step = {1, -1}}>(x)
template <slice_attributes Attributes, tensor_expr X>
consteval auto slice(X x) {
  return call<"slice", Attributes>(x);
}

}  // namespace litho
