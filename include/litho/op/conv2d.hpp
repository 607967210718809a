// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "add.hpp"
#include "reshape.hpp"
#include "window.hpp"

namespace litho {

struct conv2d_attributes {
  extent2 stride = 1;
  pads2 pad = 0;
  extent2 dilation = 1;
  std::int64_t groups = 1;
  static constexpr void fields(auto& self, auto&& visit) {
    visit("stride", self.stride);
    visit("pad", self.pad);
    visit("dilation", self.dilation);
    visit("groups", self.groups);
  }
  friend constexpr bool operator==(const conv2d_attributes&, const conv2d_attributes&) = default;
};

/// y[n,o,i,j] = sum over c,k,l of x[n, c, i s - p + k d, j s - p + l d] w[o,c,k,l] (+ b[o]); x is 0 outside.
/// x [N,C,H,W], w [O,C/groups,KH,KW], b [O]. Groups split C and O alike; groups = C is depthwise. ONNX Conv.
template <>
struct op<"conv2d"> : contraction {
  static constexpr op_facts info{
      .name = "conv2d",
      .math = "sum of x[n,c,i s-p+k d,j s-p+l d] w[o,c,k,l] + b[o]",
      .onnx = "Conv",
      .limits = "[N,C,H,W]",
      .differs =
          "TensorFlow keeps channels last and weights [KH,KW,C/groups,O], of depthwise layers [KH,KW,C,O/C]. SAME "
          "padding puts an odd element behind in TensorFlow and with SAME_UPPER, in front with SAME_LOWER.",
      .blocked = true,
  };
  using attributes = conv2d_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    const tensor_type& x = in[0];
    const tensor_type& w = in[1];
    if (x.element != w.element) return fault{"element types differ: {left} and {right}", x, w};
    if (x.rank() != 4) return fault{"input must be [N,C,H,W]: got {left} (rank {a})", x, w, x.rank()};
    if (w.rank() != 4) return fault{"weights must be [O,C/groups,KH,KW]: got {right} (rank {a})", x, w, w.rank()};
    if (a.stride.height < 1 || a.stride.width < 1 || a.dilation.height < 1 || a.dilation.width < 1)
      return fault{"stride and dilation must be 1 or more: input {left}, weights {right}", x, w};
    if (a.pad.top < 0 || a.pad.left < 0 || a.pad.bottom < 0 || a.pad.right < 0)
      return fault{"padding must not be negative: input {left}, weights {right}", x, w};
    if (a.groups < 1 || x.dims[1] % a.groups != 0 || w.dims[0] % a.groups != 0)
      return fault{"channels do not split into {a} groups: input {left}, weights {right}", x, w, a.groups};
    if (bounded_product(w.dims[1], a.groups) != x.dims[1])
      return fault{"channels differ: input {left}, weights {right} ({a} vs {b})", x, w, x.dims[1],
                   bounded_product(w.dims[1], a.groups)};
    if (in.size() == 3 && (in[2].rank() != 1 || in[2].dims[0] != w.dims[0] || in[2].element != x.element))
      return fault{"bias must be [O]: got {left} for weights {right}", in[2], w};
    if (x.layout != format::plain && x.layout != format::nc1hwc0) return fault{"no such layout: {left}", x};
    tensor_type out = x.plain();
    out.dims[1] = w.dims[0];
    out.dims[2] = window_count(x.dims[2], a.pad.top, a.pad.bottom, w.dims[2], a.dilation.height, a.stride.height);
    out.dims[3] = window_count(x.dims[3], a.pad.left, a.pad.right, w.dims[3], a.dilation.width, a.stride.width);
    if (out.dims[2] < 1 || out.dims[3] < 1 || w.dims[2] < 1 || w.dims[3] < 1)
      return fault{"window does not fit: input {left}, weights {right}", x, w};
    if (winograd_tile(w.layout) > 0) {
      const bool fits = x.layout == format::nc1hwc0 && w.dims[2] == 3 && w.dims[3] == 3 && a.groups == 1 &&
                        a.stride == extent2(1) && a.dilation == extent2(1);
      if (!fits) return fault{"Winograd's tiles are for 3x3 windows side by side: input {left}, weights {right}", x, w};
    }
    if (w.layout == format::fractal_z || winograd_tile(w.layout) > 0) return out.with(format::nc1hwc0, w.lanes);
    if (x.layout != format::plain) return fault{"a blocked input needs packed weights: {left}, {right}", x, w};
    return out;
  }

  static constexpr void eval(std::span<const tensor* const> in, const attributes& a, tensor& out) {
    const tensor& x = *in[0];
    const tensor& w = *in[1];
    const std::int64_t height = x.type.dims[2];
    const std::int64_t width = x.type.dims[3];
    const std::int64_t channels = w.type.dims[1];
    const std::int64_t per_group = w.type.dims[0] / a.groups;
    detail::for_each_pixel(out.type.dims, [&](std::int64_t n, std::int64_t o, std::int64_t i, std::int64_t j) {
      double sum = in.size() == 3 ? double(in[2]->values[static_cast<std::size_t>(o)]) : 0.0;
      for (std::int64_t c = 0; c < channels; ++c)
        for (std::int64_t k = 0; k < w.type.dims[2]; ++k)
          for (std::int64_t l = 0; l < w.type.dims[3]; ++l) {
            const std::int64_t row = i * a.stride.height - a.pad.top + k * a.dilation.height;
            const std::int64_t column = j * a.stride.width - a.pad.left + l * a.dilation.width;
            if (row < 0 || row >= height || column < 0 || column >= width) continue;
            const std::int64_t channel = o / per_group * channels + c;
            const std::int64_t from = ((n * x.type.dims[1] + channel) * height + row) * width + column;
            const std::int64_t weight = ((o * channels + c) * w.type.dims[2] + k) * w.type.dims[3] + l;
            sum += x.values[static_cast<std::size_t>(from)] * w.values[static_cast<std::size_t>(weight)];
          }
      out.values.push_back(rounded(out.type.element, sum));
    });
  }

  /// The bias becomes an addition of its own, which the Cube's epilogue takes in.
  static constexpr int decompose(const emitter& emit, std::span<const int> x, const attributes& a) {
    if (x.size() < 3) return -1;
    const int product = emit.make<"conv2d">({x[0], x[1]}, a);
    const int bias = emit.make<"reshape">({x[2]}, reshape_attributes{{1, emit.type(x[2]).dims[0], 1, 1}});
    return emit.make<"add">({product, bias});
  }
};

/// conv2d<{.stride = 2, .pad = 1}>(x, w) or (x, w, b).
template <conv2d_attributes Attributes = {}, tensor_expr... X>
consteval auto conv2d(X... x) {
  return call<"conv2d", Attributes>(x...);
}

}  // namespace litho
