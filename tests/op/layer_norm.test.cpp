// SPDX-License-Identifier: BSL-1.0
#include <litho/op/layer_norm.hpp>

#include "decomposed.hpp"
#include "values.hpp"

namespace litho::test::layer_norm_op {
namespace {

constexpr bool values() {
  const tensor x = f64({2, 2, 2}, {1, 2, 3, 4, 4, 3, 2, 1});
  const double outer = 1.3416407864998738;  // 1.5 / sqrt 1.25
  const double inner = 0.4472135954999579;  // 0.5 / sqrt 1.25
  return close(eager<"layer_norm", {.axis = 1, .epsilon = 0}>(x),
               f64({2, 2, 2}, {-outer, -inner, inner, outer, outer, inner, -inner, -outer})) &&
         close(eager<"layer_norm", {.epsilon = 0}>(x, f64({2}, {1, 2}), f64({2}, {0, 10})),
               f64({2, 2, 2}, {-1, 12, -1, 12, 1, 8, 1, 8}));
}

constexpr bool types() {
  const tensor_type x = f32({2, 3, 4});
  return gives<"layer_norm">(x, {x, f32({3, 4}), f32({3, 4})}, {.axis = 1}) &&
         refuses<"layer_norm">("litho::layer_norm: scale and bias must be f32[4]: got f32[3]",
                               {x, f32({4}), f32({3})}) &&
         refuses<"layer_norm">("litho::layer_norm: axis 3 is outside of f32[2,3,4] (rank 3)", {x}, {.axis = 3}) &&
         !infer<"layer_norm">({f32({})}).ok() && !infer<"layer_norm">({f32({2, 0})}).ok() &&
         !infer<"layer_norm">({x, f64({4})}).ok() &&
         prints<"layer_norm">("axis=-2 epsilon=0", {.axis = -2, .epsilon = 0});
}

TEST_CASE("layer_norm") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());

  const tensor x = f64({2, 2, 2}, {1, 2, 3, 4, -5, 6.5, 0.25, 8});
  const tensor scale = f64({2, 2}, {2, -1.5, 1, 0});
  const tensor bias = f64({2, 2}, {0.5, 1, -1, 3});
  constexpr layer_norm_attributes a{.axis = -2};
  REQUIRE(close(decomposed<"layer_norm">(a, x), eager<"layer_norm", a>(x), 1e-13));
  REQUIRE(close(decomposed<"layer_norm">(a, x, scale), eager<"layer_norm", a>(x, scale), 1e-13));
  REQUIRE(close(decomposed<"layer_norm">(a, x, scale, bias), eager<"layer_norm", a>(x, scale, bias), 1e-13));
}

}  // namespace
}  // namespace litho::test::layer_norm_op
