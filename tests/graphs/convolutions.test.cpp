// SPDX-License-Identifier: BSL-1.0
#include <pass/switches.hpp>

#include "check.hpp"
#include "conv_bn_relu.hpp"
#include "grouped.hpp"
#include "residual.hpp"
#include "separable.hpp"
#include "strided.hpp"

namespace graphs {
namespace {

using litho::O0, litho::O2, litho::O3;

TEST_CASE("conv_bn_relu") { check<conv_bn_relu, O0, O2, O3>(); }
TEST_CASE("residual") { check<residual, O0, O2, O3>(); }
TEST_CASE("separable") { check<separable, O0, O2, O3>(); }
TEST_CASE("grouped") { check<grouped, O0, O2, O3>(); }
TEST_CASE("strided") { check<strided, O0, O2, O3>(); }

/// Single pixels as a product of matrices; the last addition varies along rows, which such a product does not know of.
struct pixels : litho::network<pixels> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 2, 20, 4, 8>();
    constexpr auto h = relu(conv2d<"first", {.out = 37, .kernel = 1}>(x));
    constexpr auto f = conv2d<"second", {.out = 20, .kernel = 1}>(h) + x;
    return conv2d<"third", {.out = 5, .kernel = 1}>(f) * input<"row", float, 4, 1>();
  }
};

TEST_CASE("pixels") {
  STATIC_REQUIRE(pixels::stats().kernels == 3);
  check<pixels, O0, O2, O3>();
}

/// A picture as cameras give it.
struct camera : litho::network<camera> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = transpose<0, 3, 1, 2>(input<"x", float, 1, 9, 12, 3>());
    return relu(conv2d<"first", {.out = 20, .kernel = 3, .stride = 2, .pad = 1}>(x));
  }
};

constexpr litho::options without_views = litho::test::with(O3, &litho::options::memory, false);

TEST_CASE("camera") {
  STATIC_REQUIRE(camera::stats().kernels == 2);  // the convolution, and out of blocks
  check<camera, O0, O3, without_views>();
}

/// Windows of 3x3 in pictures that are large enough for Winograd's tiles of both sizes, and a stride for which there are none.
struct tiles : litho::network<tiles> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 1, 32, 14, 14>();
    constexpr auto h = relu(conv2d<"first", {.out = 33, .kernel = 3, .pad = 1}>(x));
    constexpr auto f = relu(conv2d<"second", {.out = 33, .kernel = 3, .pad = 1}>(h) + h);
    constexpr auto half = conv2d<"half", {.out = 128, .kernel = 3, .stride = 2, .pad = 1}>(f);
    return conv2d<"third", {.out = 128, .kernel = 3, .pad = 1}>(half);
  }
};

constexpr litho::options winograd = litho::test::with(O3, &litho::options::winograd, true);

constexpr int weights_of(litho::format layout) {
  int count = 0;
  for (const litho::plan::kernel& k : litho::with_options<tiles, winograd>::plan().kernels)
    count += k.iteration.layout == layout ? 1 : 0;
  return count;
}

TEST_CASE("tiles of Winograd") {
  STATIC_REQUIRE(weights_of(litho::format::winograd_4) == 2);
  STATIC_REQUIRE(weights_of(litho::format::winograd_2) == 1);
  check<tiles, O3, winograd>();
}

}  // namespace
}  // namespace graphs
