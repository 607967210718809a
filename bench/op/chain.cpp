// SPDX-License-Identifier: BSL-1.0
// relu(a * x + b) * c, with numbers and with arrays as a, b and c: fused it reads and writes each array once, op by op four
// times. Beyond the caches that ratio of traffic is the gain: 8 to 2 arrays with numbers, 11 to 5 with arrays.

#include <array>
#include <litho.hpp>
#include <vector>

#include "../limits.hpp"

namespace {

template <std::int64_t Count>
struct scalars : litho::network<scalars<Count>> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, Count>();
    constexpr auto a = litho::input<"a", float, 1>();
    constexpr auto b = litho::input<"b", float, 1>();
    constexpr auto c = litho::input<"c", float, 1>();
    return litho::model(litho::inputs(x, a, b, c), litho::outputs(litho::relu(a * x + b) * c));
  }
};

template <std::int64_t Count>
struct arrays : litho::network<arrays<Count>> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, Count>();
    constexpr auto a = litho::input<"a", float, Count>();
    constexpr auto b = litho::input<"b", float, Count>();
    constexpr auto c = litho::input<"c", float, Count>();
    return litho::model(litho::inputs(x, a, b, c), litho::outputs(litho::relu(a * x + b) * c));
  }
};

using values = Eigen::ArrayXf;

template <std::int64_t Count>
const bool with_numbers =
    bench::add("chain/numbers/" + std::to_string(Count), [](benchmark::State& state, const std::string& name) {
      static litho::instance<scalars<Count>> fused;
      static litho::instance<litho::with_options<scalars<Count>, litho::O0>> unfused;
      const values x = values::Random(Count);
      const std::array<float, 1> a{1.5F}, b{0.25F}, c{0.75F};
      values y1(Count), y2(Count), y3(Count), t1(Count), t2(Count), t3(Count);
      bench::report(
          state, name, [&] { bench::require(fused.run(x, a, b, c, y1)); },
          [&] { bench::require(unfused.run(x, a, b, c, y2)); },
          [&] {
            t1 = a[0] * x;
            t2 = t1 + b[0];
            t3 = t2.max(0.0F);
            y3 = t3 * c[0];
          },
          bench::stream_limit<1>({x.data()}, y1.data(), Count));
      bench::require(fused.run(x, a, b, c, y1));  // the limit has written to it
      if (!y1.isApprox(y3) || !y2.isApprox(y3)) state.SkipWithError("results differ");
    });

template <std::int64_t Count>
const bool with_arrays =
    bench::add("chain/arrays/" + std::to_string(Count), [](benchmark::State& state, const std::string& name) {
      static litho::instance<arrays<Count>> fused;
      static litho::instance<litho::with_options<arrays<Count>, litho::O0>> unfused;
      const values x = values::Random(Count), a = values::Random(Count), b = values::Random(Count),
                   c = values::Random(Count);
      values y1(Count), y2(Count), y3(Count), t1(Count), t2(Count), t3(Count);
      bench::report(
          state, name, [&] { bench::require(fused.run(x, a, b, c, y1)); },
          [&] { bench::require(unfused.run(x, a, b, c, y2)); },
          [&] {
            t1 = a * x;
            t2 = t1 + b;
            t3 = t2.max(0.0F);
            y3 = t3 * c;
          },
          bench::stream_limit<4>({x.data(), a.data(), b.data(), c.data()}, y1.data(), Count));
      bench::require(fused.run(x, a, b, c, y1));  // the limit has written to it
      if (!y1.isApprox(y3) || !y2.isApprox(y3)) state.SkipWithError("results differ");
    });

[[maybe_unused]] const bool all[] = {with_numbers<1 << 10>, with_numbers<1 << 16>, with_numbers<1 << 22>,
                                     with_arrays<1 << 10>,  with_arrays<1 << 16>,  with_arrays<1 << 22>};

}  // namespace
