// SPDX-License-Identifier: BSL-1.0
#include <litho/plan/program.hpp>

#include "plans.hpp"

namespace litho::test::program_plan {
namespace {

// One op of a tensor and what it meets, in a kernel of its own.
constexpr std::string_view walks =
    "%0 = input \"x\" : f32[3,4,5]\n"
    "%1 = input \"b\" : f32[4,5]\n"
    "%2 = input \"c\" : f32[3,1,5]\n"
    "%3 = constant {2} : f32[] compile\n"
    "%4 = add(%0, %0) : f32[3,4,5] kernel=0\n"
    "%5 = add(%0, %1) : f32[3,4,5] kernel=1\n"
    "%6 = add(%0, %2) : f32[3,4,5] kernel=2\n"
    "%7 = add(%0, %3) : f32[3,4,5] kernel=3\n"
    "%8 = reduce_sum(%0) axes=[1] : f32[3,1,5] kernel=4\n"
    "%9 = reduce_sum(%0) axes=[-1,-2] : f32[3,1,1] kernel=5\n"
    "%10 = reduce_sum(%0) axes=[0] : f32[1,4,5] kernel=6\n"
    "%11 = neg(%3) : f32[] kernel=7\n"
    "%12 = add(%1, %2) : f32[3,4,5] kernel=8\n"
    "return \"a\" %4\n"
    "return \"b\" %5\n"
    "return \"c\" %6\n"
    "return \"d\" %7\n"
    "return \"e\" %8\n"
    "return \"f\" %9\n"
    "return \"g\" %10\n"
    "return \"h\" %11\n"
    "return \"i\" %12\n";

TEST_CASE("loops merge where all operands walk on") {
  const plan::plan p = planned(walks);
  CHECK(program_of(p, 0).view() == "[60]: (load from 0) (add 0 0) (store 1 to 1)");
  CHECK(program_of(p, 1).view() == "[3,20]: (load from 0) (load from 1) (add 0 1) (store 2 to 2)");
  CHECK(walk_of(p, 1, 0) == ints{20, 1});
  CHECK(walk_of(p, 1, 1) == ints{0, 1});
  CHECK(program_of(p, 2).view() == "[3,4,5]: (load from 0) (load from 1) (add 0 1) (store 2 to 2)");
  CHECK(walk_of(p, 2, 1) == ints{5, 0, 1});
  CHECK(program_of(p, 8).view() == "[3,4,5]: (load from 0) (load from 1) (add 0 1) (store 2 to 2)");
  CHECK(walk_of(p, 8, 0) == ints{0, 5, 1});
  CHECK(walk_of(p, 8, 1) == ints{5, 0, 1});
  CHECK(walk_of(p, 8, 2) == ints{20, 5, 1});
}

TEST_CASE("a number is loaded once") {
  const plan::plan p = planned(walks);
  CHECK(program_of(p, 3).view() == "[60]: (load from 1) | (load from 0) (add 1 0) (store 2 to 2)");
  CHECK(program_of(p, 7).view() == "[1]: (load from 0) (neg 0) | (store 1 to 1)");
}

TEST_CASE("a reduction folds one loop, wherever it stands") {
  const plan::plan p = planned(walks);
  CHECK(program_of(p, 4).view() == "[3,4,5] folds 1: (load from 0) (reduce_sum 0)\n (finish 1) (store 2 to 1) |");
  CHECK(walk_of(p, 4, 1) == ints{5, 0, 1});
  CHECK(program_of(p, 5).view() == "[3,20] folds 1: (load from 0) (reduce_sum 0)\n (finish 1) (store 2 to 1) |");
  CHECK(walk_of(p, 5, 1) == ints{1, 0});
  CHECK(program_of(p, 6).view() == "[3,20] folds 0: (load from 0) (reduce_sum 0)\n (finish 1) (store 2 to 1) |");
  CHECK(walk_of(p, 6, 1) == ints{0, 1});
}

constexpr std::string_view softmax =
    "%0 = input \"x\" : f32[6,40]\n"
    "%1 = reduce_max(%0) axes=[1] : f32[6,1] kernel=0\n"
    "%2 = sub(%0, %1) : f32[6,40] kernel=0\n"
    "%3 = exp(%2) : f32[6,40] kernel=0\n"
    "%4 = reduce_sum(%3) axes=[1] : f32[6,1] kernel=0\n"
    "%5 = div(%3, %4) : f32[6,40] kernel=0\n"
    "return \"y\" %5\n";
constexpr std::string_view softmax_program =
    "[6,40] folds 1: (load from 0) (reduce_max 0)\n"
    " (finish 1) | (load from 0) (sub 3 2) (exp 4) (store 5 to 1) (reduce_sum 5)\n"
    " (finish 7) | (load from 1) (div 9 8) (store 10 to 2)";

/// Three phases; exp is kept in scratch, not computed again.
constexpr bool has_softmax_program() {
  const plan::plan p = planned(softmax);
  const plan::operand& kept = p.operands_of(p.kernels[0])[1];
  return program_of(p, 0).view() == softmax_program && kept.scratch && kept.strides == ints{0, 1} &&
         p.kernels[0].workspace == 48 * 4;  // a row, up to a whole block of lanes
}

TEST_CASE("softmax takes three phases and keeps exp") {
  STATIC_REQUIRE(has_softmax_program());
  REQUIRE(has_softmax_program());
}

TEST_CASE("softmax across rows keeps one column of lanes") {
  const plan::plan p = planned(
      "%0 = input \"x\" : f32[6,40]\n"
      "%1 = reduce_max(%0) axes=[0] : f32[1,40] kernel=0\n"
      "%2 = sub(%0, %1) : f32[6,40] kernel=0\n"
      "%3 = exp(%2) : f32[6,40] kernel=0\n"
      "%4 = reduce_sum(%3) axes=[0] : f32[1,40] kernel=0\n"
      "%5 = div(%3, %4) : f32[6,40] kernel=0\n"
      "return \"y\" %5\n");
  CHECK(program_of(p, 0).view() ==
        "[6,40] folds 0: (load from 0) (reduce_max 0)\n"
        " (finish 1) | (load from 0) (sub 3 2) (exp 4) (store 5 to 1) (reduce_sum 5)\n"
        " (finish 7) | (load from 1) (div 9 8) (store 10 to 2)");
  CHECK(p.kernels[0].workspace == 6 * 16 * 4);
  CHECK(walk_of(p, 0, 1) == ints{16, 0});
}

TEST_CASE("layer norm computes again what is cheap, and once a row what does not vary in it") {
  const plan::plan p = planned(
      "%0 = input \"x\" : f32[4,10]\n"
      "%1 = param \"g\" : f32[10] load\n"
      "%2 = constant {1e-5} : f32[] compile\n"
      "%3 = reduce_mean(%0) axes=[1] : f32[4,1] kernel=0\n"
      "%4 = sub(%0, %3) : f32[4,10] kernel=0\n"
      "%5 = square(%4) : f32[4,10] kernel=0\n"
      "%6 = reduce_mean(%5) axes=[1] : f32[4,1] kernel=0\n"
      "%7 = add(%6, %2) : f32[4,1] kernel=0\n"
      "%8 = rsqrt(%7) : f32[4,1] kernel=0\n"
      "%9 = mul(%4, %8) : f32[4,10] kernel=0\n"
      "%10 = mul(%9, %1) : f32[4,10] kernel=0\n"
      "return \"y\" %10\n"
      "return \"of rows\" %8\n");
  CHECK(
      program_of(p, 1).view() ==
      "[4,10] folds 1: (load from 0) (reduce_mean 0)\n"
      " (finish 1) | (load from 0) (sub 3 2) (square 4) (reduce_mean 5)\n"
      " (finish 6) (load from 1) (add 7 8) (rsqrt 9) (store 10 to 2) | (load from 0) (sub 12 2) (mul 13 10) (load from "
      "3) (mul 14 15) (store 16 to 4)");
  CHECK(walk_of(p, 1, 2) == ints{1, 0});  // one number a row
  CHECK(p.kernels[1].workspace == 0);
}

TEST_CASE("an epilogue starts with what the Cube computed") {
  const plan::plan p = planned(
      "%0 = input \"x\" : f32[1,3,8,8]\n"
      "%1 = param \"w\" : f32[8,3,3,3] load\n"
      "%2 = param \"b\" : f32[1,8,1,1] load\n"
      "%3 = conv2d(%0, %1) stride=[2,2] pad=[1,1,1,1] dilation=[1,1] groups=1 : f32[1,8,4,4] kernel=0\n"
      "%4 = add(%3, %2) : f32[1,8,4,4] kernel=0\n"
      "%5 = relu(%4) : f32[1,8,4,4] kernel=0\n"
      "%6 = reshape(%5) dims=[4,32] : f32[4,32] kernel=1\n"
      "%7 = param \"v\" : f32[32,6] load\n"
      "%8 = param \"c\" : f32[6] load\n"
      "%9 = matmul(%6, %7) : f32[4,6] kernel=2\n"
      "%10 = add(%9, %8) : f32[4,6] kernel=2\n"
      "return \"y\" %10\n");
  CHECK(program_of(p, 4).view() == "[1,8,4,4]: (main) (load from 2) (add 0 1) (relu 2) (store 3 to 3)");
  CHECK(walk_of(p, 4, 2) == ints{0, 1, 0, 0});
  CHECK(walk_of(p, 4, 3) == ints{0, 16, 4, 1});
  CHECK(program_of(p, 5).view() == "[1,1,4,6]: (main) (load from 2) (add 0 1) (store 2 to 3)");
  CHECK(walk_of(p, 5, 2) == ints{0, 0, 0, 1});
  CHECK(walk_of(p, 5, 3) == ints{0, 0, 6, 1});
}

TEST_CASE("blocked values are walked block by block") {
  const plan::plan p = planned(
      "%0 = input \"x\" : f32[2,20,3,3]\n"
      "%1 = input \"scale\" : f32[2,1,3,3]\n"
      "%2 = input \"bias\" : f32[1,20,1,1]\n"
      "%3 = trans_data(%0) layout=1 lanes=16 : f32[2,20,3,3]:nc1hwc0/16 kernel=0\n"
      "%4 = trans_data(%2) layout=1 lanes=16 : f32[1,20,1,1]:nc1hwc0/16 kernel=1\n"
      "%5 = mul(%3, %1) : f32[2,20,3,3]:nc1hwc0/16 kernel=2\n"
      "%6 = add(%3, %4) : f32[2,20,3,3]:nc1hwc0/16 kernel=3\n"
      "%7 = add(%3, %3) : f32[2,20,3,3]:nc1hwc0/16 kernel=4\n"
      "return \"a\" %5\n"
      "return \"b\" %6\n"
      "return \"c\" %7\n");
  CHECK(program_of(p, 2).view() == "[2,2,9,16]: (load from 1) | (load from 0) (mul 1 0) (store 2 to 2)");
  CHECK(walk_of(p, 2, 1) == ints{9, 0, 1, 0});  // one number for all channels of a pixel
  CHECK(program_of(p, 3).view() == "[2,2,9,16]: (load from 0) (load from 1) (add 0 1) (store 2 to 2)");
  CHECK(walk_of(p, 3, 1) == ints{0, 16, 0, 1});
  CHECK(program_of(p, 4).view() == "[576]: (load from 0) (add 0 0) (store 1 to 1)");
}

/// Each level needs the one before twice: were all paths walked, this would not end.
TEST_CASE("a kernel of shared values is written in linear time") {
  text_builder text;
  text << "%0 = input \"x\" : f32[8]\n";
  for (int i = 1; i <= 23; ++i) text << '%' << i << " = add(%" << i - 1 << ", %" << i - 1 << ") : f32[8] kernel=0\n";
  text << "return \"y\" %23\n";
  const plan::plan p = planned(text.view());
  CHECK(p.steps_of(p.kernels[0]).size() == 25);
}

}  // namespace
}  // namespace litho::test::program_plan
