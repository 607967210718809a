// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "conv2d.hpp"

namespace litho {

struct conv1d_attributes {
  std::int64_t stride = 1;
  std::int64_t pad_before = 0;
  std::int64_t pad_after = 0;
  std::int64_t dilation = 1;
  std::int64_t groups = 1;
  static constexpr void fields(auto& self, auto&& visit) {
    visit("stride", self.stride);
    visit("pad_before", self.pad_before);
    visit("pad_after", self.pad_after);
    visit("dilation", self.dilation);
    visit("groups", self.groups);
  }
  friend constexpr bool operator==(const conv1d_attributes&, const conv1d_attributes&) = default;
};

/// y[n,o,i] = sum over c,k of x[n, c, i s - p + k d] w[o,c,k] (+ b[o]); x is 0 outside. x [N,C,L], w [O,C/groups,K], b [O].
/// ONNX Conv with one spatial axis.
template <>
struct op<"conv1d"> : composite {
  static constexpr op_facts info{
      .name = "conv1d",
      .math = "sum of x[n,c,i s-p+k d] w[o,c,k] + b[o]",
      .onnx = "Conv",
      .limits = "[N,C,L]",
      .differs =
          "TensorFlow keeps channels last and weights [K,C/groups,O]. SAME padding puts an odd element behind in "
          "TensorFlow and with SAME_UPPER, in front with SAME_LOWER. Keras' causal padding is all in front.",
  };
  static constexpr int inputs_min = 2;
  static constexpr int inputs_max = 3;
  using attributes = conv1d_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    const tensor_type& x = in[0];
    const tensor_type& w = in[1];
    if (x.element != w.element) return fault{"element types differ: {left} and {right}", x, w};
    if (x.layout != format::plain || w.layout != format::plain)
      return fault{"input and weights must be plain: {left}, {right}", x, w};
    if (x.rank() != 3) return fault{"input must be [N,C,L]: got {left} (rank {a})", x, w, x.rank()};
    if (w.rank() != 3) return fault{"weights must be [O,C/groups,K]: got {right} (rank {a})", x, w, w.rank()};
    if (a.stride < 1 || a.dilation < 1)
      return fault{"stride and dilation must be 1 or more: got {a} and {b}", x, w, a.stride, a.dilation};
    if (a.pad_before < 0 || a.pad_after < 0)
      return fault{"padding must not be negative: got {a} and {b}", x, w, a.pad_before, a.pad_after};
    if (a.groups < 1 || x.dims[1] % a.groups != 0 || w.dims[0] % a.groups != 0)
      return fault{"channels do not split into {a} groups: input {left}, weights {right}", x, w, a.groups};
    if (bounded_product(w.dims[1], a.groups) != x.dims[1])
      return fault{"channels differ: input {left}, weights {right} ({a} vs {b})", x, w, x.dims[1],
                   bounded_product(w.dims[1], a.groups)};
    if (in.size() == 3 && (in[2].rank() != 1 || in[2].dims[0] != w.dims[0] || in[2].element != x.element))
      return fault{"bias must be [O]: got {left} for weights {right}", in[2], w};
    tensor_type out = x;
    out.dims[1] = w.dims[0];
    out.dims[2] = window_count(x.dims[2], a.pad_before, a.pad_after, w.dims[2], a.dilation, a.stride);
    if (out.dims[2] < 1 || w.dims[2] < 1) return fault{"window does not fit: input {left}, weights {right}", x, w};
    return out;
  }

  static constexpr void eval(std::span<const tensor* const> in, const attributes& a, tensor& out) {
    const tensor& x = *in[0];
    const tensor& w = *in[1];
    const std::int64_t length = x.type.dims[2];
    const std::int64_t channels = w.type.dims[1];
    const std::int64_t per_group = w.type.dims[0] / a.groups;
    detail::for_each_index(out.type.dims, [&](std::int64_t, const ints& at) {
      const std::int64_t o = at[1];
      double sum = in.size() == 3 ? double(in[2]->values[static_cast<std::size_t>(o)]) : 0.0;
      for (std::int64_t c = 0; c < channels; ++c)
        for (std::int64_t k = 0; k < w.type.dims[2]; ++k) {
          const std::int64_t position = at[2] * a.stride - a.pad_before + k * a.dilation;
          if (position < 0 || position >= length) continue;
          const std::int64_t from = (at[0] * x.type.dims[1] + o / per_group * channels + c) * length + position;
          const std::int64_t weight = (o * channels + c) * w.type.dims[2] + k;
          sum += x.values[static_cast<std::size_t>(from)] * w.values[static_cast<std::size_t>(weight)];
        }
      out.values.push_back(rounded(out.type.element, sum));
    });
  }

  /// A convolution of pictures of height 1.
  static constexpr int decompose(const emitter& emit, std::span<const int> in, const attributes& a) {
    const shape x = emit.type(in[0]).dims;
    const shape w = emit.type(in[1]).dims;
    const int picture = emit.make<"reshape">({in[0]}, reshape_attributes{{x[0], x[1], 1, x[2]}});
    const int weights = emit.make<"reshape">({in[1]}, reshape_attributes{{w[0], w[1], 1, w[2]}});
    const conv2d_attributes flat{.stride = {1, a.stride},
                                 .pad = {0, a.pad_before, 0, a.pad_after},
                                 .dilation = {1, a.dilation},
                                 .groups = a.groups};
    const int sums = in.size() == 3 ? emit.make<"conv2d">({picture, weights, in[2]}, flat)
                                    : emit.make<"conv2d">({picture, weights}, flat);
    const shape y = emit.type(sums).dims;
    return emit.make<"reshape">({sums}, reshape_attributes{{y[0], y[1], y[3]}});
  }
};

/// conv1d<{.stride = 2, .pad_before = 1, .pad_after = 1}>(x, w) or (x, w, b).
template <conv1d_attributes Attributes = {}, tensor_expr... X>
consteval auto conv1d(X... x) {
  return call<"conv1d", Attributes>(x...);
}

}  // namespace litho
