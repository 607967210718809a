// SPDX-License-Identifier: BSL-1.0
// Attention and what stands around it in language models, as compositions.
#include "families.hpp"

namespace litho::importer {

namespace {

/// [batch, length, heads * size] as [batch, heads, length, size].
value split_heads(const node& n, const value& x, std::int64_t heads) {
  const ints& d = x->type.dims;
  if (x->type.rank() == 4) return x;
  if (x->type.rank() != 3 || heads < 1 || d[2] % heads != 0)
    n.refuse(text_of(x->type) + " does not split into " + std::to_string(heads) + " heads");
  return n.to.transpose(n.to.reshape(x, {d[0], d[1], heads, d[2] / heads}), {0, 2, 1, 3});
}
value join_heads(const node& n, const value& x) {
  const ints& d = x->type.dims;
  return n.to.reshape(n.to.transpose(x, {0, 2, 1, 3}), {d[0], d[2], d[1] * d[3]});
}

/// Each head of x stands for several of the query's, side by side.
value repeat_heads(const node& n, const value& x, std::int64_t heads) {
  const ints& d = x->type.dims;
  if (d[1] == heads) return x;
  if (d[1] < 1 || heads % d[1] != 0)
    n.refuse("heads differ: " + std::to_string(heads) + " and " + std::to_string(d[1]));
  const value wide = n.to.expand(n.to.reshape(x, {d[0], d[1], 1, d[2], d[3]}), {d[0], d[1], heads / d[1], d[2], d[3]});
  return n.to.reshape(wide, {d[0], heads, d[2], d[3]});
}

constexpr double nothing = -std::numeric_limits<double>::infinity();

/// 0 where attention is allowed, -inf elsewhere; known rows and columns.
value causal_mask(const node& n, std::int64_t rows, std::int64_t columns, std::int64_t offset, dtype element) {
  tensor made{{.element = element, .dims = {rows, columns}}, {}, {}};
  if (made.type.elements() > 1 << 22) n.refuse("the mask is too large: " + text_of(made.type));
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) made.values.push_back(j <= i + offset ? 0.0 : nothing);
  return n.to.constant(made);
}

/// 0 where a condition holds, -inf elsewhere.
value bias_where(const node& n, const value& condition, dtype element) {
  return n.to.make("where", {condition, n.to.scalar(element, 0), n.to.scalar(element, nothing)});
}

value mask_of(const node& n, const value& given, std::int64_t columns, dtype element) {
  const value mask = given->type.element == dtype::boolean ? bias_where(n, given, element) : n.to.cast(given, element);
  const int rank = mask->type.rank();
  const std::int64_t own = rank > 0 ? mask->type.dims[rank - 1] : columns;
  if (own >= columns || (own == 1 && n.version < 24)) return mask;
  ints before, after;  // keys that the mask does not reach are not seen
  for (int i = 0; i < rank; ++i) {
    before.push_back(0);
    after.push_back(i == rank - 1 ? columns - own : 0);
  }
  return n.to.make("pad", {mask}, {{"before", before}, {"after", after}, {"value", nothing}});
}

/// What is added to the scores [batch, heads, rows, columns]; none where every key is seen.
value bias_of(const node& n, std::int64_t rows, std::int64_t columns, dtype element) {
  builder& to = n.to;
  value bias = n.has(3) ? mask_of(n, n.in(3), columns, element) : nullptr;
  const auto add = [&](const value& more) { bias = bias ? to.make("add", {bias, more}) : more; };
  const auto lengths = [&] {  // how many keys of each batch are real
    return to.reshape(to.cast(n.in(6), dtype::i64), {n.type(6).elements(), 1, 1, 1});
  };
  const auto counted = [&](const ints& dims, auto&& at) {
    tensor made{{.element = dtype::i64, .dims = dims}, {}, {}};
    if (made.type.elements() > 1 << 22) n.refuse("the mask is too large: " + text_of(made.type));
    for (std::int64_t i = 0; i < made.type.elements(); ++i) made.values.push_back(number(at(i)));
    return to.constant(made);
  };
  if (n.has(6)) {
    const value places = counted({columns}, [](std::int64_t i) { return i; });
    add(bias_where(n, to.make("less", {places, lengths()}), element));
  }
  if (n.integer("is_causal", 0) == 0) return bias;
  if (!n.has(6) || n.has(4)) {
    add(causal_mask(n, rows, columns, n.has(4) ? n.dims(4)[2] : 0, element));
  } else {  // the last query sees the last real key
    const value distance = counted({rows, columns}, [&](std::int64_t i) { return i % columns - i / columns; });
    const value offset = with_number(to, "sub", lengths(), static_cast<double>(rows));
    add(bias_where(n, to.make("less_or_equal", {distance, offset}), element));
  }
  return bias;
}

/// Where a row of the bias lets no key be seen, which softmax makes NaN; none where no row does.
value unseen_rows(const node& n, const value& bias) {
  if (!bias || bias->type.rank() == 0 || bias->type.elements() == 0) return nullptr;
  const int last = bias->type.rank() - 1;
  if (bias->known) {
    const tensor of = tensor_of(*bias->known);
    const auto width = static_cast<std::size_t>(of.type.dims[last]);
    bool any = false;
    for (std::size_t row = 0; row < of.values.size() && !any; row += width)
      any = std::all_of(of.values.begin() + row, of.values.begin() + row + width,
                        [](const number& each) { return each == nothing; });
    if (!any) return nullptr;
  }
  return with_number(n.to, "equal", n.to.make("reduce_max", {bias}, {{"axes", ints{last}}}), nothing);
}

/// softmax(Q K' scale, capped, + masks) V, and the keys and values that it saw. A query that sees no key gives 0.
/// ONNX Attention.
values attention(const node& n) {
  builder& to = n.to;
  const bool is_flat = n.rank() == 3;
  const value q = split_heads(n, n.in(0), n.integer("q_num_heads", 0));
  value k = split_heads(n, n.in(1), n.integer("kv_num_heads", 0));
  value v = split_heads(n, n.in(2), n.integer("kv_num_heads", 0));
  if (n.has(4)) k = to.concat({n.in(4), k}, 2);
  if (n.has(5)) v = to.concat({n.in(5), v}, 2);
  const ints& d = q->type.dims;
  const dtype element = q->type.element;
  const dtype precise = n.integer("softmax_precision", 0) == 0
                            ? element
                            : element_type(static_cast<int>(n.integer("softmax_precision", 0)), to.where);
  const double scale = n.real("scale", 1 / std::sqrt(static_cast<double>(d[3])));
  const value keys = to.transpose(repeat_heads(n, k, d[1]), {0, 1, 3, 2});
  const value raw =
      to.make("matmul", {with_number(to, "mul", q, std::sqrt(scale)), with_number(to, "mul", keys, std::sqrt(scale))});
  value capped = raw;
  if (const double cap = n.real("softcap", 0); cap > 0)
    capped = with_number(to, "mul", to.make("tanh", {with_number(to, "div", raw, cap)}), cap);
  const value bias = bias_of(n, d[2], k->type.dims[2], element);
  const value masked = bias ? to.make("add", {capped, bias}) : capped;
  const value weights = softmax(to, to.cast(masked, precise), 3);
  const value unseen = unseen_rows(n, bias);
  const auto guarded = [&](const value& x) {
    return to.cast(unseen ? to.make("where", {unseen, to.scalar(x->type.element, 0), x}) : x, element);
  };
  const value y = guarded(to.make("matmul", {weights, to.cast(repeat_heads(n, v, d[1]), precise)}));
  const std::int64_t mode = n.integer("qk_matmul_output_mode", 0);
  if (mode < 0 || mode > 3) n.refuse("qk_matmul_output_mode = " + std::to_string(mode) + " is not known");
  value scores;
  if (n.wants(3)) scores = mode == 0 ? raw : mode == 1 ? capped : mode == 2 ? masked : guarded(weights);
  return {is_flat ? join_heads(n, y) : y, k, v, scores};
}

/// Attention whose scores and weights each go through a graph of the node, where there is one. ONNX FlexAttention.
values flex_attention(const node& n) {
  builder& to = n.to;
  for (int i = 0; i < 3; ++i)
    if (n.rank(i) != 4) n.refuse("takes Q, K and V of four axes: " + text_of(n.type(i)));
  const ints& d = n.dims();
  const dtype element = n.type().element;
  const dtype precise = n.has_attribute("softmax_precision")
                            ? element_type(static_cast<int>(n.integer("softmax_precision", 1)), to.where)
                        : element == dtype::f64 ? dtype::f64
                                                : dtype::f32;
  const dtype wide = size_of(element) > size_of(precise) ? element : precise;
  const double scale = std::sqrt(n.real("scale", 1 / std::sqrt(static_cast<double>(d[3]))));
  const auto through = [&](const std::string& graph, const value& x) {
    if (!n.has_attribute(graph)) return x;
    const values made = n.run(graph, {x});
    if (made.size() != 1 || !(made[0]->type == x->type)) n.refuse(graph + " does not give " + text_of(x->type));
    return made[0];
  };
  const value keys = to.transpose(repeat_heads(n, to.cast(n.in(1), wide), d[1]), {0, 1, 3, 2});
  const value scores =
      to.make("matmul", {with_number(to, "mul", to.cast(n.in(0), wide), scale), with_number(to, "mul", keys, scale)});
  const value weights = softmax(to, through("score_mod", to.cast(scores, precise)), 3);
  const value read = to.cast(repeat_heads(n, n.in(2), d[1]), precise);
  return {to.cast(to.make("matmul", {through("prob_mod", weights), read}), element)};
}

/// Pairs of elements turned by the angle of their position. ONNX RotaryEmbedding.
values rotary_embedding(const node& n) {
  builder& to = n.to;
  const bool is_flat = n.rank() == 3;
  const value x = split_heads(n, n.in(0), n.integer("num_heads", 0));
  const ints d = x->type.dims;
  std::int64_t turned = n.integer("rotary_embedding_dim", 0);
  if (turned == 0) turned = d[3];
  if (turned < 2 || turned > d[3] || turned % 2 != 0)
    n.refuse("rotary_embedding_dim = " + std::to_string(turned) + " does not fit " + text_of(x->type));
  const std::int64_t half = turned / 2;
  const auto angles = [&](int i) {
    const value rows = n.has(3) ? to.make("gather", {n.in(i), n.in(3)}, {{"axis", 0}}) : n.in(i);
    if (rows->type.rank() != 3 || rows->type.dims[2] < half) n.refuse("caches " + text_of(rows->type) + " do not fit");
    return to.reshape(to.slice(rows, 2, 0, half), {rows->type.dims[0], 1, rows->type.dims[1], half});
  };
  const value cosine = angles(1);
  const value sine = angles(2);
  const value part = to.slice(x, 3, 0, turned);
  const bool is_interleaved = n.integer("interleaved", 0) != 0;
  const auto half_of = [&](int which) {
    if (!is_interleaved) return to.slice(part, 3, which * half, (which + 1) * half);
    return to.reshape(to.slice(to.reshape(part, {d[0], d[1], d[2], half, 2}), 4, which, which + 1),
                      {d[0], d[1], d[2], half});
  };
  const value a = half_of(0);
  const value b = half_of(1);
  const value first = to.make("sub", {to.make("mul", {cosine, a}), to.make("mul", {sine, b})});
  const value second = to.make("add", {to.make("mul", {sine, a}), to.make("mul", {cosine, b})});
  value y;
  if (is_interleaved) {
    const ints pairs{d[0], d[1], d[2], half, 1};
    y = to.reshape(to.concat({to.reshape(first, pairs), to.reshape(second, pairs)}, 4), part->type.dims);
  } else {
    y = to.concat({first, second}, 3);
  }
  if (turned < d[3]) y = to.concat({y, to.slice(x, 3, turned, d[3])}, 3);
  return {is_flat ? join_heads(n, y) : y};
}

/// Rows of the update go into a cache behind those that are there, or around its end.
values tensor_scatter(const node& n) {
  builder& to = n.to;
  const int axis = n.axis(n.integer("axis", -2), n.rank());
  if (axis == 0) n.refuse("axis 0 is the batch");
  const std::int64_t length = n.dims(1)[axis];
  std::vector<std::int64_t> steps;
  for (std::int64_t i = 0; i < length; ++i) steps.push_back(i);
  value places = along_channels(to, to.numbers(steps), n.rank(), axis);
  if (n.has(2)) places = to.make("add", {along_channels(to, to.cast(n.in(2), dtype::i64), n.rank(), 0), places});
  if (n.text("mode", "linear") == "circular")
    places = to.make("mod", {places, to.scalar(dtype::i64, static_cast<double>(n.dims()[axis]))});
  return {to.make("scatter_elements", {n.in(0), to.expand(places, n.dims(1)), n.in(1)}, {{"axis", axis}})};
}

/// A state of [batch, heads, keys, values] that each step decays, and adds the step's key times what is new of its value.
/// ONNX LinearAttention; the steps are written out.
values linear_attention(const node& n) {
  builder& to = n.to;
  const std::string rule = n.text("update_rule", "gated_delta");
  const bool decays = rule == "gated" || rule == "gated_delta";
  const bool corrects = rule == "delta" || rule == "gated_delta";
  if (!decays && !corrects && rule != "linear") n.refuse("update_rule = " + rule + " is not known");
  if (decays && !n.has(4)) n.refuse("update_rule = " + rule + " needs a decay");
  if (corrects && !n.has(5)) n.refuse("update_rule = " + rule + " needs a beta");
  const std::int64_t heads = n.integer("kv_num_heads", 0);
  const value q = to.cast(split_heads(n, n.in(0), n.integer("q_num_heads", 0)), dtype::f32);
  const value k = to.cast(split_heads(n, n.in(1), heads), dtype::f32);
  const value v = to.cast(split_heads(n, n.in(2), heads), dtype::f32);
  const ints d = k->type.dims;  // [batch, heads, steps, keys]
  const std::int64_t of_values = v->type.dims[3];
  const ints square{d[0], d[1], d[3], of_values};
  if (n.has(3) && !(n.dims(3) == square)) n.refuse("the state " + text_of(n.type(3)) + " does not fit");
  const auto by_head = [&](int i) {
    return to.cast(split_heads(n, n.in(i), i == 4 ? heads : n.dims(i)[2]), dtype::f32);
  };
  const value decay = decays ? to.make("exp", {by_head(4)}) : nullptr;
  const value beta = corrects ? by_head(5) : nullptr;
  const value erased =  // the keys that a correction reads by
      corrects && n.has(6) ? to.make("mul", {to.cast(split_heads(n, n.in(6), heads), dtype::f32), k}) : k;
  const double scale = n.real("scale", 0) != 0 ? n.real("scale", 0) : 1 / std::sqrt(static_cast<double>(d[3]));
  value state = n.has(3) ? to.cast(n.in(3), dtype::f32)
                         : to.filled({.element = dtype::f32, .dims = square}, to.scalar(dtype::f32, 0));
  values read;
  for (std::int64_t step = 0; step < d[2]; ++step) {
    const auto row = [&](const value& x) { return to.slice(x, 2, step, step + 1); };
    const auto column = [&](const value& x) { return to.transpose(row(x), {0, 1, 3, 2}); };
    if (decays) state = to.make("mul", {state, column(decay)});
    value fresh = row(v);
    if (corrects) fresh = to.make("mul", {row(beta), to.make("sub", {fresh, to.make("matmul", {row(erased), state})})});
    state = to.make("add", {state, to.make("matmul", {column(k), fresh})});
    read.push_back(to.make("matmul", {row(q), repeat_heads(n, state, q->type.dims[1])}));
  }
  if (read.empty()) n.refuse("there are no steps");
  const value y = to.cast(with_number(to, "mul", to.concat(read, 2), scale), n.type().element);
  return {n.rank() == 3 ? join_heads(n, y) : y, to.cast(state, n.type(n.has(3) ? 3 : 0).element)};
}

/// A depthwise convolution over what is kept of the steps before and x. ONNX CausalConvWithState.
values causal_convolution(const node& n) {
  builder& to = n.to;
  const ints d = n.dims();
  if (n.rank() != 3 || n.rank(1) != 3) n.refuse("x must be [N,C,L] and w [C,1,K]");
  const std::int64_t before = n.dims(1)[2] - 1;
  const ints kept{d[0], d[1], before};
  if (n.has(3) && !(n.dims(3) == kept)) n.refuse("the state " + text_of(n.type(3)) + " does not fit");
  const value past =
      n.has(3) ? n.in(3) : to.filled({.element = n.type().element, .dims = kept}, to.scalar(n.type().element, 0));
  const value x = before == 0 ? n.in(0) : to.concat({past, n.in(0)}, 2);
  const value made =
      convolve(to, x, n.in(1), n.has(2) ? n.in(2) : nullptr,
               {.kernel = {before + 1}, .stride = {1}, .dilation = {1}, .before = {0}, .after = {0}}, d[1]);
  const std::string activation = n.text("activation", "none");
  if (activation != "none" && activation != "silu" && activation != "swish")
    n.refuse("activation = " + activation + " is not known");
  return {activation == "none" ? made : to.make("silu", {made}), to.slice(x, 2, d[2], d[2] + before)};
}

}  // namespace

void add_attention(translator_table& table) {
  table.insert({
      {"Attention", {attention, 23, 24, "matmul, softmax, add, and where of masks"}},
      {"ai.onnx.preview::FlexAttention", {flex_attention, 1, 1, "matmul, softmax, and what its graphs become"}},
      {"CausalConvWithState", {causal_convolution, 27, 27, "concat, conv1d, silu, slice"}},
      {"LinearAttention", {linear_attention, 27, 27, "its steps one by one: matmul, mul, sub, add, exp of the decay"}},
      {"RotaryEmbedding", {rotary_embedding, 23, 23, "slice, mul, sub, add, concat; gather of positions"}},
      {"TensorScatter", {tensor_scatter, 24, 24, "scatter_elements"}},
  });
}

}  // namespace litho::importer
