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

/// Of no steps: what the output of the graph is declared as tells the shape.
value stack_of_nothing(builder& to, const onnx::ValueInfoProto& declared, std::int64_t axis) {
  const onnx::TypeProto::Tensor& type = declared.type().tensor_type();
  std::vector<std::int64_t> dims;
  bool is_known = type.has_shape();
  for (const auto& each : type.shape().dim()) {
    is_known = is_known && each.has_dim_value() && each.dim_value() >= 0;
    dims.push_back(each.dim_value());
  }
  const auto rank = static_cast<std::int64_t>(dims.size()) + 1;
  if (!is_known || axis < -rank || axis >= rank) to.refuse("a loop of no steps gives outputs of unknown shapes");
  dims.insert(dims.begin() + (axis < 0 ? axis + rank : axis), 0);
  return to.constant(array{{.element = element_type(type.elem_type(), to.where), .dims = to_ints(dims)}, {}});
}

/// What the steps gave, side by side along a new axis; the last step first where `is_reversed`.
value stacked(builder& to, values steps, std::int64_t axis, bool is_reversed, const onnx::ValueInfoProto& declared) {
  if (steps.empty()) return stack_of_nothing(to, declared, axis);
  if (is_reversed) std::reverse(steps.begin(), steps.end());
  const tensor_type type = steps[0]->type;
  const int rank = type.rank() + 1;
  if (rank > max_rank) to.refuse("a scan output has more than 8 axes");
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

/// x at an index of an axis, which is dropped.
value element_of(builder& to, const value& x, int axis, std::int64_t at) {
  ints dims;
  for (int a = 0; a < x->type.rank(); ++a)
    if (a != axis) dims.push_back(x->type.dims[a]);
  return to.reshape(to.slice(x, axis, at, at + 1), dims);
}

std::int64_t entry(const std::vector<std::int64_t>& list, std::size_t i) { return i < list.size() ? list[i] : 0; }

}  // namespace

/// How a Scan goes along its inputs and where its outputs go: an axis and a direction of each.
struct walker::scan_plan {
  std::vector<std::int64_t> axes, directions, out_axes, out_directions;
};

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
  for (std::size_t i = 0; i < scans.size(); ++i)
    outputs.push_back(stacked(to_, scans[i], 0, false, body.output(static_cast<int>(1 + states.size() + i))));
  return outputs;
}

values walker::scan(const onnx::NodeProto& proto, const values& inputs, const scope& names, const std::string& prefix) {
  const node read(to_, proto, inputs, opsets_.contains("") ? opsets_.at("") : 1);
  const onnx::GraphProto& body = graph_of(proto, "body");
  const int first = read.version < 9 ? 1 : 0;  // behind the lengths of the sequences in a batch
  const std::int64_t scanned = read.integer("num_scan_inputs", 0);
  if (scanned < 1 || scanned > read.size() - first)
    to_.refuse("num_scan_inputs = " + std::to_string(scanned) + " of " + std::to_string(read.size()) + " inputs");
  const auto middle = inputs.end() - static_cast<std::ptrdiff_t>(scanned);
  const values states(inputs.begin() + first, middle);
  const values scans(middle, inputs.end());
  if (static_cast<std::size_t>(body.output_size()) < states.size())
    to_.refuse("its graph gives " + std::to_string(body.output_size()) + " outputs");
  for (int i = first; i < read.size(); ++i) read.in(i);  // refuses what is missing
  if (read.version < 9) return batched_scan(read, body, states, scans, names, prefix);
  scan_plan plan{read.integers("scan_input_axes"), read.integers("scan_input_directions"),
                 read.integers("scan_output_axes"), read.integers("scan_output_directions")};
  plan.axes.resize(scans.size());
  std::int64_t length = -1;
  for (std::size_t i = 0; i < scans.size(); ++i) {
    const ints& dims = scans[i]->type.dims;
    plan.axes[i] = read.axis(plan.axes[i], dims.count);
    const std::int64_t own = dims[static_cast<int>(plan.axes[i])];
    if (length >= 0 && own != length)
      to_.refuse("scanned inputs have " + std::to_string(length) + " and " + std::to_string(own) + " steps");
    length = own;
  }
  refuse_many(to_, length, body);
  return scan_steps(body, states, scans, length, plan, names, prefix);
}

values walker::scan_steps(const onnx::GraphProto& body, values states, const values& scans, std::int64_t length,
                          const scan_plan& plan, const scope& names, const std::string& prefix) {
  const std::size_t kept = states.size();
  std::vector<values> made(static_cast<std::size_t>(body.output_size()) - kept);
  for (std::int64_t step = 0; step < length; ++step) {
    values given = states;
    for (std::size_t i = 0; i < scans.size(); ++i)
      given.push_back(element_of(to_, scans[i], static_cast<int>(plan.axes[i]),
                                 entry(plan.directions, i) == 1 ? length - 1 - step : step));
    const values results = run(body, given, names, prefix + std::to_string(step) + "/");
    for (std::size_t i = 0; i < kept; ++i) states[i] = results[i];
    for (std::size_t i = 0; i < made.size(); ++i) made[i].push_back(results[kept + i]);
  }
  values outputs = states;
  for (std::size_t i = 0; i < made.size(); ++i)
    outputs.push_back(stacked(to_, made[i], entry(plan.out_axes, i), entry(plan.out_directions, i) == 1,
                              body.output(static_cast<int>(kept + i))));
  return outputs;
}

/// Opset 8: axis 0 is a batch and axis 1 the steps, of which a sequence may have fewer; what it lacks gives 0.
values walker::batched_scan(const node& read, const onnx::GraphProto& body, const values& states, const values& scans,
                            const scope& names, const std::string& prefix) {
  const auto extent = [&](const value& x, int axis) {
    if (x->type.rank() <= axis) to_.refuse("takes a batch of sequences: " + text_of(x->type));
    return x->type.dims[axis];
  };
  const std::int64_t batches = extent(scans[0], 0);
  const std::int64_t most = extent(scans[0], 1);
  for (const value& each : states)
    if (extent(each, 0) != batches) to_.refuse("batches differ: " + text_of(each->type));
  for (const value& each : scans)
    if (extent(each, 0) != batches || extent(each, 1) != most) to_.refuse("batches differ: " + text_of(each->type));
  if (batches == 0) to_.refuse("there are no sequences");
  std::vector<std::int64_t> lengths(static_cast<std::size_t>(batches), most);
  if (read.has(0)) lengths = read.known_integers(0, "sequence_lens");
  if (static_cast<std::int64_t>(lengths.size()) != batches) to_.refuse("sequence_lens does not fit the batch");
  refuse_many(to_, bounded_product(batches, most), body);
  const scan_plan plan{std::vector<std::int64_t>(scans.size()), read.integers("directions"), {}, {}};
  std::vector<values> made(static_cast<std::size_t>(body.output_size()));
  for (std::int64_t batch = 0; batch < batches; ++batch) {
    const std::int64_t length = lengths[static_cast<std::size_t>(batch)];
    if (length < 0 || length > most) to_.refuse("a sequence has " + std::to_string(length) + " steps");
    const auto of_batch = [&](values all) {
      for (value& each : all) each = element_of(to_, each, 0, batch);
      return all;
    };
    const values results =
        scan_steps(body, of_batch(states), of_batch(scans), length, plan, names, prefix + std::to_string(batch) + "/");
    for (std::size_t i = 0; i < results.size(); ++i) {
      ints after;
      for (int axis = 0; axis < results[i]->type.rank(); ++axis) after.push_back(axis == 0 ? most - length : 0);
      ints before = after;
      if (after.count > 0) before[0] = 0;
      const bool is_short = i >= states.size() && length < most;
      made[i].push_back(is_short ? to_.make("pad", {results[i]}, {{"before", before}, {"after", after}}) : results[i]);
    }
  }
  values outputs;
  for (std::size_t i = 0; i < made.size(); ++i)
    outputs.push_back(stacked(to_, made[i], 0, false, body.output(static_cast<int>(i))));
  return outputs;
}

}  // namespace litho::importer
