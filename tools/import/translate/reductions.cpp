// SPDX-License-Identifier: BSL-1.0
#include "families.hpp"

namespace litho::importer {

namespace {

struct folding {
  ints axes;
  ints dims;  ///< of the result
  bool nothing = false;
};

/// Axes are an attribute, or since opset 13 (ReduceSum) and 18 an input; none means all, or nothing with noop_with_empty_axes.
folding folding_of(const node& n) {
  std::vector<std::int64_t> given = n.attribute_or_input("axes", 1);
  folding result;
  result.nothing = given.empty() && n.integer("noop_with_empty_axes", 0) != 0;
  if (given.empty())
    for (int i = 0; i < n.rank(); ++i) given.push_back(i);
  std::vector<int> axes = n.axes(given, n.rank());
  std::sort(axes.begin(), axes.end());
  result.dims = n.dims();
  for (int each : axes) {
    result.axes.push_back(each);
    result.dims[each] = 1;
  }
  if (n.integer("keepdims", 1) == 0) result.dims = without(n.dims(), axes);
  return result;
}

value folded(const node& n, std::string_view op, const value& x, const ints& axes) {
  if (axes.empty()) return x;
  return n.to.make(op, {x}, {{"axes", axes}});
}

/// The value of a fold over nothing, where there is one.
values of_nothing(const node& n, const folding& over, const number& value) {
  const dtype element = n.type().element;
  const litho::tensor single{{.element = element, .dims = {}}, {rounded(element, value)}, {}};
  return {n.to.filled({.element = element, .dims = over.dims}, n.to.constant(single))};
}

/// What a fold begins with: of whole numbers the least or greatest of their type.
template <name_t Name>
number start(dtype element) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const bool is_max = Name == name_t("reduce_max");
  if (!is_max && Name != name_t("reduce_min")) return Name == name_t("reduce_prod") ? 1 : 0;
  if (is_float(element)) return is_max ? -infinity : infinity;
  return with_element(element, [&]<class T>() -> number {
    if constexpr (std::is_integral_v<T>) return is_max ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
    return 0;
  });
}

template <name_t Name>
values reduce(const node& n) {
  const folding over = folding_of(n);
  if (over.nothing) return {n.in(0)};
  if (n.type().elements() == 0) {
    if (Name != name_t("reduce_mean")) return of_nothing(n, over, start<Name>(n.type().element));
    if (!is_float(n.type().element) && over.dims.product() > 0) n.refuse("the mean of no whole numbers is not defined");
    return of_nothing(n, over, std::numeric_limits<double>::quiet_NaN());
  }
  const bool is_bool = n.type().element == dtype::boolean;
  const value x = is_bool ? n.to.cast(n.in(0), dtype::u8) : n.in(0);
  const value result = n.to.reshape(folded(n, Name.view(), x, over.axes), over.dims);
  return {is_bool ? n.to.cast(result, dtype::boolean) : result};
}

values l1(const node& n) {
  const folding over = folding_of(n);
  const value x = n.to.make("abs", {n.in(0)});
  if (over.nothing) return {x};
  if (n.type().elements() == 0) return of_nothing(n, over, 0);
  return {n.to.reshape(folded(n, "reduce_sum", x, over.axes), over.dims)};
}

values sum_square(const node& n) {
  const folding over = folding_of(n);
  const value x = n.to.make("mul", {n.in(0), n.in(0)});
  if (over.nothing) return {x};
  if (n.type().elements() == 0) return of_nothing(n, over, 0);
  return {n.to.reshape(folded(n, "reduce_sum", x, over.axes), over.dims)};
}

values root(const node& n, const value& x) {
  if (is_float(x->type.element)) return {n.to.make("sqrt", {x})};
  return {n.to.cast(n.to.make("sqrt", {n.to.cast(x, dtype::f64)}), x->type.element)};
}
values l2(const node& n) { return root(n, sum_square(n)[0]); }

values logarithm(const node& n, const value& x) {
  if (is_float(x->type.element)) return {n.to.make("log", {x})};
  return {n.to.cast(n.to.make("log", {n.to.cast(x, dtype::f64)}), x->type.element)};
}
values log_sum(const node& n) { return logarithm(n, reduce<"reduce_sum">(n)[0]); }

values log_sum_exp(const node& n) {
  const folding over = folding_of(n);
  if (over.nothing) return {n.in(0)};
  const dtype element = n.type().element;
  if (n.type().elements() == 0) return of_nothing(n, over, -std::numeric_limits<double>::infinity());
  const value x = is_float(element) ? n.in(0) : n.to.cast(n.in(0), dtype::f64);
  const value greatest = folded(n, "reduce_max", x, over.axes);
  // Infinities are no number to subtract.
  const value is_far = n.to.make("is_inf", {greatest}, {{"positive", true}, {"negative", true}});
  const value highest = n.to.make("where", {is_far, n.to.scalar(x->type.element, 0), greatest});
  const value powers = n.to.make("exp", {n.to.make("sub", {x, highest})});
  const value sum = n.to.make("log", {folded(n, "reduce_sum", powers, over.axes)});
  return {n.to.cast(n.to.reshape(n.to.make("add", {sum, highest}), over.dims), element)};
}

}  // namespace

void add_reductions(translator_table& table) {
  table.insert({
      {"ReduceSum", {reduce<"reduce_sum">, 1, 13, "reduce_sum"}},
      {"ReduceMean", {reduce<"reduce_mean">, 1, 18, "reduce_mean"}},
      {"ReduceMax", {reduce<"reduce_max">, 1, 20, "reduce_max"}},
      {"ReduceMin", {reduce<"reduce_min">, 1, 20, "reduce_min"}},
      {"ReduceProd", {reduce<"reduce_prod">, 1, 18, "reduce_prod"}},
      {"ReduceL1", {l1, 1, 18, "abs, reduce_sum"}},
      {"ReduceL2", {l2, 1, 18, "mul, reduce_sum, sqrt"}},
      {"ReduceSumSquare", {sum_square, 1, 18, "mul, reduce_sum"}},
      {"ReduceLogSum", {log_sum, 1, 18, "reduce_sum, log"}},
      {"ReduceLogSumExp", {log_sum_exp, 1, 18, "reduce_max, where, sub, exp, reduce_sum, log, add"}},
  });
}

}  // namespace litho::importer
