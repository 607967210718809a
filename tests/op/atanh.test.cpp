// SPDX-License-Identifier: BSL-1.0
#include <litho/op/atanh.hpp>

#include "values.hpp"

namespace litho::test::atanh_op {
namespace {

constexpr bool values() {
  return close(eager<"atanh">(f64({3}, {0.1, -0.75, 0.99})),
               f64({3}, {0.10033534773107558, -0.9729550745276566, 2.6466524123622457})) &&
         same(eager<"atanh">(f64({7}, {0.0, -0.0, nan, 1, -1, 1.5, -inf})),
              f64({7}, {0.0, -0.0, nan, inf, -inf, nan, nan}));
}

constexpr bool types() {
  return gives<"atanh">(f32({2, 3}), {f32({2, 3})}) &&
         refuses<"atanh">("litho::atanh: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

TEST_CASE("atanh") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::atanh_op
