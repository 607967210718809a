// SPDX-License-Identifier: BSL-1.0
#include <litho/op/gather_elements.hpp>

#include "values.hpp"

namespace litho::test::gather_elements_op {
namespace {

using i32 = std::int32_t;
using i64 = std::int64_t;

constexpr bool values() {
  const tensor x = f32({3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  return same(eager<"gather_elements", {.axis = 1}>(f32({2, 2}, {1, 2, 3, 4}), typed<i64>({2, 2}, {0, 0, 1, 0})),
              f32({2, 2}, {1, 1, 4, 3})) &&
         same(eager<"gather_elements">(x, typed<i32>({2, 3}, {1, 2, 0, 2, 0, 0})), f32({2, 3}, {4, 8, 3, 7, 2, 3})) &&
         same(eager<"gather_elements">(x, typed<i64>({2, 3}, {-1, -2, 0, -2, 0, 0})),
              f32({2, 3}, {7, 5, 3, 4, 2, 3})) &&
         same(eager<"gather_elements", {.axis = -1}>(x, typed<i64>({1, 2}, {9, -9})), f32({1, 2}, {3, 1})) &&
         same(eager<"gather_elements">(f32({0}, {}), typed<i64>({0}, {})), f32({0}, {}));
}

constexpr bool types() {
  const tensor_type x = f32({2, 3});
  return gives<"gather_elements">(f32({2, 5}), {x, typed<i64>({2, 5})}, {.axis = 1}) &&
         refuses<"gather_elements">("litho::gather_elements: axis 2 is outside of f32[2,3] (rank 2)",
                                    {x, typed<i64>({2, 3})}, {.axis = 2}) &&
         refuses<"gather_elements">("litho::gather_elements: indices must be i32 or i64: got f32[2,3]", {x, x}, {}) &&
         refuses<"gather_elements">("litho::gather_elements: ranks differ: f32[2,3] and indices i64[3] (2 vs 1)",
                                    {x, typed<i64>({3})}, {}) &&
         refuses<"gather_elements">(
             "litho::gather_elements: indices are larger than the input: f32[2,3], indices i64[2,4] (3 vs 4)",
             {x, typed<i64>({2, 4})}, {}) &&
         refuses<"gather_elements">("litho::gather_elements: nothing to gather from: f32[0,3]",
                                    {f32({0, 3}), typed<i64>({1, 3})}, {}) &&
         prints<"gather_elements">("axis=1", {.axis = 1});
}

TEST_CASE("gather_elements") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::gather_elements_op
