// SPDX-License-Identifier: BSL-1.0
#include <litho/op/average_pool.hpp>

#include "values.hpp"

namespace litho::test::average_pool_op {
namespace {

constexpr tensor square4() { return f64({1, 1, 4, 4}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}); }
constexpr tensor square3() { return f64({1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9}); }

constexpr bool values() {
  return same(eager<"average_pool", {.kernel = {3, 3}, .stride = {2, 2}, .ceil = true}>(square4()),
              f64({1, 1, 2, 2}, {6, 7.5, 12, 13.5})) &&
         same(eager<"average_pool", {.kernel = {2, 2}, .dilation = {2, 2}, .ceil = true}>(square4()),
              f64({1, 1, 2, 2}, {6, 7, 10, 11})) &&
         same(eager<"average_pool", {.kernel = {3, 3}, .stride = {2, 2}, .before = {1, 1}, .after = {1, 1}}>(square3()),
              f64({1, 1, 2, 2}, {3, 4, 6, 7})) &&
         close(eager<"average_pool",
                     {.kernel = {3, 3}, .stride = {2, 2}, .before = {1, 1}, .after = {1, 1}, .count_padding = true}>(
                   square3()),
               f64({1, 1, 2, 2}, {12 / 9.0, 16 / 9.0, 24 / 9.0, 28 / 9.0})) &&
         // The last window would start on the padding.
         close(eager<"average_pool", {.kernel = {3, 3},
                                      .stride = {3, 3},
                                      .before = {1, 1},
                                      .after = {1, 1},
                                      .ceil = true,
                                      .count_padding = true}>(f64({1, 1, 2, 2}, {1, 2, 3, 4})),
               f64({1, 1, 1, 1}, {10 / 9.0})) &&
         // What lies behind the padding does not count: 4 and the zero after it.
         same(eager<"average_pool",
                    {.kernel = {3}, .stride = {3}, .before = {0}, .after = {1}, .ceil = true, .count_padding = true}>(
                  f64({1, 1, 4}, {1, 2, 3, 4})),
              f64({1, 1, 2}, {2, 2})) &&
         same(eager<"average_pool", {.kernel = {2, 2, 2}}>(f64({1, 1, 2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8})),
              f64({1, 1, 1, 1, 1}, {4.5})) &&
         same(eager<"average_pool", {.kernel = {2}, .dilation = {2}, .before = {1}, .after = {1}}>(f64({1, 1, 1}, {4})),
              f64({1, 1, 1}, {0}));
}

constexpr bool types() {
  return gives<"average_pool">(f32({2, 3, 7}), {f32({2, 3, 8})}, {.kernel = {2}}) &&
         refuses<"average_pool">("litho::average_pool: takes floats: got i32[2,3,8]", {typed<std::int32_t>({2, 3, 8})},
                                 {.kernel = {2}}) &&
         refuses<"average_pool">("litho::average_pool: window does not fit: input f32[2,3,0], 1 taps on axis 2",
                                 {f32({2, 3, 0})}, {.kernel = {1}}) &&
         prints<"average_pool">("kernel=[3] stride=[] dilation=[] before=[] after=[] ceil=0 count_padding=1",
                                {.kernel = {3}, .count_padding = true});
}

TEST_CASE("average_pool") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::average_pool_op
