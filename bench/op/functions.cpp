// SPDX-License-Identifier: BSL-1.0
// exp, tanh and erf in short chains, on arrays that lie in the first and second level of the caches: arithmetic is
// their limit. A tanh and an erf are counted as one exp, which is what they cost at least.

#include <litho.hpp>

#include "../limits.hpp"
#include "../peers/onednn.hpp"

namespace {

using namespace litho::literals;
using values = Eigen::ArrayXf;
using bench::onednn::elementwise;

template <std::int64_t Count>
struct exp : litho::network<exp<Count>> {
  static constexpr auto graph() { return litho::exp(litho::input<"x", float, Count>()); }
  static void eigen(const values& x, values& y) { y = x.exp(); }
  static constexpr auto same = elementwise::exp;
};

template <std::int64_t Count>
struct tanh : litho::network<tanh<Count>> {
  static constexpr auto graph() { return litho::tanh(litho::input<"x", float, Count>()); }
  static void eigen(const values& x, values& y) { y = x.tanh(); }
  static constexpr auto same = elementwise::tanh;
};

template <std::int64_t Count>
struct gelu : litho::network<gelu<Count>> {
  static constexpr auto graph() { return litho::gelu<{}>(litho::input<"x", float, Count>()); }
  static void eigen(const values& x, values& y) { y = 0.5F * x * (1.0F + (0.70710678F * x).erf()); }
  static constexpr auto same = elementwise::gelu_erf;
};

template <template <std::int64_t> class Net, std::int64_t Count>
bool add(const std::string& what) {
  return bench::add("functions/" + what + "/" + std::to_string(Count),
                    [](benchmark::State& state, const std::string& name) {
                      using network = Net<Count>;
                      static litho::instance<network> fused;
                      const values x = 4 * values::Random(Count);
                      values ours(Count), eigen(Count), dnn(Count), copied(Count);
                      bench::contest all(state, name);
                      all.add("litho", [&] { bench::require(fused.run(x, ours)); });
                      all.add("Eigen", [&] { network::eigen(x, eigen); });
                      if constexpr (bench::onednn::found)
                        all.add("oneDNN", elementwise(network::same, Count, x.data(), dnn.data()));
                      all.add_limit(bench::stream_limit<1>({x.data()}, copied.data(), Count));
                      all.add_limit(bench::exp_limit(Count));
                      all.run();
                      all.expect(ours.isApprox(eigen, 1e-4F), "Eigen");
                      if constexpr (bench::onednn::found) all.expect(ours.isApprox(dnn, 1e-4F), "oneDNN");
                    });
}

/// exp(tanh(x)) * 0.5 + x: two functions and what fuses with them.
template <std::int64_t Count>
struct chain : litho::network<chain<Count>> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, Count>();
    return litho::exp(litho::tanh(x)) * 0.5_c + x;
  }
};

template <std::int64_t Count>
bool add_chain() {
  return bench::add(
      "functions/exp_tanh_chain/" + std::to_string(Count), [](benchmark::State& state, const std::string& name) {
        static litho::instance<chain<Count>> fused;
        static litho::instance<litho::with_options<chain<Count>, litho::O0>> unfused;
        const values x = 4 * values::Random(Count);
        values ours(Count), plain(Count), first(Count), second(Count), eigen(Count);
        bench::report(
            state, name, [&] { bench::require(fused.run(x, ours)); }, [&] { bench::require(unfused.run(x, plain)); },
            [&] {
              first = x.tanh();
              second = first.exp();
              eigen = second * 0.5F + x;
            },
            bench::exp_limit(2.0 * Count));
        if (!ours.isApprox(eigen, 1e-4F) || !plain.isApprox(eigen, 1e-4F)) state.SkipWithError("results differ");
      });
}

[[maybe_unused]] const bool all_cases[] = {
    add<exp, 1 << 12>("exp"),   add<exp, 1 << 16>("exp"),   add<tanh, 1 << 12>("tanh"), add<tanh, 1 << 16>("tanh"),
    add<gelu, 1 << 12>("gelu"), add<gelu, 1 << 16>("gelu"), add_chain<1 << 12>(),       add_chain<1 << 16>()};

}  // namespace
