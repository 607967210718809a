// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <deque>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <litho/ir/graph.hpp>
#include <litho/op/input.hpp>
#include <litho/op/param.hpp>

#include "tensors.hpp"

namespace litho::importer {

/// What a name of the model stands for: a node of the graph, or a tensor that is known already, or both.
struct value_data {
  tensor_type type;
  int node = -1;
  array_ptr known;
  std::string name;  ///< of an initialiser: the name of its parameter
};
using value = std::shared_ptr<value_data>;
using values = std::vector<value>;

/// An attribute of an op in the text form that ops read and print.
struct setting {
  std::string text;
  setting(std::integral auto number) : text(std::to_string(number)) {}  // NOLINT: {{"axis", 1}}
  setting(bool flag) : text(flag ? "1" : "0") {}                        // NOLINT
  setting(double number);                                               // NOLINT
  setting(const ints& list);                                            // NOLINT
};
using settings = std::vector<std::pair<std::string, setting>>;

/// The op with a name, of the library or registered; or nullptr.
const op_info* find_op(std::string_view name);

/// Makes a user's op known: `const bool known = register_op(litho::info_of<"my_window">);` (cmake/litho-add-model.cmake).
bool register_op(const op_info& op);

/// A shape of at most 8 axes; refuses more.
ints to_ints(const std::vector<std::int64_t>& list);
std::vector<std::int64_t> to_vector(const ints& list);

/// Where translators write. Ops of known tensors are evaluated at once, by the op itself, so that shape arithmetic leaves no trace.
class builder {
 public:
  ir::graph graph;
  std::vector<std::string> labels;  ///< of the model's nodes; ir::node::origin is a place in it
  std::map<std::string, array_ptr> weights;
  std::string where;  ///< the node that is translated, for refusals

  bool logs = false;  ///< print each node of the model as it is read

  [[noreturn]] void refuse(const std::string& why) const;

  /// Appends an op by its name, or evaluates it.
  value make(std::string_view op, const values& inputs, const settings& with = {}) {
    return make(op, inputs, with, true);
  }

  value input(const std::string& name, const tensor_type& type);
  value constant(array tensor, const std::string& name = {}) const;
  value constant(const tensor& known) const { return constant(array_of(known)); }
  value scalar(dtype element, double number) const;
  value numbers(const std::vector<std::int64_t>& list, dtype element = dtype::i64) const;
  /// The same value everywhere, made when weights are loaded.
  value filled(const tensor_type& type, const value& single);

  value reshape(const value& x, const ints& dims);
  value transpose(const value& x, const ints& permutation);
  value cast(const value& x, dtype element);
  value slice(const value& x, int axis, std::int64_t begin, std::int64_t end);
  value concat(const values& parts, int axis);
  value expand(const value& x, const ints& dims);

  /// The node of a value; a tensor that is known becomes a constant or a parameter.
  int node_of(const value& x);
  const std::string& keep(std::string text) { return texts_.emplace_back(std::move(text)); }
  /// A name of at most 63 characters that no other source has.
  std::string source_name(const std::string& wanted);

 private:
  value make(std::string_view op, const values& inputs, const settings& with, bool may_fold);
  bool folds(const values& inputs, const tensor_type& out) const;

  std::deque<std::string> texts_;  // names of nodes are views
  std::set<std::string> used_;
  std::map<std::size_t, int> stored_;  // parameters by a hash of their content: equal ones are stored once
};

}  // namespace litho::importer
