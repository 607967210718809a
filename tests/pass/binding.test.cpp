// SPDX-License-Identifier: BSL-1.0
#include "examples.hpp"

namespace litho::test::binding_pass {
namespace {

constexpr example examples[] = {
    {"what depends on parameters only is load, on an input run, on nothing compile",
     R"(%0 = input "x" : f32[4]
        %1 = param "w" : f32[4]
        %2 = constant {2} : f32[]
        %3 = mul(%1, %2) : f32[4]
        %4 = add(%0, %3) : f32[4]
        %5 = neg(%2) : f32[]
        return "y" %4
        return "z" %5)",
     R"(%0 = input "x" : f32[4]
        %1 = param "w" : f32[4] load
        %2 = constant {2} : f32[] compile
        %3 = mul(%1, %2) : f32[4] load
        %4 = add(%0, %3) : f32[4]
        %5 = neg(%2) : f32[] load
        return "y" %4
        return "z" %5)"},
    {"a control edge is for the order within a run",
     R"(%0 = input "x" : f32[4]
        %1 = param "w" : f32[4]
        %2 = exp(%0) : f32[4]
        %3 = neg(%1) : f32[4] after(%2)
        %4 = abs(%3) : f32[4]
        return "y" %2
        return "z" %4)",
     R"(%0 = input "x" : f32[4]
        %1 = param "w" : f32[4] load
        %2 = exp(%0) : f32[4]
        %3 = neg(%1) : f32[4] after(%2)
        %4 = abs(%3) : f32[4]
        return "y" %2
        return "z" %4)"},
};

TEST_CASE("binding") {
  check_all<pass::binding_times>(examples);
  STATIC_REQUIRE(all_hold<pass::binding_times>(examples));
}

}  // namespace
}  // namespace litho::test::binding_pass
