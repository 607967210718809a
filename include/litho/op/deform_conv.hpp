// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "windows.hpp"

namespace litho {

struct deform_conv_attributes {
  ints stride{};    ///< of height and width; empty: all 1
  ints dilation{};  ///< empty: all 1
  ints pads{};      ///< top, left, bottom, right; empty: none
  std::int64_t groups = 1;
  std::int64_t offset_groups = 1;  ///< of channels that share offsets
  bool has_bias = false;           ///< which of the inputs b and mask there are
  bool has_mask = false;
  static constexpr void fields(auto& self, auto&& visit) {
    visit("stride", self.stride);
    visit("dilation", self.dilation);
    visit("pads", self.pads);
    visit("groups", self.groups);
    visit("offset_groups", self.offset_groups);
    visit("has_bias", self.has_bias);
    visit("has_mask", self.has_mask);
  }
  friend constexpr bool operator==(const deform_conv_attributes&, const deform_conv_attributes&) = default;
};

/// A convolution whose taps are moved: each reads x at its place plus an offset of its own, interpolated between four elements
/// that are 0 outside, times its mask. x [N,C,H,W], w [O,C/groups,KH,KW], offsets [N,2*offset_groups*KH*KW,OH,OW] (down, then
/// right, of each tap), b [O], mask [N,offset_groups*KH*KW,OH,OW]. ONNX DeformConv, torchvision.ops.deform_conv2d.
template <>
struct op<"deform_conv"> : direct {
  static constexpr op_facts info{
      .name = "deform_conv",
      .math = "sum of x at moved taps times w, + b[o]",
      .onnx = "DeformConv",
      .limits = "[N,C,H,W]",
      .differs = "torchvision pads both ends of an axis alike, here and in ONNX each end has a size of its own.",
  };
  static constexpr int inputs_min = 3;
  static constexpr int inputs_max = 5;
  using attributes = deform_conv_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    const tensor_type& x = in[0];
    const tensor_type& w = in[1];
    if (const fault why = detail::refuse_blocked(in)) return why;
    const int count = 3 + (a.has_bias ? 1 : 0) + (a.has_mask ? 1 : 0);
    if (static_cast<int>(in.size()) != count)
      return fault{"the attributes speak of {a} inputs: got {b}", x, {}, count, static_cast<int>(in.size())};
    for (const tensor_type& each : in.subspan(1))
      if (each.element != x.element) return fault{"element types differ: {left} and {right}", x, each};
    if (x.rank() != 4 || w.rank() != 4)
      return fault{"input and weights must be [N,C,H,W] and [O,C/groups,KH,KW]: got {left}, {right}", x, w};
    if (a.groups < 1 || x.dims[1] % a.groups != 0 || w.dims[0] % a.groups != 0)
      return fault{"channels do not split into {a} groups: input {left}, weights {right}", x, w, a.groups};
    if (bounded_product(w.dims[1], a.groups) != x.dims[1])
      return fault{"channels differ: input {left}, weights {right} ({a} vs {b})", x, w, x.dims[1],
                   bounded_product(w.dims[1], a.groups)};
    if (a.offset_groups < 1 || x.dims[1] % a.offset_groups != 0 || a.offset_groups > most_elements)
      return fault{"channels do not split into {a} groups of offsets: {left}", x, {}, a.offset_groups};
    if (!a.pads.empty() && a.pads.count != 4)
      return fault{"pads must be four numbers: got {a} for {left}", x, {}, a.pads.count};
    const detail::windows windows = detail::windows_of(x, window(w, a));
    if (windows.error) return windows.error;
    tensor_type out = windows.placed(x);
    out.dims[1] = w.dims[0];
    const std::int64_t taps = bounded_product(a.offset_groups, windows.taps());
    if (taps > most_elements) return fault{"the offsets are too large: input {left}, weights {right}", x, w};
    tensor_type offsets = out;
    offsets.dims[1] = 2 * taps;
    if (in[2] != offsets) return fault{"offsets must be {left}: got {right}", offsets, in[2]};
    if (a.has_bias && in[3].dims != shape{w.dims[0]})
      return fault{"bias must be [O]: got {left} for weights {right}", in[3], w};
    offsets.dims[1] = taps;
    if (a.has_mask && in[in.size() - 1] != offsets)
      return fault{"the mask must be {left}: got {right}", offsets, in[in.size() - 1]};
    return detail::possible(out, x);
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    using real = typename std::remove_cvref_t<decltype(in)>::real_type;
    const shape& dims = in.type(0).dims;
    const tensor_type& w = in.type(1);
    const detail::windows windows = detail::windows_of(in.type(0), window(w, a));
    const detail::window_axis& rows = windows.axes[1];
    const detail::window_axis& columns = windows.axes[2];
    const std::int64_t positions = windows.positions();
    const std::int64_t taps = windows.taps();
    const std::int64_t channels = w.dims[1];
    const std::int64_t per_group = w.dims[0] / a.groups;
    const std::int64_t per_offset = dims[1] / a.offset_groups;
    const int mask = a.has_mask ? in.size() - 1 : -1;
    for (std::int64_t n = 0; n < dims[0]; ++n)
      for (std::int64_t o = 0; o < w.dims[0]; ++o)
        for (std::int64_t position = 0; position < positions; ++position) {
          double sum = a.has_bias ? static_cast<double>(in.real(3, o)) : 0.0;
          for (std::int64_t c = 0; c < channels; ++c) {
            const std::int64_t channel = o / per_group * channels + c;
            for (std::int64_t tap = 0; tap < taps; ++tap) {
              const std::int64_t moved = (n * a.offset_groups + channel / per_offset) * taps + tap;
              const auto row =
                  static_cast<double>(rows.start(position / columns.count) + tap / columns.kernel * rows.dilation) +
                  static_cast<double>(in.real(2, 2 * moved * positions + position));
              const auto column = static_cast<double>(columns.start(position % columns.count) +
                                                      tap % columns.kernel * columns.dilation) +
                                  static_cast<double>(in.real(2, (2 * moved + 1) * positions + position));
              double value =
                  between(in, (n * dims[1] + channel) * windows.picture(), rows.size, columns.size, row, column);
              if (mask >= 0) value *= static_cast<double>(in.real(mask, moved * positions + position));
              sum += value * static_cast<double>(in.real(1, (o * channels + c) * taps + tap));
            }
          }
          out.set((n * w.dims[0] + o) * positions + position, static_cast<real>(sum));
        }
  }

 private:
  static constexpr detail::window_shape window(const tensor_type& w, const attributes& a) {
    detail::window_shape result{{w.dims[2], w.dims[3]}, a.stride, a.dilation, {}, {}};
    for (int i = 0; i < a.pads.count; ++i) (i < 2 ? result.before : result.after).push_back(a.pads[i]);
    return result;
  }

  static constexpr double between(const auto& in, std::int64_t image, std::int64_t height, std::int64_t width,
                                  double row, double column) {
    if (!(row > -1 && row < static_cast<double>(height) && column > -1 && column < static_cast<double>(width)))
      return 0;
    const std::int64_t top = static_cast<std::int64_t>(row + 1) - 1;
    const std::int64_t left = static_cast<std::int64_t>(column + 1) - 1;
    const double down = row - static_cast<double>(top);
    const double right = column - static_cast<double>(left);
    const auto part = [&](std::int64_t i, std::int64_t j, double weight) {
      if (i < 0 || i >= height || j < 0 || j >= width || weight == 0) return 0.0;
      return weight * static_cast<double>(in.real(0, image + i * width + j));
    };
    return part(top, left, (1 - down) * (1 - right)) + part(top, left + 1, (1 - down) * right) +
           part(top + 1, left, down * (1 - right)) + part(top + 1, left + 1, down * right);
  }
};

/// deform_conv<{.pads = {1, 1, 1, 1}}>(x, w, offsets)
template <deform_conv_attributes Attributes = {}, tensor_expr... X>
consteval auto deform_conv(X... x) {
  return call<"deform_conv", Attributes>(x...);
}

}  // namespace litho
