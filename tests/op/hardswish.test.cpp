// SPDX-License-Identifier: BSL-1.0
#include <litho/op/hardswish.hpp>

#include "values.hpp"

namespace litho::test::hardswish_op {
namespace {

constexpr bool values() {
  return close(eager<"hardswish">(f64({8}, {0.0, 1, -1, 3, -3, -5, 100, 1.7e308})),
               f64({8}, {0.0, 0.6666666666666666, -0.3333333333333333, 3, -0.0, -0.0, 100, 1.7e308}));
}

TEST_CASE("hardswish") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  REQUIRE(same(at<"hardswish">(inf), inf));
  REQUIRE(same(at<"hardswish">(-inf), nan));
  REQUIRE(same(at<"hardswish">(nan), nan));
}

}  // namespace
}  // namespace litho::test::hardswish_op
