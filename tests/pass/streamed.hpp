// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "examples.hpp"

/// Plans with several streams, as texts.
namespace litho::test {

constexpr pass::context streams_context(int streams, const device& target) {
  options several = O3;
  several.streams = streams;
  return {several, target};
}

/// "1 2@1 3": the kernels' roots, and their streams where that is not 0.
constexpr text_builder streams_of(const plan::plan& p) {
  text_builder out;
  for (const plan::kernel& each : p.kernels) {
    if (out.size() > 0) out << ' ';
    out << each.root;
    if (each.stream > 0) out << '@' << each.stream;
  }
  return out;
}

/// "1>2 2>6": the roots that events join.
constexpr text_builder events_of(const plan::plan& p) {
  text_builder out;
  for (const plan::event& each : p.events) {
    if (out.size() > 0) out << ' ';
    out << p.kernels[static_cast<std::size_t>(each.after)].root << '>'
        << p.kernels[static_cast<std::size_t>(each.before)].root;
  }
  return out;
}

}  // namespace litho::test
