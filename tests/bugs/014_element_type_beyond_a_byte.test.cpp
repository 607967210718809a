// SPDX-License-Identifier: BSL-1.0
// Element types are bytes: the number 257 was taken for 1, which is f32.
#include <catch.hpp>
#include <litho/ir/parse.hpp>
#include <litho/op/all.hpp>

TEST_CASE("bug 014: an element type beyond a byte is none") {
  using namespace litho;
  for (const char* text : {"%0 = input \"x\" : f32[2]\n%1 = bit_cast(%0) element=257 : f32[2]\nreturn \"y\" %1\n",
                           "%0 = input \"x\" : f32[2]\n%1 = cast(%0) element=257 : f32[2]\nreturn \"y\" %1\n"})
    CHECK_FALSE(ir::parse(text, all_ops).ok());
  CHECK_FALSE(info_of<"input">.infer({}, packed(source_attributes{.element = 257, .dims = {2}}).view()).ok());
}
