// SPDX-License-Identifier: BSL-1.0
#include <litho/ir/print.hpp>

#include "text.hpp"

namespace litho::test {
namespace {

constexpr tensor_type f32_blocked(shape dims, format layout) { return f32(dims).with(layout, 16); }

/// One node of each form, with all that a node may carry.
constexpr bool forms() {
  ir::graph g;
  const int x = g.append_source(info_of<"input">, f32({1, 2, 4, 4}), "x");
  const int w = g.append_source(info_of<"param">, f32({3, 2, 3, 3}), "conv.weight");
  const int three = g.append_constant(f32({2}, {3, -0.5F}));
  const auto attributes = packed(conv2d_attributes{.stride = {2, 1}, .pad = {1, 0, 1, 0}});
  const int inputs[] = {x, w};
  const int y = g.append(info_of<"conv2d">, f32({1, 3, 2, 2}), inputs, attributes.view());
  g.origin = 4;
  const int z = g.append(info_of<"relu">, f32({1, 3, 2, 2}), std::span(&y, 1), {});
  const int before[] = {w, three};
  g.add_controls(z, before);
  g[w].when = binding::load;
  g[z].kernel = 7;
  g[z].when = binding::load;
  g.outputs.push_back({z, "scores"});
  g.outputs.push_back({x, "same"});
  return ir::print(g).view() ==
         "%0 = input \"x\" : f32[1,2,4,4]\n"
         "%1 = param \"conv.weight\" : f32[3,2,3,3] load\n"
         "%2 = constant {3,-0.5} : f32[2] compile\n"
         "%3 = conv2d(%0, %1) stride=[2,1] pad=[1,0,1,0] dilation=[1,1] groups=1 : f32[1,3,2,2]\n"
         "%4 = relu(%3) : f32[1,3,2,2] after(%1, %2) load origin=4 kernel=7\n"
         "return \"scores\" %4\n"
         "return \"same\" %0\n";
}

constexpr bool layouts() {
  text_builder out;
  out << f32_blocked({1, 3, 4, 4}, format::nc1hwc0) << ' ' << f32_blocked({9, 5}, format::fractal_nz) << ' '
      << f32_blocked({9, 5, 3}, format::fractal_z) << ' ' << f64({});
  return out.view() == "f32[1,3,4,4]:nc1hwc0/16 f32[9,5]:fractal_nz/16 f32[9,5,3]:fractal_z/16 f64[]";
}

TEST_CASE("a graph prints as one line a node") {
  STATIC_REQUIRE(forms());
  REQUIRE(forms());
  STATIC_REQUIRE(layouts());
  REQUIRE(layouts());
  STATIC_REQUIRE(ir::print(ir::graph{}).view().empty());
}

}  // namespace
}  // namespace litho::test
