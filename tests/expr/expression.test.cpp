// SPDX-License-Identifier: BSL-1.0
#include <litho/expr/expression.hpp>

#include "lowered.hpp"

namespace litho::test {
namespace {

constexpr float table[] = {1, 2, 3, 4, 5, 6};
constexpr double doubles[] = {0.1, -0.0};
constexpr std::array<float, 2> pair{0.5F, -3};

constexpr auto x = input<"x", float, 2, 3>();
constexpr auto y = input<"y", float, 2, 3>();

// Named definitions, as long and generated graphs have them.
struct first : def<decltype(litho::relu(x))> {};
struct second : def<decltype(litho::exp(first{}) + first{})> {};

TEST_CASE("an expression is an empty type that knows its tensor type") {
  constexpr auto z = matmul(x, param<"w", float, 3, 7>());
  STATIC_REQUIRE(std::is_empty_v<decltype(z)>);
  STATIC_REQUIRE(decltype(z)::type == tensor_type{.element = dtype::f32, .dims = {2, 7}});
  STATIC_REQUIRE(tensor_expr<decltype(z)>);
  STATIC_REQUIRE(!tensor_expr<int>);
  STATIC_REQUIRE(!tensor_expr<tensor>);
  STATIC_REQUIRE(decltype(input<"s", double>())::type == tensor_type{.element = dtype::f64, .dims = {}});
}

TEST_CASE("a value that is used twice is one node") {
  constexpr auto a = litho::relu(x);
  constexpr auto twice = a + a;
  constexpr auto written_out = litho::relu(x) + litho::relu(input<"x", float, 2, 3>());
  constexpr std::string_view text =
      "%0 = input \"x\" : f32[2,3]\n"
      "%1 = relu(%0) : f32[2,3]\n"
      "%2 = add(%1, %1) : f32[2,3]\n"
      "return \"output\" %2\n";
  REQUIRE(lowered(twice) == text);
  REQUIRE(lowered(written_out) == text);
  STATIC_REQUIRE(is_one(twice, written_out));
}

/// Each level uses the one before twice: 2^12 paths, 13 nodes. Not more, since GCC with -g writes every type's name out.
template <int Levels>
consteval auto ladder() {
  if constexpr (Levels == 0)
    return x;
  else {
    return ladder<Levels - 1>() + ladder<Levels - 1>();
  }
}
template <int Levels>
consteval int ladder_nodes() {
  return lower<decltype(ladder<Levels>())>().size();
}

TEST_CASE("shared values are walked once") { STATIC_REQUIRE(ladder_nodes<12>() == 13); }

TEST_CASE("named definitions are what they name") {
  constexpr auto plain = litho::exp(litho::relu(x)) + litho::relu(x);
  REQUIRE(lowered(second{}) == lowered(plain));
  STATIC_REQUIRE(is_one(second{}, plain));
  STATIC_REQUIRE(tensor_expr<second>);
  REQUIRE(lowered(second{} * first{}) == lowered(plain * litho::relu(x)));
}

TEST_CASE("what differs is another node") {
  STATIC_REQUIRE(!is_one(x, y));
  STATIC_REQUIRE(!is_one(x, param<"x", float, 2, 3>()));
  STATIC_REQUIRE(!is_one(x - y, y - x));
  STATIC_REQUIRE(!is_one(x + y, y + x));  // pass cse knows that add commutes
  STATIC_REQUIRE(!is_one(x + y, x - y));
  STATIC_REQUIRE(!is_one(litho::relu(x), litho::relu(y)));
  STATIC_REQUIRE(!is_one(litho::exp(litho::relu(x)), litho::relu(litho::exp(x))));
  STATIC_REQUIRE(!is_one(softmax<{.axis = 0}>(x), softmax<{.axis = 1}>(x)));
  STATIC_REQUIRE(is_one(softmax<{.axis = 1}>(x), softmax<{.axis = 1}>(x)));
  STATIC_REQUIRE(!is_one(clip<{.low = 0, .high = 1}>(x), clip<{.low = -0.0, .high = 1}>(x)));
  STATIC_REQUIRE(!is_one(concat<{.axis = 0}>(x, y), concat<{.axis = 0}>(x, y, y)));
  STATIC_REQUIRE(!is_one(cast<float>(x), cast<double>(x)));
  STATIC_REQUIRE(!is_one(x + scalar<1.0>, x + scalar<2.0>));
  STATIC_REQUIRE(!is_one(x + scalar<0.0>, x + scalar<-0.0>));
  constexpr auto in_double = cast<double>(x);
  REQUIRE(lowered(outputs(x + scalar<0.1>, in_double + scalar<0.1>)) ==
          "%0 = input \"x\" : f32[2,3]\n"
          "%1 = constant {0x1.99999ap-4} : f32[] compile\n"
          "%2 = add(%0, %1) : f32[2,3]\n"
          "%3 = cast(%0) element=11 : f64[2,3]\n"
          "%4 = constant {0.1} : f64[] compile\n"
          "%5 = add(%3, %4) : f64[2,3]\n"
          "return \"output0\" %2\n"
          "return \"output1\" %5\n");
}

TEST_CASE("constants are arrays of static storage") {
  REQUIRE(lowered(x * constant<table, 2, 3>()) ==
          "%0 = input \"x\" : f32[2,3]\n"
          "%1 = constant {1,2,3,4,5,6} : f32[2,3] compile\n"
          "%2 = mul(%0, %1) : f32[2,3]\n"
          "return \"output\" %2\n");
  REQUIRE(lowered(constant<doubles>()) == "%0 = constant {0.1,-0} : f64[2] compile\nreturn \"output\" %0\n");
  REQUIRE(lowered(constant<pair, 2, 1>()) == "%0 = constant {0.5,-3} : f32[2,1] compile\nreturn \"output\" %0\n");
  STATIC_REQUIRE(is_one(constant<table, 2, 3>(), constant<table, 2, 3>()));
  STATIC_REQUIRE(!is_one(constant<table, 2, 3>(), constant<table, 3, 2>()));
  STATIC_REQUIRE(!is_one(constant<table>(), constant<pair>()));
}

TEST_CASE("parameters are free, or a layer brings them") {
  REQUIRE(lowered(x * param<"scale", float, 3>()) ==
          "%0 = input \"x\" : f32[2,3]\n"
          "%1 = param \"scale\" : f32[3]\n"
          "%2 = mul(%0, %1) : f32[2,3]\n"
          "return \"output\" %2\n");
}

TEST_CASE("after is a control edge") {
  constexpr auto a = litho::relu(x);
  constexpr auto b = litho::exp(x);
  constexpr auto c = after(litho::neg(x), a, b);
  REQUIRE(lowered(c + a) ==
          "%0 = input \"x\" : f32[2,3]\n"
          "%1 = relu(%0) : f32[2,3]\n"
          "%2 = exp(%0) : f32[2,3]\n"
          "%3 = neg(%0) : f32[2,3] after(%1, %2)\n"
          "%4 = add(%3, %1) : f32[2,3]\n"
          "return \"output\" %4\n");
  STATIC_REQUIRE(is_sound(c + a));
  STATIC_REQUIRE(!is_one(c, litho::neg(x)));
  STATIC_REQUIRE(!is_one(c, after(litho::neg(x), a)));
  STATIC_REQUIRE(is_one(c, after(litho::neg(x), a, b)));
}

TEST_CASE("after upon after waits for all") {
  constexpr auto a = litho::relu(x);
  constexpr auto b = litho::exp(x);
  REQUIRE(lowered(after(after(litho::neg(x), a), b)) ==
          "%0 = input \"x\" : f32[2,3]\n"
          "%1 = relu(%0) : f32[2,3]\n"
          "%2 = exp(%0) : f32[2,3]\n"
          "%3 = neg(%0) : f32[2,3] after(%1, %2)\n"
          "return \"output\" %3\n");
}

}  // namespace
}  // namespace litho::test
