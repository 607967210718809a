// SPDX-License-Identifier: BSL-1.0
#include <pass/examples.hpp>

// The root of a negative number is -NaN on x86 and NaN in constant evaluation: a graph's text was not the same at both times, and
// "-nan" did not read back.
namespace litho::test {
namespace {

constexpr std::string_view root = "%0 = constant {-1} : f32[] compile\n%1 = sqrt(%0) : f32[]\nreturn \"y\" %1";

constexpr bool prints_nan() {
  return ir::print(pass::fold::run(graph_from(root), context_of())).view() ==
         "%0 = constant {-1} : f32[] compile\n%1 = constant {nan} : f32[] compile\nreturn \"y\" %1\n";
}

TEST_CASE("bug 006: NaN is printed without a sign") {
  STATIC_REQUIRE(prints_nan());
  REQUIRE(prints_nan());
}

}  // namespace
}  // namespace litho::test
