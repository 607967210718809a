// SPDX-License-Identifier: BSL-1.0
#include <litho/op/logical_xor.hpp>

#include "values.hpp"

namespace litho::test::logical_xor_op {
namespace {

constexpr bool values() {
  const tensor a = typed<bool>({4}, {false, false, true, true});
  const tensor b = typed<bool>({4}, {false, true, false, true});
  return same(eager<"logical_xor">(a, b), typed<bool>({4}, {false, true, true, false})) &&
         same(eager<"logical_xor">(b, a), typed<bool>({4}, {false, true, true, false}));
}

constexpr bool types() {
  return gives<"logical_xor">(typed<bool>({2, 3}), {typed<bool>({2, 1}), typed<bool>({3})}) &&
         refuses<"logical_xor">("litho::logical_xor: takes booleans: got f32[2]", {f32({2}), f32({2})});
}

TEST_CASE("logical_xor") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::logical_xor_op
