// SPDX-License-Identifier: BSL-1.0
#include <graphs/passes.hpp>

// A mean over axes apart was split into a mean of means, which of whole numbers is another: 4 here, not 5.
namespace {

TEST_CASE("bug 017: the mean of whole numbers over axes apart is one mean") {
  CHECK(graphs::faulty_pass(R"(%0 = param "x" : i64[2,2,2,1]
%1 = reduce_mean(%0) axes=[2,-4] : i64[1,2,1,1]
return "y" %1
)",
                            {.values = {{"x", {6, 9, -2, 6, -1, 6, 8, 10}}}}) == "");
}

}  // namespace
