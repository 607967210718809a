// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "direct_values.hpp"

namespace litho {

struct trilu_attributes {
  bool upper = true;   ///< what is kept: above the diagonal, or below it
  std::int64_t k = 0;  ///< the diagonal, which is kept too: 1 stands above the main one, -1 below it
  static constexpr void fields(auto& self, auto&& visit) {
    visit("upper", self.upper);
    visit("k", self.k);
  }
  friend constexpr bool operator==(const trilu_attributes&, const trilu_attributes&) = default;
};

/// The upper or lower triangle of the last two axes, 0 elsewhere. ONNX Trilu with a constant k, torch.triu and tril.
template <>
struct op<"trilu"> : direct {
  static constexpr op_facts info{
      .name = "trilu",
      .math = "a triangle of x, 0 elsewhere",
      .onnx = "Trilu",
      .limits = "constant k; rank of 2 and more",
      .takes = kinds::all,
  };
  using attributes = trilu_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes&) {
    if (const fault why = detail::refuse_blocked(x)) return why;
    if (x[0].rank() < 2) return fault{"input must be a matrix or more of them: got {left}", x[0]};
    return x[0];
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    const shape& dims = in.type(0).dims;
    const std::int64_t rows = dims[dims.count - 2];
    const std::int64_t columns = dims[dims.count - 1];
    const std::int64_t elements = out.type().elements();
    for (std::int64_t at = 0; at < elements; ++at) {
      const std::int64_t distance = at % columns - at / columns % rows;
      if (a.upper ? distance >= a.k : distance <= a.k)
        out.copy(at, in, 0, at);
      else
        out.set(at, std::int64_t{0});
    }
  }
};

/// trilu(x), trilu<{.upper = false, .k = -1}>(x)
template <trilu_attributes Attributes = {}, tensor_expr X>
consteval auto trilu(X x) {
  return call<"trilu", Attributes>(x);
}

}  // namespace litho
