// SPDX-License-Identifier: BSL-1.0
// Elementwise ops of mixed element types, and of several inputs with attributes, in fused kernels against the reference.
#include "graphs/check.hpp"

namespace {

struct quantised : litho::network<quantised> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 3, 21>();
    constexpr auto zero = input<"zero", std::int8_t, 3, 1>();
    constexpr auto scale = litho::constant<step>();
    constexpr auto small = quantize_linear(x, scale, zero);
    return litho::outputs(output<"small">(small), output<"back">(dequantize_linear(small, scale, zero)));
  }
  static constexpr float step[] = {0.0078125f};
};

struct whole : litho::network<whole> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto a = input<"a", std::int32_t, 5, 13>();
    constexpr auto b = input<"b", std::int32_t, 13>();
    constexpr auto u = input<"u", std::uint8_t, 5, 13>();
    constexpr auto v = input<"v", std::uint8_t, 5, 1>();
    return litho::outputs(output<"floored">(mod(a, b)), output<"cut">(mod<{.truncated = true}>(a, b)),
                          output<"bits">(bit_xor(bit_not(a), bit_and(a, b))), output<"left">(bit_shift(u, v)),
                          output<"right">(bit_shift<{.right = true}>(u, scalar<2.0>)), output<"signs">(sign(a)));
  }
};

struct logic : litho::network<logic> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 40>();
    constexpr auto p = input<"p", bool, 40>();
    constexpr auto k = input<"k", std::int64_t, 40>();
    constexpr auto high = logical_and(greater_or_equal(x, scalar<0.25>), logical_not(is_nan(x)));
    return litho::outputs(output<"high">(high), output<"either">(logical_or(p, equal(k, scalar<3.0>))),
                          output<"one">(logical_xor(high, p)),
                          output<"infinite">(is_inf<{.negative = false}>(litho::log(x * scalar<0.0>))),
                          output<"picked">(where(high, litho::tan(x), elu(x))));
  }
};

TEST_CASE("kernels of quantisation") { graphs::check<quantised, litho::O0, litho::O3>(); }
TEST_CASE("kernels of whole numbers") { graphs::check<whole, litho::O0, litho::O3>(); }
TEST_CASE("kernels of logic") { graphs::check<logic, litho::O0, litho::O3>(); }

}  // namespace
