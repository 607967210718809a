// SPDX-License-Identifier: BSL-1.0
#include <litho/core/shape.hpp>

#include "../catch.hpp"

namespace litho {
namespace {

constexpr tensor_type f32(shape dims) { return {.element = dtype::f32, .dims = dims}; }

constexpr bool lists() {
  ints list{2, 3};
  list.push_back(4);
  return list == ints{2, 3, 4} && list.product() == 24 && list.contains(3) && !list.contains(5) &&
         ints{}.product() == 1 && ints(7) == ints{7} && !(ints{1, 2} == ints{1}) && ints{}.empty();
}

constexpr bool sizes() {
  const tensor_type x = f32({2, 3, 4, 5});
  return x.elements() == 120 && x.bytes() == 480 && x.rank() == 4 && f32({}).elements() == 1 &&
         f32({3, 0}).elements() == 0 && x.with(format::nc1hwc0, 16).stored_elements() == 2 * 16 * 4 * 5 &&
         f32({2, 17, 4, 5}).with(format::nc1hwc0, 16).stored_elements() == 2 * 32 * 4 * 5 &&
         f32({10, 3, 3, 3}).with(format::fractal_z, 16).stored_elements() == 16 * 3 * 3 * 3 &&
         f32({2, 5, 10}).with(format::fractal_nz, 16).stored_elements() == 2 * 5 * 16 &&
         f32({2, 0, 4, 5}).with(format::nc1hwc0, 16).stored_elements() == 0 && round_up(17, 16) == 32 &&
         round_up(16, 16) == 16;
}

constexpr bool layouts() {
  const tensor_type blocked = f32({2, 3, 4, 5}).with(format::nc1hwc0, 16);
  return blocked.lanes == 16 && blocked != f32({2, 3, 4, 5}) && blocked.plain() == f32({2, 3, 4, 5}) &&
         blocked.with(format::plain, 16).lanes == 1;
}

constexpr bool prints(const tensor_type& type, std::string_view text) {
  text_builder out;
  out << type;
  return out.view() == text;
}
constexpr bool texts() {
  return prints(f32({2, 3}), "f32[2,3]") && prints({.element = dtype::f64, .dims = {}}, "f64[]") &&
         prints(f32({1, 16, 14, 14}).with(format::nc1hwc0, 16), "f32[1,16,14,14]:nc1hwc0/16");
}

constexpr bool strides() {
  return strides_of({2, 3, 4}) == ints{12, 4, 1} && strides_of({}) == ints{} &&
         broadcast_strides({3, 1}, {2, 3, 4}) == ints{0, 1, 0} &&
         broadcast_strides({2, 3, 4}, {2, 3, 4}) == ints{12, 4, 1} && broadcast_strides({}, {2, 3}) == ints{0, 0};
}

TEST_CASE("shape") {
  STATIC_REQUIRE(lists());
  REQUIRE(lists());
  STATIC_REQUIRE(sizes());
  REQUIRE(sizes());
  STATIC_REQUIRE(layouts());
  REQUIRE(layouts());
  STATIC_REQUIRE(texts());
  REQUIRE(texts());
  STATIC_REQUIRE(strides());
  REQUIRE(strides());
}

}  // namespace
}  // namespace litho
