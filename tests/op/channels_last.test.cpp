// SPDX-License-Identifier: BSL-1.0
#include <litho/op/channels_last.hpp>

#include "values.hpp"

namespace litho::test::channels_last_op {
namespace {

constexpr bool types() {
  return gives<"channels_last">(f32({2, 3, 4, 5}).with(format::nc1hwc0, 3), {f32({2, 4, 5, 3})}) &&
         refuses<"channels_last">("litho::channels_last: input must be [N,H,W,C]: got f32[4,5,3] (rank 3)",
                                  {f32({4, 5, 3})}) &&
         refuses<"channels_last">("litho::channels_last: no C0 of 2000 channels, at most 1024: got f32[1,1,1,2000]",
                                  {f32({1, 1, 1, 2000})}) &&
         !infer<"channels_last">({f32({1, 2, 2, 2}).with(format::nc1hwc0, 16)}).ok();
}

constexpr bool values() {
  return eager<"channels_last">(f32({1, 2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8})).values ==
         vec<number>{1, 3, 5, 7, 2, 4, 6, 8};
}

TEST_CASE("channels_last") {
  STATIC_REQUIRE(types());
  REQUIRE(types());
  STATIC_REQUIRE(values());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::channels_last_op
