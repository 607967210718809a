// SPDX-License-Identifier: BSL-1.0
// Functions of one tensor, most with numbers of their own.
#include "families.hpp"

namespace litho::importer {

namespace {

template <name_t Name>
values unary(const node& n) {
  return {n.to.make(Name.view(), {n.in(0)})};
}

/// An op with one or two numbers, which ONNX calls as the library does.
template <name_t Name, name_t Alpha>
values with_one(const node& n, double otherwise) {
  return {n.to.make(Name.view(), {n.in(0)}, {{Alpha.text, n.real(Alpha.text, otherwise)}})};
}
values leaky_relu(const node& n) { return with_one<"leaky_relu", "alpha">(n, 0.01F); }
values elu(const node& n) { return with_one<"elu", "alpha">(n, 1); }
values celu(const node& n) { return with_one<"celu", "alpha">(n, 1); }
values thresholded_relu(const node& n) { return with_one<"thresholded_relu", "alpha">(n, 1); }
values swish(const node& n) { return n.real("alpha", 1) == 1 ? unary<"silu">(n) : with_one<"swish", "alpha">(n, 1); }

/// The defaults had four digits before opset 6.
values selu(const node& n) {
  const bool is_old = n.version < 6;
  const double alpha = n.real("alpha", is_old ? 1.6732F : 1.67326319217681884765625);
  const double gamma = n.real("gamma", is_old ? 1.0507F : 1.05070102214813232421875);
  return {n.to.make("selu", {n.in(0)}, {{"alpha", alpha}, {"gamma", gamma}})};
}
values hard_sigmoid(const node& n) {
  return {n.to.make("hard_sigmoid", {n.in(0)}, {{"alpha", n.real("alpha", 0.2F)}, {"beta", n.real("beta", 0.5)}})};
}

/// Of whole numbers by way of double.
values shrink(const node& n) {
  const dtype element = n.type().element;
  const value x = is_float(element) ? n.in(0) : n.to.cast(n.in(0), dtype::f64);
  return {n.to.cast(n.to.make("shrink", {x}, {{"bias", n.real("bias", 0)}, {"lambd", n.real("lambd", 0.5)}}), element)};
}

/// The slope broadcasts to x; before opset 7 it lay along the channels.
values prelu(const node& n) {
  value slope = n.in(1);
  if (n.version < 7 && slope->type.rank() == 1 && slope->type.elements() > 1)
    slope = along_channels(n.to, slope, n.rank());
  return {n.to.make("prelu", {n.in(0), slope})};
}

values gelu(const node& n) {
  const std::string form = n.text("approximate", "none");
  if (form != "none" && form != "tanh") n.refuse("approximate = " + form + " is not known");
  return {n.to.make("gelu", {n.in(0)}, {{"tanh_form", form == "tanh"}})};
}

}  // namespace

void add_activations(translator_table& table) {
  table.insert({
      {"Relu", {unary<"relu">, 1, 14, "relu"}},
      {"Sigmoid", {unary<"sigmoid">, 1, 13, "sigmoid"}},
      {"Tanh", {unary<"tanh">, 1, 13, "tanh"}},
      {"LeakyRelu", {leaky_relu, 1, 16, "leaky_relu"}},
      {"Elu", {elu, 1, 22, "elu"}},
      {"Selu", {selu, 1, 22, "selu"}},
      {"Celu", {celu, 12, 12, "celu"}},
      {"HardSigmoid", {hard_sigmoid, 1, 22, "hard_sigmoid"}},
      {"HardSwish", {unary<"hardswish">, 14, 22, "hardswish"}},
      {"Softplus", {unary<"softplus">, 1, 22, "softplus"}},
      {"Softsign", {unary<"softsign">, 1, 22, "softsign"}},
      {"Mish", {unary<"mish">, 18, 22, "mish"}},
      {"Swish", {swish, 24, 24, "silu, or swish where alpha is not 1"}},
      {"ThresholdedRelu", {thresholded_relu, 10, 22, "thresholded_relu"}},
      {"Shrink", {shrink, 9, 9, "shrink"}},
      {"PRelu", {prelu, 1, 16, "prelu"}},
      {"Gelu", {gelu, 20, 20, "gelu"}},
  });
}

}  // namespace litho::importer
