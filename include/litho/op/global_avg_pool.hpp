// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "reduce_mean.hpp"

namespace litho {

/// The mean over all axes after the channels, which stay with size 1: [N,C,...] -> [N,C,1,...]. ONNX GlobalAveragePool.
template <>
struct op<"global_avg_pool"> : composite {
  static constexpr op_facts info{
      .name = "global_avg_pool",
      .math = "mean of each channel of x",
      .onnx = "GlobalAveragePool",
      .limits = "[N,C] and one axis or more",
      .differs = "The folded axes stay with size 1, as in ONNX and PyTorch; Keras drops them unless keepdims is set.",
  };

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes&) {
    if (x[0].rank() < 3) return fault{"input must be [N,C,...]: got {left} (rank {a})", x[0], {}, x[0].rank()};
    if (x[0].layout != format::plain) return fault{"input must be plain: got {left}", x[0]};
    tensor_type out = x[0];
    for (int axis = 2; axis < out.rank(); ++axis) out.dims[axis] = 1;
    if (x[0].elements() == 0) return fault{"nothing to fold: {left} has no elements", x[0]};
    return out;
  }

  static constexpr void eval(std::span<const tensor* const> x, const attributes&, tensor& out) {
    const auto count = x[0]->values.size() / static_cast<std::size_t>(out.type.elements());
    for (std::size_t first = 0; first < x[0]->values.size(); first += count) {
      double sum = -0.0;  // as of reduce_mean
      for (std::size_t i = 0; i < count; ++i) sum += x[0]->values[first + i];
      out.values.push_back(rounded(out.type.element, sum / static_cast<double>(count)));
    }
  }

  static constexpr int decompose(const emitter& emit, std::span<const int> x, const attributes&) {
    const int rank = emit.type(x[0]).rank();
    reduction_attributes over;
    for (int axis = 2; axis < rank; ++axis) over.axes.push_back(axis);
    return emit.make<"reduce_mean">({x[0]}, over);
  }
};

inline constexpr auto global_avg_pool = call<"global_avg_pool">;

}  // namespace litho
