// SPDX-License-Identifier: BSL-1.0
#include <litho/op/cumprod.hpp>

#include "values.hpp"

namespace litho::test::cumprod_op {
namespace {

constexpr bool values() {
  const tensor x = f64({4}, {1, 2, 3, 4});
  return same(eager<"cumprod">(x), f64({4}, {1, 2, 6, 24})) &&
         same(eager<"cumprod", {.exclusive = true}>(x), f64({4}, {1, 1, 2, 6})) &&
         same(eager<"cumprod", {.reverse = true}>(x), f64({4}, {24, 24, 12, 4})) &&
         same(eager<"cumprod", {.axis = -1}>(typed<std::int8_t>({2, 2}, {100, 3, 2, 2})),
              typed<std::int8_t>({2, 2}, {100, 44, 2, 4}));
}

constexpr bool types() {
  return gives<"cumprod">(f32({2, 3}), {f32({2, 3})}, {.axis = -2}) &&
         refuses<"cumprod">("litho::cumprod: axis 0 is outside of f32[] (rank 0)", {f32({})}) &&
         prints<"cumprod">("axis=1 exclusive=0 reverse=1", {.axis = 1, .reverse = true});
}

TEST_CASE("cumprod") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::cumprod_op
