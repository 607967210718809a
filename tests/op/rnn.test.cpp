// SPDX-License-Identifier: BSL-1.0
#include <litho/op/rnn.hpp>

#include "values.hpp"

namespace litho::test::rnn_op {
namespace {

using i32 = std::int32_t;
using i64 = std::int64_t;

constexpr tensor x() { return f64({3, 1, 1}, {1, 2, -8}); }
constexpr tensor w() { return f64({1, 1, 1}, {2}); }
constexpr tensor r() { return f64({1, 1, 1}, {0.5}); }

constexpr bool values() {
  return same(eager<"rnn", {.activations = cell_relu}>(x(), w(), r()), f64({4, 1, 1, 1}, {2, 5, 0, 0})) &&
         same(eager<"rnn", {.direction = run_reverse, .activations = cell_relu}>(x(), w(), r()),
              f64({4, 1, 1, 1}, {4, 4, 0, 4})) &&
         same(eager<"rnn", {.direction = run_bidirectional, .activations = {cell_relu, cell_relu}}>(
                  x(), f64({2, 1, 1}, {2, 2}), f64({2, 1, 1}, {0.5, 1})),
              f64({4, 2, 1, 1}, {2, 6, 5, 4, 0, 0, 0, 6})) &&
         same(eager<"rnn", {.activations = cell_relu, .has_lengths = true}>(x(), w(), r(), typed<i32>({1}, {2})),
              f64({4, 1, 1, 1}, {2, 5, 0, 5})) &&
         same(eager<"rnn", {.direction = run_reverse, .activations = cell_relu, .has_lengths = true}>(
                  x(), w(), r(), typed<i64>({1}, {2})),
              f64({4, 1, 1, 1}, {4, 4, 0, 4})) &&
         same(
             eager<"rnn", {.activations = cell_relu, .clip = 3, .has_bias = true}>(x(), w(), r(), f64({1, 2}, {1, -2})),
             f64({4, 1, 1, 1}, {1, 3, 0, 0})) &&
         close(eager<"rnn", {.hidden_size = 1}>(f64({1, 3, 2}, {1, 2, 0, 3, 3, 0}), f64({1, 1, 2}, {0.1, 0.1}), r()),
               f64({2, 1, 3, 1}, {0.2913126124515909, 0.2913126124515909, 0.2913126124515909, 0.2913126124515909,
                                  0.2913126124515909, 0.2913126124515909}));
}

constexpr bool layout() {
  return same(eager<"rnn", {.hidden_size = 2, .activations = cell_affine, .has_initial_h = true}>(
                  f64({1, 2, 2}, {1, 2, 3, 4}), f64({1, 2, 2}, {1, 10, 100, 1000}), f64({1, 2, 2}, {1, 2, 3, 4}),
                  f64({1, 2, 2}, {1, 0, 0, 1})),
              f64({2, 1, 2, 2}, {22, 2103, 45, 4304, 22, 2103, 45, 4304})) &&
         same(eager<"rnn", {.direction = run_bidirectional,
                            .activations = {cell_affine, cell_affine},
                            .alpha = {1, 2},
                            .beta = {0, 5},
                            .has_bias = true}>(f64({1, 1, 1}, {1}), f64({2, 1, 1}, {2, 3}), f64({2, 1, 1}, {0, 0}),
                                               f64({2, 2}, {10, 100, 1000, 10000})),
              f64({2, 2, 1, 1}, {112, 22011, 112, 22011}));
}

constexpr bool functions() {
  const auto f = [](std::int64_t function, double v) {
    return detail::cell_function(function, default_alpha(function), default_beta(function), v);
  };
  return f(cell_relu, -1) == 0 && f(cell_relu, 2) == 2 && f(cell_tanh, 0) == 0 && f(cell_sigmoid, 0) == 0.5 &&
         f(cell_affine, 3) == 3 && f(cell_leaky_relu, -1) == -0.01 && f(cell_leaky_relu, 2) == 2 &&
         f(cell_thresholded_relu, 0.5) == 0 && f(cell_thresholded_relu, 1) == 1 &&
         close(f(cell_scaled_tanh, 0.3), 0.2913126124515909, 1e-14) && f(cell_hard_sigmoid, 0) == 0.5 &&
         f(cell_hard_sigmoid, 9) == 1 && close(f(cell_elu, -1), -0.6321205588285577, 1e-14) &&
         f(cell_softsign, -1) == -0.5 && close(f(cell_softplus, 0), 0.6931471805599453, 1e-14) &&
         f(cell_softplus, 1000) == 1000;
}

constexpr bool types() {
  const tensor_type of = f32({7, 2, 3});
  return prints<"rnn">(
             "hidden_size=4 direction=0 activations=[] alpha0=0.5 alpha1=1 beta0=0 beta1=0 clip=3 has_bias=1 "
             "has_lengths=0 "
             "has_initial_h=0",
             {.hidden_size = 4, .alpha = {0.5, 1}, .clip = 3, .has_bias = true}) &&
         refuses<"rnn">("litho::rnn: takes floats: got i64[7,2,3]",
                        {typed<i64>({7, 2, 3}), typed<i64>({1, 4, 3}), typed<i64>({1, 4, 4})}, {.hidden_size = 4}) &&
         gives<"rnn">(f32({8, 1, 2, 4}), {of, f32({1, 4, 3}), f32({1, 4, 4})}, {.hidden_size = 4}) &&
         refuses<"rnn">("litho::rnn: the attributes speak of 4 inputs: got 3", {of, f32({1, 4, 3}), f32({1, 4, 4})},
                        {.hidden_size = 4, .has_bias = true}) &&
         refuses<"rnn">("litho::rnn: W must be f32[2,4,3]: got f32[1,4,3]", {of, f32({1, 4, 3}), f32({1, 4, 4})},
                        {.hidden_size = 4, .direction = run_bidirectional}) &&
         refuses<"rnn">("litho::rnn: R must be f32[1,4,4]: got f64[1,4,4]", {of, f32({1, 4, 3}), f64({1, 4, 4})},
                        {.hidden_size = 4}) &&
         refuses<"rnn">("litho::rnn: 1 activations are needed, or none: got 2", {of, f32({1, 4, 3}), f32({1, 4, 4})},
                        {.hidden_size = 4, .activations = {0, 0}}) &&
         refuses<"rnn">("litho::rnn: no such activation: 11 for f32[7,2,3]", {of, f32({1, 4, 3}), f32({1, 4, 4})},
                        {.hidden_size = 4, .activations = 11}) &&
         refuses<"rnn">("litho::rnn: no such direction: 3 for f32[7,2,3]", {of, f32({1, 4, 3}), f32({1, 4, 4})},
                        {.hidden_size = 4, .direction = 3}) &&
         refuses<"rnn">("litho::rnn: B must be f32[1,8]: got f32[8]", {of, f32({1, 4, 3}), f32({1, 4, 4}), f32({8})},
                        {.hidden_size = 4, .has_bias = true});
}

TEST_CASE("rnn") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(layout());
  STATIC_REQUIRE(functions());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::rnn_op
