// SPDX-License-Identifier: BSL-1.0
#include <graphs/passes.hpp>

// A sum of one number was the number, but of -0 the reference made 0: its reciprocal had another sign.
namespace {

TEST_CASE("bug 026: sums of -0 alone are -0") {
  CHECK(graphs::faulty_pass(R"(%0 = input "x" : f64[1,3,1,1]
%1 = global_avg_pool(%0) : f64[1,3,1,1]
%2 = reduce_sum(%0) axes=[2] : f64[1,3,1,1]
%3 = reciprocal(%1) : f64[1,3,1,1]
%4 = reciprocal(%2) : f64[1,3,1,1]
return "y" %3
return "z" %4
)",
                            {.values = {{"x", {-0.0, 0.0, 1.0}}}}) == "");
}

}  // namespace
