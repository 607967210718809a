// SPDX-License-Identifier: BSL-1.0
#include "generate.hpp"

#include <algorithm>
#include <cctype>
#include <graphs/values.hpp>
#include <map>
#include <optional>
#include <random>
#include <sstream>

#include <litho/op/input.hpp>
#include <litho/op/param.hpp>

#include "compiler/graph_text.hpp"
#include "compiler/operators.hpp"
#include "forms.hpp"

namespace litho::fuzz {

namespace {

constexpr std::int64_t most_elements = 500;

std::vector<std::string> parts_of(std::string_view text, char by) {
  std::vector<std::string> parts;
  std::istringstream in{std::string(text)};
  for (std::string part; std::getline(in, part, by);) {
    part.erase(0, part.find_first_not_of(' '));
    if (!part.empty() || by == ';') parts.push_back(part);
  }
  return parts;
}

class generator {
 public:
  generator(unsigned seed, const choice& with) : with_(with), chance_(seed) {
    static constexpr dtype floats[] = {dtype::f32, dtype::f32, dtype::f32, dtype::f64, dtype::f16, dtype::bf16};
    main_ = floats[below(6)];
    static constexpr std::int64_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 16, 17};
    for (std::int64_t& size : sizes_) size = sizes[below(9)];
    if (below(8) == 0) sizes_[0] = 0;
  }

  bisector::problem make() {
    const int ops = with_.least + below(with_.most - with_.least + 1);
    const op_info* const wanted = find(with_.only);
    for (int i = below(3); i >= 0; --i) made_source(main_, some_dims(below(5)));
    const int turn = below(ops);
    for (int made = 0; made < ops; ++made) add(made == turn && wanted != nullptr ? *wanted : drawn_op());
    add_outputs();
    const bool has_edges = below(6) == 0 && !has_weights();
    bisector::problem result;
    result.graph = std::move(graph_);
    for (const ir::node& node : result.graph.nodes)
      if (node.op->kind == category::source && node.constant < 0)
        result.sources.push_back({node.name, values_of(node, has_edges)});
    return result;
  }

 private:
  int below(int limit) { return static_cast<int>(chance_() % static_cast<unsigned>(limit)); }
  template <class List>
  const auto& any_of(const List& list) {
    return *(std::begin(list) + below(static_cast<int>(std::size(list))));
  }

  static const op_info* find(std::string_view name) {
    for (const op_info* each : compiler::operators())
      if (each->view() == name) return each;
    return nullptr;
  }

  const op_info& drawn_op() {
    for (;;) {
      const op_info& op = *any_of(compiler::operators());
      const bool is_internal = op.view() == "trans_data" || op.view() == "channels_last";  // written by pass layouts
      if (op.kind != category::source && !is_internal) return op;
    }
  }

  /// Weights that are NaN or infinite meet padding, or what batch_norm makes of them, in other orders in a kernel.
  bool has_weights() const {
    for (const ir::node& each : graph_.nodes)
      if (each.op->kind == category::contraction || (each.op->kind == category::composite && each.inputs.count > 1))
        return true;
    return false;
  }

  shape some_dims(int rank) {
    shape dims;
    for (int i = 0; i < rank; ++i) dims.push_back(any_of(sizes_));
    while (tensor_type{.element = main_, .dims = dims}.elements() > most_elements) dims[below(rank)] = 1;
    return dims;
  }

  /// Rather a late node than an early one: graphs get deep.
  int any_node() { return std::max(below(graph_.size()), below(graph_.size())); }

  int made_source(dtype element, const shape& dims, bool is_positive = false) {
    const tensor_type type{.element = element, .dims = dims};
    const std::string name = "s" + std::to_string(graph_.size()) + (is_positive ? "_running_var" : "");
    const int kind = below(6);
    if (kind == 0 && type.elements() <= 32) {
      tensor known = graphs::random_values(name, type, static_cast<unsigned>(chance_()));
      return graph_.append_constant(known);
    }
    return graph_.append_source(kind < 3 ? info_of<"param"> : info_of<"input">, type, compiler::keep(name));
  }

  tensor values_of(const ir::node& node, bool has_edges) {
    tensor result = graphs::random_values(node.name, node.type, static_cast<unsigned>(chance_()));
    if (!has_edges || node.name.ends_with("running_var")) return result;
    static constexpr double edges[] = {math::not_a_number, math::infinity, -math::infinity, 0.0, -0.0, 0x1p-140, 1, -1};
    for (number& each : result.values)
      if (is_float(node.type.element) && below(5) == 0) each = rounded(node.type.element, any_of(edges));
    return result;
  }

  // Attributes: the defaults in text form, some numbers of which are changed.

  std::string some_list(std::string_view name, const std::vector<tensor_type>& x) {
    const int rank = x.empty() ? 0 : x[0].rank();
    int length = name == "permutation" || name == "dims" || name == "repeats"
                     ? rank
                     : (below(3) == 0 ? below(5) : std::max(rank - 2, 1));
    if (name == "before" || name == "after" || name == "pads") length = below(2) == 0 ? rank : std::max(rank - 2, 0);
    if (name == "pads" && below(2) == 0) length = 2 * std::max(rank - 2, 0);
    std::vector<std::int64_t> list;
    for (int i = 0; i < std::min(length, max_rank); ++i) {
      if (name == "permutation")
        list.push_back(i);
      else if (name == "dims")
        list.push_back(x[0].dims[i]);
      else if (name == "axes")
        list.push_back(below(2 * rank + 1) - rank);
      else if (name == "begin" || name == "end")
        list.push_back(below(9) - 4);
      else if (name == "before" || name == "after" || name == "pads" || name == "pad")
        list.push_back(below(3));
      else
        list.push_back(1 + below(3));
    }
    if (name == "permutation") std::shuffle(list.begin(), list.end(), chance_);
    if (name == "dims" && !list.empty()) reshaped(list);
    std::string text = "[";
    for (std::size_t i = 0; i < list.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(list[i]);
    return text + "]";
  }

  /// For reshape and expand: sizes joined, 1 put in between, one left open, or made larger.
  void reshaped(std::vector<std::int64_t>& dims) {
    const auto at = [&] { return dims.begin() + below(static_cast<int>(dims.size())); };
    switch (below(5)) {
      case 0: dims.insert(at(), 1); break;
      case 1: *at() = -1; break;
      case 2:
        if (dims.size() > 1) {
          const std::int64_t last = dims.back();
          dims.pop_back();
          dims.back() *= last;
        }
        break;
      case 3: *at() *= 2; break;
      default: dims = {-1};
    }
    if (dims.size() > static_cast<std::size_t>(max_rank)) dims.resize(max_rank);
  }

  std::string some_number(std::string_view name, const std::string& usual, const std::vector<tensor_type>& x) {
    const int rank = x.empty() ? 0 : x[0].rank();
    if (name == "element") {
      static constexpr dtype all[] = {dtype::f32, dtype::f64, dtype::f16, dtype::bf16,    dtype::i8,  dtype::u8,
                                      dtype::i32, dtype::i64, dtype::i16, dtype::boolean, dtype::u32, dtype::u16};
      return std::to_string(static_cast<int>(below(2) == 0 ? main_ : any_of(all)));
    }
    if (name.ends_with("axis")) return std::to_string(below(2 * std::max(rank, 1)) - std::max(rank, 1));
    if (name == "batch_dims" || name == "upper" || name.starts_with("has_")) return std::to_string(below(2));
    if (name == "k" || name == "p" || name == "size" || name == "height" || name == "width" || name == "depth" ||
        name == "length")
      return std::to_string(1 + below(4));
    if (name == "low") return any_of(std::vector<std::string>{"-inf", "-1", "0", "-0.5"});
    if (name == "high") return any_of(std::vector<std::string>{"inf", "1", "0", "0.5"});
    if (name == "epsilon") return any_of(std::vector<std::string>{"1e-5", "0.5", "1"});
    const bool is_real = name.starts_with("alpha") || name.starts_with("beta") || name.starts_with("scale") ||
                         name == "value" || name == "bias" || name == "gamma" || name == "lambd" || name == "clip" ||
                         name == "cubic_a" || name == "extrapolation";
    if (is_real) return any_of(std::vector<std::string>{usual, "0", "0.5", "1", "2", "0.75", "1.5"});
    return std::to_string(below(4));
  }

  std::optional<attribute_values> some_attributes(const op_info& op, const std::vector<tensor_type>& x,
                                                  const std::map<std::string, std::string>& given) {
    text_builder usual;
    attribute_values defaults;
    std::string_view nothing;
    op.parse(nothing, defaults);
    op.print(usual, defaults.view());
    std::string text;
    const int rarely = 1 + below(4);  // some attributes of some nodes
    for (const std::string& each : parts_of(usual.view(), ' ')) {
      const std::size_t equals = each.find('=');
      const std::string name = each.substr(0, equals);
      std::string value = each.substr(equals + 1);
      if (const auto found = given.find(name); found != given.end())
        value = found->second;
      else if (below(rarely) == 0 || name == "permutation" || name == "dims" || name == "kernel" || name == "repeats")
        value = value.front() == '[' ? some_list(name, x) : some_number(name, value, x);
      text += (text.empty() ? "" : " ") + name + '=' + value;
    }
    std::string_view rest = text;
    attribute_values result;
    if (!op.parse(rest, result)) return {};  // a list of two or four, for which another length was drawn
    return result;
  }

  // Inputs: nodes that are there, or sources that are made once the op takes them.

  struct candidate {
    int node = -1;  ///< -1: a source of this type
    tensor_type type{};
    bool is_positive = false;
  };

  bool append(const op_info& op, const std::vector<candidate>& inputs,
              const std::map<std::string, std::string>& given) {
    std::vector<tensor_type> types;
    for (const candidate& each : inputs) types.push_back(each.type);
    const std::optional<attribute_values> attributes = some_attributes(op, types, given);
    if (!attributes) return false;
    const inferred result = op.infer(types, attributes->view());
    if (!result.ok() || result.type.elements() > most_elements) return false;
    if (result.type.elements() == 0 && below(10) != 0 && sizes_[0] != 0) return false;
    vec<int> nodes;
    for (const candidate& each : inputs)
      nodes.push_back(each.node >= 0 ? each.node : made_source(each.type.element, each.type.dims, each.is_positive));
    const int made =
        graph_.append(op, result.type, std::span<const int>(nodes.data(), nodes.size()), attributes->view());
    if (with_.controls && below(12) == 0) {
      const int before = below(made);
      graph_.add_controls(made, std::span<const int>(&before, 1));
    }
    return true;
  }

  void add(const op_info& op) {
    std::vector<const form*> own;
    for (const form& each : forms)
      if (each.op == op.view()) own.push_back(&each);
    for (int attempt = 0; attempt < 80; ++attempt) {
      const bool is_formed = !own.empty() && below(4) != 0;
      if (is_formed ? formed(op, *any_of(own)) : drawn(op)) return;
    }
  }

  candidate existing(int node) { return {node, graph_[node].type}; }

  bool drawn(const op_info& op) {
    const int more = std::min(op.inputs_max, 5) - op.inputs_min;
    const int count = op.inputs_min + (more > 0 ? below(more + 1) : 0);
    std::vector<candidate> inputs;
    const bool are_alike = below(2) == 0;
    for (int i = 0; i < count; ++i) {
      candidate next = existing(any_node());
      if (i > 0 && are_alike && below(3) != 0) {
        std::vector<int> alike;
        for (int node = 0; node < graph_.size(); ++node)
          if (graph_[node].type == inputs[0].type) alike.push_back(node);
        if (!alike.empty()) next = existing(any_of(alike));
      } else if (below(3) == 0) {
        static constexpr dtype all[] = {dtype::i64, dtype::i32, dtype::boolean, dtype::u8, dtype::i8, dtype::u32};
        const dtype element = i > 0 && below(3) != 0 ? inputs[0].type.element : below(2) == 0 ? main_ : any_of(all);
        shape dims = i > 0 ? inputs[0].type.dims : some_dims(below(5));
        if (i > 0 && dims.count > 0 && below(2) == 0) dims[below(dims.count)] = 1;
        next = {-1, {.element = element, .dims = dims}};
      }
      inputs.push_back(next);
    }
    return append(op, inputs, {});
  }

  /// "3h" with what letters stand for so far; an unknown letter is drawn.
  std::int64_t size_of_term(const std::string& term, std::map<char, std::int64_t>& letters) {
    std::int64_t factor = 0;
    std::int64_t size = 1;
    for (char c : term) {
      if (std::isdigit(static_cast<unsigned char>(c)) != 0)
        factor = factor * 10 + (c - '0');
      else
        size *= letters.try_emplace(c, 1 + below(6)).first->second;
    }
    return factor > 0 ? factor * size : size;
  }

  /// Whether dims can be what the sizes say; letters get their values.
  static bool bind(const std::vector<std::string>& sizes, const shape& dims, std::map<char, std::int64_t>& letters,
                   shape& front) {
    const bool has_front = !sizes.empty() && sizes[0] == "..";
    const int fixed = static_cast<int>(sizes.size()) - (has_front ? 1 : 0);
    if (has_front ? dims.count < fixed || dims.count > fixed + 2 : dims.count != fixed) return false;
    for (int i = 0; i < dims.count - fixed; ++i) front.push_back(dims[i]);
    for (int i = 0; i < fixed; ++i) {
      const std::string& term = sizes[static_cast<std::size_t>(i) + (has_front ? 1 : 0)];
      const std::int64_t size = dims[dims.count - fixed + i];
      const char letter = term.back();
      const bool is_letter = std::isalpha(static_cast<unsigned char>(letter)) != 0;
      const std::int64_t factor = std::isdigit(static_cast<unsigned char>(term[0])) != 0 ? std::stoll(term) : 1;
      if (size % factor != 0 || (!is_letter && size != factor)) return false;
      if (is_letter && letters.try_emplace(letter, size / factor).first->second != size / factor) return false;
    }
    return true;
  }

  bool formed(const op_info& op, const form& how) {
    std::map<char, std::int64_t> letters;
    shape front;
    std::vector<candidate> inputs;
    bool is_first = true;
    for (const std::string& text : parts_of(how.inputs, ';')) {
      const std::size_t colon = text.find(':');
      const std::string prefix = colon == std::string::npos ? "" : text.substr(0, colon);
      const std::vector<std::string> sizes = parts_of(colon == std::string::npos ? text : text.substr(colon + 1), ' ');
      candidate next;
      next.is_positive = prefix == "positive";
      next.type.element = is_first ? main_ : inputs[0].type.element;
      for (dtype each : all_dtypes)
        if (name_of(each) == prefix) next.type.element = each;
      if (is_first && below(3) != 0) {
        for (int attempt = 0; attempt < 10 && next.node < 0; ++attempt) {
          const int node = any_node();
          std::map<char, std::int64_t> own;
          shape own_front;
          if ((!prefix.empty() && graph_[node].type.element != next.type.element) ||
              !bind(sizes, graph_[node].type.dims, own, own_front))
            continue;
          next = existing(node);
          letters = own;
          front = own_front;
        }
      }
      if (next.node < 0) {
        if (is_first && !sizes.empty() && sizes[0] == "..") front = some_dims(below(3));
        for (const std::string& term : sizes) {
          if (term != "..") {
            next.type.dims.push_back(size_of_term(term, letters));
            continue;
          }
          for (std::int64_t size : front) next.type.dims.push_back(size);
        }
        if (next.type.elements() > 4 * most_elements) return false;
        if (!is_first && below(3) == 0)
          for (int node = graph_.size() - 1; node >= 0; --node)
            if (graph_[node].type == next.type && !next.is_positive) next = existing(node);
      }
      inputs.push_back(next);
      is_first = false;
    }
    std::map<std::string, std::string> given;
    for (const std::string& each : parts_of(how.attributes, ' ')) {
      const std::size_t equals = each.find('=');
      std::string value = each.substr(equals + 1);
      if (value.size() == 1 && std::isalpha(static_cast<unsigned char>(value[0])) != 0)
        value = std::to_string(letters[value[0]]);
      given[each.substr(0, equals)] = value;
    }
    return append(op, inputs, given);
  }

  /// What nobody uses, and now and then something from within.
  void add_outputs() {
    const vec<int> uses = use_counts(graph_);
    for (int at = 0; at < graph_.size(); ++at) {
      const bool is_unused = uses[static_cast<std::size_t>(at)] == 0 && graph_[at].op->kind != category::source;
      if (is_unused || below(15) == 0) add_output(at);
    }
    if (graph_.outputs.empty()) add_output(graph_.size() - 1);  // no op took what was drawn for it
  }
  void add_output(int at) {
    graph_.outputs.push_back({at, compiler::keep("y" + std::to_string(graph_.outputs.size()))});
  }

  choice with_;
  std::mt19937 chance_;
  dtype main_ = dtype::f32;
  std::int64_t sizes_[3]{};
  ir::graph graph_;
};

}  // namespace

bisector::problem problem_of_chance(unsigned seed, const choice& with) { return generator(seed, with).make(); }

}  // namespace litho::fuzz
