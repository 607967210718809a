// SPDX-License-Identifier: BSL-1.0
#include <litho/op/softplus.hpp>

#include "values.hpp"

namespace litho::test::softplus_op {
namespace {

constexpr bool values() {
  return close(eager<"softplus">(f64({6}, {0.0, 1, -1, -40, 40, -700})),
               f64({6}, {0.6931471805599453, 1.3132616875182228, 0.3132616875182228, 4.248354255291589e-18, 40,
                         9.85967654375977e-305})) &&
         same(eager<"softplus">(f64({5}, {inf, -inf, 1e300, 1000, -1000})), f64({5}, {inf, 0.0, 1e300, 1000, 0.0}));
}

constexpr bool types() {
  return gives<"softplus">(f32({2, 3}), {f32({2, 3})}) &&
         refuses<"softplus">("litho::softplus: takes floats: got i32[2]", {typed<std::int32_t>({2})});
}

TEST_CASE("softplus") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
  REQUIRE(same(at<"softplus">(nan), nan));
}

}  // namespace
}  // namespace litho::test::softplus_op
