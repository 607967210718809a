// SPDX-License-Identifier: BSL-1.0
#include <litho/op/reverse_sequence.hpp>

#include "values.hpp"

namespace litho::test::reverse_sequence_op {
namespace {

using i64 = std::int64_t;

constexpr bool values() {
  const tensor x = f32({4, 4}, {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15});
  const tensor rows = f32({2, 3}, {1, 2, 3, 4, 5, 6});
  return same(eager<"reverse_sequence">(x, typed<i64>({4}, {4, 3, 2, 1})),
              f32({4, 4}, {3, 6, 9, 12, 2, 5, 8, 13, 1, 4, 10, 14, 0, 7, 11, 15})) &&
         same(eager<"reverse_sequence", {.batch_axis = 0, .time_axis = 1}>(rows, typed<i64>({2}, {2, 9})),
              f32({2, 3}, {2, 1, 3, 6, 5, 4})) &&
         same(eager<"reverse_sequence", {.batch_axis = 0, .time_axis = -1}>(rows, typed<i64>({2}, {0, -5})), rows);
}

constexpr bool types() {
  const tensor_type x = f32({4, 2, 3});
  return gives<"reverse_sequence">(x, {x, typed<i64>({2})}) &&
         refuses<"reverse_sequence">("litho::reverse_sequence: lengths must be [2]: got i64[4] for f32[4,2,3]",
                                     {x, typed<i64>({4})}) &&
         refuses<"reverse_sequence">("litho::reverse_sequence: batch and time are one axis, 0: f32[4,2,3]",
                                     {x, typed<i64>({4})}, {.batch_axis = -3}) &&
         refuses<"reverse_sequence">("litho::reverse_sequence: lengths must be i32 or i64: got f32[2]",
                                     {x, f32({2})}) &&
         prints<"reverse_sequence">("batch_axis=0 time_axis=1", {.batch_axis = 0, .time_axis = 1});
}

TEST_CASE("reverse_sequence") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::reverse_sequence_op
