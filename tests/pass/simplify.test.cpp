// SPDX-License-Identifier: BSL-1.0
#include "examples.hpp"

namespace litho::test::simplify_pass {
namespace {

constexpr example examples[] = {
    {"x * 1 is x, x + -0 is x, x - 0 is x, x / 1 is x",
     R"(%0 = input "x" : f32[4]
        %1 = constant {1} : f32[]
        %2 = constant {-0} : f32[]
        %3 = constant {0} : f32[]
        %4 = mul(%0, %1) : f32[4]
        %5 = add(%2, %4) : f32[4]
        %6 = sub(%5, %3) : f32[4]
        %7 = div(%6, %1) : f32[4]
        %8 = relu(%7) : f32[4]
        return "y" %8)",
     R"(%0 = input "x" : f32[4]
        %1 = constant {1} : f32[]
        %2 = constant {-0} : f32[]
        %3 = constant {0} : f32[]
        %4 = mul(%0, %1) : f32[4]
        %5 = add(%2, %0) : f32[4]
        %6 = sub(%0, %3) : f32[4]
        %7 = div(%0, %1) : f32[4]
        %8 = relu(%0) : f32[4]
        return "y" %8)"},
    {"to a wider float type and back is where it was, but not to a narrower one or another of 16 bits",
     R"(%0 = input "x" : f16[4]
        %1 = input "y" : f32[4]
        %2 = cast(%0) element=1 : f32[4]
        %3 = cast(%2) element=10 : f16[4]
        %4 = cast(%3) element=16 : bf16[4]
        %5 = cast(%4) element=10 : f16[4]
        %6 = cast(%1) element=10 : f16[4]
        %7 = cast(%6) element=1 : f32[4]
        return "a" %3
        return "b" %5
        return "c" %7)",
     R"(%0 = input "x" : f16[4]
        %1 = input "y" : f32[4]
        %2 = cast(%0) element=1 : f32[4]
        %3 = cast(%2) element=10 : f16[4]
        %4 = cast(%0) element=16 : bf16[4]
        %5 = cast(%4) element=10 : f16[4]
        %6 = cast(%1) element=10 : f16[4]
        %7 = cast(%6) element=1 : f32[4]
        return "a" %0
        return "b" %5
        return "c" %7)"},
    {"x + 0 is not x: x may be -0; nor is 0 - x or 1 / x",
     R"(%0 = input "x" : f32[4]
        %1 = constant {0} : f32[]
        %2 = constant {1} : f32[]
        %3 = add(%0, %1) : f32[4]
        %4 = sub(%1, %3) : f32[4]
        %5 = div(%2, %4) : f32[4]
        return "y" %5)",
     ""},
    {"x + 0 is x where the sign of zero does not count",
     R"(%0 = input "x" : f32[4]
        %1 = constant {0} : f32[]
        %2 = add(%0, %1) : f32[4]
        return "y" %2)",
     R"(%0 = input "x" : f32[4]
        %1 = constant {0} : f32[]
        %2 = add(%0, %1) : f32[4]
        return "y" %0)",
     relaxed},
    {"what makes x larger stays",
     R"(%0 = input "x" : f32[4]
        %1 = constant {1,1,1,1,1,1,1,1} : f32[2,4]
        %2 = mul(%0, %1) : f32[2,4]
        return "y" %2)",
     ""},
    {"a constant of ones and other numbers is no one",
     R"(%0 = input "x" : f32[2]
        %1 = constant {1,1.5} : f32[2]
        %2 = mul(%0, %1) : f32[2]
        return "y" %2)",
     ""},
    {"x - x and x * 0 stay: x may be NaN",
     R"(%0 = input "x" : f32[4]
        %1 = constant {0} : f32[]
        %2 = sub(%0, %0) : f32[4]
        %3 = mul(%0, %1) : f32[4]
        %4 = add(%2, %3) : f32[4]
        return "y" %4)",
     ""},
    {"x - x and x * 0 are 0 where NaN does not count",
     R"(%0 = input "x" : f32[2]
        %1 = constant {0} : f32[]
        %2 = sub(%0, %0) : f32[2]
        %3 = mul(%1, %0) : f32[2]
        return "y" %2
        return "z" %3)",
     R"(%0 = input "x" : f32[2]
        %1 = constant {0} : f32[]
        %2 = constant {0,0} : f32[2] compile
        %3 = constant {0,0} : f32[2] compile
        return "y" %2
        return "z" %3)",
     relaxed},
    {"-(-x) is x, relu(relu(x)) is relu(x), max(x, x) is x",
     R"(%0 = input "x" : f32[4]
        %1 = neg(%0) : f32[4]
        %2 = neg(%1) : f32[4]
        %3 = relu(%2) : f32[4]
        %4 = relu(%3) : f32[4]
        %5 = max(%4, %4) : f32[4]
        return "y" %5)",
     R"(%0 = input "x" : f32[4]
        %1 = neg(%0) : f32[4]
        %2 = neg(%1) : f32[4]
        %3 = relu(%0) : f32[4]
        %4 = relu(%3) : f32[4]
        %5 = max(%3, %3) : f32[4]
        return "y" %3)"},
    {"two clips with other bounds are two clips",
     R"(%0 = input "x" : f32[4]
        %1 = clip(%0) low=0 high=1 : f32[4]
        %2 = clip(%1) low=0 high=2 : f32[4]
        return "y" %2)",
     ""},
    {"two transposes are one, and one that swaps nothing is none",
     R"(%0 = input "x" : f32[2,3,4]
        %1 = transpose(%0) permutation=[1,2,0] : f32[3,4,2]
        %2 = transpose(%1) permutation=[1,0,2] : f32[4,3,2]
        %3 = transpose(%2) permutation=[2,1,0] : f32[2,3,4]
        return "y" %2
        return "z" %3)",
     R"(%0 = input "x" : f32[2,3,4]
        %1 = transpose(%0) permutation=[1,2,0] : f32[3,4,2]
        %2 = transpose(%0) permutation=[2,1,0] : f32[4,3,2]
        %3 = transpose(%0) permutation=[0,1,2] : f32[2,3,4]
        return "y" %2
        return "z" %0)"},
    {"of two reshapes only the second counts; one back to the same shape is none",
     R"(%0 = input "x" : f32[6]
        %1 = reshape(%0) dims=[2,3] : f32[2,3]
        %2 = reshape(%1) dims=[3,2] : f32[3,2]
        %3 = reshape(%2) dims=[6] : f32[6]
        return "y" %2
        return "z" %3)",
     R"(%0 = input "x" : f32[6]
        %1 = reshape(%0) dims=[2,3] : f32[2,3]
        %2 = reshape(%0) dims=[3,2] : f32[3,2]
        %3 = reshape(%0) dims=[6] : f32[6]
        return "y" %2
        return "z" %0)"},
    {"what has a control edge stays, and so does what stands on it",
     R"(%0 = input "x" : f32[4]
        %1 = exp(%0) : f32[4]
        %2 = neg(%0) : f32[4] after(%1)
        %3 = neg(%2) : f32[4] after(%1)
        %4 = reshape(%3) dims=[4] : f32[4] after(%1)
        return "e" %1
        return "y" %4)",
     ""},
};

TEST_CASE("simplify") {
  check_all<pass::simplify>(examples);
  STATIC_REQUIRE(all_hold<pass::simplify>(examples));
}

}  // namespace
}  // namespace litho::test::simplify_pass
