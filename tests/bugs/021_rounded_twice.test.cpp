// SPDX-License-Identifier: BSL-1.0
#include <catch.hpp>
#include <litho/npu/elements.hpp>

// A double became 16 bits by way of float: what lies a little beyond halfway between two halves was halfway on the way.
TEST_CASE("bug 021: doubles are rounded to 16 bits once") {
  using litho::npu::to_element;
  for (double sign : {1.0, -1.0}) {
    for (double x : {0x1.0020000000001p0, 0x1.0000000000001p-25, 0x1.ffdfffffffffp15, 0x1.002p0, 1e-300, 1e300})
      CHECK(to_element<litho::half>(sign * x) == litho::stored<litho::half>(sign * x));
    for (double x : {0x1.0100000000001p0, 0x1.0000000000001p-134, 0x1.fefffffffffffp127, 0x1.01p0, 1e-300, 1e300})
      CHECK(to_element<litho::bfloat16>(sign * x) == litho::stored<litho::bfloat16>(sign * x));
  }
}
