// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <span>

#include "../core/attributes.hpp"
#include "../core/check.hpp"
#include "../core/math.hpp"
#include "../core/tensor.hpp"

/// The contract of an op. An op is a specialisation `template <> struct litho::op<"name">` in a file of its own, derived from
/// one of the categories below, which bring what all ops of a kind share. It holds
///   info        what it is, as data; passes read this and never ask for an op by name
///   attributes  an aggregate with a static `fields(self, visit)` that names each field (where it has any)
///   infer       output type from input types, or a fault (elementwise ops and reductions have it from their category)
///   eval        the reference semantics, constexpr; elementwise: one function over scalars that SIMD values go through too
///   decompose   where the op is a composition of others: the nodes that replace it
namespace litho {

enum class category : std::uint8_t {
  source,       ///< input, param, constant
  elementwise,  ///< one scalar function of broadcast inputs
  reduction,    ///< folds axes to size 1
  contraction,  ///< sums of products: matmul, dense, convolution
  pooling,      ///< a window folded to one value
  movement,     ///< values only move or repeat
  composite     ///< always replaced by what `decompose` writes
};

/// The unit of the NPU that runs an op.
enum class engine : std::uint8_t { none, vector, cube, move };

constexpr std::string_view name_of(engine unit) {
  constexpr std::string_view names[] = {"none", "vector", "cube", "move"};
  return names[static_cast<int>(unit)];
}

/// What op(x, x) is.
enum class self_rule : std::uint8_t { none, same, zero };

/// A value that leaves an input unchanged: x op value == x.
struct identity_rule {
  bool present = false;
  double value = 0;
  bool exact = true;  ///< also for NaN, infinities and both zeros; otherwise only with options::relaxed
};

/// Facts about an op that passes use. Each has a default, so that a new fact touches no op file.
struct op_facts {
  const char* name = "";
  const char* math = "";  ///< one line for the reference table
  bool commutative = false;
  bool involution = false;  ///< op(op(x)) == x
  bool idempotent = false;  ///< op(op(x)) == op(x)
  identity_rule right_identity{};
  self_rule self = self_rule::none;
  bool self_exact = true;
  bool absorbs_zero = false;    ///< x op 0 == 0, only with options::relaxed
  bool reinterprets = false;    ///< the output has the input's bytes in the same order (reshape): a view
  bool collapses = false;       ///< of two in a row only the second matters
  bool divides = false;         ///< the last input must not be zero where the compiler evaluates
  bool transcendental = false;  ///< costs many instructions: keep the result rather than compute it again
  bool blocked = false;         ///< a kernel exists for NC1HWC0 activations
  int work = 1;                 ///< arithmetic operations per output element, for the cost model
};

/// A walk over memory: element `at` lies at offset + sum of at[i] * strides[i].
struct strided {
  std::int64_t offset = 0;
  ints strides;
};

template <name_t Name>
struct op;

struct op_info;
namespace ir {
class graph;
}

/// Writes nodes into a graph; what `decompose` and rewriting passes use.
class emitter {
 public:
  using add_function = int (*)(ir::graph&, const op_info&, std::span<const int>, std::span<const std::int64_t>);
  using constant_function = int (*)(ir::graph&, const tensor&);
  using type_function = const tensor_type& (*)(const ir::graph&, int);

  constexpr emitter(ir::graph& graph, add_function add, constant_function add_constant, type_function type_of)
      : graph_(graph), add_(add), constant_(add_constant), type_(type_of) {}

  /// Appends op<Name> of `inputs`; its type is inferred. Returns the new node.
  template <name_t Name, class Attributes = no_attributes>
  constexpr int make(std::initializer_list<int> inputs, const Attributes& attributes = {}) const;
  constexpr int make(const op_info& info, std::span<const int> inputs, std::span<const std::int64_t> attributes) const {
    return add_(graph_, info, inputs, attributes);
  }
  constexpr int constant(const tensor& value) const { return constant_(graph_, value); }
  constexpr int scalar(dtype element, double value) const {
    tensor number{{.element = element, .dims = {}}, {}, {}};
    number.values.push_back(rounded(element, value));
    return constant(number);
  }
  constexpr const tensor_type& type(int node) const { return type_(graph_, node); }

 private:
  ir::graph& graph_;
  add_function add_;
  constant_function constant_;
  type_function type_;
};

/// An op as a value: its facts and its functions over values. A graph node points at one of these.
struct op_info : op_facts {
  category kind = category::elementwise;
  engine unit = engine::vector;
  int inputs_min = 1;
  int inputs_max = 1;
  inferred (*infer)(std::span<const tensor_type>, std::span<const std::int64_t>) = nullptr;
  void (*eval)(std::span<const tensor* const>, std::span<const std::int64_t>, tensor& out) = nullptr;
  int (*decompose)(const emitter&, std::span<const int>, std::span<const std::int64_t>) = nullptr;
  void (*print)(text_builder&, std::span<const std::int64_t>) = nullptr;
  bool (*parse)(std::string_view& text, attribute_values& out) = nullptr;
  /// Movement: where in the input each output element is read (walking the output in row-major order)...
  strided (*read)(const tensor_type& x, std::span<const std::int64_t>) = nullptr;
  /// ... or where in the output each element of input `i` is written; what no input covers is `fill`.
  strided (*write)(std::span<const tensor_type>, std::span<const std::int64_t>, int i) = nullptr;
  double (*fill)(std::span<const std::int64_t>) = nullptr;
  /// Whether the op gives its input back as it is (a transpose that swaps nothing).
  bool (*unchanged)(const tensor_type& x, std::span<const std::int64_t>) = nullptr;
  /// Attributes of the one op that does what `first` and then `second` do.
  void (*compose)(std::span<const std::int64_t> first, std::span<const std::int64_t> second, attribute_values& out) = nullptr;

  constexpr std::string_view view() const { return name; }
};

/// Right-aligned NumPy broadcast of two shapes; count < 0 where they do not fit.
constexpr shape broadcast(const shape& a, const shape& b) {
  shape result;
  result.count = a.count > b.count ? a.count : b.count;
  for (int i = 1; i <= result.count; ++i) {
    const std::int64_t left = i <= a.count ? a[a.count - i] : 1;
    const std::int64_t right = i <= b.count ? b[b.count - i] : 1;
    if (left != right && left != 1 && right != 1) {
      result.count = -1;
      return result;
    }
    result[result.count - i] = left == 1 ? right : left;
  }
  return result;
}

/// Whether a plain operand may meet an NC1HWC0 one of rank `rank`: it must not vary along the channel axis.
constexpr bool constant_along_channels(const tensor_type& type, int rank) {
  const int channel = 1 - (rank - type.rank());
  return channel < 0 || type.dims[channel] == 1;
}

/// Ops that map scalars: output element i is eval of input elements i, inputs broadcast as in NumPy.
template <int Arity>
struct elementwise {
  static constexpr category kind = category::elementwise;
  static constexpr engine unit = engine::vector;
  static constexpr int inputs_min = Arity;
  static constexpr int inputs_max = Arity;
  using attributes = no_attributes;

  template <class Attributes>
  static constexpr inferred infer(std::span<const tensor_type> x, const Attributes&) {
    tensor_type out = x[0];
    for (const tensor_type& next : x.subspan(1)) {
      if (next.element != out.element) return fault{"element types differ: {left} and {right}", out, next};
      const shape dims = broadcast(out.dims, next.dims);
      if (dims.count < 0) return fault{"shapes do not broadcast: {left} and {right}", out, next};
      if (next.layout != format::plain) out = out.with(next.layout, next.lanes);
      out.dims = dims;
    }
    if (out.layout == format::plain) return out;
    for (const tensor_type& each : x) {
      const bool fits = each.layout == out.layout ? each.lanes == out.lanes && each.rank() == out.rank() &&
                                                        (out.layout == format::nc1hwc0 ? each.dims[1] == out.dims[1]
                                                                                       : each.dims == out.dims)
                                                  : each.layout == format::plain && out.layout == format::nc1hwc0 &&
                                                        constant_along_channels(each, out.rank());
      if (!fits) return fault{"layouts do not meet: {left} and {right}", out, each};
    }
    return out;
  }
};

/// Axes that a reduction folds; negative ones count from the back. They stay in the shape with size 1.
struct reduction_attributes {
  ints axes;
  static constexpr void fields(auto& self, auto&& visit) { visit("axes", self.axes); }
  friend constexpr bool operator==(const reduction_attributes&, const reduction_attributes&) = default;
};

/// Ops that fold axes: initial(), combine(accumulator, x), finish(accumulator, count) over scalars and SIMD values.
struct reduction {
  static constexpr category kind = category::reduction;
  static constexpr engine unit = engine::vector;
  static constexpr int inputs_min = 1;
  static constexpr int inputs_max = 1;
  using attributes = reduction_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    tensor_type out = x[0];
    for (std::int64_t axis : a.axes) {
      if (axis < -out.rank() || axis >= out.rank())
        return fault{"axis {a} is outside of {left} (rank {b})", x[0], {}, axis, out.rank()};
      if (axis < 0) axis += out.rank();
      if (out.layout != format::plain && axis < 2)
        return fault{"axis {a} of a blocked layout cannot be folded: {left}", x[0], {}, axis};
      out.dims[static_cast<int>(axis)] = 1;
    }
    if (x[0].elements() == 0) return fault{"nothing to fold: {left} has no elements", x[0]};
    return out;
  }
};

/// Sums of products, on the Cube.
struct contraction {
  static constexpr category kind = category::contraction;
  static constexpr engine unit = engine::cube;
  static constexpr int inputs_min = 2;
  static constexpr int inputs_max = 3;
};

/// A window folded to one value.
struct pooling {
  static constexpr category kind = category::pooling;
  static constexpr engine unit = engine::vector;
  static constexpr int inputs_min = 1;
  static constexpr int inputs_max = 1;
};

/// Compositions of other ops: `decompose` writes them out before fusion, which makes one kernel of them again. `eval` is still
/// the direct formula, so that the two can be held against each other.
struct composite {
  static constexpr category kind = category::composite;
  static constexpr engine unit = engine::vector;
  static constexpr int inputs_min = 1;
  static constexpr int inputs_max = 1;
  using attributes = no_attributes;
};

/// Values move, none is computed. `read` or `write` says where to; eval and the kernel follow from it.
struct movement {
  static constexpr category kind = category::movement;
  static constexpr engine unit = engine::move;
  static constexpr int inputs_min = 1;
  static constexpr int inputs_max = 1;
  using attributes = no_attributes;
};

namespace detail {

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

constexpr bool skip(std::string_view& text, std::string_view expected) {
  while (!text.empty() && (text[0] == ' ' || text[0] == '\n')) text.remove_prefix(1);
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(expected.size());
  return true;
}

constexpr bool parse_number(std::string_view& text, std::int64_t& out) {
  const bool negative = skip(text, "-");
  if (text.empty() || text[0] < '0' || text[0] > '9') return false;
  const std::uint64_t limit = (std::uint64_t{1} << 63) - (negative ? 0 : 1);
  std::uint64_t value = 0;
  for (; !text.empty() && text[0] >= '0' && text[0] <= '9'; text.remove_prefix(1)) {
    const auto digit = static_cast<std::uint64_t>(text[0] - '0');
    if (value > (limit - digit) / 10) return false;
    value = value * 10 + digit;
  }
  out = static_cast<std::int64_t>(negative ? 0 - value : value);
  return true;
}

/// Reads what text_builder writes for a double.
constexpr bool parse_number(std::string_view& text, double& out) {
  const bool negative = skip(text, "-");
  if (skip(text, "inf")) {
    out = negative ? -math::infinity : math::infinity;
  } else if (skip(text, "nan")) {
    out = math::not_a_number;
  } else if (skip(text, "0x")) {
    if (text.size() < 4 || (text[0] != '0' && text[0] != '1') || text[1] != '.') return false;
    const bool subnormal = text[0] == '0';
    std::uint64_t fraction = subnormal ? 0 : 1;
    text.remove_prefix(2);
    int digits = 0;
    for (; !text.empty() && text[0] != 'p'; text.remove_prefix(1), ++digits) {
      const char c = text[0];
      const bool letter = c >= 'a' && c <= 'f';
      if (digits == 13 || (!letter && (c < '0' || c > '9'))) return false;
      fraction = fraction << 4 | static_cast<std::uint64_t>(letter ? c - 'a' + 10 : c - '0');
    }
    for (; digits < 13; ++digits) fraction <<= 4;
    std::int64_t exponent = 0;
    if (!skip(text, "p") || !parse_number(text, exponent) || exponent < -1022 || exponent > 1023) return false;
    if (subnormal && exponent != -1022) return false;
    const std::uint64_t biased = subnormal ? 0 : static_cast<std::uint64_t>(exponent + 1023);
    out = std::bit_cast<double>(biased << 52 | (fraction & 0xfffffffffffffULL));
    if (negative) out = -out;
  } else {
    if (text.empty() || text[0] < '0' || text[0] > '9') return false;
    double digits = 0;
    std::int64_t shift = 0;  // digits behind the point
    bool point = false;
    for (; !text.empty() && ((text[0] >= '0' && text[0] <= '9') || (text[0] == '.' && !point)); text.remove_prefix(1)) {
      if (text[0] == '.') {
        point = true;
        continue;
      }
      digits = digits * 10 + (text[0] - '0');
      if (point) ++shift;
    }
    if (skip(text, "e-")) {
      std::int64_t exponent = 0;
      if (!parse_number(text, exponent) || exponent < 0) return false;
      shift += exponent;
    }
    if (shift > 22) return false;  // 10^22 is the largest exact power
    double power = 1;
    for (; shift > 0; --shift) power *= 10;
    out = negative ? -(digits / power) : digits / power;
  }
  return true;
}

constexpr bool parse_list(std::string_view& text, ints& out) {
  out = {};
  if (!skip(text, "[")) return false;
  if (skip(text, "]")) return true;
  do {
    std::int64_t value = 0;
    if (out.count == max_rank || !parse_number(text, value)) return false;
    out.push_back(value);
  } while (skip(text, ","));
  return skip(text, "]");
}

struct attribute_parser {
  std::string_view& text;
  bool ok = true;

  constexpr bool key(std::string_view name) { return ok = ok && skip(text, name) && skip(text, "="); }
  constexpr void operator()(std::string_view name, std::int64_t& field) { ok = key(name) && parse_number(text, field); }
  constexpr void operator()(std::string_view name, double& field) { ok = key(name) && parse_number(text, field); }
  constexpr void operator()(std::string_view name, ints& field) { ok = key(name) && parse_list(text, field); }
  constexpr void operator()(std::string_view name, bool& field) {
    std::int64_t value = 0;
    ok = key(name) && parse_number(text, value);
    field = value != 0;
  }
  constexpr void operator()(std::string_view name, extent2& field) {
    ints list;
    ok = key(name) && parse_list(text, list) && list.count == 2;
    if (ok) field = {list[0], list[1]};
  }
  constexpr void operator()(std::string_view name, pads2& field) {
    ints list;
    ok = key(name) && parse_list(text, list) && list.count == 4;
    if (ok) field = {list[0], list[1], list[2], list[3]};
  }
};

template <class Op>
struct over_values {
  using attributes = typename Op::attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, std::span<const std::int64_t> values) {
    return Op::infer(x, unpacked<attributes>(values));
  }
  static constexpr void eval(std::span<const tensor* const> x, std::span<const std::int64_t> values, tensor& out) {
    out.values.reserve(static_cast<std::size_t>(out.type.elements()));
    if constexpr (Op::kind == category::elementwise)
      eval_elementwise<Op>(x, unpacked<attributes>(values), out);
    else if constexpr (Op::kind == category::reduction)
      eval_reduction<Op>(*x[0], out);
    else if constexpr (Op::kind == category::movement)
      eval_movement<Op>(x, unpacked<attributes>(values), out);
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
  static constexpr bool unchanged(const tensor_type& x, std::span<const std::int64_t> values) {
    return Op::unchanged(x, unpacked<attributes>(values));
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
  if constexpr (requires { &Op::unchanged; }) info.unchanged = &functions::unchanged;
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
constexpr int emitter::make(std::initializer_list<int> inputs, const Attributes& attributes) const {
  const attribute_values values = packed(attributes);
  return make(info_of<Name>, std::span<const int>(inputs.begin(), inputs.size()), values.view());
}

// What users write. Expression types are made in room expr; here they are only named.

template <name_t Op, auto Attributes, class... Inputs>
struct expression_;

/// A node of a tensor graph, as a type.
template <class T>
concept tensor_expr = requires { typename T::litho_expression; };

/// The function object of an op: litho::relu(x) and, with attributes, litho::call<"conv2d", conv2d_attributes{...}>(x, w).
template <name_t Name, auto Attributes = no_attributes{}>
struct call_t {
  template <tensor_expr... X>
    requires(sizeof...(X) >= static_cast<std::size_t>(op<Name>::inputs_min) &&
             sizeof...(X) <= static_cast<std::size_t>(op<Name>::inputs_max))
  consteval auto operator()(X...) const {
    return typename expression_<Name, Attributes, X...>::t{};
  }
};
template <name_t Name, auto Attributes = no_attributes{}>
inline constexpr call_t<Name, Attributes> call{};

}  // namespace litho
