// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/rounding.hpp"
#include "op.hpp"

namespace litho {

struct mod_attributes {
  bool truncated = false;
  static constexpr void fields(auto& self, auto&& visit) { visit("truncated", self.truncated); }
  friend constexpr bool operator==(const mod_attributes&, const mod_attributes&) = default;
};

/// What is left of x / y: with the sign of y, for integers only, or truncated with that of x, as C has it. x mod 0 is 0
/// of integers and NaN of floats. ONNX Mod, where truncated is called fmod.
template <>
struct op<"mod"> : elementwise<2> {
  static constexpr op_facts info{
      .name = "mod",
      .math = "x mod y",
      .onnx = "Mod",
      .limits = "floats only truncated",
      .differs =
          "The sign is that of y, as in Python, NumPy (mod) and torch.remainder, or truncated that of x, as in C "
          "(fmod) and torch.fmod. x mod 0 is 0 of integers, which C leaves undefined.",
      .takes = kinds::numbers,
      .divides = true,
      .work = 12,
  };
  using attributes = mod_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    if (is_float(x[0].element) && !a.truncated)
      return fault{"takes floats only where it is truncated: got {left}", x[0]};
    return elementwise<2>::infer(x, a);
  }
  template <class V>
  static constexpr V eval(V x, V y, const attributes& a) {
    const V rest = math::fmod(x, y);
    if (a.truncated) return rest;
    return math::select(y < V(0), math::select(V(0) < rest, rest + y, rest), math::select(rest < V(0), rest + y, rest));
  }
};

/// mod<{.truncated = true}>(x, y)
template <mod_attributes Attributes = {}, detail::operand X, detail::operand Y>
consteval auto mod(X x, Y y) {
  return call<"mod", Attributes>(x, y);
}

}  // namespace litho
