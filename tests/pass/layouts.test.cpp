// SPDX-License-Identifier: BSL-1.0
#include "examples.hpp"

namespace litho::test::layouts_pass {
namespace {

constexpr example examples[] = {
    {"one conversion in and one out; nothing between what stays blocked",
     R"(%0 = input "x" : f32[1,5,4,4]
        %1 = param "w" : f32[6,5,3,3] load
        %2 = param "b" : f32[1,6,1,1] load
        %3 = param "v" : f32[7,6,1,1] load
        %4 = conv2d(%0, %1) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=1 : f32[1,6,4,4]
        %5 = add(%4, %2) : f32[1,6,4,4]
        %6 = max_pool2d(%5) kernel=[2,2] stride=[0,0] pad=[0,0,0,0] : f32[1,6,2,2]
        %7 = conv2d(%6, %3) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,7,2,2]
        %8 = reduce_mean(%7) axes=[2,3] : f32[1,7,1,1]
        return "y" %8)",
     R"(%0 = input "x" : f32[1,5,4,4]
        %1 = param "w" : f32[6,5,3,3] load
        %2 = param "b" : f32[1,6,1,1] load
        %3 = param "v" : f32[7,6,1,1] load
        %4 = trans_data(%0) layout=1 lanes=16 : f32[1,5,4,4]:nc1hwc0/16
        %5 = trans_data(%1) layout=2 lanes=16 : f32[6,5,3,3]:fractal_z/16 load
        %6 = conv2d(%4, %5) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=1 : f32[1,6,4,4]:nc1hwc0/16
        %7 = trans_data(%2) layout=1 lanes=16 : f32[1,6,1,1]:nc1hwc0/16 load
        %8 = add(%6, %7) : f32[1,6,4,4]:nc1hwc0/16
        %9 = max_pool2d(%8) kernel=[2,2] stride=[0,0] pad=[0,0,0,0] : f32[1,6,2,2]:nc1hwc0/16
        %10 = trans_data(%3) layout=2 lanes=16 : f32[7,6,1,1]:fractal_z/16 load
        %11 = conv2d(%9, %10) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,7,2,2]:nc1hwc0/16
        %12 = reduce_mean(%11) axes=[2,3] : f32[1,7,1,1]:nc1hwc0/16
        %13 = trans_data(%12) layout=0 lanes=1 : f32[1,7,1,1]
        return "y" %13)"},
    {"an image of few channels is read as it is; a value is converted once for all that want it plain",
     R"(%0 = input "x" : f32[1,3,4,4]
        %1 = param "w" : f32[6,3,3,3] load
        %2 = constant {2} : f32[] compile
        %3 = conv2d(%0, %1) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=1 : f32[1,6,4,4]
        %4 = mul(%3, %2) : f32[1,6,4,4]
        %5 = transpose(%4) permutation=[0,2,3,1] : f32[1,4,4,6]
        return "y" %5
        return "z" %4)",
     R"(%0 = input "x" : f32[1,3,4,4]
        %1 = param "w" : f32[6,3,3,3] load
        %2 = constant {2} : f32[] compile
        %3 = trans_data(%1) layout=2 lanes=16 : f32[6,3,3,3]:fractal_z/16 load
        %4 = conv2d(%0, %3) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=1 : f32[1,6,4,4]:nc1hwc0/16
        %5 = mul(%4, %2) : f32[1,6,4,4]:nc1hwc0/16
        %6 = trans_data(%5) layout=0 lanes=1 : f32[1,6,4,4]
        %7 = transpose(%6) permutation=[0,2,3,1] : f32[1,4,4,6]
        return "y" %7
        return "z" %6)"},
    {"what does not vary along channels meets a blocked value as it is; a vector along them is reshaped and converted",
     R"(%0 = input "x" : f32[2,5,4,3]
        %1 = param "w" : f32[6,5,1,2] load
        %2 = input "row" : f32[4,1]
        %3 = input "channel" : f32[6,1,1]
        %4 = conv2d(%0, %1) stride=[1,1] pad=[0,0,0,1] dilation=[1,1] groups=1 : f32[2,6,4,3]
        %5 = mul(%4, %2) : f32[2,6,4,3]
        %6 = sub(%3, %5) : f32[2,6,4,3]
        %7 = reduce_sum(%6) axes=[1] : f32[2,1,4,3]
        return "y" %7)",
     R"(%0 = input "x" : f32[2,5,4,3]
        %1 = param "w" : f32[6,5,1,2] load
        %2 = input "row" : f32[4,1]
        %3 = input "channel" : f32[6,1,1]
        %4 = trans_data(%0) layout=1 lanes=16 : f32[2,5,4,3]:nc1hwc0/16
        %5 = trans_data(%1) layout=2 lanes=16 : f32[6,5,1,2]:fractal_z/16 load
        %6 = conv2d(%4, %5) stride=[1,1] pad=[0,0,0,1] dilation=[1,1] groups=1 : f32[2,6,4,3]:nc1hwc0/16
        %7 = mul(%6, %2) : f32[2,6,4,3]:nc1hwc0/16
        %8 = reshape(%3) dims=[1,6,1,1] : f32[1,6,1,1]
        %9 = trans_data(%8) layout=1 lanes=16 : f32[1,6,1,1]:nc1hwc0/16
        %10 = sub(%9, %7) : f32[2,6,4,3]:nc1hwc0/16
        %11 = trans_data(%10) layout=0 lanes=1 : f32[2,6,4,3]
        %12 = reduce_sum(%11) axes=[1] : f32[2,1,4,3]
        return "y" %12)"},
    {"groups that are neither one nor all stay plain; depthwise ones do not",
     R"(%0 = input "x" : f32[1,6,4,4]
        %1 = param "w" : f32[6,3,3,3] load
        %2 = param "v" : f32[6,1,1,1] load
        %3 = conv2d(%0, %1) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=2 : f32[1,6,4,4]
        %4 = conv2d(%3, %2) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=6 : f32[1,6,4,4]
        return "y" %4)",
     R"(%0 = input "x" : f32[1,6,4,4]
        %1 = param "w" : f32[6,3,3,3] load
        %2 = param "v" : f32[6,1,1,1] load
        %3 = conv2d(%0, %1) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=2 : f32[1,6,4,4]
        %4 = trans_data(%3) layout=1 lanes=16 : f32[1,6,4,4]:nc1hwc0/16
        %5 = trans_data(%2) layout=2 lanes=16 : f32[6,1,1,1]:fractal_z/16 load
        %6 = conv2d(%4, %5) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=6 : f32[1,6,4,4]:nc1hwc0/16
        %7 = trans_data(%6) layout=0 lanes=1 : f32[1,6,4,4]
        return "y" %7)"},
    {"blocked values are joined along channels where they fill their blocks",
     R"(%0 = input "x" : f32[1,5,2,2]
        %1 = param "w" : f32[16,5,1,1] load
        %2 = param "v" : f32[17,5,1,1] load
        %3 = conv2d(%0, %1) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,16,2,2]
        %4 = conv2d(%0, %2) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,17,2,2]
        %5 = concat(%3, %3) axis=1 : f32[1,32,2,2]
        %6 = concat(%3, %4) axis=1 : f32[1,33,2,2]
        return "y" %5
        return "z" %6)",
     R"(%0 = input "x" : f32[1,5,2,2]
        %1 = param "w" : f32[16,5,1,1] load
        %2 = param "v" : f32[17,5,1,1] load
        %3 = trans_data(%0) layout=1 lanes=16 : f32[1,5,2,2]:nc1hwc0/16
        %4 = trans_data(%1) layout=2 lanes=16 : f32[16,5,1,1]:fractal_z/16 load
        %5 = conv2d(%3, %4) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,16,2,2]:nc1hwc0/16
        %6 = trans_data(%2) layout=2 lanes=16 : f32[17,5,1,1]:fractal_z/16 load
        %7 = conv2d(%3, %6) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,17,2,2]:nc1hwc0/16
        %8 = concat(%5, %5) axis=1 : f32[1,32,2,2]:nc1hwc0/16
        %9 = trans_data(%5) layout=0 lanes=1 : f32[1,16,2,2]
        %10 = trans_data(%7) layout=0 lanes=1 : f32[1,17,2,2]
        %11 = concat(%9, %10) axis=1 : f32[1,33,2,2]
        %12 = trans_data(%8) layout=0 lanes=1 : f32[1,32,2,2]
        return "y" %12
        return "z" %11)"},
    {"a [K,N] that comes with each run stays as it is, a [N,K] for up to 7 rows; a parameter is always packed",
     R"(%0 = input "x" : f32[8,5]
        %1 = input "y" : f32[7,5]
        %2 = input "m" : f32[5,4]
        %3 = input "n" : f32[3,4]
        %4 = param "w" : f32[3,4] load
        %5 = matmul(%0, %2) : f32[8,4]
        %6 = dense(%5, %3) : f32[8,3]
        %7 = matmul(%1, %2) : f32[7,4]
        %8 = dense(%7, %3) : f32[7,3]
        %9 = dense(%7, %4) : f32[7,3]
        return "a" %6
        return "b" %8
        return "c" %9)",
     R"(%0 = input "x" : f32[8,5]
        %1 = input "y" : f32[7,5]
        %2 = input "m" : f32[5,4]
        %3 = input "n" : f32[3,4]
        %4 = param "w" : f32[3,4] load
        %5 = matmul(%0, %2) : f32[8,4]
        %6 = trans_data(%3) layout=2 lanes=16 : f32[3,4]:fractal_z/16
        %7 = dense(%5, %6) : f32[8,3]
        %8 = matmul(%1, %2) : f32[7,4]
        %9 = dense(%8, %3) : f32[7,3]
        %10 = trans_data(%4) layout=2 lanes=16 : f32[3,4]:fractal_z/16 load
        %11 = dense(%8, %10) : f32[7,3]
        return "a" %7
        return "b" %9
        return "c" %11)"},
    {"for one row the blocks of a parameter lie side by side, as many as leave little padding",
     R"(%0 = input "x" : f32[1,5]
        %1 = param "v" : f32[5,96] load
        %2 = param "w" : f32[176,96] load
        %3 = matmul(%0, %1) : f32[1,96]
        %4 = dense(%3, %2) : f32[1,176]
        return "y" %4)",
     R"(%0 = input "x" : f32[1,5]
        %1 = param "v" : f32[5,96] load
        %2 = param "w" : f32[176,96] load
        %3 = trans_data(%1) layout=3 lanes=96 : f32[5,96]:fractal_nz/96 load
        %4 = matmul(%0, %3) : f32[1,96]
        %5 = trans_data(%2) layout=2 lanes=16 : f32[176,96]:fractal_z/16 load
        %6 = dense(%4, %5) : f32[1,176]
        return "y" %6)"},
    {"single pixels are multiplied in the plain layout, unless blocks are wanted around them or pixels leave lanes "
     "empty",
     R"(%0 = input "x" : f32[1,32,4,4]
        %1 = input "y" : f32[1,32,4,4]
        %2 = input "z" : f32[1,32,3,3]
        %3 = param "w" : f32[32,32,1,1] load
        %4 = param "v" : f32[32,32,3,3] load
        %5 = conv2d(%0, %3) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,32,4,4]
        %6 = relu(%5) : f32[1,32,4,4]
        %7 = conv2d(%6, %3) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,32,4,4]
        %8 = conv2d(%1, %3) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,32,4,4]
        %9 = relu(%8) : f32[1,32,4,4]
        %10 = conv2d(%9, %4) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=1 : f32[1,32,4,4]
        %11 = conv2d(%2, %3) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,32,3,3]
        return "a" %7
        return "b" %10
        return "c" %11)",
     R"(%0 = input "x" : f32[1,32,4,4]
        %1 = input "y" : f32[1,32,4,4]
        %2 = input "z" : f32[1,32,3,3]
        %3 = param "w" : f32[32,32,1,1] load
        %4 = param "v" : f32[32,32,3,3] load
        %5 = conv2d(%0, %3) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,32,4,4]
        %6 = relu(%5) : f32[1,32,4,4]
        %7 = conv2d(%6, %3) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,32,4,4]
        %8 = trans_data(%1) layout=1 lanes=16 : f32[1,32,4,4]:nc1hwc0/16
        %9 = trans_data(%3) layout=2 lanes=16 : f32[32,32,1,1]:fractal_z/16 load
        %10 = conv2d(%8, %9) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,32,4,4]:nc1hwc0/16
        %11 = relu(%10) : f32[1,32,4,4]:nc1hwc0/16
        %12 = trans_data(%4) layout=2 lanes=16 : f32[32,32,3,3]:fractal_z/16 load
        %13 = conv2d(%11, %12) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=1 : f32[1,32,4,4]:nc1hwc0/16
        %14 = trans_data(%2) layout=1 lanes=16 : f32[1,32,3,3]:nc1hwc0/16
        %15 = conv2d(%14, %9) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,32,3,3]:nc1hwc0/16
        %16 = trans_data(%13) layout=0 lanes=1 : f32[1,32,4,4]
        %17 = trans_data(%15) layout=0 lanes=1 : f32[1,32,3,3]
        return "a" %7
        return "b" %16
        return "c" %17)"},
    {"a picture with its channels last is read as it is, if they fit into one block",
     R"(%0 = input "x" : f32[1,4,4,3]
        %1 = input "y" : f32[1,4,4,17]
        %2 = param "w" : f32[6,3,3,3] load
        %3 = param "v" : f32[6,17,1,1] load
        %4 = transpose(%0) permutation=[0,3,1,2] : f32[1,3,4,4]
        %5 = conv2d(%4, %2) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=1 : f32[1,6,4,4]
        %6 = transpose(%1) permutation=[0,3,1,2] : f32[1,17,4,4]
        %7 = conv2d(%6, %3) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,6,4,4]
        %8 = add(%5, %7) : f32[1,6,4,4]
        return "z" %8)",
     R"(%0 = input "x" : f32[1,4,4,3]
        %1 = input "y" : f32[1,4,4,17]
        %2 = param "w" : f32[6,3,3,3] load
        %3 = param "v" : f32[6,17,1,1] load
        %4 = transpose(%0) permutation=[0,3,1,2] : f32[1,3,4,4]
        %5 = channels_last(%0) : f32[1,3,4,4]:nc1hwc0/3
        %6 = trans_data(%2) layout=2 lanes=16 : f32[6,3,3,3]:fractal_z/16 load
        %7 = conv2d(%5, %6) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=1 : f32[1,6,4,4]:nc1hwc0/16
        %8 = transpose(%1) permutation=[0,3,1,2] : f32[1,17,4,4]
        %9 = conv2d(%8, %3) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,6,4,4]
        %10 = trans_data(%9) layout=1 lanes=16 : f32[1,6,4,4]:nc1hwc0/16
        %11 = add(%7, %10) : f32[1,6,4,4]:nc1hwc0/16
        %12 = trans_data(%11) layout=0 lanes=1 : f32[1,6,4,4]
        return "z" %12)"},
    {"Winograd's tiles for windows of 3x3 side by side where they pay, if they are wanted",
     R"(%0 = input "x" : f32[1,32,12,12]
        %1 = param "w" : f32[32,32,3,3] load
        %2 = conv2d(%0, %1) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=1 : f32[1,32,12,12]
        %3 = conv2d(%2, %1) stride=[2,2] pad=[1,1,1,1] dilation=[1,1] groups=1 : f32[1,32,6,6]
        %4 = conv2d(%3, %1) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,32,4,4]
        return "y" %4)",
     R"(%0 = input "x" : f32[1,32,12,12]
        %1 = param "w" : f32[32,32,3,3] load
        %2 = trans_data(%0) layout=1 lanes=16 : f32[1,32,12,12]:nc1hwc0/16
        %3 = trans_data(%1) layout=5 lanes=16 : f32[32,32,3,3]:winograd_4/16 load
        %4 = conv2d(%2, %3) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=1 : f32[1,32,12,12]:nc1hwc0/16
        %5 = trans_data(%1) layout=2 lanes=16 : f32[32,32,3,3]:fractal_z/16 load
        %6 = conv2d(%4, %5) stride=[2,2] pad=[1,1,1,1] dilation=[1,1] groups=1 : f32[1,32,6,6]:nc1hwc0/16
        %7 = conv2d(%6, %5) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,32,4,4]:nc1hwc0/16
        %8 = trans_data(%7) layout=0 lanes=1 : f32[1,32,4,4]
        return "y" %8)",
     winograd},
    {"without a Cube op nothing is converted",
     R"(%0 = input "x" : f32[1,16,4,4]
        %1 = max_pool2d(%0) kernel=[2,2] stride=[0,0] pad=[0,0,0,0] : f32[1,16,2,2]
        %2 = relu(%1) : f32[1,16,2,2]
        return "y" %2)",
     ""},
    {"an emulated Cube takes blocks where a processor reads plainly, and blocks of 16 columns for a row",
     R"(%0 = input "x" : f16[1,4,4,3]
        %1 = param "u" : f16[32,3,1,1] load
        %2 = param "v" : f16[64,16,1,1] load
        %3 = param "w" : f16[96,1024] load
        %4 = input "m" : f16[9,96]
        %5 = transpose(%0) permutation=[0,3,1,2] : f16[1,3,4,4]
        %6 = conv2d(%5, %1) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f16[1,32,4,4]
        %7 = conv2d(%6, %2) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=2 : f16[1,64,4,4]
        %8 = reshape(%7) dims=[1,1024] : f16[1,1024]
        %9 = dense(%8, %3) : f16[1,96]
        %10 = dense(%9, %4) : f16[1,9]
        return "y" %10)",
     R"(%0 = input "x" : f16[1,4,4,3]
        %1 = param "u" : f16[32,3,1,1] load
        %2 = param "v" : f16[64,16,1,1] load
        %3 = param "w" : f16[96,1024] load
        %4 = input "m" : f16[9,96]
        %5 = transpose(%0) permutation=[0,3,1,2] : f16[1,3,4,4]
        %6 = trans_data(%5) layout=1 lanes=16 : f16[1,3,4,4]:nc1hwc0/16
        %7 = trans_data(%1) layout=2 lanes=16 : f16[32,3,1,1]:fractal_z/16 load
        %8 = conv2d(%6, %7) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f16[1,32,4,4]:nc1hwc0/16
        %9 = trans_data(%2) layout=2 lanes=16 : f16[64,16,1,1]:fractal_z/16 load
        %10 = conv2d(%8, %9) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=2 : f16[1,64,4,4]:nc1hwc0/16
        %11 = trans_data(%10) layout=0 lanes=1 : f16[1,64,4,4]
        %12 = reshape(%11) dims=[1,1024] : f16[1,1024]
        %13 = trans_data(%3) layout=2 lanes=16 : f16[96,1024]:fractal_z/16 load
        %14 = dense(%12, %13) : f16[1,96]
        %15 = dense(%14, %4) : f16[1,9]
        return "y" %15)",
     O3, npu::ascend_910b},
    {"between convolutions of halves floats keep their blocks, and what they meet takes them; those of floats take "
     "others",
     R"(%0 = input "x" : f16[1,16,4,4]
        %1 = param "w" : f16[20,16,3,3] load
        %2 = param "b" : f32[1,20,1,1] load
        %3 = param "v" : f16[20,20,1,1] load
        %4 = param "u" : f32[20,20,1,1] load
        %5 = input "z" : f32[1,20,4,4]
        %6 = conv2d(%0, %1) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=1 : f16[1,20,4,4]
        %7 = cast(%6) element=1 : f32[1,20,4,4]
        %8 = add(%7, %2) : f32[1,20,4,4]
        %9 = mul(%5, %8) : f32[1,20,4,4]
        %10 = cast(%9) element=10 : f16[1,20,4,4]
        %11 = conv2d(%10, %3) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f16[1,20,4,4]
        %12 = cast(%11) element=1 : f32[1,20,4,4]
        %13 = conv2d(%12, %4) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,20,4,4]
        %14 = add(%13, %9) : f32[1,20,4,4]
        return "y" %14)",
     R"(%0 = input "x" : f16[1,16,4,4]
        %1 = param "w" : f16[20,16,3,3] load
        %2 = param "b" : f32[1,20,1,1] load
        %3 = param "v" : f16[20,20,1,1] load
        %4 = param "u" : f32[20,20,1,1] load
        %5 = input "z" : f32[1,20,4,4]
        %6 = trans_data(%0) layout=1 lanes=16 : f16[1,16,4,4]:nc1hwc0/16
        %7 = trans_data(%1) layout=2 lanes=16 : f16[20,16,3,3]:fractal_z/16 load
        %8 = conv2d(%6, %7) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=1 : f16[1,20,4,4]:nc1hwc0/16
        %9 = cast(%8) element=1 : f32[1,20,4,4]:nc1hwc0/16
        %10 = trans_data(%2) layout=1 lanes=16 : f32[1,20,1,1]:nc1hwc0/16 load
        %11 = add(%9, %10) : f32[1,20,4,4]:nc1hwc0/16
        %12 = trans_data(%5) layout=1 lanes=16 : f32[1,20,4,4]:nc1hwc0/16
        %13 = mul(%12, %11) : f32[1,20,4,4]:nc1hwc0/16
        %14 = cast(%13) element=10 : f16[1,20,4,4]:nc1hwc0/16
        %15 = trans_data(%3) layout=2 lanes=16 : f16[20,20,1,1]:fractal_z/16 load
        %16 = conv2d(%14, %15) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f16[1,20,4,4]:nc1hwc0/16
        %17 = cast(%16) element=1 : f32[1,20,4,4]:nc1hwc0/16
        %18 = trans_data(%17) layout=0 lanes=1 : f32[1,20,4,4]
        %19 = trans_data(%18) layout=1 lanes=8 : f32[1,20,4,4]:nc1hwc0/8
        %20 = trans_data(%4) layout=2 lanes=8 : f32[20,20,1,1]:fractal_z/8 load
        %21 = conv2d(%19, %20) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,20,4,4]:nc1hwc0/8
        %22 = trans_data(%13) layout=0 lanes=1 : f32[1,20,4,4]
        %23 = trans_data(%22) layout=1 lanes=8 : f32[1,20,4,4]:nc1hwc0/8
        %24 = add(%21, %23) : f32[1,20,4,4]:nc1hwc0/8
        %25 = trans_data(%24) layout=0 lanes=1 : f32[1,20,4,4]
        return "y" %25)",
     O3, npu::ascend_910b},
    {"Winograd's tiles are not for halves, nor for an emulated Cube",
     R"(%0 = input "x" : f32[1,32,12,12]
        %1 = param "w" : f32[32,32,3,3] load
        %2 = conv2d(%0, %1) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=1 : f32[1,32,12,12]
        return "y" %2)",
     R"(%0 = input "x" : f32[1,32,12,12]
        %1 = param "w" : f32[32,32,3,3] load
        %2 = trans_data(%0) layout=1 lanes=16 : f32[1,32,12,12]:nc1hwc0/16
        %3 = trans_data(%1) layout=2 lanes=16 : f32[32,32,3,3]:fractal_z/16 load
        %4 = conv2d(%2, %3) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=1 : f32[1,32,12,12]:nc1hwc0/16
        %5 = trans_data(%4) layout=0 lanes=1 : f32[1,32,12,12]
        return "y" %5)",
     [] {
       options all = winograd;
       all.precision = litho::precision::half;
       return all;
     }()},
    {"a cast to another C0 is made in the plain layout: blocks of the other type have other lanes",
     R"(%0 = input "x" : f64[1,3,2,2]
        %1 = param "w" : f64[6,3,1,2] load
        %2 = conv2d(%0, %1) stride=[1,1] pad=[0,0,0,1] dilation=[1,1] groups=1 : f64[1,6,2,2]
        %3 = cast(%2) element=1 : f32[1,6,2,2]
        %4 = relu(%3) : f32[1,6,2,2]
        return "y" %4)",
     R"(%0 = input "x" : f64[1,3,2,2]
        %1 = param "w" : f64[6,3,1,2] load
        %2 = trans_data(%1) layout=2 lanes=8 : f64[6,3,1,2]:fractal_z/8 load
        %3 = conv2d(%0, %2) stride=[1,1] pad=[0,0,0,1] dilation=[1,1] groups=1 : f64[1,6,2,2]:nc1hwc0/8
        %4 = trans_data(%3) layout=0 lanes=1 : f64[1,6,2,2]
        %5 = cast(%4) element=1 : f32[1,6,2,2]
        %6 = relu(%5) : f32[1,6,2,2]
        return "y" %6)"},
    {"doubles come in blocks of 8, and control edges go along",
     R"(%0 = input "x" : f64[1,5,2,2]
        %1 = param "w" : f64[6,5,1,2] load
        %2 = exp(%0) : f64[1,5,2,2]
        %3 = conv2d(%0, %1) stride=[1,1] pad=[0,0,0,1] dilation=[1,1] groups=1 : f64[1,6,2,2] after(%2)
        return "y" %3
        return "e" %2)",
     R"(%0 = input "x" : f64[1,5,2,2]
        %1 = param "w" : f64[6,5,1,2] load
        %2 = exp(%0) : f64[1,5,2,2]
        %3 = trans_data(%0) layout=1 lanes=8 : f64[1,5,2,2]:nc1hwc0/8
        %4 = trans_data(%1) layout=2 lanes=8 : f64[6,5,1,2]:fractal_z/8 load
        %5 = conv2d(%3, %4) stride=[1,1] pad=[0,0,0,1] dilation=[1,1] groups=1 : f64[1,6,2,2]:nc1hwc0/8 after(%2)
        %6 = trans_data(%5) layout=0 lanes=1 : f64[1,6,2,2]
        return "y" %6
        return "e" %2)"},
};

TEST_CASE("layouts") {
  check_all<pass::layouts>(examples);
  STATIC_REQUIRE(all_hold<pass::layouts>(examples));
}

}  // namespace
}  // namespace litho::test::layouts_pass
