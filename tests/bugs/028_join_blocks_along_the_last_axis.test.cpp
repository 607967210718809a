// SPDX-License-Identifier: BSL-1.0
#include <graphs/check.hpp>
#include <graphs/passes.hpp>

// An axis counted from the back is one of the four of an image. Where blocks of channels were joined it was counted among
// five, the lanes being the last: along -1 it was the lanes that stood side by side, not the columns.
namespace {

std::string joined(const std::string& axis, const std::string& dims, const litho::device& target) {
  return graphs::faulty_pass(R"(%0 = input "x" : f32[2,3,4,5]
%1 = param "w" : f32[32,3,1,1]
%2 = conv2d(%0, %1) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[2,32,4,5]
%3 = concat(%2, %2) axis=)" + axis +
                                 " : f32[" + dims + "]\nreturn \"y\" %3\n",
                             {.target = target});
}

TEST_CASE("bug 028: joining blocks along an axis from the back") {
  for (const litho::device& target : {litho::npu::host, litho::npu::ascend_910b}) {
    CHECK(joined("-1", "2,32,4,10", target) == "");
    CHECK(joined("-2", "2,32,8,5", target) == "");
    CHECK(joined("-3", "2,64,4,5", target) == "");
    CHECK(joined("-4", "4,32,4,5", target) == "");
  }
}

struct joined_in_place : litho::network<joined_in_place> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 1, 32, 1, 6>();
    constexpr auto left = relu(conv2d(x, param<"w", float, 32, 32, 1, 1>()));
    constexpr auto right = relu(conv2d(x, param<"v", float, 32, 32, 1, 1>()));
    return concat<{.axis = -1}>(left, concat<{.axis = -1}>(right, left));
  }
};

TEST_CASE("bug 028: joining blocks in place") { graphs::check<joined_in_place, litho::O2, litho::O3>(); }

}  // namespace
