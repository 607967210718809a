// SPDX-License-Identifier: BSL-1.0
#include <litho/op/gelu.hpp>

#include "values.hpp"

namespace litho::test::gelu_op {
namespace {

constexpr bool values() {
  const tensor x = f64({5}, {0.0, 1, -1, 3, inf});
  return close(eager<"gelu">(x), f64({5}, {0.0, 0.8413447460685429, -0.15865525393145707, 2.99595030590511, inf})) &&
         close(eager<"gelu", {.tanh_form = true}>(x),
               f64({5}, {0.0, 0.8411919906082768, -0.15880800939172324, 2.996362607918227, inf}));
}

constexpr bool attributes() { return prints<"gelu">("tanh_form=0", {}) && prints<"gelu">("tanh_form=1", {true}); }

TEST_CASE("gelu") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(attributes());
  REQUIRE(attributes());
  REQUIRE(same(at<"gelu">(-inf), nan));
  REQUIRE(same(at<"gelu">(nan), nan));
}

}  // namespace
}  // namespace litho::test::gelu_op
