// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdio>
#include <functional>
#include <string>

#include "../ir/print.hpp"
#include "../pass/pipeline.hpp"
#include "interpret.hpp"

/// Which pass changes what a graph computes: after each pass the graph is evaluated by the reference semantics, or the
/// plan done number by number, and held against the graph as it was given. For host programs and tests.
namespace litho::emulator {

/// A pass as a value.
template <class Value>
struct pass_of {
  const char* name = "";
  bool (*enabled)(const options&) = nullptr;
  Value (*run)(Value, const pass::context&) = nullptr;
};

/// What pass::compile runs, as a value: passes on the graph, and on the plan that is then made of it.
struct pass_list {
  vec<pass_of<ir::graph>> on_graph;
  vec<pass_of<plan::plan>> on_plan;
};

namespace detail {

template <class Value, class... Passes>
vec<pass_of<Value>> values_of(pass::list<Passes...>) {
  return {pass_of<Value>{Passes::name, &Passes::enabled, &Passes::run}...};
}

}  // namespace detail

template <class GraphPasses = pass::graph_passes, class PlanPasses = pass::plan_passes>
pass_list passes_of() {
  return {detail::values_of<ir::graph>(GraphPasses{}), detail::values_of<plan::plan>(PlanPasses{})};
}

/// The library's passes for these options, as pass::compile_as_asked has them.
inline pass_list passes_as_asked(const options& with) {
  if (with.workers > 1) return passes_of<pass::graph_passes, pass::shared_plan_passes>();
  if (with.streams > 1) return passes_of<pass::graph_passes, pass::streamed_plan_passes>();
  return passes_of();
}

/// How far results are from what they should be: the largest error over the largest magnitude of its output (1 where
/// all is 0), and where. Infinite where the two cannot be compared.
struct deviation {
  double error = 0;
  int output = -1;
  std::int64_t element = -1;  ///< -1: types differ, or an op refused its inputs
  number found{};
  number expected{};
};

inline deviation compare(const vec<tensor>& found, const vec<tensor>& expected) {
  if (found.size() != expected.size()) return {.error = math::infinity};
  deviation most;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const tensor& got = found[i];
    const tensor& wanted = expected[i];
    const int output = static_cast<int>(i);
    if (!got.ok() || !wanted.ok() || got.type != wanted.type || got.values.size() != wanted.values.size())
      return {.error = math::infinity, .output = output};
    double magnitude = 0;
    for (double each : wanted.values)
      if (math::abs(each) < math::infinity) magnitude = std::max(magnitude, math::abs(each));
    if (magnitude == 0) magnitude = 1;
    for (std::size_t at = 0; at < got.values.size(); ++at) {
      const double a = got.values[at];
      const double b = wanted.values[at];
      if (a == b || (a != a && b != b)) continue;
      const double difference = math::abs(a - b);
      const double error = difference < math::infinity ? difference / magnitude : math::infinity;
      if (error > most.error) most = {error, output, static_cast<std::int64_t>(at), got.values[at], wanted.values[at]};
    }
  }
  return most;
}

/// How far rounding alone may move the results of right passes, relative to their largest magnitude. Contractions whose
/// factors are rounded to 11 bits stand one behind the other.
inline double usual_tolerance(const ir::graph& of, const pass::context& with) {
  double result = with.in_halves() ? 0x1p-5 : 1e-4;
  for (const ir::node& each : of.nodes) {
    if (each.type.element == dtype::f16) result = std::max(result, 0x1p-8);
    if (each.type.element == dtype::bf16) result = std::max(result, 0x1p-5);
  }
  return result;
}

/// What one pass did.
struct pass_result {
  enum class kind : std::uint8_t { off, unchanged, ran };

  std::string pass;   ///< "plan" is the making of the plan; empty: no pass
  int position = -1;  ///< from 0, "plan" counted
  kind what = kind::ran;
  std::string law{};       ///< of graphs or plans that it broke, and where; its results are then not looked at
  deviation from_given{};  ///< of its results from those of the graph as it was given
  deviation own{};         ///< of its results from those before it

  bool broke_a_law() const { return !law.empty(); }
  explicit operator bool() const { return !pass.empty(); }
};

namespace detail {

inline std::string short_text(double value, int digits) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.*g", digits, value);
  return text;
}

}  // namespace detail

/// "off by 0.25 of the largest magnitude of output "y", at element 3: 1.5, not 2"; the names are those of `g`'s outputs.
inline std::string explain(const deviation& of, const ir::graph& g) {
  if (of.output < 0) return of.error == 0 ? "right" : "has another number of outputs";
  const std::string name = '"' + std::string(g.outputs[static_cast<std::size_t>(of.output)].name) + '"';
  if (of.element < 0) return "output " + name + " has another type, or an op refuses its inputs";
  return "off by " + detail::short_text(of.error, 3) + " of the largest magnitude of output " + name + ", at element " +
         std::to_string(of.element) + ": " + detail::short_text(of.found, 9) + ", not " +
         detail::short_text(of.expected, 9);
}
/// The same behind the pass's name, or which law it broke.
inline std::string explain(const pass_result& of, const ir::graph& g) {
  if (!of) return "no pass is at fault";
  if (of.what != pass_result::kind::ran) return of.pass + (of.what == pass_result::kind::off ? ": off" : ": unchanged");
  return of.pass + ": " + (of.broke_a_law() ? "breaks a law: " + of.law : explain(of.from_given, g));
}

namespace detail {

using sources = std::span<const ir::named_tensor>;

inline vec<tensor> results(const ir::graph& of, sources given) { return ir::evaluate(of, given); }
inline vec<tensor> results(const plan::plan& of, sources given) { return interpreter(of).run(given); }

inline std::string broken_law(const ir::graph& of, sources) {
  const ir::violation found = ir::verify(of);
  return found ? std::string(ir::explain(of, found).view()) : "";
}
inline std::string broken_law(const plan::plan& of, sources given) {
  if (const plan::violation found = plan::verify(of)) {
    std::string text = found.law;
    if (found.kernel >= 0) text += ", kernel " + std::to_string(found.kernel);
    if (found.other >= 0) text += (found.kernel >= 0 ? " and " : ", ") + std::to_string(found.other);
    return text;
  }
  if (of.totals.workers > 1 && compare(interpreter(of, true).run(given), interpreter(of).run(given)).error != 0)
    return "results depend on which worker is faster";
  return {};
}

inline bool is_same(const ir::graph& a, const ir::graph& b) { return ir::print(a).view() == ir::print(b).view(); }
inline bool is_same(const plan::plan&, const plan::plan&) { return false; }  // its text does not say all

/// Runs a compilation pass by pass. `see(result, before, after)` is told of each: a result without deviations, and the
/// values on both sides of the pass; it returns whether to go on.
template <class See>
class walk {
 public:
  walk(const pass_list& passes, const pass::context& with, sources given, See& see)
      : passes_(passes), with_(with), given_(given), see_(see) {}

  void run(ir::graph g) {
    if (!all(passes_.on_graph, g)) return;
    const plan::plan made = plan::build(ir::graph(g), with_.target, with_.switches.memory, with_.workspace);
    if (!tell({.pass = "plan", .position = at_++, .law = broken_law(made, given_)}, g, made)) return;
    plan::plan p = made;
    all(passes_.on_plan, p);
  }

 private:
  template <class Value>
  bool all(const vec<pass_of<Value>>& passes, Value& value) {
    for (const pass_of<Value>& each : passes) {
      pass_result result{.pass = each.name, .position = at_++};
      if (!each.enabled(with_.switches)) {
        result.what = pass_result::kind::off;
        if (!tell(std::move(result), value, value)) return false;
        continue;
      }
      const Value before = value;
      value = each.run(std::move(value), with_);
      if (is_same(before, value)) result.what = pass_result::kind::unchanged;
      result.law = broken_law(value, given_);
      if (!tell(std::move(result), before, value)) return false;
    }
    return true;
  }
  /// Nobody can go on from what breaks a law.
  bool tell(pass_result&& result, const auto& before, const auto& after) {
    const bool is_broken = result.broke_a_law();
    return see_(std::move(result), before, after) && !is_broken;
  }

  const pass_list& passes_;
  const pass::context& with_;
  sources given_;
  See& see_;
  int at_ = 0;
};

}  // namespace detail

/// The first pass after which a law is broken or results are further than `tolerance` from those of `g`; none where all
/// is well. `tell` hears of each pass. `g` obeys ir::verify, and `given` has a value for each of its sources.
inline pass_result first_faulty_pass(const ir::graph& g, std::span<const ir::named_tensor> given,
                                     const pass_list& passes, const pass::context& with, double tolerance,
                                     const std::function<void(const pass_result&)>& tell = {}) {
  const vec<tensor> expected = ir::evaluate(g, given);
  vec<tensor> last = expected;
  pass_result faulty;
  auto see = [&](pass_result result, const auto&, const auto& after) {
    bool is_right = !result.broke_a_law();
    if (is_right && result.what == pass_result::kind::ran) {
      vec<tensor> now = detail::results(after, given);
      result.from_given = compare(now, expected);
      result.own = compare(now, last);
      last = std::move(now);
      is_right = result.from_given.error <= tolerance;
    }
    if (tell) tell(result);
    if (!is_right) faulty = std::move(result);
    return is_right;
  };
  detail::walk(passes, with, given, see).run(g);
  return faulty;
}

/// Whether a pass of this name breaks a law, or moves results by more than `tolerance` from those before it.
inline bool is_faulty(std::string_view pass, const ir::graph& g, std::span<const ir::named_tensor> given,
                      const pass_list& passes, const pass::context& with, double tolerance) {
  bool found = false;
  auto see = [&](const pass_result& result, const auto& before, const auto& after) {
    if (result.pass != pass || result.what != pass_result::kind::ran) return true;
    found = result.broke_a_law() ||
            compare(detail::results(after, given), detail::results(before, given)).error > tolerance;
    return !found;
  };
  detail::walk(passes, with, given, see).run(g);
  return found;
}

}  // namespace litho::emulator
