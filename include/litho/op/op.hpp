// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/parse.hpp"
#include "evaluate.hpp"

/// The contract of an op. An op is a specialisation `template <> struct litho::op<"name">` in a file of its own,
/// derived from one of the categories in categories.hpp, which bring what all ops of a kind share. It holds
///   info        what it is, as data; passes read this and never ask for an op by name
///   attributes  an aggregate with a static `fields(self, visit)` that names each field (where it has any)
///   infer       output type from input types, or a fault (elementwise ops and reductions have it from their category)
///   eval        the reference semantics, constexpr; elementwise: one function over scalars that SIMD values go through too
///   decompose   where the op is a composition of others: the nodes that replace it
namespace litho {

namespace detail {

template <class Op>
struct over_values {
  using attributes = typename Op::attributes;

  static constexpr kinds takes =
      Op::kind == category::movement || Op::kind == category::source ? kinds::all : Op::info.takes;

  static constexpr inferred infer(std::span<const tensor_type> x, std::span<const std::int64_t> values) {
    for (std::size_t i = 0; i < x.size(); ++i)
      if (!contains(takes, x[i].element)) return fault{refusal(), x[i]};
    return Op::infer(x, unpacked<attributes>(values));
  }
  static constexpr const char* refusal() {
    constexpr const char* texts[] = {"takes nothing: got {left}",
                                     "takes floats: got {left}",
                                     "takes integers: got {left}",
                                     "takes numbers: got {left}",
                                     "takes booleans: got {left}",
                                     "takes floats and booleans: got {left}",
                                     "takes integers and booleans: got {left}",
                                     "takes all types: got {left}"};
    return texts[static_cast<int>(takes)];
  }
  static constexpr void eval(std::span<const tensor* const> x, std::span<const std::int64_t> values, tensor& out) {
    out.values.reserve(static_cast<std::size_t>(out.type.elements()));
    if constexpr (Op::kind == category::elementwise)
      eval_elementwise<Op>(x, unpacked<attributes>(values), out);
    else if constexpr (Op::kind == category::reduction)
      eval_reduction<Op>(*x[0], out);
    else if constexpr (Op::kind == category::movement)
      eval_movement<Op>(x, unpacked<attributes>(values), out);
    else if constexpr (Op::kind == category::direct)
      eval_direct<Op>(x, unpacked<attributes>(values), out);
    else
      Op::eval(x, unpacked<attributes>(values), out);
  }
  static constexpr int decompose(const emitter& emit, std::span<const int> x, std::span<const std::int64_t> values) {
    return Op::decompose(emit, x, unpacked<attributes>(values));
  }
  static constexpr strided read(const tensor_type& x, std::span<const std::int64_t> values) {
    return Op::read(x, unpacked<attributes>(values));
  }
  static constexpr strided write(std::span<const tensor_type> x, std::span<const std::int64_t> values, int i) {
    return Op::write(x, unpacked<attributes>(values), i);
  }
  static constexpr double fill(std::span<const std::int64_t> values) { return Op::fill(unpacked<attributes>(values)); }
  static constexpr std::int64_t scratch(std::span<const tensor_type> x, const tensor_type& out,
                                        std::span<const std::int64_t> values) {
    return Op::scratch_elements(x, out, unpacked<attributes>(values));
  }
  static constexpr number initial(dtype element) {
    return with_folded<Op>(element, []<class V>() { return as_number(Op::initial(V(0))); });
  }
  static constexpr number combine(dtype element, const number& folded, const number& x) {
    return with_folded<Op>(element, [&]<class V>() {
      return as_number(Op::combine(as_operand<V>(folded, element), as_operand<V>(x, element)));
    });
  }
  static constexpr number finish(dtype element, const number& folded, double count) {
    return with_folded<Op>(element,
                           [&]<class V>() { return as_number(Op::finish(as_operand<V>(folded, element), count)); });
  }
  static constexpr bool unchanged(const tensor_type& x, std::span<const std::int64_t> values) {
    return Op::unchanged(x, unpacked<attributes>(values));
  }
  static constexpr bool undoes(const tensor_type& x, std::span<const std::int64_t> first,
                               std::span<const std::int64_t> second) {
    return Op::undoes(x, unpacked<attributes>(first), unpacked<attributes>(second));
  }
  static constexpr void compose(std::span<const std::int64_t> first, std::span<const std::int64_t> second,
                                attribute_values& out) {
    out = packed(Op::compose(unpacked<attributes>(first), unpacked<attributes>(second)));
  }
  static constexpr void print(text_builder& out, std::span<const std::int64_t> values) {
    print_attributes<attributes>(out, values);
  }
  static constexpr bool parse(std::string_view& text, attribute_values& out) {
    attributes read{};
    attribute_parser parser{text};
    attributes::fields(read, parser);
    out = packed(read);
    return parser.ok;
  }
};

template <class Op>
consteval op_info make_op_info() {
  using functions = over_values<Op>;
  op_info info{Op::info};
  info.kind = Op::kind;
  info.unit = Op::unit;
  info.inputs_min = Op::inputs_min;
  info.inputs_max = Op::inputs_max;
  info.infer = &functions::infer;
  if constexpr (Op::kind != category::source) info.eval = &functions::eval;
  if constexpr (requires { &Op::decompose; }) info.decompose = &functions::decompose;
  if constexpr (requires { &Op::read; }) info.read = &functions::read;
  if constexpr (requires { &Op::write; }) info.write = &functions::write;
  if constexpr (requires { &Op::fill; }) info.fill = &functions::fill;
  if constexpr (requires { &Op::scratch_elements; }) info.scratch = &functions::scratch;
  if constexpr (Op::kind == category::reduction || Op::kind == category::pooling) {
    info.initial = &functions::initial;
    info.combine = &functions::combine;
    info.finish = &functions::finish;
  }
  if constexpr (requires { &Op::unchanged; }) info.unchanged = &functions::unchanged;
  if constexpr (requires { &Op::undoes; }) info.undoes = &functions::undoes;
  if constexpr (requires { &Op::compose; }) info.compose = &functions::compose;
  info.print = &functions::print;
  info.parse = &functions::parse;
  return info;
}

}  // namespace detail

/// The op as a value. `&info_of<"relu">` is its identity in a graph.
template <name_t Name>
inline constexpr op_info info_of = detail::make_op_info<op<Name>>();

template <name_t Name, class Attributes>
constexpr int emitter::make(std::span<const int> inputs, const Attributes& attributes) const {
  const attribute_values values = packed(attributes);
  return make(info_of<Name>, inputs, values.view());
}

// What users write. Expression types are made in room expr; here they are only named.

template <name_t Op, auto Attributes, class... Inputs>
struct expression_;
template <double Value, dtype Element>
struct scalar_;

/// A node of a tensor graph, as a type.
template <class T>
concept tensor_expr = requires { typename T::litho_expression; };

/// A number in an expression. It takes the element type of what it meets: `litho::scalar<0.5> * x`, `max(x,
/// litho::scalar<0.0>)`, or `0.5_c * x` with `using namespace litho::literals`. A plain `0.5 * x` cannot work: a
/// function argument is not part of a type (docs/why/005).
template <double Value>
struct scalar_t {
  static constexpr double value = Value;
  constexpr scalar_t<-Value> operator-() const { return {}; }
};
template <double Value>
inline constexpr scalar_t<Value> scalar{};

namespace detail {

template <class T>
inline constexpr bool is_scalar = false;
template <double Value>
inline constexpr bool is_scalar<scalar_t<Value>> = true;

template <class T>
concept operand = tensor_expr<T> || is_scalar<T>;

/// The first of some types that is an expression; void if none is: clang asks before it looks at constraints.
template <class... X>
struct first_expression_ {
  using t = void;
};
template <class X, class... Rest>
struct first_expression_<X, Rest...> : first_expression_<Rest...> {};
template <tensor_expr X, class... Rest>
struct first_expression_<X, Rest...> {
  using t = X;
};
template <class... X>
using first_expression = typename first_expression_<X...>::t;

template <class... X>
concept plain_numbers =
    ((operand<X> || std::is_arithmetic_v<X>) && ...) && (std::is_arithmetic_v<X> || ...) && (tensor_expr<X> || ...);

/// An expression that is not valid, so that what is made of it is no further fault.
template <class X>
struct refused_ {
  using t = void;
};
template <tensor_expr X>
struct refused_<X> {
  struct t : X {
    static constexpr bool valid = false;
  };
};

template <class... X>
consteval typename refused_<first_expression<X...>>::t refuse_plain_number() {
  constexpr bool is_typed = !plain_numbers<X...>;
  static_assert(is_typed,
                "litho: a plain number in an expression is a function argument, not part of its type: write "
                "litho::scalar<2.0> or 2.0_c");
  return {};
}

template <name_t Name>
consteval bool takes(std::size_t count) {
  return count >= static_cast<std::size_t>(op<Name>::inputs_min) &&
         count <= static_cast<std::size_t>(op<Name>::inputs_max);
}

template <operand X, dtype Element>
struct operand_ : scalar_<X::value, Element> {};
template <tensor_expr X, dtype Element>
struct operand_<X, Element> {
  using t = X;
};

}  // namespace detail

/// The function object of an op: litho::relu(x) and, with attributes, litho::call<"conv2d", conv2d_attributes{...}>(x,
/// w).
template <name_t Name, auto Attributes = no_attributes{}>
struct call_t {
  template <tensor_expr... X>
    requires(detail::takes<Name>(sizeof...(X)))
  consteval auto operator()(X...) const {
    return typename expression_<Name, Attributes, X...>::t{};
  }
  template <detail::operand... X>
    requires(detail::takes<Name>(sizeof...(X)) && (detail::is_scalar<X> || ...) && (tensor_expr<X> || ...))
  consteval auto operator()(X...) const {
    return (*this)(typename detail::operand_<X, detail::first_expression<X...>::type.element>::t{}...);
  }
  template <class... X>
    requires(detail::takes<Name>(sizeof...(X)) && detail::plain_numbers<X...>)
  consteval typename detail::refused_<detail::first_expression<X...>>::t operator()(X...) const {
    return detail::refuse_plain_number<X...>();
  }
};
template <name_t Name, auto Attributes = no_attributes{}>
inline constexpr call_t<Name, Attributes> call{};

}  // namespace litho
