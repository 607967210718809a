// SPDX-License-Identifier: BSL-1.0
#include <litho/op/lp_pool.hpp>

#include "values.hpp"

namespace litho::test::lp_pool_op {
namespace {

constexpr bool values() {
  const tensor x = f64({1, 1, 4, 4}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
  const tensor row = f64({1, 1, 3}, {-1, 2, -2});
  return close(eager<"lp_pool", {.kernel = {2, 2}, .dilation = {2, 2}}>(x),
               f64({1, 1, 2, 2}, {14.560219778561036, 16.24807680927192, 21.633307652783937, 23.49468024894146}),
               1e-14) &&
         same(eager<"lp_pool", {.kernel = {2}, .p = 1}>(row), f64({1, 1, 2}, {3, 4})) &&
         close(eager<"lp_pool", {.kernel = {2}, .stride = {2}, .after = {1}, .p = 3}>(row),
               f64({1, 1, 2}, {2.080083823051904, 2}), 1e-12);
}

constexpr bool types() {
  return gives<"lp_pool">(f32({2, 3, 4}), {f32({2, 3, 8})}, {.kernel = {2}, .stride = {2}}) &&
         refuses<"lp_pool">("litho::lp_pool: p must be 1 or more: 0 for f32[2,3,8]", {f32({2, 3, 8})},
                            {.kernel = {2}, .p = 0}) &&
         prints<"lp_pool">("kernel=[3] stride=[] dilation=[] before=[] after=[] ceil=0 p=1", {.kernel = {3}, .p = 1});
}

TEST_CASE("lp_pool") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::lp_pool_op
