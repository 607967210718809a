// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "windows.hpp"

namespace litho {

struct conv_attributes {
  ints stride{};    ///< empty: all 1
  ints dilation{};  ///< empty: all 1
  ints before{};    ///< padding in front, axis by axis; empty: none
  ints after{};     ///< padding behind
  std::int64_t groups = 1;
  static constexpr void fields(auto& self, auto&& visit) {
    visit("stride", self.stride);
    visit("dilation", self.dilation);
    visit("before", self.before);
    visit("after", self.after);
    visit("groups", self.groups);
  }
  friend constexpr bool operator==(const conv_attributes&, const conv_attributes&) = default;
};

/// y[n,o,i...] = sum over c,k... of x[n, c, i s - before + k d, ...] w[o,c,k...] (+ b[o]); x is 0 outside. x [N,C] and one to
/// three spatial axes, w [O,C/groups,K...], b [O]. ONNX Conv in full; op<"conv1d"> and op<"conv2d"> run on the Cube.
template <>
struct op<"conv"> : direct {
  static constexpr op_facts info{
      .name = "conv",
      .math = "sum of x[n,c,i s-p+k d,..] w[o,c,k,..] + b[o]",
      .onnx = "Conv",
      .limits = "one to three spatial axes behind [N,C]",
      .differs =
          "TensorFlow keeps channels last and weights [K...,C/groups,O]. SAME padding puts an odd element behind in "
          "TensorFlow and with SAME_UPPER, in front with SAME_LOWER.",
  };
  static constexpr int inputs_min = 2;
  static constexpr int inputs_max = 3;
  using attributes = conv_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    const tensor_type& x = in[0];
    const tensor_type& w = in[1];
    if (const fault why = detail::refuse_blocked(in)) return why;
    if (x.element != w.element) return fault{"element types differ: {left} and {right}", x, w};
    if (x.rank() < 3 || x.rank() > 5)
      return fault{"input must be [N,C] and one to three axes: got {left} (rank {a})", x, {}, x.rank()};
    if (w.rank() != x.rank())
      return fault{"ranks differ: input {left}, weights {right} ({a} vs {b})", x, w, x.rank(), w.rank()};
    if (a.groups < 1 || x.dims[1] % a.groups != 0 || w.dims[0] % a.groups != 0)
      return fault{"channels do not split into {a} groups: input {left}, weights {right}", x, w, a.groups};
    if (bounded_product(w.dims[1], a.groups) != x.dims[1])
      return fault{"channels differ: input {left}, weights {right} ({a} vs {b})", x, w, x.dims[1],
                   bounded_product(w.dims[1], a.groups)};
    if (in.size() == 3 && (in[2].rank() != 1 || in[2].dims[0] != w.dims[0] || in[2].element != x.element))
      return fault{"bias must be [O]: got {left} for weights {right}", in[2], w};
    const detail::windows windows = detail::windows_of(x, window(w, a));
    if (windows.error) return windows.error;
    tensor_type out = windows.placed(x);
    out.dims[1] = w.dims[0];
    return detail::possible(out, x);
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    const tensor_type& w = in.type(1);
    const detail::windows windows = detail::windows_of(in.type(0), window(w, a));
    const std::int64_t outputs = w.dims[0];
    const std::int64_t per_group = outputs / a.groups;
    for (std::int64_t n = 0; n < in.type(0).dims[0]; ++n)
      for (std::int64_t o = 0; o < outputs;) {
        const bool is_block = per_group - o % per_group >= block;
        for (std::int64_t position = 0; position < windows.positions(); ++position)
          is_block ? sum<block>(in, out, windows, a, n, o, position) : sum<1>(in, out, windows, a, n, o, position);
        o += is_block ? block : 1;
      }
  }

 private:
  /// Outputs that are summed at a time: their sums do not wait for each other, and an element of x is read once.
  static constexpr int block = 4;

  /// Outputs o to o + Count - 1, of one group.
  template <int Count>
  static constexpr void sum(const auto& in, auto& out, const detail::windows& windows, const attributes& a,
                            std::int64_t n, std::int64_t o, std::int64_t position) {
    using real = typename std::remove_cvref_t<decltype(in)>::real_type;
    const shape& w = in.type(1).dims;
    const std::int64_t group = o / (w[0] / a.groups);
    const detail::windows::place place = windows.at(position);
    double sums[Count]{};
    if (in.size() == 3)
      for (int i = 0; i < Count; ++i) sums[i] = static_cast<double>(in.real(2, o + i));
    for (std::int64_t c = 0; c < w[1]; ++c) {
      const std::int64_t image = ((n * a.groups + group) * w[1] + c) * windows.picture();
      const std::int64_t weights = (o * w[1] + c) * windows.taps();
      windows.for_each_inside(place, [&](std::int64_t tap, std::int64_t at) {
        const auto value = static_cast<double>(in.real(0, image + at));
        for (int i = 0; i < Count; ++i)
          sums[i] += value * static_cast<double>(in.real(1, weights + i * w[1] * windows.taps() + tap));
      });
    }
    for (int i = 0; i < Count; ++i)
      out.set((n * w[0] + o + i) * windows.positions() + position, static_cast<real>(sums[i]));
  }

  static constexpr detail::window_shape window(const tensor_type& w, const attributes& a) {
    ints kernel;
    for (int i = 2; i < w.rank(); ++i) kernel.push_back(w.dims[i]);
    return {kernel, a.stride, a.dilation, a.before, a.after};
  }
};

/// conv<{.stride = {2, 2, 2}}>(x, w) or (x, w, b)
template <conv_attributes Attributes = {}, tensor_expr... X>
consteval auto conv(X... x) {
  return call<"conv", Attributes>(x...);
}

}  // namespace litho
