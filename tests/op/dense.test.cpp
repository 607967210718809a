// SPDX-License-Identifier: BSL-1.0
#include <litho/op/dense.hpp>

#include "decomposed.hpp"
#include "values.hpp"

namespace litho::test::dense_op {
namespace {

constexpr bool values() {
  const tensor x = f32({2, 2}, {1, 2, 3, 4});
  const tensor w = f32({3, 2}, {1, 0, 0, 1, 1, 1});
  return same(eager<"dense">(x, w), f32({2, 3}, {1, 2, 3, 3, 4, 7})) &&
         same(eager<"dense">(x, w, f32({3}, {10, 20, 30})), f32({2, 3}, {11, 22, 33, 13, 24, 37})) &&
         same(eager<"dense">(f32({2}, {1, 2}), w), f32({3}, {1, 2, 3}));
}

constexpr bool types() {
  const tensor_type x = f32({4, 8, 2});
  const tensor_type w = f32({3, 2});
  return gives<"dense">(f32({4, 8, 3}), {x, w.with(format::fractal_z, 16), f32({3})}) &&
         refuses<"dense">("litho::dense: input sizes differ: input f32[4,5], weights f32[3,2] (5 vs 2)",
                          {f32({4, 5}), w}) &&
         refuses<"dense">("litho::dense: bias must be [out]: got f32[2] for weights f32[3,2]", {x, w, f32({2})}) &&
         !infer<"dense">({x, f32({2})}).ok() && !infer<"dense">({x, w, f64({3})}).ok() &&
         !infer<"dense">({f32({}), w}).ok() && !infer<"dense">({x, w.with(format::fractal_nz, 16)}).ok();
}

TEST_CASE("dense") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());

  const tensor x = f64({2, 2}, {1, 2, 3, 4});
  const tensor w = f64({3, 2}, {1, 0.5, 0, 1, 1, 1});
  const tensor b = f64({3}, {10, 20, 30});
  REQUIRE(same(decomposed<"dense">({}, x, w, b), eager<"dense">(x, w, b)));
  REQUIRE_FALSE(decomposed<"dense">({}, x, w).ok());
}

}  // namespace
}  // namespace litho::test::dense_op
