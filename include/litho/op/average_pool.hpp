// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "windows.hpp"

namespace litho {

struct average_pool_attributes {
  ints kernel{};
  ints stride{};               ///< empty: all 1
  ints dilation{};             ///< empty: all 1
  ints before{};               ///< padding in front, axis by axis; empty: none
  ints after{};                ///< padding behind
  bool ceil = false;           ///< a last window may reach over the end
  bool count_padding = false;  ///< padding counts as zeros; what lies behind it never counts
  static constexpr void fields(auto& self, auto&& visit) {
    visit("kernel", self.kernel);
    visit("stride", self.stride);
    visit("dilation", self.dilation);
    visit("before", self.before);
    visit("after", self.after);
    visit("ceil", self.ceil);
    visit("count_padding", self.count_padding);
  }
  friend constexpr bool operator==(const average_pool_attributes&, const average_pool_attributes&) = default;
};

/// The mean of each window of x [N,C] and one to three spatial axes; 0 where a window holds nothing. ONNX AveragePool, where
/// count_padding is count_include_pad. op<"avg_pool2d"> has the kernels for two axes without dilation and ceil.
template <>
struct op<"average_pool"> : direct {
  static constexpr op_facts info{
      .name = "average_pool",
      .math = "mean of a window of x",
      .onnx = "AveragePool",
      .limits = "one to three spatial axes behind [N,C]",
      .differs =
          "The stride is 1 where none is given, as in ONNX; PyTorch and Keras take the window's size. Padding counts "
          "only with count_padding, as in ONNX (count_include_pad); PyTorch counts it unless told otherwise, "
          "TensorFlow never. With ceil no window starts behind the input and its padding in front, as in PyTorch. SAME "
          "padding puts an odd element behind in TensorFlow and with SAME_UPPER, in front with SAME_LOWER.",
  };
  using attributes = average_pool_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    const detail::windows windows = detail::windows_of(x[0], detail::shape_of_window(a));
    if (windows.error) return windows.error;
    return detail::possible(windows.placed(x[0]), x[0]);
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    using real = typename std::remove_cvref_t<decltype(in)>::real_type;
    const detail::windows windows = detail::windows_of(in.type(0), detail::shape_of_window(a));
    const std::int64_t images = in.type(0).dims[0] * in.type(0).dims[1];
    for (std::int64_t image = 0; image < images; ++image)
      for (std::int64_t position = 0; position < windows.positions(); ++position) {
        double sum = 0;
        std::int64_t count = 0;
        windows.for_each_inside(position, [&](std::int64_t, std::int64_t at) {
          sum += static_cast<double>(in.real(0, image * windows.picture() + at));
          ++count;
        });
        if (a.count_padding) count = windows.padded_taps(position);
        out.set(image * windows.positions() + position,
                static_cast<real>(count == 0 ? 0.0 : sum / static_cast<double>(count)));
      }
  }
};

/// average_pool<{.kernel = {3}, .ceil = true}>(x)
template <average_pool_attributes Attributes, tensor_expr X>
consteval auto average_pool(X x) {
  return call<"average_pool", Attributes>(x);
}

}  // namespace litho
