// SPDX-License-Identifier: BSL-1.0
#include <litho/op/flatten.hpp>

#include "values.hpp"

namespace litho::test::flatten_op {
namespace {

constexpr bool shapes() {
  const shape dims{2, 3, 4, 5};
  return detail::flattened(dims, 1) == shape{2, 60} && detail::flattened(dims, 0) == shape{1, 120} &&
         detail::flattened(dims, 4) == shape{120, 1} && detail::flattened({}, 0) == shape{1, 1} &&
         detail::flattened({0, 3}, 1) == shape{0, 3};
}

TEST_CASE("flatten") {
  STATIC_REQUIRE(shapes());
  REQUIRE(shapes());
}

}  // namespace
}  // namespace litho::test::flatten_op
