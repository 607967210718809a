// SPDX-License-Identifier: BSL-1.0
#include <litho/op/expand.hpp>

#include "values.hpp"

namespace litho::test::expand_op {
namespace {

constexpr bool values() {
  const tensor x = f32({3, 1}, {1, 2, 3});
  return same(eager<"expand", {.dims = {3, 4}}>(x), f32({3, 4}, {1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3})) &&
         same(eager<"expand", {.dims = {2, 1, 2}}>(x), f32({2, 3, 2}, {1, 1, 2, 2, 3, 3, 1, 1, 2, 2, 3, 3})) &&
         same(eager<"expand", {.dims = {1}}>(x), x) &&
         same(eager<"expand", {.dims = {2}}>(typed<bool>({}, {true})), typed<bool>({2}, {true, true})) &&
         same(eager<"expand", {.dims = {3, 0}}>(x), f32({3, 0}, {}));
}

constexpr bool types() {
  const tensor_type x = f32({3, 1});
  return gives<"expand">(f32({2, 3, 6}), {x}, {.dims = {2, 1, 6}}) && gives<"expand">(f32({3, 1}), {x}, {.dims = {}}) &&
         refuses<"expand">("litho::expand: shapes do not broadcast: f32[3,1] to f32[2,6]", {x}, {.dims = {2, 6}}) &&
         refuses<"expand">("litho::expand: shape f32[3,-1] has a negative size: from f32[3,1]", {x},
                           {.dims = {3, -1}}) &&
         !infer<"expand">({x}, {.dims = {most_elements, 3, most_elements}}).ok() &&
         prints<"expand">("dims=[2,1]", {.dims = {2, 1}}) &&
         info_of<"expand">.unchanged(x, packed(expand_attributes{{1, 1}}).view()) &&
         !info_of<"expand">.unchanged(x, packed(expand_attributes{{1, 3, 1}}).view());
}

TEST_CASE("expand") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::expand_op
