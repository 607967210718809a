// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "windows.hpp"

namespace litho {

struct col2im_attributes {
  ints image{};     ///< spatial sizes of the result
  ints block{};     ///< of the window
  ints stride{};    ///< empty: all 1
  ints dilation{};  ///< empty: all 1
  ints pads{};      ///< taken away in front, axis by axis, then behind; empty: none
  static constexpr void fields(auto& self, auto&& visit) {
    visit("image", self.image);
    visit("block", self.block);
    visit("stride", self.stride);
    visit("dilation", self.dilation);
    visit("pads", self.pads);
  }
  friend constexpr bool operator==(const col2im_attributes&, const col2im_attributes&) = default;
};

/// Windows put back to where they lie in an image, and added up where they overlap: x [N,C*taps,windows] gives [N,C] and the
/// one to three axes of the image. ONNX Col2Im, torch.fold.
template <>
struct op<"col2im"> : direct {
  static constexpr op_facts info{
      .name = "col2im",
      .math = "sum of the windows that lie over an element",
      .onnx = "Col2Im",
      .limits = "one to three spatial axes; constant sizes",
      .differs = "torch.fold pads both ends of an axis alike, here and in ONNX each end has a size of its own.",
  };
  using attributes = col2im_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    const tensor_type& x = in[0];
    if (const fault why = detail::refuse_blocked(in)) return why;
    if (x.rank() != 3) return fault{"input must be [N,C*taps,windows]: got {left} (rank {a})", x, {}, x.rank()};
    const int spatial = a.image.count;
    if (spatial < 1 || spatial > detail::most_spatial)
      return fault{"an image has one to three axes: got {a} for {left}", x, {}, spatial};
    if (!a.pads.empty() && a.pads.count != 2 * spatial)
      return fault{"pads need two numbers per spatial axis: {a} for {left}, {b} axes", x, {}, a.pads.count, spatial};
    for (std::int64_t size : a.image)
      if (size < 1 || size > most_elements)
        return fault{"an image must have elements: a size of {a} for {left}", x, {}, size};
    const detail::windows windows = detail::windows_of(image_of(x, a), window(a));
    if (windows.error) return windows.error;
    if (x.dims[1] % windows.taps() != 0)
      return fault{"channels are no multiple of {a} taps: {left}", x, {}, windows.taps()};
    std::int64_t positions = 1;
    for (const detail::window_axis& axis : windows.axes) positions = bounded_product(positions, axis.count);
    if (x.dims[2] != positions)
      return fault{"the image has {a} windows: got {left} ({b})", x, {}, positions, x.dims[2]};
    tensor_type out = image_of(x, a);
    out.dims[1] = x.dims[1] / windows.taps();
    return detail::possible(out, x);
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    using real = typename std::remove_cvref_t<decltype(in)>::real_type;
    const detail::windows windows = detail::windows_of(out.type(), window(a));
    const auto& axes = windows.axes;
    const std::int64_t images = out.type().dims[0] * out.type().dims[1];
    const std::int64_t positions = windows.positions();
    // Windows along one axis that hold an element, and the taps it has there.
    const auto for_windows = [&](int i, std::int64_t at, auto&& visit) {
      for (std::int64_t k = 0; k < axes[i].kernel; ++k) {
        const std::int64_t start = at + axes[i].before - k * axes[i].dilation;
        if (start >= 0 && start % axes[i].stride == 0 && start / axes[i].stride < axes[i].count)
          visit(start / axes[i].stride, k);
      }
    };
    std::int64_t to = 0;
    for (std::int64_t image = 0; image < images; ++image)
      for (std::int64_t plane = 0; plane < axes[0].size; ++plane)
        for (std::int64_t row = 0; row < axes[1].size; ++row)
          for (std::int64_t column = 0; column < axes[2].size; ++column) {
            double sum = 0;
            for_windows(0, plane, [&](std::int64_t i, std::int64_t k) {
              for_windows(1, row, [&](std::int64_t j, std::int64_t l) {
                for_windows(2, column, [&](std::int64_t h, std::int64_t m) {
                  const std::int64_t tap = (k * axes[1].kernel + l) * axes[2].kernel + m;
                  const std::int64_t position = (i * axes[1].count + j) * axes[2].count + h;
                  sum += static_cast<double>(in.real(0, (image * windows.taps() + tap) * positions + position));
                });
              });
            });
            out.set(to++, static_cast<real>(sum));
          }
  }

 private:
  static constexpr tensor_type image_of(const tensor_type& x, const attributes& a) {
    tensor_type image = x;
    image.dims = {x.dims[0], x.dims[1]};
    for (std::int64_t size : a.image) image.dims.push_back(size);
    return image;
  }
  static constexpr detail::window_shape window(const attributes& a) {
    detail::window_shape result{a.block, a.stride, a.dilation, {}, {}};
    for (int i = 0; i < a.pads.count; ++i) (i < a.pads.count / 2 ? result.before : result.after).push_back(a.pads[i]);
    return result;
  }
};

/// col2im<{.image = {5, 5}, .block = {1, 5}}>(x)
template <col2im_attributes Attributes, tensor_expr X>
consteval auto col2im(X x) {
  return call<"col2im", Attributes>(x);
}

}  // namespace litho
