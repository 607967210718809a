// SPDX-License-Identifier: BSL-1.0
#include <pass/examples.hpp>

// Constants that compilers cannot compute with stopped the build: the root of a negative number (clang), a quotient that overflows,
// normalisation of what has no variance.
namespace litho::test {
namespace {

constexpr bool folds(std::string_view text) { return !ir::verify(pass::optimise(graph_from(text), context_of())); }

TEST_CASE("bug 005: constants that cannot be computed at compile time are left to load time") {
  STATIC_REQUIRE(folds("%0 = constant {-1} : f32[]\n%1 = rsqrt(%0) : f32[]\nreturn \"y\" %1"));
  STATIC_REQUIRE(folds(
      "%0 = constant {1} : f64[]\n%1 = constant {0x1.0p-1000} : f64[]\n%2 = div(%0, %1) : f64[]\nreturn \"y\" %2"));
  STATIC_REQUIRE(
      folds("%0 = constant {1,1} : f32[1,2]\n%1 = layer_norm(%0) axis=-1 epsilon=0 : f32[1,2]\nreturn \"y\" %1"));
  STATIC_REQUIRE(
      folds("%0 = constant {1,1} : f32[1,2]\n%1 = constant {0,-1} : f32[2]\n"
            "%2 = batch_norm(%0, %1, %1, %1, %1) epsilon=0 : f32[1,2]\nreturn \"y\" %2"));
}

}  // namespace
}  // namespace litho::test
