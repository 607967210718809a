// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho/pass/pipeline.hpp>
#include <utility>

namespace litho::test {

/// All switches that turn a pass on or off. That none is missing is a test of its own (laws.test.cpp).
inline constexpr bool options::* switches[] = {&options::simplify, &options::fold,    &options::cse,     &options::dce,
                                               &options::patterns, &options::binding, &options::layouts, &options::fuse,
                                               &options::order,    &options::memory};

constexpr options with(options of, bool options::* which, bool value) {
  of.*which = value;
  return of;
}

/// Calls visit.template operator()<Pass>() for each pass of a list.
template <class... Passes, class Visit>
constexpr void for_each_pass(pass::list<Passes...>, Visit&& visit) {
  (visit.template operator()<Passes>(), ...);
}

}  // namespace litho::test
