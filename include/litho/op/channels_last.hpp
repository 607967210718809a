// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op.hpp"

namespace litho {

/// [N,H,W,C] as [N,C,H,W] in NC1HWC0 with C0 = C: all channels of a pixel lie side by side in both, so nothing moves.
/// Written by pass `layouts` where a convolution takes a picture that is stored as cameras and TensorFlow have it.
template <>
struct op<"channels_last"> : movement {
  static constexpr op_facts info{
      .name = "channels_last",
      .math = "x with its last axis as the second, in the same memory",
      .limits = "[N,H,W,C] with all channels in one C0; written by pass `layouts`, not by adapters",
      .reinterprets = true,
      .blocked = true,
  };

  static constexpr inferred infer(std::span<const tensor_type> in, const no_attributes&) {
    const tensor_type& x = in[0];
    if (x.rank() != 4) return fault{"input must be [N,H,W,C]: got {left} (rank {a})", x, {}, x.rank()};
    if (x.layout != format::plain) return fault{"{left} is blocked already", x};
    if (x.dims[3] < 1 || x.dims[3] > most_channels)
      return fault{"no C0 of {a} channels, at most {b}: got {left}", x, {}, x.dims[3], most_channels};
    tensor_type out = x;
    out.dims = {x.dims[0], x.dims[3], x.dims[1], x.dims[2]};
    return out.with(format::nc1hwc0, static_cast<int>(x.dims[3]));
  }

  static constexpr strided read(const tensor_type& x, const no_attributes&) {
    const ints strides = strides_of(x.dims);
    return {.strides = {strides[0], strides[3], strides[1], strides[2]}};
  }

 private:
  static constexpr std::int64_t most_channels = 1024;
};

}  // namespace litho
