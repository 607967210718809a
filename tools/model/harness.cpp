// SPDX-License-Identifier: BSL-1.0
// Runs an imported model on raw files:
//   harness WEIGHTS REPEATS OUTPUT_PREFIX INPUT...   inputs in the network's order; writes PREFIX0, PREFIX1, ...
//   harness --series WEIGHTS REPEATS OUTPUT_PREFIX INPUT   input 0 of many runs, of which outputs 1.. are inputs 1.. of the
//                                                          next, at first zeros; writes output 0 of all to PREFIX0
//   harness                                          prints the ports, a line each: input|output NAME TYPE
// Compiled with LITHO_MODEL_HEADER="name.hpp" and LITHO_MODEL=name.
#include LITHO_MODEL_HEADER

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fstream>
#include <iostream>
#include <litho.hpp>
#include <vector>

namespace {

using network = LITHO_MODEL;
litho::instance<network> net;

std::vector<char> contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

void print_ports() {
  const auto print = [](const char* what, const auto& ports) {
    for (const auto& each : ports) {
      litho::text_builder type;
      type << each.type;
      std::cout << what << ' ' << each.name << ' ' << type.view() << '\n';
    }
  };
  print("input", network::input_ports());
  print("output", network::output_ports());
}

/// Elements of one port in memory that is aligned for every type.
template <litho::dtype Element>
struct elements {
  using type = typename litho::element_of<Element>::type;
  std::vector<std::max_align_t> memory;
  std::size_t count;
  explicit elements(std::int64_t of)
      : memory(static_cast<std::size_t>(of) * sizeof(type) / sizeof(std::max_align_t) + 1),
        count(static_cast<std::size_t>(of)) {}
  std::span<type> all() { return {reinterpret_cast<type*>(memory.data()), count}; }
};
template <std::size_t I>
using input_elements = elements<network::input_ports()[I].type.element>;
template <std::size_t I>
using output_elements = elements<network::output_ports()[I].type.element>;

using clock_type = std::chrono::steady_clock;
double seconds_since(clock_type::time_point begin) {
  return std::chrono::duration<double>(clock_type::now() - begin).count();
}

void require(litho::status done) {
  if (!done) throw std::runtime_error(std::string(done.text().view()));
}

/// Loads the weights, runs, and prints what a run costs.
class measured {
 public:
  explicit measured(const std::string& weights) {
    const std::vector<char> blob = contents(weights);
    const auto begin = clock_type::now();
    require(net.load(std::as_bytes(std::span(blob))));
    load_ = seconds_since(begin);
  }
  template <class... Buffers>
  void run(Buffers... buffers) {
    const auto begin = clock_type::now();
    require(net.run(buffers...));
    times_.push_back(seconds_since(begin));
  }
  void print() {
    const auto middle = times_.begin() + static_cast<std::ptrdiff_t>(times_.size() / 2);
    std::nth_element(times_.begin(), middle, times_.end());
    constexpr litho::plan::statistics stats = network::stats();
    std::cout << stats.kernels << ' ' << stats.arena_bytes << ' ' << stats.weight_bytes << ' ' << stats.multiply_adds
              << ' ' << 1e6 * *middle << ' ' << 1e3 * load_ << '\n';
  }

 private:
  std::vector<double> times_;
  double load_ = 0;
};

template <std::size_t... I, std::size_t... O>
void run(int argc, char** argv, std::index_sequence<I...>, std::index_sequence<O...>) {
  if (argc != 4 + static_cast<int>(sizeof...(I))) throw std::runtime_error("wrong number of inputs");
  measured runs(argv[1]);
  std::tuple<input_elements<I>...> inputs(network::input_ports()[I].type.elements()...);
  std::tuple<output_elements<O>...> outputs(network::output_ports()[O].type.elements()...);
  const auto fill = [&](auto to, const char* path) {
    const std::vector<char> bytes = contents(path);
    if (bytes.size() != to.size_bytes())
      throw std::runtime_error(std::string(path) + " has another size than the input");
    std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(to.data()));
  };
  (fill(std::get<I>(inputs).all(), argv[4 + I]), ...);
  for (int repeat = 0; repeat < std::max(std::atoi(argv[2]), 1); ++repeat)
    runs.run(std::get<I>(inputs).all()..., std::get<O>(outputs).all()...);
  const auto write = [&](auto from, std::size_t which) {
    std::ofstream file(argv[3] + std::to_string(which), std::ios::binary);
    file.write(reinterpret_cast<const char*>(from.data()), static_cast<std::streamsize>(from.size_bytes()));
  };
  (write(std::get<O>(outputs).all(), O), ...);
  runs.print();
}

/// Whether outputs 1.. can be inputs 1..
constexpr bool carries_states() {
  if (network::input_ports().size() == 0 || network::input_ports().size() != network::output_ports().size())
    return false;
  for (std::size_t i = 1; i < network::input_ports().size(); ++i)
    if (!(network::input_ports()[i].type == network::output_ports()[i].type)) return false;
  return true;
}

template <std::size_t... I>
void run_series(int argc, char** argv, std::index_sequence<I...>) {
  if (argc != 6) throw std::runtime_error("wrong number of arguments");
  measured runs(argv[2]);
  std::tuple<input_elements<I>...> inputs(network::input_ports()[I].type.elements()...);
  std::tuple<output_elements<I>...> outputs(network::output_ports()[I].type.elements()...);
  const std::vector<char> series = contents(argv[5]);
  const auto x = std::as_writable_bytes(std::get<0>(inputs).all());
  const auto y = std::as_bytes(std::get<0>(outputs).all());
  const auto carry = [](auto to, auto from) { std::copy(from.begin(), from.end(), to.begin()); };
  std::vector<std::byte> results;
  for (int repeat = 0; repeat < std::max(std::atoi(argv[3]), 1); ++repeat) {
    results.clear();
    (std::ranges::fill(std::as_writable_bytes(std::get<I>(inputs).all()), std::byte{}), ...);
    for (std::size_t at = 0; at + x.size() <= series.size(); at += x.size()) {
      std::memcpy(x.data(), series.data() + at, x.size());
      runs.run(std::get<I>(inputs).all()..., std::get<I>(outputs).all()...);
      results.insert(results.end(), y.begin(), y.end());
      ((I > 0 ? carry(std::get<I>(inputs).all(), std::get<I>(outputs).all()) : void()), ...);
    }
  }
  std::ofstream(argv[4] + std::string("0"), std::ios::binary)
      .write(reinterpret_cast<const char*>(results.data()), static_cast<std::streamsize>(results.size()));
  runs.print();
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 1) {
    print_ports();
    return 0;
  }
  constexpr std::make_index_sequence<network::input_ports().size()> inputs;
  if (argv[1] != std::string("--series"))
    run(argc, argv, inputs, std::make_index_sequence<network::output_ports().size()>{});
  else if constexpr (carries_states())
    run_series(argc, argv, inputs);
  else
    throw std::runtime_error("the outputs are not the next inputs");
  return 0;
} catch (const std::exception& error) {
  std::cerr << "harness: " << error.what() << '\n';
  return 1;
}
