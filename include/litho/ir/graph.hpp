// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string_view>

#include "../core/stretch.hpp"
#include "../op/constant.hpp"
#include "../op/op.hpp"

namespace litho {

/// The earliest time at which a value can be computed.
enum class binding : std::uint8_t {
  compile,  ///< known to the C++ compiler
  load,     ///< depends on parameters only: computed once, when weights are loaded
  run       ///< depends on an input
};

constexpr std::string_view name_of(binding when) {
  constexpr std::string_view names[] = {"compile", "load", "run"};
  return names[static_cast<int>(when)];
}

namespace ir {

/// A stretch of one of the graph's pools.
struct range {
  int first = 0;
  int count = 0;
};

/// An op applied to values; the node is also the name of the one value it gives.
struct node {
  const op_info* op = nullptr;
  tensor_type type{};
  std::string_view name{};  ///< of an input or parameter; the text lives as long as the program (or the parsed source)
  range inputs{};           ///< into links: nodes, all of lower index
  range controls{};         ///< into links: nodes that must have run before, without a value passing
  range attributes{};       ///< into numbers
  int constant = -1;        ///< into constants
  int origin = -1;          ///< nodes with the same origin came from one composite op
  int kernel = -1;          ///< nodes with the same kernel run as one (pass fuse)
  binding when = binding::run;
};

namespace detail {

template <class T>
constexpr stretch<T> pool(vec<T>& items, range part) {
  return {items.data() + part.first, static_cast<std::size_t>(part.count)};
}
template <class T>
constexpr stretch<const T> pool(const vec<T>& items, range part) {
  return {items.data() + part.first, static_cast<std::size_t>(part.count)};
}
template <class T>
constexpr range store(vec<T>& items, std::span<const T> values) {
  const range part{static_cast<int>(items.size()), static_cast<int>(values.size())};
  items.append(values);
  return part;
}

}  // namespace detail

struct output {
  int node = -1;
  std::string_view name{};
};

/// A tensor graph as a plain value. Nodes are in topological order; variable-length parts lie in pools beside them, so that a node
/// is small and copying a graph is copying a few arrays.
class graph {
 public:
  vec<node> nodes;
  vec<int> links;
  vec<std::int64_t> numbers;
  vec<tensor> constants;
  vec<output> outputs;
  int origin = -1;  ///< given to nodes as they are added

  constexpr int size() const { return static_cast<int>(nodes.size()); }
  constexpr node& operator[](int at) { return nodes[static_cast<std::size_t>(at)]; }
  constexpr const node& operator[](int at) const { return nodes[static_cast<std::size_t>(at)]; }

  constexpr stretch<const int> inputs(const node& of) const { return detail::pool(links, of.inputs); }
  constexpr stretch<const int> inputs(int of) const { return inputs((*this)[of]); }
  constexpr stretch<int> inputs(int of) { return detail::pool(links, (*this)[of].inputs); }
  constexpr vec<tensor_type> input_types(int of) const {
    vec<tensor_type> types;
    for (int input : inputs(of)) types.push_back((*this)[input].type);
    return types;
  }
  constexpr stretch<const int> controls(int of) const { return detail::pool(links, (*this)[of].controls); }
  constexpr stretch<int> controls(int of) { return detail::pool(links, (*this)[of].controls); }
  constexpr stretch<const std::int64_t> attributes(const node& of) const {
    return detail::pool(numbers, of.attributes);
  }
  constexpr stretch<const std::int64_t> attributes(int of) const { return attributes((*this)[of]); }
  template <name_t Name>
  constexpr bool is(int at) const {
    return (*this)[at].op == &info_of<Name>;
  }
  constexpr const tensor* constant(int at) const {
    return (*this)[at].constant < 0 ? nullptr : &constants[static_cast<std::size_t>((*this)[at].constant)];
  }
  template <class Attributes>
  constexpr Attributes attributes_as(int of) const {
    return unpacked<Attributes>(attributes(of));
  }

  constexpr int append(const op_info& op, const tensor_type& type, std::span<const int> inputs,
                       std::span<const std::int64_t> attributes) {
    node added{.op = &op, .type = type};
    added.inputs = detail::store(links, inputs);
    added.attributes = detail::store(numbers, attributes);
    added.origin = origin;
    nodes.push_back(added);
    return size() - 1;
  }
  constexpr int append_source(const op_info& op, const tensor_type& type, std::string_view name) {
    const int at = append(op, type, {}, packed(source_of(type)).view());
    (*this)[at].name = name;
    return at;
  }
  constexpr int append_constant(const tensor& value) {
    const int at = append(info_of<"constant">, value.type, {}, packed(source_of(value.type)).view());
    (*this)[at].constant = static_cast<int>(constants.size());
    (*this)[at].when = binding::compile;
    constants.push_back(value);
    return at;
  }
  /// `node` runs after all of `before`, whether or not it uses their values.
  constexpr void add_controls(int node, std::span<const int> before) {
    vec<int> all{controls(node)};
    all.append(before);
    (*this)[node].controls = detail::store(links, std::span<const int>(all.data(), all.size()));
  }
  constexpr void set_attributes(int node, std::span<const std::int64_t> attributes) {
    (*this)[node].attributes = detail::store(numbers, attributes);
  }
  constexpr void set_inputs(int node, std::span<const int> inputs) {
    (*this)[node].inputs = detail::store(links, inputs);
  }

  /// Where decompose and rewriting passes write. Types are inferred; a fault there is a broken rule and stops evaluation.
  constexpr emitter emit() {
    return {*this,
            [](graph& to, const op_info& op, std::span<const int> inputs, std::span<const std::int64_t> attributes) {
              vec<tensor_type> types;
              types.reserve(inputs.size());
              for (int input : stretch(inputs.data(), inputs.size())) types.push_back(to[input].type);
              const inferred type = op.infer(std::span<const tensor_type>(types.data(), types.size()), attributes);
              if (!type.ok()) rule_wrote_an_ill_typed_node();
              return to.append(op, type.type, inputs, attributes);
            },
            [](graph& to, const tensor& value) { return to.append_constant(value); },
            [](const graph& of, int node) -> const tensor_type& { return of[node].type; }};
  }

 private:
  static void rule_wrote_an_ill_typed_node() {}  // not constexpr: reaching it in constant evaluation is a compile error
};

/// How often each node is used, outputs included.
constexpr vec<int> use_counts(const graph& of) {
  vec<int> counts(static_cast<std::size_t>(of.size()));
  for (int at = 0; at < of.size(); ++at)
    for (int input : of.inputs(at)) ++counts[static_cast<std::size_t>(input)];
  for (const output& out : of.outputs) ++counts[static_cast<std::size_t>(out.node)];
  return counts;
}

/// Copies a graph node by node while a pass changes it: `at(old)` is the new node that stands for an old one.
class rewriter {
 public:
  constexpr explicit rewriter(graph& source) : source_(source), to_(static_cast<std::size_t>(source.size()), -1) {
    result_.nodes.reserve(source.nodes.size() + 8);
    result_.links.reserve(source.links.size() + 16);
    result_.numbers.reserve(source.numbers.size() + 32);
  }

  constexpr const graph& source() const { return source_; }
  constexpr graph& result() { return result_; }
  constexpr const graph& peek() const { return result_; }
  constexpr int at(int old) const { return to_[static_cast<std::size_t>(old)]; }
  constexpr void map(int old, int renewed) { to_[static_cast<std::size_t>(old)] = renewed; }

  /// Appends node `old` with its inputs mapped. Constants move over; a node is copied at most once.
  constexpr int copy(int old) {
    const node& from = source_[old];
    int inputs[64];
    const auto count = from.inputs.count < 64 ? static_cast<std::size_t>(from.inputs.count) : 64;
    for (std::size_t i = 0; i < count; ++i) inputs[i] = at(source_.inputs(old)[i]);
    const int renewed =
        result_.append(*from.op, from.type, std::span<const int>(inputs, count), source_.attributes(old));
    carry(old, renewed);
    if (from.constant >= 0) {
      result_[renewed].constant = static_cast<int>(result_.constants.size());
      result_.constants.push_back(std::move(source_.constants[static_cast<std::size_t>(from.constant)]));
    }
    map(old, renewed);
    return renewed;
  }

  /// Hands on what a node carries besides its op and inputs: name, times, kernel, control edges.
  constexpr void carry(int old, int renewed) {
    const node& from = source_[old];
    node& into = result_[renewed];
    into.name = from.name;
    into.origin = from.origin;
    into.kernel = from.kernel;
    into.when = from.when;
    if (from.controls.count == 0) return;
    vec<int> before;
    for (int each : source_.controls(old))
      if (at(each) >= 0) before.push_back(at(each));
    result_.add_controls(renewed, std::span<const int>(before.data(), before.size()));
  }

  constexpr graph finish() {
    for (const output& out : source_.outputs) result_.outputs.push_back({at(out.node), out.name});
    result_.origin = source_.origin;
    return std::move(result_);
  }

 private:
  graph& source_;
  graph result_;
  vec<int> to_;
};

}  // namespace ir
}  // namespace litho
