// SPDX-License-Identifier: BSL-1.0
// Ops of domain com.microsoft that ONNX Runtime writes when it quantises or fuses a model.
#include "families.hpp"

namespace litho::importer {

namespace {

value optional(const node& n, int i) { return n.has(i) ? n.in(i) : nullptr; }

/// Input `i` with its scale and zero point behind it.
value dequantised_at(const node& n, int i) { return dequantised(n, n.in(i), n.in(i + 1), optional(n, i + 2), -1); }

/// y with the scale at `i` and the zero point behind it; the type is that of the first input.
values quantised_at(const node& n, const value& y, int i) {
  return {quantised(n, y, n.in(i), optional(n, i + 1), n.type().element, -1)};
}

template <name_t Name>
values binary(const node& n) {
  return quantised_at(n, n.to.make(Name.view(), {dequantised_at(n, 0), dequantised_at(n, 3)}), 6);
}

values sigmoid(const node& n) { return quantised_at(n, n.to.make("sigmoid", {dequantised_at(n, 0)}), 3); }
values leaky_relu(const node& n) {
  return quantised_at(n, n.to.make("leaky_relu", {dequantised_at(n, 0)}, {{"alpha", n.real("alpha", 0.01F)}}), 3);
}

values global_average_pool(const node& n) {
  if (n.integer("channels_last", 0) != 0) n.refuse("channels_last is not supported");
  return quantised_at(n, n.to.make("global_avg_pool", {dequantised_at(n, 0)}), 3);
}

values average_pool(const node& n) {
  if (n.integer("channels_last", 0) != 0) n.refuse("channels_last is not supported");
  return quantised_at(n, average_pooled(n, dequantised_at(n, 0)), 3);
}

values soft_max(const node& n) {
  return quantised_at(n, softmax_of_version(n, dequantised_at(n, 0), n.integer("opset", 13)), 3);
}

/// alpha A B + C; C is in steps of alpha times both scales. Floats where no scale of the result is given.
values gemm(const node& n) {
  const auto oriented = [&](const value& x, const char* flag) {
    return n.integer(flag, 0) != 0 ? n.to.transpose(x, {1, 0}) : x;
  };
  if (n.rank(0) != 2 || n.rank(3) != 2) n.refuse("takes two matrices");
  const int axis = n.type(4).elements() > 1 ? (n.integer("transB", 0) != 0 ? 0 : 1) : -1;
  const value a = oriented(dequantised_at(n, 0), "transA");
  const value b = oriented(dequantised(n, n.in(3), n.in(4), optional(n, 5), axis), "transB");
  value y = n.to.make("matmul", {a, b});
  const double alpha = n.real("alpha", 1);
  if (alpha != 1) y = with_number(n.to, "mul", y, alpha);
  if (n.has(6)) {
    value step = n.to.make("mul", {n.to.reshape(n.in(1), {}), axis < 0 ? n.to.reshape(n.in(4), {}) : n.in(4)});
    if (alpha != 1) step = with_number(n.to, "mul", step, alpha);
    y = n.to.make("add", {y, n.to.make("mul", {n.to.cast(n.in(6), y->type.element), step})});
  }
  return n.has(7) ? quantised_at(n, y, 7) : values{y};
}

/// Scale and zero point of the result, then each input with its own.
values concat(const node& n) {
  values parts;
  for (int i = 2; i + 1 < n.size(); i += 3) parts.push_back(dequantised_at(n, i));
  if (parts.empty()) n.refuse("has no inputs");
  const value all = n.to.concat(parts, n.axis(n.integer("axis", 0), parts[0]->type.rank()));
  return {quantised(n, all, n.in(0), n.in(1), n.type(1).element, -1)};
}

values fused_matmul(const node& n) {
  const auto oriented = [&](int i, const char* flag) {
    if (n.integer(flag, 0) == 0) return n.in(i);
    if (n.rank(i) < 2) n.refuse("transposes a vector");
    ints order;
    for (int axis = 0; axis < n.rank(i); ++axis) order.push_back(axis);
    std::swap(order[n.rank(i) - 1], order[n.rank(i) - 2]);
    return n.to.transpose(n.in(i), order);
  };
  if (n.integer("transBatchA", 0) != 0 || n.integer("transBatchB", 0) != 0)
    n.refuse("transBatchA and transBatchB are not supported");
  const value y = n.to.make("matmul", {oriented(0, "transA"), oriented(1, "transB")});
  return {n.real("alpha", 1) == 1 ? y : with_number(n.to, "mul", y, n.real("alpha", 1))};
}

values gelu(const node& n) { return {n.to.make("gelu", {n.in(0)})}; }
values bias_gelu(const node& n) { return {n.to.make("gelu", {n.to.make("add", {n.in(0), n.in(1)})})}; }
values fast_gelu(const node& n) {
  const value x = n.has(1) ? n.to.make("add", {n.in(0), n.in(1)}) : n.in(0);
  return {n.to.make("gelu", {x}, {{"tanh_form", true}})};
}
values quick_gelu(const node& n) { return {n.to.make("swish", {n.in(0)}, {{"alpha", n.real("alpha", 1.702F)}})}; }

values skip_layer_normalization(const node& n) {
  value sum = n.to.make("add", {n.in(0), n.in(1)});
  if (n.has(4)) sum = n.to.make("add", {sum, n.in(4)});
  values inputs{sum, n.in(2)};
  if (n.has(3)) inputs.push_back(n.in(3));
  values result{n.to.make("layer_norm", inputs, {{"axis", n.rank() - 1}, {"epsilon", n.real("epsilon", 1e-12F)}}),
                nullptr, nullptr, sum};
  return result;
}

}  // namespace

void add_microsoft(translator_table& table) {
  table.insert({
      {"com.microsoft::QLinearAdd", {binary<"add">, 1, 1, "dequantize_linear, add, quantize_linear"}},
      {"com.microsoft::QLinearMul", {binary<"mul">, 1, 1, "dequantize_linear, mul, quantize_linear"}},
      {"com.microsoft::QLinearSigmoid", {sigmoid, 1, 1, "dequantize_linear, sigmoid, quantize_linear"}},
      {"com.microsoft::QLinearLeakyRelu", {leaky_relu, 1, 1, "dequantize_linear, leaky_relu, quantize_linear"}},
      {"com.microsoft::QLinearGlobalAveragePool",
       {global_average_pool, 1, 1, "dequantize_linear, global_avg_pool, quantize_linear"}},
      {"com.microsoft::QLinearAveragePool",
       {average_pool, 1, 1, "dequantize_linear, the pooling of AveragePool, quantize_linear"}},
      {"com.microsoft::QLinearSoftmax", {soft_max, 1, 1, "dequantize_linear, softmax, quantize_linear"}},
      {"com.microsoft::QGemm", {gemm, 1, 1, "dequantize_linear, matmul, add, quantize_linear"}},
      {"com.microsoft::QLinearConcat", {concat, 1, 1, "dequantize_linear, concat, quantize_linear"}},
      {"com.microsoft::FusedMatMul", {fused_matmul, 1, 1, "transpose, matmul, mul"}},
      {"com.microsoft::Gelu", {gelu, 1, 1, "gelu"}},
      {"com.microsoft::BiasGelu", {bias_gelu, 1, 1, "add, gelu"}},
      {"com.microsoft::FastGelu", {fast_gelu, 1, 1, "add, gelu in its form with tanh"}},
      {"com.microsoft::QuickGelu", {quick_gelu, 1, 1, "swish"}},
      {"com.microsoft::SkipLayerNormalization", {skip_layer_normalization, 1, 1, "add, layer_norm"}},
  });
  for (const char* same : {"QuantizeLinear", "DequantizeLinear"}) {
    const translation& standard = table.at(same);
    table.insert({std::string("com.microsoft::") + same, {standard.translate, 1, 1, standard.becomes}});
  }
}

}  // namespace litho::importer
