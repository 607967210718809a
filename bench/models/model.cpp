// SPDX-License-Identifier: BSL-1.0
// One imported model: all passes on, none on, two workers where their plan has work for both, and ONNX Runtime, on the
// same weights and inputs; how long each takes to load and to run for the first time, and its median run. CMake tells
// which: BENCH_MODEL is the network in BENCH_MODEL_HEADER, BENCH_MODEL_FILE the ONNX file, BENCH_MODEL_WEIGHTS its
// weights, BENCH_MODEL_INPUTS a .npy file for each input and BENCH_MODEL_DIMENSIONS NAME=VALUE for each symbolic
// dimension, both separated by commas.
#include BENCH_MODEL_HEADER

#include <cmath>
#include <litho.hpp>
#include <litho/workers.hpp>
#include <memory>
#include <optional>
#include <sstream>
#include <tuple>

#include "../measure.hpp"
#include "../peers/onnxruntime.hpp"
#include "graph.hpp"

namespace {

using litho::importer::array;
using litho::importer::to_vector;
using network = BENCH_MODEL;
using clock_type = std::chrono::steady_clock;

double milliseconds_since(clock_type::time_point begin) {
  return std::chrono::duration<double, std::milli>(clock_type::now() - begin).count();
}

std::vector<std::string> listed(const char* text) {
  std::vector<std::string> entries;
  std::stringstream all(text);
  for (std::string each; std::getline(all, each, ',');) entries.push_back(each);
  return entries;
}

/// What the model is asked. A model without stored inputs has one picture, whose element i of n is i / n.
std::vector<array> questions() {
  std::vector<array> all;
  for (const std::string& path : listed(BENCH_MODEL_INPUTS)) all.push_back(litho::importer::read_array(path));
  if (!all.empty()) return all;
  const litho::tensor_type type = network::input_ports()[0].type;
  array picture{.type = type, .bytes = {}};
  std::vector<float> values(static_cast<std::size_t>(type.elements()));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(static_cast<double>(i) / static_cast<double>(values.size()));
  const char* const bytes = reinterpret_cast<const char*>(values.data());
  picture.bytes.assign(bytes, bytes + values.size() * sizeof(float));
  return {picture};
}

/// One port's elements.
template <litho::dtype Element>
struct elements {
  using type = typename litho::element_of<Element>::type;
  static constexpr int onnx_type = static_cast<int>(Element);

  std::vector<std::int64_t> dims;
  std::vector<std::conditional_t<std::is_same_v<type, bool>, char, type>> values;

  explicit elements(const litho::tensor_type& of)
      : dims(to_vector(of.dims)), values(static_cast<std::size_t>(of.elements())) {}
  std::span<type> all() { return {reinterpret_cast<type*>(values.data()), values.size()}; }
  bench::onnxruntime::tensor shared() { return {values.data(), values.size() * sizeof(type), dims, onnx_type}; }
  void take(const array& from) {
    if (from.bytes.size() != values.size() * sizeof(type)) throw std::runtime_error("an input has another size");
    std::copy(from.bytes.begin(), from.bytes.end(), reinterpret_cast<char*>(values.data()));
  }
  /// Within 0.001, absolute and relative; whole numbers within one step, since runtimes round sums at different places.
  bool is_near(const elements& other) const {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto a = static_cast<double>(values[i]), b = static_cast<double>(other.values[i]);
      if (a == b || (std::isnan(a) && std::isnan(b))) continue;
      if (!(std::abs(a - b) <= (std::is_floating_point_v<type> ? 1e-3 + 1e-3 * std::abs(b) : 1))) return false;
    }
    return true;
  }
};

template <class Ports, std::size_t... I>
auto memory_for(std::index_sequence<I...>) {
  return std::tuple(elements<Ports::list()[I].type.element>(Ports::list()[I].type)...);
}
struct input_ports {
  static constexpr const auto& list() { return network::input_ports(); }
};
struct output_ports {
  static constexpr const auto& list() { return network::output_ports(); }
};
template <class Ports>
auto memory() {
  return memory_for<Ports>(std::make_index_sequence<Ports::list().size()>{});
}

constexpr litho::options two_workers = [] {
  litho::options all = litho::O3;
  all.workers = 2;
  return all;
}();

/// A network over inputs that it shares with others, and outputs of its own.
template <class Net>
class entrant {
 public:
  using inputs = decltype(memory<input_ports>());
  using outputs = decltype(memory<output_ports>());

  double load_milliseconds = 0, first_milliseconds = 0;
  outputs answers = memory<output_ports>();

  entrant(inputs& given, const std::string& weights) : inputs_(given) {
    const auto load_begin = clock_type::now();
    bench::require(net_->load(std::as_bytes(std::span(weights))));
    load_milliseconds = milliseconds_since(load_begin);
    const auto run_begin = clock_type::now();
    run();
    first_milliseconds = milliseconds_since(run_begin);
  }

  void run() {
    std::apply(
        [&](auto&... in) {
          std::apply([&](auto&... out) { bench::require(net_->run_on(crew(), in.all()..., out.all()...)); }, answers);
        },
        inputs_);
  }

 private:
  /// Its threads begin with the first network that has work for them.
  static auto& crew() {
    static litho::workers<Net::stats().workers> all;
    return all;
  }

  // On the heap: several networks of a gigabyte are too far apart for static addresses.
  std::unique_ptr<litho::instance<Net>> net_ = std::make_unique<litho::instance<Net>>();
  inputs& inputs_;
};

class onnxruntime {
  clock_type::time_point begin_ = clock_type::now();
  bench::onnxruntime::session session_{BENCH_MODEL_FILE, dimensions()};

 public:
  using outputs = decltype(memory<output_ports>());

  double load_milliseconds = milliseconds_since(begin_), first_milliseconds = 0;
  outputs answers = memory<output_ports>();

  explicit onnxruntime(std::vector<array>& asked) {
    for (array& each : asked)
      session_.bind_input(
          {each.bytes.data(), each.bytes.size(), to_vector(each.type.dims), static_cast<int>(each.type.element)});
    std::apply([&](auto&... out) { (session_.bind_output(out.shared()), ...); }, answers);
    const auto run_begin = clock_type::now();
    run();
    first_milliseconds = milliseconds_since(run_begin);
  }

  void run() { session_(); }

 private:
  static std::vector<bench::onnxruntime::session::dimension> dimensions() {
    std::vector<bench::onnxruntime::session::dimension> all;
    for (const std::string& each : listed(BENCH_MODEL_DIMENSIONS)) {
      const std::size_t equals = each.find('=');
      all.push_back({each.substr(0, equals), std::stoll(each.substr(equals + 1))});
    }
    return all;
  }
};

constexpr litho::options with_winograd = [] {
  litho::options result = litho::O3;
  result.winograd = true;
  return result;
}();
using by_tiles = litho::with_options<network, with_winograd>;

/// Whether Winograd's tiles pay for any convolution of the network.
constexpr bool has_tiles() {
  for (const litho::plan::kernel& k : by_tiles::plan().kernels)
    if (litho::winograd_tile(k.iteration.layout) > 0) return true;
  return false;
}

template <class Outputs, std::size_t... I>
bool near(const Outputs& a, const Outputs& b, std::index_sequence<I...>) {
  return (std::get<I>(a).is_near(std::get<I>(b)) && ...);
}
template <class Outputs>
bool near(const Outputs& a, const Outputs& b) {
  return near(a, b, std::make_index_sequence<std::tuple_size_v<Outputs>>{});
}

template <class Entrant>
void count(benchmark::State& state, const std::string& who, const Entrant& of) {
  state.counters[who + "_load_ms"] = of.load_milliseconds;
  state.counters[who + "_first_ms"] = of.first_milliseconds;
}

[[maybe_unused]] const bool one = bench::add(BENCH_MODEL_NAME, [](benchmark::State& state, const std::string& name) {
  std::vector<array> asked = questions();
  auto inputs = memory<input_ports>();
  // Numbers without axes have become constants of the network.
  auto next = asked.begin();
  const auto take = [&](auto& input) {
    while (next != asked.end() && next->type.dims.empty() && !input.dims.empty()) ++next;
    if (next == asked.end()) throw std::runtime_error("there are fewer inputs than the network has");
    input.take(*next++);
  };
  std::apply([&](auto&... each) { (take(each), ...); }, inputs);
  const std::string weights = litho::importer::read_file(BENCH_MODEL_WEIGHTS);

  entrant<network> fused(inputs, weights);
  entrant<litho::with_options<network, litho::O0>> unfused(inputs, weights);
  bench::contest all(state, name);
  all.add("litho", [&] { fused.run(); });
  all.add("O0", [&] { unfused.run(); });
  std::optional<entrant<std::conditional_t<has_tiles(), by_tiles, network>>> tiles;
  if constexpr (has_tiles()) {
    tiles.emplace(inputs, weights);
    all.add("Winograd", [&] { tiles->run(); });
  }
  using shared = litho::with_options<network, two_workers>;
  constexpr bool has_work_for_two = shared::stats().workers == 2;
  std::optional<entrant<std::conditional_t<has_work_for_two, shared, network>>> two;
  if constexpr (has_work_for_two) {
    two.emplace(inputs, weights);
    all.add("two", [&] { two->run(); });
  }
  std::optional<onnxruntime> other;
  if (bench::onnxruntime::library::only().found()) {
    other.emplace(asked);
    all.add("ORT", [&] { other->run(); });
  }
  all.run();
  count(state, "litho", fused);
  if (other) count(state, "ORT", *other);
  constexpr litho::plan::statistics stats = network::stats();
  state.counters["arena_bytes"] = static_cast<double>(stats.arena_bytes);
  state.counters["largest_live_set"] = static_cast<double>(stats.largest_live_set);
  state.counters["weight_bytes"] = static_cast<double>(stats.weight_bytes);
  all.expect(near(fused.answers, unfused.answers), "O0");
  if (tiles) all.expect(near(fused.answers, tiles->answers), "Winograd's tiles");
  if (two) all.expect(near(fused.answers, two->answers), "two workers");
  if (other) all.expect(near(fused.answers, other->answers), "ONNX Runtime");
});

}  // namespace
