// SPDX-License-Identifier: BSL-1.0
#include <litho/op/group_norm.hpp>

#include "decomposed.hpp"
#include "values.hpp"

namespace litho::test::group_norm_op {
namespace {

constexpr bool values() {
  const tensor x = f64({1, 4, 1}, {1, 3, 10, 14});
  return close(eager<"group_norm", {.groups = 2, .epsilon = 0}>(x), f64({1, 4, 1}, {-1, 1, -1, 1})) &&
         close(eager<"group_norm", {.groups = 2, .epsilon = 0}>(x, f64({4}, {1, 2, 3, 4}), f64({4}, {0, 0, 10, 0})),
               f64({1, 4, 1}, {-1, 2, 7, 4})) &&
         close(eager<"group_norm", {.groups = 2, .epsilon = 0}>(f64({1, 2, 2}, {1, 3, 10, 14}), f64({2}, {1, 5})),
               f64({1, 2, 2}, {-1, 1, -5, 5}));
}

constexpr bool types() {
  const tensor_type x = f32({2, 4, 3});
  return gives<"group_norm">(x, {x, f32({4}), f32({4})}, {.groups = 2}) &&
         refuses<"group_norm">("litho::group_norm: channels do not split into 3 groups: f32[2,4,3]", {x},
                               {.groups = 3}) &&
         refuses<"group_norm">("litho::group_norm: scale and bias must be [C]: input f32[2,4,3], got f32[2]",
                               {x, f32({2})}, {.groups = 2}) &&
         !infer<"group_norm">({f32({2, 0, 3})}).ok() &&
         prints<"group_norm">("groups=2 epsilon=0", {.groups = 2, .epsilon = 0});
}

TEST_CASE("group_norm") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());

  const tensor x = f64({2, 4, 2}, {1, 2, 3, 4, -5, 6.5, 0.25, 8, 1, 0, 3, -4, 5, 6, -0.25, 2});
  const tensor scale = f64({4}, {2, -1.5, 1, 0});
  const tensor bias = f64({4}, {0.5, 1, -1, 3});
  constexpr group_norm_attributes a{.groups = 2};
  REQUIRE(close(decomposed<"group_norm">(a, x), eager<"group_norm", a>(x), 1e-13));
  REQUIRE(close(decomposed<"group_norm">(a, x, scale, bias), eager<"group_norm", a>(x, scale, bias), 1e-13));
}

}  // namespace
}  // namespace litho::test::group_norm_op
