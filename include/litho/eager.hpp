// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "op/op.hpp"

namespace litho {

namespace detail {

template <name_t Name, class... Tensors>
constexpr tensor evaluated(std::span<const std::int64_t> attributes, const Tensors&... x) {
  constexpr const op_info& info = info_of<Name>;
  const tensor* inputs[] = {&x...};
  tensor_type types[] = {x.type.plain()...};
  tensor out;
  for (const tensor* each : inputs)
    if (!each->ok()) out.error = each->error;
  if (!out.ok()) return out;
  const inferred type = info.infer(std::span<const tensor_type>(types, sizeof...(x)), attributes);
  out.type = type.type;
  out.error = type.error;
  if (out.ok()) info.eval(std::span<const tensor* const>(inputs, sizeof...(x)), attributes, out);
  return out;
}

}  // namespace detail

/// One op on values, by its reference semantics, at compile time or at run time:
/// `tensor y = litho::eager<"conv2d", {.stride = 2}>(x, w);`. A refused input gives a tensor whose `error` says why, and which
/// further ops hand on.
template <name_t Name, typename op<Name>::attributes Attributes = {}, class... Tensors>
  requires(std::same_as<Tensors, tensor> && ...)
constexpr tensor eager(const Tensors&... x) {
  static_assert(sizeof...(x) >= static_cast<std::size_t>(op<Name>::inputs_min) &&
                    sizeof...(x) <= static_cast<std::size_t>(op<Name>::inputs_max),
                "litho::eager: the op takes another number of inputs");
  return detail::evaluated<Name>(packed(Attributes).view(), x...);
}

}  // namespace litho
