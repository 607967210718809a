// SPDX-License-Identifier: BSL-1.0
#include <litho/op/top_k_indices.hpp>

#include "values.hpp"

namespace litho::test::top_k_indices_op {
namespace {

using i64 = std::int64_t;

constexpr bool values() {
  const tensor x = f32({3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  const tensor mixed = f32({7}, {3, nan, 1, 5, 3, -2, 4});
  return same(eager<"top_k_indices", {.k = 3, .axis = 1}>(x), typed<i64>({3, 3}, {3, 2, 1, 3, 2, 1, 3, 2, 1})) &&
         same(eager<"top_k_indices", {.k = 7}>(mixed), typed<i64>({7}, {1, 3, 6, 0, 4, 2, 5})) &&
         same(eager<"top_k_indices", {.k = 4, .largest = false}>(mixed), typed<i64>({4}, {5, 2, 0, 4})) &&
         same(eager<"top_k_indices", {.k = 2}>(f32({4}, {1, 1, 1, 1})), typed<i64>({2}, {0, 1}));
}

constexpr bool types() {
  return gives<"top_k_indices">(typed<i64>({2, 5, 4}), {f32({2, 9, 4})}, {.k = 5, .axis = 1}) &&
         refuses<"top_k_indices">("litho::top_k_indices: k must be 0 to 4: -1 of f32[2,4]", {f32({2, 4})}, {.k = -1}) &&
         prints<"top_k_indices">("k=1 axis=-1 largest=1", {});
}

TEST_CASE("top_k_indices") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::top_k_indices_op
