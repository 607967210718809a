// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "abs.hpp"
#include "add.hpp"
#include "arg_max.hpp"
#include "arg_min.hpp"
#include "avg_pool2d.hpp"
#include "batch_norm.hpp"
#include "cast.hpp"
#include "clip.hpp"
#include "concat.hpp"
#include "constant.hpp"
#include "conv1d.hpp"
#include "conv2d.hpp"
#include "cumsum.hpp"
#include "dense.hpp"
#include "div.hpp"
#include "erf.hpp"
#include "exp.hpp"
#include "expand.hpp"
#include "flatten.hpp"
#include "gather.hpp"
#include "gather_elements.hpp"
#include "gather_nd.hpp"
#include "gelu.hpp"
#include "global_avg_pool.hpp"
#include "hardswish.hpp"
#include "input.hpp"
#include "layer_norm.hpp"
#include "leaky_relu.hpp"
#include "less.hpp"
#include "log.hpp"
#include "matmul.hpp"
#include "max.hpp"
#include "max_pool2d.hpp"
#include "min.hpp"
#include "mul.hpp"
#include "neg.hpp"
#include "one_hot.hpp"
#include "pad.hpp"
#include "param.hpp"
#include "pow.hpp"
#include "reduce_max.hpp"
#include "reduce_mean.hpp"
#include "reduce_min.hpp"
#include "reduce_sum.hpp"
#include "relu.hpp"
#include "relu6.hpp"
#include "reshape.hpp"
#include "reverse_sequence.hpp"
#include "rsqrt.hpp"
#include "scatter_elements.hpp"
#include "scatter_nd.hpp"
#include "sigmoid.hpp"
#include "silu.hpp"
#include "slice.hpp"
#include "softmax.hpp"
#include "sqrt.hpp"
#include "square.hpp"
#include "sub.hpp"
#include "tanh.hpp"
#include "tile.hpp"
#include "top_k.hpp"
#include "top_k_indices.hpp"
#include "trans_data.hpp"
#include "transpose.hpp"
#include "trilu.hpp"
#include "where.hpp"

namespace litho {

/// All ops of the library by name, for the text parser and the reference table. A custom op need not be here.
// clang-format off
inline constexpr const op_info* all_ops[] = {
    &info_of<"abs">,
    &info_of<"add">,
    &info_of<"arg_max">,
    &info_of<"arg_min">,
    &info_of<"avg_pool2d">,
    &info_of<"batch_norm">,
    &info_of<"cast">,
    &info_of<"clip">,
    &info_of<"concat">,
    &info_of<"constant">,
    &info_of<"conv1d">,
    &info_of<"conv2d">,
    &info_of<"cumsum">,
    &info_of<"dense">,
    &info_of<"div">,
    &info_of<"erf">,
    &info_of<"exp">,
    &info_of<"expand">,
    &info_of<"gather">,
    &info_of<"gather_elements">,
    &info_of<"gather_nd">,
    &info_of<"gelu">,
    &info_of<"global_avg_pool">,
    &info_of<"hardswish">,
    &info_of<"input">,
    &info_of<"layer_norm">,
    &info_of<"leaky_relu">,
    &info_of<"less">,
    &info_of<"log">,
    &info_of<"matmul">,
    &info_of<"max">,
    &info_of<"max_pool2d">,
    &info_of<"min">,
    &info_of<"mul">,
    &info_of<"neg">,
    &info_of<"one_hot">,
    &info_of<"pad">,
    &info_of<"param">,
    &info_of<"pow">,
    &info_of<"reduce_max">,
    &info_of<"reduce_mean">,
    &info_of<"reduce_min">,
    &info_of<"reduce_sum">,
    &info_of<"relu">,
    &info_of<"relu6">,
    &info_of<"reshape">,
    &info_of<"reverse_sequence">,
    &info_of<"rsqrt">,
    &info_of<"scatter_elements">,
    &info_of<"scatter_nd">,
    &info_of<"sigmoid">,
    &info_of<"silu">,
    &info_of<"slice">,
    &info_of<"softmax">,
    &info_of<"sqrt">,
    &info_of<"square">,
    &info_of<"sub">,
    &info_of<"tanh">,
    &info_of<"tile">,
    &info_of<"top_k">,
    &info_of<"top_k_indices">,
    &info_of<"trans_data">,
    &info_of<"transpose">,
    &info_of<"trilu">,
    &info_of<"where">,
};
// clang-format on

}  // namespace litho
