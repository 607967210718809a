// SPDX-License-Identifier: BSL-1.0
#include <optional>

#include <litho/op/recurrent.hpp>

#include "rtneural.hpp"
#include "sequence.hpp"

namespace litho::importer {

namespace {

/// A module: its tensors by the last part of their names. Those that are read are taken away.
struct submodule {
  std::string name;
  std::map<std::string, weight> tensors;

  bool has(const std::string& tensor) const { return tensors.contains(tensor); }
};

std::vector<submodule> modules_of(const json& file, const builder& made) {
  if (!file.is_object() || file.empty()) made.refuse("holds neither layers nor tensors");
  std::vector<submodule> modules;
  std::map<std::string, std::size_t> places;
  for (const auto& [key, tensor] : file.items()) {
    const std::size_t dot = key.rfind('.');
    const std::string name = dot == std::string::npos ? "" : key.substr(0, dot);
    if (!tensor.is_array())
      made.refuse(quoted(key) + " is no tensor but " + tensor.type_name() + " (a state dictionary holds tensors only)");
    const auto [place, is_new] = places.try_emplace(name, modules.size());
    if (is_new) modules.push_back({name, {}});
    modules[place->second].tensors.emplace(key.substr(dot + 1), read_weight(tensor, "tensor " + quoted(key), made));
  }
  return modules;
}

class reader {
 public:
  reader(imported& result, std::int64_t steps, bound_sizes& bound) : result_(result), steps_(steps), bound_(bound) {}

  void read(submodule& from) {
    ++number_;
    if (from.has("weight_ih_l0")) {
      read_recurrent(from);
    } else {
      const std::size_t axes = from.has("weight") ? from.tensors.at("weight").dims.size() : 0;
      says(axes == 2 ? "linear" : axes == 3 ? "conv1d" : "", from);
      if (axes == 2)
        read_linear(from);
      else if (axes == 3)
        read_conv1d(from);
      else
        made().refuse("is not of a kind that is known: it has" + names_of(from));
    }
    if (!from.tensors.empty()) made().refuse("has tensors that are not known:" + names_of(from));
  }

  void finish() { to_->finish(); }

 private:
  builder& made() { return result_.made; }

  void says(const std::string& kind, const submodule& from) {
    made().where = "module " + std::to_string(number_);
    const std::string name = from.name.empty() ? "" : quoted(from.name);
    if (!kind.empty() || !name.empty())
      made().where += " (" + kind + (kind.empty() || name.empty() ? "" : " ") + name + ")";
  }

  static std::string names_of(const submodule& from) {
    std::string text;
    for (const auto& [name, tensor] : from.tensors) text += " " + quoted(name) + " " + text_of(tensor.dims);
    return text;
  }

  /// A tensor with some sizes given, 0 for any.
  weight take(submodule& from, const std::string& name, const std::vector<std::int64_t>& dims) {
    const auto found = from.tensors.find(name);
    if (found == from.tensors.end()) made().refuse("has no " + quoted(name));
    weight taken = std::move(found->second);
    from.tensors.erase(found);
    bool fits = taken.dims.size() == dims.size();
    for (std::size_t i = 0; fits && i < dims.size(); ++i)
      fits = taken.dims[i] > 0 && (dims[i] == 0 || dims[i] == taken.dims[i]);
    if (fits) return taken;
    std::string wanted;
    for (std::int64_t each : dims) wanted += (wanted.empty() ? "" : ",") + (each == 0 ? "any" : std::to_string(each));
    made().refuse(quoted(name) + " must be [" + wanted + "], and is " + text_of(taken.dims));
  }
  std::optional<weight> take_bias(submodule& from, std::int64_t outputs) {
    return from.has("bias") ? std::optional(take(from, "bias", {outputs})) : std::nullopt;
  }

  /// Values that come in; the first module says how many.
  std::int64_t width(std::int64_t of_first) {
    if (!to_) to_.emplace(result_, steps_, of_first);
    return to_->width();
  }

  void read_linear(submodule& from) {
    const std::int64_t inputs = width(from.tensors.at("weight").size(1));
    const weight w = take(from, "weight", {0, inputs});
    const std::optional<weight> bias = take_bias(from, w.size(0));
    to_->begin("dense", from.name);
    to_->dense(w, bias ? &*bias : nullptr);
    to_->log();
  }

  /// Dilation and groups are not in the file.
  void read_conv1d(submodule& from) {
    const std::string prefix = from.name.empty() ? "" : from.name + ".";
    const std::int64_t groups = bound_(prefix + "groups", 1);
    const std::int64_t dilation = bound_(prefix + "dilation", 1);
    const std::int64_t inputs = width(bounded_product(from.tensors.at("weight").size(1), groups));
    if (inputs % groups != 0)
      made().refuse(std::to_string(inputs) + " channels do not split into " + std::to_string(groups) + " groups");
    const weight w = take(from, "weight", {0, inputs / groups, 0});
    const std::optional<weight> bias = take_bias(from, w.size(0));
    to_->begin("conv1d", from.name);
    to_->conv1d(w, bias ? &*bias : nullptr, dilation, groups);
    to_->log();
  }

  /// One or more layers, of three gates r, z, n or four i, f, g, o.
  void read_recurrent(submodule& from) {
    int layers = 0;
    while (from.has("weight_ih_l" + std::to_string(layers))) ++layers;
    for (int i = 0; i < layers; ++i) {
      const std::string part = "_l" + std::to_string(i);
      says("recurrent", from);
      weight r = take(from, "weight_hh" + part, {0, 0});
      const std::int64_t hidden = r.size(1);
      const bool is_lstm = r.size(0) == 4 * hidden;
      if (!is_lstm && r.size(0) != 3 * hidden)
        made().refuse(quoted("weight_hh" + part) + " " + text_of(r.dims) + " is neither of a GRU nor of an LSTM");
      const std::string kind = is_lstm ? "lstm" : "gru";
      says(kind, from);
      const weight& given = from.tensors.at("weight_ih" + part);
      weight w = take(from, "weight_ih" + part, {r.size(0), width(given.dims.size() == 2 ? given.size(1) : 1)});
      const auto gates = [&](const weight& each) {
        return is_lstm ? reordered(each, {0, 3, 1, 2}) : reordered(each, {1, 0, 2});
      };
      std::optional<weight> bias;
      if (from.has("bias_ih" + part))
        bias =
            joined(gates(take(from, "bias_ih" + part, {r.size(0)})), gates(take(from, "bias_hh" + part, {r.size(0)})));
      to_->begin(kind, from.name.empty() ? "" : from.name + (layers > 1 ? part : ""));
      w = gates(w);
      r = gates(r);
      if (is_lstm)
        to_->lstm(w, r, bias ? &*bias : nullptr, cell_tanh);
      else
        to_->gru(w, r, bias ? &*bias : nullptr, cell_tanh);
      to_->log();
    }
  }

  imported& result_;
  std::int64_t steps_;
  bound_sizes& bound_;
  std::optional<sequence> to_;
  int number_ = 0;
};

}  // namespace

void read_state_dictionary(const json& file, std::int64_t steps, bound_sizes& bound, imported& result) {
  reader reads(result, steps, bound);
  for (submodule& each : modules_of(file, result.made)) reads.read(each);
  reads.finish();
}

}  // namespace litho::importer
