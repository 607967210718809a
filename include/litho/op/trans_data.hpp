// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

struct trans_data_attributes {
  std::int64_t layout = 0;  ///< a litho::format
  std::int64_t lanes = 1;
  static constexpr void fields(auto& self, auto&& visit) {
    visit("layout", self.layout);
    visit("lanes", self.lanes);
  }
  friend constexpr bool operator==(const trans_data_attributes&, const trans_data_attributes&) = default;
};

/// The same tensor in another memory layout; the logical values do not change. Written by pass `layouts`. Ascend
/// TransData.
template <>
struct op<"trans_data"> : movement {
  static constexpr op_facts info{
      .name = "trans_data",
      .math = "x in another memory layout",
      .limits =
          "[N,C,H,W] to NC1HWC0, ranks of 2 and more to FRACTAL_Z and FRACTAL_NZ, [O,I,3,3] to what Winograd's tiles "
          "take; written by pass `layouts`, not by adapters",
      .collapses = true,
      .blocked = true,
  };
  using attributes = trans_data_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    if (a.layout < 0 || a.layout > static_cast<std::int64_t>(format::winograd_4) || a.lanes < 1)
      return fault{"no layout {a} with {b} lanes", x[0], {}, a.layout, a.lanes};
    const auto target = static_cast<format>(a.layout);
    const bool fits = target == format::plain || (target == format::nc1hwc0 && x[0].rank() == 4) ||
                      (target == format::fractal_z && x[0].rank() >= 2) ||
                      (target == format::fractal_nz && x[0].rank() >= 2) ||
                      (winograd_tile(target) > 0 && x[0].rank() == 4 && x[0].dims[2] == 3 && x[0].dims[3] == 3);
    if (!fits) return fault{"{left} has no layout {a}", x[0], {}, a.layout};
    if (winograd_tile(x[0].layout) > 0) return fault{"{left} cannot be transformed back", x[0]};
    if (target != format::plain && x[0].layout != format::plain) return fault{"{left} is blocked already", x[0]};
    return x[0].with(target, static_cast<int>(a.lanes));
  }
};

}  // namespace litho
