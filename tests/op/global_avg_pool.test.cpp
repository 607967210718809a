// SPDX-License-Identifier: BSL-1.0
#include <litho/op/global_avg_pool.hpp>

#include "decomposed.hpp"
#include "values.hpp"

namespace litho::test::global_avg_pool_op {
namespace {

constexpr bool values() {
  return same(eager<"global_avg_pool">(f64({1, 2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 9})), f64({1, 2, 1, 1}, {2.5, 6.75}));
}

constexpr bool types() {
  return gives<"global_avg_pool">(f32({2, 3, 1}), {f32({2, 3, 7})}) &&
         refuses<"global_avg_pool">("litho::global_avg_pool: input must be [N,C,...]: got f32[2,3] (rank 2)",
                                    {f32({2, 3})}) &&
         !infer<"global_avg_pool">({f32({2, 3, 0, 4})}).ok();
}

TEST_CASE("global_avg_pool") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());

  const tensor x = f64({2, 1, 1, 3}, {1, 2, 4, -1, 0.5, 7});
  REQUIRE(close(decomposed<"global_avg_pool">({}, x), eager<"global_avg_pool">(x)));
}

}  // namespace
}  // namespace litho::test::global_avg_pool_op
