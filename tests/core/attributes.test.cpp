// SPDX-License-Identifier: BSL-1.0
#include <litho/core/attributes.hpp>
#include <litho/op/op.hpp>

#include "../catch.hpp"

namespace litho {
namespace {

/// One field of each kind.
struct all_kinds {
  std::int64_t number = 1;
  bool flag = false;
  double real = 0.5;
  ints list{};
  extent2 window = 3;
  pads2 pad = 0;
  static constexpr void fields(auto& self, auto&& visit) {
    visit("number", self.number);
    visit("flag", self.flag);
    visit("real", self.real);
    visit("list", self.list);
    visit("window", self.window);
    visit("pad", self.pad);
  }
  friend constexpr bool operator==(const all_kinds&, const all_kinds&) = default;
};

constexpr all_kinds sample{-4, true, -1e-3, {7, -8}, {1, 2}, {1, 2, 3, 4}};

constexpr bool packs() {
  return unpacked<all_kinds>(packed(sample).view()) == sample &&
         unpacked<all_kinds>(packed(all_kinds{}).view()) == all_kinds{} && packed(no_attributes{}).count == 0 &&
         packed(sample).count == 1 + 1 + 1 + 3 + 2 + 4;
}

constexpr bool prints() {
  text_builder out;
  print_attributes<all_kinds>(out, packed(all_kinds{2, true, 0.5, {7}, 3, {1, 2}}).view());
  return out.view() == "number=2 flag=1 real=0.5 list=[7] window=[3,3] pad=[1,2,1,2]";
}

constexpr bool parses() {
  text_builder out;
  print_attributes<all_kinds>(out, packed(sample).view());
  std::string_view text = out.view();
  all_kinds back;
  detail::attribute_parser parser{text};
  all_kinds::fields(back, parser);
  return parser.ok && text.empty() && back == sample;
}

constexpr bool refuses(std::string_view text) {
  all_kinds back;
  detail::attribute_parser parser{text};
  all_kinds::fields(back, parser);
  return !parser.ok;
}
constexpr bool refusals() {
  return refuses("") && refuses("number=x") && refuses("flag=1 number=2") &&
         refuses("number=2 flag=1 real=0 list=[1,2,3,4,5,6,7,8,9] window=[1,1] pad=[0,0,0,0]") &&
         refuses("number=2 flag=1 real=0 list=[] window=[1] pad=[0,0,0,0]") &&
         refuses("number=2 flag=1 real=0 list=[] window=[1,1] pad=[0,0]");
}

constexpr bool shorthands() {
  return extent2(2) == extent2{2, 2} && pads2(1) == pads2{1, 1, 1, 1} && pads2(1, 2) == pads2{1, 2, 1, 2};
}

TEST_CASE("attributes") {
  STATIC_REQUIRE(packs());
  REQUIRE(packs());
  STATIC_REQUIRE(prints());
  REQUIRE(prints());
  STATIC_REQUIRE(parses());
  REQUIRE(parses());
  STATIC_REQUIRE(refusals());
  REQUIRE(refusals());
  STATIC_REQUIRE(shorthands());
  REQUIRE(shorthands());
}

}  // namespace
}  // namespace litho
