// SPDX-License-Identifier: BSL-1.0
#include <litho/op/logical_not.hpp>

#include "values.hpp"

namespace litho::test::logical_not_op {
namespace {

constexpr bool values() {
  return same(eager<"logical_not">(typed<bool>({2}, {false, true})), typed<bool>({2}, {true, false}));
}

constexpr bool types() {
  return gives<"logical_not">(typed<bool>({2}), {typed<bool>({2})}) &&
         refuses<"logical_not">("litho::logical_not: takes booleans: got i32[2]", {typed<std::int32_t>({2})});
}

TEST_CASE("logical_not") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::logical_not_op
