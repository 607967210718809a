// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <fstream>
#include <iterator>
#include <litho.hpp>
#include <litho/exec/weights.hpp>

#include "../catch.hpp"
#include "blob.hpp"

namespace litho::test {
namespace {

constexpr tensor_type f32(shape dims) { return {.element = dtype::f32, .dims = dims}; }
constexpr tensor_type f64(shape dims) { return {.element = dtype::f64, .dims = dims}; }

const std::vector<entry> two = {{"bias", f32({3}), {1, 2, 3}}, {"scale", f64({2, 1, 3}), {1, -2, 3, -4, 5, -6}}};

std::string checked(const std::vector<std::byte>& bytes) { return text_of(weights_blob(bytes).check()); }

// Whatever is checked, a copy of its exact size is, so that the sanitizer sees every byte read beyond it.
std::string checked(const std::vector<std::byte>& bytes, std::size_t length) {
  return checked(std::vector<std::byte>(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length)));
}

TEST_CASE("a sound blob") {
  const blob_writer blob(two);
  const weights_blob read(blob.bytes);
  REQUIRE(text_of(read.check()) == "litho: ok");
  REQUIRE(read.size() == 2);
  REQUIRE(read[0].name == "bias");
  REQUIRE(read[0].type == f32({3}));
  REQUIRE(static_cast<const float*>(read[0].data)[2] == 3);
  REQUIRE(read[1].name == "scale");
  REQUIRE(read[1].type == f64({2, 1, 3}));
  REQUIRE(static_cast<const double*>(read[1].data)[5] == -6);
  REQUIRE(checked(blob_writer({}).bytes) == "litho: ok");
  REQUIRE(checked(blob_writer({{"empty", f32({0, 3}), {}}, {"number", f32({}), {7}}}).bytes) == "litho: ok");
}

TEST_CASE("a blob that is cut off anywhere is refused") {
  const blob_writer blob(two);
  for (std::size_t length = 0; length < blob.bytes.size(); ++length) {
    CAPTURE(length);
    const std::string text = checked(blob.bytes, length);
    REQUIRE(text.starts_with("litho: weights: truncated ("));
    REQUIRE(text.ends_with(joined(" vs ", length, " bytes)")));
  }
  REQUIRE(checked(blob.bytes, 63) == "litho: weights: truncated (64 vs 63 bytes)");
  REQUIRE(checked(blob.bytes, 64) == "litho: weights: truncated (256 vs 64 bytes)");
  REQUIRE(checked(blob.bytes, 447) == "litho: weights: truncated (448 vs 447 bytes)");
  REQUIRE(text_of(weights_blob({}).check()) == "litho: weights: truncated (64 vs 0 bytes)");
}

TEST_CASE("a blob with any one bit changed is refused, but for bits that mean nothing") {
  const blob_writer blob(two);
  const auto means_nothing = [](std::size_t at) {
    if (at >= 56 && at < 64) return true;                   // reserved
    if (at >= 64 + 16 + 8 && at < 64 + 80) return true;     // sizes beyond the rank, of bias
    if (at >= 160 + 16 + 24 && at < 160 + 80) return true;  // and of scale
    return at >= 64 + 192 + 9 && at < 320;                  // between names and payload
  };
  for (std::size_t at = 0; at < blob.bytes.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      CAPTURE(at, bit);
      std::vector<std::byte> changed = blob.bytes;
      changed[at] ^= static_cast<std::byte>(1 << bit);
      REQUIRE((checked(changed) == "litho: ok") == means_nothing(at));
    }
  }
}

TEST_CASE("each fault of a blob has its own text") {
  const auto with = [](std::size_t at, auto value) {
    blob_writer blob(two);
    blob.set(at, value);
    return checked(blob.bytes);
  };
  REQUIRE(with(0, 'l') == "litho: weights: not a litho weights blob");
  REQUIRE(with(8, std::uint32_t{2}) == "litho: weights: version 2 is not 1");
  REQUIRE(with(12, std::uint32_t{0xffffffff}).starts_with("litho: weights: truncated (412316860"));
  REQUIRE(with(12, std::uint32_t{1}) == "litho: weights: damaged, signature does not match the content");
  REQUIRE(with(16, std::uint64_t{0}) == "litho: weights: damaged, signature does not match the content");
  REQUIRE(with(24, std::uint64_t{0}) == "litho: weights: damaged, checksum does not match the content");
  REQUIRE(with(32, ~std::uint64_t{0}).starts_with("litho: weights: truncated"));
  REQUIRE(with(40, ~std::uint64_t{0}).starts_with("litho: weights: truncated"));
  REQUIRE(with(48, ~std::uint64_t{0}).starts_with("litho: weights: truncated"));
  REQUIRE(with(64 + 4, std::uint32_t{0xffffffff}).starts_with("litho: weights: truncated"));
  REQUIRE(with(64 + 8, std::uint32_t{8}) == "litho: weights: damaged, type of an entry does not match the content");
  REQUIRE(with(64 + 12, std::uint32_t{9}) == "litho: weights: damaged, type of an entry does not match the content");
  REQUIRE(with(64 + 16, std::uint64_t{4}) == "litho: weights: damaged, size of an entry does not match the content");
  REQUIRE(with(64 + 16, ~std::uint64_t{0}) == "litho: weights: damaged, shape of an entry does not match the content");
  REQUIRE(with(64 + 16, std::uint64_t{1} << 62) ==
          "litho: weights: damaged, shape of an entry does not match the content");
  REQUIRE(with(64 + 80, ~std::uint64_t{0}).starts_with("litho: weights: truncated"));
  REQUIRE(with(64 + 88, std::uint64_t{16}) == "litho: weights: damaged, size of an entry does not match the content");
  REQUIRE(with(160 + 80, std::uint64_t{0}) == "litho: weights: damaged, offset of an entry does not match the content");
}

/// y = x scale + bias, which is no [2, 1, 3] tensor's to broadcast wrongly.
struct line : network<line> {
  static constexpr auto graph() {
    constexpr auto x = input<"x", double, 2, 4, 3>();
    return cast<float>(x * param<"scale", double, 2, 1, 3>()) + param<"bias", float, 3>();
  }
};

std::vector<float> run_line(instance<line>& net) {
  std::vector<double> x(24);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i) - 7;
  std::vector<float> y(24);
  REQUIRE(text_of(net.run(x, y)) == "litho: ok");
  return y;
}

TEST_CASE("a network loads a blob, or else stays as it was") {
  static instance<line> net;
  const blob_writer blob(two);
  REQUIRE(text_of(net.load(blob.bytes)) == "litho: ok");
  const std::vector<float> expected = run_line(net);
  REQUIRE(expected[0] == -7 * 1 + 1);
  REQUIRE(expected[13] == (13 - 7) * 5 + 2);

  int sound = 0;
  for (std::size_t at = 0; at < blob.bytes.size(); ++at) {
    std::vector<std::byte> changed = blob.bytes;
    changed[at] ^= std::byte{0x10};
    sound += net.load(changed).ok() ? 1 : 0;
    REQUIRE(run_line(net) == expected);
  }
  REQUIRE(sound > 0);
  REQUIRE(!net.load(blob_writer({}).bytes).ok());
  REQUIRE(run_line(net) == expected);
}

TEST_CASE("a blob may lie anywhere that its numbers can be read from") {
  static instance<line> net;
  const blob_writer blob(two);
  std::vector<std::byte> shifted(blob.bytes.size() + 8);
  std::ranges::copy(blob.bytes, shifted.begin() + 4);
  REQUIRE(text_of(net.load(std::span(shifted).subspan(4, blob.bytes.size()))) ==
          "litho: scale: buffer is not aligned to 8 bytes (its address is 4 beyond)");
}

TEST_CASE("the weights of the digits example") {
  std::ifstream file("../examples/01_digits/digits.weights", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const weights_blob blob(std::as_bytes(std::span(bytes)));
  REQUIRE(text_of(blob.check()) == "litho: ok");
  int values = 0;
  bool found = false;
  for (std::size_t i = 0; i < blob.size(); ++i) {
    values += static_cast<int>(blob[i].type.elements());
    found = found || (blob[i].name == "conv1.weight" && blob[i].type == f32({16, 1, 3, 3}));
    REQUIRE(blob[i].type.element == dtype::f32);
  }
  REQUIRE(found);
  REQUIRE(values * 4 <= static_cast<int>(bytes.size()));
}

TEST_CASE("a parameter over an array") {
  const std::array<float, 6> values{1, 2, 3, 4, 5, 6};
  const parameter_view given = view<2, 3>("w", std::span<const float>(values));
  REQUIRE(given.name == "w");
  REQUIRE(given.type == f32({2, 3}));
  REQUIRE(given.data == values.data());
  REQUIRE(view<2, 2>("w", std::span<const float>(values)).data == nullptr);
  REQUIRE(view<>("s", std::span<const float>(values).first(1)).type == f32({}));
}

}  // namespace
}  // namespace litho::test
