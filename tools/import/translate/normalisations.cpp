// SPDX-License-Identifier: BSL-1.0
#include "families.hpp"

namespace litho::importer {

value softmax(builder& to, const value& x, int axis) { return to.make("softmax", {x}, {{"axis", axis}}); }

namespace {

/// Before opset 13 everything from the axis on was one row.
struct rows {
  value x;
  int axis;
};
rows rows_of(const node& n) {
  if (n.version >= 13) return {n.in(0), n.axis(n.integer("axis", -1), n.rank())};
  const std::int64_t given = n.integer("axis", 1);
  if (given == n.rank()) return {n.to.reshape(n.in(0), {n.type().elements(), 1}), 1};
  const int axis = n.axis(given, n.rank());
  bool is_last = true;
  for (int i = axis + 1; i < n.rank(); ++i) is_last = is_last && n.dims()[i] == 1;
  if (is_last) return {n.in(0), axis};
  ints dims{1, 1};
  for (int i = 0; i < n.rank(); ++i) dims[i < axis ? 0 : 1] *= n.dims()[i];
  return {n.to.reshape(n.in(0), dims), 1};
}

values soft_max(const node& n) {
  if (n.rank() == 0) return {n.to.scalar(n.type().element, 1)};
  const rows over = rows_of(n);
  return {n.to.reshape(softmax(n.to, over.x, over.axis), n.dims())};
}

values log_soft_max(const node& n) {
  const rows over = rows_of(n);
  const settings along{{"axes", ints{over.axis}}};
  const value centred = n.to.make("sub", {over.x, n.to.make("reduce_max", {over.x}, along)});
  const value sum = n.to.make("reduce_sum", {n.to.make("exp", {centred})}, along);
  return {n.to.reshape(n.to.make("sub", {centred, n.to.make("log", {sum})}), n.dims())};
}

values hard_max(const node& n) {
  const rows over = rows_of(n);
  const value first = n.to.make("arg_max", {over.x}, {{"axis", over.axis}});
  std::vector<std::int64_t> places;
  for (std::int64_t i = 0; i < over.x->type.dims[over.axis]; ++i) places.push_back(i);
  const value counted = along_channels(n.to, n.to.numbers(places), over.x->type.rank(), over.axis);
  return {n.to.reshape(n.to.cast(n.to.make("equal", {first, counted}), n.type().element), n.dims())};
}

values batch_normalization(const node& n) {
  if (n.integer("training_mode", 0) != 0 || (n.version < 7 && n.integer("is_test", 0) == 0 && n.wants(1))) n.refuse("training is not supported");
  if (n.integer("spatial", 1) == 0) n.refuse("spatial = 0 is not supported");
  n.needs_outputs_up_to(1);
  const dtype element = n.type().element;
  values inputs{n.in(0)};
  for (int i = 1; i < 5; ++i) inputs.push_back(n.to.cast(n.in(i), element));
  return {n.to.make("batch_norm", inputs, {{"epsilon", n.real("epsilon", 1e-5F)}})};
}

/// Zero mean and unit variance along axes.
value normalised(const node& n, const value& x, const ints& axes, double epsilon) {
  const settings along{{"axes", axes}};
  const value centred = n.to.make("sub", {x, n.to.make("reduce_mean", {x}, along)});
  const value variance = n.to.make("reduce_mean", {n.to.make("square", {centred})}, along);
  return n.to.make("mul", {centred, n.to.make("rsqrt", {with_number(n.to, "add", variance, epsilon)})});
}

values instance_normalization(const node& n) {
  ints axes;
  for (int i = 2; i < n.rank(); ++i) axes.push_back(i);
  if (axes.empty()) n.refuse("takes a batch, channels and spatial axes");
  const value unit = normalised(n, n.in(0), axes, n.real("epsilon", 1e-5F));
  const value scaled = n.to.make("mul", {unit, along_channels(n.to, n.in(1), n.rank())});
  return {n.to.make("add", {scaled, along_channels(n.to, n.in(2), n.rank())})};
}

/// Scale and bias lie along the channels (opset 21), or along the groups (opset 18).
values group_normalization(const node& n) {
  const std::int64_t groups = n.integer("num_groups", 0);
  if (n.rank() < 2 || groups < 1 || n.dims()[1] % groups != 0) n.refuse("channels of " + text_of(n.type()) + " do not split into " + std::to_string(groups) + " groups");
  const value split = n.to.reshape(n.in(0), {n.dims()[0], groups, n.type().elements() / std::max<std::int64_t>(1, n.dims()[0] * groups)});
  value y = normalised(n, split, {2}, n.real("epsilon", 1e-5F));
  const bool by_group = n.type(1).elements() != n.dims()[1];
  if (by_group) {
    y = n.to.make("add", {n.to.make("mul", {y, along_channels(n.to, n.in(1), 3)}), along_channels(n.to, n.in(2), 3)});
    return {n.to.reshape(y, n.dims())};
  }
  y = n.to.reshape(y, n.dims());
  return {n.to.make("add", {n.to.make("mul", {y, along_channels(n.to, n.in(1), n.rank())}), along_channels(n.to, n.in(2), n.rank())})};
}

values layer_normalization(const node& n) {
  const int axis = n.axis(n.integer("axis", -1), n.rank());
  const double epsilon = n.real("epsilon", 1e-5F);
  ints axes;
  ints normal;
  for (int i = axis; i < n.rank(); ++i) {
    axes.push_back(i);
    normal.push_back(n.dims()[i]);
  }
  if (n.wants(1) || n.wants(2)) {
    const settings along{{"axes", axes}};
    const value mean = n.to.make("reduce_mean", {n.in(0)}, along);
    const value centred = n.to.make("sub", {n.in(0), mean});
    const value variance = n.to.make("reduce_mean", {n.to.make("square", {centred})}, along);
    const value inverse = n.to.make("rsqrt", {with_number(n.to, "add", variance, epsilon)});
    value y = n.to.make("mul", {n.to.make("mul", {centred, inverse}), n.in(1)});
    if (n.has(2)) y = n.to.make("add", {y, n.in(2)});
    return {y, mean, inverse};
  }
  if (n.dims(1) == normal && (!n.has(2) || n.dims(2) == normal)) {
    values inputs{n.in(0), n.in(1)};
    if (n.has(2)) inputs.push_back(n.in(2));
    return {n.to.make("layer_norm", inputs, {{"epsilon", epsilon}, {"axis", axis}})};
  }
  value y = n.to.make("mul", {normalised(n, n.in(0), axes, epsilon), n.in(1)});
  if (n.has(2)) y = n.to.make("add", {y, n.in(2)});
  return {y};
}

values rms_normalization(const node& n) {
  ints axes;
  for (int i = n.axis(n.integer("axis", -1), n.rank()); i < n.rank(); ++i) axes.push_back(i);
  const value power = n.to.make("reduce_mean", {n.to.make("square", {n.in(0)})}, {{"axes", axes}});
  const value inverse = n.to.make("rsqrt", {with_number(n.to, "add", power, n.real("epsilon", 1e-5F))});
  return {n.to.make("mul", {n.to.make("mul", {n.in(0), inverse}), n.in(1)})};
}

values lp_normalization(const node& n) {
  const settings along{{"axes", ints{n.axis(n.integer("axis", -1), n.rank())}}};
  const std::int64_t p = n.integer("p", 2);
  if (p != 1 && p != 2) n.refuse("p must be 1 or 2");
  const value length = p == 1 ? n.to.make("reduce_sum", {n.to.make("abs", {n.in(0)})}, along)
                              : n.to.make("sqrt", {n.to.make("reduce_sum", {n.to.make("square", {n.in(0)})}, along)});
  const value is_zero = with_number(n.to, "equal", length, 0);
  return {n.to.make("div", {n.in(0), n.to.make("where", {is_zero, n.to.scalar(n.type().element, 1), length})})};
}

/// x / (bias + alpha / size * sum of squares of the channels around)^beta: sums are differences of running sums over the channels,
/// or a window that moves along them.
values local_response_normalization(const node& n) {
  const std::int64_t size = n.integer("size", 0);
  if (n.rank() < 3 || size < 1) n.refuse("takes a size and channels: " + text_of(n.type()));
  const double alpha = n.real("alpha", 1e-4F);
  const double beta = n.real("beta", 0.75);
  const double bias = n.real("bias", 1);
  const value squares = n.to.make("square", {n.in(0)});
  const std::int64_t before = (size - 1) / 2;
  const std::int64_t after = size - 1 - before;
  const ints& d = n.dims();
  // [N, 1, C, rest] under a window of size x 1; padding counts as zeros.
  const std::int64_t rest = n.type().elements() / std::max<std::int64_t>(1, d[0] * d[1]);
  const value picture = n.to.make("pad", {n.to.reshape(squares, {d[0], 1, d[1], rest})},
                                  {{"before", ints{0, 0, before, 0}}, {"after", ints{0, 0, after, 0}}});
  const value mean = n.to.make("avg_pool2d", {picture}, {{"kernel", ints{size, 1}}, {"stride", ints{1, 1}}});
  const value base = with_number(n.to, "add", with_number(n.to, "mul", n.to.reshape(mean, d), alpha), bias);
  return {n.to.make("div", {n.in(0), with_number(n.to, "pow", base, beta)})};
}

values mean_variance_normalization(const node& n) {
  std::vector<std::int64_t> given = n.integers("axes", {0, 2, 3});
  ints axes;
  for (int each : n.axes(given, n.rank())) axes.push_back(each);
  const settings along{{"axes", axes}};
  const value centred = n.to.make("sub", {n.in(0), n.to.make("reduce_mean", {n.in(0)}, along)});
  const value variance = n.to.make("reduce_mean", {n.to.make("square", {centred})}, along);
  return {n.to.make("div", {centred, with_number(n.to, "add", n.to.make("sqrt", {variance}), 1e-9)})};
}

}  // namespace

void add_normalisations(translator_table& table) {
  table.insert({{"Softmax", soft_max},
                {"LogSoftmax", log_soft_max},
                {"Hardmax", hard_max},
                {"BatchNormalization", batch_normalization},
                {"InstanceNormalization", instance_normalization},
                {"GroupNormalization", group_normalization},
                {"LayerNormalization", layer_normalization},
                {"RMSNormalization", rms_normalization},
                {"LpNormalization", lp_normalization},
                {"LRN", local_response_normalization},
                {"MeanVarianceNormalization", mean_variance_normalization}});
}

}  // namespace litho::importer
