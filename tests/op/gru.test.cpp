// SPDX-License-Identifier: BSL-1.0
#include <litho/op/gru.hpp>

#include "values.hpp"

namespace litho::test::gru_op {
namespace {

constexpr tensor x() { return f64({1, 1, 1}, {1}); }
constexpr tensor w() { return f64({1, 3, 1}, {0.5, 2, 3}); }
constexpr tensor r() { return f64({1, 3, 1}, {0.125, 1, 0.5}); }
constexpr tensor b() { return f64({1, 6}, {0, 0, 1, 0, 0, 10}); }
constexpr tensor h() { return f64({1, 1, 1}, {2}); }

constexpr bool values() {
  constexpr ints affine = {cell_affine, cell_affine};
  return same(eager<"gru", {.activations = affine, .has_initial_h = true}>(x(), w(), r(), h()),
              f64({2, 1, 1, 1}, {3.25, 3.25})) &&
         same(eager<"gru", {.activations = affine, .has_bias = true, .has_initial_h = true}>(x(), w(), r(), b(), h()),
              f64({2, 1, 1, 1}, {6, 6})) &&
         same(eager<"gru",
                    {.activations = affine, .linear_before_reset = true, .has_bias = true, .has_initial_h = true}>(
                  x(), w(), r(), b(), h()),
              f64({2, 1, 1, 1}, {13.5, 13.5})) &&
         // z = 1, r = 1, n = 1 by the clip.
         same(eager<"gru", {.activations = {cell_affine, cell_affine}, .clip = 0.75, .has_initial_h = true}>(x(), w(),
                                                                                                             r(), h()),
              f64({2, 1, 1, 1}, {1.6875, 1.6875})) &&
         close(eager<"gru", {}>(f64({1, 1, 2}, {1, 2}), f64({1, 3, 2}, {0.1, 0.1, 0.1, 0.1, 0.1, 0.1}),
                                f64({1, 3, 1}, {0.1, 0.1, 0.1})),
               f64({2, 1, 1, 1}, {0.12397026217591958, 0.12397026217591958}));
}

/// Two units: r times h comes before the product with R, for all units.
constexpr bool coupled() {
  return same(eager<"gru", {.hidden_size = 2, .activations = {cell_affine, cell_affine}, .has_initial_h = true}>(
                  f64({1, 1, 1}, {1}), f64({1, 6, 1}, {0, 0, 2, 3, 0, 0}),
                  f64({1, 6, 2}, {0, 0, 0, 0, 0, 0, 0, 0, 1, 10, 100, 1000}), f64({1, 1, 2}, {5, 7})),
              f64({2, 1, 1, 2}, {220, 22000, 220, 22000}));
}

constexpr bool types() {
  const tensor_type of = f32({7, 2, 3});
  return prints<"gru">(
             "hidden_size=4 direction=0 activations=[] alpha0=0.5 alpha1=1 alpha2=1 alpha3=1 beta0=0 beta1=0 beta2=0 "
             "beta3=0 "
             "clip=3 linear_before_reset=0 has_bias=1 has_lengths=0 has_initial_h=0",
             {.hidden_size = 4, .alpha = {0.5, 1, 1, 1}, .clip = 3, .has_bias = true}) &&
         coupled() &&
         gives<"gru">(f32({8, 2, 2, 4}), {of, f32({2, 12, 3}), f32({2, 12, 4})},
                      {.hidden_size = 4, .direction = run_bidirectional}) &&
         refuses<"gru">("litho::gru: W must be f32[1,12,3]: got f32[1,4,3]", {of, f32({1, 4, 3}), f32({1, 12, 4})},
                        {.hidden_size = 4}) &&
         refuses<"gru">("litho::gru: lengths must be [2] of i32 or i64: got f32[2]",
                        {of, f32({1, 12, 3}), f32({1, 12, 4}), f32({2})}, {.hidden_size = 4, .has_lengths = true}) &&
         refuses<"gru">("litho::gru: initial states must be f32[1,2,4]: got f32[2,2,4]",
                        {of, f32({1, 12, 3}), f32({1, 12, 4}), f32({2, 2, 4})},
                        {.hidden_size = 4, .has_initial_h = true}) &&
         refuses<"gru">("litho::gru: hidden_size must be 1 or more: 0 for f32[7,2,3]",
                        {of, f32({1, 12, 3}), f32({1, 12, 4})}, {.hidden_size = 0});
}

TEST_CASE("gru") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::gru_op
