// SPDX-License-Identifier: BSL-1.0
#include "examples.hpp"

namespace litho::test::attention_pass {
namespace {

constexpr example attention[] = {
    {"the keys transposed, a scale behind them",
     R"(%0 = input "q" : f32[2,5]
        %1 = input "k" : f32[3,5]
        %2 = transpose(%1) permutation=[1,0] : f32[5,3]
        %3 = matmul(%0, %2) : f32[2,3]
        %4 = constant {0.25} : f32[]
        %5 = mul(%3, %4) : f32[2,3]
        %6 = softmax(%5) axis=-1 : f32[2,3]
        %7 = input "v" : f32[3,4]
        %8 = matmul(%6, %7) : f32[2,4]
        return "y" %8)",
     R"(%0 = input "q" : f32[2,5]
        %1 = input "k" : f32[3,5]
        %2 = transpose(%1) permutation=[1,0] : f32[5,3]
        %3 = matmul(%0, %2) : f32[2,3]
        %4 = constant {0.25} : f32[]
        %5 = mul(%3, %4) : f32[2,3]
        %6 = softmax(%5) axis=-1 : f32[2,3]
        %7 = input "v" : f32[3,4]
        %8 = attention(%0, %1, %7) scale=0.25 turned=0 : f32[2,4]
        return "y" %8)"},
    {"a batch and heads, a divisor, keys as they come, a mask on the left",
     R"(%0 = input "q" : f32[2,2,2,5]
        %1 = input "k" : f32[2,2,5,3]
        %2 = matmul(%0, %1) : f32[2,2,2,3]
        %3 = constant {4} : f32[1]
        %4 = div(%2, %3) : f32[2,2,2,3]
        %5 = input "mask" : f32[2,1,1,3]
        %6 = add(%5, %4) : f32[2,2,2,3]
        %7 = softmax(%6) axis=3 : f32[2,2,2,3]
        %8 = input "v" : f32[2,2,3,4]
        %9 = matmul(%7, %8) : f32[2,2,2,4]
        return "y" %9)",
     R"(%0 = input "q" : f32[2,2,2,5]
        %1 = input "k" : f32[2,2,5,3]
        %2 = matmul(%0, %1) : f32[2,2,2,3]
        %3 = constant {4} : f32[1]
        %4 = div(%2, %3) : f32[2,2,2,3]
        %5 = input "mask" : f32[2,1,1,3]
        %6 = add(%5, %4) : f32[2,2,2,3]
        %7 = softmax(%6) axis=3 : f32[2,2,2,3]
        %8 = input "v" : f32[2,2,3,4]
        %9 = attention(%0, %1, %8, %5) scale=0.25 turned=1 : f32[2,2,2,4]
        return "y" %9)"},
    {"scales of queries and keys, before and behind the transpose",
     R"(%0 = input "q" : f32[2,2,5]
        %1 = input "k" : f32[2,3,5]
        %2 = constant {0.5} : f32[]
        %3 = mul(%2, %0) : f32[2,2,5]
        %4 = div(%1, %2) : f32[2,3,5]
        %5 = transpose(%4) permutation=[0,2,1] : f32[2,5,3]
        %6 = mul(%5, %2) : f32[2,5,3]
        %7 = matmul(%3, %6) : f32[2,2,3]
        %8 = softmax(%7) axis=2 : f32[2,2,3]
        %9 = input "v" : f32[2,3,4]
        %10 = matmul(%8, %9) : f32[2,2,4]
        return "y" %10)",
     R"(%0 = input "q" : f32[2,2,5]
        %1 = input "k" : f32[2,3,5]
        %2 = constant {0.5} : f32[]
        %3 = mul(%2, %0) : f32[2,2,5]
        %4 = div(%1, %2) : f32[2,3,5]
        %5 = transpose(%4) permutation=[0,2,1] : f32[2,5,3]
        %6 = mul(%5, %2) : f32[2,5,3]
        %7 = matmul(%3, %6) : f32[2,2,3]
        %8 = softmax(%7) axis=2 : f32[2,2,3]
        %9 = input "v" : f32[2,3,4]
        %10 = attention(%0, %1, %9) scale=0.5 turned=0 : f32[2,2,4]
        return "y" %10)"},
    {"another transpose stays; softmax in primitives and a scale by a scale are taken in too",
     R"(%0 = input "q" : f32[2,2,5]
        %1 = input "k" : f32[3,2,5]
        %2 = transpose(%1) permutation=[1,2,0] : f32[2,5,3]
        %3 = matmul(%0, %2) : f32[2,2,3]
        %4 = constant {0.5} : f32[]
        %5 = mul(%3, %4) : f32[2,2,3]
        %6 = mul(%4, %5) : f32[2,2,3]
        %7 = reduce_max(%6) axes=[2] : f32[2,2,1]
        %8 = sub(%6, %7) : f32[2,2,3]
        %9 = exp(%8) : f32[2,2,3]
        %10 = reduce_sum(%9) axes=[2] : f32[2,2,1]
        %11 = div(%9, %10) : f32[2,2,3]
        %12 = input "v" : f32[2,3,4]
        %13 = matmul(%11, %12) : f32[2,2,4]
        return "y" %13)",
     R"(%0 = input "q" : f32[2,2,5]
        %1 = input "k" : f32[3,2,5]
        %2 = transpose(%1) permutation=[1,2,0] : f32[2,5,3]
        %3 = matmul(%0, %2) : f32[2,2,3]
        %4 = constant {0.5} : f32[]
        %5 = mul(%3, %4) : f32[2,2,3]
        %6 = mul(%4, %5) : f32[2,2,3]
        %7 = reduce_max(%6) axes=[2] : f32[2,2,1]
        %8 = sub(%6, %7) : f32[2,2,3]
        %9 = exp(%8) : f32[2,2,3]
        %10 = reduce_sum(%9) axes=[2] : f32[2,2,1]
        %11 = softmax(%6) axis=2 : f32[2,2,3]
        %12 = input "v" : f32[2,3,4]
        %13 = attention(%0, %2, %12) scale=0.25 turned=1 : f32[2,2,4]
        return "y" %13)"},
    {"heads that share keys and values",
     R"(%0 = input "q" : f32[4,2,5]
        %1 = input "k" : f32[2,1,3,5]
        %2 = expand(%1) dims=[2,2,3,5] : f32[2,2,3,5]
        %3 = reshape(%2) dims=[4,3,5] : f32[4,3,5]
        %4 = transpose(%3) permutation=[0,2,1] : f32[4,5,3]
        %5 = matmul(%0, %4) : f32[4,2,3]
        %6 = softmax(%5) axis=-1 : f32[4,2,3]
        %7 = input "v" : f32[2,1,3,4]
        %8 = expand(%7) dims=[2,2,3,4] : f32[2,2,3,4]
        %9 = reshape(%8) dims=[4,3,4] : f32[4,3,4]
        %10 = matmul(%6, %9) : f32[4,2,4]
        return "y" %10)",
     R"(%0 = input "q" : f32[4,2,5]
        %1 = input "k" : f32[2,1,3,5]
        %2 = expand(%1) dims=[2,2,3,5] : f32[2,2,3,5]
        %3 = reshape(%2) dims=[4,3,5] : f32[4,3,5]
        %4 = transpose(%3) permutation=[0,2,1] : f32[4,5,3]
        %5 = matmul(%0, %4) : f32[4,2,3]
        %6 = softmax(%5) axis=-1 : f32[4,2,3]
        %7 = input "v" : f32[2,1,3,4]
        %8 = expand(%7) dims=[2,2,3,4] : f32[2,2,3,4]
        %9 = reshape(%8) dims=[4,3,4] : f32[4,3,4]
        %10 = reshape(%1) dims=[2,3,5] : f32[2,3,5]
        %11 = reshape(%7) dims=[2,3,4] : f32[2,3,4]
        %12 = attention(%0, %10, %11) scale=1 turned=0 : f32[4,2,4]
        return "y" %12)"},
    {"heads repeated one after the other, not side by side, stay",
     R"(%0 = input "q" : f32[4,2,5]
        %1 = input "k" : f32[4,5,3]
        %2 = matmul(%0, %1) : f32[4,2,3]
        %3 = softmax(%2) axis=-1 : f32[4,2,3]
        %4 = input "v" : f32[1,2,3,4]
        %5 = expand(%4) dims=[2,2,3,4] : f32[2,2,3,4]
        %6 = reshape(%5) dims=[4,3,4] : f32[4,3,4]
        %7 = matmul(%3, %6) : f32[4,2,4]
        return "y" %7)",
     R"(%0 = input "q" : f32[4,2,5]
        %1 = input "k" : f32[4,5,3]
        %2 = matmul(%0, %1) : f32[4,2,3]
        %3 = softmax(%2) axis=-1 : f32[4,2,3]
        %4 = input "v" : f32[1,2,3,4]
        %5 = expand(%4) dims=[2,2,3,4] : f32[2,2,3,4]
        %6 = reshape(%5) dims=[4,3,4] : f32[4,3,4]
        %7 = attention(%0, %1, %6) scale=1 turned=1 : f32[4,2,4]
        return "y" %7)"},
    {"scores that are used elsewhere, another axis, a mask or values with a batch of their own: no attention",
     R"(%0 = input "q" : f32[2,5]
        %1 = input "k" : f32[5,3]
        %2 = input "v" : f32[3,4]
        %3 = matmul(%0, %1) : f32[2,3]
        %4 = softmax(%3) axis=-1 : f32[2,3]
        %5 = matmul(%4, %2) : f32[2,4]
        %6 = constant {0.5} : f32[]
        %7 = mul(%0, %6) : f32[2,5]
        %8 = matmul(%7, %1) : f32[2,3]
        %9 = softmax(%8) axis=0 : f32[2,3]
        %10 = matmul(%9, %2) : f32[2,4]
        %11 = input "mask" : f32[2,2,3]
        %12 = exp(%0) : f32[2,5]
        %13 = matmul(%12, %1) : f32[2,3]
        %14 = add(%13, %11) : f32[2,2,3]
        %15 = softmax(%14) axis=-1 : f32[2,2,3]
        %16 = matmul(%15, %2) : f32[2,2,4]
        %17 = input "values" : f32[2,3,4]
        %18 = neg(%0) : f32[2,5]
        %19 = matmul(%18, %1) : f32[2,3]
        %20 = softmax(%19) axis=-1 : f32[2,3]
        %21 = matmul(%20, %17) : f32[2,2,4]
        return "scores" %3
        return "a" %5
        return "b" %10
        return "c" %16
        return "d" %21)",
     ""},
    {"what must follow something is not taken in",
     R"(%0 = input "q" : f32[2,5]
        %1 = input "k" : f32[5,3]
        %2 = exp(%0) : f32[2,5]
        %3 = matmul(%0, %1) : f32[2,3] after(%2)
        %4 = softmax(%3) axis=-1 : f32[2,3]
        %5 = input "v" : f32[3,4]
        %6 = matmul(%4, %5) : f32[2,4]
        return "y" %6
        return "z" %2)",
     ""},
};

TEST_CASE("pattern attention") {
  check_all<pass::patterns>(attention);
  STATIC_REQUIRE(all_hold<pass::patterns>(attention));
}

}  // namespace
}  // namespace litho::test::attention_pass
