// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "direct_values.hpp"

namespace litho {

struct interleave_attributes {
  ints counts{};  ///< how many inputs take turns along each spatial axis
  static constexpr void fields(auto& self, auto&& visit) { visit("counts", self.counts); }
  friend constexpr bool operator==(const interleave_attributes&, const interleave_attributes&) = default;
};

/// y[n,c,i a + k,j b + l] = x_(k b + l)[n,c,i,j] for counts = [a,b]: pictures whose pixels take turns, likewise along
/// one or three spatial axes behind [N,C]. What upsampling and transposed convolutions become. ONNX: the last step of
/// DepthToSpace.
template <>
struct op<"interleave"> : movement {
  static constexpr op_facts info{
      .name = "interleave",
      .math = "y[n,c,i a+k,j b+l] = x_(k b+l)[n,c,i,j]",
      .limits = "1 to 64 inputs of one type with one to three spatial axes; written by passes, not by adapters",
      .blocked = true,
  };
  static constexpr int inputs_max = 64;
  using attributes = interleave_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    tensor_type out = in[0];
    if (out.rank() < 3 || out.rank() > 5)
      return fault{"input must be [N,C] and one to three axes: got {left} (rank {a})", out, {}, out.rank()};
    if (out.layout != format::plain && out.layout != format::nc1hwc0) return fault{"no such layout: {left}", out};
    if (a.counts.count != out.rank() - 2)
      return fault{"counts need one number per spatial axis of {left}: {a}", out, {}, a.counts.count};
    std::int64_t all = 1;
    for (int axis = 2; axis < out.rank(); ++axis) {
      const std::int64_t count = a.counts[axis - 2];
      if (count < 1 || count > inputs_max) return fault{"{a} inputs cannot take turns: {left}", out, {}, count};
      all *= count;
      out.dims[axis] = bounded_product(out.dims[axis], count);
    }
    if (all != static_cast<std::int64_t>(in.size()))
      return fault{"{a} inputs take turns, not {b}: {left}", in[0], {}, all, static_cast<int>(in.size())};
    for (const tensor_type& each : in)
      if (!(each == in[0])) return fault{"inputs differ: {left} and {right}", in[0], each};
    return detail::possible(out, in[0]);
  }

  /// The spatial axes are the same ones in NC1HWC0.
  static constexpr strided write(std::span<const tensor_type> in, const attributes& a, int i) {
    shape out = in[0].stored_dims();
    for (int axis = 0; axis < a.counts.count; ++axis) out[2 + axis] *= a.counts[axis];
    strided walk{0, strides_of(out)};
    for (int axis = a.counts.count - 1; axis >= 0; --axis) {
      walk.offset += i % a.counts[axis] * walk.strides[2 + axis];
      walk.strides[2 + axis] *= a.counts[axis];
      i /= static_cast<int>(a.counts[axis]);
    }
    return walk;
  }

  /// The inputs cover all of the output.
  static constexpr double fill(const attributes&) { return 0; }
};

}  // namespace litho
