// SPDX-License-Identifier: BSL-1.0
#include <litho/ir/evaluate.hpp>

#include "text.hpp"

namespace litho::test {
namespace {

constexpr std::string_view text =
    "%0 = input \"x\" : f64[2,2]\n"
    "%1 = param \"w\" : f64[2,2]\n"
    "%2 = constant {0.5,0x1.8p0} : f64[2] compile\n"
    "%3 = matmul(%0, %1) : f64[2,2]\n"
    "%4 = add(%3, %2) : f64[2,2]\n"
    "%5 = add(%4, %4) : f64[2,2] after(%3)\n"
    "%6 = relu(%0) : f64[2,2]\n"
    "return \"y\" %5\n"
    "return \"r\" %6\n"
    "return \"x\" %0\n";

constexpr tensor x() { return f64({2, 2}, {1, -2, 3, 4}); }
constexpr tensor w() { return f64({2, 2}, {0, 1, 1, 0}); }

constexpr bool explains(const tensor& of, std::string_view why) { return !of.ok() && explain("", of.error).view() == why; }

constexpr bool values() {
  const vec<tensor> out = ir::evaluate(graph_from(text), vec<ir::named_tensor>{{"w", w()}, {"x", x()}}.view());
  return out.size() == 3 && same(out[0], f64({2, 2}, {-3, 5, 9, 9})) && same(out[1], f64({2, 2}, {1, 0, 3, 4})) &&
         same(out[2], x());
}

TEST_CASE("evaluate") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
}

}  // namespace
}  // namespace litho::test
