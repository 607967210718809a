// SPDX-License-Identifier: BSL-1.0
#include <litho/op/celu.hpp>

#include "values.hpp"

namespace litho::test::celu_op {
namespace {

constexpr bool values() {
  return close(eager<"celu">(f64({6}, {1, -1, 0.25, -0.25, -1e-09, -40})),
               f64({6}, {1, -0.6321205588285577, 0.25, -0.22119921692859512, -9.999999995e-10, -1})) &&
         same(eager<"celu">(f64({4}, {0.0, -0.0, inf, -inf})), f64({4}, {0.0, -0.0, inf, -1})) &&
         close(eager<"celu", {.alpha = 2}>(f64({6}, {1, -1, 0.25, -0.25, -1e-09, -40})),
               f64({6}, {1, -0.7869386805747332, 0.25, -0.2350061948308092, -9.9999999975e-10, -1.9999999958776928}));
}

constexpr bool types() {
  return gives<"celu">(f32({2, 3}), {f32({2, 3})}) &&
         refuses<"celu">("litho::celu: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

constexpr bool attributes() { return prints<"celu">("alpha=1", {}) && prints<"celu">("alpha=0.375", {.alpha = 0.375}); }

TEST_CASE("celu") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
  STATIC_REQUIRE(attributes());
  REQUIRE(attributes());
  REQUIRE(same(at<"celu">(nan), nan));
}

}  // namespace
}  // namespace litho::test::celu_op
