// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "arg.hpp"
#include "windows.hpp"

namespace litho {

struct max_pool_attributes {
  ints kernel{};
  ints stride{};      ///< empty: all 1
  ints dilation{};    ///< empty: all 1
  ints before{};      ///< padding in front, axis by axis; empty: none
  ints after{};       ///< padding behind
  bool ceil = false;  ///< a last window may reach over the end
  static constexpr void fields(auto& self, auto&& visit) {
    visit("kernel", self.kernel);
    visit("stride", self.stride);
    visit("dilation", self.dilation);
    visit("before", self.before);
    visit("after", self.after);
    visit("ceil", self.ceil);
  }
  friend constexpr bool operator==(const max_pool_attributes&, const max_pool_attributes&) = default;
};

/// The greatest element of each window of x [N,C] and one to three spatial axes; NaN if the window holds one. What lies outside
/// does not count; where a window holds nothing else, -inf, of integers 0. ONNX MaxPool, its first output. op<"max_pool2d"> has
/// the kernels for two axes without dilation and ceil.
template <>
struct op<"max_pool"> : direct {
  static constexpr op_facts info{
      .name = "max_pool",
      .math = "max of a window of x",
      .onnx = "MaxPool",
      .limits = "one to three spatial axes behind [N,C]",
      .differs =
          "The stride is 1 where none is given, as in ONNX; PyTorch and Keras take the window's size. With ceil no "
          "window starts behind the input and its padding in front, as in PyTorch. SAME padding puts an odd element "
          "behind in TensorFlow and with SAME_UPPER, in front with SAME_LOWER.",
      .takes = kinds::numbers,
  };
  using attributes = max_pool_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    const detail::windows windows = detail::windows_of(x[0], detail::shape_of_window(a));
    if (windows.error) return windows.error;
    return detail::possible(windows.placed(x[0]), x[0]);
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    const detail::windows windows = detail::windows_of(in.type(0), detail::shape_of_window(a));
    const std::int64_t images = in.type(0).dims[0] * in.type(0).dims[1];
    detail::with_values_of(in, 0, [&]<class V>() {
      for (std::int64_t image = 0; image < images; ++image)
        for (std::int64_t position = 0; position < windows.positions(); ++position) {
          V highest = V(0);
          if constexpr (!math::whole<V>) highest = -std::numeric_limits<V>::infinity();
          bool is_first = true;
          windows.for_each_inside(position, [&](std::int64_t, std::int64_t at) {
            const V value = detail::value_at<V>(in, 0, image * windows.picture() + at);
            highest = is_first ? value : math::maximum(highest, value);
            is_first = false;
          });
          detail::set_value(out, image * windows.positions() + position, highest);
        }
    });
  }
};

/// max_pool<{.kernel = {3, 3}, .dilation = {2, 2}}>(x)
template <max_pool_attributes Attributes, tensor_expr X>
consteval auto max_pool(X x) {
  return call<"max_pool", Attributes>(x);
}

}  // namespace litho
