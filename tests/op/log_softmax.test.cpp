// SPDX-License-Identifier: BSL-1.0
#include <litho/op/log_softmax.hpp>

#include "decomposed.hpp"
#include "values.hpp"

namespace litho::test::log_softmax_op {
namespace {

constexpr bool values() {
  const tensor y = f64({3}, {-2.4076059644443806, -1.4076059644443804, -0.4076059644443804});
  return close(eager<"log_softmax">(f64({3}, {1, 2, 3})), y) &&
         close(eager<"log_softmax">(f64({3}, {1001, 1002, 1003})), y) &&
         close(eager<"log_softmax", {.axis = 0}>(f64({2, 2}, {0, 5, 0, 5})),
               f64({2, 2}, {-0.6931471805599453, -0.6931471805599453, -0.6931471805599453, -0.6931471805599453}));
}

constexpr bool types() {
  return gives<"log_softmax">(f32({2, 3}), {f32({2, 3})}, {.axis = -2}) &&
         refuses<"log_softmax">("litho::log_softmax: axis 2 is outside of f32[2,3] (rank 2)", {f32({2, 3})},
                                {.axis = 2}) &&
         prints<"log_softmax">("axis=-1", {});
}

TEST_CASE("log_softmax") {
  STATIC_REQUIRE(values());
  STATIC_REQUIRE(types());
  REQUIRE(values());

  const tensor x = f64({2, 3, 2}, {1, 2, 3, -4, 5, 0.5, -7, 0, 1, -inf, 800, 2});
  REQUIRE(close(decomposed<"log_softmax">({.axis = 1}, x), eager<"log_softmax", {.axis = 1}>(x)));
}

}  // namespace
}  // namespace litho::test::log_softmax_op
