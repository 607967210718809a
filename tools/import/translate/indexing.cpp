// SPDX-License-Identifier: BSL-1.0
// Ops with an index tensor, and those that give one.
#include "families.hpp"

namespace litho::importer {

namespace {

value as_indices(const node& n, int i) {
  const dtype element = n.type(i).element;
  return element == dtype::i32 || element == dtype::i64 ? n.in(i) : n.to.cast(n.in(i), dtype::i64);
}

/// One known index along an axis is a slice, which costs nothing.
values gather(const node& n) {
  const int axis = n.axis(n.integer("axis", 0), n.rank());
  const value& indices = n.in(1);
  if (indices->known && indices->type.elements() == 1 && !n.in(0)->known) {
    std::int64_t at = tensor_of(*indices->known).values[0].whole();
    if (at < 0) at += n.dims()[axis];
    if (at < 0 || at >= n.dims()[axis]) n.refuse("index " + std::to_string(at) + " is outside of " + text_of(n.type()));
    std::vector<std::int64_t> dims;
    for (int i = 0; i < n.rank(); ++i) {
      if (i != axis) dims.push_back(n.dims()[i]);
      if (i == axis) dims.insert(dims.end(), indices->type.dims.begin(), indices->type.dims.end());
    }
    return {n.to.reshape(n.to.slice(n.in(0), axis, at, at + 1), to_ints(dims))};
  }
  return {n.to.make("gather", {n.in(0), as_indices(n, 1)}, {{"axis", axis}})};
}

values gather_elements(const node& n) {
  return {
      n.to.make("gather_elements", {n.in(0), as_indices(n, 1)}, {{"axis", n.axis(n.integer("axis", 0), n.rank())}})};
}
values gather_nd(const node& n) {
  return {n.to.make("gather_nd", {n.in(0), as_indices(n, 1)}, {{"batch_dims", n.integer("batch_dims", 0)}})};
}

int reduction_of(const node& n) {
  const std::string name = n.text("reduction", "none");
  constexpr std::string_view names[] = {"none", "add", "mul", "max", "min"};
  for (int i = 0; i < 5; ++i)
    if (names[i] == name) return i;
  n.refuse("reduction = " + name + " is not known");
}

values scatter_elements(const node& n) {
  return {n.to.make("scatter_elements", {n.in(0), as_indices(n, 1), n.in(2)},
                    {{"axis", n.axis(n.integer("axis", 0), n.rank())}, {"reduction", reduction_of(n)}})};
}

/// Known indices that cover one box of x (what exporters write for x[..., a:b] = updates) are a few slices joined.
value as_box(const node& n) {
  if (!n.in(1)->known || reduction_of(n) != 0 || n.type(1).elements() == 0) return nullptr;
  const ints& at = n.dims(1);
  const auto depth = static_cast<int>(at[at.count - 1]);
  if (depth > n.rank() || at.count - 1 != depth) return nullptr;
  const tensor indices = tensor_of(*n.in(1)->known);
  std::vector<std::int64_t> first;
  for (int i = 0; i < depth; ++i)
    first.push_back(indices.values[static_cast<std::size_t>(i)].whole() +
                    (indices.values[static_cast<std::size_t>(i)].whole() < 0 ? n.dims()[i] : 0));
  const std::int64_t places = n.type(1).elements() / depth;
  for (std::int64_t place = 0; place < places; ++place) {
    std::int64_t rest = place;
    for (int i = depth - 1; i >= 0; --i) {
      std::int64_t index = indices.values[static_cast<std::size_t>(place * depth + i)].whole();
      if (index < 0) index += n.dims()[i];
      if (index != first[static_cast<std::size_t>(i)] + rest % at[i] || index < 0 || index >= n.dims()[i])
        return nullptr;
      rest /= at[i];
    }
  }
  value result = n.in(2);  // grown axis by axis to the size of x
  for (int axis = depth - 1; axis >= 0; --axis) {
    value around = n.in(0);
    for (int i = 0; i < axis; ++i)
      around = n.to.slice(around, i, first[static_cast<std::size_t>(i)], first[static_cast<std::size_t>(i)] + at[i]);
    const std::int64_t begin = first[static_cast<std::size_t>(axis)];
    const std::int64_t end = begin + at[axis];
    values parts;
    if (begin > 0) parts.push_back(n.to.slice(around, axis, 0, begin));
    parts.push_back(result);
    if (end < n.dims()[axis]) parts.push_back(n.to.slice(around, axis, end, n.dims()[axis]));
    result = n.to.concat(parts, axis);
  }
  return result;
}

values scatter_nd(const node& n) {
  if (const value box = as_box(n)) return {box};
  return {n.to.make("scatter_nd", {n.in(0), as_indices(n, 1), n.in(2)}, {{"reduction", reduction_of(n)}})};
}

values one_hot(const node& n) {
  const auto depth = n.known_integer(1, "depth");
  return {n.to.make("one_hot", {n.in(0), n.in(2)},
                    {{"depth", depth}, {"axis", n.axis(n.integer("axis", -1), n.rank() + 1)}})};
}

values top_k(const node& n) {
  const std::int64_t k = n.version < 10 ? n.integer("k", -1) : n.known_integer(1, "k");
  const settings with{
      {"k", k}, {"axis", n.axis(n.integer("axis", -1), n.rank())}, {"largest", n.integer("largest", 1) != 0}};
  return {n.to.make("top_k", {n.in(0)}, with), n.wants(1) ? n.to.make("top_k_indices", {n.in(0)}, with) : nullptr};
}

template <name_t Name>
values arg(const node& n) {
  const int axis = n.axis(n.integer("axis", 0), n.rank());
  const value result =
      n.to.make(Name.view(), {n.in(0)}, {{"axis", axis}, {"select_last", n.integer("select_last_index", 0) != 0}});
  return {n.integer("keepdims", 1) != 0 ? result : n.to.reshape(result, without(n.dims(), {axis}))};
}

template <name_t Name>
values cumulative(const node& n) {
  const auto axis = n.known_integer(1, "axis");
  return {n.to.make(Name.view(), {n.in(0)},
                    {{"axis", n.axis(axis, n.rank())},
                     {"exclusive", n.integer("exclusive", 0) != 0},
                     {"reverse", n.integer("reverse", 0) != 0}})};
}

values reverse_sequence(const node& n) {
  return {n.to.make("reverse_sequence", {n.in(0), as_indices(n, 1)},
                    {{"batch_axis", n.integer("batch_axis", 1)}, {"time_axis", n.integer("time_axis", 0)}})};
}

/// Only of what is known: the size of the result depends on the values.
values non_zero(const node& n) {
  const tensor x = n.known(0, "the input");
  tensor made{{.element = dtype::i64, .dims = {}}, {}, {}};
  std::vector<std::int64_t> places;
  for (std::size_t i = 0; i < x.values.size(); ++i)
    if (static_cast<double>(x.values[i]) != 0) places.push_back(static_cast<std::int64_t>(i));
  made.type.dims = {n.rank(), static_cast<std::int64_t>(places.size())};
  const ints strides = strides_of(n.dims());
  for (int axis = 0; axis < n.rank(); ++axis)
    for (std::int64_t at : places) made.values.push_back(number(at / strides[axis] % n.dims()[axis]));
  return {n.to.constant(made)};
}

values compress(const node& n) {
  const bool is_flat = !n.has_attribute("axis");
  const value x = is_flat ? n.to.reshape(n.in(0), {n.type().elements()}) : n.in(0);
  const int axis = is_flat ? 0 : n.axis(n.integer("axis", 0), n.rank());
  std::vector<std::int64_t> rows;
  const tensor condition = n.known(1, "the condition");
  for (std::size_t i = 0; i < condition.values.size(); ++i)
    if (static_cast<double>(condition.values[i]) != 0) rows.push_back(static_cast<std::int64_t>(i));
  return {n.to.make("gather", {x, n.to.numbers(rows)}, {{"axis", axis}})};
}

}  // namespace

void add_indexing(translator_table& table) {
  table.insert({
      {"Gather", {gather, 1, 13, "gather; slice for one constant index"}},
      {"GatherElements", {gather_elements, 11, 13, "gather_elements"}},
      {"GatherND", {gather_nd, 11, 13, "gather_nd"}},
      {"ScatterElements", {scatter_elements, 11, 18, "scatter_elements"}},
      {"Scatter", {scatter_elements, 9, 9, "scatter_elements"}},
      {"ScatterND", {scatter_nd, 11, 18, "scatter_nd; slice and concat for a constant box"}},
      {"OneHot", {one_hot, 9, 11, "one_hot"}},
      {"TopK", {top_k, 1, 24, "top_k, top_k_indices"}},
      {"ArgMax", {arg<"arg_max">, 1, 13, "arg_max"}},
      {"ArgMin", {arg<"arg_min">, 1, 13, "arg_min"}},
      {"CumSum", {cumulative<"cumsum">, 11, 14, "cumsum"}},
      {"CumProd", {cumulative<"cumprod">, 26, 26, "cumprod"}},
      {"ReverseSequence", {reverse_sequence, 10, 10, "reverse_sequence"}},
      {"NonZero", {non_zero, 9, 13, "a constant: the input must be known"}},
      {"Compress", {compress, 9, 11, "gather; the condition must be known"}},
  });
}

}  // namespace litho::importer
