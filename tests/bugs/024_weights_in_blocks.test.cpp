// SPDX-License-Identifier: BSL-1.0
#include <graphs/passes.hpp>

// Weights that a convolution made were in blocks of channels already, and layouts packed them as if they were plain.
namespace {

TEST_CASE("bug 024: weights come in blocks") {
  CHECK(graphs::faulty_pass(R"(%0 = input "x" : f32[2,2,3,3]
%1 = param "w" : f32[2,2,1,1]
%2 = conv2d(%0, %1) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[2,2,3,3]
%3 = conv2d(%2, %2) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=1 : f32[2,2,3,3]
return "y" %3
)") == "");
}

}  // namespace
