// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "resize.hpp"

namespace litho {

struct roi_align_attributes {
  std::int64_t height = 1;  ///< of the result
  std::int64_t width = 1;
  std::int64_t samples = 0;  ///< of each bin along each axis; 0: as many as it has elements, rounded up
  double scale = 1;          ///< from coordinates of regions to those of x
  bool half_pixel =
      true;              ///< element i lies from i to i + 1; otherwise around i, and regions have one element at least
  bool largest = false;  ///< the greatest of the weighted elements instead of the mean of the samples
  static constexpr void fields(auto& self, auto&& visit) {
    visit("height", self.height);
    visit("width", self.width);
    visit("samples", self.samples);
    visit("scale", self.scale);
    visit("half_pixel", self.half_pixel);
    visit("largest", self.largest);
  }
  friend constexpr bool operator==(const roi_align_attributes&, const roi_align_attributes&) = default;
};

/// Regions of images in one size, as means of samples that are interpolated between four elements: x [N,C,H,W], regions [R,4]
/// as left, top, right and bottom, images [R] of i32 or i64 (one outside is the nearest). ONNX RoiAlign, where half_pixel is
/// the default since opset 16; torchvision.ops.roi_align, where it is `aligned`.
template <>
struct op<"roi_align"> : direct {
  static constexpr engine unit = engine::image;
  static constexpr op_facts info{
      .name = "roi_align",
      .math = "regions of x in one size",
      .onnx = "RoiAlign",
      .limits = "[N,C,H,W]; floats",
      .differs =
          "half_pixel is on by default in ONNX since opset 16 and off before, and in torchvision, which calls it "
          "aligned. largest is ONNX's mode max, the greatest of the weighted elements; torchvision has the mean only.",
      .takes = kinds::all,
  };
  static constexpr int inputs_min = 3;
  static constexpr int inputs_max = 3;
  using attributes = roi_align_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    const tensor_type& x = in[0];
    const tensor_type& regions = in[1];
    const tensor_type& images = in[2];
    if (const fault why = detail::refuse_blocked(in)) return why;
    if (!is_float(x.element) || !is_float(regions.element))
      return fault{"takes floats: got {left} and regions {right}", x, regions};
    if (x.rank() != 4) return fault{"input must be [N,C,H,W]: got {left} (rank {a})", x, {}, x.rank()};
    if (regions.rank() != 2 || regions.dims[1] != 4) return fault{"regions must be [R,4]: got {left}", regions};
    if ((images.element != dtype::i32 && images.element != dtype::i64) || images.dims != shape{regions.dims[0]})
      return fault{"images must be [{a}] of i32 or i64: got {left}", images, {}, regions.dims[0]};
    if (a.height < 1 || a.width < 1) return fault{"the size must be 1 or more: {a} x {b}", x, {}, a.height, a.width};
    if (a.samples < 0 || a.samples > most_samples)
      return fault{"samples are out of range: {a} for {left}", x, {}, a.samples};
    if (x.elements() == 0 && regions.dims[0] > 0) return fault{"nothing to sample: {left}", x};
    tensor_type out = x;
    out.dims = {regions.dims[0], x.dims[1], a.height, a.width};
    return detail::possible(out, x);
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    using real = typename std::remove_cvref_t<decltype(in)>::real_type;
    const shape& dims = in.type(0).dims;
    const double offset = a.half_pixel ? 0.5 : 0;
    for (std::int64_t region = 0; region < out.type().dims[0]; ++region) {
      std::int64_t image = in.whole(2, region);
      image = image < 0 ? 0 : image >= dims[0] ? dims[0] - 1 : image;
      const auto corner = [&](int i) { return static_cast<double>(in.real(1, region * 4 + i)) * a.scale - offset; };
      const bins columns = bins_of(corner(0), corner(2), a.width, a);
      const bins rows = bins_of(corner(1), corner(3), a.height, a);
      for (std::int64_t c = 0; c < dims[1]; ++c) {
        const std::int64_t base = (image * dims[1] + c) * dims[2] * dims[3];
        for (std::int64_t i = 0; i < a.height; ++i)
          for (std::int64_t j = 0; j < a.width; ++j) {
            const std::int64_t count = rows.samples * columns.samples;
            const range down = rows.inside(i, dims[2]);
            const range along = columns.inside(j, dims[3]);
            double sum = 0;
            double highest = 0;  // also of a sample outside of the picture
            bool is_first = (down.end - down.begin) * (along.end - along.begin) == count;
            const auto take = [&](double weight, std::int64_t row, std::int64_t column) {
              const double value =
                  weight == 0 ? 0.0 : weight * static_cast<double>(in.real(0, base + row * dims[3] + column));
              sum += value;
              highest = is_first ? value : math::maximum(highest, value);
              is_first = false;
            };
            for (std::int64_t k = down.begin; k < down.end; ++k)
              for (std::int64_t l = along.begin; l < along.end; ++l) {
                const between row = place(rows.at(i, k), dims[2]);
                const between column = place(columns.at(j, l), dims[3]);
                const double inside = row.is_inside && column.is_inside ? 1 : 0;
                take(inside * (1 - row.ratio) * (1 - column.ratio), row.low, column.low);
                take(inside * (1 - row.ratio) * column.ratio, row.low, column.high);
                take(inside * row.ratio * (1 - column.ratio), row.high, column.low);
                take(inside * row.ratio * column.ratio, row.high, column.high);
              }
            const double mean = count == 0 ? 0.0 : sum / static_cast<double>(count);
            out.set(((region * dims[1] + c) * a.height + i) * a.width + j,
                    static_cast<real>(a.largest ? highest : mean));
          }
      }
    }
  }

 private:
  static constexpr std::int64_t most_samples = 1 << 10;

  struct range {
    std::int64_t begin = 0;
    std::int64_t end = 0;
  };
  /// A region along one axis.
  struct bins {
    double begin = 0;
    double size = 0;
    std::int64_t samples = 0;
    /// The samples of a bin that may lie within `extent` elements. Of a huge region those are few.
    constexpr range inside(std::int64_t bin, std::int64_t extent) const {
      if (size == 0 || samples == 0) return {0, samples};
      const double step = size / static_cast<double>(samples);
      const double first = at(bin, 0);
      const auto sample_at = [&](double place) {
        const double sample = (place - first) / step;
        return sample == sample ? math::at_most(math::at_least(sample, -2.0), static_cast<double>(samples)) : -2.0;
      };
      const double low = sample_at(step > 0 ? -1.0 : static_cast<double>(extent));
      const double high = sample_at(step > 0 ? static_cast<double>(extent) : -1.0);
      return {static_cast<std::int64_t>(math::at_least(low - 1, 0.0)),
              static_cast<std::int64_t>(math::at_most(high + 2, static_cast<double>(samples)))};
    }
    constexpr double at(std::int64_t bin, std::int64_t sample) const {
      return begin + static_cast<double>(bin) * size +
             (static_cast<double>(sample) + 0.5) * size / static_cast<double>(samples);
    }
  };
  static constexpr bins bins_of(double begin, double end, std::int64_t count, const attributes& a) {
    constexpr double far = 0x1p60;  // of a region that ends there, the part within the picture counts for nothing
    if (!(math::abs(begin) < far && math::abs(end) < far)) return {.begin = -2, .size = 0, .samples = 1};
    double length = end - begin;
    if (!a.half_pixel && !(length >= 1)) length = 1;
    bins result{begin, length / static_cast<double>(count), a.samples};
    if (a.samples == 0) result.samples = -detail::floor_of(-math::at_most(result.size > 0 ? result.size : 0.0, 0x1p30));
    return result;
  }
  struct between {
    std::int64_t low = 0;
    std::int64_t high = 0;
    double ratio = 0;
    bool is_inside = false;
  };
  static constexpr between place(double at, std::int64_t size) {
    if (!(at >= -1 && at <= static_cast<double>(size))) return {};
    if (at <= 0) at = 0;
    const std::int64_t low = detail::floor_of(at);
    if (low >= size - 1) return {size - 1, size - 1, 0, true};
    return {low, low + 1, at - static_cast<double>(low), true};
  }
};

/// roi_align<{.height = 7, .width = 7, .scale = 0.25}>(x, regions, images)
template <roi_align_attributes Attributes, tensor_expr X, tensor_expr R, tensor_expr I>
consteval auto roi_align(X x, R regions, I images) {
  return call<"roi_align", Attributes>(x, regions, images);
}

}  // namespace litho
