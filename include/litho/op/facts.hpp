// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <initializer_list>
#include <span>

#include "../core/attributes.hpp"
#include "../core/check.hpp"
#include "../core/tensor.hpp"

/// What an op is, as data that passes read, and an op as a value.
namespace litho {

enum class category : std::uint8_t {
  source,       ///< input, param, constant
  elementwise,  ///< one scalar function of broadcast inputs
  reduction,    ///< folds axes to size 1
  contraction,  ///< sums of products: matmul, dense, convolution
  pooling,      ///< a window folded to one value
  movement,     ///< values only move or repeat, by a walk with strides
  direct,       ///< computes its output as a whole, by a loop of its own
  composite     ///< always replaced by what `decompose` writes
};

/// The unit of the NPU that runs an op.
enum class engine : std::uint8_t { none, vector, cube, move, image };

constexpr std::string_view name_of(engine unit) {
  constexpr std::string_view names[] = {"none", "vector", "cube", "move", "image"};
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

/// Facts about an op. Each has a default, so that a new fact touches no op file. The texts are for
/// docs/reference/ops.md, the contract of adapters; passes use the rest.
struct op_facts {
  const char* name = "";
  const char* math = "";     ///< one line
  const char* onnx = "";     ///< the ONNX operators with these semantics, "A, B"; those of other domains as DOMAIN::OP
  const char* limits = "";   ///< what it does not take, beside element types outside of `takes`
  const char* differs = "";  ///< where frameworks differ, and which way the op goes
  kinds takes = kinds::floats;  ///< element types of the inputs; movements take all
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
  bool widens = false;          ///< a composite that is rounded once, at the end: of 16-bit floats its steps are f32
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
  constexpr int make(std::span<const int> inputs, const Attributes& attributes = {}) const;
  template <name_t Name, class Attributes = no_attributes>
  constexpr int make(std::initializer_list<int> inputs, const Attributes& attributes = {}) const {
    return make<Name>(std::span<const int>(inputs.begin(), inputs.size()), attributes);
  }
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
  /// ... or where in the output each element of input `i` is written, along its stored axes; what no input covers is `fill`.
  strided (*write)(std::span<const tensor_type>, std::span<const std::int64_t>, int i) = nullptr;
  double (*fill)(std::span<const std::int64_t>) = nullptr;
  /// Numbers of scratch that a direct op needs.
  std::int64_t (*scratch)(std::span<const tensor_type>, const tensor_type& out,
                          std::span<const std::int64_t>) = nullptr;
  /// Reductions and pools: where folding elements of a type begins, one step of it, and the result for `count` of them.
  number (*initial)(dtype) = nullptr;
  number (*combine)(dtype, const number& folded, const number& x) = nullptr;
  number (*finish)(dtype, const number& folded, double count) = nullptr;
  /// Whether the op gives its input back as it is (a transpose that swaps nothing).
  bool (*unchanged)(const tensor_type& x, std::span<const std::int64_t>) = nullptr;
  /// Whether `second` after `first` gives x back as it was (a cast to a wider type and back).
  bool (*undoes)(const tensor_type& x, std::span<const std::int64_t> first,
                 std::span<const std::int64_t> second) = nullptr;
  /// Attributes of the one op that does what `first` and then `second` do.
  void (*compose)(std::span<const std::int64_t> first, std::span<const std::int64_t> second,
                  attribute_values& out) = nullptr;

  constexpr std::string_view view() const { return name; }
};

}  // namespace litho
