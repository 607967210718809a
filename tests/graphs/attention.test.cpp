// SPDX-License-Identifier: BSL-1.0
#include "attention.hpp"

#include <litho/workers.hpp>

#include "check.hpp"

// Attention of all lengths and widths: one kernel, against the reference and against the kernels of its parts.
namespace graphs {
namespace {

using litho::O0, litho::O1, litho::O2, litho::O3;

constexpr litho::options without_patterns = [] {
  litho::options o = O3;
  o.patterns = false;
  return o;
}();

template <class Net>
constexpr bool is_one_kernel = Net::stats().kernels == 1;

/// softmax(q k' / 8) v, two heads.
template <std::int64_t Rows, std::int64_t Keys, std::int64_t Depth, std::int64_t Width, class T = float>
struct heads : litho::network<heads<Rows, Keys, Depth, Width, T>> {
  static constexpr auto graph() {
    constexpr auto q = litho::input<"q", T, 2, Rows, Depth>();
    constexpr auto k = litho::input<"k", T, 2, Keys, Depth>();
    constexpr auto v = litho::input<"v", T, 2, Keys, Width>();
    constexpr auto scores = litho::matmul(q, litho::transpose<0, 2, 1>(k)) * litho::scalar<0.125>;
    return litho::matmul(litho::softmax(scores), v);
  }
};
/// The keys come as [depth, keys], the mask is added, and something follows.
template <std::int64_t Rows, std::int64_t Keys, std::int64_t Depth, std::int64_t Width, std::int64_t... Mask>
struct masked : litho::network<masked<Rows, Keys, Depth, Width, Mask...>> {
  static constexpr auto graph() {
    constexpr auto q = litho::input<"q", float, 2, Rows, Depth>();
    constexpr auto k = litho::input<"k", float, 2, Depth, Keys>();
    constexpr auto v = litho::input<"v", float, 2, Keys, Width>();
    constexpr auto mask = litho::input<"mask", float, Mask...>();
    constexpr auto r = litho::input<"r", float, 2, Rows, Width>();
    constexpr auto scores = mask + litho::matmul(q, k) / litho::scalar<-2.0>;
    return litho::model(litho::inputs(q, k, v, mask, r),
                        litho::outputs(litho::relu(litho::matmul(litho::softmax(scores), v)) + r));
  }
};

TEST_CASE("attention of all lengths") {
  STATIC_REQUIRE(is_one_kernel<heads<5, 7, 8, 8>>);
  check<heads<1, 1, 8, 8>, O3>();
  check<heads<1, 7, 64, 37>, O0, O3>();
  check<heads<7, 16, 8, 64>, O2, O3>();
  check<heads<16, 7, 37, 8>, O3>();
  check<heads<100, 100, 64, 64>, O0, O1, O2, O3, without_patterns>();
  check<heads<128, 128, 37, 37>, O3>();
  check<heads<29, 512, 8, 64>, O3>();
  check<heads<16, 512, 3, 1>, O3>();
  check<heads<1, 512, 64, 64>, O3>();
}
TEST_CASE("attention to more keys than the first-level cache holds scores") {
  check<heads<31, 1500, 8, 8>, O3>();
  check<heads<260, 1201, 5, 20>, O3>();
  check<masked<20, 1500, 8, 37, 20, 1500>, O3>();
}
TEST_CASE("attention with a mask, and an epilogue") {
  STATIC_REQUIRE(is_one_kernel<masked<9, 7, 8, 8, 9, 7>>);
  check<masked<33, 50, 8, 16, 33, 50>, O0, O3>();
  check<masked<33, 50, 8, 16, 2, 1, 50>, O3>();
  check<masked<33, 50, 8, 16, 33, 1>, O3>();
  check<masked<3, 50, 8, 16, 50>, O3>();
  check<masked<3, 50, 8, 16, 2, 1, 1>, O3>();
  check<masked<3, 50, 8, 20>, O3>();
}
TEST_CASE("attention in double") {
  check<heads<33, 70, 12, 20, double>, O3>(1e-13);
  check<heads<3, 9, 12, 20, double>, O3>(1e-13);
}

/// Four heads of queries share two of keys and values, which are repeated; a second batch axis broadcasts.
struct grouped_queries : litho::network<grouped_queries> {
  static constexpr auto graph() {
    constexpr auto q = litho::input<"q", float, 3, 4, 10, 8>();
    constexpr auto k = litho::input<"k", float, 2, 1, 9, 8>();
    constexpr auto v = litho::input<"v", float, 3, 2, 1, 9, 6>();
    constexpr auto keys = litho::reshape<4, 9, 8>(litho::expand<{{2, 2, 9, 8}}>(k));
    constexpr auto values = litho::reshape<3, 4, 9, 6>(litho::expand<{{3, 2, 2, 9, 6}}>(v));
    return litho::matmul(litho::softmax(litho::matmul(q, litho::transpose<0, 2, 1>(keys))), values);
  }
};
/// An op that a user writes.
struct written : litho::network<written> {
  static constexpr auto graph() {
    return litho::attention<{.scale = 0.5}>(litho::input<"q", float, 2, 10, 8>(), litho::input<"k", float, 1, 9, 8>(),
                                            litho::input<"v", float, 9, 6>(), litho::input<"mask", float, 10, 9>());
  }
};
struct of_halves : litho::network<of_halves> {
  static constexpr auto graph() {
    constexpr auto q = litho::input<"q", litho::half, 12, 8>();
    constexpr auto k = litho::input<"k", litho::half, 20, 8>();
    constexpr auto v = litho::input<"v", litho::half, 20, 16>();
    return litho::matmul(litho::softmax(litho::matmul(q, litho::transpose(k))), v);
  }
};

TEST_CASE("attention of shared heads, as an op, of halves") {
  STATIC_REQUIRE(is_one_kernel<grouped_queries>);
  check<grouped_queries, O0, O3, without_patterns>();
  check<written, O0, O3>();
  check<of_halves, O0, O3>(0x1p-9);
}

/// Row 0 may look at nothing, row 1 at the last key alone, row 2 at all; scores of row 3 are infinite, one of row 4 is NaN.
template <std::int64_t Rows, std::int64_t Keys>
void check_masked_rows() {
  using net = masked<Rows, Keys, 2, 3, Rows, Keys>;
  static litho::instance<net> fused;
  static litho::instance<litho::with_options<net, without_patterns>> apart;
  constexpr float inf = std::numeric_limits<float>::infinity();
  std::vector<float> q(2 * Rows * 2, 0.5F), k(2 * 2 * Keys, 1), v(2 * Keys * 3), mask(Rows * Keys), r(2 * Rows * 3);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<float>(i % 7) - 3;
  for (std::size_t j = 0; j < Keys; ++j) {
    mask[j] = -inf;
    mask[Keys + j] = j + 1 == Keys ? 0 : -inf;
    mask[3 * Keys + j] = inf;
    mask[4 * Keys + j] = j == 5 ? std::numeric_limits<float>::quiet_NaN() : 0;
  }
  std::vector<float> one(2 * Rows * 3), other(2 * Rows * 3);
  REQUIRE(fused.run(q, k, v, mask, r, one).ok());
  REQUIRE(apart.run(q, k, v, mask, r, other).ok());
  for (std::size_t i = 0; i < one.size(); ++i) {
    CAPTURE(Rows, Keys, i);
    const std::size_t row = i / 3 % Rows;
    CHECK((one[i] != one[i]) == (row == 0 || row == 3 || row == 4));
    CHECK((other[i] != other[i]) == (one[i] != one[i]));
    if (one[i] == one[i]) CHECK(std::abs(one[i] - other[i]) < 1e-5F);
  }
}
TEST_CASE("attention of rows that see nothing") {
  check_masked_rows<5, 9>();
  check_masked_rows<9, 16>();
  check_masked_rows<20, 40>();
  check_masked_rows<9, 1300>();
}

struct for_two : litho::network<for_two> {
  static constexpr auto graph() { return heads<300, 256, 64, 64>::graph(); }
  static constexpr litho::options options = [] {
    litho::options o = O3;
    o.workers = 2;
    return o;
  }();
};
TEST_CASE("attention on two workers is the same bit for bit") {
  STATIC_REQUIRE(for_two::stats().workers == 2);
  static litho::instance<for_two> shared;
  static litho::instance<heads<300, 256, 64, 64>> alone;
  litho::workers<2> crew;
  std::vector<float> q(2 * 300 * 64), k(2 * 256 * 64), v(2 * 256 * 64), one(2 * 300 * 64), other(2 * 300 * 64);
  for (std::size_t i = 0; i < q.size(); ++i) q[i] = static_cast<float>(i * 37 % 101) / 50 - 1;
  for (std::size_t i = 0; i < k.size(); ++i) k[i] = static_cast<float>(i * 53 % 97) / 48 - 1;
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<float>(i * 29 % 89) / 44 - 1;
  REQUIRE(shared.run_on(crew, q, k, v, one).ok());
  REQUIRE(alone.run(q, k, v, other).ok());
  CHECK(one == other);
}

}  // namespace
}  // namespace graphs
