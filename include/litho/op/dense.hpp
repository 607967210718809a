// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "add.hpp"

namespace litho {

/// y[..., o] = sum over i of x[..., i] w[o, i] (+ b[o]), summed in double. x [..., in], w [out, in], b [out]. w may be packed
/// (fractal_z); x and the result are plain. torch.nn.Linear, ONNX Gemm with transB = 1.
template <>
struct op<"dense"> : contraction {
  static constexpr op_facts info{
      .name = "dense",
      .math = "sum over i of x[...,i] w[o,i] + b[o]",
      .onnx = "Gemm",
      .limits = "w [out,in], b [out]; alpha = beta = 1",
      .differs = "PyTorch's Linear keeps weights as here, Keras' Dense [in,out], ONNX either, by transB.",
  };
  using attributes = no_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes&) {
    const tensor_type& x = in[0];
    const tensor_type& w = in[1];
    if (x.element != w.element) return fault{"element types differ: {left} and {right}", x, w};
    if (x.rank() < 1) return fault{"input must be [...,in]: got {left}", x, w};
    if (w.rank() != 2) return fault{"weights must be [out,in]: got {right} (rank {a})", x, w, w.rank()};
    if (x.layout != format::plain) return fault{"input must be plain: got {left}", x, w};
    if (w.layout != format::plain && w.layout != format::fractal_z)
      return fault{"weights must be plain or fractal_z: got {right}", x, w};
    const int last = x.rank() - 1;
    if (x.dims[last] != w.dims[1])
      return fault{"input sizes differ: input {left}, weights {right} ({a} vs {b})", x, w, x.dims[last], w.dims[1]};
    if (in.size() == 3 && (in[2].rank() != 1 || in[2].dims[0] != w.dims[0] || in[2].element != x.element))
      return fault{"bias must be [out]: got {left} for weights {right}", in[2], w};
    tensor_type out = x;
    out.dims[last] = w.dims[0];
    return out;
  }

  static constexpr void eval(std::span<const tensor* const> in, const attributes&, tensor& out) {
    const tensor& x = *in[0];
    const tensor& w = *in[1];
    const auto outputs = static_cast<std::size_t>(w.type.dims[0]);
    const auto inputs = static_cast<std::size_t>(w.type.dims[1]);
    const auto count = static_cast<std::size_t>(out.type.elements());
    for (std::size_t at = 0; at < count; ++at) {
      const std::size_t row = at / outputs;
      const std::size_t o = at % outputs;
      double sum = in.size() == 3 ? double(in[2]->values[o]) : 0.0;
      for (std::size_t i = 0; i < inputs; ++i) sum += x.values[row * inputs + i] * w.values[o * inputs + i];
      out.values.push_back(rounded(out.type.element, sum));
    }
  }

  /// The bias becomes an addition of its own, which the Cube's epilogue takes in.
  static constexpr int decompose(const emitter& emit, std::span<const int> x, const attributes&) {
    if (x.size() < 3) return -1;
    return emit.make<"add">({emit.make<"dense">({x[0], x[1]}), x[2]});
  }
};

/// dense(x, w) or (x, w, b). A function, unlike other ops without attributes, since room expr adds dense<"name", {...}>(x).
template <tensor_expr... X>
consteval auto dense(X... x) {
  return call<"dense">(x...);
}

}  // namespace litho
