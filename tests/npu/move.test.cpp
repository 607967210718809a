// SPDX-License-Identifier: BSL-1.0
#include <litho/npu/move.hpp>
#include <litho/plan/transfers.hpp>

#include "reference.hpp"

using namespace litho;

namespace {

/// Where element `at` of the innermost nest comes from and goes to, one at a time.
template <class T>
void one_by_one(const transfer& how, const std::vector<T>& from, std::vector<T>& to) {
  const int last = how.extents.count - 1;
  litho::detail::for_each_index(how.extents, [&](std::int64_t, const ints& at) {
    std::int64_t source = how.from_offset;
    std::int64_t target = how.to_offset;
    for (int loop = 0; loop <= last; ++loop) {
      source += at[loop] * how.from[loop];
      target += at[loop] * how.to[loop];
    }
    const bool beyond = how.block_loop >= 0 && at[how.block_loop] * how.extents[last] + at[last] >= how.limit;
    if (!beyond)
      to[static_cast<std::size_t>(target)] = from[static_cast<std::size_t>(source)];
    else if (how.clear)
      to[static_cast<std::size_t>(target)] = T(0);
  });
}

/// What is not written stays as it was, so both begin with the same numbers. Lanes of no channel are memory too.
template <class T>
void check(const vec<transfer>& moves, std::int64_t from_count, std::int64_t to_count) {
  const std::vector<T> from = reference::numbers<T>(from_count);
  std::vector<T> expected = reference::numbers<T>(to_count + 1);
  std::vector<T> found = expected;
  for (const transfer& each : moves) {
    one_by_one(each, from, expected);
    npu::move<T>(each, from.data(), found.data());
  }
  CHECK(found == expected);
}

template <class T>
void check_conversion(format layout, const shape& dims) {
  constexpr dtype element = dtype_of<T>::value;
  const std::int64_t lanes = npu::c0(npu::default_device, element);
  const tensor_type plain{.element = element, .dims = dims};
  const tensor_type blocked{
      .element = element, .layout = layout, .lanes = static_cast<std::int16_t>(lanes), .dims = dims};
  text_builder text;
  text << blocked;
  INFO(std::string(text.view()));
  vec<transfer> into;
  plan::detail::into_blocks(into, blocked);
  vec<transfer> out_of = into;
  for (transfer& each : out_of) each = plan::detail::reversed(each);
  check<T>(into, plain.elements(), blocked.stored_elements());
  check<T>(out_of, blocked.stored_elements(), plain.elements());
}

template <class T>
void check_conversions() {
  for (std::int64_t channels : {1, 5, 8, 15, 16, 17, 24, 32, 41})
    for (std::int64_t width : {1, 7, 8, 16, 19, 35}) {
      check_conversion<T>(format::nc1hwc0, {2, channels, 1, width});
      check_conversion<T>(format::fractal_nz, {width, channels});
      check_conversion<T>(format::fractal_z, {channels, width, 1, 1});
      check_conversion<T>(format::fractal_z, {channels, width, 3, 1});
    }
}

template <class T>
void check_transposes() {
  for (std::int64_t rows : {1, 2, 3, 4, 6, 8, 13, 16, 20, 21, 40, 100})
    for (std::int64_t columns : {1, 4, 5, 8, 12, 17, 33, 37, 128}) {
      INFO(rows << " x " << columns);
      vec<transfer> moves;
      moves.push_back(
          {.extents = {3, columns, rows}, .from = {rows * columns, 1, columns}, .to = {rows * columns, rows, 1}});
      check<T>(moves, 3 * rows * columns, 3 * rows * columns);
      moves[0].from = {1, 3 * rows, 3};  // which number of three comes first
      check<T>(moves, 3 * rows * columns, 3 * rows * columns);
      moves[0].from = {0, 1, columns + 2};  // rows of a wider matrix
      check<T>(moves, rows * (columns + 2), 3 * rows * columns);
    }
}

/// A transpose of one matrix of `columns` columns, written from `shift` on.
template <class T>
void check_large(std::int64_t rows, std::int64_t columns, std::int64_t shift) {
  INFO(rows << " x " << columns << " at " << shift);
  const std::vector<T> from = reference::numbers<T>(rows * columns);
  std::vector<T> found(static_cast<std::size_t>(rows * columns + shift));
  npu::move<T>({.extents = {columns, rows}, .from = {1, columns}, .to = {rows, 1}, .to_offset = shift}, from.data(),
               found.data());
  std::int64_t wrong = 0;
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t column = 0; column < columns; ++column)
      wrong += found[static_cast<std::size_t>(shift + column * rows + row)] !=
               from[static_cast<std::size_t>(row * columns + column)];
  CHECK(wrong == 0);
}

TEST_CASE("rows move by themselves") {
  for (std::int64_t width : {1, 3, 4, 7, 8, 15, 16, 17, 31, 33, 64, 100, 300}) {
    INFO(width);
    vec<transfer> moves;
    moves.push_back({.extents = {2, 5, width}, .from = {5 * width, width, 1}, .to = {width + 2, 2 * (width + 2), 1}});
    check<float>(moves, 10 * width, 10 * (width + 2));
    check<std::int32_t>(moves, 10 * width, 10 * (width + 2));
    check<double>(moves, 10 * width, 10 * (width + 2));
  }
}

// In blocks, by way of a buffer where columns lie pages apart, and past the caches.
TEST_CASE("large transposes move each number to its place") {
  check_large<float>(150, 211, 0);
  check_large<float>(1024, 301, 0);
  check_large<float>(1024, 193, 3);
  check_large<double>(512, 517, 1);
  for (std::int64_t rows : {2064, 2048, 2061})
    for (std::int64_t shift : {0, 1}) check_large<float>(rows, 2090, shift);
}

TEST_CASE("conversions in and out of blocks move each number to its place") {
  check_conversions<float>();
  check_conversions<double>();
}

TEST_CASE("transposes move each number to its place") {
  check_transposes<float>();
  check_transposes<double>();
}

}  // namespace
