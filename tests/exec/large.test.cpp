// SPDX-License-Identifier: BSL-1.0
#include <catch.hpp>
#include <litho.hpp>
#include <vector>

// Rows that outgrow the caches are stored past them where the result's memory begins at a register's boundary.
namespace {

constexpr std::int64_t count = 5'000'003;

struct large : litho::network<large> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, count>();
    return litho::relu(x * litho::scalar<2.0> - litho::scalar<1.0>);
  }
};
static_assert(2 * 4 * count >= litho::npu::cached_bytes(litho::npu::host));

litho::instance<large> net;

TEST_CASE("large results are right, at any alignment, and nothing is written behind them") {
  std::vector<float> x(count);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 1000) / 500 - 0.75F;
  std::vector<float> memory(count + 32);
  const auto beyond = reinterpret_cast<std::uintptr_t>(memory.data()) % 64 / 4;
  const std::size_t aligned = (16 - beyond) % 16;
  for (const std::size_t begin : {aligned, aligned + 1}) {
    std::fill(memory.begin(), memory.end(), -1.0F);
    REQUIRE(net.run(x, std::span(memory).subspan(begin, count)).ok());
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < x.size(); ++i) wrong += memory[begin + i] != (x[i] > 0.5F ? x[i] * 2 - 1 : 0);
    CHECK(wrong == 0);
    CHECK((begin == 0 || memory[begin - 1] == -1.0F));
    CHECK(memory[begin + count] == -1.0F);
  }
}

}  // namespace
