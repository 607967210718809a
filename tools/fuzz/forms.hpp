// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

namespace litho::fuzz {

/// Shapes that the inputs of an op have together. Inputs are divided by ";", sizes by spaces. A letter stands for the same
/// size wherever it is, "3h" for three times that, ".." for any axes in front (the same everywhere). "i64:", "bool:" or
/// "positive:" before the sizes choose an element type or the range of values; without one it is that of the first input.
/// Attributes that are named here have that value (or a letter's), all others are left to chance.
struct form {
  std::string_view op;
  std::string_view inputs;
  std::string_view attributes = "";
};

inline constexpr form forms[] = {
    {"attention", ".. s d; .. t d; .. t e"},
    {"attention", ".. s d; .. t d; .. t e; .. s t"},
    {"batch_norm", "n c h w; c; c; c; positive:c"},
    {"batch_norm", "n c l; c; c; c; positive:c"},
    {"batch_norm", "n c; c; c; c; positive:c"},
    {"bit_shift", "u8:a b; u8:a b"},
    {"bit_shift", "u32:a b; u32:b"},
    {"col2im", "n 4c 4", "block=[2,2] image=[3,3]"},
    {"col2im", "n 3c 6", "block=[3] image=[8] stride=[] dilation=[] pads=[]"},
    {"conv", "n c l; o c k"},
    {"conv", "n c h w; o c k l; o", "groups=1"},
    {"conv", "n c x y z; o c 2 2 1", "groups=1"},
    {"conv1d", "n c l; o c k", "groups=1"},
    {"conv1d", "n c l; o c k; o", "groups=1"},
    {"conv1d", "n c l; c 1 k", "groups=c"},
    {"conv2d", "n c h w; o c k l", "groups=1"},
    {"conv2d", "n c h w; o c 1 1", "groups=1"},
    {"conv2d", "n c h w; o c 3 3; o", "groups=1"},
    {"conv2d", "n c h w; c 1 3 3; c", "groups=c"},
    {"conv2d", "n c h w; 2c 1 k l", "groups=c"},
    {"conv2d", "n 2c h w; 2o c k l; 2o", "groups=2"},
    {"conv_transpose", "n c h w; c o k l", "groups=1"},
    {"conv_transpose", "n c l; c o k; o", "groups=1"},
    {"conv_transpose", "n 2c h w; 2c o k l; 2o", "groups=2"},
    {"deform_conv", "n c 4 4; o c 2 2; n 8 3 3", "stride=[] dilation=[] pads=[] groups=1 offset_groups=1"},
    {"deform_conv", "n c 4 4; o c 2 2; n 8 3 3; o; n 4 3 3",
     "stride=[] dilation=[] pads=[] groups=1 offset_groups=1 has_bias=1 has_mask=1"},
    {"dense", ".. i; o i"},
    {"dense", ".. i; o i; o"},
    {"dense", "n i; o i; o"},
    {"dequantize_linear", "i8:a c; f32:c; i8:c"},
    {"dequantize_linear", "u8:a c; f32:; u8:"},
    {"det", ".. n n"},
    {"dft", "n l 2", "axis=1"},
    {"dft", "n l 1", "axis=-2"},
    {"gather", "a b; i64:i"},
    {"gather", "a b c; i32:i j"},
    {"gather_elements", "a b; i64:i b"},
    {"gather_elements", "a b c; i32:a i c"},
    {"gather_nd", "a b c; i64:n 2", "batch_dims=0"},
    {"gather_nd", "a b c; i64:a n 1", "batch_dims=1"},
    {"grid_sample", "n c h w; n k l 2"},
    {"grid_sample", "n c x y z; n k l m 3"},
    {"group_norm", "n 2c h w; 2c; 2c", "groups=2"},
    {"group_norm", "n c l; c; c", "groups=c"},
    {"gru", "s b i; 1 3h i; 1 3h h", "hidden_size=h has_bias=0 has_lengths=0 has_initial_h=0"},
    {"gru", "s b i; 2 3h i; 2 3h h; 2 6h", "hidden_size=h direction=2 has_bias=1 has_lengths=0 has_initial_h=0"},
    {"gru", "s b i; 1 3h i; 1 3h h; 1 6h; i32:b; 1 b h", "hidden_size=h has_bias=1 has_lengths=1 has_initial_h=1"},
    {"gru_steps", "s b i; 1 i 3h; 1 h 3h", "hidden_size=h has_bias=0 has_lengths=0 has_initial_h=0"},
    {"interleave", "n c h w; n c h w", "counts=[2,1]"},
    {"interleave", "n c l; n c l; n c l", "counts=[3]"},
    {"layer_norm", ".. d; d; d", "axis=-1"},
    {"layer_norm", "n c d; c d", "axis=1"},
    {"lstm", "s b i; 1 4h i; 1 4h h",
     "hidden_size=h has_bias=0 has_lengths=0 has_initial_h=0 has_initial_c=0 has_peepholes=0"},
    {"lstm", "s b i; 2 4h i; 2 4h h; 2 8h",
     "hidden_size=h direction=2 has_bias=1 has_lengths=0 has_initial_h=0 has_initial_c=0 has_peepholes=0"},
    {"lstm", "s b i; 1 4h i; 1 4h h; 1 8h; i32:b; 1 b h; 1 b h; 1 3h",
     "hidden_size=h has_bias=1 has_lengths=1 has_initial_h=1 has_initial_c=1 has_peepholes=1"},
    {"lstm_steps", "s b i; 1 i 4h; 1 h 4h",
     "hidden_size=h has_bias=0 has_lengths=0 has_initial_h=0 has_initial_c=0 has_peepholes=0"},
    {"matmul", ".. i k; .. k j"},
    {"matmul", "a i k; k j"},
    {"matmul", "i k; k"},
    {"max_roi_pool", "n c h w; r 5"},
    {"max_unpool", "n c h w; i64:n c h w"},
    {"one_hot", "i64:a b; f32:2"},
    {"one_hot", "i32:a; i64:2"},
    {"pow", "positive:a b; b"},
    {"prelu", "n c h w; c 1 1"},
    {"quantize_linear", "f32:a c; f32:c; i8:c"},
    {"quantize_linear", "f32:a c; f32:; u8:", "element=3"},
    {"reverse_sequence", "t b i; i64:b", "batch_axis=1 time_axis=0"},
    {"reverse_sequence", "b t; i64:b", "batch_axis=0 time_axis=1"},
    {"rms_norm", ".. d; d", "axis=-1"},
    {"rnn", "s b i; 1 h i; 1 h h", "hidden_size=h has_bias=0 has_lengths=0 has_initial_h=0"},
    {"rnn", "s b i; 2 h i; 2 h h; 2 2h; i32:b", "hidden_size=h direction=2 has_bias=1 has_lengths=1 has_initial_h=0"},
    {"rnn_steps", "s b i; 1 i h; 1 h h", "hidden_size=h has_bias=0 has_lengths=0 has_initial_h=0"},
    {"roi_align", "n c h w; r 4; i64:r"},
    {"scatter_elements", "a b; i64:i b; i b"},
    {"scatter_elements", "a b c; i32:a i c; a i c"},
    {"scatter_nd", "a b c; i64:n 2; n c"},
    {"scatter_nd", "a b; i64:n 1; n b"},
    {"where", "bool:a b; f32:a b; f32:b"},
    {"where", "bool:a b; i64:b; i64:"},
};

}  // namespace litho::fuzz
