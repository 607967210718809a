// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "direct_values.hpp"

/// What the scattering ops share.
namespace litho {

/// What an update does to the element it meets.
inline constexpr std::int64_t scatter_replace = 0;
inline constexpr std::int64_t scatter_add = 1;
inline constexpr std::int64_t scatter_mul = 2;
inline constexpr std::int64_t scatter_max = 3;
inline constexpr std::int64_t scatter_min = 4;

namespace detail {

constexpr fault refuse_scatter(std::span<const tensor_type> in, std::int64_t reduction) {
  if (const fault why = refuse_blocked(in)) return why;
  if (in[1].element != dtype::i32 && in[1].element != dtype::i64)
    return {"indices must be i32 or i64: got {right}", in[0], in[1]};
  if (in[0].element != in[2].element) return {"element types differ: {left} and {right}", in[0], in[2]};
  if (reduction < scatter_replace || reduction > scatter_min)
    return {"no such reduction: {a} for {left}", in[0], {}, reduction};
  return {};
}

template <class V>
constexpr V scattered(V old, V update, std::int64_t reduction) {
  switch (reduction) {
    case scatter_add: return old + update;
    case scatter_mul: return old * update;
    case scatter_max: return math::maximum(old, update);
    case scatter_min: return math::minimum(old, update);
    default: return update;
  }
}

/// What becomes of the elements while updates meet them, in scratch memory.
template <class V, class Real>
struct scattered_values {
  Real* begin;
  constexpr V get(std::int64_t at) const {
    if constexpr (math::whole<V>)
      return V(scratch_integers<Real>(begin)[at]);
    else
      return begin[at];
  }
  constexpr void set(std::int64_t at, const V& value) const {
    if constexpr (math::whole<V>)
      scratch_integers<Real>(begin).set(at, static_cast<std::int64_t>(value.value));
    else
      begin[at] = value;
  }
};

/// Updates in order: update i goes to element target(i), or nowhere where that is negative.
template <class Target>
constexpr void scatter(const auto& in, auto& out, std::int64_t reduction, Target&& target) {
  const std::int64_t elements = in.type(0).elements();
  const std::int64_t updates = in.type(2).elements();
  if (reduction == scatter_replace) {
    for (std::int64_t i = 0; i < elements; ++i) out.copy(i, in, 0, i);
    for (std::int64_t i = 0; i < updates; ++i)
      if (const std::int64_t to = target(i); to >= 0) out.copy(to, in, 2, i);
    return;
  }
  with_values_of(in, 0, [&]<class V>() {
    const scattered_values<V, typename std::remove_cvref_t<decltype(in)>::real_type> values{out.scratch()};
    for (std::int64_t i = 0; i < elements; ++i) values.set(i, value_at<V>(in, 0, i));
    for (std::int64_t i = 0; i < updates; ++i)
      if (const std::int64_t to = target(i); to >= 0)
        values.set(to, scattered(values.get(to), value_at<V>(in, 2, i), reduction));
    for (std::int64_t i = 0; i < elements; ++i) set_value(out, i, values.get(i));
  });
}
constexpr std::int64_t scatter_scratch(const tensor_type& out, std::int64_t reduction) {
  if (reduction == scatter_replace) return 0;
  return out.elements() * (is_float(out.element) ? 1 : scratch_integers<double>::numbers);
}

/// The element of an axis, or -1 where the index is outside.
constexpr std::int64_t index_within(std::int64_t index, std::int64_t extent) {
  if (index < 0) index += extent;
  return index < 0 || index >= extent ? -1 : index;
}

}  // namespace detail

}  // namespace litho
