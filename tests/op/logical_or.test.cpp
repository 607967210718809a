// SPDX-License-Identifier: BSL-1.0
#include <litho/op/logical_or.hpp>

#include "values.hpp"

namespace litho::test::logical_or_op {
namespace {

constexpr bool values() {
  const tensor a = typed<bool>({4}, {false, false, true, true});
  const tensor b = typed<bool>({4}, {false, true, false, true});
  return same(eager<"logical_or">(a, b), typed<bool>({4}, {false, true, true, true})) &&
         same(eager<"logical_or">(b, a), typed<bool>({4}, {false, true, true, true}));
}

constexpr bool types() {
  return gives<"logical_or">(typed<bool>({2, 3}), {typed<bool>({2, 1}), typed<bool>({3})}) &&
         refuses<"logical_or">("litho::logical_or: takes booleans: got f32[2]", {f32({2}), f32({2})});
}

TEST_CASE("logical_or") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::logical_or_op
