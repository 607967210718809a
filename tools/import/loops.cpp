// SPDX-License-Identifier: BSL-1.0
// Loops whose number of steps is known: each step is written out.
#include <algorithm>
#include <limits>

#include "walk.hpp"

namespace litho::importer {

namespace {

constexpr std::int64_t most_nodes = 1 << 16;  // that one loop may become

void refuse_many(builder& to, std::int64_t steps, const onnx::GraphProto& body) {
  if (steps > most_nodes / std::max(body.node_size(), 1))
    to.refuse(std::to_string(steps) + " steps of " + std::to_string(body.node_size()) + " nodes are more than " +
              std::to_string(most_nodes) + " nodes");
}

constexpr const char* unknown =
    "whether the loop goes on depends on an input of the model: loops at run time are not supported";

/// What the steps gave, side by side along a new axis; the last step first where `is_reversed`.
value stacked(builder& to, values steps, std::int64_t axis, bool is_reversed) {
  if (steps.empty()) to.refuse("a loop of no steps gives outputs of unknown shapes");
  if (is_reversed) std::reverse(steps.begin(), steps.end());
  const tensor_type type = steps[0]->type;
  const int rank = type.rank() + 1;
  if (axis < -rank || axis >= rank) to.refuse("scan output axis " + std::to_string(axis) + " is outside of its result");
  const auto at = static_cast<int>(axis < 0 ? axis + rank : axis);
  for (value& each : steps) {
    if (!(each->type == type))
      to.refuse("a scan output is " + text_of(type) + " in one step and " + text_of(each->type) + " in another");
    ints dims;
    for (int i = 0; i < rank; ++i) dims.push_back(i < at ? type.dims[i] : i == at ? 1 : type.dims[i - 1]);
    each = to.reshape(each, dims);
  }
  return to.concat(steps, at);
}

std::int64_t entry(const std::vector<std::int64_t>& list, std::size_t i) { return i < list.size() ? list[i] : 0; }

}  // namespace

values walker::loop(const onnx::NodeProto& proto, const values& inputs, const scope& names, const std::string& prefix) {
  const onnx::GraphProto& body = graph_of(proto, "body");
  if (inputs.size() < 2 || body.input_size() < 2) to_.refuse("needs a number of steps, a condition and its graph both");
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  if (inputs[0]) {
    if (!inputs[0]->known)
      to_.refuse("the number of steps depends on an input of the model: loops at run time are not supported");
    if (inputs[0]->type.elements() != 1) to_.refuse("the number of steps is " + text_of(inputs[0]->type));
    most = tensor_of(*inputs[0]->known).values[0].whole();
  }
  value condition = inputs[1];
  values states(inputs.begin() + 2, inputs.end());
  if (static_cast<std::size_t>(body.output_size()) < 1 + states.size())
    to_.refuse("its graph gives " + std::to_string(body.output_size()) + " outputs");
  std::vector<values> scans(static_cast<std::size_t>(body.output_size()) - 1 - states.size());
  for (std::int64_t step = 0; step < most; ++step) {
    if (condition && !holds(to_, condition, unknown)) break;
    refuse_many(to_, step, body);
    values given{to_.scalar(dtype::i64, static_cast<double>(step)),
                 condition ? condition : to_.scalar(dtype::boolean, 1)};
    given.insert(given.end(), states.begin(), states.end());
    const values made = run(body, given, names, prefix + std::to_string(step) + "/");
    condition = made[0];
    for (std::size_t i = 0; i < states.size(); ++i) states[i] = made[1 + i];
    for (std::size_t i = 0; i < scans.size(); ++i) scans[i].push_back(made[1 + states.size() + i]);
  }
  values outputs = states;
  for (const values& steps : scans) outputs.push_back(stacked(to_, steps, 0, false));
  return outputs;
}

values walker::scan(const onnx::NodeProto& proto, const values& inputs, const scope& names, const std::string& prefix) {
  const node read(to_, proto, inputs, opsets_.contains("") ? opsets_.at("") : 1);
  if (read.version < 9) to_.refuse("Scan of opset 8 is not supported");
  const onnx::GraphProto& body = graph_of(proto, "body");
  const std::int64_t scanned = read.integer("num_scan_inputs", 0);
  if (scanned < 1 || scanned > read.size())
    to_.refuse("num_scan_inputs = " + std::to_string(scanned) + " of " + std::to_string(read.size()) + " inputs");
  const std::size_t kept = inputs.size() - static_cast<std::size_t>(scanned);
  if (static_cast<std::size_t>(body.output_size()) < kept)
    to_.refuse("its graph gives " + std::to_string(body.output_size()) + " outputs");
  const std::vector<std::int64_t> axes = read.integers("scan_input_axes");
  const std::vector<std::int64_t> directions = read.integers("scan_input_directions");
  std::int64_t length = -1;
  for (std::size_t i = kept; i < inputs.size(); ++i) {
    const ints& dims = read.dims(static_cast<int>(i));
    const std::int64_t own = dims[read.axis(entry(axes, i - kept), dims.count)];
    if (length >= 0 && own != length)
      to_.refuse("scanned inputs have " + std::to_string(length) + " and " + std::to_string(own) + " steps");
    length = own;
  }
  refuse_many(to_, length, body);
  values states(inputs.begin(), inputs.begin() + static_cast<std::ptrdiff_t>(kept));
  std::vector<values> scans(static_cast<std::size_t>(body.output_size()) - kept);
  for (std::int64_t step = 0; step < length; ++step) {
    values given = states;
    for (std::size_t i = kept; i < inputs.size(); ++i) {
      const value& x = inputs[i];
      const int axis = read.axis(entry(axes, i - kept), x->type.rank());
      const std::int64_t at = entry(directions, i - kept) == 1 ? length - 1 - step : step;
      ints dims;
      for (int a = 0; a < x->type.rank(); ++a)
        if (a != axis) dims.push_back(x->type.dims[a]);
      given.push_back(to_.reshape(to_.slice(x, axis, at, at + 1), dims));
    }
    const values made = run(body, given, names, prefix + std::to_string(step) + "/");
    for (std::size_t i = 0; i < kept; ++i) states[i] = made[i];
    for (std::size_t i = 0; i < scans.size(); ++i) scans[i].push_back(made[kept + i]);
  }
  const std::vector<std::int64_t> out_axes = read.integers("scan_output_axes");
  const std::vector<std::int64_t> out_directions = read.integers("scan_output_directions");
  values outputs = states;
  for (std::size_t i = 0; i < scans.size(); ++i)
    outputs.push_back(stacked(to_, scans[i], entry(out_axes, i), entry(out_directions, i) == 1));
  return outputs;
}

}  // namespace litho::importer
