// SPDX-License-Identifier: BSL-1.0
// Quantising ops by the semantics of ONNX: floats rounded to the nearest step, ties to even, then clamped.
#include "families.hpp"

namespace litho::importer {

namespace {

/// A scale or zero point that broadcasts: one number, or one for each element along the axis.
value spread(const node& n, const value& x, const value& parameter, int axis) {
  if (parameter->type.elements() == 1 && parameter->type.rank() <= 1) return n.to.reshape(parameter, {});
  if (parameter->type.rank() != 1) {
    if (parameter->type.rank() != x->type.rank())
      n.refuse("scale or zero point " + text_of(parameter->type) + " does not fit " + text_of(x->type));
    return parameter;
  }
  if (axis < 0 || parameter->type.elements() != x->type.dims[axis])
    n.refuse("scale or zero point " + text_of(parameter->type) + " does not lie along axis " + std::to_string(axis) +
             " of " + text_of(x->type));
  return along_channels(n.to, parameter, x->type.rank(), axis);
}

/// One number for each block of elements along an axis, repeated.
value unblocked(const node& n, const value& x, const value& parameter, int axis, std::int64_t block) {
  if (block <= 0) return parameter;
  if (parameter->type.rank() != x->type.rank()) n.refuse("blocked scales must have the rank of the input");
  std::vector<std::int64_t> rows;
  for (std::int64_t i = 0; i < x->type.dims[axis]; ++i) rows.push_back(i / block);
  if (rows.size() > 1 << 16) n.refuse("too many blocks");
  return n.to.make("gather", {parameter, n.to.numbers(rows)}, {{"axis", axis}});
}

int axis_of(const node& n) {
  const std::int64_t given = n.integer("axis", 1);
  return n.type(1).elements() == 1 && n.rank(1) <= 1 ? -1 : n.axis(given, n.rank());
}

/// x and scale are divided in the type that is named, else in the wider one of theirs; whole numbers in double.
values quantize(const node& n) {
  dtype element = n.has(2) ? n.type(2).element : dtype::u8;
  if (!n.has(2) && n.integer("output_dtype", 0) != 0)
    element = element_type(static_cast<int>(n.integer("output_dtype", 0)), n.to.where);
  const int axis = axis_of(n);
  const std::int64_t block = n.integer("block_size", 0);
  const value zero = n.has(2) ? unblocked(n, n.in(0), n.in(2), axis, block) : nullptr;
  dtype precise = !is_float(n.type().element)                              ? dtype::f64
                  : size_of(n.type().element) < size_of(n.type(1).element) ? n.type(1).element
                                                                           : n.type().element;
  if (const std::int64_t named = n.integer("precision", 0); named != 0)
    precise = element_type(static_cast<int>(named), n.to.where);
  const value x = n.to.cast(n.in(0), precise);
  return {quantised(n, x, unblocked(n, x, n.in(1), axis, block), zero, element, axis)};
}

values dequantize(const node& n) {
  const int axis = axis_of(n);
  const std::int64_t block = n.integer("block_size", 0);
  value scale = unblocked(n, n.in(0), n.in(1), axis, block);
  if (const std::int64_t type = n.integer("output_dtype", 0); type != 0)
    scale = n.to.cast(scale, element_type(static_cast<int>(type), n.to.where));
  const value zero = n.has(2) ? unblocked(n, n.in(0), n.in(2), axis, block) : nullptr;
  return {dequantised(n, n.in(0), scale, zero, axis)};
}

/// To u8, with a scale and zero point from the range of x, in which 0 always lies.
values dynamic_quantize(const node& n) {
  ints axes;
  for (int i = 0; i < n.rank(); ++i) axes.push_back(i);
  const settings all{{"axes", axes}};
  const value x = n.in(0);
  const value high = with_number(n.to, "max", n.to.reshape(n.to.make("reduce_max", {x}, all), {}), 0);
  const value low = with_number(n.to, "min", n.to.reshape(n.to.make("reduce_min", {x}, all), {}), 0);
  const value scale = with_number(n.to, "div", n.to.make("sub", {high, low}), 255);
  const value place = n.to.make("clip", {n.to.make("round", {n.to.make("neg", {n.to.make("div", {low, scale})})})},
                                {{"low", 0.0}, {"high", 255.0}});
  const value zero = n.to.cast(place, dtype::u8);
  return {quantised(n, x, scale, zero, dtype::u8, -1), scale, zero};
}

}  // namespace

value dequantised(const node& n, const value& x, const value& scale, const value& zero, int axis) {
  const value origin = zero ? spread(n, x, zero, axis) : n.to.scalar(x->type.element, 0);
  return n.to.make("dequantize_linear", {x, spread(n, x, scale, axis), origin});
}

value quantised(const node& n, const value& x, const value& scale, const value& zero, dtype element, int axis) {
  const value origin = zero ? spread(n, x, zero, axis) : n.to.scalar(element, 0);
  const value step = n.to.cast(spread(n, x, scale, axis), x->type.element);
  return n.to.make("quantize_linear", {x, step, origin}, {{"element", static_cast<int>(element)}});
}

void add_quantisation(translator_table& table) {
  table.insert({
      {"QuantizeLinear", {quantize, 10, 25, "quantize_linear; gather spreads blocks"}},
      {"DequantizeLinear", {dequantize, 10, 25, "dequantize_linear; gather spreads blocks"}},
      {"DynamicQuantizeLinear", {dynamic_quantize, 11, 11, "reduce_max, reduce_min, quantize_linear"}},
  });
}

}  // namespace litho::importer
