// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// The type of a source, which has no inputs to infer it from.
struct source_attributes {
  std::int64_t element = static_cast<std::int64_t>(dtype::f32);
  shape dims{};
  static constexpr void fields(auto& self, auto&& visit) {
    visit("element", self.element);
    visit("dims", self.dims);
  }
  friend constexpr bool operator==(const source_attributes&, const source_attributes&) = default;
};

constexpr source_attributes source_of(const tensor_type& type) {
  return {static_cast<std::int64_t>(type.element), type.dims};
}

/// Where values enter a graph: input, param, constant.
struct source {
  static constexpr category kind = category::source;
  static constexpr engine unit = engine::none;
  static constexpr int inputs_min = 0;
  static constexpr int inputs_max = 0;
  using attributes = source_attributes;

  static constexpr inferred infer(std::span<const tensor_type>, const attributes& a) {
    if (!is_dtype(a.element)) return fault{"unknown element type {a}", {}, {}, a.element};
    const tensor_type type{.element = static_cast<dtype>(a.element), .dims = a.dims};
    for (std::int64_t extent : a.dims)
      if (extent < 0) return fault{"a size is negative: {left}", type};
    return type;
  }
};

}  // namespace litho
