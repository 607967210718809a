// SPDX-License-Identifier: BSL-1.0
#include "families.hpp"

namespace litho::importer {

namespace {

/// Whether windows end where the padded input ends, so that ceil_mode changes nothing.
bool is_even(const node& n, const window& w) {
  for (std::size_t i = 0; i < w.size(); ++i) {
    const std::int64_t room =
        n.dims()[static_cast<int>(i) + 2] + w.before[i] + w.after[i] - w.dilation[i] * (w.kernel[i] - 1) - 1;
    if (room % w.stride[i] != 0) return false;
  }
  return true;
}

/// The 2-d ops have fused kernels, but want padding smaller than the window.
bool fits_2d(const node& n, const window& w, dtype element, bool ceil) {
  if (w.size() != 2 || !w.is_dense() || (ceil && !is_even(n, w)) || !is_float(element)) return false;
  for (std::size_t i = 0; i < 2; ++i)
    if (w.before[i] >= w.kernel[i] || w.after[i] >= w.kernel[i]) return false;
  return true;
}

window pool_window(const node& n) {
  const std::vector<std::int64_t> kernel = n.integers("kernel_shape");
  if (n.rank() < 3 || static_cast<int>(kernel.size()) != n.rank() - 2)
    n.refuse("kernel_shape has " + std::to_string(kernel.size()) + " numbers for " + text_of(n.type()));
  return window_of(n, kernel, n.rank() - 2);
}

settings flat(const window& w) {
  return {{"kernel", to_ints(w.kernel)},
          {"stride", to_ints(w.stride)},
          {"pad", ints{w.before[0], w.before[1], w.after[0], w.after[1]}}};
}
settings general(const window& w, bool ceil) {
  return {{"kernel", to_ints(w.kernel)}, {"stride", to_ints(w.stride)}, {"dilation", to_ints(w.dilation)},
          {"before", to_ints(w.before)}, {"after", to_ints(w.after)},   {"ceil", ceil}};
}

values max_pool(const node& n) {
  const window w = pool_window(n);
  const bool ceil = n.integer("ceil_mode", 0) != 0;
  values result;
  if (fits_2d(n, w, n.type().element, ceil))
    result.push_back(n.to.make("max_pool2d", {n.in(0)}, flat(w)));
  else
    result.push_back(n.to.make("max_pool", {n.in(0)}, general(w, ceil)));
  if (n.wants(1)) {
    settings with = general(w, ceil);
    with.emplace_back("column_major", n.integer("storage_order", 0) != 0);
    result.push_back(n.to.make("max_pool_indices", {n.in(0)}, with));
  }
  return result;
}

}  // namespace

value average_pooled(const node& n, const value& x) {
  const window w = pool_window(n);
  const bool ceil = n.integer("ceil_mode", 0) != 0;
  const bool counts_padding = n.integer("count_include_pad", 0) != 0;
  settings with = fits_2d(n, w, x->type.element, ceil) ? flat(w) : general(w, ceil);
  with.emplace_back("count_padding", counts_padding);
  return n.to.make(fits_2d(n, w, x->type.element, ceil) ? "avg_pool2d" : "average_pool", {x}, with);
}

namespace {

values average_pool(const node& n) { return {average_pooled(n, n.in(0))}; }

values lp_pool(const node& n) {
  settings with = general(pool_window(n), n.integer("ceil_mode", 0) != 0);
  with.emplace_back("p", n.integer("p", 2));
  return {n.to.make("lp_pool", {n.in(0)}, with)};
}

ints spatial_axes(const node& n) {
  if (n.rank() < 3) n.refuse("takes a batch, channels and spatial axes, got " + text_of(n.type()));
  ints axes;
  for (int i = 2; i < n.rank(); ++i) axes.push_back(i);
  return axes;
}

values global_average_pool(const node& n) {
  spatial_axes(n);
  return {n.to.make("global_avg_pool", {n.in(0)})};
}
values global_max_pool(const node& n) { return {n.to.make("reduce_max", {n.in(0)}, {{"axes", spatial_axes(n)}})}; }
values global_lp_pool(const node& n) {
  const double p = static_cast<double>(n.integer("p", 2));
  const value powers = with_number(n.to, "pow", n.to.make("abs", {n.in(0)}), p);
  return {with_number(n.to, "pow", n.to.make("reduce_sum", {powers}, {{"axes", spatial_axes(n)}}), 1 / p)};
}

}  // namespace

void add_pooling(translator_table& table) {
  table.insert({
      {"MaxPool", {max_pool, 1, 22, "max_pool2d or max_pool, max_pool_indices"}},
      {"AveragePool", {average_pool, 1, 22, "avg_pool2d or average_pool"}},
      {"LpPool", {lp_pool, 2, 22, "lp_pool"}},
      {"GlobalAveragePool", {global_average_pool, 1, 22, "global_avg_pool"}},
      {"GlobalMaxPool", {global_max_pool, 1, 22, "reduce_max"}},
      {"GlobalLpPool", {global_lp_pool, 2, 22, "abs, pow, reduce_sum"}},
  });
}

}  // namespace litho::importer
