// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "windows.hpp"

namespace litho {

struct conv_transpose_attributes {
  ints stride{};          ///< empty: all 1
  ints dilation{};        ///< empty: all 1
  ints before{};          ///< elements taken away in front, axis by axis; empty: none; negative: zeros added
  ints after{};           ///< elements taken away behind
  ints output_padding{};  ///< elements added behind; empty: none
  std::int64_t groups = 1;
  static constexpr void fields(auto& self, auto&& visit) {
    visit("stride", self.stride);
    visit("dilation", self.dilation);
    visit("before", self.before);
    visit("after", self.after);
    visit("output_padding", self.output_padding);
    visit("groups", self.groups);
  }
  friend constexpr bool operator==(const conv_transpose_attributes&, const conv_transpose_attributes&) = default;
};

/// y[n,o,j...] = sum over c and all i s - before + k d = j of x[n,c,i...] w[c,o,k...] (+ b[o]): each element of x spreads over
/// a window of y. x [N,C] and one to three spatial axes, w [C,O/groups,K...], b [O]; a spatial axis of y has
/// (I - 1) s + (K - 1) d + 1 + output_padding - before - after elements. ONNX ConvTranspose; its auto_pad and output_shape are
/// padding by another name. torch.conv_transpose2d.
template <>
struct op<"conv_transpose"> : direct {
  static constexpr op_facts info{
      .name = "conv_transpose",
      .math = "sum of x[n,c,i,..] w[c,o,k,..] where i s-p+k d = j, + b[o]",
      .onnx = "ConvTranspose",
      .limits = "one to three spatial axes behind [N,C]",
      .differs =
          "TensorFlow keeps channels last and weights [K...,O,C]. ONNX's output_shape and auto_pad and PyTorch's "
          "padding all become before and after; of an odd size SAME_UPPER takes the larger part away behind, "
          "SAME_LOWER in front.",
  };
  static constexpr int inputs_min = 2;
  static constexpr int inputs_max = 3;
  using attributes = conv_transpose_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    const tensor_type& x = in[0];
    const tensor_type& w = in[1];
    if (const fault why = detail::refuse_blocked(in)) return why;
    if (x.element != w.element) return fault{"element types differ: {left} and {right}", x, w};
    if (x.rank() < 3 || x.rank() > 5)
      return fault{"input must be [N,C] and one to three axes: got {left} (rank {a})", x, {}, x.rank()};
    if (w.rank() != x.rank())
      return fault{"ranks differ: input {left}, weights {right} ({a} vs {b})", x, w, x.rank(), w.rank()};
    if (x.dims[1] != w.dims[0])
      return fault{"channels differ: input {left}, weights {right} ({a} vs {b})", x, w, x.dims[1], w.dims[0]};
    if (a.groups < 1 || x.dims[1] % a.groups != 0)
      return fault{"channels do not split into {a} groups: input {left}, weights {right}", x, w, a.groups};
    const std::int64_t outputs = bounded_product(w.dims[1], a.groups);
    if (in.size() == 3 && (in[2].rank() != 1 || in[2].dims[0] != outputs || in[2].element != x.element))
      return fault{"bias must be [{a}]: got {left} for weights {right}", in[2], w, outputs};
    const int spatial = x.rank() - 2;
    for (const ints& each : {a.stride, a.dilation, a.before, a.after, a.output_padding})
      if (!each.empty() && each.count != spatial)
        return fault{"strides, dilations and padding need one number per spatial axis of {left}: {a} vs {b}",
                     x,
                     {},
                     each.count,
                     spatial};
    for (const ints& each : {a.stride, a.dilation})
      for (std::int64_t value : each)
        if (value < 1 || value > most_elements)
          return fault{"strides and dilations must be 1 or more: {a} for {left}", x, {}, value};
    for (const ints& each : {a.before, a.after, a.output_padding})
      for (std::int64_t value : each)
        if (value < -most_elements || value > most_elements)
          return fault{"padding is too large: {a} for {left}", x, {}, value};
    tensor_type out = x;
    out.dims[1] = outputs;
    for (int i = 0; i < spatial; ++i) {
      if (x.dims[2 + i] < 1 || w.dims[2 + i] < 1)
        return fault{"nothing to spread: input {left}, weights {right}", x, w};
      const std::int64_t last = bounded_product(x.dims[2 + i] - 1, given(a.stride, i, 1));
      const std::int64_t reach = bounded_product(w.dims[2 + i] - 1, given(a.dilation, i, 1));
      if (last > most_elements || reach > most_elements)
        return fault{"the result is too large: input {left}, weights {right}", x, w};
      out.dims[2 + i] = last + reach + 1 + given(a.output_padding, i, 0) - given(a.before, i, 0) - given(a.after, i, 0);
      if (out.dims[2 + i] < 1) return fault{"nothing is left on axis {a}: input {left}, weights {right}", x, w, 2 + i};
    }
    return detail::possible(out, x);
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    const shape y = spread(out.type().dims);
    const std::int64_t per_group = in.type(1).dims[1];
    for (std::int64_t n = 0; n < y[0]; ++n)
      for (std::int64_t o = 0; o < y[1];) {
        const bool is_block = per_group - o % per_group >= block;
        detail::for_each_index({y[2], y[3], y[4]}, [&](std::int64_t position, const ints& at) {
          is_block ? sum<block>(in, out, a, n, o, position, at) : sum<1>(in, out, a, n, o, position, at);
        });
        o += is_block ? block : 1;
      }
  }

 private:
  /// Outputs that are summed at a time: their sums do not wait for each other, and an element of x is read once.
  static constexpr int block = 4;

  /// Outputs o to o + Count - 1, of one group, at one place.
  template <int Count>
  static constexpr void sum(const auto& in, auto& out, const attributes& a, std::int64_t n, std::int64_t o,
                            std::int64_t position, const ints& at) {
    using real = typename std::remove_cvref_t<decltype(in)>::real_type;
    const shape x = spread(in.type(0).dims);
    const shape w = spread(in.type(1).dims);
    const std::int64_t picture = x[2] * x[3] * x[4];
    const std::int64_t taps = w[2] * w[3] * w[4];
    const std::int64_t group = o / w[1];
    const std::int64_t channels = w[0] / a.groups;
    const int missing = detail::most_spatial - (in.type(0).rank() - 2);
    double sums[Count]{};
    if (in.size() == 3)
      for (int i = 0; i < Count; ++i) sums[i] = static_cast<double>(in.real(2, o + i));
    // Taps along each axis that an element of x meets at this place.
    const auto for_taps = [&](int axis, auto&& visit) {
      const int i = axis - missing;
      const std::int64_t stride = i < 0 ? 1 : given(a.stride, i, 1);
      const std::int64_t dilation = i < 0 ? 1 : given(a.dilation, i, 1);
      const std::int64_t place = at[axis] + (i < 0 ? 0 : given(a.before, i, 0));
      for (std::int64_t k = 0; k < w[2 + axis]; ++k) {
        const std::int64_t from = place - k * dilation;
        if (from >= 0 && from % stride == 0 && from / stride < x[2 + axis]) visit(from / stride, k);
      }
    };
    for_taps(0, [&](std::int64_t plane, std::int64_t k) {
      for_taps(1, [&](std::int64_t row, std::int64_t l) {
        for_taps(2, [&](std::int64_t column, std::int64_t m) {
          const std::int64_t element = (plane * x[3] + row) * x[4] + column;
          const std::int64_t tap = (k * w[3] + l) * w[4] + m;
          for (std::int64_t c = group * channels; c < (group + 1) * channels; ++c) {
            const auto value = static_cast<double>(in.real(0, (n * x[1] + c) * picture + element));
            for (int i = 0; i < Count; ++i)
              sums[i] += value * static_cast<double>(in.real(1, (c * w[1] + o % w[1] + i) * taps + tap));
          }
        });
      });
    });
    const std::int64_t positions = out.type().elements() / (x[0] * w[1] * a.groups);
    for (int i = 0; i < Count; ++i)
      out.set((n * w[1] * a.groups + o + i) * positions + position, static_cast<real>(sums[i]));
  }

  static constexpr std::int64_t given(const ints& list, int i, std::int64_t otherwise) {
    return list.empty() ? otherwise : list[i];
  }
  /// The shape with axes of size 1 for the spatial ones that it lacks.
  static constexpr shape spread(const shape& dims) {
    shape result{dims[0], dims[1]};
    for (int i = dims.count; i < 2 + detail::most_spatial; ++i) result.push_back(1);
    for (int i = 2; i < dims.count; ++i) result.push_back(dims[i]);
    return result;
  }
};

/// conv_transpose<{.stride = {2, 2}, .output_padding = {1, 1}}>(x, w) or (x, w, b)
template <conv_transpose_attributes Attributes = {}, tensor_expr... X>
consteval auto conv_transpose(X... x) {
  return call<"conv_transpose", Attributes>(x...);
}

}  // namespace litho
