// SPDX-License-Identifier: BSL-1.0
#include <litho/op/selu.hpp>

#include "values.hpp"

namespace litho::test::selu_op {
namespace {

constexpr bool values() {
  return close(eager<"selu">(f64({6}, {1, -1, 0.25, -0.25, -1e-09, -40})),
               f64({6}, {1.0507010221481323, -1.1113307412864784, 0.2626752555370331, -0.3888901986937533,
                         -1.7580993454639807e-09, -1.7580993463430303})) &&
         same(eager<"selu">(f64({3}, {0.0, -0.0, inf})), f64({3}, {0.0, -0.0, inf})) &&
         close(eager<"selu", {.alpha = 2, .gamma = 3}>(f64({6}, {1, -1, 0.25, -0.25, -1e-09, -40})),
               f64({6}, {3, -3.792723352971346, 0.75, -1.3271953015715707, -5.999999997e-09, -6}));
}

constexpr bool types() {
  return gives<"selu">(f32({2, 3}), {f32({2, 3})}) &&
         refuses<"selu">("litho::selu: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

constexpr bool attributes() { return prints<"selu">("alpha=2 gamma=0.5", {.alpha = 2, .gamma = 0.5}); }

TEST_CASE("selu") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
  STATIC_REQUIRE(attributes());
  REQUIRE(attributes());
  REQUIRE(same(at<"selu">(nan), nan));
  REQUIRE(close(at<"selu">(-inf), -1.7580993463430303, 1e-15));
}

}  // namespace
}  // namespace litho::test::selu_op
