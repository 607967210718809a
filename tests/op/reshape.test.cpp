// SPDX-License-Identifier: BSL-1.0
#include <litho/op/reshape.hpp>

#include "values.hpp"

namespace litho::test::reshape_op {
namespace {

constexpr bool values() {
  return same(eager<"reshape", {.dims = {3, -1}}>(f32({2, 3}, {1, 2, 3, 4, 5, 6})), f32({3, 2}, {1, 2, 3, 4, 5, 6})) &&
         same(eager<"reshape">(f32({1, 1}, {7})), f32({}, {7}));
}

constexpr bool types() {
  return gives<"reshape">(f32({4, 0}), {f32({0, 3})}, {.dims = {4, 0}}) &&
         refuses<"reshape">("litho::reshape: element counts differ: from f32[2,3], to f32[4,2] (6 vs 8)", {f32({2, 3})},
                            {.dims = {4, 2}}) &&
         !infer<"reshape">({f32({2, 3})}, {.dims = {4, -1}}).ok() &&
         !infer<"reshape">({f32({6})}, {.dims = {-1, -1}}).ok() &&
         !infer<"reshape">({f32({1, 2, 3, 4}).with(format::nc1hwc0, 16)}, {.dims = {24}}).ok() &&
         info_of<"reshape">.unchanged(f32({2, 3}), packed(reshape_attributes{{2, 3}}).view()) &&
         prints<"reshape">("dims=[2,-1]", {.dims = {2, -1}});
}

TEST_CASE("reshape") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::reshape_op
