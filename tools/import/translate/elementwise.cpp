// SPDX-License-Identifier: BSL-1.0
// Arithmetic, comparison and logic: one op of the library each, or a short composition.
#include "families.hpp"

namespace litho::importer {

namespace {

/// Opset 6 and older: b lies along the axes of a that start at `axis`, only with broadcast = 1.
value old_operand(const node& n, const value& b) {
  if (n.version >= 7 || !b || n.integer("broadcast", 0) == 0 || !n.has_attribute("axis")) return b;
  const int axis = n.axis(n.integer("axis", 0), n.rank());
  std::vector<std::int64_t> dims = to_vector(b->type.dims);
  while (static_cast<int>(dims.size()) + axis < n.rank()) dims.push_back(1);
  return n.to.reshape(b, to_ints(dims));
}

template <name_t Name>
values unary(const node& n) {
  return {n.to.make(Name.view(), {n.in(0)})};
}
template <name_t Name>
values binary(const node& n) {
  return {n.to.make(Name.view(), {n.in(0), old_operand(n, n.in(1))})};
}
/// Max, Min and Sum take any number of inputs.
template <name_t Name>
values variadic(const node& n) {
  value result = n.in(0);
  for (int i = 1; i < n.size(); ++i) result = n.to.make(Name.view(), {result, n.in(i)});
  return {result};
}

values mean(const node& n) { return {with_number(n.to, "mul", variadic<"add">(n)[0], 1.0 / n.size())}; }

values power(const node& n) {
  const dtype element = n.type().element;
  const value exponent = old_operand(n, n.in(1));
  if (is_float(element)) {
    if (exponent->known && exponent->type.elements() == 1) {
      const double number = tensor_of(*exponent->known).values[0];
      if (number == 2 && exponent->type.rank() <= n.rank()) return {n.to.make("mul", {n.in(0), n.in(0)})};
      if (number == 0.5 && exponent->type.rank() <= n.rank()) return {n.to.make("sqrt", {n.in(0)})};
    }
    return {n.to.make("pow", {n.in(0), n.to.cast(exponent, element)})};
  }
  return {n.to.cast(n.to.make("pow", {n.to.cast(n.in(0), dtype::f64), n.to.cast(exponent, dtype::f64)}), element)};
}

values cast_to(const node& n) {
  if (!n.has_attribute("to")) n.refuse("attribute to is missing");
  const onnx::AttributeProto& to = *n.find("to");
  if (to.has_i()) return {n.to.cast(n.in(0), element_type(static_cast<int>(to.i()), n.to.where))};
  onnx::TensorProto_DataType named = onnx::TensorProto::UNDEFINED;  // opset 5 and older: "FLOAT"
  if (!onnx::TensorProto_DataType_Parse(to.s(), &named)) n.refuse("attribute to is no element type: " + to.s());
  return {n.to.cast(n.in(0), element_type(named, n.to.where))};
}
values bit_cast(const node& n) {
  if (!n.has_attribute("to")) n.refuse("attribute to is missing");
  const dtype element = element_type(static_cast<int>(n.find("to")->i()), n.to.where);
  if (element == n.type(0).element) return {n.in(0)};
  return {n.to.make("bit_cast", {n.in(0)}, {{"element", static_cast<int>(element)}})};
}
values cast_like(const node& n) { return {n.to.cast(n.in(0), n.type(1).element)}; }

/// Bounds were the greatest floats before they were inputs.
values clip(const node& n) {
  const double widest =
      n.version < 11 ? double{std::numeric_limits<float>::max()} : std::numeric_limits<double>::infinity();
  double low = n.real("min", -widest);
  double high = n.real("max", widest);
  const auto is_known = [&](int i) { return !n.has(i) || n.in(i)->known; };
  if (!is_known(1) || !is_known(2)) {
    value x = n.in(0);
    if (n.has(1)) x = n.to.make("max", {x, n.in(1)});
    if (n.has(2)) x = n.to.make("min", {x, n.in(2)});
    return {x};
  }
  if (n.has(1)) low = n.known_number(1, "min");
  if (n.has(2)) high = n.known_number(2, "max");
  if (!is_float(n.type().element)) {
    value x = n.in(0);
    if (n.has(1)) x = n.to.make("max", {x, n.in(1)});
    if (n.has(2)) x = n.to.make("min", {x, n.in(2)});
    return {x};
  }
  if (low == -std::numeric_limits<double>::infinity() && high == std::numeric_limits<double>::infinity())
    return {n.in(0)};
  return {n.to.make("clip", {n.in(0)}, {{"low", low}, {"high", high}})};
}

values modulo(const node& n) {
  const bool truncates = n.integer("fmod", 0) != 0;
  if (!truncates && is_float(n.type().element)) n.refuse("of floats needs fmod = 1");
  return {n.to.make("mod", {n.in(0), n.in(1)}, {{"truncated", truncates}})};
}

/// Of whole numbers by way of double.
values error_function(const node& n) {
  const dtype element = n.type().element;
  if (is_float(element)) return unary<"erf">(n);
  return {n.to.cast(n.to.make("erf", {n.to.cast(n.in(0), dtype::f64)}), element)};
}

values shift(const node& n) {
  const std::string direction = n.text("direction", "");
  if (direction != "LEFT" && direction != "RIGHT") n.refuse("direction must be LEFT or RIGHT");
  return {n.to.make("bit_shift", {n.in(0), n.in(1)}, {{"right", direction == "RIGHT"}})};
}

values is_infinite(const node& n) {
  return {n.to.make(
      "is_inf", {n.in(0)},
      {{"positive", n.integer("detect_positive", 1) != 0}, {"negative", n.integer("detect_negative", 1) != 0}})};
}

values choose(const node& n) { return {n.to.make("where", {n.in(0), n.in(1), n.in(2)})}; }

}  // namespace

void add_elementwise(translator_table& table) {
  table.insert({
      {"Abs", {unary<"abs">, 1, 13, "abs"}},
      {"Neg", {unary<"neg">, 1, 13, "neg"}},
      {"Exp", {unary<"exp">, 1, 13, "exp"}},
      {"Log", {unary<"log">, 1, 13, "log"}},
      {"Sqrt", {unary<"sqrt">, 1, 13, "sqrt"}},
      {"Erf", {error_function, 9, 13, "erf"}},
      {"Sin", {unary<"sin">, 7, 22, "sin"}},
      {"Cos", {unary<"cos">, 7, 22, "cos"}},
      {"Tan", {unary<"tan">, 7, 22, "tan"}},
      {"Asin", {unary<"asin">, 7, 22, "asin"}},
      {"Acos", {unary<"acos">, 7, 22, "acos"}},
      {"Atan", {unary<"atan">, 7, 22, "atan"}},
      {"Sinh", {unary<"sinh">, 9, 22, "sinh"}},
      {"Cosh", {unary<"cosh">, 9, 22, "cosh"}},
      {"Asinh", {unary<"asinh">, 9, 22, "asinh"}},
      {"Acosh", {unary<"acosh">, 9, 22, "acosh"}},
      {"Atanh", {unary<"atanh">, 9, 22, "atanh"}},
      {"Floor", {unary<"floor">, 1, 13, "floor"}},
      {"Ceil", {unary<"ceil">, 1, 13, "ceil"}},
      {"Round", {unary<"round">, 11, 22, "round"}},
      {"Sign", {unary<"sign">, 9, 13, "sign"}},
      {"Not", {unary<"logical_not">, 1, 1, "logical_not"}},
      {"BitwiseNot", {unary<"bit_not">, 18, 18, "bit_not"}},
  });
  table.insert({
      {"Add", {binary<"add">, 1, 14, "add"}},
      {"Sub", {binary<"sub">, 1, 14, "sub"}},
      {"Mul", {binary<"mul">, 1, 14, "mul"}},
      {"Div", {binary<"div">, 1, 14, "div"}},
      {"Equal", {binary<"equal">, 1, 19, "equal"}},
      {"Less", {binary<"less">, 1, 13, "less"}},
      {"And", {binary<"logical_and">, 1, 7, "logical_and"}},
      {"Or", {binary<"logical_or">, 1, 7, "logical_or"}},
      {"Xor", {binary<"logical_xor">, 1, 7, "logical_xor"}},
      {"BitwiseAnd", {binary<"bit_and">, 18, 18, "bit_and"}},
      {"BitwiseOr", {binary<"bit_or">, 18, 18, "bit_or"}},
      {"BitwiseXor", {binary<"bit_xor">, 18, 18, "bit_xor"}},
  });
  table.insert({
      {"Max", {variadic<"max">, 1, 13, "a chain of max"}},
      {"Min", {variadic<"min">, 1, 13, "a chain of min"}},
      {"Sum", {variadic<"add">, 1, 13, "a chain of add"}},
      {"Mean", {mean, 1, 13, "a chain of add, mul"}},
  });
  table.insert({
      {"Pow", {power, 1, 15, "pow; mul or sqrt for the exponents 2 and 0.5"}},
      {"Reciprocal", {unary<"reciprocal">, 1, 13, "reciprocal"}},
      {"Cast", {cast_to, 1, 25, "cast"}},
      {"BitCast", {bit_cast, 26, 26, "bit_cast"}},
      {"CastLike", {cast_like, 15, 25, "cast"}},
      {"Clip", {clip, 1, 13, "clip; max and min of integers and with bounds that are not constant"}},
      {"LessOrEqual", {binary<"less_or_equal">, 12, 16, "less_or_equal"}},
      {"Greater", {binary<"greater">, 1, 13, "greater"}},
      {"GreaterOrEqual", {binary<"greater_or_equal">, 12, 16, "greater_or_equal"}},
      {"Mod", {modulo, 10, 13, "mod"}},
      {"BitShift", {shift, 11, 11, "bit_shift"}},
      {"IsInf", {is_infinite, 10, 20, "is_inf"}},
      {"IsNaN", {unary<"is_nan">, 9, 20, "is_nan"}},
      {"Where", {choose, 9, 16, "where"}},
  });
}

}  // namespace litho::importer
