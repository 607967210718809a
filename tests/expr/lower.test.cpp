// SPDX-License-Identifier: BSL-1.0
#include <litho/expr/lower.hpp>

#include "lowered.hpp"

namespace litho::test {
namespace {

constexpr auto a = input<"a", float, 2>();
constexpr auto b = input<"b", float, 2>();

TEST_CASE("one output needs no name") {
  REQUIRE(lowered(a + b) ==
          "%0 = input \"a\" : f32[2]\n"
          "%1 = input \"b\" : f32[2]\n"
          "%2 = add(%0, %1) : f32[2]\n"
          "return \"output\" %2\n");
  REQUIRE(lowered(output<"sum">(a + b)) ==
          "%0 = input \"a\" : f32[2]\n"
          "%1 = input \"b\" : f32[2]\n"
          "%2 = add(%0, %1) : f32[2]\n"
          "return \"sum\" %2\n");
}

TEST_CASE("several outputs have names or numbers") {
  REQUIRE(lowered(outputs(output<"difference">(b - a), a, b - a)) ==
          "%0 = input \"b\" : f32[2]\n"
          "%1 = input \"a\" : f32[2]\n"
          "%2 = sub(%0, %1) : f32[2]\n"
          "return \"difference\" %2\n"
          "return \"output1\" %1\n"
          "return \"output2\" %2\n");
}

TEST_CASE("an output is an expression still") {
  constexpr auto named = output<"named">(litho::relu(a));
  REQUIRE(lowered(outputs(named, named + b)) ==
          "%0 = input \"a\" : f32[2]\n"
          "%1 = relu(%0) : f32[2]\n"
          "%2 = input \"b\" : f32[2]\n"
          "%3 = add(%1, %2) : f32[2]\n"
          "return \"named\" %1\n"
          "return \"output1\" %3\n");
}

TEST_CASE("a model orders its inputs, those that no output needs included") {
  constexpr auto unused = input<"unused", double, 3>();
  REQUIRE(lowered(model(inputs(a, unused, b), outputs(b - a))) ==
          "%0 = input \"a\" : f32[2]\n"
          "%1 = input \"unused\" : f64[3]\n"
          "%2 = input \"b\" : f32[2]\n"
          "%3 = sub(%2, %0) : f32[2]\n"
          "return \"output\" %3\n");
}

template <int... I>
constexpr auto many(std::integer_sequence<int, I...>) {
  return outputs((a + scalar<static_cast<double>(I)>)...);
}

TEST_CASE("outputs keep apart, however many there are") {
  constexpr std::string_view text = lowered(many(std::make_integer_sequence<int, 12>{}));
  for (std::string_view name : {"\"output0\"", "\"output9\"", "\"output10\"", "\"output11\""}) {
    CAPTURE(name);
    REQUIRE(text.find(name) != std::string_view::npos);
    REQUIRE(text.find(name) == text.rfind(name));
  }
}

template <class Result>
consteval int lowered_nodes() {
  return lower<Result>().size();
}

/// More nodes than the table of hashes holds at first.
template <int Count>
constexpr auto chain() {
  if constexpr (Count == 0)
    return a;
  else
    return litho::relu(chain<Count - 1>());
}

TEST_CASE("the table of known nodes grows") { STATIC_REQUIRE(lowered_nodes<decltype(chain<150>())>() == 151); }

}  // namespace
}  // namespace litho::test
