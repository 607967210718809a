// SPDX-License-Identifier: BSL-1.0
#include "examples.hpp"

namespace litho::test::dce_pass {
namespace {

constexpr example examples[] = {
    {"what no output needs goes, and the rest is numbered anew",
     R"(%0 = input "x" : f32[4]
        %1 = exp(%0) : f32[4]
        %2 = neg(%1) : f32[4]
        %3 = constant {2} : f32[]
        %4 = relu(%0) : f32[4]
        return "y" %4)",
     R"(%0 = input "x" : f32[4]
        %1 = relu(%0) : f32[4]
        return "y" %1)"},
    {"inputs and parameters stay, used or not",
     R"(%0 = input "x" : f32[4]
        %1 = input "unused" : f32[3]
        %2 = param "idle" : f32[2]
        %3 = relu(%0) : f32[4]
        return "y" %3)",
     ""},
    {"a control edge onto what goes vanishes with it",
     R"(%0 = input "x" : f32[4]
        %1 = exp(%0) : f32[4]
        %2 = tanh(%0) : f32[4]
        %3 = relu(%0) : f32[4] after(%1, %2)
        return "y" %3
        return "z" %2)",
     R"(%0 = input "x" : f32[4]
        %1 = tanh(%0) : f32[4]
        %2 = relu(%0) : f32[4] after(%1)
        return "y" %2
        return "z" %1)"},
    {"constants keep their values when one before them goes",
     R"(%0 = constant {1} : f32[]
        %1 = constant {2} : f32[] compile
        %2 = input "x" : f32[4]
        %3 = mul(%2, %1) : f32[4] origin=3 kernel=1
        return "y" %3)",
     R"(%0 = constant {2} : f32[] compile
        %1 = input "x" : f32[4]
        %2 = mul(%1, %0) : f32[4] origin=3 kernel=1
        return "y" %2)"},
};

TEST_CASE("dce") {
  check_all<pass::dce>(examples);
  STATIC_REQUIRE(all_hold<pass::dce>(examples));
}

}  // namespace
}  // namespace litho::test::dce_pass
