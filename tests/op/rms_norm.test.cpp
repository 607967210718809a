// SPDX-License-Identifier: BSL-1.0
#include <litho/op/rms_norm.hpp>

#include "decomposed.hpp"
#include "values.hpp"

namespace litho::test::rms_norm_op {
namespace {

constexpr bool values() {
  const tensor x = f64({2, 2}, {3, 4, 6, -8});
  const double root = 3.5355339059327378;  // sqrt 12.5
  return close(eager<"rms_norm", {.epsilon = 0}>(x), f64({2, 2}, {3 / root, 4 / root, 3 / root, -4 / root})) &&
         close(eager<"rms_norm", {.epsilon = 3.5}>(f64({2}, {3, 4}), f64({2}, {2, 10})), f64({2}, {1.5, 10})) &&
         close(eager<"rms_norm", {.axis = 0, .epsilon = 0}>(f64({2, 2}, {1, 1, 1, 1}), f64({2, 2}, {1, 2, 3, 4})),
               f64({2, 2}, {1, 2, 3, 4}));
}

constexpr bool types() {
  const tensor_type x = f32({2, 3, 4});
  return gives<"rms_norm">(x, {x, f32({3, 4})}, {.axis = 1}) &&
         refuses<"rms_norm">("litho::rms_norm: scale and bias must be f32[4]: got f32[3]", {x, f32({3})}) &&
         refuses<"rms_norm">("litho::rms_norm: axis 3 is outside of f32[2,3,4] (rank 3)", {x}, {.axis = 3}) &&
         prints<"rms_norm">("axis=-2 epsilon=0", {.axis = -2, .epsilon = 0});
}

TEST_CASE("rms_norm") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());

  const tensor x = f64({2, 2, 2}, {1, 2, 3, 4, -5, 6.5, 0.25, 8});
  const tensor scale = f64({2, 2}, {2, -1.5, 1, 0});
  constexpr layer_norm_attributes a{.axis = -2};
  REQUIRE(close(decomposed<"rms_norm">(a, x), eager<"rms_norm", a>(x), 1e-13));
  REQUIRE(close(decomposed<"rms_norm">(a, x, scale), eager<"rms_norm", a>(x, scale), 1e-13));
}

}  // namespace
}  // namespace litho::test::rms_norm_op
