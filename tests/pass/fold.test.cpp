// SPDX-License-Identifier: BSL-1.0
#include "examples.hpp"

namespace litho::test::fold_pass {
namespace {

constexpr options at_most_three = [] {
  options o = O3;
  o.fold_limit = 3;
  return o;
}();

constexpr example examples[] = {
    {"arithmetic, movements and reductions of constants",
     R"(%0 = constant {1,2,3,4} : f32[2,2] compile
        %1 = constant {0.5} : f32[] compile
        %2 = mul(%0, %1) : f32[2,2]
        %3 = transpose(%2) permutation=[1,0] : f32[2,2]
        %4 = reduce_sum(%3) axes=[0] : f32[1,2]
        %5 = input "x" : f32[1,2]
        %6 = add(%5, %4) : f32[1,2]
        return "y" %6)",
     R"(%0 = constant {1,2,3,4} : f32[2,2] compile
        %1 = constant {0.5} : f32[] compile
        %2 = constant {0.5,1,1.5,2} : f32[2,2] compile
        %3 = constant {0.5,1.5,1,2} : f32[2,2] compile
        %4 = constant {1.5,3.5} : f32[1,2] compile
        %5 = input "x" : f32[1,2]
        %6 = add(%5, %4) : f32[1,2]
        return "y" %6)"},
    {"results are rounded to their type",
     R"(%0 = constant {16777216} : f32[] compile
        %1 = constant {1} : f32[] compile
        %2 = add(%0, %1) : f32[]
        return "y" %2)",
     R"(%0 = constant {16777216} : f32[] compile
        %1 = constant {1} : f32[] compile
        %2 = constant {16777216} : f32[] compile
        return "y" %2)"},
    {"a division by zero is left to run time, one of zero is not",
     R"(%0 = constant {0,1} : f32[2] compile
        %1 = constant {2,4} : f32[2] compile
        %2 = div(%1, %0) : f32[2]
        %3 = div(%0, %1) : f32[2]
        return "y" %2
        return "z" %3)",
     R"(%0 = constant {0,1} : f32[2] compile
        %1 = constant {2,4} : f32[2] compile
        %2 = div(%1, %0) : f32[2]
        %3 = constant {0,0.25} : f32[2] compile
        return "y" %2
        return "z" %3)"},
    {"NaN, infinities and numbers near overflow are left to run time",
     R"(%0 = constant {nan} : f32[] compile
        %1 = constant {inf} : f32[] compile
        %2 = constant {0x1.0p127} : f32[] compile
        %3 = neg(%0) : f32[]
        %4 = relu(%1) : f32[]
        %5 = add(%2, %2) : f32[]
        return "a" %3
        return "b" %4
        return "c" %5)",
     ""},
    {"so is a division by a number so small that it may overflow",
     R"(%0 = constant {1} : f64[] compile
        %1 = constant {0x1.0p-1000} : f64[] compile
        %2 = div(%0, %1) : f64[]
        return "y" %2)",
     ""},
    {"a root below zero is NaN, not a compile error",
     R"(%0 = constant {-1} : f32[] compile
        %1 = rsqrt(%0) : f32[]
        return "y" %1)",
     R"(%0 = constant {-1} : f32[] compile
        %1 = constant {nan} : f32[] compile
        return "y" %1)"},
    {"composites wait for their primitives: these two rows have no variance",
     R"(%0 = constant {1,1} : f32[1,2] compile
        %1 = layer_norm(%0) axis=-1 epsilon=0 : f32[1,2]
        return "y" %1)",
     ""},
    {"what is larger than the limit is left to load time",
     R"(%0 = constant {1,2} : f32[2] compile
        %1 = constant {1,2} : f32[2,1] compile
        %2 = add(%0, %0) : f32[2]
        %3 = add(%0, %1) : f32[2,2]
        return "y" %2
        return "z" %3)",
     R"(%0 = constant {1,2} : f32[2] compile
        %1 = constant {1,2} : f32[2,1] compile
        %2 = constant {2,4} : f32[2] compile
        %3 = add(%0, %1) : f32[2,2]
        return "y" %2
        return "z" %3)",
     at_most_three},
    {"parameters and what has a control edge are not folded",
     R"(%0 = constant {1} : f32[] compile
        %1 = param "p" : f32[]
        %2 = add(%0, %1) : f32[]
        %3 = neg(%0) : f32[] after(%2)
        return "y" %2
        return "z" %3)",
     ""},
};

TEST_CASE("fold") {
  check_all<pass::fold>(examples);
  STATIC_REQUIRE(all_hold<pass::fold>(examples));
}

}  // namespace
}  // namespace litho::test::fold_pass
