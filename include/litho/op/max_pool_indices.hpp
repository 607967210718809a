// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "max_pool.hpp"

namespace litho {

struct max_pool_indices_attributes {
  ints kernel{};
  ints stride{};              ///< empty: all 1
  ints dilation{};            ///< empty: all 1
  ints before{};              ///< padding in front, axis by axis; empty: none
  ints after{};               ///< padding behind
  bool ceil = false;          ///< a last window may reach over the end
  bool column_major = false;  ///< places within an image are counted with the first spatial axis fastest
  static constexpr void fields(auto& self, auto&& visit) {
    visit("kernel", self.kernel);
    visit("stride", self.stride);
    visit("dilation", self.dilation);
    visit("before", self.before);
    visit("after", self.after);
    visit("ceil", self.ceil);
    visit("column_major", self.column_major);
  }
  friend constexpr bool operator==(const max_pool_indices_attributes&, const max_pool_indices_attributes&) = default;
};

/// Where the elements of max_pool stand in x, as i64: flat indices of the whole x (of equal elements the first; where a window
/// holds nothing, the first element of the image). ONNX MaxPool, its output Indices; column_major is its storage_order = 1.
template <>
struct op<"max_pool_indices"> : direct {
  static constexpr op_facts info{
      .name = "max_pool_indices",
      .math = "index of the max of a window of x",
      .onnx = "MaxPool",
      .limits = "one to three spatial axes behind [N,C]",
      .differs =
          "Indices are flat ones of all of x, as in ONNX; PyTorch counts within an image of one channel, TensorFlow "
          "within one picture with channels last.",
      .takes = kinds::numbers,
  };
  using attributes = max_pool_indices_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    const detail::windows windows = detail::windows_of(x[0], detail::shape_of_window(a));
    if (windows.error) return windows.error;
    tensor_type out = windows.placed(x[0]);
    out.element = dtype::i64;
    return detail::possible(out, x[0]);
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    const detail::windows windows = detail::windows_of(in.type(0), detail::shape_of_window(a));
    const std::int64_t images = in.type(0).dims[0] * in.type(0).dims[1];
    const std::int64_t rows = windows.axes[1].size;
    const std::int64_t columns = windows.axes[2].size;
    detail::with_values_of(in, 0, [&]<class V>() {
      for (std::int64_t image = 0; image < images; ++image)
        for (std::int64_t position = 0; position < windows.positions(); ++position) {
          const std::int64_t base = image * windows.picture();
          V highest{};
          std::int64_t best = -1;
          windows.for_each_inside(position, [&](std::int64_t, std::int64_t at) {
            const V value = detail::value_at<V>(in, 0, base + at);
            if (best >= 0 && !detail::wins<true>(value, highest)) return;
            best = at;
            highest = value;
          });
          if (best < 0) best = 0;
          if (a.column_major) {
            const std::int64_t plane = best / columns / rows;
            best = plane + windows.axes[0].size * (best / columns % rows + rows * (best % columns));
          }
          out.set(image * windows.positions() + position, base + best);
        }
    });
  }
};

/// max_pool_indices<{.kernel = {2, 2}}>(x)
template <max_pool_indices_attributes Attributes, tensor_expr X>
consteval auto max_pool_indices(X x) {
  return call<"max_pool_indices", Attributes>(x);
}

}  // namespace litho
