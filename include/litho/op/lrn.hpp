// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "direct_values.hpp"

namespace litho {

struct lrn_attributes {
  std::int64_t size = 1;  ///< channels that are summed, the element's own among them
  double alpha = 1e-4;
  double beta = 0.75;
  double bias = 1;
  static constexpr void fields(auto& self, auto&& visit) {
    visit("size", self.size);
    visit("alpha", self.alpha);
    visit("beta", self.beta);
    visit("bias", self.bias);
  }
  friend constexpr bool operator==(const lrn_attributes&, const lrn_attributes&) = default;
};

/// x / (bias + alpha / size * sum of the squares of `size` channels around)^beta, for x [N,C,...]; of an even size one more
/// channel lies behind than in front. ONNX LRN, torch.local_response_norm.
template <>
struct op<"lrn"> : direct {
  static constexpr op_facts info{
      .name = "lrn",
      .math = "x / (bias + alpha / size sum x[c+k]^2)^beta",
      .onnx = "LRN",
      .limits = "x [N,C,...]",
      .differs =
          "alpha is divided by the size, as in ONNX, PyTorch and Caffe, but not in TensorFlow, whose depth_radius is "
          "(size - 1) / 2. Of an even size one more channel lies behind, as in ONNX; in PyTorch in front.",
  };
  using attributes = lrn_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    if (const fault why = detail::refuse_blocked(x)) return why;
    if (x[0].rank() < 2) return fault{"input must be [N,C,...]: got {left} (rank {a})", x[0], {}, x[0].rank()};
    if (a.size < 1) return fault{"size must be 1 or more: {a} for {left}", x[0], {}, a.size};
    return x[0];
  }

  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    using real = typename std::remove_cvref_t<decltype(in)>::real_type;
    const detail::axis_walk walk = detail::along(in.type(0).dims, 1);
    const std::int64_t before = (a.size - 1) / 2;
    const std::int64_t after = a.size - 1 - before;
    for (std::int64_t n = 0; n < walk.outer; ++n)
      for (std::int64_t c = 0; c < walk.extent; ++c) {
        const std::int64_t first = c < before ? 0 : c - before;
        const std::int64_t last = after >= walk.extent - c ? walk.extent - 1 : c + after;
        for (std::int64_t k = 0; k < walk.inner; ++k) {
          double sum = 0;
          for (std::int64_t i = first; i <= last; ++i) {
            const auto value = static_cast<double>(in.real(0, walk.at(n, i, k)));
            sum += value * value;
          }
          const double scale = math::pow(a.bias + a.alpha / static_cast<double>(a.size) * sum, a.beta);
          out.set(walk.at(n, c, k), static_cast<real>(static_cast<double>(in.real(0, walk.at(n, c, k))) / scale));
        }
      }
  }
};

/// lrn<{.size = 5}>(x)
template <lrn_attributes Attributes, tensor_expr X>
consteval auto lrn(X x) {
  return call<"lrn", Attributes>(x);
}

}  // namespace litho
