// SPDX-License-Identifier: BSL-1.0
#include <litho/op/top_k.hpp>

#include "values.hpp"

namespace litho::test::top_k_op {
namespace {

using i64 = std::int64_t;

constexpr bool values() {
  const tensor x = f32({3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  const tensor mixed = f32({7}, {3, nan, 1, 5, 3, -2, 4});
  return same(eager<"top_k", {.k = 3, .axis = 1}>(x), f32({3, 3}, {3, 2, 1, 7, 6, 5, 11, 10, 9})) &&
         same(eager<"top_k", {.k = 2, .axis = 0, .largest = false}>(x), f32({2, 4}, {0, 1, 2, 3, 4, 5, 6, 7})) &&
         same(eager<"top_k", {.k = 7}>(mixed), f32({7}, {nan, 5, 4, 3, 3, 1, -2})) &&
         same(eager<"top_k", {.k = 4, .largest = false}>(mixed), f32({4}, {-2, 1, 3, 3})) &&
         same(eager<"top_k", {.k = 0}>(mixed), f32({0}, {})) &&
         same(eager<"top_k">(typed<std::uint64_t>({2}, {1, ~std::uint64_t{0}})),
              typed<std::uint64_t>({1}, {~std::uint64_t{0}}));
}

constexpr bool types() {
  return gives<"top_k">(f32({2, 5, 4}), {f32({2, 9, 4})}, {.k = 5, .axis = 1}) &&
         refuses<"top_k">("litho::top_k: k must be 0 to 4: 5 of f32[2,4]", {f32({2, 4})}, {.k = 5}) &&
         refuses<"top_k">("litho::top_k: axis 2 is outside of f32[2,4] (rank 2)", {f32({2, 4})}, {.axis = 2}) &&
         prints<"top_k">("k=3 axis=-1 largest=0", {.k = 3, .largest = false});
}

TEST_CASE("top_k") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::top_k_op
