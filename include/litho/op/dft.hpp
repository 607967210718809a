// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/trigonometry.hpp"
#include "direct_values.hpp"

namespace litho {

struct dft_attributes {
  std::int64_t axis = -2;
  std::int64_t length = 0;  ///< the axis is cut, or filled up with zeros, to this size; 0: as it is
  bool inverse = false;     ///< the other sign of the exponent, and divided by the length
  bool onesided = false;    ///< the first half of the result, which says all for real x
  static constexpr void fields(auto& self, auto&& visit) {
    visit("axis", self.axis);
    visit("length", self.length);
    visit("inverse", self.inverse);
    visit("onesided", self.onesided);
  }
  friend constexpr bool operator==(const dft_attributes&, const dft_attributes&) = default;
};

/// y[k] = sum over n of x[n] exp(-2 pi i n k / length) along one axis; the last axis holds real and imaginary parts (of x
/// perhaps real ones only). ONNX DFT with constant length and axis, torch.fft. Takes a time of the length squared.
template <>
struct op<"dft"> : direct {
  static constexpr op_facts info{
      .name = "dft",
      .math = "sum of x[n] exp(-2 pi i n k / length)",
      .onnx = "DFT",
      .limits = "constant axis and length; the last axis holds one or two numbers; a time of the length squared",
      .differs =
          "The inverse divides by the length, as in ONNX and by default in NumPy and PyTorch. The axis is 1 by default "
          "in ONNX opset 17, -2 since 20.",
  };
  using attributes = dft_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    const tensor_type& x = in[0];
    if (const fault why = detail::refuse_blocked(in)) return why;
    if (const fault why = detail::refuse_axis(x, a.axis)) return why;
    const int axis = detail::axis_of(a.axis, x.rank());
    const int last = x.rank() - 1;
    if (axis == last || x.dims[last] < 1 || x.dims[last] > 2)
      return fault{"the last axis must hold real and imaginary parts, apart from axis {a}: {left}", x, {}, axis};
    if (a.onesided && (a.inverse || x.dims[last] != 1))
      return fault{"half of the result is only for real input, forward: {left}", x};
    if (a.length < 0 || a.length > most_elements)
      return fault{"length is out of range: {a} for {left}", x, {}, a.length};
    const std::int64_t length = a.length == 0 ? x.dims[axis] : a.length;
    if (length == 0) return fault{"nothing to transform on axis {a}: {left}", x, {}, axis};
    tensor_type out = x;
    out.dims[axis] = a.onesided ? length / 2 + 1 : length;
    out.dims[last] = 2;
    return detail::possible(out, x);
  }

  static constexpr std::int64_t scratch_elements(std::span<const tensor_type> in, const tensor_type&,
                                                 const attributes& a) {
    return 2 * (a.length == 0 ? in[0].dims[detail::axis_of(a.axis, in[0].rank())] : a.length);
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    using real = typename std::remove_cvref_t<decltype(in)>::real_type;
    const shape& dims = in.type(0).dims;
    const int axis = detail::axis_of(a.axis, dims.count);
    const std::int64_t parts = dims[dims.count - 1];
    const detail::axis_walk from = detail::along(dims, axis);
    const detail::axis_walk to = detail::along(out.type().dims, axis);
    const std::int64_t length = a.length == 0 ? from.extent : a.length;
    const std::int64_t used = length < from.extent ? length : from.extent;
    real* const cosines = out.scratch();
    real* const sines = cosines + length;
    for (std::int64_t n = 0; n < length; ++n) {
      const double angle = 6.283185307179586 * static_cast<double>(n) / static_cast<double>(length);
      cosines[n] = static_cast<real>(math::cos(angle));
      sines[n] = static_cast<real>(a.inverse ? math::sin(angle) : -math::sin(angle));
    }
    const double scale = a.inverse ? 1 / static_cast<double>(length) : 1;
    for (std::int64_t o = 0; o < from.outer; ++o)
      for (std::int64_t k = 0; k < to.extent; ++k)
        for (std::int64_t i = 0; i < from.inner / parts; ++i) {
          double real_sum = 0;
          double imaginary_sum = 0;
          for (std::int64_t n = 0; n < used; ++n) {
            const auto cosine = static_cast<double>(cosines[n * k % length]);
            const auto sine = static_cast<double>(sines[n * k % length]);
            const std::int64_t at = from.at(o, n, i * parts);
            const auto re = static_cast<double>(in.real(0, at));
            const double im = parts == 2 ? static_cast<double>(in.real(0, at + 1)) : 0.0;
            real_sum += re * cosine - im * sine;
            imaginary_sum += re * sine + im * cosine;
          }
          out.set(to.at(o, k, 2 * i), static_cast<real>(real_sum * scale));
          out.set(to.at(o, k, 2 * i + 1), static_cast<real>(imaginary_sum * scale));
        }
  }
};

/// dft<{.axis = 1}>(x), dft<{.axis = 1, .onesided = true}>(x)
template <dft_attributes Attributes = {}, tensor_expr X>
consteval auto dft(X x) {
  return call<"dft", Attributes>(x);
}

}  // namespace litho
