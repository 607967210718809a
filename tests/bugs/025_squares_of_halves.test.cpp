// SPDX-License-Identifier: BSL-1.0
#include <graphs/passes.hpp>

// Norms and softmax of halves were made of ops of halves: a variance of more than 65504 was infinite, and each step was
// rounded. Sums over axes apart were rounded in between.
namespace {

TEST_CASE("bug 025: a norm of halves is rounded once") {
  CHECK(graphs::faulty_pass(R"(%0 = input "x" : f16[1,4]
%1 = layer_norm(%0) axis=-1 epsilon=1e-5 : f16[1,4]
return "y" %1
)",
                            {.tolerance = 1e-3, .values = {{"x", {-2458, -1508, 3000, 17}}}}) == "");
}

TEST_CASE("bug 025: a sum of halves over axes apart is rounded once") {
  CHECK(graphs::faulty_pass(R"(%0 = input "x" : f16[2,2,2]
%1 = reduce_sum(%0) axes=[0,2] : f16[1,2,1]
return "y" %1
)",
                            {.tolerance = 1e-3, .values = {{"x", {60000, 0, 1, 2, -60000, 10000, 3, 4}}}}) == "");
}

}  // namespace
