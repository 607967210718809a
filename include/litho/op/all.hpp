// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "abs.hpp"
#include "acos.hpp"
#include "acosh.hpp"
#include "add.hpp"
#include "arg_max.hpp"
#include "arg_min.hpp"
#include "asin.hpp"
#include "asinh.hpp"
#include "atan.hpp"
#include "atanh.hpp"
#include "attention.hpp"
#include "average_pool.hpp"
#include "avg_pool2d.hpp"
#include "batch_norm.hpp"
#include "bit_and.hpp"
#include "bit_cast.hpp"
#include "bit_not.hpp"
#include "bit_or.hpp"
#include "bit_shift.hpp"
#include "bit_xor.hpp"
#include "cast.hpp"
#include "ceil.hpp"
#include "celu.hpp"
#include "channels_last.hpp"
#include "clip.hpp"
#include "col2im.hpp"
#include "concat.hpp"
#include "constant.hpp"
#include "conv.hpp"
#include "conv1d.hpp"
#include "conv2d.hpp"
#include "conv_transpose.hpp"
#include "cos.hpp"
#include "cosh.hpp"
#include "cumprod.hpp"
#include "cumsum.hpp"
#include "deform_conv.hpp"
#include "dense.hpp"
#include "dequantize_linear.hpp"
#include "det.hpp"
#include "dft.hpp"
#include "div.hpp"
#include "elu.hpp"
#include "equal.hpp"
#include "erf.hpp"
#include "exp.hpp"
#include "expand.hpp"
#include "flatten.hpp"
#include "floor.hpp"
#include "gather.hpp"
#include "gather_elements.hpp"
#include "gather_nd.hpp"
#include "gelu.hpp"
#include "global_avg_pool.hpp"
#include "greater.hpp"
#include "greater_or_equal.hpp"
#include "grid_sample.hpp"
#include "group_norm.hpp"
#include "gru.hpp"
#include "gru_steps.hpp"
#include "hard_sigmoid.hpp"
#include "hardswish.hpp"
#include "input.hpp"
#include "interleave.hpp"
#include "is_inf.hpp"
#include "is_nan.hpp"
#include "layer_norm.hpp"
#include "leaky_relu.hpp"
#include "less.hpp"
#include "less_or_equal.hpp"
#include "log.hpp"
#include "log_softmax.hpp"
#include "logical_and.hpp"
#include "logical_not.hpp"
#include "logical_or.hpp"
#include "logical_xor.hpp"
#include "lp_pool.hpp"
#include "lrn.hpp"
#include "lstm.hpp"
#include "lstm_steps.hpp"
#include "matmul.hpp"
#include "max.hpp"
#include "max_pool.hpp"
#include "max_pool2d.hpp"
#include "max_pool_indices.hpp"
#include "max_roi_pool.hpp"
#include "max_unpool.hpp"
#include "min.hpp"
#include "mish.hpp"
#include "mod.hpp"
#include "mul.hpp"
#include "neg.hpp"
#include "one_hot.hpp"
#include "pad.hpp"
#include "pad_mode.hpp"
#include "param.hpp"
#include "pow.hpp"
#include "prelu.hpp"
#include "quantize_linear.hpp"
#include "reciprocal.hpp"
#include "reduce_max.hpp"
#include "reduce_mean.hpp"
#include "reduce_min.hpp"
#include "reduce_prod.hpp"
#include "reduce_sum.hpp"
#include "relu.hpp"
#include "relu6.hpp"
#include "reshape.hpp"
#include "resize.hpp"
#include "reverse_sequence.hpp"
#include "rms_norm.hpp"
#include "rnn.hpp"
#include "rnn_steps.hpp"
#include "roi_align.hpp"
#include "round.hpp"
#include "rsqrt.hpp"
#include "scatter_elements.hpp"
#include "scatter_nd.hpp"
#include "selu.hpp"
#include "shrink.hpp"
#include "sigmoid.hpp"
#include "sign.hpp"
#include "silu.hpp"
#include "sin.hpp"
#include "sinh.hpp"
#include "slice.hpp"
#include "softmax.hpp"
#include "softplus.hpp"
#include "softsign.hpp"
#include "sqrt.hpp"
#include "square.hpp"
#include "sub.hpp"
#include "swish.hpp"
#include "tan.hpp"
#include "tanh.hpp"
#include "thresholded_relu.hpp"
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
    &info_of<"acos">,
    &info_of<"acosh">,
    &info_of<"add">,
    &info_of<"arg_max">,
    &info_of<"arg_min">,
    &info_of<"asin">,
    &info_of<"asinh">,
    &info_of<"atan">,
    &info_of<"atanh">,
    &info_of<"attention">,
    &info_of<"average_pool">,
    &info_of<"avg_pool2d">,
    &info_of<"batch_norm">,
    &info_of<"bit_and">,
    &info_of<"bit_cast">,
    &info_of<"bit_not">,
    &info_of<"bit_or">,
    &info_of<"bit_shift">,
    &info_of<"bit_xor">,
    &info_of<"cast">,
    &info_of<"ceil">,
    &info_of<"celu">,
    &info_of<"channels_last">,
    &info_of<"clip">,
    &info_of<"col2im">,
    &info_of<"concat">,
    &info_of<"constant">,
    &info_of<"conv">,
    &info_of<"conv1d">,
    &info_of<"conv2d">,
    &info_of<"conv_transpose">,
    &info_of<"cos">,
    &info_of<"cosh">,
    &info_of<"cumprod">,
    &info_of<"cumsum">,
    &info_of<"deform_conv">,
    &info_of<"dense">,
    &info_of<"dequantize_linear">,
    &info_of<"det">,
    &info_of<"dft">,
    &info_of<"div">,
    &info_of<"elu">,
    &info_of<"equal">,
    &info_of<"erf">,
    &info_of<"exp">,
    &info_of<"expand">,
    &info_of<"floor">,
    &info_of<"gather">,
    &info_of<"gather_elements">,
    &info_of<"gather_nd">,
    &info_of<"gelu">,
    &info_of<"global_avg_pool">,
    &info_of<"greater">,
    &info_of<"greater_or_equal">,
    &info_of<"grid_sample">,
    &info_of<"group_norm">,
    &info_of<"gru">,
    &info_of<"gru_steps">,
    &info_of<"hard_sigmoid">,
    &info_of<"hardswish">,
    &info_of<"input">,
    &info_of<"interleave">,
    &info_of<"is_inf">,
    &info_of<"is_nan">,
    &info_of<"layer_norm">,
    &info_of<"leaky_relu">,
    &info_of<"less">,
    &info_of<"less_or_equal">,
    &info_of<"log">,
    &info_of<"log_softmax">,
    &info_of<"logical_and">,
    &info_of<"logical_not">,
    &info_of<"logical_or">,
    &info_of<"logical_xor">,
    &info_of<"lp_pool">,
    &info_of<"lrn">,
    &info_of<"lstm">,
    &info_of<"lstm_steps">,
    &info_of<"matmul">,
    &info_of<"max">,
    &info_of<"max_pool">,
    &info_of<"max_pool2d">,
    &info_of<"max_pool_indices">,
    &info_of<"max_roi_pool">,
    &info_of<"max_unpool">,
    &info_of<"min">,
    &info_of<"mish">,
    &info_of<"mod">,
    &info_of<"mul">,
    &info_of<"neg">,
    &info_of<"one_hot">,
    &info_of<"pad">,
    &info_of<"pad_mode">,
    &info_of<"param">,
    &info_of<"pow">,
    &info_of<"prelu">,
    &info_of<"quantize_linear">,
    &info_of<"reciprocal">,
    &info_of<"reduce_max">,
    &info_of<"reduce_mean">,
    &info_of<"reduce_min">,
    &info_of<"reduce_prod">,
    &info_of<"reduce_sum">,
    &info_of<"relu">,
    &info_of<"relu6">,
    &info_of<"reshape">,
    &info_of<"resize">,
    &info_of<"reverse_sequence">,
    &info_of<"rms_norm">,
    &info_of<"rnn">,
    &info_of<"rnn_steps">,
    &info_of<"roi_align">,
    &info_of<"round">,
    &info_of<"rsqrt">,
    &info_of<"scatter_elements">,
    &info_of<"scatter_nd">,
    &info_of<"selu">,
    &info_of<"shrink">,
    &info_of<"sigmoid">,
    &info_of<"sign">,
    &info_of<"silu">,
    &info_of<"sin">,
    &info_of<"sinh">,
    &info_of<"slice">,
    &info_of<"softmax">,
    &info_of<"softplus">,
    &info_of<"softsign">,
    &info_of<"sqrt">,
    &info_of<"square">,
    &info_of<"sub">,
    &info_of<"swish">,
    &info_of<"tan">,
    &info_of<"tanh">,
    &info_of<"thresholded_relu">,
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
