// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "windows.hpp"

namespace litho {

struct lp_pool_attributes {
  ints kernel{};
  ints stride{};       ///< empty: all 1
  ints dilation{};     ///< empty: all 1
  ints before{};       ///< padding in front, axis by axis; empty: none
  ints after{};        ///< padding behind
  bool ceil = false;   ///< a last window may reach over the end
  std::int64_t p = 2;  ///< 1 or more
  static constexpr void fields(auto& self, auto&& visit) {
    visit("kernel", self.kernel);
    visit("stride", self.stride);
    visit("dilation", self.dilation);
    visit("before", self.before);
    visit("after", self.after);
    visit("ceil", self.ceil);
    visit("p", self.p);
  }
  friend constexpr bool operator==(const lp_pool_attributes&, const lp_pool_attributes&) = default;
};

/// (sum |x|^p)^(1/p) of each window of x [N,C] and one to three spatial axes; padding is 0. ONNX LpPool.
template <>
struct op<"lp_pool"> : direct {
  static constexpr op_facts info{
      .name = "lp_pool",
      .math = "(sum |x|^p)^(1/p) of a window of x",
      .onnx = "LpPool",
      .limits = "one to three spatial axes behind [N,C]; a whole p of 1 or more",
      .differs = "Absolute values are taken, as in ONNX; torch.lp_pool2d takes none. Padding is 0 and adds nothing.",
  };
  using attributes = lp_pool_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    const detail::windows windows = detail::windows_of(x[0], detail::shape_of_window(a));
    if (windows.error) return windows.error;
    if (a.p < 1) return fault{"p must be 1 or more: {a} for {left}", x[0], {}, a.p};
    return detail::possible(windows.placed(x[0]), x[0]);
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    using real = typename std::remove_cvref_t<decltype(in)>::real_type;
    const detail::windows windows = detail::windows_of(in.type(0), detail::shape_of_window(a));
    const std::int64_t images = in.type(0).dims[0] * in.type(0).dims[1];
    const auto p = static_cast<double>(a.p);
    for (std::int64_t image = 0; image < images; ++image)
      for (std::int64_t position = 0; position < windows.positions(); ++position) {
        double sum = 0;
        windows.for_each_inside(position, [&](std::int64_t, std::int64_t at) {
          const double size = math::abs(static_cast<double>(in.real(0, image * windows.picture() + at)));
          sum += a.p == 1 ? size : a.p == 2 ? size * size : math::pow(size, p);
        });
        const double norm = a.p == 1 ? sum : a.p == 2 ? math::sqrt(sum) : math::pow(sum, 1 / p);
        out.set(image * windows.positions() + position, static_cast<real>(norm));
      }
  }
};

/// lp_pool<{.kernel = {2, 2}, .p = 3}>(x)
template <lp_pool_attributes Attributes, tensor_expr X>
consteval auto lp_pool(X x) {
  return call<"lp_pool", Attributes>(x);
}

}  // namespace litho
