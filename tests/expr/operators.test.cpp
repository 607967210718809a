// SPDX-License-Identifier: BSL-1.0
#include <litho/expr/operators.hpp>
#include <string>

#include "lowered.hpp"

namespace litho::test {
namespace {

using namespace litho::literals;

constexpr auto x = input<"x", float, 2>();
constexpr auto y = input<"y", float, 2>();
constexpr auto d = input<"d", double, 2>();

TEST_CASE("operators are ops") {
  STATIC_REQUIRE(is_one(x + y, call<"add">(x, y)));
  STATIC_REQUIRE(is_one(x - y, call<"sub">(x, y)));
  STATIC_REQUIRE(is_one(x * y, call<"mul">(x, y)));
  STATIC_REQUIRE(is_one(x / y, call<"div">(x, y)));
  STATIC_REQUIRE(is_one(-x, call<"neg">(x)));
  STATIC_REQUIRE(is_one(x + y * x, call<"add">(x, call<"mul">(y, x))));
  STATIC_REQUIRE(is_one(-x - -y, call<"sub">(call<"neg">(x), call<"neg">(y))));
}

template <class Scalar>
constexpr auto sides(Scalar) {
  return outputs(x + Scalar{}, Scalar{} + x, x - Scalar{}, Scalar{} - x, x * Scalar{}, Scalar{} * x, x / Scalar{},
                 Scalar{} / x);
}

TEST_CASE("numbers stand on both sides of all operators") {
  REQUIRE(lowered(sides(scalar<0.5>)) ==
          "%0 = input \"x\" : f32[2]\n"
          "%1 = constant {0.5} : f32[] compile\n"
          "%2 = add(%0, %1) : f32[2]\n"
          "%3 = add(%1, %0) : f32[2]\n"
          "%4 = sub(%0, %1) : f32[2]\n"
          "%5 = sub(%1, %0) : f32[2]\n"
          "%6 = mul(%0, %1) : f32[2]\n"
          "%7 = mul(%1, %0) : f32[2]\n"
          "%8 = div(%0, %1) : f32[2]\n"
          "%9 = div(%1, %0) : f32[2]\n"
          "return \"output0\" %2\n"
          "return \"output1\" %3\n"
          "return \"output2\" %4\n"
          "return \"output3\" %5\n"
          "return \"output4\" %6\n"
          "return \"output5\" %7\n"
          "return \"output6\" %8\n"
          "return \"output7\" %9\n");
  REQUIRE(lowered(sides(0.5_c)) == lowered(sides(scalar<0.5>)));
}

TEST_CASE("numbers are arguments of calls too") {
  REQUIRE(lowered(max(0.5_c, pow(x, scalar<2.0>))) ==
          "%0 = constant {0.5} : f32[] compile\n"
          "%1 = input \"x\" : f32[2]\n"
          "%2 = constant {2} : f32[] compile\n"
          "%3 = pow(%1, %2) : f32[2]\n"
          "%4 = max(%0, %3) : f32[2]\n"
          "return \"output\" %4\n");
}

TEST_CASE("a number takes the element type of what it meets") {
  REQUIRE(lowered(d * 0.1_c) ==
          "%0 = input \"d\" : f64[2]\n"
          "%1 = constant {0.1} : f64[] compile\n"
          "%2 = mul(%0, %1) : f64[2]\n"
          "return \"output\" %2\n");
  REQUIRE(lowered(scalar<-1e300> * x).find("constant {-inf} : f32[]") !=
          std::string_view::npos);  // as storing it would
}

TEST_CASE("literals are the doubles that C++ reads") {
  STATIC_REQUIRE((0_c).value == 0.0);
  STATIC_REQUIRE((7_c).value == 7.0);
  STATIC_REQUIRE((0.5_c).value == 0.5);
  STATIC_REQUIRE((.25_c).value == 0.25);
  STATIC_REQUIRE((3._c).value == 3.0);
  STATIC_REQUIRE((0.1_c).value == 0.1);
  STATIC_REQUIRE((0.3_c).value == 0.3);
  STATIC_REQUIRE((1e-3_c).value == 1e-3);
  STATIC_REQUIRE((1E-5_c).value == 1e-5);
  STATIC_REQUIRE((12'000_c).value == 12000.0);
  STATIC_REQUIRE((1.5e2_c).value == 150.0);
  STATIC_REQUIRE((1.5e+2_c).value == 150.0);
  STATIC_REQUIRE((3.14159265358979_c).value == 3.14159265358979);
  STATIC_REQUIRE((0.000'000'123_c).value == 0.000000123);
  STATIC_REQUIRE((123456789012345e-22_c).value == 123456789012345e-22);
  STATIC_REQUIRE((1e22_c).value == 1e22);
  STATIC_REQUIRE((010.5_c).value == 10.5);
  STATIC_REQUIRE((-0.5_c).value == -0.5);
  STATIC_REQUIRE((- -2_c).value == 2.0);
  STATIC_REQUIRE(std::is_same_v<decltype(0.5_c), std::remove_const_t<decltype(scalar<0.5>)>>);
}

template <char... Digits>
constexpr bool is_refused = detail::literal_value<Digits...>() != detail::literal_value<Digits...>();

TEST_CASE("literals that would not be exact, or not mean what they look like, are refused") {
  STATIC_REQUIRE(is_refused<'0', 'x', '1', '0'>);
  STATIC_REQUIRE(is_refused<'0', 'b', '1', '1'>);
  STATIC_REQUIRE(is_refused<'0', '1', '0'>);  // eight in C++
  STATIC_REQUIRE(!is_refused<'0'>);
  STATIC_REQUIRE(!is_refused<'0', '1', '0', '.'>);
  STATIC_REQUIRE(!is_refused<'0', '1', 'e', '1'>);
  STATIC_REQUIRE(is_refused<'1', 'e', '2', '3'>);
  STATIC_REQUIRE(is_refused<'1', 'e', '-', '2', '3'>);
  STATIC_REQUIRE(is_refused<'1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '1', '2', '3', '4', '5', '6'>);
}

TEST_CASE("unary minus keeps the sign of zero") {
  STATIC_REQUIRE(std::bit_cast<std::uint64_t>((-scalar<0.0>).value) == std::uint64_t{1} << 63);
}

// Wrong kinds are refused by concepts, so that users see one line; a plain number has an explanation of its own (tests/fail).
template <class A, class B>
concept adds = requires(A a, B b) { a + b; };
template <class A, class B>
concept divides = requires(A a, B b) { a / b; };
template <class X>
concept negates = requires(X of) { -of; };
template <class Op, class... X>
concept takes = requires(Op call_of, X... of) { call_of(of...); };

using expression = std::remove_const_t<decltype(x)>;

TEST_CASE("wrong kinds are no operands") {
  STATIC_REQUIRE(adds<expression, expression>);
  STATIC_REQUIRE(adds<expression, scalar_t<2.0>>);
  STATIC_REQUIRE(!adds<expression, std::string>);
  STATIC_REQUIRE(!adds<std::string, expression>);
  STATIC_REQUIRE(!adds<expression, const char*>);
  STATIC_REQUIRE(adds<expression, float>);  // whose body says what to write instead
  STATIC_REQUIRE(!adds<expression, tensor>);
  STATIC_REQUIRE(!adds<scalar_t<2.0>, scalar_t<2.0>>);
  STATIC_REQUIRE(!divides<std::string, expression>);
  STATIC_REQUIRE(negates<expression>);
  STATIC_REQUIRE(negates<scalar_t<2.0>>);
  STATIC_REQUIRE(!negates<tensor>);
}

TEST_CASE("wrong kinds and numbers of arguments are no calls") {
  using relu_t = decltype(litho::relu);
  using matmul_t = decltype(litho::matmul);
  STATIC_REQUIRE(takes<relu_t, expression>);
  STATIC_REQUIRE(!takes<relu_t, int>);
  STATIC_REQUIRE(!takes<relu_t, std::string>);
  STATIC_REQUIRE(!takes<relu_t, scalar_t<1.0>>);
  STATIC_REQUIRE(!takes<relu_t>);
  STATIC_REQUIRE(!takes<relu_t, expression, expression>);
  STATIC_REQUIRE(!takes<matmul_t, expression>);
  STATIC_REQUIRE(takes<matmul_t, expression, float>);  // whose body says what to write instead
  STATIC_REQUIRE(takes<decltype(litho::max), scalar_t<1.0>, expression>);
  STATIC_REQUIRE(!takes<decltype(litho::max), scalar_t<1.0>, scalar_t<1.0>>);
  STATIC_REQUIRE(!takes<relu_t, expression, scalar_t<1.0>>);
  STATIC_REQUIRE(!takes<matmul_t, expression, expression, expression>);
}

}  // namespace
}  // namespace litho::test
