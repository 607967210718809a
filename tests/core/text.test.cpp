// SPDX-License-Identifier: BSL-1.0
#include <limits>
#include <litho/core/text.hpp>
#include <litho/op/op.hpp>
#include <random>

#include "../catch.hpp"

namespace litho {
namespace {

template <class Number>
constexpr bool prints(Number number, std::string_view text) {
  text_builder out;
  out << number;
  return out.view() == text;
}

constexpr bool numbers() {
  constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
  return prints(0, "0") && prints(-12, "-12") && prints(lowest, "-9223372036854775808") &&
         prints(std::size_t{18446744073709551615ULL}, "18446744073709551615") && prints(3.0, "3") &&
         prints(-0.0, "-0") && prints(0.5, "0.5") && prints(-1.25, "-1.25") && prints(1e-5, "1e-5") &&
         prints(0.1f, "0x1.99999ap-4") && prints(math::infinity, "inf") && prints(-math::infinity, "-inf") &&
         prints(math::not_a_number, "nan") && prints(5e-324, "0x0.0000000000001p-1022");
}

/// What the printer writes, the parser reads back, bit for bit.
constexpr bool round_trip(double number) {
  text_builder out;
  out << number;
  std::string_view text = out.view();
  double back = 0;
  if (!detail::parse_number(text, back) || !text.empty()) return false;
  return number != number ? back != back : std::bit_cast<std::uint64_t>(back) == std::bit_cast<std::uint64_t>(number);
}
constexpr bool round_trip(std::int64_t number) {
  text_builder out;
  out << number;
  std::string_view text = out.view();
  std::int64_t back = 0;
  return detail::parse_number(text, back) && text.empty() && back == number;
}

constexpr bool round_trips() {
  for (double x :
       {0.0, -0.0, 1.0, -7.0, 0.1, -1e-5, 1e300, 9007199254740991.0, 9007199254740993.0, 5e-324, -2.3e-310,
        2.2250738585072014e-308, 1.7976931348623157e308, math::infinity, -math::infinity, math::not_a_number})
    if (!round_trip(x)) return false;
  return round_trip(std::numeric_limits<std::int64_t>::min()) && round_trip(std::numeric_limits<std::int64_t>::max());
}

constexpr bool refuses(std::string_view text) {
  double number = 0;
  return !detail::parse_number(text, number) || !text.empty();
}
constexpr bool refusals() {
  return refuses("") && refuses("-") && refuses("x") && refuses("0x1.") && refuses("0x1.0") && refuses("0x1.gp0") &&
         refuses("0x1.00000000000001p0") && refuses("0x1.0p1024") && refuses(".5");
}

constexpr bool names() {
  const name_t name = "relu";
  const name_t cut = "0123456789012345678901234567890123456789012345678901234567890123456789";
  text_builder padded;
  padded.pad_to(3) << "ab";
  return name.view() == "relu" && name == name_t(std::string_view("relu")) && !(name == name_t("relu6")) &&
         cut.view().size() == name_t::capacity && padded.view() == "   ab" &&
         (fnv1a{} << "a").value == 0xaf63dc4c8601ec8cULL;
}

TEST_CASE("text") {
  STATIC_REQUIRE(numbers());
  REQUIRE(numbers());
  STATIC_REQUIRE(round_trips());
  REQUIRE(round_trips());
  STATIC_REQUIRE(refusals());
  REQUIRE(refusals());
  STATIC_REQUIRE(names());
  REQUIRE(names());
}

TEST_CASE("text: any double survives printing") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    const double number = std::bit_cast<double>(random());
    CAPTURE(number);
    REQUIRE(round_trip(number));
  }
}

}  // namespace
}  // namespace litho
