// SPDX-License-Identifier: BSL-1.0
#include <limits>
#include <litho/op/slice.hpp>

#include "values.hpp"

namespace litho::test::slice_op {
namespace {

constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max();

constexpr bool values() {
  const tensor x = f32({3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  return same(eager<"slice", {.axes = 1, .begin = 1, .end = 3}>(x), f32({3, 2}, {1, 2, 5, 6, 9, 10})) &&
         same(eager<"slice", {.begin = {1, 0}, .end = {far, far}, .step = {1, 3}}>(x), f32({2, 2}, {4, 7, 8, 11})) &&
         same(eager<"slice", {.axes = {-1, 0}, .begin = {-1, 0}, .end = {-9, 1}, .step = {-2, 1}}>(x),
              f32({1, 2}, {3, 1}));
}

/// Begin, end and step on an axis of size 5, and the indices that are left.
constexpr bool walks(std::int64_t begin, std::int64_t end, std::int64_t step, std::initializer_list<double> left) {
  slice_attributes attributes{.axes = 0, .begin = begin, .end = end, .step = step};
  const inferred type = infer<"slice">({f64({5})}, attributes);
  const strided walk = info_of<"slice">.read(f64({5}), packed(attributes).view());
  if (!type.ok() || type.type.dims[0] != static_cast<std::int64_t>(left.size())) return false;
  std::int64_t at = walk.offset;
  for (double index : left) {
    if (static_cast<double>(at) != index) return false;
    at += walk.strides[0];
  }
  return true;
}

constexpr bool walks() {
  return walks(0, 5, 1, {0, 1, 2, 3, 4}) && walks(-2, far, 1, {3, 4}) && walks(-far, far, 2, {0, 2, 4}) &&
         walks(4, 1, 1, {}) && walks(9, far, 1, {}) && walks(1, -1, 1, {1, 2, 3}) &&
         walks(4, -far, -1, {4, 3, 2, 1, 0}) && walks(far, 1, -2, {4, 2}) && walks(1, 4, -1, {}) &&
         walks(2, far, far, {2}) && walks(-1, -far, -far, {4}) &&
         walks(-9, -far, -1, {0});  // ONNX clamps begin to 0 here; Python would give nothing
}

constexpr bool types() {
  const tensor_type x = f32({2, 3});
  const auto unchanged = [&](const slice_attributes& a) { return info_of<"slice">.unchanged(x, packed(a).view()); };
  return gives<"slice">(f32({0, 3}), {f32({0, 3})}, {.begin = 0, .end = 1}) &&
         refuses<"slice">("litho::slice: axis 2 is outside of f32[2,3] (rank 2)", {x},
                          {.axes = 2, .begin = 0, .end = 1}) &&
         refuses<"slice">("litho::slice: begin and end differ in length: 2 vs 1", {x}, {.begin = {0, 0}, .end = 1}) &&
         refuses<"slice">("litho::slice: axis 1 is given twice: f32[2,3]", {x},
                          {.axes = {1, -1}, .begin = {0, 0}, .end = {1, 1}}) &&
         refuses<"slice">("litho::slice: step must not be 0: f32[2,3]", {x}, {.begin = 0, .end = 1, .step = 0}) &&
         !infer<"slice">({x}, {.axes = {0, 1}, .begin = 0, .end = 1}).ok() &&
         !infer<"slice">({f32({1, 2, 3, 4}).with(format::nc1hwc0, 16)}, {.begin = 0, .end = 1}).ok() && unchanged({}) &&
         unchanged({.axes = 1, .begin = -3, .end = far}) && !unchanged({.begin = 1, .end = 2}) &&
         !unchanged({.axes = 1, .begin = -1, .end = -far, .step = -1}) &&
         prints<"slice">("axes=[1] begin=[0] end=[9223372036854775807] step=[]", {.axes = 1, .begin = 0, .end = far});
}

TEST_CASE("slice") {
  STATIC_REQUIRE(values());
  REQUIRE(values());
  STATIC_REQUIRE(walks());
  REQUIRE(walks());
  STATIC_REQUIRE(types());
  REQUIRE(types());
}

}  // namespace
}  // namespace litho::test::slice_op
