// SPDX-License-Identifier: BSL-1.0
// RNN, GRU and LSTM. The library's ops give all steps and then the last states in one tensor, from which the outputs are cut.
#include "families.hpp"

namespace litho::importer {

namespace {

struct cell {
  std::string_view op;
  int gates;
  int functions;  ///< activations per direction
  int states;     ///< h, and c of an LSTM
};

constexpr std::string_view function_names[] = {
    "relu",       "tanh",        "sigmoid", "affine",   "leakyrelu", "thresholdedrelu",
    "scaledtanh", "hardsigmoid", "elu",     "softsign", "softplus"};

int function_of(const node& n, const std::string& given) {
  std::string name;
  for (char c : given) name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  int at = 0;
  for (std::string_view each : function_names) {
    if (each == name) return at;
    ++at;
  }
  n.refuse("activation " + given + " is not known");
}

/// Numbers are consumed in order by the functions that take one.
void add_functions(const node& n, const cell& kind, int directions, settings& with) {
  const std::vector<std::string> names = n.texts("activations");
  if (names.empty()) return;
  if (static_cast<int>(names.size()) != kind.functions * directions)
    n.refuse("has " + std::to_string(names.size()) + " activations, needs " +
             std::to_string(kind.functions * directions));
  const std::vector<double> alphas = n.reals("activation_alpha");
  const std::vector<double> betas = n.reals("activation_beta");
  std::size_t next_alpha = 0;
  std::size_t next_beta = 0;
  ints functions;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const int function = function_of(n, names[i]);
    const std::string_view name = function_names[function];
    functions.push_back(function);
    const bool takes_beta = name == "affine" || name == "scaledtanh" || name == "hardsigmoid";
    const bool takes_alpha = takes_beta || name == "leakyrelu" || name == "thresholdedrelu" || name == "elu";
    double alpha = name == "leakyrelu" ? 0.01F : name == "hardsigmoid" ? 0.2F : 1;
    double beta = name == "hardsigmoid" ? 0.5 : name == "scaledtanh" ? 1 : 0;
    if (takes_alpha && next_alpha < alphas.size()) alpha = alphas[next_alpha++];
    if (takes_beta && next_beta < betas.size()) beta = betas[next_beta++];
    with.emplace_back("alpha" + std::to_string(i), alpha);
    with.emplace_back("beta" + std::to_string(i), beta);
  }
  with.emplace_back("activations", functions);
}

/// A last input that is all zeros is none.
bool is_zero(const value& x) {
  if (!x->known || x->type.elements() > 1 << 16) return false;
  const std::string& bytes = x->known->bytes;
  return std::all_of(bytes.begin(), bytes.end(), [](char c) { return c == 0; });
}

values recurrent(const node& n, const cell& kind) {
  const std::string direction = n.text("direction", "forward");
  if (direction != "forward" && direction != "reverse" && direction != "bidirectional")
    n.refuse("direction = " + direction + " is not known");
  const int directions = direction == "bidirectional" ? 2 : 1;
  const bool batch_first = n.integer("layout", 0) != 0;
  if (n.rank() != 3 || n.rank(2) != 3)
    n.refuse("takes X and R of three axes: " + text_of(n.type()) + ", " + text_of(n.type(2)));
  settings with{{"hidden_size", n.integer("hidden_size", n.dims(2)[2])},
                {"direction", direction == "forward"   ? 0
                              : direction == "reverse" ? 1
                                                       : 2}};
  with.emplace_back("clip", n.real("clip", 0));
  add_functions(n, kind, directions, with);
  const auto swapped = [&](const value& x) { return batch_first ? n.to.transpose(x, {1, 0, 2}) : x; };
  values inputs{swapped(n.in(0)), n.in(1), n.in(2)};
  const auto add = [&](int i, const char* name, bool is_state) {
    const bool given = n.has(i) && (!is_state || !is_zero(n.in(i)));
    with.emplace_back(name, given);
    if (given) inputs.push_back(is_state ? swapped(n.in(i)) : n.in(i));
  };
  add(3, "has_bias", false);
  add(4, "has_lengths", false);
  add(5, "has_initial_h", true);
  if (kind.states == 2) {
    add(6, "has_initial_c", true);
    add(7, "has_peepholes", false);
    with.emplace_back("input_forget", n.integer("input_forget", 0) != 0);
  }
  if (kind.gates == 3) with.emplace_back("linear_before_reset", n.integer("linear_before_reset", 0) != 0);
  const value all = n.to.make(kind.op, inputs, with);
  const std::int64_t steps = inputs[0]->type.dims[0];
  const ints state{all->type.dims[1], all->type.dims[2], all->type.dims[3]};
  values outputs;
  if (n.wants(0)) {
    const value y = n.to.slice(all, 0, 0, steps);
    outputs.push_back(batch_first ? n.to.transpose(y, {2, 0, 1, 3}) : y);
  } else {
    outputs.push_back(nullptr);
  }
  for (int i = 0; i < kind.states; ++i)
    outputs.push_back(n.wants(1 + i) ? swapped(n.to.reshape(n.to.slice(all, 0, steps + i, steps + i + 1), state))
                                     : nullptr);
  return outputs;
}

values rnn(const node& n) { return recurrent(n, {"rnn", 1, 1, 1}); }
values gru(const node& n) { return recurrent(n, {"gru", 3, 2, 1}); }
values lstm(const node& n) { return recurrent(n, {"lstm", 4, 3, 2}); }

}  // namespace

void add_recurrent(translator_table& table) {
  table.insert({
      {"RNN", {rnn, 1, 22, "rnn; slice of the outputs"}},
      {"GRU", {gru, 1, 22, "gru; slice of the outputs"}},
      {"LSTM", {lstm, 1, 22, "lstm; slice of the outputs"}},
  });
}

}  // namespace litho::importer
