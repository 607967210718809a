// SPDX-License-Identifier: BSL-1.0
#include <litho/op/swish.hpp>

#include "values.hpp"

namespace litho::test::swish_op {
namespace {

constexpr bool values() {
  return close(eager<"swish">(f64({5}, {1, -1, 3, -0.25, 1000})),
               f64({5}, {0.7310585786300049, -0.2689414213699951, 2.8577223804672998, -0.10945587477855047, 1000})) &&
         same(eager<"swish">(f64({3}, {0.0, -0.0, inf})), f64({3}, {0.0, -0.0, inf})) &&
         close(eager<"swish", {.alpha = 0.5}>(f64({5}, {1, -1, 3, -0.25, 1000})),
               f64({5}, {0.6224593312018546, -0.37754066879814546, 2.452723428580931, -0.11719765665656094, 1000}));
}

constexpr bool types() {
  return gives<"swish">(f32({2, 3}), {f32({2, 3})}) &&
         refuses<"swish">("litho::swish: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

constexpr bool attributes() {
  return prints<"swish">("alpha=1", {}) && prints<"swish">("alpha=0.375", {.alpha = 0.375});
}

TEST_CASE("swish") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
  STATIC_REQUIRE(attributes());
  REQUIRE(attributes());
  REQUIRE(same(at<"swish">(nan), nan));
  REQUIRE(same(at<"swish">(-inf), nan));
}

}  // namespace
}  // namespace litho::test::swish_op
