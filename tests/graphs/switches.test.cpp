// SPDX-License-Identifier: BSL-1.0
#include <pass/switches.hpp>

#include "attention.hpp"
#include "channel_joins.hpp"
#include "check.hpp"
#include "classifier.hpp"

namespace graphs {
namespace {

using litho::test::switches, litho::test::with;

/// Compiled with every pass but one, and with only one.
template <class Graph, std::size_t... I>
void check_each(std::index_sequence<I...>) {
  check<Graph, with(litho::O3, switches[I], false)...>();
  check<Graph, with(litho::O0, switches[I], true)...>();
}
template <class Graph>
void check_each() {
  check_each<Graph>(std::make_index_sequence<std::size(switches)>{});
}

TEST_CASE("attention with each pass off, and alone") { check_each<attention>(); }
TEST_CASE("channel_joins with each pass off, and alone") { check_each<channel_joins>(); }
TEST_CASE("classifier with each pass off, and alone") { check_each<classifier>(); }

}  // namespace
}  // namespace graphs
