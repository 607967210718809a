// SPDX-License-Identifier: BSL-1.0
// Runs an imported model on raw files:
//   harness WEIGHTS REPEATS OUTPUT_PREFIX INPUT...   inputs in the network's order; writes PREFIX0, PREFIX1, ...
//   harness                                          prints the ports, a line each: input|output NAME TYPE
// Compiled with LITHO_MODEL_HEADER="name.hpp" and LITHO_MODEL=name.
#include LITHO_MODEL_HEADER

#include <algorithm>
#include <chrono>
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

template <std::size_t... I, std::size_t... O>
int run(int argc, char** argv, std::index_sequence<I...>, std::index_sequence<O...>) {
  if (argc != 4 + static_cast<int>(sizeof...(I))) throw std::runtime_error("wrong number of inputs");
  const std::vector<char> weights = contents(argv[1]);
  const int repeats = std::atoi(argv[2]);
  const std::string prefix = argv[3];
  using clock = std::chrono::steady_clock;
  const auto seconds_since = [](clock::time_point begin) {
    return std::chrono::duration<double>(clock::now() - begin).count();
  };

  const auto load_begin = clock::now();
  if (litho::status loaded = net.load(std::as_bytes(std::span(weights))); !loaded)
    throw std::runtime_error(std::string(loaded.text().view()));
  const double load = seconds_since(load_begin);

  std::tuple<input_elements<I>...> inputs(network::input_ports()[I].type.elements()...);
  std::tuple<output_elements<O>...> outputs(network::output_ports()[O].type.elements()...);
  const auto fill = [&](auto to, const char* path) {
    const std::vector<char> bytes = contents(path);
    if (bytes.size() != to.size_bytes())
      throw std::runtime_error(std::string(path) + " has another size than the input");
    std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(to.data()));
  };
  (fill(std::get<I>(inputs).all(), argv[4 + I]), ...);

  std::vector<double> times;
  for (int repeat = 0; repeat < std::max(repeats, 1); ++repeat) {
    const auto begin = clock::now();
    if (litho::status ran = net.run(std::get<I>(inputs).all()..., std::get<O>(outputs).all()...); !ran)
      throw std::runtime_error(std::string(ran.text().view()));
    times.push_back(seconds_since(begin));
  }
  const auto write = [&](auto from, std::size_t which) {
    std::ofstream file(prefix + std::to_string(which), std::ios::binary);
    file.write(reinterpret_cast<const char*>(from.data()), static_cast<std::streamsize>(from.size_bytes()));
  };
  (write(std::get<O>(outputs).all(), O), ...);
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  constexpr litho::plan::statistics stats = network::stats();
  std::cout << stats.kernels << ' ' << stats.arena_bytes << ' ' << stats.weight_bytes << ' ' << stats.multiply_adds
            << ' ' << 1e6 * times[times.size() / 2] << ' ' << 1e3 * load << '\n';
  return 0;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 1) {
    print_ports();
    return 0;
  }
  return run(argc, argv, std::make_index_sequence<network::input_ports().size()>{},
             std::make_index_sequence<network::output_ports().size()>{});
} catch (const std::exception& error) {
  std::cerr << "harness: " << error.what() << '\n';
  return 1;
}
