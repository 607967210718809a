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
rows rows_of(const node& n, const value& x, std::int64_t version) {
  if (version >= 13) return {x, n.axis(n.integer("axis", -1), n.rank())};
  const std::int64_t given = n.integer("axis", 1);
  if (given == n.rank()) return {n.to.reshape(x, {n.type().elements(), 1}), 1};
  const int axis = n.axis(given, n.rank());
  bool is_last = true;
  for (int i = axis + 1; i < n.rank(); ++i) is_last = is_last && n.dims()[i] == 1;
  if (is_last) return {x, axis};
  ints dims{1, 1};
  for (int i = 0; i < n.rank(); ++i) dims[i < axis ? 0 : 1] *= n.dims()[i];
  return {n.to.reshape(x, dims), 1};
}

values soft_max(const node& n) { return {softmax_of_version(n, n.in(0), n.version)}; }

values log_soft_max(const node& n) {
  if (n.rank() == 0) return {n.to.scalar(n.type().element, 0)};
  const rows over = rows_of(n, n.in(0), n.version);
  return {n.to.reshape(n.to.make("log_softmax", {over.x}, {{"axis", over.axis}}), n.dims())};
}

values hard_max(const node& n) {
  if (n.rank() == 0) return {n.to.scalar(n.type().element, 1)};
  const rows over = rows_of(n, n.in(0), n.version);
  const value first = n.to.make("arg_max", {over.x}, {{"axis", over.axis}});
  std::vector<std::int64_t> places;
  for (std::int64_t i = 0; i < over.x->type.dims[over.axis]; ++i) places.push_back(i);
  const value counted = along_channels(n.to, n.to.numbers(places), over.x->type.rank(), over.axis);
  return {n.to.reshape(n.to.cast(n.to.make("equal", {first, counted}), n.type().element), n.dims())};
}

/// The type that holds the elements of all inputs, for parameters that are wider than x.
dtype widest(const node& n, int count) {
  dtype result = n.type().element;
  for (int i = 1; i < count; ++i)
    if (size_of(n.type(i).element) > size_of(result)) result = n.type(i).element;
  return result;
}

/// Mean and variance of a batch, of the count of elements, over `axes`, which are dropped.
std::pair<value, value> moments(const node& n, const value& x, const std::vector<int>& axes) {
  ints folded;
  for (int each : axes) folded.push_back(each);
  const settings along{{"axes", folded}};
  const value mean = n.to.make("reduce_mean", {x}, along);
  const value squares = n.to.make("square", {n.to.make("sub", {x, mean})});
  const ints dims = without(x->type.dims, axes);
  return {n.to.reshape(mean, dims), n.to.reshape(n.to.make("reduce_mean", {squares}, along), dims)};
}

/// The mean and variance that training keeps: `momentum` of those before, and the rest of the batch's own.
value kept(const node& n, const value& before, const value& own) {
  const double momentum = n.real("momentum", 0.9F);
  return n.to.cast(n.to.make("add", {with_number(n.to, "mul", n.to.cast(before, own->type.element), momentum),
                                     with_number(n.to, "mul", own, 1 - momentum)}),
                   before->type.element);
}

/// Training, by the mean and variance of the batch, is an attribute since opset 14; before, who asks for more than y
/// trains.
values batch_normalization(const node& n) {
  builder& to = n.to;
  const bool trains = n.version >= 14 ? n.integer("training_mode", 0) != 0
                                      : (n.version >= 7 || n.integer("is_test", 0) == 0) &&
                                            (n.wants(1) || n.wants(2) || n.wants(3) || n.wants(4));
  if (!trains) n.needs_outputs_up_to(1);
  const dtype element = widest(n, 5);
  value x = to.cast(n.in(0), element);
  if (n.rank() == 1) x = to.reshape(x, {n.dims()[0], 1});  // one channel
  if (x->type.rank() < 2) n.refuse("takes a batch and channels: " + text_of(n.type()));
  std::vector<int> axes{0};  // that mean and variance fold
  const bool by_element = n.version < 9 && n.integer("spatial", 1) == 0;
  for (int axis = 2; axis < x->type.rank() && !by_element; ++axis) axes.push_back(axis);
  values inputs{x};
  for (int i = 1; i < 5; ++i) inputs.push_back(to.cast(n.in(i), element));
  values more;
  if (trains) {
    const auto [mean, variance] = moments(n, x, axes);
    more = {kept(n, n.in(3), mean), kept(n, n.in(4), variance), mean, variance};
    inputs[3] = mean;
    inputs[4] = variance;
  }
  const settings with{{"epsilon", n.real("epsilon", 1e-5F)}};
  const ints dims = x->type.dims;
  if (by_element) {  // each element of a picture is a channel
    const std::int64_t channels = without(dims, axes).product();
    inputs[0] = to.reshape(x, {dims[0], channels});
    for (std::size_t i = 1; i < 5; ++i) inputs[i] = to.reshape(inputs[i], {channels});
  }
  const value y = to.make("batch_norm", inputs, with);
  more.insert(more.begin(), to.cast(to.reshape(y, n.dims()), n.type().element));
  return more;
}

/// Zero mean and unit variance along axes.
value normalised(const node& n, const value& x, const ints& axes, double epsilon) {
  const settings along{{"axes", axes}};
  const value centred = n.to.make("sub", {x, n.to.make("reduce_mean", {x}, along)});
  const value variance = n.to.make("reduce_mean", {n.to.make("square", {centred})}, along);
  return n.to.make("mul", {centred, n.to.make("rsqrt", {with_number(n.to, "add", variance, epsilon)})});
}

values instance_normalization(const node& n) {
  if (n.rank() < 2) n.refuse("takes a batch, channels and spatial axes: " + text_of(n.type()));
  return {n.to.make("group_norm", {n.in(0), n.in(1), n.in(2)},
                    {{"groups", n.dims()[1]}, {"epsilon", n.real("epsilon", 1e-5F)}})};
}

/// Scale and bias lie along the channels since opset 21, before along the groups.
values group_normalization(const node& n) {
  const std::int64_t groups = n.integer("num_groups", 0);
  if (n.rank() < 2 || groups < 1 || n.dims()[1] % groups != 0)
    n.refuse("channels of " + text_of(n.type()) + " do not split into " + std::to_string(groups) + " groups");
  values inputs{n.in(0)};
  for (int i = 1; i < 3; ++i) {
    const std::int64_t each = n.dims()[1] / groups;
    const bool by_group = n.type(i).elements() == groups && each > 1;
    inputs.push_back(by_group
                         ? n.to.reshape(n.to.expand(n.to.reshape(n.in(i), {groups, 1}), {groups, each}), {n.dims()[1]})
                         : n.in(i));
  }
  return {n.to.make("group_norm", inputs, {{"groups", groups}, {"epsilon", n.real("epsilon", 1e-5F)}})};
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
    const value x = n.to.cast(n.in(0), element_type(static_cast<int>(n.integer("stash_type", 1)), n.to.where));
    const value mean = n.to.make("reduce_mean", {x}, along);
    const value centred = n.to.make("sub", {x, mean});
    const value variance = n.to.make("reduce_mean", {n.to.make("square", {centred})}, along);
    const value inverse = n.to.make("rsqrt", {with_number(n.to, "add", variance, epsilon)});
    const dtype inner = x->type.element;
    value y = n.to.make("mul", {n.to.make("mul", {centred, inverse}), n.to.cast(n.in(1), inner)});
    if (n.has(2)) y = n.to.make("add", {y, n.to.cast(n.in(2), inner)});
    return {n.to.cast(y, n.type().element), mean, inverse};
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
  const int axis = n.axis(n.integer("axis", -1), n.rank());
  ints normal;
  for (int i = axis; i < n.rank(); ++i) normal.push_back(n.dims()[i]);
  const double epsilon = n.real("epsilon", 1e-5F);
  if (n.dims(1) == normal && n.type(1).element == n.type().element)
    return {n.to.make("rms_norm", {n.in(0), n.in(1)}, {{"axis", axis}, {"epsilon", epsilon}})};
  return {n.to.make(
      "mul", {n.to.cast(n.to.make("rms_norm", {n.in(0)}, {{"axis", axis}, {"epsilon", epsilon}}), n.type(1).element),
              n.in(1)})};
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

values local_response_normalization(const node& n) {
  return {n.to.make("lrn", {n.in(0)},
                    {{"size", n.integer("size", 0)},
                     {"alpha", n.real("alpha", 1e-4F)},
                     {"beta", n.real("beta", 0.75)},
                     {"bias", n.real("bias", 1)}})};
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

value softmax_of_version(const node& n, const value& x, std::int64_t version) {
  if (x->type.rank() == 0) return n.to.scalar(x->type.element, 1);
  const rows over = rows_of(n, x, version);
  return n.to.reshape(softmax(n.to, over.x, over.axis), x->type.dims);
}

void add_normalisations(translator_table& table) {
  table.insert({
      {"Softmax", {soft_max, 1, 13, "softmax"}},
      {"LogSoftmax", {log_soft_max, 1, 13, "log_softmax"}},
      {"Hardmax", {hard_max, 1, 13, "arg_max, equal, cast"}},
      {"BatchNormalization", {batch_normalization, 1, 15, "batch_norm; in training reduce_mean, sub, square too"}},
      {"InstanceNormalization", {instance_normalization, 1, 22, "group_norm"}},
      {"GroupNormalization", {group_normalization, 18, 21, "group_norm"}},
      {"LayerNormalization",
       {layer_normalization, 17, 17, "layer_norm; its parts where mean or deviation are outputs"}},
      {"RMSNormalization", {rms_normalization, 23, 23, "rms_norm"}},
      {"LpNormalization", {lp_normalization, 1, 22, "reduce_sum, div"}},
      {"LRN", {local_response_normalization, 1, 13, "lrn"}},
      {"MeanVarianceNormalization", {mean_variance_normalization, 9, 13, "reduce_mean, sub, square, sqrt, div"}},
  });
}

}  // namespace litho::importer
