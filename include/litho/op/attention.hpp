// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "direct_values.hpp"

namespace litho {

struct attention_attributes {
  double scale = 1;
  bool turned = false;  ///< the keys are given as [..., depth, keys]
  static constexpr void fields(auto& self, auto&& visit) {
    visit("scale", self.scale);
    visit("turned", self.turned);
  }
  friend constexpr bool operator==(const attention_attributes&, const attention_attributes&) = default;
};

/// Which matrix of an operand belongs to each of the output: along batch axis i number at[i] / repeats[i].
struct attention_walk {
  ints strides;
  ints repeats;

  constexpr std::int64_t offset(const ints& at) const {
    std::int64_t offset = 0;
    for (int axis = 0; axis < strides.count; ++axis) offset += at[axis] / repeats[axis] * strides[axis];
    return offset;
  }
  friend constexpr bool operator==(const attention_walk&, const attention_walk&) = default;
};
constexpr attention_walk attention_walk_of(const shape& operand, const shape& out) {
  const ints own = strides_of(operand);
  attention_walk walk;
  for (int back = out.count; back > 2; --back) {
    const std::int64_t size = back <= operand.count ? operand[operand.count - back] : 1;
    walk.strides.push_back(size == 1 ? 0 : own[operand.count - back]);
    walk.repeats.push_back(out[out.count - back] / size);
  }
  return walk;
}

/// y = softmax(scale q k' + mask) v, the softmax along the keys. q [..., rows, depth], k [..., keys, depth], v [...,
/// keys, width], mask broadcasts to the scores [..., rows, keys]. Axes before the last two have one size or are 1; of
/// the last of them, the heads, k and v may have a part: head h reads theirs at h / (heads / their heads). Scores are
/// rounded as if each op stood alone, a row whose scores are all -inf is NaN. Pattern `attention` writes it; ONNX
/// Attention, Vaswani et al., "Attention Is All You Need".
template <>
struct op<"attention"> : contraction {
  static constexpr op_facts info{
      .name = "attention",
      .math = "softmax(scale q k' + mask) v",
      .limits = "no dropout, no cache; a mask is added",
  };
  static constexpr int inputs_min = 3;
  static constexpr int inputs_max = 4;
  using attributes = attention_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    if (const fault why = detail::refuse_blocked(in)) return why;
    const tensor_type& q = in[0];
    for (const tensor_type& each : in) {
      if (each.element != q.element) return fault{"element types differ: {left} and {right}", q, each};
      if (&each - in.data() < 3 && each.rank() < 2)
        return fault{"queries, keys and values need rank 2 or more: got {left} (rank {a})", each, {}, each.rank()};
      if (each.elements() == 0) return fault{"nothing to attend to: {left} has no elements", each};
    }
    const tensor_type& k = in[1];
    const tensor_type& v = in[2];
    const std::int64_t depth = k.dims[k.rank() - (a.turned ? 2 : 1)];
    const std::int64_t keys = k.dims[k.rank() - (a.turned ? 1 : 2)];
    if (depth != q.dims[q.rank() - 1])
      return fault{"depths differ: queries {left}, keys {right} ({a} vs {b})", q, k, q.dims[q.rank() - 1], depth};
    if (keys != v.dims[v.rank() - 2])
      return fault{"numbers of keys differ: keys {left}, values {right} ({a} vs {b})", k, v, keys,
                   v.dims[v.rank() - 2]};
    tensor_type out = q;
    out.dims = {};
    int rank = 2;
    for (const tensor_type& each : in.first(3)) rank = each.rank() > rank ? each.rank() : rank;
    for (int back = rank; back > 2; --back) {
      std::int64_t size = 1;
      for (const tensor_type& each : in.first(3)) size = size_at(each, back) > size ? size_at(each, back) : size;
      for (std::size_t i = 0; i < 3; ++i) {
        const std::int64_t own = size_at(in[i], back);
        if (own != size && own != 1 && !(back == 3 && i > 0 && size % own == 0))
          return fault{"batch sizes do not meet: queries {left}, keys or values {right}", q, in[i == 0 ? 1 : i]};
      }
      out.dims.push_back(size);
    }
    out.dims.push_back(q.dims[q.rank() - 2]);
    out.dims.push_back(keys);
    if (in.size() == 4 && broadcast(in[3].dims, out.dims) != out.dims)
      return fault{"mask does not broadcast to the scores: mask {left}, scores {right}", in[3], out};
    out.dims[out.rank() - 1] = v.dims[v.rank() - 1];
    return out;
  }

  static constexpr void eval(std::span<const tensor* const> in, const attributes& a, tensor& out) {
    const dtype element = out.type.element;
    const int rank = out.type.rank();
    const auto value = [&in](int i, std::int64_t at) -> double {
      return in[static_cast<std::size_t>(i)]->values[static_cast<std::size_t>(at)];
    };
    const shape& k = in[1]->type.dims;
    const std::int64_t depth = k[k.count - (a.turned ? 2 : 1)];
    const std::int64_t keys = k[k.count - (a.turned ? 1 : 2)];
    const std::int64_t width = out.type.dims[rank - 1];
    shape rows = out.type.dims;
    rows[rank - 1] = 1;
    shape scores = out.type.dims;
    scores[rank - 1] = keys;
    const ints mask = in.size() == 4 ? broadcast_strides(in[3]->type.dims, scores) : ints{};
    attention_walk walks[3];
    for (std::size_t i = 0; i < 3; ++i) walks[i] = attention_walk_of(in[i]->type.dims, out.type.dims);
    vec<double> row(static_cast<std::size_t>(keys));
    detail::for_each_index(rows, [&](std::int64_t, const ints& at) {
      const std::int64_t q = walks[0].offset(at) + at[rank - 2] * depth;
      const std::int64_t of_keys = walks[1].offset(at);
      const std::int64_t of_values = walks[2].offset(at);
      double highest = -math::infinity;
      for (std::int64_t j = 0; j < keys; ++j) {
        double sum = 0;
        for (std::int64_t i = 0; i < depth; ++i)
          sum += value(0, q + i) * value(1, of_keys + (a.turned ? i * keys + j : j * depth + i));
        double score = rounded(element, sum);
        if (a.scale != 1) score = rounded(element, score * a.scale);
        if (in.size() == 4)
          score = rounded(element, score + value(3, detail::offset_of(at, mask) + j * mask[rank - 1]));
        row[static_cast<std::size_t>(j)] = score;
        highest = j == 0 ? score : math::maximum(highest, score);
      }
      double total = 0;
      for (double& each : row) {
        each = math::exp(each - highest);
        total += each;
      }
      for (double& each : row) each = rounded(element, each / total);
      for (std::int64_t n = 0; n < width; ++n) {
        double sum = 0;
        for (std::int64_t j = 0; j < keys; ++j)
          sum += row[static_cast<std::size_t>(j)] * value(2, of_values + j * width + n);
        out.values.push_back(rounded(element, sum));
      }
    });
  }

 private:
  /// Of the axis that is `back` from the end.
  static constexpr std::int64_t size_at(const tensor_type& type, int back) {
    return back <= type.rank() ? type.dims[type.rank() - back] : 1;
  }
};

/// attention(q, k, v), attention<{.scale = 0.125}>(q, k, v, mask)
template <attention_attributes Attributes = {}, tensor_expr... X>
consteval auto attention(X... x) {
  return call<"attention", Attributes>(x...);
}

}  // namespace litho
