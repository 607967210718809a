// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho/ir/evaluate.hpp>

/// Random values for the sources of a graph, and how far two results are apart. At compile time, too.
namespace graphs {

/// In [-1, 1], of a variance in [0.5, 1.5]; whole numbers from -5 to 10. The same for the same name, size and seed, on all machines.
constexpr litho::tensor random_values(std::string_view name, const litho::tensor_type& type, unsigned seed) {
  litho::tensor result{type.plain(), {}, {}};
  std::uint64_t state = (litho::fnv1a{} << name << std::uint64_t{seed}).value;
  const double centre = name.ends_with("running_var") ? 1.0 : 0.0;
  for (std::int64_t i = 0; i < type.elements(); ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;  // Knuth, MMIX
    const double unit = static_cast<double>(state >> 40) * 0x1p-24;
    const double value = litho::is_float(type.element)           ? (centre == 0 ? 2 * unit - 1 : centre - 0.5 + unit)
                         : type.element == litho::dtype::boolean ? (unit < 0.5 ? 0 : 1)
                                                                 : static_cast<double>(state >> 40 & 15) - 5;
    result.values.push_back(litho::rounded(type.element, value));
  }
  return result;
}

/// A value for each input and parameter of a graph.
constexpr litho::vec<litho::ir::named_tensor> random_sources(const litho::ir::graph& of, unsigned seed = 1) {
  litho::vec<litho::ir::named_tensor> result;
  for (const litho::ir::node& node : of.nodes)
    if (!node.name.empty()) result.push_back({node.name, random_values(node.name, node.type, seed)});
  return result;
}

constexpr litho::vec<litho::tensor> evaluate(const litho::ir::graph& of, unsigned seed = 1) {
  const litho::vec<litho::ir::named_tensor> sources = random_sources(of, seed);
  return litho::ir::evaluate(of, std::span<const litho::ir::named_tensor>(sources.data(), sources.size()));
}

/// What rounding to 16-bit floats between ops may cost, relative to a result: two steps of the coarsest in the graph.
constexpr double cost_of_halves(const litho::ir::graph& of) {
  double cost = 0;
  for (const litho::ir::node& node : of.nodes) {
    if (node.type.element == litho::dtype::f16 && cost < 0x1p-9) cost = 0x1p-9;
    if (node.type.element == litho::dtype::bf16) cost = 0x1p-6;
  }
  return cost;
}

/// Equal, or both NaN.
constexpr bool same(double a, double b) { return a == b || (a != a && b != b); }

/// The largest error over the largest magnitude of what is expected (over `least` where that is more); infinite where the two
/// cannot be compared.
constexpr double distance(const litho::tensor& found, const litho::tensor& expected, double least = 0) {
  if (!found.ok() || !expected.ok() || found.type != expected.type || found.values.size() != expected.values.size())
    return litho::math::infinity;
  double error = 0;
  double magnitude = least;
  for (std::size_t i = 0; i < found.values.size(); ++i) {
    if (same(found.values[i], expected.values[i])) continue;
    const double difference = litho::math::abs(found.values[i] - expected.values[i]);
    if (!(difference < litho::math::infinity)) return litho::math::infinity;
    error = difference > error ? difference : error;
  }
  for (double each : expected.values)
    magnitude = litho::math::abs(each) > magnitude ? litho::math::abs(each) : magnitude;
  return error == 0 ? 0 : error / magnitude;
}
constexpr double distance(const litho::vec<litho::tensor>& found, const litho::vec<litho::tensor>& expected,
                          double least = 0) {
  if (found.size() != expected.size()) return litho::math::infinity;
  double most = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double each = distance(found[i], expected[i], least);
    most = each > most ? each : most;
  }
  return most;
}

}  // namespace graphs
