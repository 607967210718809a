// SPDX-License-Identifier: BSL-1.0
#include <litho/op/all.hpp>

#include "../catch.hpp"

// Reading attributes from nothing, which is how tools ask for an op's defaults, made every bool false: what a model sets
// to false was left out of written code where it is true by default.
namespace {

template <litho::name_t... Names>
constexpr bool keep_defaults() {
  return ([] {
    std::string_view nothing;
    litho::attribute_values read;
    litho::info_of<Names>.parse(nothing, read);
    const typename litho::op<Names>::attributes usual{};
    return litho::unpacked<typename litho::op<Names>::attributes>(read.view()) == usual;
  }() && ...);
}

TEST_CASE("bug 015: attributes read from nothing are the defaults") {
  STATIC_REQUIRE(keep_defaults<"top_k", "top_k_indices", "trilu", "is_inf", "roi_align", "clip", "pad_mode">());
}

}  // namespace
