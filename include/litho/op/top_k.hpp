// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "arg.hpp"

namespace litho {

struct top_k_attributes {
  std::int64_t k = 1;
  std::int64_t axis = -1;
  bool largest = true;  ///< or the smallest
  static constexpr void fields(auto& self, auto&& visit) {
    visit("k", self.k);
    visit("axis", self.axis);
    visit("largest", self.largest);
  }
  friend constexpr bool operator==(const top_k_attributes&, const top_k_attributes&) = default;
};

namespace detail {

constexpr inferred infer_top_k(std::span<const tensor_type> x, const top_k_attributes& a) {
  if (const fault why = refuse_blocked(x)) return why;
  if (const fault why = refuse_axis(x[0], a.axis)) return why;
  tensor_type out = x[0];
  std::int64_t& extent = out.dims[axis_of(a.axis, out.rank())];
  if (a.k < 0 || a.k > extent) return fault{"k must be 0 to {b}: {a} of {left}", x[0], {}, a.k, extent};
  extent = a.k;
  return out;
}

/// The first of a row by `precedes`, in order, by a heap of those that are found so far: the last of them stands at its root.
template <class Real>
class top_of_row {
 public:
  constexpr top_of_row(Real* scratch, std::int64_t k) : indices_(scratch), k_(k) {}

  constexpr void select(std::int64_t extent, const auto& precedes) {
    count_ = 0;
    for (std::int64_t i = 0; i < extent; ++i) {
      if (count_ < k_) {
        indices_.set(count_++, i);
        for (std::int64_t at = count_ - 1; at > 0 && precedes(indices_[(at - 1) / 2], indices_[at]); at = (at - 1) / 2)
          swap(at, (at - 1) / 2);
      } else if (precedes(i, indices_[0])) {
        indices_.set(0, i);
        sink(precedes);
      }
    }
    while (count_ > 1) {
      swap(0, --count_);
      sink(precedes);
    }
  }
  constexpr std::int64_t operator[](std::int64_t at) const { return indices_[at]; }

 private:
  constexpr void swap(std::int64_t a, std::int64_t b) {
    const std::int64_t kept = indices_[a];
    indices_.set(a, indices_[b]);
    indices_.set(b, kept);
  }
  constexpr void sink(const auto& precedes) {
    for (std::int64_t at = 0, child = 1; child < count_; at = child, child = 2 * child + 1) {
      if (child + 1 < count_ && precedes(indices_[child], indices_[child + 1])) ++child;
      if (!precedes(indices_[at], indices_[child])) return;
      swap(at, child);
    }
  }

  scratch_integers<Real> indices_;
  std::int64_t k_;
  std::int64_t count_ = 0;
};

/// write(to, from, index within the axis) for each element that is taken.
constexpr void for_each_top(const auto& in, auto& out, const top_k_attributes& a, const auto& write) {
  const axis_walk walk = along(in.type(0).dims, axis_of(a.axis, in.type(0).rank()));
  if (a.k == 0) return;
  top_of_row top(out.scratch(), a.k);
  with_values_of(in, 0, [&]<class V>() {
    for (std::int64_t o = 0; o < walk.outer; ++o)
      for (std::int64_t k = 0; k < walk.inner; ++k) {
        top.select(walk.extent, [&](std::int64_t left, std::int64_t right) {
          const V a_value = value_at<V>(in, 0, walk.at(o, left, k));
          const V b_value = value_at<V>(in, 0, walk.at(o, right, k));
          const bool is_before = a.largest ? wins<true>(a_value, b_value) : wins<true>(b_value, a_value);
          const bool is_after = a.largest ? wins<true>(b_value, a_value) : wins<true>(a_value, b_value);
          return is_before || (!is_after && left < right);
        });
        for (std::int64_t i = 0; i < a.k; ++i) write((o * a.k + i) * walk.inner + k, walk.at(o, top[i], k), top[i]);
      }
  });
}

}  // namespace detail

/// The k largest (or smallest) elements along one axis, in order; NaN counts as larger than all. Their places are
/// top_k_indices. ONNX TopK with a constant k, its output Values; `sorted = 0` there lets any order be. torch.topk.
template <>
struct op<"top_k"> : direct {
  static constexpr op_facts info{
      .name = "top_k",
      .math = "the k largest x along an axis",
      .onnx = "TopK",
      .limits = "constant k and axis",
      .differs =
          "Always in order: ONNX with sorted = 0 allows any. Of equal elements the first comes first, as in ONNX; "
          "PyTorch promises no order. NaN counts as greater than all, as in PyTorch.",
      .takes = kinds::numbers,
  };
  using attributes = top_k_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    return detail::infer_top_k(x, a);
  }
  static constexpr std::int64_t scratch_elements(std::span<const tensor_type>, const tensor_type&,
                                                 const attributes& a) {
    return a.k * detail::scratch_integers<double>::numbers;
  }
  static constexpr void compute(const auto& in, auto& out, const attributes& a) {
    detail::for_each_top(in, out, a,
                         [&](std::int64_t to, std::int64_t from, std::int64_t) { out.copy(to, in, 0, from); });
  }
};

/// top_k<{.k = 3}>(x), top_k<{.k = 1, .axis = 0, .largest = false}>(x)
template <top_k_attributes Attributes, tensor_expr X>
consteval auto top_k(X x) {
  return call<"top_k", Attributes>(x);
}

}  // namespace litho
