// SPDX-License-Identifier: BSL-1.0
#include "examples.hpp"

namespace litho::test::patterns_pass {
namespace {

// A variance has a name that ends in running_var: random values of such names are above 0.
constexpr example batch_norm[] = {
    {"behind a convolution it goes into the weights; the bias of the convolution joins the new one",
     R"(%0 = input "x" : f32[1,2,3,3]
        %1 = param "w" : f32[4,2,1,1]
        %2 = param "c" : f32[4]
        %3 = conv2d(%0, %1, %2) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,4,3,3]
        %4 = param "s" : f32[4]
        %5 = param "b" : f32[4]
        %6 = param "m" : f32[4]
        %7 = param "running_var" : f32[4]
        %8 = batch_norm(%3, %4, %5, %6, %7) epsilon=0.125 : f32[1,4,3,3]
        return "y" %8)",
     R"(%0 = input "x" : f32[1,2,3,3]
        %1 = param "w" : f32[4,2,1,1]
        %2 = param "c" : f32[4]
        %3 = conv2d(%0, %1, %2) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,4,3,3]
        %4 = param "s" : f32[4]
        %5 = param "b" : f32[4]
        %6 = param "m" : f32[4]
        %7 = param "running_var" : f32[4]
        %8 = constant {0.125} : f32[] compile
        %9 = add(%7, %8) : f32[4]
        %10 = rsqrt(%9) : f32[4]
        %11 = mul(%4, %10) : f32[4]
        %12 = reshape(%11) dims=[4,1,1,1] : f32[4,1,1,1]
        %13 = mul(%1, %12) : f32[4,2,1,1]
        %14 = sub(%2, %6) : f32[4]
        %15 = mul(%14, %11) : f32[4]
        %16 = add(%5, %15) : f32[4]
        %17 = conv2d(%0, %13, %16) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,4,3,3]
        return "y" %17)"},
    {"one behind another goes the same way",
     R"(%0 = input "x" : f32[2,3]
        %1 = param "w" : f32[4,3]
        %2 = dense(%0, %1) : f32[2,4]
        %3 = param "p" : f32[4]
        %4 = param "running_var" : f32[4]
        %5 = batch_norm(%2, %3, %3, %3, %4) epsilon=0 : f32[2,4]
        %6 = batch_norm(%5, %3, %3, %3, %4) epsilon=0 : f32[2,4]
        return "y" %6)",
     R"(%0 = input "x" : f32[2,3]
        %1 = param "w" : f32[4,3]
        %2 = dense(%0, %1) : f32[2,4]
        %3 = param "p" : f32[4]
        %4 = param "running_var" : f32[4]
        %5 = constant {0} : f32[] compile
        %6 = add(%4, %5) : f32[4]
        %7 = rsqrt(%6) : f32[4]
        %8 = mul(%3, %7) : f32[4]
        %9 = reshape(%8) dims=[4,1] : f32[4,1]
        %10 = mul(%1, %9) : f32[4,3]
        %11 = neg(%3) : f32[4]
        %12 = mul(%11, %8) : f32[4]
        %13 = add(%3, %12) : f32[4]
        %14 = dense(%0, %10, %13) : f32[2,4]
        %15 = constant {0} : f32[] compile
        %16 = add(%4, %15) : f32[4]
        %17 = rsqrt(%16) : f32[4]
        %18 = mul(%3, %17) : f32[4]
        %19 = reshape(%18) dims=[4,1] : f32[4,1]
        %20 = mul(%10, %19) : f32[4,3]
        %21 = sub(%13, %3) : f32[4]
        %22 = mul(%21, %18) : f32[4]
        %23 = add(%3, %22) : f32[4]
        %24 = dense(%0, %20, %23) : f32[2,4]
        return "y" %24)"},
    {"it stays where the convolution is used elsewhere, and where a product has no channels in its second axis",
     R"(%0 = input "x" : f32[1,2,3]
        %1 = param "w" : f32[4,2,1]
        %2 = param "s" : f32[4]
        %3 = param "running_var" : f32[4]
        %4 = conv1d(%0, %1) stride=1 pad_before=0 pad_after=0 dilation=1 groups=1 : f32[1,4,3]
        %5 = batch_norm(%4, %2, %2, %2, %3) epsilon=0 : f32[1,4,3]
        %6 = param "v" : f32[5,3]
        %7 = dense(%5, %6) : f32[1,4,5]
        %8 = batch_norm(%7, %2, %2, %2, %3) epsilon=0 : f32[1,4,5]
        return "y" %8
        return "z" %4)",
     ""},
    {"it stays where the convolution must follow something",
     R"(%0 = input "x" : f32[2,3]
        %1 = param "w" : f32[4,3]
        %2 = exp(%0) : f32[2,3]
        %3 = dense(%0, %1) : f32[2,4] after(%2)
        %4 = param "p" : f32[4]
        %5 = param "running_var" : f32[4]
        %6 = batch_norm(%3, %4, %4, %4, %5) epsilon=0 : f32[2,4]
        return "y" %6
        return "z" %2)",
     ""},
};

constexpr example gelu[] = {
    {"x * 0.5 * (1 + erf(x / sqrt 2)), with the digits of an exporter",
     R"(%0 = input "x" : f32[3]
        %1 = constant {1.4142135} : f32[]
        %2 = constant {1} : f32[]
        %3 = constant {0.5} : f32[]
        %4 = div(%0, %1) : f32[3]
        %5 = erf(%4) : f32[3]
        %6 = add(%5, %2) : f32[3]
        %7 = mul(%0, %6) : f32[3]
        %8 = mul(%7, %3) : f32[3]
        return "y" %8)",
     R"(%0 = input "x" : f32[3]
        %1 = constant {1.4142135} : f32[]
        %2 = constant {1} : f32[]
        %3 = constant {0.5} : f32[]
        %4 = div(%0, %1) : f32[3]
        %5 = erf(%4) : f32[3]
        %6 = add(%5, %2) : f32[3]
        %7 = mul(%0, %6) : f32[3]
        %8 = gelu(%0) tanh_form=0 : f32[3]
        return "y" %8)"},
    {"its factors in another order, and a product for the quotient",
     R"(%0 = input "x" : f32[3]
        %1 = constant {0.70710677} : f32[]
        %2 = constant {1} : f32[]
        %3 = constant {0.5} : f32[]
        %4 = mul(%1, %0) : f32[3]
        %5 = erf(%4) : f32[3]
        %6 = add(%2, %5) : f32[3]
        %7 = mul(%3, %0) : f32[3]
        %8 = mul(%6, %7) : f32[3]
        return "y" %8)",
     R"(%0 = input "x" : f32[3]
        %1 = constant {0.70710677} : f32[]
        %2 = constant {1} : f32[]
        %3 = constant {0.5} : f32[]
        %4 = mul(%1, %0) : f32[3]
        %5 = erf(%4) : f32[3]
        %6 = add(%2, %5) : f32[3]
        %7 = mul(%3, %0) : f32[3]
        %8 = gelu(%0) tanh_form=0 : f32[3]
        return "y" %8)"},
    {"another number, another x, or an erf that is used elsewhere is no gelu",
     R"(%0 = input "x" : f32[3]
        %1 = constant {1.4} : f32[]
        %2 = constant {1.4142135} : f32[]
        %3 = constant {1} : f32[]
        %4 = constant {0.5} : f32[]
        %5 = div(%0, %1) : f32[3]
        %6 = erf(%5) : f32[3]
        %7 = add(%6, %3) : f32[3]
        %8 = mul(%0, %7) : f32[3]
        %9 = mul(%8, %4) : f32[3]
        %10 = input "other" : f32[3]
        %11 = div(%0, %2) : f32[3]
        %12 = erf(%11) : f32[3]
        %13 = add(%12, %3) : f32[3]
        %14 = mul(%10, %13) : f32[3]
        %15 = mul(%14, %4) : f32[3]
        %16 = div(%10, %2) : f32[3]
        %17 = erf(%16) : f32[3]
        %18 = add(%17, %3) : f32[3]
        %19 = mul(%10, %18) : f32[3]
        %20 = mul(%19, %4) : f32[3]
        return "a" %9
        return "b" %15
        return "c" %20
        return "erf" %17)",
     ""},
    {"what must follow something is not taken in",
     R"(%0 = input "x" : f32[3]
        %1 = constant {1.4142135} : f32[]
        %2 = constant {1} : f32[]
        %3 = constant {0.5} : f32[]
        %4 = exp(%0) : f32[3]
        %5 = div(%0, %1) : f32[3]
        %6 = erf(%5) : f32[3] after(%4)
        %7 = add(%6, %2) : f32[3]
        %8 = mul(%0, %7) : f32[3]
        %9 = mul(%8, %3) : f32[3]
        return "y" %9
        return "z" %4)",
     ""},
};

constexpr example softmax[] = {
    {"along any one axis, counted from either side",
     R"(%0 = input "x" : f32[2,3,4]
        %1 = reduce_max(%0) axes=[-2] : f32[2,1,4]
        %2 = sub(%0, %1) : f32[2,3,4]
        %3 = exp(%2) : f32[2,3,4]
        %4 = reduce_sum(%3) axes=[1] : f32[2,1,4]
        %5 = div(%3, %4) : f32[2,3,4]
        return "y" %5)",
     R"(%0 = input "x" : f32[2,3,4]
        %1 = reduce_max(%0) axes=[-2] : f32[2,1,4]
        %2 = sub(%0, %1) : f32[2,3,4]
        %3 = exp(%2) : f32[2,3,4]
        %4 = reduce_sum(%3) axes=[1] : f32[2,1,4]
        %5 = softmax(%0) axis=1 : f32[2,3,4]
        return "y" %5)"},
    {"two axes, axes that differ, the maximum of another value, or a sum that is used elsewhere make no softmax",
     R"(%0 = input "x" : f32[2,3,4]
        %1 = input "other" : f32[2,3,4]
        %2 = reduce_max(%0) axes=[1,2] : f32[2,1,1]
        %3 = sub(%0, %2) : f32[2,3,4]
        %4 = exp(%3) : f32[2,3,4]
        %5 = reduce_sum(%4) axes=[1,2] : f32[2,1,1]
        %6 = div(%4, %5) : f32[2,3,4]
        %7 = reduce_max(%0) axes=[1] : f32[2,1,4]
        %8 = sub(%0, %7) : f32[2,3,4]
        %9 = exp(%8) : f32[2,3,4]
        %10 = reduce_sum(%9) axes=[2] : f32[2,3,1]
        %11 = div(%9, %10) : f32[2,3,4]
        %12 = sub(%1, %7) : f32[2,3,4]
        %13 = exp(%12) : f32[2,3,4]
        %14 = reduce_sum(%13) axes=[1] : f32[2,1,4]
        %15 = div(%13, %14) : f32[2,3,4]
        %16 = reduce_max(%1) axes=[0] : f32[1,3,4]
        %17 = sub(%1, %16) : f32[2,3,4]
        %18 = exp(%17) : f32[2,3,4]
        %19 = reduce_sum(%18) axes=[0] : f32[1,3,4]
        %20 = div(%18, %19) : f32[2,3,4]
        return "a" %6
        return "b" %11
        return "c" %15
        return "d" %20
        return "sum" %19)",
     ""},
};

constexpr example layer_norm[] = {
    {"d / sqrt(mean d^2 + epsilon)",
     R"(%0 = input "x" : f32[2,3,4]
        %1 = constant {0.125} : f32[]
        %2 = reduce_mean(%0) axes=[1,2] : f32[2,1,1]
        %3 = sub(%0, %2) : f32[2,3,4]
        %4 = mul(%3, %3) : f32[2,3,4]
        %5 = reduce_mean(%4) axes=[-1,-2] : f32[2,1,1]
        %6 = add(%1, %5) : f32[2,1,1]
        %7 = sqrt(%6) : f32[2,1,1]
        %8 = div(%3, %7) : f32[2,3,4]
        return "y" %8)",
     R"(%0 = input "x" : f32[2,3,4]
        %1 = constant {0.125} : f32[]
        %2 = reduce_mean(%0) axes=[1,2] : f32[2,1,1]
        %3 = sub(%0, %2) : f32[2,3,4]
        %4 = mul(%3, %3) : f32[2,3,4]
        %5 = reduce_mean(%4) axes=[-1,-2] : f32[2,1,1]
        %6 = add(%1, %5) : f32[2,1,1]
        %7 = sqrt(%6) : f32[2,1,1]
        %8 = layer_norm(%0) axis=1 epsilon=0.125 : f32[2,3,4]
        return "y" %8)"},
    {"rsqrt(...) * d with a square",
     R"(%0 = input "x" : f32[2,4]
        %1 = constant {0.125} : f32[]
        %2 = reduce_mean(%0) axes=[1] : f32[2,1]
        %3 = sub(%0, %2) : f32[2,4]
        %4 = square(%3) : f32[2,4]
        %5 = reduce_mean(%4) axes=[1] : f32[2,1]
        %6 = add(%5, %1) : f32[2,1]
        %7 = rsqrt(%6) : f32[2,1]
        %8 = mul(%7, %3) : f32[2,4]
        return "y" %8)",
     R"(%0 = input "x" : f32[2,4]
        %1 = constant {0.125} : f32[]
        %2 = reduce_mean(%0) axes=[1] : f32[2,1]
        %3 = sub(%0, %2) : f32[2,4]
        %4 = square(%3) : f32[2,4]
        %5 = reduce_mean(%4) axes=[1] : f32[2,1]
        %6 = add(%5, %1) : f32[2,1]
        %7 = rsqrt(%6) : f32[2,1]
        %8 = layer_norm(%0) axis=1 epsilon=0.125 : f32[2,4]
        return "y" %8)"},
    {"axes that are not the last ones, or a variance that is used elsewhere",
     R"(%0 = input "x" : f32[2,4]
        %1 = constant {0.125} : f32[]
        %2 = reduce_mean(%0) axes=[0] : f32[1,4]
        %3 = sub(%0, %2) : f32[2,4]
        %4 = square(%3) : f32[2,4]
        %5 = reduce_mean(%4) axes=[0] : f32[1,4]
        %6 = add(%5, %1) : f32[1,4]
        %7 = rsqrt(%6) : f32[1,4]
        %8 = mul(%7, %3) : f32[2,4]
        %9 = reduce_mean(%0) axes=[1] : f32[2,1]
        %10 = sub(%0, %9) : f32[2,4]
        %11 = square(%10) : f32[2,4]
        %12 = reduce_mean(%11) axes=[1] : f32[2,1]
        %13 = add(%12, %1) : f32[2,1]
        %14 = rsqrt(%13) : f32[2,1]
        %15 = mul(%14, %10) : f32[2,4]
        return "y" %8
        return "z" %15
        return "variance" %12)",
     ""},
};

/// The ops of a resize after the pattern.
template <resize_attributes A>
constexpr text_builder written(shape dims) {
  ir::graph g;
  const int x = g.append_source(info_of<"input">, tensor_type{.dims = dims}, "x");
  g.outputs.push_back({g.emit().make<"resize">({x}, A), "y"});
  const ir::graph made = pass::patterns::run(std::move(g), context_of());
  text_builder ops;
  for (const ir::node& node : made.nodes) ops << node.op->view() << node.type << ' ';
  return ops;
}

TEST_CASE("pattern upsample") {
  constexpr std::string_view repeated = "inputf32[1,2,3,4] interleavef32[1,2,6,12] ";
  constexpr std::string_view kept = "inputf32[1,2,3,4] resizef32[1,2,6,12] ";
  CHECK(written<{.sizes = {1, 2, 6, 12}}>({1, 2, 3, 4}).view() == repeated);
  CHECK(written<{.scales = {1, 1, 2, 3}, .nearest = nearest_floor, .coordinates = asymmetric}>({1, 2, 3, 4}).view() ==
        repeated);
  CHECK(written<{.sizes = {1, 2, 6, 12}, .nearest = nearest_prefers_ceil, .coordinates = pytorch_half_pixel}>(
            {1, 2, 3, 4})
            .view() == repeated);
  CHECK(written<{.sizes = {1, 2, 6, 12}, .mode = resize_linear}>({1, 2, 3, 4}).view() == kept);
  CHECK(written<{.sizes = {1, 2, 6, 12}, .nearest = nearest_floor}>({1, 2, 3, 4}).view() == kept);
  CHECK(written<{.sizes = {1, 2, 6, 12}, .coordinates = asymmetric}>({1, 2, 3, 4}).view() == kept);
  CHECK(written<{.sizes = {1, 2, 6, 12}, .coordinates = align_corners}>({1, 2, 3, 4}).view() == kept);
  CHECK(written<{.sizes = {1, 2, 3, 2}}>({1, 2, 3, 4}).view() == "inputf32[1,2,3,4] resizef32[1,2,3,2] ");
  CHECK(written<{.sizes = {2, 2, 4, 6, 4}}>({2, 2, 2, 2, 2}).view() == "inputf32[2,2,2,2,2] interleavef32[2,2,4,6,4] ");
  CHECK(written<{.sizes = {1, 4, 2, 2}}>({1, 2, 2, 2}).view() == "inputf32[1,2,2,2] resizef32[1,4,2,2] ");  // channels
  CHECK(written<{.sizes = {1, 1, 9, 9}}>({1, 1, 1, 1}).view() ==
        "inputf32[1,1,1,1] resizef32[1,1,9,9] ");  // 81 inputs are too many
}

// Each form in which the pattern repeats elements, for all scales: the op itself says which are nearest.
TEST_CASE("what pattern upsample repeats is nearest") {
  const auto agrees = [](std::int64_t scale, std::int64_t nearest, std::int64_t coordinates) {
    resize_attributes a{.sizes = {5 * scale}, .nearest = nearest, .coordinates = coordinates};
    tensor x{tensor_type{.dims = {5}}, {1, 2, 3, 4, 5}, {}};
    tensor y{tensor_type{.dims = {5 * scale}}, {}, {}};
    const tensor* const only = &x;
    info_of<"resize">.eval(std::span<const tensor* const>(&only, 1), packed(a).view(), y);
    for (std::int64_t i = 0; i < 5 * scale; ++i)
      if (double(y.values[static_cast<std::size_t>(i)]) != static_cast<double>(i / scale + 1)) return false;
    return true;
  };
  for (std::int64_t scale = 1; scale <= 64; ++scale) {
    for (std::int64_t coordinates : {half_pixel, half_pixel_symmetric, pytorch_half_pixel})
      for (std::int64_t nearest : {nearest_prefers_floor, nearest_prefers_ceil})
        CHECK(agrees(scale, nearest, coordinates));
    CHECK(agrees(scale, nearest_floor, asymmetric));
  }
}

TEST_CASE("pattern batch_norm") {
  check_all<pass::patterns>(batch_norm);
  STATIC_REQUIRE(all_hold<pass::patterns>(batch_norm));
}
TEST_CASE("pattern gelu") {
  check_all<pass::patterns>(gelu);
  STATIC_REQUIRE(all_hold<pass::patterns>(gelu));
}
TEST_CASE("pattern softmax") {
  check_all<pass::patterns>(softmax);
  STATIC_REQUIRE(all_hold<pass::patterns>(softmax));
}
TEST_CASE("pattern layer_norm") {
  check_all<pass::patterns>(layer_norm);
  STATIC_REQUIRE(all_hold<pass::patterns>(layer_norm));
}

}  // namespace
}  // namespace litho::test::patterns_pass
