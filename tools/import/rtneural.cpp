// SPDX-License-Identifier: BSL-1.0
#include "rtneural.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include <litho/op/recurrent.hpp>

#include "sequence.hpp"

namespace litho::importer {

namespace {

constexpr std::int64_t largest_size = 1 << 20;

/// An object of the file, which refuses what it lacks.
class object {
 public:
  object(const json& from, const builder& refuses) : refuses_(refuses), from_(from) {
    if (!from.is_object()) refuse(std::string("is no object but ") + from.type_name());
  }

  [[noreturn]] void refuse(const std::string& why) const { refuses_.refuse(why); }

  bool has(const char* key) const { return from_.contains(key) && !from_.at(key).is_null(); }
  const json& at(const char* key) const {
    if (!from_.contains(key)) refuse("has no " + quoted(key));
    return from_.at(key);
  }
  const json& list(const char* key) const {
    const json& found = at(key);
    if (!found.is_array()) refuse(std::string(key) + " is no array but " + found.type_name());
    return found;
  }
  std::string text(const char* key) const {
    const json& found = at(key);
    if (!found.is_string()) refuse(std::string(key) + " is no text but " + found.type_name());
    return found.get<std::string>();
  }
  /// A size, alone or in an array by itself, as Keras gives those along one axis.
  std::int64_t size(const char* key) const {
    const json& found = at(key);
    return size(found.is_array() && found.size() == 1 ? found.front() : found, key);
  }
  std::int64_t size(const json& from, const char* key) const {
    if (!from.is_number_integer()) refuse(std::string(key) + " has " + from.type_name() + " in place of a size");
    const auto given = from.get<double>();
    if (!(given >= 1 && given <= static_cast<double>(largest_size)))
      refuse(std::string(key) + " has the size " + from.dump() + ", not 1 to " + std::to_string(largest_size));
    return from.get<std::int64_t>();
  }
  /// Values in a step of a shape: the last axis, and of pictures [batch, time, features, channels] the last two.
  std::int64_t width(const char* key) const {
    const json& shape = list(key);
    if (shape.empty()) refuse(std::string(key) + " is empty");
    const std::int64_t last = size(shape.back(), key);
    return shape.size() == 4 ? size(shape[2], key) * last : last;
  }

 protected:
  const builder& refuses_;

 private:
  const json& from_;
};

/// A layer of the file while it is translated.
class layer : public object {
 public:
  layer(const json& from, sequence& writes_to, const builder& refuses) : object(from, refuses), to(writes_to) {}

  sequence& to;

  std::size_t count() const { return list("weights").size(); }
  void takes(std::size_t least, std::size_t most) const {
    if (count() < least || count() > most)
      refuse("has " + std::to_string(count()) + " weights, takes " + std::to_string(least) +
             (most > least ? " or " + std::to_string(most) : ""));
  }
  weight read(std::size_t i) const { return read_weight(list("weights")[i], "weights " + std::to_string(i), refuses_); }
  weight read(std::size_t i, const std::vector<std::int64_t>& dims) const {
    weight found = read(i);
    if (found.dims != dims)
      refuse("weights " + std::to_string(i) + " must be " + text_of(dims) + ", and are " + text_of(found.dims));
    return found;
  }
  std::optional<weight> bias(std::size_t i, std::int64_t outputs) const {
    return count() > i ? std::optional(read(i, {outputs})) : std::nullopt;
  }
  std::string activation() const { return has("activation") ? text("activation") : ""; }
};

const weight* pointer(const std::optional<weight>& from) { return from ? &*from : nullptr; }

void activate(const layer& from) {
  static const std::set<std::string> known{"elu", "relu", "sigmoid", "softmax", "tanh"};
  const std::string name = from.activation();
  if (name.empty()) return;
  if (!known.contains(name)) from.refuse("activation " + quoted(name) + " is not known");
  const json& shape = from.list("shape");
  if (name == "softmax" && shape.size() == 4 && shape[2] != 1 && shape.back() != 1)
    from.refuse("softmax of " + shape[2].dump() + " features of " + shape.back().dump() + " channels is not supported");
  from.to.activation(name);
}

void dense(const layer& from) {
  from.takes(1, 2);
  const std::int64_t outputs = from.width("shape");
  const weight w = transposed(from.read(0, {from.to.width(), outputs}), {1, 0});
  from.to.dense(w, pointer(from.bias(1, outputs)));
  activate(from);
}

void conv1d(const layer& from) {
  from.takes(1, 2);
  const std::int64_t outputs = from.width("shape");
  const std::int64_t inputs = from.to.width();
  const std::int64_t kernel = from.size("kernel_size");
  const std::int64_t dilation = from.size("dilation");
  const std::int64_t groups = from.has("groups") ? from.size("groups") : 1;
  if (inputs % groups != 0 || outputs % groups != 0)
    from.refuse(std::to_string(inputs) + " and " + std::to_string(outputs) + " channels do not split into " +
                std::to_string(groups) + " groups");
  const weight w = transposed(from.read(0, {kernel, inputs / groups, outputs}), {2, 1, 0});
  from.to.conv1d(w, pointer(from.bias(1, outputs)), dilation, groups);
  activate(from);
}

/// Keras pads `same` as TensorFlow does, the larger part behind. Along time every convolution here is causal.
void conv2d(const layer& from) {
  from.takes(1, 2);
  const std::int64_t channels = from.size("num_filters_in");
  const std::int64_t outputs = from.size("num_filters_out");
  const std::int64_t time = from.size("kernel_size_time");
  const std::int64_t window = from.size("kernel_size_feature");
  sequence::rows over{from.size("num_features_in"), from.size("dilation"), from.size("strides"), 0, 0};
  if (over.features * channels != from.to.width())
    from.refuse("takes " + std::to_string(over.features) + " features of " + std::to_string(channels) +
                " channels, and gets " + std::to_string(from.to.width()) + " values");
  const std::string padding = from.has("padding") ? from.text("padding") : "valid";
  if (padding == "same") {
    const std::int64_t covered = over.features % over.stride == 0 ? over.stride : over.features % over.stride;
    const std::int64_t all = std::max<std::int64_t>(0, window - covered);
    over.before = all / 2;
    over.after = all - over.before;
  } else if (padding != "valid") {
    from.refuse("padding " + quoted(padding) + " is not known");
  }
  const weight w = transposed(from.read(0, {time, window, channels, outputs}), {3, 2, 0, 1});
  from.to.conv2d(w, pointer(from.bias(1, outputs)), over);
  activate(from);
}

/// The function of the cell; "" stands for tanh, which RTNeural always takes.
std::int64_t cell_activation(const layer& from) {
  const std::string name = from.activation();
  if (name.empty() || name == "tanh") return cell_tanh;
  if (name == "relu") return cell_relu;
  if (name == "sigmoid") return cell_sigmoid;
  if (name == "elu") return cell_elu;
  from.refuse("activation " + quoted(name) + " is not known of a cell");
}

void gru(const layer& from) {
  from.takes(2, 3);
  const std::int64_t hidden = from.width("shape");
  const weight w = transposed(from.read(0, {from.to.width(), 3 * hidden}), {1, 0});
  const weight r = transposed(from.read(1, {hidden, 3 * hidden}), {1, 0});
  std::optional<weight> bias;
  if (from.count() == 3) bias = {{6 * hidden}, from.read(2, {2, 3 * hidden}).numbers};
  from.to.gru(w, r, pointer(bias), cell_activation(from));
}

void lstm(const layer& from) {
  from.takes(2, 3);
  const std::int64_t hidden = from.width("shape");
  const auto gates = [](const weight& each) { return reordered(each, {0, 3, 1, 2}); };  // i f c o as i o f c
  const weight w = gates(transposed(from.read(0, {from.to.width(), 4 * hidden}), {1, 0}));
  const weight r = gates(transposed(from.read(1, {hidden, 4 * hidden}), {1, 0}));
  std::optional<weight> bias = from.bias(2, 4 * hidden);
  if (bias) {
    bias = gates(*bias);
    bias->dims = {8 * hidden};
    bias->numbers.resize(static_cast<std::size_t>(8 * hidden));
  }
  from.to.lstm(w, r, pointer(bias), cell_activation(from));
}

void batch_norm(const layer& from, std::int64_t channels) {
  if (from.count() != 2 && from.count() != 4)
    from.refuse("has " + std::to_string(from.count()) + " weights, takes 2 or 4");
  const json& epsilon = from.at("epsilon");
  if (!epsilon.is_number()) from.refuse(std::string("epsilon is no number but ") + epsilon.type_name());
  const bool scales = from.count() == 4;
  const auto row = [&](std::size_t i) { return from.read(i, {channels}); };
  const auto same = [&](float number) {
    return weight{{channels}, std::vector<float>(static_cast<std::size_t>(channels), number)};
  };
  from.to.batch_norm(scales ? row(0) : same(1), scales ? row(1) : same(0), row(scales ? 2 : 0), row(scales ? 3 : 1),
                     epsilon.get<double>());
  activate(from);
}

void batch_norm1d(const layer& from) { batch_norm(from, from.to.width()); }

void batch_norm2d(const layer& from) {
  const std::int64_t channels = from.size("num_filters_in");
  if (from.to.width() % channels != 0)
    from.refuse(std::to_string(from.to.width()) + " values are not of " + std::to_string(channels) + " channels");
  batch_norm(from, channels);
}

void prelu(const layer& from) {
  from.takes(1, 1);
  const weight slope = from.read(0);
  const auto count = static_cast<std::int64_t>(slope.numbers.size());
  const json& shape = from.list("shape");
  const bool is_picture = shape.size() == 4 && count == from.size(shape.back(), "shape");
  if (slope.dims.empty() || slope.dims.back() == 0 || (count != 1 && count != from.to.width() && !is_picture))
    from.refuse("weights 0 must be [1," + std::to_string(from.to.width()) + "] or [1,1], and are " +
                text_of(slope.dims));
  from.to.prelu(slope);
  activate(from);
}

using translator = void (*)(const layer&);
const std::map<std::string, translator> translators{{"activation", activate},
                                                    {"batchnorm", batch_norm1d},
                                                    {"batchnorm2d", batch_norm2d},
                                                    {"conv1d", conv1d},
                                                    {"conv2d", conv2d},
                                                    {"dense", dense},
                                                    {"gru", gru},
                                                    {"lstm", lstm},
                                                    {"prelu", prelu},
                                                    {"time-distributed-dense", dense}};

void read_layers(const json& file, std::int64_t steps, imported& result) {
  builder& made = result.made;
  const object network(file, made);
  sequence to(result, steps, network.width("in_shape"));
  int number = 0;
  for (const json& each : network.list("layers")) {
    made.where = "layer " + std::to_string(++number);
    const layer from(each, to, made);
    const std::string type = from.text("type");
    const auto found = translators.find(type);
    if (found == translators.end()) from.refuse("type " + quoted(type) + " is not known");
    made.where += " (" + type + ")";
    const std::int64_t declared = from.width("shape");
    to.begin(type);
    found->second(from);
    const bool counts_slopes = type == "prelu" && declared == 1;  // so do exporters of PyTorch
    if (to.width() != declared && !counts_slopes)
      from.refuse("gives " + std::to_string(to.width()) + " values, its shape has " + std::to_string(declared));
    to.log();
  }
  made.where = "the network";
  if (number == 0) made.refuse("has no layers");
  to.finish();
}

}  // namespace

std::int64_t bound_sizes::operator()(const std::string& name, std::int64_t otherwise) {
  known_.push_back(name);
  const auto given = asked_.bind.find(name);
  if (given == asked_.bind.end()) return otherwise;
  if (given->second < 1) throw refusal("--bind " + name + ": must be 1 or more");
  return given->second;
}

void bound_sizes::refuse_others() const {
  std::string all;
  for (const std::string& each : known_) all += " " + quoted(each);
  for (const auto& [name, size] : asked_.bind)
    if (std::find(known_.begin(), known_.end(), name) == known_.end())
      throw refusal("--bind " + name + ": the network has no such size, but" + all);
}

imported import_rtneural(const request& asked) {
  const json file = read_json(asked.file);
  if (!asked.shapes.empty() || !asked.consts.empty() || !asked.map.empty())
    throw refusal("--input, --const and --map are of ONNX models only");
  bound_sizes bound(asked);
  const std::int64_t steps = bound("steps", 1);
  imported result;
  result.made.logs = asked.log;
  result.made.where = asked.file.string();
  const bool has_layers = file.is_object() && file.contains("layers");
  result.producer = has_layers ? "layers of RTNeural" : "state dictionary of PyTorch";
  if (has_layers)
    read_layers(file, steps, result);
  else
    read_state_dictionary(file, steps, bound, result);
  bound.refuse_others();
  return result;
}

}  // namespace litho::importer
