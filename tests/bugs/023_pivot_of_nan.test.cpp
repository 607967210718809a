// SPDX-License-Identifier: BSL-1.0
#include <catch.hpp>
#include <limits>
#include <litho/eager.hpp>
#include <litho/op/det.hpp>

// NaN is no greater than a pivot of 0, which made the determinant 0.
TEST_CASE("bug 023: a determinant does not lose NaN") {
  using namespace litho;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double found = eager<"det">(make_tensor<double>({2, 2}, {0, 1, nan, 1})).values[0];
  CHECK(found != found);
}
