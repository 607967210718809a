// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "resize.hpp"

namespace litho {

struct max_roi_pool_attributes {
  std::int64_t height = 1;  ///< of the result
  std::int64_t width = 1;
  double scale = 1;  ///< from coordinates of regions to those of x
  static constexpr void fields(auto& self, auto&& visit) {
    visit("height", self.height);
    visit("width", self.width);
    visit("scale", self.scale);
  }
  friend constexpr bool operator==(const max_roi_pool_attributes&, const max_roi_pool_attributes&) = default;
};

/// Regions of images in one size, as the greatest elements of bins that may overlap; 0 where a bin lies outside. x [N,C,H,W],
/// regions [R,5] as image (one outside is the nearest), left, top, right and bottom, rounded to whole elements, the last ones
/// included. ONNX MaxRoiPool, torchvision.ops.roi_pool.
template <>
struct op<"max_roi_pool"> : direct {
  static constexpr op_facts info{
      .name = "max_roi_pool",
      .math = "max of bins of regions of x",
      .onnx = "MaxRoiPool",
      .limits = "[N,C,H,W]",
      .differs =
          "Corners are rounded to whole elements, ties away from 0, and the last ones are included, as in Caffe and "
          "torchvision, and are computed in f32 like theirs, or in f64 for x in f64: 5 times 0.7 is 3.5 then.",
  };
  static constexpr int inputs_min = 2;
  static constexpr int inputs_max = 2;
  using attributes = max_roi_pool_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    const tensor_type& x = in[0];
    const tensor_type& regions = in[1];
    if (const fault why = detail::refuse_blocked(in)) return why;
    if (x.element != regions.element) return fault{"element types differ: {left} and {right}", x, regions};
    if (x.rank() != 4) return fault{"input must be [N,C,H,W]: got {left} (rank {a})", x, {}, x.rank()};
    if (regions.rank() != 2 || regions.dims[1] != 5) return fault{"regions must be [R,5]: got {left}", regions};
    if (a.height < 1 || a.width < 1) return fault{"the size must be 1 or more: {a} x {b}", x, {}, a.height, a.width};
    if (x.elements() == 0 && regions.dims[0] > 0) return fault{"nothing to pool: {left}", x};
    tensor_type out = x;
    out.dims = {regions.dims[0], x.dims[1], a.height, a.width};
    return detail::possible(out, x);
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    if (in.type(0).element == dtype::f64)
      pool<double>(in, out, a);
    else
      pool<float>(in, out, a);
  }

 private:
  /// With bins computed in Place.
  template <class Place>
  static constexpr void pool(const auto& in, auto& out, const attributes& a) {
    using real = typename std::remove_cvref_t<decltype(in)>::real_type;
    const shape& dims = in.type(0).dims;
    for (std::int64_t region = 0; region < out.type().dims[0]; ++region) {
      const auto number_at = [&](int i) { return static_cast<Place>(in.real(1, region * 5 + i)); };
      const std::int64_t image = whole(number_at(0), dims[0] - 1);
      const auto corner = [&](int i) { return rounded_corner(number_at(i) * static_cast<Place>(a.scale)); };
      for (std::int64_t c = 0; c < dims[1]; ++c)
        for (std::int64_t i = 0; i < a.height; ++i)
          for (std::int64_t j = 0; j < a.width; ++j) {
            const part rows = bin(corner(2), corner(4), i, a.height, dims[2]);
            const part columns = bin(corner(1), corner(3), j, a.width, dims[3]);
            real highest = 0;
            bool is_first = true;
            for (std::int64_t row = rows.begin; row < rows.end; ++row)
              for (std::int64_t column = columns.begin; column < columns.end; ++column) {
                const real value = in.real(0, ((image * dims[1] + c) * dims[2] + row) * dims[3] + column);
                highest = is_first ? value : math::maximum(highest, value);
                is_first = false;
              }
            out.set(((region * dims[1] + c) * a.height + i) * a.width + j, highest);
          }
    }
  }

  struct part {
    std::int64_t begin = 0;
    std::int64_t end = 0;
  };
  static constexpr std::int64_t whole(double x, std::int64_t most) {
    return x > 0 ? static_cast<std::int64_t>(math::at_most(x, static_cast<double>(most))) : 0;
  }
  /// The nearest whole number, ties away from 0; NaN is 0.
  template <class Place>
  static constexpr Place rounded_corner(Place x) {
    if (x != x) return 0;
    const double near = math::at_most(math::at_least(static_cast<double>(x), -0x1p40), 0x1p40);
    return static_cast<Place>(near < 0 ? -detail::floor_of(0.5 - near) : detail::floor_of(near + 0.5));
  }
  template <class Place>
  static constexpr part bin(Place first, Place last, std::int64_t i, std::int64_t count, std::int64_t size) {
    const Place length = math::at_least(last - first + 1, Place(1));
    const Place step = length / static_cast<Place>(count);
    const std::int64_t begin = detail::floor_of(static_cast<double>(static_cast<Place>(i) * step));
    const std::int64_t end = -detail::floor_of(static_cast<double>(-static_cast<Place>(i + 1) * step));
    const auto from = [&](std::int64_t at) {
      return whole(static_cast<double>(first) + static_cast<double>(at), size);
    };
    return {from(begin), from(end)};
  }
};

/// max_roi_pool<{.height = 7, .width = 7, .scale = 0.0625}>(x, regions)
template <max_roi_pool_attributes Attributes, tensor_expr X, tensor_expr R>
consteval auto max_roi_pool(X x, R regions) {
  return call<"max_roi_pool", Attributes>(x, regions);
}

}  // namespace litho
