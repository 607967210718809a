// SPDX-License-Identifier: BSL-1.0
#include <Eigen/Core>
#include <array>
#include <list>
#include <litho.hpp>
#include <litho/exec/buffers.hpp>
#include <string>
#include <vector>

#include "../catch.hpp"

namespace litho::test {
namespace {

struct halves : network<halves> {
  static constexpr auto graph() { return input<"x", float, 2, 3>() / scalar<2.0>; }
};
instance<halves> net;

using row_major = Eigen::Matrix<float, 2, 3, Eigen::RowMajor>;
using row_major_x = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr std::array<float, 6> values{2, 4, 6, 8, 10, 12};

template <class Out>
bool is_halved(const Out& out) {
  for (int i = 0; i < 6; ++i)
    if (out[static_cast<std::size_t>(i)] != static_cast<float>(i + 1)) return false;
  return true;
}

std::string text_of(const status& of) { return of.text().c_str(); }

TEST_CASE("buffers of the standard library and the language") {
  std::array<float, 6> array{};
  REQUIRE(net.run(values, array).ok());
  CHECK(is_halved(array));

  std::vector<float> vector(6);
  REQUIRE(net.run(std::vector<float>(values.begin(), values.end()), vector).ok());
  CHECK(is_halved(vector));

  float plain[6] = {};
  const float source[6] = {2, 4, 6, 8, 10, 12};
  REQUIRE(net.run(source, plain).ok());
  CHECK(is_halved(plain));

  std::vector<float> both(6);
  REQUIRE(net.run(std::span<const float>(values), std::span<float>(both)).ok());
  CHECK(is_halved(both));
  std::ranges::fill(both, 0.0F);
  REQUIRE(net.run(std::span<const float, 6>(values), std::span<float, 6>(both.data(), 6)).ok());
  CHECK(is_halved(both));
}

TEST_CASE("buffers of Eigen") {
  row_major fixed;
  fixed << 2, 4, 6, 8, 10, 12;
  row_major_x dynamic(2, 3);
  REQUIRE(net.run(fixed, dynamic).ok());
  CHECK(dynamic == row_major_x(fixed / 2));

  std::array<float, 6> memory{};
  Eigen::Map<row_major> mapped(memory.data());
  REQUIRE(net.run(dynamic, mapped).ok());
  CHECK(mapped == fixed / 4);
  const Eigen::Map<const row_major_x> constant(values.data(), 2, 3);
  REQUIRE(net.run(constant, Eigen::Map<Eigen::Array<float, 6, 1>>(memory.data())).ok());
  CHECK(is_halved(memory));

  Eigen::VectorXf column(6);
  REQUIRE(net.run(Eigen::Map<const Eigen::RowVectorXf>(values.data(), 6), column).ok());
  CHECK(is_halved(std::span<float>(column.data(), 6)));

  // Rows of a larger matrix follow one another; columns of it do not.
  row_major_x larger = row_major_x::Zero(4, 3);
  REQUIRE(net.run(fixed, larger.middleRows(1, 2)).ok());
  CHECK(larger(1, 0) == 1);
  CHECK(larger(2, 2) == 6);
  CHECK(larger(3, 0) == 0);
}

TEST_CASE("buffers with gaps are refused") {
  row_major_x wide = row_major_x::Zero(2, 5);
  std::vector<float> out(6);
  const std::string text = "litho: x: buffer has gaps between its elements, expected f32[2,3]";
  CHECK(text_of(net.run(wide.leftCols(3), out)) == text);
  using every_second = Eigen::Map<const Eigen::VectorXf, 0, Eigen::InnerStride<2>>;
  const std::vector<float> twelve(12);
  CHECK(text_of(net.run(every_second(twelve.data(), 6), out)) == text);
  using strided = Eigen::Map<const row_major_x, 0, Eigen::OuterStride<>>;
  CHECK(text_of(net.run(strided(twelve.data(), 2, 3, Eigen::OuterStride<>(6)), out)) == text);
  CHECK(net.run(strided(twelve.data(), 2, 3, Eigen::OuterStride<>(3)), out).ok());
  CHECK(text_of(net.run(values, wide.leftCols(3))) ==
        "litho: output: buffer has gaps between its elements, expected f32[2,3]");
}

TEST_CASE("what is a buffer") {
  STATIC_REQUIRE(exec::buffer_like<std::vector<float>>);
  STATIC_REQUIRE(exec::buffer_like<const std::vector<float>>);
  STATIC_REQUIRE(exec::buffer_like<std::span<const double>>);
  STATIC_REQUIRE(exec::buffer_like<float[6]>);
  STATIC_REQUIRE(exec::buffer_like<row_major>);
  STATIC_REQUIRE(exec::buffer_like<const Eigen::Map<const row_major_x>>);
  STATIC_REQUIRE(!exec::buffer_like<float>);
  STATIC_REQUIRE(!exec::buffer_like<float*>);
  STATIC_REQUIRE(!exec::buffer_like<std::list<float>>);
  STATIC_REQUIRE(exec::buffer_like<std::vector<std::int64_t>>);
  STATIC_REQUIRE(exec::buffer_like<bool[6]>);
  STATIC_REQUIRE(exec::buffer_like<std::vector<Eigen::half>>);
  STATIC_REQUIRE(!exec::buffer_like<std::vector<bool>>);
  STATIC_REQUIRE(!exec::buffer_like<std::vector<std::size_t*>>);
  STATIC_REQUIRE(!exec::buffer_like<std::string>);
  STATIC_REQUIRE(!exec::buffer_like<float[2][3]>);
}

TEST_CASE("sizes that types tell") {
  STATIC_REQUIRE(exec::detail::static_count<std::array<float, 6>>() == 6);
  STATIC_REQUIRE(exec::detail::static_count<const float[4]>() == 4);
  STATIC_REQUIRE(exec::detail::static_count<std::span<float, 3>>() == 3);
  STATIC_REQUIRE(exec::detail::static_count<std::span<float>>() == -1);
  STATIC_REQUIRE(exec::detail::static_count<std::vector<float>>() == -1);
  STATIC_REQUIRE(exec::detail::static_count<row_major>() == 6);
  STATIC_REQUIRE(exec::detail::static_count<Eigen::Map<const row_major>>() == 6);
  STATIC_REQUIRE(exec::detail::static_count<row_major_x>() < 0);
}

bool overlaps() {
  std::array<float, 8> memory{};
  const auto part = [&memory](std::size_t first, std::int64_t count) {
    return exec::user_buffer{memory.data() + first, count, dtype::f32};
  };
  return exec::overlaps(part(0, 4), part(3, 4)) && exec::overlaps(part(3, 4), part(0, 4)) &&
         exec::overlaps(part(0, 8), part(2, 1)) && !exec::overlaps(part(0, 4), part(4, 4)) &&
         !exec::overlaps(part(4, 4), part(0, 4)) && !exec::overlaps(part(2, 0), part(0, 8));
}

TEST_CASE("overlaps") { REQUIRE(overlaps()); }

struct wide : network<wide> {
  static constexpr auto graph() { return cast<double>(input<"x", float, 3>()) + input<"d", double, 3>(); }
};

TEST_CASE("each buffer has the element type of its value") {
  static instance<wide> mixed;
  const std::array<float, 3> x{1, 2, 3};
  const std::array<double, 3> d{0.5, 0.25, 0.125};
  std::array<double, 3> y{};
  REQUIRE(mixed.run(x, d, y).ok());
  CHECK(y == std::array<double, 3>{1.5, 2.25, 3.125});
}

}  // namespace
}  // namespace litho::test
