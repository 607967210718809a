// SPDX-License-Identifier: BSL-1.0
#include <litho/expr/layers.hpp>

#include "lowered.hpp"

namespace litho::test {
namespace {

constexpr auto picture = input<"x", float, 1, 4, 8, 8>();
constexpr auto vector = input<"x", float, 2, 6>();
constexpr auto signal = input<"x", double, 1, 4, 9>();

// Names and shapes are those of a PyTorch state dictionary.

TEST_CASE("conv2d") {
  REQUIRE(lowered(conv2d<"stem.0", {.out = 6, .kernel = {3, 1}, .stride = 2, .pad = {1, 0}, .groups = 2}>(picture)) ==
          "%0 = input \"x\" : f32[1,4,8,8]\n"
          "%1 = param \"stem.0.weight\" : f32[6,2,3,1]\n"
          "%2 = param \"stem.0.bias\" : f32[6]\n"
          "%3 = conv2d(%0, %1, %2) stride=[2,2] pad=[1,0,1,0] dilation=[1,1] groups=2 : f32[1,6,4,4]\n"
          "return \"output\" %3\n");
  REQUIRE(lowered(conv2d<"c", {.out = 5, .kernel = 3, .dilation = 2, .bias = false}>(picture)) ==
          "%0 = input \"x\" : f32[1,4,8,8]\n"
          "%1 = param \"c.weight\" : f32[5,4,3,3]\n"
          "%2 = conv2d(%0, %1) stride=[1,1] pad=[0,0,0,0] dilation=[2,2] groups=1 : f32[1,5,4,4]\n"
          "return \"output\" %2\n");
}

TEST_CASE("conv1d") {
  REQUIRE(lowered(conv1d<"c", {.out = 6, .kernel = 3, .pad_before = 2, .dilation = 2, .groups = 2}>(signal)) ==
          "%0 = input \"x\" : f64[1,4,9]\n"
          "%1 = param \"c.weight\" : f64[6,2,3]\n"
          "%2 = param \"c.bias\" : f64[6]\n"
          "%3 = conv1d(%0, %1, %2) stride=1 pad_before=2 pad_after=0 dilation=2 groups=2 : f64[1,6,7]\n"
          "return \"output\" %3\n");
}

TEST_CASE("dense") {
  REQUIRE(lowered(dense<"fc", {.out = 3}>(vector)) ==
          "%0 = input \"x\" : f32[2,6]\n"
          "%1 = param \"fc.weight\" : f32[3,6]\n"
          "%2 = param \"fc.bias\" : f32[3]\n"
          "%3 = dense(%0, %1, %2) : f32[2,3]\n"
          "return \"output\" %3\n");
  REQUIRE(lowered(dense<"fc", {.out = 3, .bias = false}>(signal)).find("dense(%0, %1) : f64[1,4,3]") !=
          std::string_view::npos);
}

TEST_CASE("batch_norm") {
  REQUIRE(lowered(batch_norm<"bn">(picture)) ==
          "%0 = input \"x\" : f32[1,4,8,8]\n"
          "%1 = param \"bn.weight\" : f32[4]\n"
          "%2 = param \"bn.bias\" : f32[4]\n"
          "%3 = param \"bn.running_mean\" : f32[4]\n"
          "%4 = param \"bn.running_var\" : f32[4]\n"
          "%5 = batch_norm(%0, %1, %2, %3, %4) epsilon=1e-5 : f32[1,4,8,8]\n"
          "return \"output\" %5\n");
  REQUIRE(lowered(batch_norm<"bn", {.epsilon = 0.001}>(vector)).find("epsilon=0.001 : f32[2,6]") !=
          std::string_view::npos);
}

TEST_CASE("layer_norm") {
  REQUIRE(lowered(layer_norm<"ln", {.epsilon = 1e-6}>(vector)) ==
          "%0 = input \"x\" : f32[2,6]\n"
          "%1 = param \"ln.weight\" : f32[6]\n"
          "%2 = param \"ln.bias\" : f32[6]\n"
          "%3 = layer_norm(%0, %1, %2) axis=-1 epsilon=1e-6 : f32[2,6]\n"
          "return \"output\" %3\n");
}

TEST_CASE("a layer used twice shares its parameters") {
  constexpr auto once = dense<"fc", {.out = 6}>(vector);
  constexpr auto twice = dense<"fc", {.out = 6}>(once);
  REQUIRE(lowered(twice) ==
          "%0 = input \"x\" : f32[2,6]\n"
          "%1 = param \"fc.weight\" : f32[6,6]\n"
          "%2 = param \"fc.bias\" : f32[6]\n"
          "%3 = dense(%0, %1, %2) : f32[2,6]\n"
          "%4 = dense(%3, %1, %2) : f32[2,6]\n"
          "return \"output\" %4\n");
}

TEST_CASE("sequential applies layers in turn") {
  constexpr auto written_out =
      dense<"fc2", {.out = 2}>(layer_norm<"ln">(litho::relu(dense<"fc1", {.out = 5}>(vector))));
  constexpr auto network = sequential(layer::dense<"fc1", {.out = 5}>, litho::relu, layer::layer_norm<"ln">,
                                      layer::dense<"fc2", {.out = 2}>);
  STATIC_REQUIRE(is_one(network(vector), written_out));
  STATIC_REQUIRE(std::is_empty_v<decltype(network)>);
  constexpr auto from_tuple = sequential(boost::hana::make_tuple(
      layer::dense<"fc1", {.out = 5}>, litho::relu, layer::layer_norm<"ln">, layer::dense<"fc2", {.out = 2}>));
  STATIC_REQUIRE(is_one(from_tuple(vector), written_out));
  REQUIRE(lowered(network(vector)) == lowered(written_out));
}

TEST_CASE("sequential holds layers of all kinds, sequences among them") {
  constexpr auto block =
      sequential(layer::conv2d<"conv", {.out = 4, .kernel = 3, .pad = 1}>, layer::batch_norm<"bn">, litho::relu);
  constexpr auto whole = sequential(block, call<"max_pool2d", max_pool2d_attributes{.kernel = 2}>);
  STATIC_REQUIRE(is_one(whole(picture), max_pool2d<{.kernel = 2}>(litho::relu(batch_norm<"bn">(
                                            conv2d<"conv", {.out = 4, .kernel = 3, .pad = 1}>(picture))))));
  STATIC_REQUIRE(is_one(sequential()(vector), vector));
  STATIC_REQUIRE(is_one(sequential(layer::conv1d<"c", {.out = 2}>)(signal), conv1d<"c", {.out = 2}>(signal)));
}

}  // namespace
}  // namespace litho::test
