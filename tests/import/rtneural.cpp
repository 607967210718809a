// SPDX-License-Identifier: BSL-1.0
// Networks of RTNeural by the reference evaluator, states carried from run to run: the stored ones, and small ones of
// each kind of layer against loops written here.
#include "rtneural.hpp"

#include <cmath>
#include <iostream>
#include <litho/ir/evaluate.hpp>
#include <sstream>

#include "catch.hpp"
#include "damage.hpp"
#include "models.hpp"
#include "write.hpp"

namespace {

namespace fs = std::filesystem;
using litho::importer::json;
using made::contains;
using made::imported;
using made::refusal;
using made::request;
using series = std::vector<float>;

imported import_text(const std::string& text, request asked = {}) {
  asked.file = fs::temp_directory_path() / ("litho_rtneural_" + std::to_string(::getpid()) + ".json");
  std::ofstream(asked.file, std::ios::binary) << text;
  return litho::importer::import_model(asked);
}
imported import(const json& from, request asked = {}) { return import_text(from.dump(), std::move(asked)); }

std::string refused_text(const std::string& text, const request& asked = {}) {
  try {
    import_text(text, asked);
    return {};
  } catch (const refusal& why) {
    CHECK(std::string(why.what()).find('\n') == std::string::npos);
    return why.what();
  }
}
std::string refused(const json& from, const request& asked = {}) { return refused_text(from.dump(), asked); }

/// Output 0 of all runs over x; outputs 1.. are the next inputs 1..
series run(const imported& network, const series& x) {
  std::vector<litho::ir::named_tensor> sources;
  for (const litho::importer::port& each : network.inputs)
    sources.push_back(
        {each.name, {each.type, litho::vec<litho::number>(static_cast<std::size_t>(each.type.elements())), {}}});
  for (const auto& [name, from] : network.made.weights) sources.push_back({name, litho::importer::tensor_of(*from)});
  REQUIRE(network.inputs.size() == network.outputs.size());
  const std::size_t taken = sources[0].value.values.size();
  REQUIRE(x.size() % taken == 0);
  series y;
  for (std::size_t at = 0; at < x.size(); at += taken) {
    for (std::size_t i = 0; i < taken; ++i) sources[0].value.values[i] = static_cast<double>(x[at + i]);
    const litho::vec<litho::tensor> out = litho::ir::evaluate(network.made.graph, sources);
    for (const litho::number& each : out[0].values) y.push_back(static_cast<float>(static_cast<double>(each)));
    for (std::size_t i = 1; i < out.size(); ++i) {
      REQUIRE(out[i].type == sources[i].value.type);
      sources[i].value = out[i];
    }
  }
  return y;
}

double distance(const series& a, const series& b) {
  REQUIRE(a.size() == b.size());
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, std::fabs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
  return std::isnan(largest) ? 1e9 : largest;
}

/// Some numbers within -1 and 1.
series samples(std::size_t count, double seed) {
  series numbers;
  for (std::size_t i = 0; i < count; ++i)
    numbers.push_back(static_cast<float>(std::sin(seed + 1.7 * static_cast<double>(i))));
  return numbers;
}

/// Numbers as nested arrays.
json nested(const series& numbers, const std::vector<std::size_t>& dims, std::size_t axis = 0, std::size_t at = 0) {
  if (axis == dims.size()) return numbers[at];
  std::size_t step = 1;
  for (std::size_t i = axis + 1; i < dims.size(); ++i) step *= dims[i];
  json list = json::array();
  for (std::size_t i = 0; i < dims[axis]; ++i) list.push_back(nested(numbers, dims, axis + 1, at + i * step));
  return list;
}
json some(const std::vector<std::size_t>& dims, double seed) {
  std::size_t count = 1;
  for (std::size_t each : dims) count *= each;
  return nested(samples(count, seed), dims);
}

json layer(const std::string& type, std::size_t width, const std::vector<json>& weights,
           const std::string& activation = "") {
  return {{"type", type}, {"activation", activation}, {"shape", {nullptr, nullptr, width}}, {"weights", weights}};
}
json network(std::size_t width, const std::vector<json>& layers) {
  return {{"in_shape", {nullptr, nullptr, width}}, {"layers", layers}};
}
json conv1d(std::size_t kernel, std::size_t dilation, std::size_t groups, std::size_t inputs, std::size_t outputs) {
  json made = layer("conv1d", outputs, {some({kernel, inputs / groups, outputs}, 1), some({outputs}, 2)});
  made["kernel_size"] = {kernel};
  made["dilation"] = {dilation};
  made["groups"] = groups;
  return made;
}
json gru_network() {
  return network(1, {layer("gru", 4, {some({1, 12}, 1), some({4, 12}, 2), some({2, 12}, 3)}, "tanh"),
                     layer("dense", 1, {some({4, 1}, 4), some({1}, 5)})});
}
json lstm_network() {
  return network(2, {layer("lstm", 3, {some({2, 12}, 1), some({3, 12}, 2), some({12}, 3)}, "tanh")});
}

series read_csv(const fs::path& file, char between) {
  std::string text = litho::importer::read_file(file);
  std::replace(text.begin(), text.end(), between, '\n');
  std::istringstream lines(text);
  series numbers;
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) numbers.push_back(std::stof(line));
  return numbers;
}

constexpr double tolerance = 1e-5;

}  // namespace

TEST_CASE("the stored series are right, whatever a run takes of them") {
  const fs::path data = fs::path(LITHO_DATA) / "rtneural";
  if (!fs::exists(data)) {
    std::cout << "skipped: " << data.string() << " is not there\n";
    return;
  }
  int networks = 0;
  for (const auto& entry : fs::directory_iterator(data)) {
    if (entry.path().extension() != ".json") continue;
    INFO(entry.path().string());
    const std::string stem = (data / entry.path().stem()).string();
    const series x = read_csv(stem + "_x_python.csv", ',');
    const series expected = read_csv(stem + "_y_python.csv", ',');
    const series single = run(litho::importer::import_model({.file = entry.path()}), x);
    const series blocks = run(litho::importer::import_model({.file = entry.path(), .bind = {{"steps", 20}}}), x);
    CHECK(distance(blocks, single) <= 1e-7);
    if (entry.path().stem() == "conv1d_torch") {  // a line a channel, without the results of a history of zeros
      const std::size_t channels = 12;
      const std::size_t rows = expected.size() / channels;
      const std::size_t first = x.size() - rows;
      CHECK(first == 4);
      series turned;
      for (std::size_t t = 0; t < rows; ++t)
        for (std::size_t c = 0; c < channels; ++c) turned.push_back(expected[c * rows + t]);
      CHECK(distance({single.begin() + static_cast<std::ptrdiff_t>(first * channels), single.end()}, turned) <=
            tolerance);
    } else {
      CHECK(distance(single, expected) <= tolerance);
    }
    ++networks;
  }
  CHECK(networks >= 7);
}

TEST_CASE("what a layer keeps is an input and an output") {
  const json layers = network(1, {conv1d(3, 2, 1, 1, 2), layer("lstm", 3, {some({2, 12}, 1), some({3, 12}, 2)}),
                                  layer("gru", 2, {some({3, 6}, 1), some({2, 6}, 2)}), conv1d(2, 1, 2, 2, 2)});
  const imported made = import(layers, {.bind = {{"steps", 5}}});
  std::string ports;
  for (const auto& each : made.inputs) ports += each.name + " " + litho::importer::text_of(each.type) + "\n";
  ports += "->\n";
  for (const auto& each : made.outputs) ports += each.name + " " + litho::importer::text_of(each.type) + "\n";
  CHECK(ports ==
        "x f32[5,1]\nconv1_history f32[1,1,4]\nlstm1_h f32[1,1,3]\nlstm1_c f32[1,1,3]\ngru1_h f32[1,1,2]\n"
        "conv2_history f32[1,2,1]\n->\n"
        "y f32[5,2]\nconv1_history_next f32[1,1,4]\nlstm1_h_next f32[1,1,3]\nlstm1_c_next f32[1,1,3]\n"
        "gru1_h_next f32[1,1,2]\nconv2_history_next f32[1,2,1]\n");
  const std::string text = litho::importer::header_text(made, "net", "net.json");
  CHECK(contains(text, "from net.json (layers of RTNeural). Do not edit."));
  CHECK(contains(text, "litho::output<\"gru1_h_next\">(net_nodes::gru1_h_next"));
}

TEST_CASE("a run takes one step or many") {
  const series x = samples(24, 0.3);
  for (const json& each : {gru_network(), lstm_network(), network(2, {conv1d(4, 3, 2, 2, 4)}),
                           network(1, {conv1d(2, 1, 1, 1, 3), conv1d(3, 2, 3, 3, 3)})}) {
    const series single = run(import(each), x);
    for (std::int64_t steps : {2, 3, 4})
      CHECK(distance(run(import(each, {.bind = {{"steps", steps}}}), x), single) <= 1e-7);
  }
}

TEST_CASE("a convolution is causal, dilated and in groups") {
  for (const auto& [kernel, dilation, groups, inputs, outputs] : std::vector<std::array<std::size_t, 5>>{
           {3, 1, 1, 1, 2}, {3, 2, 1, 2, 3}, {2, 4, 2, 4, 6}, {4, 3, 3, 3, 3}, {1, 1, 1, 3, 2}, {1, 5, 2, 2, 4}}) {
    const json made = conv1d(kernel, dilation, groups, inputs, outputs);
    const json& w = made["weights"][0];
    const json& b = made["weights"][1];
    const std::size_t steps = 20;
    const series x = samples(steps * inputs, 0.7);
    series y;
    for (std::size_t t = 0; t < steps; ++t)
      for (std::size_t o = 0; o < outputs; ++o) {
        double sum = b[o].get<double>();
        const std::size_t first = o / (outputs / groups) * (inputs / groups);
        for (std::size_t k = 0; k < kernel; ++k) {
          const std::size_t back = (kernel - 1 - k) * dilation;
          for (std::size_t c = 0; c < inputs / groups && back <= t; ++c)
            sum += w[k][c][o].get<double>() * static_cast<double>(x[(t - back) * inputs + first + c]);
        }
        y.push_back(static_cast<float>(sum));
      }
    INFO(kernel << " taps, dilation " << dilation << ", groups " << groups);
    for (std::int64_t at_once : {1, 4})
      CHECK(distance(run(import(network(inputs, {made}), {.bind = {{"steps", at_once}}}), x), y) <= tolerance);
  }
}

TEST_CASE("a convolution of pictures is causal along time") {
  struct form {
    std::size_t features, channels, outputs, time, window, dilation, stride;
    bool same;
  };
  for (const form& f :
       {form{5, 1, 2, 3, 2, 2, 1, false}, form{7, 2, 3, 2, 3, 1, 2, true}, form{6, 2, 1, 1, 3, 1, 2, true},
        form{8, 1, 2, 2, 4, 3, 3, false}, form{5, 3, 2, 2, 4, 1, 1, true}}) {
    const std::size_t results =
        f.same ? (f.features + f.stride - 1) / f.stride : (f.features - f.window) / f.stride + 1;
    const std::size_t covered = (results - 1) * f.stride + f.window;
    const std::size_t before = f.same && covered > f.features ? (covered - f.features) / 2 : 0;
    json made = layer("conv2d", 1, {some({f.time, f.window, f.channels, f.outputs}, 1), some({f.outputs}, 2)}, "relu");
    made["shape"] = {nullptr, 9, results, f.outputs};
    made.update({{"kernel_size_time", f.time},
                 {"kernel_size_feature", f.window},
                 {"dilation", f.dilation},
                 {"strides", f.stride},
                 {"num_filters_in", f.channels},
                 {"num_features_in", f.features},
                 {"num_filters_out", f.outputs}});
    if (f.same) made["padding"] = "same";
    const json file{{"in_shape", {nullptr, 9, f.features, f.channels}}, {"layers", json::array({made})}};
    const json& w = made["weights"][0];
    const std::size_t steps = 12;
    const series x = samples(steps * f.features * f.channels, 0.2);
    series y;
    for (std::size_t t = 0; t < steps; ++t)
      for (std::size_t p = 0; p < results; ++p)
        for (std::size_t o = 0; o < f.outputs; ++o) {
          double sum = made["weights"][1][o].get<double>();
          for (std::size_t i = 0; i < f.time; ++i)
            for (std::size_t j = 0; j < f.window; ++j)
              for (std::size_t c = 0; c < f.channels; ++c) {
                const std::size_t back = (f.time - 1 - i) * f.dilation;
                const std::size_t at = p * f.stride + j;  // counted from the padding
                if (back > t || at < before || at - before >= f.features) continue;
                sum += w[i][j][c][o].get<double>() *
                       static_cast<double>(x[((t - back) * f.features + at - before) * f.channels + c]);
              }
          y.push_back(static_cast<float>(std::max(sum, 0.0)));
        }
    for (std::int64_t at_once : {1, 4})
      CHECK(distance(run(import(file, {.bind = {{"steps", at_once}}}), x), y) <= tolerance);
  }
}

TEST_CASE("a batch norm has a scale and a bias, or neither") {
  const series x = samples(12, 0.1);
  const json mean = {0.5, -0.25, 2};
  const json variance = {1, 4, 0.25};
  const json scale = {2, -1, 0.5};
  const json bias = {0.125, 0, -3};
  json four = layer("batchnorm", 3, {scale, bias, mean, variance});
  json two = layer("batchnorm", 3, {mean, variance});
  json pictures = layer("batchnorm2d", 6, {scale, bias, mean, variance});  // two features of three channels
  pictures["shape"] = {nullptr, nullptr, 2, 3};
  pictures["num_filters_in"] = 3;
  pictures["num_features_in"] = 2;
  for (json* each : {&four, &two, &pictures}) (*each)["epsilon"] = 0.75;
  series scaled;
  series plain;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t c = i % 3;
    const double normal =
        (static_cast<double>(x[i]) - mean[c].get<double>()) / std::sqrt(variance[c].get<double>() + 0.75);
    plain.push_back(static_cast<float>(normal));
    scaled.push_back(static_cast<float>(normal * scale[c].get<double>() + bias[c].get<double>()));
  }
  CHECK(distance(run(import(network(3, {four})), x), scaled) <= tolerance);
  CHECK(distance(run(import(network(3, {two})), x), plain) <= tolerance);
  CHECK(distance(run(import(network(6, {pictures})), x), scaled) <= tolerance);
}

TEST_CASE("a prelu has a slope for each value, or one") {
  const series x = samples(12, 0.1);
  const auto sloped = [&](const series& slopes) {
    series y;
    for (std::size_t i = 0; i < x.size(); ++i) y.push_back(x[i] < 0 ? x[i] * slopes[i % slopes.size()] : x[i]);
    return y;
  };
  const auto imported_with = [&](const json& slopes) {
    return run(import(network(3, {layer("prelu", 3, {slopes})})), x);
  };
  const series three{0.5F, -0.25F, 2};
  CHECK(distance(imported_with(nested(three, {1, 3})), sloped(three)) <= tolerance);
  CHECK(distance(imported_with(nested(three, {3})), sloped(three)) <= tolerance);
  CHECK(distance(imported_with(nested({0.5F}, {1, 1})), sloped({0.5F})) <= tolerance);
  const json counted = layer("prelu", 1, {nested({0.5F}, {1})});  // its shape is the number of slopes
  CHECK(distance(run(import(network(3, {counted})), x), sloped({0.5F})) <= tolerance);
}

TEST_CASE("activations stand alone, or behind a layer") {
  const series x = samples(12, 0.1);
  const std::size_t width = 4;
  const auto expected = [&](const std::string& name) {
    series y;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto value = static_cast<double>(x[i]);
      double sum = 0;
      for (std::size_t j = 0; j < width; ++j) sum += std::exp(static_cast<double>(x[i / width * width + j]));
      y.push_back(static_cast<float>(name == "tanh"      ? std::tanh(value)
                                     : name == "relu"    ? std::max(value, 0.0)
                                     : name == "sigmoid" ? 1 / (1 + std::exp(-value))
                                     : name == "elu"     ? (value < 0 ? std::expm1(value) : value)
                                     : name == "softmax" ? std::exp(value) / sum
                                                         : value));
    }
    return y;
  };
  const json identity = nested({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, {4, 4});
  for (const char* name : {"tanh", "relu", "sigmoid", "elu", "softmax", ""}) {
    INFO(name);
    CHECK(distance(run(import(network(4, {layer("activation", 4, {}, name)})), x), expected(name)) <= tolerance);
    CHECK(distance(run(import(network(4, {layer("time-distributed-dense", 4, {identity}, name)})), x),
                   expected(name)) <= tolerance);
  }
}

TEST_CASE("the gates of cells are in the order of Keras") {
  const std::size_t hidden = 3;
  const std::size_t steps = 8;
  const series x = samples(2 * steps, 0.6);
  const auto sigmoid = [](double value) { return 1 / (1 + std::exp(-value)); };
  const auto product = [&](const json& rows, std::size_t column, const auto& of) {
    double sum = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) sum += rows[i][column].get<double>() * static_cast<double>(of[i]);
    return sum;
  };
  SECTION("gru: z r h, reset after the product") {
    const json made = layer("gru", hidden, {some({2, 9}, 1), some({3, 9}, 2), some({2, 9}, 3)}, "tanh");
    const json& w = made["weights"];
    std::vector<double> h(hidden);
    series y;
    for (std::size_t t = 0; t < steps; ++t) {
      const std::vector<double> before = h;
      for (std::size_t i = 0; i < hidden; ++i) {
        const auto of_x = [&](std::size_t gate) {
          return product(w[0], gate * hidden + i, &x[2 * t]) + w[2][0][gate * hidden + i].get<double>();
        };
        const auto of_h = [&](std::size_t gate) {
          return product(w[1], gate * hidden + i, before) + w[2][1][gate * hidden + i].get<double>();
        };
        const double z = sigmoid(of_x(0) + of_h(0));
        const double r = sigmoid(of_x(1) + of_h(1));
        h[i] = (1 - z) * std::tanh(of_x(2) + r * of_h(2)) + z * before[i];
        y.push_back(static_cast<float>(h[i]));
      }
    }
    CHECK(distance(run(import(network(2, {made})), x), y) <= tolerance);
  }
  SECTION("lstm: i f c o") {
    const json made = lstm_network();
    const json& w = made["layers"][0]["weights"];
    std::vector<double> h(hidden);
    std::vector<double> c(hidden);
    series y;
    for (std::size_t t = 0; t < steps; ++t) {
      const std::vector<double> before = h;
      for (std::size_t i = 0; i < hidden; ++i) {
        const auto of = [&](std::size_t gate) {
          const std::size_t column = gate * hidden + i;
          return product(w[0], column, &x[2 * t]) + product(w[1], column, before) + w[2][column].get<double>();
        };
        c[i] = sigmoid(of(1)) * c[i] + sigmoid(of(0)) * std::tanh(of(2));
        h[i] = sigmoid(of(3)) * std::tanh(c[i]);
        y.push_back(static_cast<float>(h[i]));
      }
    }
    CHECK(distance(run(import(made), x), y) <= tolerance);
  }
}

TEST_CASE("the function of a cell is tanh unless the layer says another") {
  const series x = samples(12, 0.1);
  for (json made : {gru_network(), lstm_network()}) {
    const series tanh = run(import(made), x);
    made["layers"][0]["activation"] = "";
    CHECK(run(import(made), x) == tanh);
    made["layers"][0]["activation"] = "relu";
    CHECK(distance(run(import(made), x), tanh) > 1e-3);
    made["layers"][0]["activation"] = "softmax";
    CHECK(contains(refused(made), "activation \"softmax\" is not known of a cell"));
  }
}

namespace {

/// The gates of [rows][gates * hidden] as those of PyTorch: the gates' rows as columns, in another order.
json turned(const json& from, std::size_t hidden, const std::vector<std::size_t>& gates) {
  json result = json::array();
  for (std::size_t gate : gates)
    for (std::size_t i = 0; i < hidden; ++i) {
      json column = json::array();
      for (const json& row : from) column.push_back(row[gate * hidden + i]);
      result.push_back(column);
    }
  return result;
}
json flat(const json& row, std::size_t hidden, const std::vector<std::size_t>& gates) {
  json result = json::array();
  for (const json& each : turned(json::array({row}), hidden, gates)) result.push_back(each[0]);
  return result;
}

}  // namespace

TEST_CASE("a state dictionary is the same network") {
  const series x = samples(24, 0.4);
  SECTION("gru and linear") {
    const json from = gru_network();
    const json& w = from["layers"][0]["weights"];
    const json& out = from["layers"][1]["weights"];
    const json made{{"rec.weight_ih_l0", turned(w[0], 4, {1, 0, 2})}, {"rec.weight_hh_l0", turned(w[1], 4, {1, 0, 2})},
                    {"rec.bias_ih_l0", flat(w[2][0], 4, {1, 0, 2})},  {"rec.bias_hh_l0", flat(w[2][1], 4, {1, 0, 2})},
                    {"lin.weight", turned(out[0], 1, {0})},           {"lin.bias", out[1]}};
    const imported network = import(made);
    CHECK(network.inputs.back().name == "rec_h");
    CHECK(network.outputs.back().name == "rec_h_next");
    CHECK(distance(run(network, x), run(import(from), x)) <= 1e-7);
  }
  SECTION("lstm in two layers, its bias in two parts") {
    const json second = layer("lstm", 3, {some({3, 12}, 4), some({3, 12}, 5), some({12}, 6)});
    json from = lstm_network();
    from["layers"].push_back(second);
    json made;
    for (std::size_t l = 0; l < 2; ++l) {
      const json& w = from["layers"][l]["weights"];
      const std::string part = "_l" + std::to_string(l);
      made["weight_ih" + part] = turned(w[0], 3, {0, 1, 2, 3});
      made["weight_hh" + part] = turned(w[1], 3, {0, 1, 2, 3});
      made["bias_ih" + part] = w[2];
      made["bias_hh" + part] = series(12, 0.25F);
      for (json& each : from["layers"][l]["weights"][2]) each = each.get<float>() + 0.25F;
    }
    const imported network = import(made);
    CHECK(network.inputs.size() == 5);
    CHECK(network.inputs[4].name == "lstm2_c");
    CHECK(distance(run(network, x), run(import(from), x)) <= 1e-6);
  }
  SECTION("conv1d, dilation and groups as the user says") {
    const json from = conv1d(3, 2, 2, 4, 6);
    json w = json::array();
    for (std::size_t o = 0; o < 6; ++o) {
      w.push_back(json::array());
      for (std::size_t c = 0; c < 2; ++c) {
        w[o].push_back(json::array());
        for (std::size_t k = 0; k < 3; ++k) w[o][c].push_back(from["weights"][0][k][c][o]);
      }
    }
    const json made{{"net.conv.weight", w}, {"net.conv.bias", from["weights"][1]}};
    const request asked{.bind = {{"net.conv.groups", 2}, {"net.conv.dilation", 2}, {"steps", 3}}};
    CHECK(distance(run(import(made, asked), x), run(import(network(4, {from})), x)) <= 1e-7);
    CHECK(import(made).inputs[0].type.dims == litho::ints{1, 2});
    CHECK(contains(refused(made, {.bind = {{"conv.groups", 2}}}),
                   "--bind conv.groups: the network has no such size, but"));
  }
}

TEST_CASE("what does not fit is refused by layer, shapes and numbers") {
  const auto with = [](json made, const char* key, const json& value) {
    made["layers"][0][key] = value;
    return made;
  };
  const json gru = gru_network();
  json made = gru;
  SECTION("weights") {
    made["layers"][1]["weights"][0] = some({5, 1}, 0);
    CHECK(contains(refused(made), "layer 2 (dense): weights 0 must be [4,1], and are [5,1]"));
    made["layers"][0]["weights"][2] = some({12}, 0);
    CHECK(contains(refused(made), "layer 1 (gru): weights 2 must be [2,12], and are [12]"));
    made["layers"][0]["weights"] = json::array({some({1, 12}, 0)});
    CHECK(contains(refused(made), "layer 1 (gru): has 1 weights, takes 2 or 3"));
    CHECK(contains(refused(with(gru, "weights", 3)), "layer 1 (gru): weights is no array but number"));
    CHECK(contains(refused(with(lstm_network(), "shape", {nullptr, 4})),
                   "layer 1 (lstm): weights 0 must be [2,16], and are [2,12]"));
    CHECK(contains(refused(network(3, {layer("prelu", 3, {some({1, 2}, 0)})})),
                   "layer 1 (prelu): weights 0 must be [1,3] or [1,1], and are [1,2]"));
    json norm = layer("batchnorm", 3, {some({3}, 0), some({3}, 1), some({3}, 2)});
    CHECK(contains(refused(network(3, {norm})), "layer 1 (batchnorm): has 3 weights, takes 2 or 4"));
    norm["weights"].push_back(some({2}, 3));
    CHECK(contains(refused(network(3, {norm})), "layer 1 (batchnorm): has no \"epsilon\""));
    norm["epsilon"] = 0.1;
    CHECK(contains(refused(network(3, {norm})), "layer 1 (batchnorm): weights 3 must be [3], and are [2]"));
  }
  SECTION("arrays") {
    made["layers"][0]["weights"][1][2].push_back(1);
    CHECK(contains(refused(made), "layer 1 (gru): weights 1 is ragged: 13 elements along axis 1 of [4,12]"));
    made["layers"][0]["weights"][1][2] = 1;
    CHECK(contains(refused(made), "layer 1 (gru): weights 1 is ragged: number along axis 1 of [4,12]"));
    made = gru;
    made["layers"][0]["weights"][1][2][3] = nullptr;
    CHECK(contains(refused(made), "layer 1 (gru): weights 1 has null among its numbers"));
    made["layers"][0]["weights"][1][2][3] = json::array();
    CHECK(contains(refused(made), "layer 1 (gru): weights 1 is ragged: an array among numbers"));
    made["layers"][0]["weights"][1][2][3] = 1e39;
    CHECK(contains(refused(made), "layer 1 (gru): weights 1 has a number beyond those of float: 1e+39"));
    made["layers"][0]["weights"][1] = some({1, 1, 1, 1, 1}, 0);
    CHECK(contains(refused(made), "layer 1 (gru): weights 1 has more than 4 axes"));
    made["layers"][0]["weights"][1] = json::array();
    CHECK(contains(refused(made), "layer 1 (gru): weights 1 must be [4,12], and are [0]"));
  }
  SECTION("keys") {
    for (const char* key : {"type", "shape", "weights"}) {
      made = gru;
      made["layers"][0].erase(key);
      CHECK(contains(refused(made), "layer 1"));
      CHECK(contains(refused(made), "has no \"" + std::string(key) + "\""));
    }
    made = gru;
    made.erase("in_shape");
    CHECK(contains(refused(made), "has no \"in_shape\""));
    CHECK(contains(refused(network(1, {})), "has no layers"));
    CHECK(contains(refused({{"in_shape", {1}}, {"layers", 3}}), "layers is no array but number"));
    CHECK(contains(refused({{"in_shape", {1}}, {"layers", {1}}}), "layer 1: is no object but number"));
    for (const char* key : {"kernel_size", "dilation"}) {
      json conv = conv1d(3, 1, 1, 1, 2);
      conv.erase(key);
      CHECK(contains(refused(network(1, {conv})), "layer 1 (conv1d): has no \"" + std::string(key) + "\""));
    }
  }
  SECTION("kinds") {
    CHECK(contains(refused(with(gru, "type", "teleport\n")), "layer 1: type \"teleport_\" is not known"));
    CHECK(contains(refused(network(1, {layer("dense", 1, {some({1, 1}, 0)}, "swoosh")})),
                   "layer 1 (dense): activation \"swoosh\" is not known"));
    CHECK(contains(refused(with(gru, "activation", 1)), "layer 1 (gru): activation is no text but number"));
    json rows = layer("activation", 6, {}, "softmax");
    rows["shape"] = {nullptr, nullptr, 2, 3};
    CHECK(contains(refused(network(6, {rows})), "softmax of 2 features of 3 channels is not supported"));
    CHECK(contains(refused(with(gru, "type", nullptr)), "layer 1: type is no text but null"));
  }
  SECTION("sizes") {
    CHECK(contains(refused(network(1 << 21, {layer("activation", 1, {})})), "in_shape has the size 2097152, not 1 to"));
    CHECK(contains(refused(with(gru, "shape", {-1})), "layer 1 (gru): shape has the size -1, not 1 to"));
    CHECK(contains(refused(with(gru, "shape", {nullptr})), "layer 1 (gru): shape has null in place of a size"));
    CHECK(contains(refused(with(gru, "shape", json::array())), "layer 1 (gru): shape is empty"));
    CHECK(contains(refused(with(gru, "shape", {1.5})), "layer 1 (gru): shape has number in place of a size"));
    CHECK(contains(refused(network(2, {layer("activation", 3, {})})),
                   "layer 1 (activation): gives 2 values, its shape has 3"));
    json conv = conv1d(3, 1, 1, 2, 2);
    conv["dilation"] = json::parse("[18446744073709551615]");
    CHECK(contains(refused(network(2, {conv})),
                   "layer 1 (conv1d): dilation has the size 18446744073709551615, not 1 to"));
    conv["dilation"] = {1, 1};
    CHECK(contains(refused(network(2, {conv})), "layer 1 (conv1d): dilation has array in place of a size"));
    conv["dilation"] = 1;
    conv["groups"] = 3;
    CHECK(contains(refused(network(2, {conv})), "layer 1 (conv1d): 2 and 2 channels do not split into 3 groups"));
    CHECK(contains(refused(gru, {.bind = {{"steps", 0}}}), "--bind steps: must be 1 or more"));
    CHECK(contains(refused(gru, {.bind = {{"steps", std::int64_t{1} << 39}}}), "absurdly large"));
    CHECK(contains(refused(gru, {.bind = {{"step", 2}}}), "--bind step: the network has no such size, but \"steps\""));
    CHECK(contains(refused(gru, {.shapes = {{"x", {1}}}}), "are of ONNX models only"));
  }
}

TEST_CASE("a state dictionary that is none is refused") {
  const json w = some({12, 2}, 0);
  CHECK(contains(refused(json::array()), "holds neither layers nor tensors"));
  CHECK(contains(refused(json::object()), "holds neither layers nor tensors"));
  CHECK(contains(refused({{"model", "LSTM"}}), "\"model\" is no tensor but string"));
  CHECK(contains(refused({{"a.weight", w}, {"a.running_mean", {1}}}),
                 "module 1 (linear \"a\"): has tensors that are not known: \"running_mean\" [1]"));
  CHECK(contains(refused({{"a.bias", {1}}}), "module 1 (\"a\"): is not of a kind that is known: it has \"bias\" [1]"));
  CHECK(contains(refused({{"a.weight", {1, 2}}}),
                 "module 1 (\"a\"): is not of a kind that is known: it has \"weight\" [2]"));
  CHECK(contains(refused({{"a.weight", some({2, 3}, 0)}, {"b.weight", some({2, 3}, 0)}}),
                 "module 2 (linear \"b\"): \"weight\" must be [any,2], and is [2,3]"));
  CHECK(contains(refused({{"weight", some({2, 3, 1}, 0)}, {"bias", {1}}}),
                 "module 1 (conv1d): \"bias\" must be [2], and is [1]"));
  CHECK(contains(refused({{"weight_ih_l0", w}}), "module 1 (recurrent): has no \"weight_hh_l0\""));
  CHECK(contains(refused({{"weight_ih_l0", w}, {"weight_hh_l0", some({12, 5}, 0)}}),
                 "\"weight_hh_l0\" [12,5] is neither of a GRU nor of an LSTM"));
  CHECK(contains(refused({{"weight_ih_l0", w}, {"weight_hh_l0", some({9, 3}, 0)}}),
                 "module 1 (gru): \"weight_ih_l0\" must be [9,2], and is [12,2]"));
  CHECK(contains(refused({{"weight_ih_l0", w}, {"weight_hh_l0", some({12, 3}, 0)}, {"weight_hr_l0", w}}),
                 "module 1 (lstm): has tensors that are not known: \"weight_hr_l0\" [12,2]"));
  CHECK(contains(refused({{"weight_ih_l0", w}, {"weight_hh_l0", some({12, 3}, 0)}, {"bias_ih_l0", some({12}, 0)}}),
                 "module 1 (lstm): has no \"bias_hh_l0\""));
}

TEST_CASE("damaged json is refused in time, or read") {
  const std::string whole = gru_network().dump();
  const auto in_time = [](const std::string& text) {
    return made::without_hanging([&] { return refused_text(text); });
  };
  for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 97)
    CHECK(contains(in_time(whole.substr(0, size)), "is no JSON, at byte"));
  made::chance next;
  int refusals = 0;
  for (int i = 0; i < 400; ++i) {
    std::string damaged = whole;
    const std::size_t place = next() % damaged.size();
    made::flip_bit(damaged, place, next() % 8);
    refusals += in_time(damaged).empty() ? 0 : 1;
  }
  CHECK(refusals > 100);
  const std::string open(100000, '[');
  CHECK(contains(in_time(open), "is nested more than 16 deep"));
  CHECK(contains(in_time(open + std::string(100000, ']')), "is nested more than 16 deep"));
  CHECK(contains(in_time("{\"layers\":" + open), "is nested more than 16 deep"));
  CHECK(contains(in_time("[1e999]"), "has a number beyond those of double"));
  CHECK(contains(in_time("{\"a\": [NaN]}"), "is no JSON, at byte"));
  CHECK(contains(in_time('"' + std::string(100000, 'a')), "is no JSON, at byte"));
  std::string keys = "{";
  for (int i = 0; i < 100000; ++i) keys += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":1";
  CHECK(contains(in_time(keys + "}"), "has more than 4096 keys"));
}
