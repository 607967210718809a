// SPDX-License-Identifier: BSL-1.0
#include <litho/op/batch_norm.hpp>

#include "decomposed.hpp"
#include "values.hpp"

namespace litho::test::batch_norm_op {
namespace {

constexpr bool values() {
  return close(eager<"batch_norm", {.epsilon = 0}>(f64({1, 2, 2}, {1, 2, 3, 4}), f64({2}, {2, 1}), f64({2}, {0, 1}),
                                                   f64({2}, {1, 3}), f64({2}, {4, 1})),
               f64({1, 2, 2}, {0, 1, 1, 2}));
}

constexpr bool types() {
  const tensor_type x = f32({2, 3, 4, 4});
  const tensor_type c = f32({3});
  return gives<"batch_norm">(x, {x, c, c, c, c}) &&
         refuses<"batch_norm">("litho::batch_norm: channels differ: input f32[2,3,4,4], got f32[4] (3 vs 4)",
                               {x, c, c, f32({4}), c}) &&
         refuses<"batch_norm">("litho::batch_norm: input must be [N,C,...]: got f32[3] (rank 1)", {c, c, c, c, c}) &&
         !infer<"batch_norm">({x, c, c, c, f64({3})}).ok() && !infer<"batch_norm">({x, c, c, c, f32({1, 3})}).ok() &&
         prints<"batch_norm">("epsilon=9765625e-10", {0x1p-10});
}

TEST_CASE("batch_norm") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(types());

  const tensor x = f64({2, 2, 1, 2}, {1, 2, 3, 4, -5, 6.5, 0.25, 8});
  const tensor scale = f64({2}, {2, -1.5});
  const tensor bias = f64({2}, {0.5, 1});
  const tensor mean = f64({2}, {1, 3});
  const tensor variance = f64({2}, {4, 0});
  REQUIRE(close(decomposed<"batch_norm">({}, x, scale, bias, mean, variance),
                eager<"batch_norm">(x, scale, bias, mean, variance), 1e-12));
}

}  // namespace
}  // namespace litho::test::batch_norm_op
