// SPDX-License-Identifier: BSL-1.0
#include <litho/op/elu.hpp>

#include "values.hpp"

namespace litho::test::elu_op {
namespace {

constexpr bool values() {
  return close(eager<"elu">(f64({6}, {1, -1, 0.25, -0.25, -1e-09, -40})),
               f64({6}, {1, -0.6321205588285577, 0.25, -0.22119921692859512, -9.999999995e-10, -1})) &&
         same(eager<"elu">(f64({4}, {0.0, -0.0, inf, -inf})), f64({4}, {0.0, -0.0, inf, -1})) &&
         close(eager<"elu", {.alpha = 2}>(f64({6}, {1, -1, 0.25, -0.25, -1e-09, -40})),
               f64({6}, {1, -1.2642411176571153, 0.25, -0.44239843385719024, -1.999999999e-09, -2}));
}

constexpr bool types() {
  return gives<"elu">(f32({2, 3}), {f32({2, 3})}) &&
         refuses<"elu">("litho::elu: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

constexpr bool attributes() { return prints<"elu">("alpha=1", {}) && prints<"elu">("alpha=0.375", {.alpha = 0.375}); }

TEST_CASE("elu") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
  STATIC_REQUIRE(attributes());
  REQUIRE(attributes());
  REQUIRE(same(at<"elu">(nan), nan));
}

}  // namespace
}  // namespace litho::test::elu_op
