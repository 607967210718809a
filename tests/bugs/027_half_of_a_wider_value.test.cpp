// SPDX-License-Identifier: BSL-1.0
#include <graphs/check.hpp>
#include <graphs/passes.hpp>

// A kernel that reads half of a value and gives numbers twice as wide wrote over what it had still to read: both fill
// as many bytes.
namespace {

TEST_CASE("bug 027: numbers of another width are written elsewhere") {
  CHECK(graphs::faulty_pass(R"(%0 = input "x" : f16[4,8]
%1 = transpose(%0) permutation=[1,0] : f16[8,4]
%2 = slice(%1) axes=[0] begin=[0] end=[4] step=[1] : f16[4,4]
%3 = cast(%2) element=1 : f32[4,4]
%4 = transpose(%3) permutation=[1,0] : f32[4,4]
return "y" %4
)") == "");
}

struct half_of_a_wider_value : litho::network<half_of_a_wider_value> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", half, 32, 64>();
    constexpr auto half_of = slice<{.axes = 0, .begin = 0, .end = 32}>(transpose(x));
    return transpose(cast<float>(half_of));
  }
};

TEST_CASE("bug 027: kernels that widen half of a value") {
  graphs::check<half_of_a_wider_value, litho::O2, litho::O3>();
}

}  // namespace
