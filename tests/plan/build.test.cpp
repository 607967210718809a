// SPDX-License-Identifier: BSL-1.0
#include <litho/plan/build.hpp>

#include "plans.hpp"

namespace litho::test::build_plan {
namespace {

constexpr bool plans_as(std::string_view graph, std::string_view text, bool views = true) {
  const plan::plan p = planned(graph, views);
  return plan::print(p).view() == text && !plan::verify(p);
}
/// The same with the texts at hand when it fails.
void check_plan(std::string_view graph, std::string_view text, bool views = true) {
  const plan::plan p = planned(graph, views);
  CHECK(plan::print(p).view() == text);
  CHECK(!plan::verify(p));
}

// Kernels have numbers in the order in which pass fuse met them; the plan's order is that of need.
constexpr std::string_view out_of_order =
    "%0 = input \"x\" : f32[2,3]\n"
    "%1 = relu(%0) : f32[2,3] kernel=2\n"
    "%2 = exp(%1) : f32[2,3] kernel=0\n"
    "%3 = neg(%1) : f32[2,3] kernel=1\n"
    "%4 = add(%2, %3) : f32[2,3] kernel=1\n"
    "return \"y\" %4\n";
constexpr std::string_view in_order =
    "kernel 0 run vector vector [6]: relu | input0 -> arena+0\n"
    "kernel 1 run vector vector [6]: exp | arena+0 -> arena+64\n"
    "kernel 2 run vector vector [6]: neg add | arena+64 arena+0 -> output0\n";

// Nothing but the control edge stands between the two.
constexpr std::string_view controlled =
    "%0 = input \"x\" : f32[2]\n"
    "%1 = relu(%0) : f32[2] kernel=1\n"
    "%2 = exp(%0) : f32[2] after(%1) kernel=0\n"
    "return \"a\" %2\n"
    "return \"b\" %1\n";

TEST_CASE("kernels follow what they need") {
  STATIC_REQUIRE(plans_as(out_of_order, in_order));
  check_plan(out_of_order, in_order);
  check_plan(controlled,
             "kernel 0 run vector vector [2]: relu | input0 -> output1\n"
             "kernel 1 run vector vector [2]: exp | input0 -> output0\n");
  const plan::plan p = planned(controlled);
  CHECK(p.before(p.kernels[0]).empty());
  CHECK(p.before(p.kernels[1]).size() == 1);
}

constexpr std::string_view movements =
    "%0 = input \"x\" : f32[4,6]\n"
    "%1 = relu(%0) : f32[4,6] kernel=0\n"
    "%2 = reshape(%1) dims=[2,12] : f32[2,12] kernel=1\n"
    "%3 = slice(%2) axes=[0] begin=[1] end=[2] step=[] : f32[1,12] kernel=2\n"
    "%4 = slice(%2) axes=[1] begin=[4] end=[8] step=[] : f32[2,4] kernel=3\n"
    "%5 = slice(%3) axes=[1] begin=[2] end=[4] step=[] : f32[1,2] kernel=4\n"
    "%6 = exp(%5) : f32[1,2] kernel=5\n"
    "%7 = exp(%4) : f32[2,4] kernel=6\n"
    "return \"a\" %6\n"
    "return \"b\" %7\n";

TEST_CASE("movements that need not move anything are views") {
  constexpr std::string_view text =
      "kernel 0 run vector vector [24]: relu | input0 -> arena+0\n"
      "kernel 1 run move copy [2,4]: slice | arena+0 -> arena+128\n"
      "kernel 2 run vector vector [2]: exp | arena+0[14] -> output0\n"
      "kernel 3 run vector vector [8]: exp | arena+128 -> output1\n";
  STATIC_REQUIRE(plans_as(movements, text));
  check_plan(movements, text);
  check_plan(movements,
             "kernel 0 run vector vector [24]: relu | input0 -> arena+0\n"
             "kernel 1 run move copy [2,12]: reshape | arena+0 -> arena+128\n"
             "kernel 2 run move copy [1,12]: slice | arena+128 -> arena+256\n"
             "kernel 3 run move copy [2,4]: slice | arena+128 -> arena+320\n"
             "kernel 4 run move copy [1,2]: slice | arena+256 -> arena+384\n"
             "kernel 5 run vector vector [2]: exp | arena+384 -> output0\n"
             "kernel 6 run vector vector [8]: exp | arena+320 -> output1\n",
             false);
}

TEST_CASE("views of inputs and of constants need no copy") {
  check_plan(
      "%0 = input \"x\" : f32[2,3]\n"
      "%1 = constant {1,2,3,4} : f32[4] compile\n"
      "%2 = slice(%0) axes=[0] begin=[1] end=[2] step=[] : f32[1,3] kernel=0\n"
      "%3 = slice(%1) axes=[0] begin=[1] end=[4] step=[] : f32[3] kernel=1\n"
      "%4 = add(%2, %3) : f32[1,3] kernel=2\n"
      "return \"y\" %4\n",
      "kernel 0 run vector vector [3]: add | input0[3] constant0[1] -> output0\n");
}

TEST_CASE("one pixel of channels lies alike in NC1HWC0 and plainly") {
  constexpr std::string_view graph =
      "%0 = input \"x\" : f32[1,20,1,1]\n"
      "%1 = trans_data(%0) layout=1 lanes=16 : f32[1,20,1,1]:nc1hwc0/16 kernel=0\n"
      "%2 = relu(%1) : f32[1,20,1,1]:nc1hwc0/16 kernel=1\n"
      "%3 = trans_data(%2) layout=0 lanes=1 : f32[1,20,1,1] kernel=2\n"
      "%4 = reshape(%3) dims=[1,20] : f32[1,20] kernel=3\n"
      "%5 = neg(%4) : f32[1,20] kernel=4\n"
      "return \"y\" %5\n";
  check_plan(graph,
             "kernel 0 run move copy [1,2,1,1,16]: trans_data | input0 -> arena+0\n"
             "kernel 1 run vector vector [32]: relu | arena+0 -> arena+128\n"
             "kernel 2 run vector vector [20]: neg | arena+128 -> output0\n");
  check_plan(
      "%0 = input \"x\" : f32[2,16,1,1]\n"
      "%1 = trans_data(%0) layout=1 lanes=16 : f32[2,16,1,1]:nc1hwc0/16 kernel=0\n"
      "%2 = relu(%1) : f32[2,16,1,1]:nc1hwc0/16 kernel=1\n"
      "%3 = trans_data(%2) layout=0 lanes=1 : f32[2,16,1,1] kernel=2\n"
      "return \"y\" %3\n",
      "kernel 0 run move copy [2,1,1,1,16]: trans_data | input0 -> arena+0\n"
      "kernel 1 run vector vector [32]: relu | arena+0 -> arena+128\n"
      "kernel 2 run move copy [2,16,1,1]: trans_data | arena+128 -> output0\n");  // two pictures: channels are apart
}

TEST_CASE("inputs of a concat are computed in place") {
  constexpr std::string_view both =
      "%0 = input \"x\" : f32[2,3]\n"
      "%1 = relu(%0) : f32[2,3] kernel=0\n"
      "%2 = exp(%0) : f32[2,3] kernel=1\n"
      "%3 = concat(%1, %2) axis=0 : f32[4,3] kernel=2\n"
      "%4 = neg(%3) : f32[4,3] kernel=3\n"
      "return \"y\" %4\n";
  check_plan(both,
             "kernel 0 run vector vector [6]: relu | input0 -> arena+0\n"
             "kernel 1 run vector vector [6]: exp | input0 -> arena+0[6]\n"
             "kernel 2 run vector vector [12]: neg | arena+0 -> output0\n");
  check_plan(
      "%0 = input \"x\" : f32[2,3]\n"
      "%1 = relu(%0) : f32[2,3] kernel=0\n"
      "%2 = concat(%1, %1) axis=0 : f32[4,3] kernel=1\n"  // one value cannot be in two places
      "%3 = concat(%1, %0) axis=1 : f32[2,6] kernel=2\n"  // rows take turns, and the user's memory does not move
      "return \"a\" %2\n"
      "return \"b\" %3\n",
      "kernel 0 run vector vector [6]: relu | input0 -> arena+0\n"
      "kernel 1 run move copy [4,3]: concat | arena+0 arena+0 -> output0\n"
      "kernel 2 run move copy [2,6]: concat | arena+0 input0 -> output1\n");
}

TEST_CASE("parameters that a run reads as they are are copied at load") {
  check_plan(
      "%0 = input \"x\" : f32[3,4]\n"
      "%1 = param \"a\" : f32[4] load\n"
      "%2 = param \"b\" : f32[2,2] load\n"
      "%3 = reshape(%2) dims=[4] : f32[4] load kernel=0\n"
      "%4 = add(%0, %1) : f32[3,4] kernel=1\n"
      "%5 = mul(%4, %3) : f32[3,4] kernel=1\n"
      "return \"y\" %5\n",
      "kernel 0 load move copy [4]: | parameter0 -> weights+0\n"
      "kernel 1 load move copy [4]: | parameter1 -> weights+64\n"
      "kernel 2 run vector vector [3,4]: add mul | input0 weights+0 weights+64 -> output0\n");
}

TEST_CASE("what a run needs of load is kept, the rest of load works in the arena") {
  constexpr std::string_view graph =
      "%0 = input \"x\" : f32[3,4]\n"
      "%1 = param \"a\" : f32[4] load\n"
      "%2 = constant {2} : f32[] compile\n"
      "%3 = mul(%1, %2) : f32[4] load kernel=1\n"
      "%4 = exp(%3) : f32[4] load kernel=2\n"
      "%5 = add(%0, %4) : f32[3,4] kernel=0\n"
      "return \"y\" %5\n";
  constexpr std::string_view text =
      "kernel 0 load vector vector [4]: mul | parameter0 constant0 -> arena+0\n"
      "kernel 1 load vector vector [4]: exp | arena+0 -> weights+0\n"
      "kernel 2 run vector vector [3,4]: add | input0 weights+0 -> output0\n";
  STATIC_REQUIRE(plans_as(graph, text));
  check_plan(graph, text);
  const plan::plan p = planned(graph);
  CHECK(p.totals.weight_bytes == 64);
  CHECK(p.totals.constant_bytes == 4);
  CHECK(p.totals.kernels == 1);
  CHECK(p.totals.load_kernels == 2);
  CHECK(p.totals.parameters == 4);
}

TEST_CASE("outputs that are no kernel's own result are copied") {
  check_plan(
      "%0 = input \"x\" : f32[4]\n"
      "%1 = param \"w\" : f32[4] load\n"
      "%2 = constant {1,2} : f32[2] compile\n"
      "%3 = neg(%0) : f32[4] kernel=0\n"
      "%4 = reshape(%3) dims=[2,2] : f32[2,2] kernel=1\n"
      "%5 = exp(%0) : f32[4] kernel=2\n"
      "%6 = slice(%5) axes=[0] begin=[1] end=[3] step=[] : f32[2] kernel=3\n"
      "return \"input\" %0\n"
      "return \"parameter\" %1\n"
      "return \"constant\" %2\n"
      "return \"view\" %4\n"
      "return \"viewed\" %3\n"
      "return \"part\" %6\n"
      "return \"part again\" %6\n",
      "kernel 0 load move copy [4]: | parameter0 -> weights+0\n"
      "kernel 1 run vector vector [4]: neg | input0 -> output3\n"
      "kernel 2 run vector vector [4]: exp | input0 -> arena+0\n"
      "kernel 3 run move copy [4]: | input0 -> output0\n"
      "kernel 4 run move copy [4]: | weights+0 -> output1\n"
      "kernel 5 run move copy [2]: | constant0 -> output2\n"
      "kernel 6 run move copy [4]: | output3 -> output4\n"
      "kernel 7 run move copy [2]: | arena+0[1] -> output5\n"
      "kernel 8 run move copy [2]: | arena+0[1] -> output6\n");
}

TEST_CASE("each family of kernels") {
  check_plan(
      "%0 = input \"x\" : f32[1,16,4,4]\n"
      "%1 = trans_data(%0) layout=1 lanes=16 : f32[1,16,4,4]:nc1hwc0/16 kernel=0\n"
      "%2 = param \"w\" : f32[16,1,3,3] load\n"
      "%3 = trans_data(%2) layout=2 lanes=16 : f32[16,1,3,3]:fractal_z/16 load kernel=1\n"
      "%4 = conv2d(%1, %3) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=16 : f32[1,16,4,4]:nc1hwc0/16 kernel=2\n"
      "%5 = relu(%4) : f32[1,16,4,4]:nc1hwc0/16 kernel=2\n"
      "%6 = max_pool2d(%5) kernel=[2,2] stride=[2,2] pad=[0,0,0,0] : f32[1,16,2,2]:nc1hwc0/16 kernel=3\n"
      "%7 = trans_data(%6) layout=0 lanes=1 : f32[1,16,2,2] kernel=4\n"
      "%8 = conv2d(%7, %2) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=16 : f32[1,16,2,2] kernel=5\n"
      "%9 = reshape(%8) dims=[8,8] : f32[8,8] kernel=6\n"
      "%10 = matmul(%9, %9) : f32[8,8] kernel=7\n"
      "%11 = cast(%10) element=11 : f64[8,8] kernel=8\n"
      "%12 = reduce_sum(%11) axes=[0] : f64[1,8] kernel=9\n"
      "return \"y\" %12\n",
      "kernel 0 load move copy [144]: | parameter0 -> weights+576\n"
      "kernel 1 load move copy [16,1,3,3]: trans_data | weights+576 -> weights+0\n"
      "kernel 2 run move copy [1,1,4,4,16]: trans_data | input0 -> arena+0\n"
      "kernel 3 run cube depthwise [1,1,16,16]: conv2d relu | arena+0 weights+0 -> arena+1024 | 2304 macs\n"
      "kernel 4 run vector pooling [1,1,4,16]: max_pool2d | arena+1024 -> arena+2048\n"
      "kernel 5 run move copy [1,16,2,2]: trans_data | arena+2048 -> arena+2304\n"
      "kernel 6 run cube convolution [1,16,2,2]: conv2d | arena+2304 weights+576 -> arena+2560 | 576 macs\n"
      "kernel 7 run cube matmul [1,1,8,8]: matmul | arena+2560 arena+2560 -> arena+2816 | 512 macs\n"
      "kernel 8 run vector vector [64]: cast | arena+2816 -> arena+3072\n"
      "kernel 9 run vector vector [8,8]: reduce_sum | arena+3072 -> output0\n");
}

TEST_CASE("a kernel's workspace lies in the arena") {
  const auto four_hundred = [](const ir::graph& g, int node, const device&) -> std::int64_t {
    return g[node].op->kind == category::contraction ? 400 : 0;
  };
  const plan::plan p = plan::build(graph_from("%0 = input \"x\" : f32[4,4]\n"
                                              "%1 = neg(%0) : f32[4,4] kernel=0\n"
                                              "%2 = matmul(%1, %1) : f32[4,4] kernel=1\n"
                                              "return \"y\" %2\n"),
                                   device{.name = "test"}, true, four_hundred);
  CHECK(plan::print(p).view() ==
        "kernel 0 run vector vector [16]: neg | input0 -> arena+0\n"
        "kernel 1 run cube matmul [1,1,4,4]: matmul | arena+0 arena+0 -> output0 | workspace 400 at 64 | 64 macs\n");
  CHECK(p.totals.arena_bytes == 64 + 448);
  CHECK(!plan::verify(p));
}

TEST_CASE("buffers lie at multiples of the target's alignment") {
  for (int alignment : {16, 64, 256}) {
    const plan::plan p =
        plan::build(graph_from(out_of_order), device{.name = "test", .alignment = alignment}, true, nullptr);
    CHECK(!plan::verify(p));
    CHECK(p.totals.arena_bytes == 2 * (alignment < 24 ? 32 : alignment));
  }
}

}  // namespace
}  // namespace litho::test::build_plan
