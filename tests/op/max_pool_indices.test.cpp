// SPDX-License-Identifier: BSL-1.0
#include <litho/op/max_pool_indices.hpp>

#include "values.hpp"

namespace litho::test::max_pool_indices_op {
namespace {

using i64 = std::int64_t;

constexpr tensor square5() {
  return f32({1, 1, 5, 5}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25});
}

constexpr bool values() {
  return same(eager<"max_pool_indices", {.kernel = {2, 2}, .stride = {2, 2}, .column_major = true}>(square5()),
              typed<i64>({1, 1, 2, 2}, {6, 16, 8, 18})) &&
         same(eager<"max_pool_indices", {.kernel = {2, 2}, .stride = {2, 2}}>(square5()),
              typed<i64>({1, 1, 2, 2}, {6, 8, 16, 18})) &&
         same(eager<"max_pool_indices", {.kernel = {5, 5}, .before = {2, 2}, .after = {2, 2}}>(square5()),
              typed<i64>({1, 1, 5, 5}, {12, 13, 14, 14, 14, 17, 18, 19, 19, 19, 22, 23, 24,
                                        24, 24, 22, 23, 24, 24, 24, 22, 23, 24, 24, 24})) &&
         same(eager<"max_pool_indices", {.kernel = {2}}>(f32({2, 1, 3}, {5, 5, 1, nan, 2, nan})),
              typed<i64>({2, 1, 2}, {0, 1, 3, 5})) &&
         same(eager<"max_pool_indices", {.kernel = {1, 1, 2}, .stride = {1, 1, 2}, .column_major = true}>(
                  f32({1, 2, 1, 2, 2}, {1, 2, 3, 4, 1, 2, 3, 4})),
              typed<i64>({1, 2, 1, 2, 1}, {2, 3, 6, 7}));
}

constexpr bool types() {
  return gives<"max_pool_indices">(typed<i64>({2, 3, 7}), {f32({2, 3, 8})}, {.kernel = {2}}) &&
         refuses<"max_pool_indices">("litho::max_pool_indices: window does not fit: input f32[2,3,8], 9 taps on axis 2",
                                     {f32({2, 3, 8})}, {.kernel = {9}}) &&
         prints<"max_pool_indices">("kernel=[3] stride=[] dilation=[] before=[] after=[] ceil=0 column_major=1",
                                    {.kernel = {3}, .column_major = true});
}

TEST_CASE("max_pool_indices") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::max_pool_indices_op
