// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "direct_values.hpp"

/// What arg_max and arg_min share.
namespace litho {

struct arg_attributes {
  std::int64_t axis = 0;
  bool select_last = false;  ///< of equal elements: the last one instead of the first
  static constexpr void fields(auto& self, auto&& visit) {
    visit("axis", self.axis);
    visit("select_last", self.select_last);
  }
  friend constexpr bool operator==(const arg_attributes&, const arg_attributes&) = default;
};

namespace detail {

/// Whether `a` comes before `b` by value, NaN being in front of all.
template <bool Greatest, class V>
constexpr bool wins(const V& a, const V& b) {
  if constexpr (!math::whole<V>)
    if (a != a || b != b) return b == b;
  return Greatest ? a > b : a < b;
}

constexpr inferred infer_arg(std::span<const tensor_type> x, const arg_attributes& a) {
  if (const fault why = refuse_blocked(x)) return why;
  if (const fault why = refuse_axis(x[0], a.axis)) return why;
  tensor_type out = x[0];
  out.element = dtype::i64;
  out.dims[axis_of(a.axis, out.rank())] = 1;
  if (x[0].dims[axis_of(a.axis, out.rank())] == 0)
    return fault{"nothing to select from: {left}, axis {a}", x[0], {}, a.axis};
  return out;
}

template <bool Greatest>
constexpr void compute_arg(const auto& in, auto& out, const arg_attributes& a) {
  const axis_walk walk = along(in.type(0).dims, axis_of(a.axis, in.type(0).rank()));
  with_values_of(in, 0, [&]<class V>() {
    for (std::int64_t o = 0; o < walk.outer; ++o)
      for (std::int64_t k = 0; k < walk.inner; ++k) {
        std::int64_t best = 0;
        V best_value = value_at<V>(in, 0, walk.at(o, 0, k));
        for (std::int64_t i = 1; i < walk.extent; ++i) {
          const V value = value_at<V>(in, 0, walk.at(o, i, k));
          if (!(a.select_last ? !wins<Greatest>(best_value, value) : wins<Greatest>(value, best_value))) continue;
          best = i;
          best_value = value;
        }
        out.set(o * walk.inner + k, best);
      }
  });
}

}  // namespace detail

}  // namespace litho
