// SPDX-License-Identifier: BSL-1.0
// Functions of one tensor with parameters of their own. What the library has no op for is written with others.
#include "families.hpp"

namespace litho::importer {

namespace {

template <name_t Name>
values unary(const node& n) {
  return {n.to.make(Name.view(), {n.in(0)})};
}

values leaky_relu(const node& n) { return {n.to.make("leaky_relu", {n.in(0)}, {{"alpha", n.real("alpha", 0.01F)}})}; }

/// x where the condition holds, y elsewhere.
value select(builder& to, const value& condition, const value& x, const value& y) { return to.make("where", {condition, x, y}); }
value is_negative(builder& to, const value& x) { return with_number(to, "less", x, 0); }
/// exp(x) - 1 of what is not positive, so that nothing overflows.
value falling(builder& to, const value& x) {
  return with_number(to, "sub", to.make("exp", {with_number(to, "min", x, 0)}), 1);
}

values elu(const node& n) {
  const double alpha = n.real("alpha", 1);
  if (find_op("elu") != nullptr) return {n.to.make("elu", {n.in(0)}, {{"alpha", alpha}})};
  return {select(n.to, is_negative(n.to, n.in(0)), with_number(n.to, "mul", falling(n.to, n.in(0)), alpha), n.in(0))};
}

values selu(const node& n) {
  const double alpha = n.real("alpha", 1.67326319217681884765625);
  const double gamma = n.real("gamma", 1.05070102214813232421875);
  const value positive = with_number(n.to, "mul", n.in(0), gamma);
  const value negative = with_number(n.to, "mul", falling(n.to, n.in(0)), alpha * gamma);
  return {select(n.to, is_negative(n.to, n.in(0)), negative, positive)};
}

values celu(const node& n) {
  const double alpha = n.real("alpha", 1);
  const value negative = with_number(n.to, "mul", falling(n.to, with_number(n.to, "div", n.in(0), alpha)), alpha);
  return {select(n.to, is_negative(n.to, n.in(0)), negative, n.in(0))};
}

values hard_sigmoid(const node& n) {
  const value line = with_number(n.to, "add", with_number(n.to, "mul", n.in(0), n.real("alpha", 0.2F)), n.real("beta", 0.5));
  return {n.to.make("clip", {line}, {{"low", 0.0}, {"high", 1.0}})};
}

values softplus(const node& n) {
  if (find_op("softplus") != nullptr) return unary<"softplus">(n);
  builder& to = n.to;  // max(x, 0) + log(1 + exp(-|x|)) stays in range
  const value tail = to.make("log", {with_number(to, "add", to.make("exp", {to.make("neg", {to.make("abs", {n.in(0)})})}), 1)});
  return {to.make("add", {with_number(to, "max", n.in(0), 0), tail})};
}

values softsign(const node& n) {
  return {n.to.make("div", {n.in(0), with_number(n.to, "add", n.to.make("abs", {n.in(0)}), 1)})};
}

values mish(const node& n) { return {n.to.make("mul", {n.in(0), n.to.make("tanh", {softplus(n)[0]})})}; }

values swish(const node& n) {
  const double alpha = n.real("alpha", 1);
  if (alpha == 1) return unary<"silu">(n);
  return {n.to.make("mul", {n.in(0), n.to.make("sigmoid", {with_number(n.to, "mul", n.in(0), alpha)})})};
}

values thresholded_relu(const node& n) {
  const value above = n.to.make("less", {n.to.scalar(n.type().element, n.real("alpha", 1)), n.in(0)});
  return {select(n.to, above, n.in(0), n.to.scalar(n.type().element, 0))};
}

values shrink(const node& n) {
  const double limit = n.real("lambd", 0.5);
  const double bias = n.real("bias", 0);
  const dtype element = n.type().element;
  const value low = n.to.make("less", {n.in(0), n.to.scalar(element, -limit)});
  const value high = n.to.make("less", {n.to.scalar(element, limit), n.in(0)});
  const value rest = select(n.to, high, with_number(n.to, "sub", n.in(0), bias), n.to.scalar(element, 0));
  return {select(n.to, low, with_number(n.to, "add", n.in(0), bias), rest)};
}

/// The slope broadcasts to x; before opset 7 it lay along the channels.
values prelu(const node& n) {
  value slope = n.in(1);
  if (n.version < 7 && slope->type.rank() == 1 && slope->type.elements() > 1) slope = along_channels(n.to, slope, n.rank());
  if (find_op("prelu") != nullptr) return {n.to.make("prelu", {n.in(0), slope})};
  return {select(n.to, is_negative(n.to, n.in(0)), n.to.make("mul", {n.in(0), slope}), n.in(0))};
}

values gelu(const node& n) {
  const std::string form = n.text("approximate", "none");
  if (form != "none" && form != "tanh") n.refuse("approximate = " + form + " is not known");
  return {n.to.make("gelu", {n.in(0)}, {{"tanh_form", form == "tanh"}})};
}

}  // namespace

void add_activations(translator_table& table) {
  table.insert({{"Relu", unary<"relu">},       {"Sigmoid", unary<"sigmoid">},  {"Tanh", unary<"tanh">},
                {"LeakyRelu", leaky_relu},     {"Elu", elu},                   {"Selu", selu},
                {"Celu", celu},                {"HardSigmoid", hard_sigmoid},  {"HardSwish", unary<"hardswish">},
                {"Softplus", softplus},        {"Softsign", softsign},         {"Mish", mish},
                {"Swish", swish},              {"ThresholdedRelu", thresholded_relu},
                {"Shrink", shrink},            {"PRelu", prelu},               {"Gelu", gelu}});
}

}  // namespace litho::importer
