// SPDX-License-Identifier: BSL-1.0
#include <catch.hpp>
#include <litho/core/sort.hpp>

namespace litho::test {
namespace {

struct card {
  int value = 0;
  int number = 0;
};

constexpr bool sorts(int count) {
  vec<card> cards;
  for (int i = 0; i < count; ++i) cards.push_back({i * 7 % 5, i});
  stable_sort(cards, [](const card& a, const card& b) { return a.value < b.value; });
  for (std::size_t i = 1; i < cards.size(); ++i) {
    const card& before = cards[i - 1];
    if (before.value > cards[i].value || (before.value == cards[i].value && before.number > cards[i].number))
      return false;
  }
  return static_cast<int>(cards.size()) == count;
}

TEST_CASE("equal items stay in their order") {
  STATIC_REQUIRE(sorts(0));
  STATIC_REQUIRE(sorts(1));
  STATIC_REQUIRE(sorts(2));
  STATIC_REQUIRE(sorts(33));
  CHECK(sorts(1000));
}

}  // namespace
}  // namespace litho::test
