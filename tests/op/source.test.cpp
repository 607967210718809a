// SPDX-License-Identifier: BSL-1.0
#include <litho/op/constant.hpp>
#include <litho/op/input.hpp>
#include <litho/op/param.hpp>

#include "values.hpp"

namespace litho::test::source_op {
namespace {

constexpr bool types() {
  const tensor_type type = f64({2, 3});
  return gives<"input">(type, {}, source_of(type)) && gives<"param">(type, {}, source_of(type)) &&
         gives<"constant">(type, {}, source_of(type)) &&
         refuses<"input">("litho::input: a size is negative: f32[2,-1]", {}, {.dims = {2, -1}}) &&
         refuses<"param">("litho::param: unknown element type 8", {}, {.element = 8}) &&
         refuses<"param">("litho::param: unknown element type 257", {}, {.element = 257}) &&
         info_of<"input">.eval == nullptr && prints<"constant">("element=11 dims=[2,3]", source_of(type));
}

TEST_CASE("input, param, constant") {
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::source_op
