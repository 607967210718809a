// SPDX-License-Identifier: BSL-1.0
#include "examples.hpp"

namespace litho::test::decompose_pass {
namespace {

constexpr example examples[] = {
    {"softmax",
     R"(%0 = input "x" : f32[2,3]
        %1 = softmax(%0) axis=-1 : f32[2,3]
        return "y" %1)",
     R"(%0 = input "x" : f32[2,3]
        %1 = reduce_max(%0) axes=[-1] : f32[2,1] origin=0
        %2 = sub(%0, %1) : f32[2,3] origin=0
        %3 = exp(%2) : f32[2,3] origin=0
        %4 = reduce_sum(%3) axes=[-1] : f32[2,1] origin=0
        %5 = reciprocal(%4) : f32[2,1] origin=0
        %6 = mul(%3, %5) : f32[2,3] origin=0
        return "y" %6)"},
    {"of halves the steps are floats",
     R"(%0 = input "x" : f16[2,3]
        %1 = softmax(%0) axis=-1 : f16[2,3]
        return "y" %1)",
     R"(%0 = input "x" : f16[2,3]
        %1 = cast(%0) element=1 : f32[2,3] origin=0
        %2 = reduce_max(%1) axes=[-1] : f32[2,1] origin=0
        %3 = sub(%1, %2) : f32[2,3] origin=0
        %4 = exp(%3) : f32[2,3] origin=0
        %5 = reduce_sum(%4) axes=[-1] : f32[2,1] origin=0
        %6 = reciprocal(%5) : f32[2,1] origin=0
        %7 = mul(%4, %6) : f32[2,3] origin=0
        %8 = cast(%7) element=10 : f16[2,3] origin=0
        return "y" %8)"},
    {"a Cube that takes halves is given them, but pools are given floats",
     R"(%0 = input "x" : f16[1,2,3,3]
        %1 = param "w" : f16[2,2,1,1]
        %2 = conv2d(%0, %1) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f16[1,2,3,3]
        %3 = max_pool2d(%2) kernel=[3,3] stride=[1,1] pad=[0,0,0,0] : f16[1,2,1,1]
        return "y" %3)",
     R"(%0 = input "x" : f16[1,2,3,3]
        %1 = param "w" : f16[2,2,1,1]
        %2 = conv2d(%0, %1) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f16[1,2,3,3]
        %3 = cast(%2) element=1 : f32[1,2,3,3] origin=0
        %4 = max_pool2d(%3) kernel=[3,3] stride=[1,1] pad=[0,0,0,0] : f32[1,2,1,1] origin=0
        %5 = cast(%4) element=10 : f16[1,2,1,1] origin=0
        return "y" %5)",
     O3, npu::ascend_910b},
    {"a processor is given floats",
     R"(%0 = input "x" : f16[2,3]
        %1 = param "w" : f16[4,3]
        %2 = dense(%0, %1) : f16[2,4]
        return "y" %2)",
     R"(%0 = input "x" : f16[2,3]
        %1 = param "w" : f16[4,3]
        %2 = cast(%0) element=1 : f32[2,3] origin=0
        %3 = cast(%1) element=1 : f32[4,3] origin=0
        %4 = dense(%2, %3) : f32[2,4] origin=0
        %5 = cast(%4) element=10 : f16[2,4] origin=0
        return "y" %5)"},
    {"compositions of compositions, each with an origin of its own, and the bias of a convolution",
     R"(%0 = input "x" : f32[1,2,5]
        %1 = param "w" : f32[3,2,3]
        %2 = param "b" : f32[3]
        %3 = conv1d(%0, %1, %2) stride=1 pad_before=0 pad_after=0 dilation=1 groups=1 : f32[1,3,3]
        %4 = global_avg_pool(%3) : f32[1,3,1]
        return "y" %4)",
     R"(%0 = input "x" : f32[1,2,5]
        %1 = param "w" : f32[3,2,3]
        %2 = param "b" : f32[3]
        %3 = reshape(%0) dims=[1,2,1,5] : f32[1,2,1,5] origin=0
        %4 = reshape(%1) dims=[3,2,1,3] : f32[3,2,1,3] origin=0
        %5 = conv2d(%3, %4) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,3,1,3] origin=0
        %6 = reshape(%2) dims=[1,3,1,1] : f32[1,3,1,1] origin=0
        %7 = add(%5, %6) : f32[1,3,1,3] origin=0
        %8 = reshape(%7) dims=[1,3,3] : f32[1,3,3] origin=0
        %9 = reduce_mean(%8) axes=[2] : f32[1,3,1] origin=1
        return "y" %9)"},
    {"what has no bias stays, and so do reductions over axes that touch, through axes of size 1, too",
     R"(%0 = input "x" : f32[2,1,3]
        %1 = param "w" : f32[4,3]
        %2 = dense(%0, %1) : f32[2,1,4]
        %3 = reduce_sum(%2) axes=[0,2] : f32[1,1,1]
        return "y" %3)",
     ""},
    {"a reduction over axes apart is several, from the back",
     R"(%0 = input "x" : f32[2,3,4,5]
        %1 = reduce_mean(%0) axes=[-4,2,3] : f32[1,3,1,1]
        return "y" %1)",
     R"(%0 = input "x" : f32[2,3,4,5]
        %1 = reduce_mean(%0) axes=[3,2] : f32[2,3,1,1] origin=0
        %2 = reduce_mean(%1) axes=[0] : f32[1,3,1,1] origin=0
        return "y" %2)"},
    {"a reduction over no axes, or over axes of size 1, is its input",
     R"(%0 = input "x" : f32[3,1]
        %1 = reduce_mean(%0) axes=[] : f32[3,1]
        %2 = reduce_max(%0) axes=[-1] : f32[3,1] after(%1)
        return "y" %1
        return "z" %2)",
     R"(%0 = input "x" : f32[3,1]
        %1 = reshape(%0) dims=[3,1] : f32[3,1] origin=0
        %2 = reshape(%0) dims=[3,1] : f32[3,1] after(%1) origin=1
        return "y" %1
        return "z" %2)"},
    {"binding times and control edges go onto all that is written",
     R"(%0 = input "x" : f32[2]
        %1 = param "p" : f32[1,2,2] load
        %2 = exp(%0) : f32[2]
        %3 = global_avg_pool(%1) : f32[1,2,1] load
        %4 = softmax(%0) axis=0 : f32[2] after(%2)
        return "e" %2
        return "p" %3
        return "y" %4)",
     R"(%0 = input "x" : f32[2]
        %1 = param "p" : f32[1,2,2] load
        %2 = exp(%0) : f32[2]
        %3 = reduce_mean(%1) axes=[2] : f32[1,2,1] load origin=0
        %4 = reduce_max(%0) axes=[0] : f32[1] after(%2) origin=1
        %5 = sub(%0, %4) : f32[2] after(%2) origin=1
        %6 = exp(%5) : f32[2] after(%2) origin=1
        %7 = reduce_sum(%6) axes=[0] : f32[1] after(%2) origin=1
        %8 = reciprocal(%7) : f32[1] after(%2) origin=1
        %9 = mul(%6, %8) : f32[2] after(%2) origin=1
        return "e" %2
        return "p" %3
        return "y" %9)"},
};

TEST_CASE("decompose") {
  check_all<pass::decompose>(examples);
  STATIC_REQUIRE(all_hold<pass::decompose>(examples));
}

}  // namespace
}  // namespace litho::test::decompose_pass
