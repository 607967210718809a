// SPDX-License-Identifier: BSL-1.0
#include "examples.hpp"

namespace litho::test::cse_pass {
namespace {

constexpr example examples[] = {
    {"equal nodes are one, and so is what then becomes equal",
     R"(%0 = input "x" : f32[4]
        %1 = exp(%0) : f32[4]
        %2 = exp(%0) : f32[4]
        %3 = neg(%1) : f32[4]
        %4 = neg(%2) : f32[4]
        %5 = add(%3, %4) : f32[4]
        return "y" %5
        return "z" %2)",
     R"(%0 = input "x" : f32[4]
        %1 = exp(%0) : f32[4]
        %2 = exp(%0) : f32[4]
        %3 = neg(%1) : f32[4]
        %4 = neg(%1) : f32[4]
        %5 = add(%3, %3) : f32[4]
        return "y" %5
        return "z" %1)"},
    {"other attributes, other inputs or the same in another order are other values",
     R"(%0 = input "x" : f32[2,2]
        %1 = input "y" : f32[2,2]
        %2 = reduce_sum(%0) axes=[0] : f32[1,2]
        %3 = reduce_sum(%0) axes=[1] : f32[2,1]
        %4 = reduce_sum(%1) axes=[1] : f32[2,1]
        %5 = sub(%0, %1) : f32[2,2]
        %6 = sub(%1, %0) : f32[2,2]
        return "a" %2
        return "b" %3
        return "c" %4
        return "d" %5
        return "e" %6)",
     ""},
    {"constants are equal bit for bit: 0 and -0 are not, nor are other types and shapes",
     R"(%0 = constant {0,1} : f32[2]
        %1 = constant {-0,1} : f32[2]
        %2 = constant {0,1} : f32[2]
        %3 = constant {0,1} : f64[2]
        %4 = constant {0,1} : f32[1,2]
        %5 = div(%0, %1) : f32[2]
        %6 = div(%2, %2) : f32[2]
        return "a" %5
        return "b" %6
        return "c" %3
        return "d" %4)",
     R"(%0 = constant {0,1} : f32[2]
        %1 = constant {-0,1} : f32[2]
        %2 = constant {0,1} : f32[2]
        %3 = constant {0,1} : f64[2]
        %4 = constant {0,1} : f32[1,2]
        %5 = div(%0, %1) : f32[2]
        %6 = div(%0, %0) : f32[2]
        return "a" %5
        return "b" %6
        return "c" %3
        return "d" %4)"},
    {"inputs are not one because they look alike, and a control edge keeps a node apart",
     R"(%0 = input "x" : f32[4]
        %1 = input "y" : f32[4]
        %2 = exp(%0) : f32[4]
        %3 = exp(%1) : f32[4]
        %4 = exp(%0) : f32[4] after(%3)
        %5 = neg(%4) : f32[4] after(%2)
        return "a" %3
        return "b" %5)",
     ""},
    {"control edges follow the node that stands for what they named",
     R"(%0 = input "x" : f32[4]
        %1 = exp(%0) : f32[4]
        %2 = exp(%0) : f32[4]
        %3 = neg(%0) : f32[4] after(%2)
        return "a" %1
        return "b" %3)",
     R"(%0 = input "x" : f32[4]
        %1 = exp(%0) : f32[4]
        %2 = exp(%0) : f32[4]
        %3 = neg(%0) : f32[4] after(%1)
        return "a" %1
        return "b" %3)"},
};

TEST_CASE("cse") {
  check_all<pass::cse>(examples);
  STATIC_REQUIRE(all_hold<pass::cse>(examples));
}

}  // namespace
}  // namespace litho::test::cse_pass
