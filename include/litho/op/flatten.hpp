// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "reshape.hpp"

namespace litho {

namespace detail {

/// [product of the sizes before `axis`, product of those from it on].
constexpr shape flattened(const shape& dims, std::int64_t axis) {
  shape result{1, 1};
  for (int i = 0; i < dims.count; ++i) result[i < axis ? 0 : 1] *= dims[i];
  return result;
}

consteval message flatten_diagnosis(const tensor_type& x, std::int64_t axis) {
  if (axis >= -x.rank() && axis <= x.rank()) return {};
  return message(explain("flatten", fault{"axis {a} is outside of {left} (rank {b})", x, {}, axis, x.rank()}).view());
}

}  // namespace detail

/// flatten(x): [N,...] -> [N, product of the rest]; flatten<Axis>(x) splits the axes in front of Axis. A reshape. ONNX Flatten.
template <std::int64_t Axis = 1, tensor_expr X>
consteval auto flatten(X x) {
  constexpr int rank = X::type.rank();
  constexpr bool fits = Axis >= -rank && Axis <= rank;
  static_assert(require<fits, detail::flatten_diagnosis(X::type, Axis)>::value);
  return call<"reshape", reshape_attributes{detail::flattened(X::type.dims, Axis < 0 ? Axis + rank : Axis)}>(x);
}

}  // namespace litho
