// SPDX-License-Identifier: BSL-1.0
// compare WEIGHTS STEM: runs the network on STEM_case0_in0.npy, ... and compares with STEM_case0_out0.npy, ...
#include MODEL_HEADER

#include <cmath>
#include <filesystem>
#include <iostream>

#include "npy.hpp"

namespace {

litho::instance<MODEL> net;

template <std::size_t I>
using input_element = typename litho::element_of<MODEL::input_ports()[I].type.element>::type;
template <std::size_t I>
using output_element = typename litho::element_of<MODEL::output_ports()[I].type.element>::type;

/// The largest difference in units of what whole networks are allowed: 1e-3 and 1e-3 of the value; one step of integers.
template <class T>
double error_of(const std::vector<T>& found, const std::vector<T>& expected) {
  if (found.size() != expected.size()) throw std::runtime_error("an output has another size than expected");
  double largest = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double x = static_cast<double>(found[i]);
    const double y = static_cast<double>(expected[i]);
    const double allowed = std::is_integral_v<T> ? 1 : 1e-3 + 1e-3 * std::fabs(y);
    const double error = std::fabs(x - y) / allowed;
    largest = error <= largest ? largest : error;  // NaN wins
  }
  return largest;
}

template <std::size_t... I, std::size_t... O>
double error_of_case(const std::string& stem, std::index_sequence<I...>, std::index_sequence<O...>) {
  const std::tuple inputs{read_npy<input_element<I>>(stem + "_in" + std::to_string(I) + ".npy")...};
  std::tuple outputs{
      std::vector<output_element<O>>(static_cast<std::size_t>(MODEL::output_ports()[O].type.elements()))...};
  if (litho::status ran = net.run(std::span(std::get<I>(inputs))..., std::span(std::get<O>(outputs))...); !ran)
    throw std::runtime_error(std::string(ran.text().view()));
  return std::max(
      {error_of(std::get<O>(outputs), read_npy<output_element<O>>(stem + "_out" + std::to_string(O) + ".npy"))...});
}

}  // namespace

int main(int, char** arguments) try {
  const std::vector<char> weights = contents(arguments[1]);
  if (litho::status loaded = net.load(std::as_bytes(std::span(weights))); !loaded)
    throw std::runtime_error(std::string(loaded.text().view()));
  double largest = 0;
  int cases = 0;
  for (;; ++cases) {
    const std::string stem = std::string(arguments[2]) + "_case" + std::to_string(cases);
    if (!std::filesystem::exists(stem + "_in0.npy")) break;
    const double error = error_of_case(stem, std::make_index_sequence<MODEL::input_ports().size()>{},
                                       std::make_index_sequence<MODEL::output_ports().size()>{});
    largest = error <= largest ? largest : error;
  }
  std::cout << cases << " cases, largest error " << largest << " of what is allowed\n";
  return cases > 0 && largest <= 1 ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "compare: " << error.what() << '\n';
  return 1;
}
