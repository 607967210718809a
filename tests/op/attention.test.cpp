// SPDX-License-Identifier: BSL-1.0
#include <litho/op/add.hpp>
#include <litho/op/attention.hpp>
#include <litho/op/matmul.hpp>
#include <litho/op/mul.hpp>
#include <litho/op/softmax.hpp>

#include "values.hpp"

namespace litho::test::attention_op {
namespace {

constexpr float inf32 = std::numeric_limits<float>::infinity();

constexpr tensor q() { return f32({2, 2, 3}, {1, -2, 0.5, 0.25, 3, -1, 2, 0, 1, -1, 1, 4}); }
constexpr tensor keys() {
  return f32({2, 4, 3}, {1, 2, 3, -1, 0, 1, 0.5, 0.5, 2, 4, -3, 1, 0, 1, 0, 1, 0, 0, 2, 2, 2, 1, -1, 1});
}
constexpr tensor turned_keys() {
  return f32({2, 3, 4}, {1, -1, 0.5, 4, 2, 0, 0.5, -3, 3, 1, 2, 1, 0, 1, 2, 1, 1, 0, 2, -1, 0, 0, 2, 1});
}
constexpr tensor v() { return f32({2, 4, 1}, {1, 2, 3, 4, -1, 0, 1, 5}); }
constexpr tensor mask() { return f32({2, 4}, {0, -1, 2, -inf32, 0.5, 0, -inf32, 1}); }

constexpr tensor written_out(bool with_mask) {
  const tensor number = f32({}, {0.5});
  tensor scores = eager<"mul">(eager<"matmul">(q(), turned_keys()), number);
  if (with_mask) scores = eager<"add">(scores, mask());
  return eager<"matmul">(eager<"softmax">(scores), v());
}

constexpr bool values() {
  return same(eager<"attention", {.scale = 0.5}>(q(), keys(), v()), written_out(false)) &&
         same(eager<"attention", {.scale = 0.5, .turned = true}>(q(), turned_keys(), v()), written_out(false)) &&
         same(eager<"attention", {.scale = 0.5}>(q(), keys(), v(), mask()), written_out(true)) &&
         same(eager<"attention", {.scale = -1}>(f64({1, 1}, {1}), f64({2, 1}, {0, 0}), f64({2, 2}, {1, 2, 3, 5})),
              f64({1, 2}, {2, 3.5}));
}

/// Two heads of queries share one of keys, side by side; keys without a batch serve all of it.
constexpr bool shared_heads() {
  const tensor queries = f64({1, 4, 1, 1}, {1, 2, 3, 4});
  const tensor y = f64({1, 4, 1, 1}, {7, 7, 9, 9});
  return same(eager<"attention", {}>(queries, f64({1, 2, 1, 1}, {1, 1}), f64({1, 2, 1, 1}, {7, 9})), y) &&
         same(eager<"attention", {}>(queries, f64({1, 1}, {1}), f64({2, 1, 1}, {7, 9})), y);
}

/// A row that may look at nothing is NaN, another does not care. At run time only: no compiler computes with NaN.
bool masked_rows() {
  const tensor y = eager<"attention", {}>(f64({2, 1}, {1, 1}), f64({2, 1}, {1, 1}), f64({2, 1}, {3, 5}),
                                          f64({2, 2}, {-inf, -inf, 0, -inf}));
  return same(y, f64({2, 1}, {nan, 3}));
}

constexpr bool types() {
  const tensor_type a = f32({2, 8, 5, 12});
  return gives<"attention">(f32({2, 8, 5, 9}), {a, f32({2, 8, 7, 12}), f32({2, 8, 7, 9})}) &&
         gives<"attention">(f32({2, 8, 5, 9}), {a, f32({2, 4, 7, 12}), f32({1, 2, 7, 9}), f32({2, 1, 1, 7})}) &&
         gives<"attention">(f32({2, 8, 5, 9}), {a, f32({12, 7}), f32({7, 9})}, {.turned = true}) &&
         refuses<"attention">("litho::attention: depths differ: queries f32[2,3], keys f32[5,4] (3 vs 4)",
                              {f32({2, 3}), f32({5, 4}), f32({5, 6})}) &&
         refuses<"attention">("litho::attention: numbers of keys differ: keys f32[5,3], values f32[4,6] (5 vs 4)",
                              {f32({2, 3}), f32({5, 3}), f32({4, 6})}) &&
         refuses<"attention">(
             "litho::attention: batch sizes do not meet: queries f32[4,2,3], keys or values f32[3,5,3]",
             {f32({4, 2, 3}), f32({3, 5, 3}), f32({5, 6})}) &&
         refuses<"attention">(
             "litho::attention: mask does not broadcast to the scores: mask f32[3,2,5], scores f32[2,5]",
             {f32({2, 3}), f32({5, 3}), f32({5, 6}), f32({3, 2, 5})}) &&
         refuses<"attention">("litho::attention: queries, keys and values need rank 2 or more: got f32[3] (rank 1)",
                              {f32({2, 3}), f32({3}), f32({5, 6})}) &&
         refuses<"attention">("litho::attention: nothing to attend to: f32[0,3] has no elements",
                              {f32({2, 3}), f32({0, 3}), f32({0, 6})}) &&
         refuses<"attention">("litho::attention: element types differ: f32[2,3] and f64[5,3]",
                              {f32({2, 3}), f64({5, 3}), f32({5, 6})}) &&
         prints<"attention">("scale=0.125 turned=1", {.scale = 0.125, .turned = true});
}

TEST_CASE("attention") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(shared_heads());
  REQUIRE(shared_heads());
  REQUIRE(masked_rows());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::attention_op
