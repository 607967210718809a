// SPDX-License-Identifier: BSL-1.0
#include "expectation.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <sstream>

#include <litho/npu/device.hpp>

#include "compiler/compile.hpp"

namespace litho::trial {

namespace {

constexpr double margin = 6;  ///< how much further than in these trials results may be

double last_place(dtype element) {
  switch (element) {
    case dtype::f64: return 0x1p-53;
    case dtype::f16: return 0x1p-11;
    case dtype::bf16: return 0x1p-8;
    default: return 0x1p-24;
  }
}

double least_normal(dtype element) {
  return element == dtype::f16 ? 0x1p-14 : element == dtype::f64 ? 0x1p-1022 : 0x1p-126;
}

/// Beyond this squares and sums of squares overflow in the kernels' arithmetic, not in the reference's.
double most(dtype element) { return element == dtype::f64 ? 1e150 : element == dtype::f16 ? 3e4 : 1e15; }

class moved_evaluation {
 public:
  /// Every third time all numbers move as far as they may, and every third time little: some jumps lie near, some far.
  moved_evaluation(const ir::graph& of, std::span<const ir::named_tensor> sources, double steps, unsigned seed)
      : graph_(of),
        sources_(sources),
        steps_(seed % 3 == 2 ? steps / 8 : steps),
        whole_(seed % 3 == 0),
        chance_(seed) {}

  vec<tensor> outputs() {
    for (int at = 0; at < graph_.size(); ++at) values_.push_back(value_of(at));
    vec<tensor> result;
    for (const ir::output& each : graph_.outputs) result.push_back(values_[static_cast<std::size_t>(each.node)]);
    return result;
  }
  const vec<tensor>& all() const { return values_; }

 private:
  void move(tensor& value) {
    if (steps_ == 0 || !is_float(value.type.element)) return;
    const double size = steps_ * last_place(value.type.element);
    for (number& each : value.values) {
      const double direction = direction_(chance_);
      const double way = whole_ ? std::copysign(1, direction) : direction;
      each = rounded(value.type.element, static_cast<double>(each) * (1 + size * way));
    }
  }
  /// A sum of zeros has either sign: it starts from 0, or from the first of them.
  void choose_signs_of_zeros(tensor& value) {
    if (steps_ == 0 || !is_float(value.type.element)) return;
    for (number& each : value.values)
      if (each == 0) each = direction_(chance_) < 0 ? -0.0 : 0.0;
  }

  tensor value_of(int at) {
    const ir::node& node = graph_[at];
    if (const tensor* known = graph_.constant(at)) return *known;
    if (node.op->kind == category::source) {
      for (const ir::named_tensor& each : sources_)
        if (each.name == node.name) return each.value;
      return {node.type, {}, fault{"no value was given for {left}", node.type}};
    }
    const category kind = node.op->kind;
    const bool is_sum = kind != category::elementwise && kind != category::movement && is_float(node.type.element);
    vec<tensor> moved;
    for (int input : graph_.inputs(at)) moved.push_back(values_[static_cast<std::size_t>(input)]);
    vec<const tensor*> inputs;
    for (tensor& each : moved) {
      if (is_sum) move(each);
      inputs.push_back(&each);
    }
    tensor result{node.type.plain(), {}, {}};
    for (const tensor* each : inputs)
      if (!each->ok()) result.error = each->error;
    if (result.ok())
      node.op->eval(std::span<const tensor* const>(inputs.data(), inputs.size()), graph_.attributes(at), result);
    if (kind != category::movement) move(result);
    if (kind == category::reduction || kind == category::contraction || kind == category::pooling)
      choose_signs_of_zeros(result);
    return result;
  }

  const ir::graph& graph_;
  std::span<const ir::named_tensor> sources_;
  double steps_;
  bool whole_;
  std::mt19937 chance_;
  std::uniform_real_distribution<double> direction_{-1, 1};
  vec<tensor> values_;
};

bool are_in_range(const vec<tensor>& values) {
  for (const tensor& each : values) {
    if (!each.ok()) return false;
    if (!is_float(each.type.element)) continue;
    for (double value : each.values)
      if (std::isfinite(value) && std::fabs(value) > most(each.type.element)) return false;
  }
  return true;
}

bool is_same(const number& a, const number& b) {
  if (a.is_whole() && b.is_whole()) return a.whole() == b.whole();
  const double x = a;
  const double y = b;
  return x == y || (std::isnan(x) && std::isnan(y));
}

/// Of whole numbers exactly, which as doubles may be the same.
double distance(const number& a, const number& b) {
  if (!a.is_whole() || !b.is_whole()) return std::fabs(static_cast<double>(a) - static_cast<double>(b));
  const auto [low, high] = std::minmax({a.whole(), b.whole()});
  return static_cast<double>(static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low));
}

double largest(const tensor& of) {
  double result = 0;
  for (double each : of.values)
    if (std::isfinite(each)) result = std::max(result, std::fabs(each));
  return result;
}

}  // namespace

expectation expect(const ir::graph& of, std::span<const ir::named_tensor> sources, double steps, unsigned trials) {
  expectation result;
  moved_evaluation exact(of, sources, 0, 0);
  result.outputs = exact.outputs();
  result.is_usable = are_in_range(exact.all());
  for (const tensor& each : result.outputs) {
    const dtype element = each.type.element;
    const double place = is_float(element) ? steps * last_place(element) : 0;
    const double of_all = place * largest(each) + (is_float(element) ? least_normal(element) : 0);
    std::vector<double> allowed;
    for (double value : each.values)
      allowed.push_back(std::isfinite(value) ? of_all + 2 * place * std::fabs(value) : 0);
    result.allowed.push_back(std::move(allowed));
  }
  const ir::graph parts = compiler::decomposed(of, {O0, npu::ascend_910b});
  const vec<tensor> unmoved = moved_evaluation(parts, sources, 0, 0).outputs();
  for (unsigned seed = 1; seed <= trials; ++seed) {
    const vec<tensor> moved = moved_evaluation(parts, sources, steps, seed).outputs();
    for (std::size_t o = 0; o < moved.size(); ++o)
      for (std::size_t i = 0; i < moved[o].values.size() && i < result.allowed[o].size(); ++i) {
        const number& from = unmoved[o].values[i];
        if (is_same(moved[o].values[i], from)) continue;
        const double way = margin * distance(moved[o].values[i], from);
        double& allowed = result.allowed[o][i];
        allowed = std::isnan(way) ? math::infinity : std::max(allowed, way);
      }
  }
  return result;
}

std::string difference(const expectation& wanted, const vec<tensor>& found) {
  if (found.size() != wanted.outputs.size()) return std::to_string(found.size()) + " outputs";
  for (std::size_t o = 0; o < found.size(); ++o) {
    const tensor& expected = wanted.outputs[o];
    const std::string output = "output " + std::to_string(o);
    if (!found[o].ok() || found[o].type != expected.type || found[o].values.size() != expected.values.size())
      return output + " has another type";
    for (std::size_t i = 0; i < expected.values.size(); ++i) {
      const number& value = found[o].values[i];
      const double allowed = wanted.allowed[o][i];
      if (is_same(value, expected.values[i]) || allowed == math::infinity) continue;
      if (allowed > 0 && distance(value, expected.values[i]) <= allowed) continue;
      std::ostringstream text;
      text.precision(9);
      const auto put = [&](const number& each) {
        if (each.is_whole())
          text << each.whole();
        else
          text << static_cast<double>(each);
      };
      text << output << ", element " << i << " is ";
      put(value);
      text << ", not ";
      put(expected.values[i]);
      text << " (" << allowed << " allowed)";
      return text.str();
    }
  }
  return {};
}

}  // namespace litho::trial
