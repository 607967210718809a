// SPDX-License-Identifier: BSL-1.0
#include "attention.hpp"
#include "batches.hpp"
#include "check.hpp"
#include "given_weights.hpp"
#include "perceptron.hpp"

namespace graphs {
namespace {

using litho::O0, litho::O2, litho::O3;

TEST_CASE("attention") { check<attention, O0, O2, O3>(); }
TEST_CASE("batches") { check<batches, O0, O2, O3>(); }
TEST_CASE("perceptron") { check<perceptron, O0, O2, O3>(); }
TEST_CASE("given_weights") { check<given_weights, O0, O2, O3>(); }

}  // namespace
}  // namespace graphs
