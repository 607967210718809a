// SPDX-License-Identifier: BSL-1.0
#include <graphs/passes.hpp>

// Softmax and norms of tensors without elements were decomposed into a maximum of nothing, and products and convolutions
// of them divided by zero when kernels were planned.
namespace {

TEST_CASE("bug 016: what has no elements needs no kernel") {
  CHECK(graphs::faulty_pass(R"(%0 = input "x" : f32[5,0,2]
%1 = softmax(%0) axis=1 : f32[5,0,2]
%2 = input "w" : f32[2,4]
%3 = matmul(%0, %2) : f32[5,0,4]
return "y" %1
return "z" %3
)") == "");
}

TEST_CASE("bug 016: a sum of no products is zero") {
  CHECK(graphs::faulty_pass(R"(%0 = input "x" : f32[1,0,4,4]
%1 = param "w" : f32[2,0,3,3]
%2 = param "b" : f32[2]
%3 = conv2d(%0, %1, %2) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,2,2,2]
return "y" %3
)") == "");
}

}  // namespace
