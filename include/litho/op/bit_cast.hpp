// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <bit>

#include "direct_values.hpp"

namespace litho {

struct bit_cast_attributes {
  std::int64_t element = static_cast<std::int64_t>(dtype::f32);  ///< a litho::dtype
  static constexpr void fields(auto& self, auto&& visit) { visit("element", self.element); }
  friend constexpr bool operator==(const bit_cast_attributes&, const bit_cast_attributes&) = default;
};

/// The bits of x read as another element type of the same size. ONNX BitCast, torch.Tensor.view(dtype).
template <>
struct op<"bit_cast"> : direct {
  static constexpr op_facts info{
      .name = "bit_cast",
      .math = "the bits of x as another element type",
      .onnx = "BitCast",
      .limits = "element types of one size, no bool",
      .differs = "Of a NaN only that it is one is kept; runtimes that copy memory keep its bits.",
      .takes = kinds::all,
  };
  using attributes = bit_cast_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    const tensor_type& x = in[0];
    if (const fault why = detail::refuse_blocked(in)) return why;
    tensor_type out = x;
    out.element = static_cast<dtype>(a.element);
    if (!is_dtype(a.element)) return fault{"unknown element type {a} for {left}", x, {}, a.element};
    if (x.element == dtype::boolean || out.element == dtype::boolean)
      return fault{"booleans have no bits of their own: {left} as {right}", x, out};
    if (size_of(x.element) != size_of(out.element))
      return fault{"element types must be of one size: {left} as {right}", x, out};
    return out;
  }

  static constexpr void compute(const auto& in, auto& out, const attributes&) {
    using real = typename std::remove_cvref_t<decltype(in)>::real_type;
    const std::int64_t count = out.type().elements();
    with_element(in.type(0).element, [&]<class From>() {
      with_element(out.type().element, [&]<class To>() {
        if constexpr (sizeof(From) == sizeof(To))
          for (std::int64_t i = 0; i < count; ++i) {
            number value;
            if constexpr (is_float(dtype_of<From>::value))
              value = static_cast<double>(in.real(0, i));
            else
              value = in.whole(0, i);
            const number made = number_of(std::bit_cast<To>(stored<From>(value)));
            if constexpr (is_float(dtype_of<To>::value))
              out.set(i, static_cast<real>(static_cast<double>(made)));
            else
              out.set(i, made.whole());
          }
      });
    });
  }
};

/// bit_cast<std::int32_t>(x)
template <element T, tensor_expr X>
consteval auto bit_cast(X x) {
  return call<"bit_cast", bit_cast_attributes{static_cast<std::int64_t>(dtype_of<T>::value)}>(x);
}

}  // namespace litho
