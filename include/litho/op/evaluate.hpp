// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "categories.hpp"

/// The reference semantics that a category gives its ops: loops around an op's scalar function, its fold or its walk.
namespace litho::detail {

/// Calls visit(flat index, odometer) for each index of `dims` in row-major order.
template <class Visit>
constexpr void for_each_index(const shape& dims, Visit&& visit) {
  ints at;
  at.count = dims.count;
  const std::int64_t total = dims.product();
  for (std::int64_t flat = 0; flat < total; ++flat) {
    visit(flat, at);
    for (int axis = dims.count - 1; axis >= 0; --axis) {
      if (++at[axis] < dims[axis]) break;
      at[axis] = 0;
    }
  }
}

constexpr std::int64_t offset_of(const ints& at, const ints& strides) {
  std::int64_t offset = 0;
  for (int i = 0; i < at.count; ++i) offset += at[i] * strides[i];
  return offset;
}

template <class Op>
constexpr void eval_elementwise(std::span<const tensor* const> x, const typename Op::attributes& attributes, tensor& out) {
  constexpr int arity = Op::inputs_max;
  ints strides[arity];
  for (int i = 0; i < arity; ++i) strides[i] = broadcast_strides(x[static_cast<std::size_t>(i)]->type.dims, out.type.dims);
  for_each_index(out.type.dims, [&](std::int64_t, const ints& at) {
    const auto value = [&](int i) {
      return x[static_cast<std::size_t>(i)]->values[static_cast<std::size_t>(offset_of(at, strides[i]))];
    };
    double result = 0;
    if constexpr (requires { Op::eval(0.0, attributes); })
      result = Op::eval(value(0), attributes);
    else if constexpr (arity == 1)
      result = Op::eval(value(0));
    else if constexpr (arity == 2)
      result = Op::eval(value(0), value(1));
    else
      result = Op::eval(value(0), value(1), value(2));
    out.values.push_back(rounded(out.type.element, result));
  });
}

template <class Op>
constexpr void eval_reduction(const tensor& x, tensor& out) {
  const ints strides = broadcast_strides(out.type.dims, x.type.dims);
  out.values.resize(static_cast<std::size_t>(out.type.elements()), Op::initial(0.0));
  for_each_index(x.type.dims, [&](std::int64_t flat, const ints& at) {
    double& sum = out.values[static_cast<std::size_t>(offset_of(at, strides))];
    sum = Op::combine(sum, x.values[static_cast<std::size_t>(flat)]);
  });
  const auto count = static_cast<double>(x.type.elements() / out.type.elements());
  for (double& sum : out.values) sum = rounded(out.type.element, Op::finish(sum, count));
}

template <class Op>
constexpr void eval_movement(std::span<const tensor* const> x, const typename Op::attributes& attributes, tensor& out) {
  if constexpr (requires { Op::read(x[0]->type, attributes); }) {
    const strided from = Op::read(x[0]->type, attributes);
    for_each_index(out.type.dims, [&](std::int64_t, const ints& at) {
      out.values.push_back(x[0]->values[static_cast<std::size_t>(from.offset + offset_of(at, from.strides))]);
    });
  } else if constexpr (requires { Op::fill(attributes); }) {
    vec<tensor_type> types;
    for (const tensor* each : x) types.push_back(each->type);
    out.values.resize(static_cast<std::size_t>(out.type.elements()), rounded(out.type.element, Op::fill(attributes)));
    for (std::size_t i = 0; i < x.size(); ++i) {
      const strided to = Op::write(std::span<const tensor_type>(types.data(), types.size()), attributes, static_cast<int>(i));
      for_each_index(x[i]->type.dims, [&](std::int64_t flat, const ints& at) {
        out.values[static_cast<std::size_t>(to.offset + offset_of(at, to.strides))] =
            x[i]->values[static_cast<std::size_t>(flat)];
      });
    }
  } else {
    out.values = x[0]->values;
  }
}

}  // namespace litho::detail
