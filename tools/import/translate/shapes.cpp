// SPDX-License-Identifier: BSL-1.0
// Ops that are known at import, or that only change the shape.
#include "families.hpp"

namespace litho::importer {

namespace {

values same(const node& n) { return {n.in(0)}; }

values shape_of(const node& n) {
  const std::int64_t rank = n.rank();
  const auto clamped = [&](std::int64_t at) { return std::clamp<std::int64_t>(at < 0 ? at + rank : at, 0, rank); };
  const std::int64_t start = clamped(n.integer("start", 0));
  const std::int64_t end = n.has_attribute("end") ? clamped(n.integer("end", 0)) : rank;
  std::vector<std::int64_t> dims;
  for (std::int64_t i = start; i < end; ++i) dims.push_back(n.dims()[static_cast<int>(i)]);
  return {n.to.numbers(dims)};
}

values size_of_input(const node& n) { return {n.to.reshape(n.to.numbers({n.type().elements()}), {})}; }

values constant(const node& n) {
  if (const auto* given = n.find("value"))
    return {n.to.constant(read_tensor(given->t(), n.to.where), n.proto.output(0))};
  if (n.has_attribute("value_int")) return {n.to.reshape(n.to.numbers({n.integer("value_int", 0)}), {})};
  if (n.has_attribute("value_float")) return {n.to.scalar(dtype::f32, n.real("value_float", 0))};
  if (n.has_attribute("value_ints")) return {n.to.numbers(n.integers("value_ints"))};
  if (n.has_attribute("value_floats")) {
    const std::vector<double> given = n.reals("value_floats");
    tensor made{{.element = dtype::f32, .dims = {static_cast<std::int64_t>(given.size())}}, {}, {}};
    for (double each : given) made.values.push_back(each);
    return {n.to.constant(made)};
  }
  if (const auto* given = n.find("sparse_value"))
    return {n.to.constant(read_sparse(given->sparse_tensor(), n.to.where), n.proto.output(0))};
  n.refuse("its value is a text, which is not supported");
}

values constant_of_shape(const node& n) {
  value single = n.to.scalar(dtype::f32, 0);
  if (const auto* given = n.find("value")) single = n.to.constant(read_tensor(given->t(), n.to.where));
  if (single->type.elements() != 1) n.refuse("its value must be one number");
  const ints dims = to_ints(n.known_integers(0, "the shape"));
  for (std::int64_t extent : dims)
    if (extent < 0) n.refuse("the shape has a negative size");
  return {n.to.filled({.element = single->type.element, .dims = dims}, single)};
}

values range(const node& n) {
  const tensor start = n.known(0, "start");
  const tensor limit = n.known(1, "limit");
  const tensor step = n.known(2, "delta");
  if (start.values.size() != 1 || limit.values.size() != 1 || step.values.size() != 1) n.refuse("takes three numbers");
  const double each = step.values[0];
  const double count = each == 0 ? 0 : std::ceil((double(limit.values[0]) - double(start.values[0])) / each);
  if (!(count < (1 << 22))) n.refuse("has too many elements");
  tensor made{{.element = start.type.element, .dims = {count > 0 ? static_cast<std::int64_t>(count) : 0}}, {}, {}};
  for (std::int64_t i = 0; i < made.type.elements(); ++i) {
    if (is_float(made.type.element))
      made.values.push_back(rounded(made.type.element, double(start.values[0]) + static_cast<double>(i) * each));
    else
      made.values.push_back(rounded(made.type.element, number(start.values[0].whole() + i * step.values[0].whole())));
  }
  return {n.to.constant(made)};
}

values eye_like(const node& n) {
  if (n.rank() != 2) n.refuse("takes a matrix");
  const dtype element =
      n.has_attribute("dtype") ? element_type(static_cast<int>(n.integer("dtype", 1)), n.to.where) : n.type().element;
  if (n.type().elements() > 1 << 22) n.refuse("is too large");
  tensor made{{.element = element, .dims = n.dims()}, {}, {}};
  for (std::int64_t row = 0; row < n.dims()[0]; ++row)
    for (std::int64_t column = 0; column < n.dims()[1]; ++column)
      made.values.push_back(rounded(element, number(column - row == n.integer("k", 0) ? 1 : 0)));
  return {n.to.constant(made)};
}

values reshape(const node& n) {
  const std::vector<std::int64_t> wanted =
      n.has_attribute("shape") ? n.integers("shape") : n.known_integers(1, "the shape");
  const bool keeps_zero = n.integer("allowzero", 0) != 0;
  ints dims = to_ints(wanted);
  for (int i = 0; i < dims.count; ++i)
    if (dims[i] == 0 && !keeps_zero) {
      if (i >= n.rank()) n.refuse("size 0 at axis " + std::to_string(i) + " copies an axis that the input lacks");
      dims[i] = n.dims()[i];
    }
  int open = -1;
  std::int64_t rest = 1;
  for (int i = 0; i < dims.count; ++i) {
    if (dims[i] == -1 && open < 0)
      open = i;
    else
      rest = bounded_product(rest, dims[i]);
  }
  if (open >= 0 && rest > 0 && n.type().elements() % rest == 0) dims[open] = n.type().elements() / rest;
  return {n.to.reshape(n.in(0), dims)};
}

values flatten(const node& n) {
  const std::int64_t given = n.integer("axis", 1);
  if (given < -n.rank() || given > n.rank())
    n.refuse("axis " + std::to_string(given) + " is outside of " + text_of(n.type()));
  const std::int64_t axis = given < 0 ? given + n.rank() : given;
  ints dims{1, 1};
  for (int i = 0; i < n.rank(); ++i) dims[i < axis ? 0 : 1] *= n.dims()[i];
  return {n.to.reshape(n.in(0), dims)};
}

values squeeze(const node& n) {
  std::vector<int> axes;
  if (n.has_attribute("axes") || n.has(1))
    axes = n.axes(n.attribute_or_input("axes", 1), n.rank());
  else
    for (int i = 0; i < n.rank(); ++i)
      if (n.dims()[i] == 1) axes.push_back(i);
  for (int each : axes)
    if (n.dims()[each] != 1)
      n.refuse("axis " + std::to_string(each) + " of " + text_of(n.type()) + " has another size than 1");
  return {n.to.reshape(n.in(0), without(n.dims(), axes))};
}

values unsqueeze(const node& n) {
  const std::vector<std::int64_t> given = n.attribute_or_input("axes", 1);
  const int rank = n.rank() + static_cast<int>(given.size());
  if (rank > max_rank) n.refuse("the result has more than 8 axes");
  const std::vector<int> axes = n.axes(given, rank);
  std::vector<std::int64_t> dims;
  int next = 0;
  for (int i = 0; i < rank; ++i)
    dims.push_back(std::find(axes.begin(), axes.end(), i) != axes.end() ? 1 : n.dims()[next++]);
  return {n.to.reshape(n.in(0), to_ints(dims))};
}

/// In training it drops nothing only at a ratio of 0.
values dropout(const node& n) {
  if (n.has(2) && n.known_number(2, "training_mode") != 0 && (!n.has(1) || n.known_number(1, "ratio") != 0))
    n.refuse("training is not supported: it draws random numbers");
  values result{n.in(0)};
  if (n.wants(1)) {
    const dtype element = n.version < 10 ? n.type().element : dtype::boolean;
    result.push_back(n.to.filled({.element = element, .dims = n.dims()}, n.to.scalar(element, 1)));
  }
  return result;
}

}  // namespace

void add_shapes(translator_table& table) {
  table.insert({
      {"Identity", {same, 1, 25, "its input"}},
      {"Shape", {shape_of, 1, 25, "a constant"}},
      {"Size", {size_of_input, 1, 25, "a constant"}},
      {"Constant", {constant, 1, 25, "a constant"}},
      {"ConstantOfShape", {constant_of_shape, 9, 25, "a constant, made at load"}},
      {"Range", {range, 11, 27, "a constant"}},
      {"EyeLike", {eye_like, 9, 22, "a constant"}},
      {"Reshape", {reshape, 1, 25, "reshape"}},
      {"Flatten", {flatten, 1, 25, "reshape"}},
      {"Squeeze", {squeeze, 1, 25, "reshape"}},
      {"Unsqueeze", {unsqueeze, 1, 25, "reshape"}},
      {"Dropout", {dropout, 1, 22, "its input"}},
  });
}

}  // namespace litho::importer
