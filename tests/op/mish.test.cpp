// SPDX-License-Identifier: BSL-1.0
#include <litho/op/mish.hpp>

#include "values.hpp"

namespace litho::test::mish_op {
namespace {

constexpr bool values() {
  return close(eager<"mish">(f64({6}, {1, -1, 3, -0.25, -20, 1000})),
               f64({6}, {0.8650983882673103, -0.3034014613741089, 2.9865350049679575, -0.12992696367914103,
                         -4.122307240628761e-08, 1000})) &&
         same(eager<"mish">(f64({4}, {0.0, -0.0, inf, -inf})), f64({4}, {0.0, -0.0, inf, -0.0}));
}

constexpr bool types() {
  return gives<"mish">(f32({2, 3}), {f32({2, 3})}) &&
         refuses<"mish">("litho::mish: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

TEST_CASE("mish") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
  REQUIRE(same(at<"mish">(nan), nan));
}

}  // namespace
}  // namespace litho::test::mish_op
