// SPDX-License-Identifier: BSL-1.0
#include "channel_joins.hpp"
#include "check.hpp"
#include "classifier.hpp"
#include "pools.hpp"
#include "signal.hpp"

namespace graphs {
namespace {

using litho::O0, litho::O2, litho::O3;

TEST_CASE("signal") { check<signal, O0, O2, O3>(); }
TEST_CASE("pools") { check<pools, O0, O2, O3>(); }
TEST_CASE("channel_joins") { check<channel_joins, O0, O2, O3>(); }
TEST_CASE("classifier") { check<classifier, O0, O2, O3>(); }

}  // namespace
}  // namespace graphs
