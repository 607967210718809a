// SPDX-License-Identifier: BSL-1.0
#include <litho/op/transpose.hpp>

#include "values.hpp"

namespace litho::test::transpose_op {
namespace {

constexpr bool values() {
  return same(eager<"transpose", {.permutation = {1, 0}}>(f32({2, 3}, {1, 2, 3, 4, 5, 6})),
              f32({3, 2}, {1, 4, 2, 5, 3, 6})) &&
         same(eager<"transpose", {.permutation = {2, 0, 1}}>(f32({2, 1, 3}, {1, 2, 3, 4, 5, 6})),
              f32({3, 2, 1}, {1, 4, 2, 5, 3, 6}));
}

constexpr bool types() {
  constexpr attribute_values turn = packed(transpose_attributes{{1, 2, 0}});
  attribute_values twice;
  info_of<"transpose">.compose(turn.view(), turn.view(), twice);
  return gives<"transpose">(f32({3, 2}), {f32({2, 3})}, {.permutation = {1, 0}}) &&
         refuses<"transpose">("litho::transpose: permutation has 1 axes, f32[2,3] has 2", {f32({2, 3})},
                              {.permutation = 0}) &&
         refuses<"transpose">("litho::transpose: permutation lacks axis 1 of f32[2,3]", {f32({2, 3})},
                              {.permutation = {0, 0}}) &&
         unpacked<transpose_attributes>(twice.view()) == transpose_attributes{{2, 0, 1}} &&
         info_of<"transpose">.unchanged(f32({2, 3}), packed(transpose_attributes{{0, 1}}).view()) &&
         !info_of<"transpose">.unchanged(f32({2, 3}), packed(transpose_attributes{{1, 0}}).view()) &&
         prints<"transpose">("permutation=[1,0]", {.permutation = {1, 0}});
}

TEST_CASE("transpose") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::transpose_op
