// SPDX-License-Identifier: BSL-1.0
#include <litho/op/lstm.hpp>

#include "values.hpp"

namespace litho::test::lstm_op {
namespace {

using i32 = std::int32_t;

constexpr tensor x() { return f64({1, 1, 1}, {1}); }
constexpr tensor w() { return f64({1, 4, 1}, {0.5, 2, 0.25, 3}); }
constexpr tensor r() { return f64({1, 4, 1}, {1, 1, 1, 1}); }
constexpr tensor h() { return f64({1, 1, 1}, {0.5}); }
constexpr tensor c() { return f64({1, 1, 1}, {2}); }
constexpr tensor p() { return f64({1, 3}, {0.25, 0.5, 0.125}); }
constexpr ints affine = {cell_affine, cell_affine, cell_affine};

constexpr bool values() {
  return same(eager<"lstm",
                    {.activations = affine, .has_initial_h = true, .has_initial_c = true, .has_peepholes = true}>(
                  x(), w(), r(), h(), c(), p()),
              f64({3, 1, 1, 1}, {44.40625, 44.40625, 7.25})) &&
         same(eager<"lstm", {.activations = affine,
                             .input_forget = true,
                             .has_initial_h = true,
                             .has_initial_c = true,
                             .has_peepholes = true}>(x(), w(), r(), h(), c(), p()),
              f64({3, 1, 1, 1}, {19.65625, 19.65625, 4.25})) &&
         same(eager<"lstm", {.activations = affine,
                             .clip = 1,
                             .has_initial_h = true,
                             .has_initial_c = true,
                             .has_peepholes = true}>(x(), w(), r(), h(), c(), p()),
              f64({3, 1, 1, 1}, {1, 1, 3})) &&
         close(eager<"lstm", {}>(f64({1, 1, 2}, {1, 2}), f64({1, 4, 2}, {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1}),
                                 f64({1, 4, 1}, {0.1, 0.1, 0.1, 0.1})),
               f64({3, 1, 1, 1}, {0.09524118849708932, 0.09524118849708932, 0.16734235027567132}));
}

/// Bias of W and of R, i = 1, o = 2, l = 3, g = x: c = 3 c + x, h = 2 c. The second sequence has one step.
constexpr bool sequences() {
  const tensor steps = f64({3, 2, 1}, {1, 10, 2, 20, 3, 30});
  return same(eager<"lstm", {.activations = affine, .has_bias = true, .has_lengths = true}>(
                  steps, f64({1, 4, 1}, {0, 0, 0, 1}), f64({1, 4, 1}, {0, 0, 0, 0}),
                  f64({1, 8}, {1, 1, 3, 0, 0, 1, 0, 0}), typed<i32>({2}, {3, 1})),
              f64({5, 1, 2, 1}, {2, 20, 10, 0, 36, 0, 36, 20, 18, 10})) &&
         same(eager<"lstm", {.direction = run_bidirectional, .activations = {3, 3, 3, 3, 3, 3}, .has_bias = true}>(
                  f64({2, 1, 1}, {1, 2}), f64({2, 4, 1}, {0, 0, 0, 1, 0, 0, 0, 1}),
                  f64({2, 4, 1}, {0, 0, 0, 0, 0, 0, 0, 0}),
                  f64({2, 8}, {1, 1, 3, 0, 0, 1, 0, 0, 1, 1, 3, 0, 0, 1, 0, 0})),
              f64({4, 2, 1, 1}, {2, 14, 10, 4, 10, 14, 5, 7}));
}

constexpr bool types() {
  const tensor_type of = f32({7, 2, 3});
  return gives<"lstm">(f32({9, 1, 2, 4}), {of, f32({1, 16, 3}), f32({1, 16, 4}), f32({1, 12})},
                       {.hidden_size = 4, .has_peepholes = true}) &&
         refuses<"lstm">("litho::lstm: P must be f32[1,12]: got f32[1,16]",
                         {of, f32({1, 16, 3}), f32({1, 16, 4}), f32({1, 16})},
                         {.hidden_size = 4, .has_peepholes = true}) &&
         refuses<"lstm">("litho::lstm: input must be [steps,batch,width]: got f32[7,2] (rank 2)",
                         {f32({7, 2}), f32({1, 16, 3}), f32({1, 16, 4})}, {.hidden_size = 4}) &&
         refuses<"lstm">("litho::lstm: clip must not be negative: for f32[7,2,3]",
                         {of, f32({1, 16, 3}), f32({1, 16, 4})}, {.hidden_size = 4, .clip = -1}) &&
         prints<"lstm">(
             "hidden_size=4 direction=1 activations=[2,1,1] alpha0=1 alpha1=1 alpha2=1 alpha3=1 alpha4=1 alpha5=1 "
             "beta0=0 "
             "beta1=0 "
             "beta2=0 beta3=0 beta4=0 beta5=0 clip=0 input_forget=1 has_bias=0 has_lengths=0 has_initial_h=0 "
             "has_initial_c=0 "
             "has_peepholes=1",
             {.hidden_size = 4,
              .direction = run_reverse,
              .activations = {2, 1, 1},
              .input_forget = true,
              .has_peepholes = true}) &&
         !infer<"lstm">({of, f32({1, 16, 3}), f32({1, 16, 4})}, {.hidden_size = most_elements * 8}).ok();
}

TEST_CASE("lstm") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(sequences());
  STATIC_REQUIRE(types());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test::lstm_op
