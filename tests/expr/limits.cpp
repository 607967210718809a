// SPDX-License-Identifier: BSL-1.0
//
// Graphs of a hundred nodes without named definitions, compiled under the limits that compilers set by themselves: this file gets
// no flags of target litho.
#include <litho.hpp>

namespace {

using namespace litho::literals;

struct plain_chain : litho::network<plain_chain> {
  template <litho::tensor_expr X>
  static consteval auto ten_more(X x) {
    constexpr auto a = litho::relu(x * 1.5_c + 0.25_c);
    constexpr auto b = litho::tanh(a) - 1_c;
    constexpr auto c = litho::exp(litho::neg(b));
    return litho::sigmoid(c) / 2_c;
  }
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, 4, 25>();
    constexpr auto y = ten_more(ten_more(ten_more(ten_more(ten_more(x)))));
    return ten_more(ten_more(ten_more(ten_more(ten_more(y)))));
  }
};
static_assert(plain_chain::stats().kernels < 10);

/// Each value is used twice: 2^33 paths lead through it.
struct shared_values : litho::network<shared_values> {
  template <int Levels, litho::tensor_expr X>
  static consteval auto residual(X x) {
    if constexpr (Levels == 0)
      return x;
    else
      return residual<Levels - 1>(litho::relu(litho::tanh(x)) + x);
  }
  static constexpr auto graph() { return residual<33>(litho::input<"x", float, 4, 25>()); }
};
static_assert(shared_values::stats().kernels < 10);

/// A network as people write them: 51 nodes, 26 of them parameters.
struct convolutions : litho::network<convolutions> {
  template <litho::name_t Conv, litho::name_t Norm, litho::tensor_expr X>
  static consteval auto block(X x) {
    constexpr auto y = litho::relu(litho::batch_norm<Norm>(litho::conv2d<Conv, {.out = 8, .kernel = 3, .pad = 1}>(x)));
    return litho::relu(y + x);
  }
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, 1, 8, 12, 12>();
    constexpr auto a = block<"conv.a", "norm.a">(x);
    constexpr auto b = block<"conv.b", "norm.b">(a);
    constexpr auto c = block<"conv.c", "norm.c">(b);
    constexpr auto d = block<"conv.d", "norm.d">(c);
    return litho::softmax(litho::dense<"fc", {.out = 10}>(litho::flatten(litho::global_avg_pool(d))));
  }
};
static_assert(convolutions::stats().kernels < 10);

}  // namespace
