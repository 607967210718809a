// SPDX-License-Identifier: BSL-1.0
#include "sequence.hpp"

#include <iostream>

#include <litho/op/recurrent.hpp>

namespace litho::importer {

sequence::sequence(imported& to, std::int64_t steps, std::int64_t width)
    : to_(to), made_(to.made), steps_(steps), x_(input("x", {steps, width})) {}

value sequence::input(const std::string& name, const ints& dims) {
  const tensor_type type{.element = dtype::f32, .dims = dims};
  if (is_absurdly_large(type)) made_.refuse("input " + name + " is absurdly large: " + text_of(type));
  const value made = made_.input(name, type);
  to_.inputs.push_back({name, made->name, type, static_cast<int>(to_.inputs.size()), made->node});
  return made;
}

value sequence::parameter(const std::string& what, const weight& from, const ints& dims) const {
  return made_.constant(
      {{.element = dtype::f32, .dims = dims},
       std::string(reinterpret_cast<const char*>(from.numbers.data()), from.numbers.size() * sizeof(float))},
      name_ + "_" + what);
}

void sequence::begin(const std::string& kind, const std::string& name) {
  kind_ = kind;
  width_before_ = width();
  ++to_.ops[kind];
  ++to_.model_nodes;
  std::string stem = kind.substr(kind.rfind('-') + 1);  // of time-distributed-dense
  if (stem == "conv1d" || stem == "conv2d" || stem == "batchnorm2d") stem.resize(stem.size() - 2);
  name_ = name.empty() ? stem + std::to_string(++counts_[stem]) : name.substr(0, 40);
}

void sequence::log() const {
  if (made_.logs) std::cerr << made_.where << ": " << width_before_ << " -> " << width() << '\n';
}

/// The nodes that follow are this part of the layer.
void sequence::label(const std::string& part) {
  made_.graph.origin = static_cast<int>(made_.labels.size());
  made_.labels.push_back(kind_ + " " + name_ + part);
}

void sequence::dense(const weight& w, const weight* bias) {
  label();
  values inputs{x_, parameter("kernel", w, {w.size(0), w.size(1)})};
  if (bias != nullptr) inputs.push_back(parameter("bias", *bias, {w.size(0)}));
  x_ = made_.make("dense", inputs);
}

/// x behind `length` older steps, which are [dims] where steps lie along `axis`.
value sequence::with_history(const value& x, int axis, std::int64_t length, ints dims) {
  if (length == 0) return x;
  dims[axis] = length;
  const value history = state("history", dims);
  label("_window");
  const value window = made_.concat({history, x}, axis);
  label("_history_next");
  keep(history, made_.slice(window, axis, steps_, steps_ + length));
  return window;
}

void sequence::conv1d(const weight& w, const weight* bias, std::int64_t dilation, std::int64_t groups) {
  const std::int64_t kernel = w.size(2);
  const std::int64_t outputs = w.size(0);
  if (kernel == 1 && groups == 1) return dense({{outputs, w.size(1)}, w.numbers}, bias);
  const auto turned = [&](const value& x, const ints& dims) {  // one step lies in memory as it is
    return made_.reshape(steps_ == 1 ? x : made_.transpose(x, {1, 0}), dims);
  };
  label("_input");
  const value x = turned(x_, {1, width(), steps_});
  values inputs{with_history(x, 2, (kernel - 1) * dilation, x->type.dims),
                parameter("kernel", w, {outputs, w.size(1), kernel})};
  if (bias != nullptr) inputs.push_back(parameter("bias", *bias, {outputs}));
  label();
  const value y = made_.make("conv1d", inputs, {{"dilation", dilation}, {"groups", groups}});
  label("_output");
  x_ = turned(made_.reshape(y, {outputs, steps_}), {steps_, outputs});
}

void sequence::conv2d(const weight& w, const weight* bias, const rows& over) {
  const std::int64_t outputs = w.size(0);
  label("_input");
  const value picture = made_.reshape(x_, {steps_, over.features, w.size(1)});
  const value x = made_.reshape(made_.transpose(picture, {2, 0, 1}), {1, w.size(1), steps_, over.features});
  values inputs{with_history(x, 2, (w.size(2) - 1) * over.dilation, x->type.dims),
                parameter("kernel", w, {outputs, w.size(1), w.size(2), w.size(3)})};
  if (bias != nullptr) inputs.push_back(parameter("bias", *bias, {outputs}));
  label();
  const value y = made_.make("conv2d", inputs,
                             {{"stride", ints{1, over.stride}},
                              {"pad", ints{0, over.before, 0, over.after}},
                              {"dilation", ints{over.dilation, 1}}});
  label("_output");
  const std::int64_t features = y->type.dims[3];
  x_ = made_.reshape(made_.transpose(made_.reshape(y, {outputs, steps_, features}), {1, 2, 0}),
                     {steps_, features * outputs});
}

void sequence::recurrent(const std::string& op, const weight& w, const weight& r, const weight* bias,
                         std::int64_t function) {
  const bool has_cell = op == "lstm";
  const std::int64_t hidden = r.size(1);
  const ints dims{1, 1, hidden};
  settings with{{"hidden_size", hidden}, {"has_bias", bias != nullptr}, {"has_initial_h", true}};
  if (has_cell) with.emplace_back("has_initial_c", true);
  if (!has_cell) with.emplace_back("linear_before_reset", true);
  if (function != cell_tanh)
    with.emplace_back("activations", has_cell ? ints{cell_sigmoid, function, function} : ints{cell_sigmoid, function});
  std::vector<value> states{state("h", dims)};
  if (has_cell) states.push_back(state("c", dims));
  label("_input");
  values inputs{made_.reshape(x_, {steps_, 1, width()}), parameter("kernel", w, {1, w.size(0), w.size(1)}),
                parameter("recurrent", r, {1, r.size(0), hidden})};
  if (bias != nullptr) inputs.push_back(parameter("bias", *bias, {1, bias->size(0)}));
  inputs.insert(inputs.end(), states.begin(), states.end());
  label();
  const value all = made_.make(op, inputs, with);
  label("_output");
  x_ = made_.reshape(made_.slice(all, 0, 0, steps_), {steps_, hidden});
  for (std::size_t i = 0; i < states.size(); ++i) {
    label(i == 0 ? "_h_next" : "_c_next");
    const std::int64_t row = steps_ + static_cast<std::int64_t>(i);
    keep(states[i], made_.reshape(made_.slice(all, 0, row, row + 1), dims));
  }
}

void sequence::gru(const weight& w, const weight& r, const weight* bias, std::int64_t function) {
  recurrent("gru", w, r, bias, function);
}
void sequence::lstm(const weight& w, const weight& r, const weight* bias, std::int64_t function) {
  recurrent("lstm", w, r, bias, function);
}

void sequence::batch_norm(const weight& scale, const weight& bias, const weight& mean, const weight& variance,
                          double epsilon) {
  const std::int64_t channels = mean.size(0);
  const auto row = [&](const char* what, const weight& from) { return parameter(what, from, {channels}); };
  label();
  const value x = made_.reshape(x_, {steps_ * width() / channels, channels});
  const value y = made_.make("batch_norm",
                             {x, row("scale", scale), row("bias", bias), row("mean", mean), row("variance", variance)},
                             {{"epsilon", epsilon}});
  x_ = made_.reshape(y, {steps_, width()});
}

void sequence::prelu(const weight& slope) {
  const auto count = static_cast<std::int64_t>(slope.numbers.size());
  label();
  const value x = count == 1 ? x_ : made_.reshape(x_, {steps_ * width() / count, count});
  x_ = made_.reshape(made_.make("prelu", {x, parameter("slope", slope, {count})}), {steps_, width()});
}

void sequence::activation(const std::string& op) {
  label(kind_ == "activation" ? "" : "_" + op);
  x_ = op == "softmax" ? made_.make(op, {x_}, {{"axis", 1}}) : made_.make(op, {x_});
}

void sequence::finish() {
  add_output(to_, "y", x_);
  for (const kept& each : states_) add_output(to_, each.name, each.next);
  importer::finish(to_);
}

}  // namespace litho::importer
