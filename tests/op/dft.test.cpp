// SPDX-License-Identifier: BSL-1.0
#include <litho/op/dft.hpp>

#include "values.hpp"

namespace litho::test::dft_op {
namespace {

constexpr bool values() {
  const tensor x = f64({4, 1}, {1, 2, 3, 4});
  const tensor y = f64({4, 2}, {10, 0, -2, 2, -2, 0, -2, -2});
  return close(eager<"dft">(x), y, 1e-14) &&
         close(eager<"dft", {.axis = 0, .onesided = true}>(x), f64({3, 2}, {10, 0, -2, 2, -2, 0}), 1e-14) &&
         close(eager<"dft", {.inverse = true}>(y), f64({4, 2}, {1, 0, 2, 0, 3, 0, 4, 0}), 1e-14) &&
         close(eager<"dft", {.length = 2}>(x), f64({2, 2}, {3, 0, -1, 0}), 1e-14) &&
         close(eager<"dft", {.length = 4}>(f64({2, 1}, {1, 2})), f64({4, 2}, {3, 0, 1, -2, -1, 0, 1, 2}), 1e-14) &&
         close(eager<"dft", {.axis = 0}>(f64({2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8})),
               f64({2, 2, 2}, {6, 8, 10, 12, -4, -4, -4, -4}), 1e-14);
}

constexpr bool types() {
  return gives<"dft">(f32({2, 9, 2}), {f32({2, 16, 1})}, {.axis = 1, .onesided = true}) &&
         gives<"dft">(f32({2, 20, 2}), {f32({2, 16, 2})}, {.length = 20}) &&
         refuses<"dft">("litho::dft: the last axis must hold real and imaginary parts, apart from axis 1: f32[4,2]",
                        {f32({4, 2})}, {.axis = 1}) &&
         refuses<"dft">("litho::dft: half of the result is only for real input, forward: f32[4,2]", {f32({4, 2})},
                        {.onesided = true}) &&
         refuses<"dft">("litho::dft: nothing to transform on axis 0: f32[0,2]", {f32({0, 2})}) &&
         prints<"dft">("axis=1 length=0 inverse=1 onesided=0", {.axis = 1, .inverse = true});
}

TEST_CASE("dft") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::dft_op
