// The op of docs/howto/custom-op.md: a user's op folds, fuses with its neighbours and runs like the library's own.

#include <litho.hpp>

#include "catch.hpp"

template <>
struct litho::op<"my_softsign"> : litho::elementwise<1> {
  static constexpr litho::op_facts info{.name = "my_softsign", .math = "x / (1 + |x|)"};
  template <class V>
  static constexpr V eval(V x) {
    return x / (V(1) + litho::math::abs(x));
  }
};
inline constexpr auto my_softsign = litho::call<"my_softsign">;

namespace {

struct custom : litho::network<custom> {
  static constexpr auto graph() {
    auto x = litho::input<"x", float, 37>();
    return litho::relu(my_softsign(litho::scalar<2.0> * x));
  }
};
static_assert(custom::stats().kernels == 1);

struct folded : litho::network<folded> {
  static constexpr auto graph() { return litho::input<"x", float, 3>() + my_softsign(litho::constant<three>()); }
  static constexpr float three[] = {3};
};

litho::instance<custom> net;

}  // namespace

TEST_CASE("a user's op fuses and runs") {
  std::array<float, 37> x{};
  std::array<float, 37> y{};
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i) / 4 - 4;
  REQUIRE(net.run(x, y).ok());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const float doubled = 2 * x[i];
    CHECK(y[i] == Approx(std::max(doubled / (1 + std::abs(doubled)), 0.0f)));
  }
}

TEST_CASE("a user's op folds") {
  litho::instance<folded> small;
  std::array<float, 3> x{1, 2, 3};
  std::array<float, 3> y{};
  REQUIRE(small.run(x, y).ok());
  CHECK(y[0] == 1.75f);
  STATIC_REQUIRE(folded::stats().kernels == 1);
  STATIC_REQUIRE(folded::stats().constant_bytes == 4);
}
