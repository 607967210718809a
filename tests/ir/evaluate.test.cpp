// SPDX-License-Identifier: BSL-1.0
#include <litho/ir/evaluate.hpp>

#include "text.hpp"

namespace litho::test {
namespace {

constexpr std::string_view text =
    "%0 = input \"x\" : f64[2,2]\n"
    "%1 = param \"w\" : f64[2,2]\n"
    "%2 = constant {0.5,1.5} : f64[2] compile\n"
    "%3 = matmul(%0, %1) : f64[2,2]\n"
    "%4 = add(%3, %2) : f64[2,2]\n"
    "%5 = add(%4, %4) : f64[2,2] after(%3)\n"
    "%6 = relu(%0) : f64[2,2]\n"
    "return \"y\" %5\n"
    "return \"r\" %6\n"
    "return \"x\" %0\n";

constexpr tensor x() { return f64({2, 2}, {1, -2, 3, 4}); }
constexpr tensor w() { return f64({2, 2}, {0, 1, 1, 0}); }

constexpr vec<tensor> outputs(std::initializer_list<ir::named_tensor> sources) {
  return ir::evaluate(graph_from(text), std::span(sources.begin(), sources.size()));
}
constexpr bool explains(const tensor& of, std::string_view why) {
  return !of.ok() && explain("op", of.error).view() == why;
}

constexpr bool values() {
  const vec<tensor> out = outputs({{"w", w()}, {"unused", w()}, {"x", x()}});
  return out.size() == 3 && same(out[0], f64({2, 2}, {-3, 5, 9, 9})) && same(out[1], f64({2, 2}, {1, 0, 3, 4})) &&
         same(out[2], x());
}

/// A fault of a source reaches the outputs that need it, and no other.
constexpr bool missing() {
  const vec<tensor> out = outputs({{"x", x()}});
  return explains(out[0], "litho::op: no value was given for f64[2,2]") && out[1].ok() && same(out[2], x());
}
constexpr bool wrong_type() {
  const vec<tensor> out = outputs({{"x", f32({4}, {1, 2, 3, 4})}, {"w", w()}});
  const std::string_view why = "litho::op: expects f64[2,2], was given f32[4]";
  return explains(out[0], why) && explains(out[1], why) && explains(out[2], why);
}
constexpr bool too_few_values() {
  tensor cut = x();
  cut.values.pop_back();
  return explains(outputs({{"x", cut}, {"w", w()}})[1], "litho::op: expects 4 values, was given 3");
}
/// A value that is itself the result of a fault hands it on.
constexpr bool handed_on() {
  tensor broken = w();
  broken.error = fault{"broken before"};
  const vec<tensor> out = outputs({{"x", x()}, {"w", broken}});
  return explains(out[0], "litho::op: broken before") && out[1].ok();
}

/// Values lie in logical order whatever the layout, so conversions change nothing.
constexpr bool layouts() {
  const ir::graph g = graph_from(
      "%0 = input \"x\" : f32[1,3,1,2]\n"
      "%1 = trans_data(%0) layout=1 lanes=16 : f32[1,3,1,2]:nc1hwc0/16\n"
      "%2 = neg(%1) : f32[1,3,1,2]:nc1hwc0/16\n"
      "return \"y\" %2\n");
  const ir::named_tensor given[] = {{"x", f32({1, 3, 1, 2}, {1, 2, 3, 4, 5, 6})}};
  return same(ir::evaluate(g, given)[0], f32({1, 3, 1, 2}, {-1, -2, -3, -4, -5, -6}));
}

TEST_CASE("evaluate computes node by node") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(layouts());
  REQUIRE(layouts());
}

TEST_CASE("evaluate hands faults on") {
  STATIC_REQUIRE(missing());
  REQUIRE(missing());
  STATIC_REQUIRE(wrong_type());
  REQUIRE(wrong_type());
  STATIC_REQUIRE(too_few_values());
  REQUIRE(too_few_values());
  STATIC_REQUIRE(handed_on());
  REQUIRE(handed_on());
}

}  // namespace
}  // namespace litho::test
