// SPDX-License-Identifier: BSL-1.0
#include "graph.hpp"

#include <bit>
#include <unordered_map>

#include <litho/op/concat.hpp>

#include "../compiler/operators.hpp"

static_assert(std::endian::native == std::endian::little, "files are read and written as they lie in memory");

namespace litho::importer {

namespace {

constexpr std::int64_t most_folded = 1024;      // elements of a float result that is computed here
constexpr std::int64_t most_indices = 1 << 16;  // and of whole numbers, which shapes and indices are made of
constexpr std::int64_t largest_constant = 64;   // elements; what is larger becomes a parameter

template <class T>
std::string printed(const T& item) {
  text_builder out;
  out << item;
  return std::string(out.view());
}

std::string attribute_text(const op_info& op, const settings& with, const builder& of) {
  attribute_values defaults;
  std::string_view nothing;
  op.parse(nothing, defaults);
  text_builder printed;
  op.print(printed, defaults.view());
  const std::string_view all = printed.view();
  std::string text;
  std::size_t used = 0;
  for (std::size_t at = 0; at < all.size();) {
    std::size_t end = all.find(' ', at);
    if (end == std::string_view::npos) end = all.size();
    const std::string_view pair = all.substr(at, end - at);
    const std::string_view key = pair.substr(0, pair.find('='));
    text += text.empty() ? "" : " ";
    bool given = false;
    for (const auto& [name, setting] : with)
      if (name == key) {
        text += name + "=" + setting.text;
        given = true;
        ++used;
      }
    if (!given) text += pair;
    at = end + 1;
  }
  if (used != with.size()) {
    std::string wanted;
    for (const auto& [name, setting] : with) wanted += " " + name + "=" + setting.text;
    of.refuse("op " + std::string(op.view()) + " of the library has other attributes: (" + std::string(all) +
              ") and not" + wanted);
  }
  return text;
}

}  // namespace

setting::setting(double number) : text(printed(number)) {}
setting::setting(const ints& list) : text(printed(list)) {}

namespace {
std::vector<const op_info*>& registered_ops() {
  static std::vector<const op_info*> ops;
  return ops;
}
}  // namespace

bool register_op(const op_info& op) {
  registered_ops().push_back(&op);
  return true;
}

const op_info* find_op(std::string_view name) {
  for (const op_info* each : registered_ops())
    if (each->view() == name) return each;
  for (const op_info* each : compiler::operators())
    if (each->view() == name) return each;
  return nullptr;
}

ints to_ints(const std::vector<std::int64_t>& list) {
  ints result;
  if (list.size() > max_rank) throw refusal("more than 8 axes: " + std::to_string(list.size()));
  for (std::int64_t each : list) result.push_back(each);
  return result;
}
std::vector<std::int64_t> to_vector(const ints& list) { return {list.begin(), list.end()}; }

void builder::refuse(const std::string& why) const { throw refusal(where.empty() ? why : where + ": " + why); }

bool builder::folds(const values& inputs, const tensor_type& out) const {
  if (inputs.empty()) return false;
  for (const value& each : inputs)
    if (!each->known || each->type.elements() > most_indices) return false;
  return out.elements() <= (is_float(out.element) ? most_folded : most_indices);
}

value builder::make(std::string_view name, const values& inputs, const settings& with, bool may_fold) {
  const op_info* op = find_op(name);
  if (op == nullptr) refuse("needs the op '" + std::string(name) + "', which the library lacks");
  const auto count = static_cast<int>(inputs.size());
  if (count < op->inputs_min || count > op->inputs_max)
    refuse("op " + std::string(name) + " of the library takes " + std::to_string(op->inputs_min) + " to " +
           std::to_string(op->inputs_max) + " inputs, not " + std::to_string(count));
  const std::string text = attribute_text(*op, with, *this);
  std::string_view rest = text;
  attribute_values attributes;
  if (!op->parse(rest, attributes)) refuse("op " + std::string(name) + " of the library cannot take " + text);
  std::vector<tensor_type> types;
  for (const value& each : inputs) types.push_back(each->type);
  const inferred result = op->infer(types, attributes.view());
  if (!result.ok()) refuse(std::string(explain(name, result.error).view()));
  if (is_absurdly_large(result.type)) refuse("the result is absurdly large: " + text_of(result.type));
  const auto made = std::make_shared<value_data>();
  made->type = result.type;
  if (may_fold && folds(inputs, result.type) && op->eval != nullptr) {
    std::vector<tensor> known;
    for (const value& each : inputs) known.push_back(tensor_of(*each->known));
    std::vector<const tensor*> pointers;
    for (const tensor& each : known) pointers.push_back(&each);
    tensor out{result.type, {}, {}};
    op->eval(pointers, attributes.view(), out);
    if (!out.ok()) refuse(std::string(explain(name, out.error).view()));
    made->known = std::make_shared<array>(array_of(out));
    return made;
  }
  std::vector<int> nodes;
  for (const value& each : inputs) nodes.push_back(node_of(each));
  made->node = graph.append(*op, result.type, nodes, attributes.view());
  return made;
}

std::string builder::source_name(const std::string& wanted) {
  const auto fits = [&](const std::string& name) {
    return name.size() <= name_t::capacity && used_.insert(name).second;
  };
  std::string clean;
  for (char c : wanted) clean += static_cast<unsigned char>(c) < 32 || c == '"' || c == '\\' ? '_' : c;
  if (clean.empty()) clean = "unnamed";
  if (fits(clean)) return clean;
  clean = clean.substr(0, 54);
  for (int i = 2;; ++i)
    if (const std::string numbered = clean + "~" + std::to_string(i); fits(numbered)) return numbered;
}

value builder::input(const std::string& name, const tensor_type& type) {
  const auto made = std::make_shared<value_data>();
  made->type = type;
  made->name = source_name(name);
  graph.origin = -1;
  made->node = graph.append_source(info_of<"input">, type, keep(made->name));
  return made;
}

value builder::constant(array tensor, const std::string& name) const {
  const auto made = std::make_shared<value_data>();
  made->type = tensor.type;
  made->name = name;
  made->known = std::make_shared<array>(std::move(tensor));
  return made;
}

value builder::scalar(dtype element, double number) const {
  return constant(tensor{{.element = element, .dims = {}}, {rounded(element, number)}, {}});
}

value builder::numbers(const std::vector<std::int64_t>& list, dtype element) const {
  tensor made{{.element = element, .dims = {static_cast<std::int64_t>(list.size())}}, {}, {}};
  for (std::int64_t each : list) made.values.push_back(rounded(element, number(each)));
  return constant(made);
}

value builder::filled(const tensor_type& type, const value& single) {
  const value number = reshape(single, {});
  if (type.dims.empty()) return number;
  // Many floats are weights: left to load time, so that they are not stored. Whole numbers are shapes, and folding goes on with them.
  return make("expand", {number}, {{"dims", type.dims}},
              !is_float(type.element) || type.elements() <= largest_constant);
}

value builder::reshape(const value& x, const ints& dims) {
  if (x->type.dims == dims) return x;
  if (x->known && x->node < 0) {  // a weight of any size: the same bytes
    if (dims.contains(-1) || dims.product() != x->type.elements()) return make("reshape", {x}, {{"dims", dims}});
    const auto made = std::make_shared<value_data>();
    made->type = {.element = x->type.element, .dims = dims};
    auto bytes = std::make_shared<array>(*x->known);
    bytes->type = made->type;
    made->known = std::move(bytes);
    made->name = x->name;
    return made;
  }
  return make("reshape", {x}, {{"dims", dims}});
}

value builder::transpose(const value& x, const ints& permutation) {
  bool moves = false;
  for (int i = 0; i < permutation.count; ++i) moves = moves || permutation[i] != i;
  if (!moves && permutation.count == x->type.rank()) return x;
  return make("transpose", {x}, {{"permutation", permutation}});
}

value builder::cast(const value& x, dtype element) {
  return x->type.element == element ? x : make("cast", {x}, {{"element", static_cast<int>(element)}});
}

value builder::slice(const value& x, int axis, std::int64_t begin, std::int64_t end) {
  if (begin == 0 && end == x->type.dims[axis]) return x;
  return make("slice", {x}, {{"axes", ints{axis}}, {"begin", ints{begin}}, {"end", ints{end}}});
}

value builder::concat(const values& parts, int axis) {
  if (parts.size() == 1) return parts[0];
  const auto most = static_cast<std::size_t>(info_of<"concat">.inputs_max);
  if (parts.size() <= most) return make("concat", parts, {{"axis", axis}});
  values groups;  // more than an op takes: joined in groups
  for (std::size_t at = 0; at < parts.size(); at += most)
    groups.push_back(concat(values(parts.begin() + static_cast<std::ptrdiff_t>(at),
                                   parts.begin() + static_cast<std::ptrdiff_t>(std::min(parts.size(), at + most))),
                            axis));
  return concat(groups, axis);
}

value builder::expand(const value& x, const ints& dims) {
  return x->type.dims == dims ? x : make("expand", {x}, {{"dims", dims}});
}

int builder::node_of(const value& x) {
  if (x->node >= 0) return x->node;
  if (!x->known) refuse("an input has no value");
  if (x->type.elements() <= largest_constant) {
    const int origin = graph.origin;
    graph.origin = -1;
    x->node = graph.append_constant(tensor_of(*x->known));
    graph.origin = origin;
  } else {
    const std::string content = text_of(x->type) + x->known->bytes;
    const auto [place, is_new] = stored_.try_emplace(std::hash<std::string>()(content), -1);
    if (!is_new && graph[place->second].type == x->type &&
        weights.at(std::string(graph[place->second].name))->bytes == x->known->bytes)
      return x->node = place->second;
    const std::string name = source_name(x->name.empty() ? "folded" : x->name);
    weights[name] = x->known;
    const int origin = graph.origin;
    graph.origin = -1;
    x->node = graph.append_source(info_of<"param">, x->type, keep(name));
    place->second = x->node;
    graph.origin = origin;
  }
  return x->node;
}

}  // namespace litho::importer
