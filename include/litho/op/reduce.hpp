// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "reshape.hpp"

namespace litho {

/// Axes to fold; `keep` leaves them in the shape with size 1.
struct reduce_attributes {
  ints axes{};
  bool keep = false;
  friend constexpr bool operator==(const reduce_attributes&, const reduce_attributes&) = default;
};

/// In the graph folded axes always stay, so that a result broadcasts against its input; dropping them is a reshape, which costs
/// nothing.
template <name_t Name, reduce_attributes Attributes>
struct reduce_call {
  template <tensor_expr X>
  consteval auto operator()(X x) const {
    constexpr ints axes = all_axes(X::type.rank());
    constexpr auto folded = call<Name, reduction_attributes{axes}>;
    if constexpr (Attributes.keep)
      return folded(x);
    else
      return call<"reshape", reshape_attributes{kept(X::type.dims, axes)}>(folded(x));
  }

 private:
  static constexpr ints all_axes(int rank) {
    ints axes;
    for (int axis = 0; axis < rank; ++axis)
      if (Attributes.axes.empty() || Attributes.axes.contains(axis) || Attributes.axes.contains(axis - rank))
        axes.push_back(axis);
    for (std::int64_t axis : Attributes.axes)
      if (axis < -rank || axis >= rank) axes.push_back(axis);  // left for infer to refuse
    return axes;
  }
  static constexpr shape kept(const shape& dims, const ints& axes) {
    shape result;
    for (int axis = 0; axis < dims.count; ++axis)
      if (!axes.contains(axis)) result.push_back(dims[axis]);
    return result;
  }
};

}  // namespace litho
