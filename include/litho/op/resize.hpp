// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "direct_values.hpp"

namespace litho {

/// How an element between those of x comes about.
inline constexpr std::int64_t resize_nearest = 0;
inline constexpr std::int64_t resize_linear = 1;
inline constexpr std::int64_t resize_cubic = 2;
/// Which one is nearest.
inline constexpr std::int64_t nearest_prefers_floor = 0;
inline constexpr std::int64_t nearest_prefers_ceil = 1;
inline constexpr std::int64_t nearest_floor = 2;
inline constexpr std::int64_t nearest_ceil = 3;
/// Where element i of the result lies in x, with s the scale of the axis.
inline constexpr std::int64_t half_pixel = 0;  ///< (i + 0.5) / s - 0.5
inline constexpr std::int64_t half_pixel_symmetric =
    1;  ///< the same, with the picture in the middle where s is cut to whole sizes
inline constexpr std::int64_t pytorch_half_pixel = 2;  ///< half_pixel, but 0 where one element is left
inline constexpr std::int64_t align_corners = 3;       ///< i (size x - 1) / (size y - 1)
inline constexpr std::int64_t asymmetric = 4;          ///< i / s
inline constexpr std::int64_t crop_and_resize =
    5;  ///< within the region from crop_begin to crop_end, parts of size x - 1

struct resize_attributes {
  ints sizes{};               ///< of the result; empty: those of x times the scales, rounded down
  double scales[max_rank]{};  ///< 0: from the sizes
  std::int64_t mode = resize_nearest;
  std::int64_t nearest = nearest_prefers_floor;
  std::int64_t coordinates = half_pixel;
  double cubic_a = -0.75;        ///< the free coefficient of the cubic kernel
  bool exclude_outside = false;  ///< elements outside of x do not count, instead of being like those at the border
  bool antialias = false;        ///< widen the kernel where the result is smaller than x
  double extrapolation = 0;      ///< of crop_and_resize, outside of x
  double crop_begin[max_rank]{};
  double crop_end[max_rank]{1, 1, 1, 1, 1, 1, 1, 1};
  static constexpr void fields(auto& self, auto&& visit) {
    constexpr const char* scale_names[] = {"scale0", "scale1", "scale2", "scale3",
                                           "scale4", "scale5", "scale6", "scale7"};
    constexpr const char* begin_names[] = {"begin0", "begin1", "begin2", "begin3",
                                           "begin4", "begin5", "begin6", "begin7"};
    constexpr const char* end_names[] = {"end0", "end1", "end2", "end3", "end4", "end5", "end6", "end7"};
    visit("sizes", self.sizes);
    for (int i = 0; i < max_rank; ++i) visit(scale_names[i], self.scales[i]);
    visit("mode", self.mode);
    visit("nearest", self.nearest);
    visit("coordinates", self.coordinates);
    visit("cubic_a", self.cubic_a);
    visit("exclude_outside", self.exclude_outside);
    visit("antialias", self.antialias);
    visit("extrapolation", self.extrapolation);
    for (int i = 0; i < max_rank; ++i) visit(begin_names[i], self.crop_begin[i]);
    for (int i = 0; i < max_rank; ++i) visit(end_names[i], self.crop_end[i]);
  }
  friend constexpr bool operator==(const resize_attributes&, const resize_attributes&) = default;
};

namespace detail {

/// The elements of x, and their weights, that make each element of the result along one axis, in scratch memory: of element i
/// from i * count on. Index -1 stands for the extrapolation value.
template <class Real>
struct resize_taps {
  std::int64_t count = 0;  ///< taps per element; 0: the axis stays as it is
  scratch_integers<Real> indices;
  Real* weights = nullptr;
};

constexpr std::int64_t floor_of(double x) {
  const auto whole = static_cast<std::int64_t>(x);
  return static_cast<double>(whole) > x ? whole - 1 : whole;
}

/// A place or size that a scale rounded to f32 has moved away from a whole or half number, which decides what is nearest:
/// 11 / 1.1 is 10, not a little less. Of places beyond 2^16 the rounding says too little.
constexpr double settled(double place) {
  const double halves = static_cast<double>(floor_of(2 * place + 0.5)) / 2;
  const double rounding = math::at_most(0x1p-24 * (math::abs(place) + 1), 0x1p-8);
  return math::abs(place - halves) <= rounding ? halves : place;
}

/// The interpolation kernel at distance x.
constexpr double resize_kernel(double x, const resize_attributes& a) {
  x = math::abs(x);
  if (a.mode == resize_linear) return x < 1 ? 1 - x : 0;
  const double free = a.cubic_a;
  if (x <= 1) return ((free + 2) * x - (free + 3)) * x * x + 1;
  return x < 2 ? ((free * x - 5 * free) * x + 8 * free) * x - 4 * free : 0;
}

constexpr double resize_place(std::int64_t i, std::int64_t size, std::int64_t new_size, double scale, double length,
                              const resize_attributes& a, int axis) {
  const auto at = static_cast<double>(i);
  const auto last = static_cast<double>(size - 1);
  const double begin = a.crop_begin[axis];
  const double end = a.crop_end[axis];
  switch (a.coordinates) {
    case half_pixel_symmetric:
      return static_cast<double>(size) / 2 * (1 - static_cast<double>(new_size) / length) + (at + 0.5) / scale - 0.5;
    case pytorch_half_pixel: return new_size > 1 ? (at + 0.5) / scale - 0.5 : 0;
    case align_corners: return new_size > 1 ? at * last / (length - 1) : 0;
    case asymmetric: return at / scale;
    case crop_and_resize:
      return new_size > 1 ? begin * last + at * (end - begin) * last / (length - 1) : 0.5 * (begin + end) * last;
    default: return (at + 0.5) / scale - 0.5;
  }
}

/// One axis of x, and how it changes.
struct resize_axis {
  std::int64_t size;
  std::int64_t new_size;
  double scale;
  double length;       ///< of the result, perhaps not whole
  double narrow;       ///< what distances are multiplied with
  std::int64_t first;  ///< of the taps around a place
  std::int64_t count;  ///< 0: it stays as it is

  constexpr resize_axis(const shape& dims, const shape& sizes, const resize_attributes& a, int axis)
      : size(dims[axis]),
        new_size(sizes[axis]),
        scale(a.scales[axis]),
        length(static_cast<double>(new_size)),
        narrow(1),
        first(0),
        count(0) {
    const bool is_cropped = a.coordinates == crop_and_resize;
    const bool is_whole = !is_cropped || (a.crop_begin[axis] == 0 && a.crop_end[axis] == 1);
    if (size == new_size && (scale == 0 || scale == 1) && is_whole) return;
    if (scale == 0)
      scale = length / static_cast<double>(size);
    else if (!is_cropped)
      length = scale * static_cast<double>(size);
    if (a.antialias && scale < 1) narrow = scale;
    if (a.mode != resize_nearest) first = floor_of((a.mode == resize_linear ? -1 : -2) / narrow) + 1;
    count = a.mode == resize_nearest ? 1 : 2 - 2 * first;
  }
};

template <class Real>
constexpr void take_taps(const resize_taps<Real>& taps, const resize_axis& of, const resize_attributes& a, int axis) {
  const auto nearest = [&](std::int64_t index) { return index < 0 ? 0 : index >= of.size ? of.size - 1 : index; };
  for (std::int64_t i = 0; i < of.new_size; ++i) {
    const std::int64_t at = i * of.count;
    double place = resize_place(i, of.size, of.new_size, of.scale, of.length, a, axis);
    if (a.mode == resize_nearest && a.scales[axis] != 0) place = settled(place);
    if (a.coordinates == crop_and_resize && !(place >= 0 && place <= static_cast<double>(of.size - 1))) {
      for (std::int64_t k = 0; k < of.count; ++k) taps.indices.set(at + k, -1);
      continue;
    }
    const std::int64_t left = floor_of(place);
    const double ratio = place - static_cast<double>(left);
    if (a.mode == resize_nearest) {
      const bool is_right = ratio > 0 && (a.nearest == nearest_prefers_floor  ? ratio > 0.5
                                          : a.nearest == nearest_prefers_ceil ? ratio >= 0.5
                                                                              : a.nearest == nearest_ceil);
      taps.indices.set(at, nearest(is_right ? left + 1 : left));
      continue;
    }
    const auto weight = [&](std::int64_t k) {
      const std::int64_t index = left + of.first + k;
      if (a.exclude_outside && (index < 0 || index >= of.size)) return 0.0;
      return resize_kernel((static_cast<double>(of.first + k) - ratio) * of.narrow, a);
    };
    double sum = 0;
    for (std::int64_t k = 0; k < of.count; ++k) sum += weight(k);
    if (!(a.antialias || a.exclude_outside) || sum == 0) sum = 1;
    for (std::int64_t k = 0; k < of.count; ++k) {
      taps.indices.set(at + k, nearest(left + of.first + k));
      taps.weights[at + k] = static_cast<Real>(weight(k) / sum);
    }
  }
}

}  // namespace detail

/// x in another size, interpolated along each axis whose size or scale says so: y at i is the weighted sum of the elements of x
/// around the place that `coordinates` gives. Whole numbers are cut off, not rounded. ONNX Resize in full (its roi are
/// crop_begin and crop_end, its keep_aspect_ratio_policy is worked out by who reads the model), Upsample with coordinates =
/// asymmetric.
template <>
struct op<"resize"> : direct {
  static constexpr engine unit = engine::image;
  static constexpr op_facts info{
      .name = "resize",
      .math = "x in another size",
      .onnx = "Resize, Upsample",
      .limits = "constant sizes or scales",
      .differs =
          "half_pixel is the default of ONNX, PyTorch and TensorFlow 2, asymmetric that of TensorFlow 1, of ONNX "
          "before opset 11 and of PyTorch's nearest, which takes the floor. cubic_a is -0.75 in ONNX, PyTorch and "
          "OpenCV, -0.5 in TensorFlow 2, with exclude_outside. Integers are cut off. With align_corners and scales the "
          "size of y is the product, as in ONNX; ONNX Runtime and PyTorch round it down.",
      .takes = kinds::all,
  };
  using attributes = resize_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    const tensor_type& x = in[0];
    if (const fault why = detail::refuse_blocked(in)) return why;
    if (a.mode < resize_nearest || a.mode > resize_cubic) return fault{"no such mode: {a} for {left}", x, {}, a.mode};
    if (a.nearest < nearest_prefers_floor || a.nearest > nearest_ceil)
      return fault{"no such way to the nearest: {a} for {left}", x, {}, a.nearest};
    if (a.coordinates < half_pixel || a.coordinates > crop_and_resize)
      return fault{"no such coordinates: {a} for {left}", x, {}, a.coordinates};
    if (a.mode != resize_nearest && x.element == dtype::boolean)
      return fault{"booleans have no values between them: {left}", x};
    if (!a.sizes.empty() && a.sizes.count != x.rank())
      return fault{"sizes need one number per axis of {left}: {a} vs {b}", x, {}, a.sizes.count, x.rank()};
    tensor_type out = x;
    for (int axis = 0; axis < x.rank(); ++axis) {
      std::int64_t& extent = out.dims[axis];
      const double scale = a.scales[axis];
      if (scale != 0 && !(scale > 0 && scale < 0x1p40))
        return fault{"scale of axis {a} is out of range: {left}", x, {}, axis};
      const bool is_cropped = a.coordinates == crop_and_resize;
      const double begin = a.crop_begin[axis];
      const double end = a.crop_end[axis];
      if (is_cropped && !(begin > -0x1p20 && begin < 0x1p20 && end > -0x1p20 && end < 0x1p20))
        return fault{"the region of axis {a} is out of range: {left}", x, {}, axis};
      const double length = scale * static_cast<double>(extent) * (is_cropped ? end - begin : 1);
      if (length >= 0x1p41 || length <= -1) return fault{"scale of axis {a} is out of range: {left}", x, {}, axis};
      if (a.sizes.empty() && scale != 0) extent = static_cast<std::int64_t>(detail::settled(length));
      if (!a.sizes.empty()) extent = a.sizes[axis];
      if (extent < 0 || extent > most_elements)
        return fault{"the new size {a} of axis {b} is out of range: {left}", x, {}, extent, axis};
      if (x.dims[axis] == 0 && extent > 0) return fault{"nothing to resize on axis {a}: {left}", x, {}, axis};
      const auto wanted = static_cast<double>(extent);
      if (scale != 0 && extent > 0 && !(length >= wanted - 0.5 && length < wanted + 1))
        return fault{"scale of axis {a} does not give {b} elements: {left}", x, {}, axis, extent};
    }
    return detail::possible(out, x);
  }

  static constexpr std::int64_t scratch_elements(std::span<const tensor_type> in, const tensor_type& out,
                                                 const attributes& a) {
    if (out.elements() == 0) return 0;
    std::int64_t numbers = 0;
    for (int axis = 0; axis < out.rank(); ++axis) {
      const detail::resize_axis of(in[0].dims, out.dims, a, axis);
      numbers += of.new_size * of.count * (detail::scratch_integers<double>::numbers + 1);
    }
    return numbers;
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    using real = typename std::remove_cvref_t<decltype(in)>::real_type;
    const shape& dims = in.type(0).dims;
    const shape& sizes = out.type().dims;
    if (sizes.product() == 0) return;
    const ints strides = strides_of(dims);
    detail::resize_taps<real> taps[max_rank]{};
    real* scratch = out.scratch();
    for (int axis = 0; axis < dims.count; ++axis) {
      const detail::resize_axis of(dims, sizes, a, axis);
      if (of.count == 0) continue;
      taps[axis].count = of.count;
      taps[axis].indices = detail::scratch_integers<real>(scratch);
      taps[axis].weights = scratch + of.new_size * of.count * detail::scratch_integers<real>::numbers;
      scratch = taps[axis].weights + of.new_size * of.count;
      detail::take_taps(taps[axis], of, a, axis);
    }
    detail::for_each_index(sizes, [&](std::int64_t flat, const ints& at) {
      bool is_outside = false;
      std::int64_t from = 0;
      std::int64_t kept = 0;  // of `from`, along axes that stay
      for (int axis = 0; axis < dims.count; ++axis) {
        const std::int64_t index = taps[axis].count == 0 ? at[axis] : taps[axis].indices[at[axis] * taps[axis].count];
        is_outside = is_outside || index < 0;
        from += index * strides[axis];
        if (taps[axis].count == 0) kept += index * strides[axis];
      }
      if (a.mode == resize_nearest && !is_outside) {
        out.copy(flat, in, 0, from);
        return;
      }
      const double value = is_outside ? a.extrapolation : blended(in, taps, strides, at, 0, kept);
      if (is_float(out.type().element))
        out.set(flat, static_cast<real>(value));
      else
        out.set(flat, number(value).whole());
    });
  }

 private:
  /// The weighted sum over the taps of `axis` and all axes after it.
  template <class Real>
  static constexpr double blended(const auto& in, const detail::resize_taps<Real> (&taps)[max_rank],
                                  const ints& strides, const ints& at, int axis, std::int64_t from) {
    while (axis < at.count && taps[axis].count == 0) ++axis;
    if (axis == at.count) return static_cast<double>(in.real(0, from));
    const detail::resize_taps<Real>& along = taps[axis];
    double sum = 0;
    for (std::int64_t k = at[axis] * along.count; k < (at[axis] + 1) * along.count; ++k) {
      const auto weight = static_cast<double>(along.weights[k]);
      if (weight != 0)
        sum += weight * blended(in, taps, strides, at, axis + 1, from + along.indices[k] * strides[axis]);
    }
    return sum;
  }
};

/// resize<{.sizes = {1, 3, 8, 8}, .mode = resize_linear}>(x), resize<{.scales = {1, 1, 2, 2}}>(x)
template <resize_attributes Attributes, tensor_expr X>
consteval auto resize(X x) {
  return call<"resize", Attributes>(x);
}

}  // namespace litho
