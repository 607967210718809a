// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "../ir/graph.hpp"
#include "../op/input.hpp"
#include "../op/param.hpp"

/// Expression types. Each is an empty struct nested in a template (`expression_<...>::t`), so that argument-dependent lookup does not
/// walk its arguments and compilers do not print them (docs/why/001). A type knows its tensor type and a recipe: a constant
/// that says how its node is made. Lowering walks recipes; equal hashes are one node.
namespace litho {

/// How to make the node of an expression, as data: no function is instantiated per node, and lowering is a loop.
struct recipe {
  std::uint64_t hash = 0;
  const op_info* op = nullptr;
  tensor_type type{};
  std::string_view name{};
  const attribute_values* attributes = nullptr;
  const recipe* const* inputs = nullptr;
  int input_count = 0;
  const recipe* const* before = nullptr;  ///< control edges
  int before_count = 0;
  tensor (*constant)() = nullptr;  ///< the values of a constant
};

namespace detail {

constexpr fnv1a& operator<<(fnv1a& hash, const tensor_type& type) {
  hash << static_cast<std::uint64_t>(type.element) << static_cast<std::uint64_t>(type.rank());
  for (std::int64_t extent : type.dims) hash << static_cast<std::uint64_t>(extent);
  return hash;
}

consteval message diagnosis(const char* op, const inferred& result) {
  return result.ok() ? message{} : message(explain(op, result.error).view());
}

template <name_t Op, class... Inputs>
consteval inferred infer_expression(const attribute_values& values) {
  const tensor_type types[] = {Inputs::type...};
  return info_of<Op>.infer(std::span<const tensor_type>(types, sizeof...(Inputs)), values.view());
}

template <name_t Op, class... Inputs>
consteval std::uint64_t hash_expression(const attribute_values& values) {
  fnv1a hash;
  hash << Op.view();
  for (std::int64_t value : values.view()) hash << static_cast<std::uint64_t>(value);
  (hash << ... << static_cast<std::uint64_t>(Inputs::node.hash));
  return hash.value;
}

template <auto Attributes>
inline constexpr attribute_values packed_attributes = packed(Attributes);

template <class... X>
inline constexpr const recipe* recipes_of[] = {&X::node...};

}  // namespace detail

/// An op applied to expressions.
template <name_t Op, auto Attributes, class... Inputs>
struct expression_ {
  struct t {
    using litho_expression = void;
    static constexpr inferred result = detail::infer_expression<Op, Inputs...>(detail::packed_attributes<Attributes>);
    // Only the first fault of a graph is reported: what follows from it is not the user's.
    static constexpr bool inputs_valid = (Inputs::valid && ...);
    static constexpr bool valid = inputs_valid && result.ok();
    static_assert(require<(!inputs_valid || result.ok()), detail::diagnosis(info_of<Op>.name, result)>::value);
    static constexpr tensor_type type = result.type;
    static constexpr recipe node{.hash = detail::hash_expression<Op, Inputs...>(detail::packed_attributes<Attributes>),
                                 .op = &info_of<Op>,
                                 .type = type,
                                 .attributes = &detail::packed_attributes<Attributes>,
                                 .inputs = detail::recipes_of<Inputs...>,
                                 .input_count = static_cast<int>(sizeof...(Inputs))};
  };
};

/// An input or a parameter.
template <name_t Op, name_t Name, tensor_type Type>
struct source_ {
  struct t {
    using litho_expression = void;
    static constexpr bool valid = true;
    static constexpr tensor_type type = Type;
    static constexpr recipe node{.hash = (fnv1a{} << Op.view() << " " << Name.view()).value,
                                 .op = &info_of<Op>,
                                 .type = Type,
                                 .name = Name.view()};
  };
};

namespace detail {

constexpr std::uint64_t hash_constant(const tensor_type& type, const auto& values) {
  fnv1a mixed;
  mixed << "constant" << type;
  for (const auto& value : values) mixed << number_of(value).bits();
  return mixed.value;
}

template <const auto& Values, shape Dims>
constexpr tensor constant_values() {
  return make_tensor(Dims, std::span(std::data(Values), static_cast<std::size_t>(Dims.product())));
}
template <double Value, dtype Element>
constexpr tensor constant_number() {
  return {{.element = Element, .dims = {}}, {rounded(Element, Value)}, {}};
}
template <double Value, dtype Element>
inline constexpr number scalar_value[1] = {rounded(Element, Value)};

}  // namespace detail

/// A constant tensor held in a constexpr array of static storage.
template <const auto& Values, shape Dims>
struct constant_ {
  struct t {
    using litho_expression = void;
    using value_type = std::remove_cvref_t<decltype(Values[0])>;
    static constexpr bool valid = true;
    static constexpr tensor_type type{.element = dtype_of<value_type>::value, .dims = Dims};
    static constexpr recipe node{.hash = detail::hash_constant(type, Values),
                                 .op = &info_of<"constant">,
                                 .type = type,
                                 .constant = &detail::constant_values<Values, Dims>};
  };
};

/// A number, with the element type of the expression it meets.
template <double Value, dtype Element>
struct scalar_ {
  struct t {
    using litho_expression = void;
    static constexpr bool valid = true;
    static constexpr tensor_type type{.element = Element, .dims = {}};
    static constexpr recipe node{.hash = detail::hash_constant(type, detail::scalar_value<Value, Element>),
                                 .op = &info_of<"constant">,
                                 .type = type,
                                 .constant = &detail::constant_number<Value, Element>};
  };
};

/// An expression that runs after others (a control edge).
template <class X, class... Before>
struct after_ {
  struct t {
    using litho_expression = void;
    static constexpr bool valid = X::valid;
    static constexpr tensor_type type = X::type;
    static constexpr int count = X::node.before_count + static_cast<int>(sizeof...(Before));
    static consteval std::array<const recipe*, count> all() {
      std::array<const recipe*, count> result{};
      std::size_t at = 0;
      for (int i = 0; i < X::node.before_count; ++i) result[at++] = X::node.before[i];
      ((result[at++] = &Before::node), ...);
      return result;
    }
    static constexpr std::array<const recipe*, count> before = all();
    static consteval recipe make() {
      recipe made = X::node;
      made.hash = ((fnv1a{} << "after" << X::node.hash) << ... << Before::node.hash).value;
      made.before = before.data();
      made.before_count = count;
      return made;
    }
    static constexpr recipe node = make();
  };
};

/// A named definition: `struct n17 : litho::def<decltype(litho::relu(n16{}))> {};`. Cuts the nesting of type names, whose length
/// is what long graphs cost (docs/why/001).
template <tensor_expr X>
struct def : X {};

/// litho::input<"image", float, 1, 1, 28, 28>(): a tensor given at each run.
template <name_t Name, element T, std::int64_t... Dims>
consteval auto input() {
  return typename source_<"input", Name, tensor_type{.element = dtype_of<T>::value, .dims = {Dims...}}>::t{};
}

/// litho::param<"fc.weight", float, 10, 32>(): a tensor given once, when weights are loaded.
template <name_t Name, element T, std::int64_t... Dims>
consteval auto param() {
  return typename source_<"param", Name, tensor_type{.element = dtype_of<T>::value, .dims = {Dims...}}>::t{};
}

/// litho::constant<values, 2, 3>(): a constexpr array of static storage as a 2 x 3 tensor; without sizes, a vector.
template <const auto& Values, std::int64_t... Dims>
consteval auto constant() {
  constexpr shape dims = sizeof...(Dims) == 0 ? shape{static_cast<std::int64_t>(std::size(Values))} : shape{Dims...};
  static_assert(dims.product() == static_cast<std::int64_t>(std::size(Values)),
                "litho::constant: the sizes do not multiply to the number of values");
  return typename constant_<Values, dims>::t{};
}

/// after(x, y...) is x, computed after all of y.
template <tensor_expr X, tensor_expr... Before>
  requires(sizeof...(Before) > 0)
consteval auto after(X, Before...) {
  static_assert(X::node.op->kind != category::source,
                "litho::after: inputs, parameters and constants are not computed, so they cannot wait for others");
  return typename after_<X, Before...>::t{};
}

}  // namespace litho
