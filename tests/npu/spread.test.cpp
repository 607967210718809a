// SPDX-License-Identifier: BSL-1.0
#include <litho/npu/spread.hpp>
#include <vector>

#include "catch.hpp"

using litho::npu::lanes;

namespace {

template <int Width, int... Place>
void check(std::integer_sequence<int, Place...>) {
  using value = lanes<float, Width>;
  if constexpr (litho::npu::can_spread<value>) {
    std::vector<float> row(value::packet_size);
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<float>(i) + 0.5F;
    const auto packet = Eigen::internal::ploadu<typename value::packet>(row.data());
    const auto spreads = [&]<int Which>(std::integral_constant<int, Which>) {
      std::vector<float> given(Width);
      litho::npu::spread<value, Which>(packet).store(given.data());
      CHECK(given == std::vector<float>(Width, row[static_cast<std::size_t>(Which)]));
    };
    (spreads(std::integral_constant<int, Place>()), ...);
  }
}
template <int Width>
void check() {
  check<Width>(std::make_integer_sequence<int, lanes<float, Width>::packet_size>());
}

TEST_CASE("each number of a packet in all lanes") {
  check<8>();
  check<16>();
  check<32>();
}

}  // namespace
