// SPDX-License-Identifier: BSL-1.0
#include <litho/op/max_unpool.hpp>

#include "values.hpp"

namespace litho::test::max_unpool_op {
namespace {

using i64 = std::int64_t;

constexpr bool values() {
  return same(eager<"max_unpool", {.dims = {1, 1, 4, 4}}>(f32({1, 1, 2, 2}, {1, 2, 3, 4}),
                                                          typed<i64>({1, 1, 2, 2}, {5, 7, 13, 15})),
              f32({1, 1, 4, 4}, {0, 0, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 3, 0, 4})) &&
         same(eager<"max_unpool", {.dims = {3}}>(f32({4}, {1, 2, 3, 4}), typed<i64>({4}, {0, 0, -1, 3})),
              f32({3}, {2, 0, 0}));
}

constexpr bool types() {
  return gives<"max_unpool">(f32({2, 3}), {f32({4}), typed<i64>({4})}, {.dims = {2, 3}}) &&
         refuses<"max_unpool">("litho::max_unpool: shapes differ: f32[4] and indices i64[5]",
                               {f32({4}), typed<i64>({5})}) &&
         !infer<"max_unpool">({f32({4}), typed<i64>({4})}, {.dims = {-1}}).ok() &&
         prints<"max_unpool">("dims=[2,3]", {.dims = {2, 3}});
}

TEST_CASE("max_unpool") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::max_unpool_op
