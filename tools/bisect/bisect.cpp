// SPDX-License-Identifier: BSL-1.0
#include "bisect.hpp"

#include <algorithm>
#include <cstdio>

namespace litho::bisector {

namespace {

/// A short line: what is wrong in full is told at the end.
std::string progress(const emulator::pass_result& of, const ir::graph& g) {
  if (of.what != emulator::pass_result::kind::ran || of.broke_a_law() || of.from_given.element < 0)
    return emulator::explain(of, g);
  char error[32];
  std::snprintf(error, sizeof(error), "%.2g", of.from_given.error);
  return of.pass + ": largest error " + error;
}

}  // namespace

finding bisect(const problem& from, const search& with, const listener& tell) {
  const double tolerance = with.tolerance > 0 ? with.tolerance : emulator::usual_tolerance(from.graph, with.with);
  finding result;
  result.tolerance = tolerance;
  result.on_given = emulator::first_faulty_pass(from.graph, from.sources, with.passes, with.with, tolerance,
                                                [&](const emulator::pass_result& each) {
                                                  if (tell) tell(progress(each, from.graph));
                                                });
  if (!result.on_given) return result;
  // Where earlier passes have used up most of the tolerance, a pass may leave it with less than that by itself.
  if (!result.on_given.broke_a_law()) result.tolerance = std::min(tolerance, result.on_given.own.error / 2);
  const question shows = [&](const problem& candidate) {
    return emulator::is_faulty(result.on_given.pass, candidate.graph, candidate.sources, with.passes, with.with,
                               result.tolerance);
  };
  const problem smallest = shows(from) ? shrink(from, shows, tell) : from;
  result.smallest = with_plain_values(smallest, shows, result.usual_values);
  result.on_smallest = emulator::first_faulty_pass(result.smallest.graph, result.smallest.sources, with.passes,
                                                   with.with, result.tolerance);
  return result;
}

}  // namespace litho::bisector
