// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "../ir/graph.hpp"
#include "../op/input.hpp"
#include "../op/param.hpp"

/// Expression types. Each is an empty struct nested in a template (`expression_<...>::t`), so that argument-dependent lookup does not
/// walk its arguments and compilers do not print them (docs/why/001). A type knows its tensor type, a hash of its whole
/// structure, and how to append itself to a graph; equal hashes are one node.
namespace litho {

/// A graph under construction: finds the node of an expression by its hash.
class lowering {
 public:
  ir::graph graph;

  constexpr lowering() : slots_(64) {}

  constexpr int find(std::uint64_t hash) const {
    for (std::size_t at = hash & mask();; at = (at + 1) & mask()) {
      if (slots_[at].node < 0) return -1;
      if (slots_[at].hash == hash) return slots_[at].node;
    }
  }
  constexpr void remember(std::uint64_t hash, int node) {
    if (2 * ++used_ > slots_.size()) {
      vec<slot> old = std::move(slots_);
      slots_ = vec<slot>(2 * old.size());
      for (const slot& each : old)
        if (each.node >= 0) insert(each);
    }
    insert({hash, node});
  }

 private:
  struct slot {
    std::uint64_t hash = 0;
    int node = -1;
  };
  constexpr std::size_t mask() const { return slots_.size() - 1; }
  constexpr void insert(slot added) {
    std::size_t at = added.hash & mask();
    while (slots_[at].node >= 0) at = (at + 1) & mask();
    slots_[at] = added;
  }

  vec<slot> slots_;
  std::size_t used_ = 0;
};

namespace detail {

constexpr fnv1a& operator<<(fnv1a& hash, const tensor_type& type) {
  hash << static_cast<std::uint64_t>(type.element) << static_cast<std::uint64_t>(type.rank());
  for (std::int64_t extent : type.dims) hash << static_cast<std::uint64_t>(extent);
  return hash;
}

template <tensor_expr X>
consteval int node_of(lowering& into) {
  int node = into.find(X::hash);
  if (node < 0) {
    node = X::append(into);
    into.remember(X::hash, node);
  }
  return node;
}

consteval message diagnosis(const char* op, const inferred& result) {
  return result.ok() ? message{} : message(explain(op, result.error).view());
}

template <name_t Op, auto Attributes, class... Inputs>
consteval inferred infer_expression() {
  const tensor_type types[] = {Inputs::type...};
  const attribute_values values = packed(Attributes);
  return info_of<Op>.infer(std::span<const tensor_type>(types, sizeof...(Inputs)), values.view());
}

template <name_t Op, auto Attributes, class... Inputs>
consteval std::uint64_t hash_expression() {
  fnv1a hash;
  hash << Op.view();
  const attribute_values values = packed(Attributes);
  for (std::int64_t value : values.view()) hash << static_cast<std::uint64_t>(value);
  (hash << ... << static_cast<std::uint64_t>(Inputs::hash));
  return hash.value;
}

}  // namespace detail

/// An op applied to expressions.
template <name_t Op, auto Attributes, class... Inputs>
struct expression_ {
  struct t {
    using litho_expression = void;
    static constexpr inferred result = detail::infer_expression<Op, Attributes, Inputs...>();
    // Only the first fault of a graph is reported: what follows from it is not the user's.
    static constexpr bool inputs_valid = (Inputs::valid && ...);
    static constexpr bool valid = inputs_valid && result.ok();
    static_assert(require<!inputs_valid || result.ok(), detail::diagnosis(info_of<Op>.name, result)>::value);
    static constexpr tensor_type type = result.type;
    static constexpr std::uint64_t hash = detail::hash_expression<Op, Attributes, Inputs...>();

    static consteval int append(lowering& into) {
      int inputs[sizeof...(Inputs)]{};  // not an initializer list: GCC 12 takes the address of consteval calls in one
      int count = 0;
      ((inputs[count++] = detail::node_of<Inputs>(into)), ...);
      const attribute_values values = packed(Attributes);
      return into.graph.append(info_of<Op>, type, std::span<const int>(inputs, sizeof...(Inputs)), values.view());
    }
  };
};

/// An input or a parameter.
template <name_t Op, name_t Name, tensor_type Type>
struct source_ {
  struct t {
    using litho_expression = void;
    static constexpr bool valid = true;
    static constexpr tensor_type type = Type;
    static constexpr std::uint64_t hash = (fnv1a{} << Op.view() << " " << Name.view()).value;
    static constexpr name_t name = Name;
    static constexpr bool is_input = Op == name_t("input");

    static consteval int append(lowering& into) { return into.graph.append_source(info_of<Op>, Type, Name.view()); }
  };
};

/// A constant tensor held in a constexpr array of static storage.
template <const auto& Values, shape Dims>
struct constant_ {
  struct t {
    using litho_expression = void;
    using value_type = std::remove_cvref_t<decltype(Values[0])>;
    static constexpr bool valid = true;
    static constexpr tensor_type type{.element = dtype_of<value_type>::value, .dims = Dims};
    static constexpr std::uint64_t hash = [] {
      fnv1a mixed;
      detail::operator<<(mixed << "constant", type);
      for (auto value : Values) mixed << std::bit_cast<std::uint64_t>(static_cast<double>(value));
      return mixed.value;
    }();

    static consteval int append(lowering& into) {
      return into.graph.append_constant(
          make_tensor<value_type>(Dims, std::span<const value_type>(std::data(Values), std::size(Values))));
    }
  };
};

/// A number, with the element type of the expression it meets.
template <double Value, dtype Element>
struct scalar_ {
  struct t {
    using litho_expression = void;
    static constexpr bool valid = true;
    static constexpr tensor_type type{.element = Element, .dims = {}};
    static constexpr std::uint64_t hash = [] {
      fnv1a mixed;
      detail::operator<<(mixed << "constant", type);
      return (mixed << std::bit_cast<std::uint64_t>(rounded(Element, Value))).value;
    }();

    static consteval int append(lowering& into) {
      tensor number{type, {}, {}};
      number.values.push_back(rounded(Element, Value));
      return into.graph.append_constant(number);
    }
  };
};

/// An expression that runs after others (a control edge).
template <class X, class... Before>
struct after_ {
  struct t : X {
    static constexpr std::uint64_t hash = ((fnv1a{} << "after" << X::hash) << ... << static_cast<std::uint64_t>(Before::hash)).value;

    static consteval int append(lowering& into) {
      int before[sizeof...(Before)]{};
      int count = 0;
      ((before[count++] = detail::node_of<Before>(into)), ...);
      const int node = X::append(into);
      into.graph.add_controls(node, std::span<const int>(before, sizeof...(Before)));
      return node;
    }
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
  return typename after_<X, Before...>::t{};
}

}  // namespace litho
