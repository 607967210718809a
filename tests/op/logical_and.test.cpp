// SPDX-License-Identifier: BSL-1.0
#include <litho/op/logical_and.hpp>

#include "values.hpp"

namespace litho::test::logical_and_op {
namespace {

constexpr bool values() {
  const tensor a = typed<bool>({4}, {false, false, true, true});
  const tensor b = typed<bool>({4}, {false, true, false, true});
  return same(eager<"logical_and">(a, b), typed<bool>({4}, {false, false, false, true})) &&
         same(eager<"logical_and">(b, a), typed<bool>({4}, {false, false, false, true}));
}

constexpr bool types() {
  return gives<"logical_and">(typed<bool>({2, 3}), {typed<bool>({2, 1}), typed<bool>({3})}) &&
         refuses<"logical_and">("litho::logical_and: takes booleans: got f32[2]", {f32({2}), f32({2})});
}

TEST_CASE("logical_and") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::logical_and_op
