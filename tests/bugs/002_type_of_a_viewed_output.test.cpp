// SPDX-License-Identifier: BSL-1.0
#include <graphs/check.hpp>

// An output that is a view had the type of what it is a view of: f32[2,1] for the f32[2] here.
namespace {

struct viewed_output : litho::network<viewed_output> {
  static constexpr auto graph() { return litho::reduce_max<{.axes = 1}>(litho::input<"x", float, 2, 9>()); }
};

TEST_CASE("bug 002: the type of an output that is a view") {
  STATIC_REQUIRE(viewed_output::output_ports()[0].type ==
                 litho::tensor_type{.element = litho::dtype::f32, .dims = {2}});
  graphs::check<viewed_output, litho::O3>();
}

}  // namespace
