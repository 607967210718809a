// SPDX-License-Identifier: BSL-1.0
#include <litho/core/vec.hpp>

#include "../catch.hpp"

namespace litho {
namespace {

constexpr bool grows() {
  vec<int> v;
  for (int i = 0; i < 20; ++i) v.push_back(i);
  int sum = 0;
  for (int each : v) sum += each;
  v.pop_back();
  return sum == 190 && v.size() == 19 && v.back() == 18 && v[3] == 3 && !v.empty();
}

constexpr bool resizes() {
  vec<int> v{1, 2};
  v.resize(4, 7);
  const bool grown = v == vec<int>{1, 2, 7, 7};
  v.resize(1);
  const bool shrunk = v == vec<int>{1};
  v.clear();
  return grown && shrunk && v.empty() && vec<int>(3, 5) == vec<int>{5, 5, 5};
}

constexpr bool copies_and_moves() {
  const vec<vec<int>> nested{{1, 2}, {3}};
  vec<vec<int>> copy = nested;
  copy[0].push_back(9);
  vec<vec<int>> moved = std::move(copy);
  vec<vec<int>> assigned;
  assigned = moved;
  return nested[0].size() == 2 && moved[0] == vec<int>{1, 2, 9} && assigned == moved && !(assigned == nested);
}

constexpr bool appends() {
  vec<int> v{1};
  const int more[] = {2, 3};
  v.append(more);
  v.append({});
  return v == vec<int>{1, 2, 3} && v == vec<int>(std::span<const int>(v.data(), v.size()));
}

TEST_CASE("vec") {
  STATIC_REQUIRE(grows());
  REQUIRE(grows());
  STATIC_REQUIRE(resizes());
  REQUIRE(resizes());
  STATIC_REQUIRE(copies_and_moves());
  REQUIRE(copies_and_moves());
  STATIC_REQUIRE(appends());
  REQUIRE(appends());
}

}  // namespace
}  // namespace litho
