// SPDX-License-Identifier: BSL-1.0
#include <litho/op/trans_data.hpp>

#include "values.hpp"

namespace litho::test::trans_data_op {
namespace {

constexpr bool types() {
  const auto layout = [](format kind) { return trans_data_attributes{static_cast<std::int64_t>(kind), 16}; };
  const tensor_type x = f32({1, 3, 4, 4});
  return gives<"trans_data">(x.with(format::nc1hwc0, 16), {x}, layout(format::nc1hwc0)) &&
         gives<"trans_data">(x, {x.with(format::nc1hwc0, 16)}, layout(format::plain)) &&
         gives<"trans_data">(f32({5, 7}).with(format::fractal_nz, 16), {f32({5, 7})}, layout(format::fractal_nz)) &&
         refuses<"trans_data">("litho::trans_data: f32[3] has no layout 2", {f32({3})}, layout(format::fractal_z)) &&
         !infer<"trans_data">({x.with(format::nc1hwc0, 16)}, layout(format::fractal_z)).ok() &&
         !infer<"trans_data">({x}, {.layout = 9, .lanes = 16}).ok() &&
         prints<"trans_data">("layout=1 lanes=16", {1, 16});
}

constexpr bool values() {  // logical values stay where they are
  return eager<"trans_data", {.layout = 3, .lanes = 16}>(f32({2, 2}, {1, 2, 3, 4})).values == vec<number>{1, 2, 3, 4};
}

TEST_CASE("trans_data") {
  STATIC_REQUIRE(types());
  REQUIRE(types());
  STATIC_REQUIRE(values());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::trans_data_op
