// SPDX-License-Identifier: BSL-1.0
#include <litho/op/matmul.hpp>

#include "values.hpp"

namespace litho::test::matmul_op {
namespace {

constexpr bool values() {
  const tensor a = f32({2, 3}, {1, 2, 3, 4, 5, 6});
  return same(eager<"matmul">(a, f32({3, 2}, {1, 2, 3, 4, 5, 6})), f32({2, 2}, {22, 28, 49, 64})) &&
         same(eager<"matmul">(f32({2, 1, 1, 2}, {1, 2, 3, 4}), f32({2, 2, 1}, {1, 1, 2, 0})),
              f32({2, 2, 1, 1}, {3, 2, 7, 6})) &&
         same(eager<"matmul">(f32({1, 3}, {1e8f, 1, -1e8f}), f32({3, 1}, {1, 1, 1})), f32({1, 1}, {1})) &&
         same(eager<"matmul">(f32({1, 0}, {}), f32({0, 2}, {})), f32({1, 2}, {0, 0}));
}

constexpr bool types() {
  const tensor_type a = f32({2, 3});
  return gives<"matmul">(f32({5, 2, 4}), {a, f32({5, 3, 4})}) &&
         gives<"matmul">(f32({2, 7}), {a, f32({3, 7}).with(format::fractal_nz, 16)}) &&
         refuses<"matmul">("litho::matmul: inner sizes differ: lhs f32[2,3], rhs f32[4,5] (3 vs 4)",
                           {a, f32({4, 5})}) &&
         refuses<"matmul">("litho::matmul: both sides need rank 2 or more: lhs f32[2,3], rhs f32[3] (2 and 1)",
                           {a, f32({3})}) &&
         refuses<"matmul">("litho::matmul: batch sizes do not broadcast: lhs f32[2,4,3], rhs f32[3,3,4]",
                           {f32({2, 4, 3}), f32({3, 3, 4})}) &&
         !infer<"matmul">({a, f64({3, 4})}).ok() &&
         !infer<"matmul">({a.with(format::fractal_nz, 16), f32({3, 4})}).ok() &&
         !infer<"matmul">({a, f32({3, 4}).with(format::fractal_z, 16)}).ok();
}

TEST_CASE("matmul") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::matmul_op
