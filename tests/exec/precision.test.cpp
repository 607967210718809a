// SPDX-License-Identifier: BSL-1.0
#include <graphs/all.hpp>
#include <graphs/check.hpp>

using namespace litho;

namespace {

constexpr options half = [] {
  options all = O3;
  all.precision = precision::half;
  return all;
}();

/// Against the graph in halves, and, as far as halves go, against the graph as it was written.
template <class Graph>
void check_half() {
  const ir::graph written = graph_of<Graph>();
  const ir::graph halves = pass::optimise(ir::graph(written), {half, npu::default_device});
  const auto result_of = [](const ir::graph& g) {
    return [&g](unsigned seed) {
      std::vector<ir::named_tensor> sources;
      for (const ir::node& node : g.nodes)
        if (!node.name.empty())
          sources.push_back(
              {node.name, graphs::random_values(node.name, node.type, node.op == &info_of<"param"> ? 1 : seed)});
      return ir::evaluate(g, std::span<const ir::named_tensor>(sources));
    };
  };
  CAPTURE(graphs::name_of<Graph>());
  graphs::check_network<with_options<Graph, half>>(0x1p-10, result_of(halves));
  graphs::check_network<with_options<Graph, half>>(0x1p-8, result_of(written));
}

TEST_CASE("networks in halves run on a processor") {
  check_half<graphs::residual>();
  check_half<graphs::separable>();
  check_half<graphs::attention>();
  check_half<graphs::channel_joins>();
}

constexpr device like_910b(int alignment, bool in_place) {
  device like = npu::ascend_910b;
  like.name = "mine";
  like.alignment = alignment;
  like.in_place = in_place;
  return like;
}
inline constexpr device in_place = like_910b(64, true);
inline constexpr device apart = like_910b(64, false);

struct block : network<block> {
  static constexpr auto graph() {
    constexpr auto x = conv2d<"a", {.out = 16, .kernel = 3, .pad = 1}>(input<"x", float, 1, 16, 8, 8>());
    constexpr auto y = relu(conv2d<"b", {.out = 16, .kernel = 3, .pad = 1}>(x));
    constexpr auto sum = conv2d<"c", {.out = 16, .kernel = 3, .pad = 1}>(y) + x;  // may lie where x does
    return conv2d<"d", {.out = 16, .kernel = 8}>(sum);
  }
  static constexpr litho::options options = half;
};

TEST_CASE("a network is planned for a device by what that can do, its options kept") {
  using usual = with_device<block, npu::ascend_910b>;
  STATIC_REQUIRE(std::string_view(usual::plan().target.name) == "ascend_910b");
  STATIC_REQUIRE(usual::options == half);
  STATIC_REQUIRE(with_device<block, apart>::arena_bytes() > with_device<block, in_place>::arena_bytes());
  STATIC_REQUIRE(with_device<block, in_place>::arena_bytes() <= usual::arena_bytes());
  STATIC_REQUIRE(usual::weight_bytes() < with_device<block, npu::host>::weight_bytes());
}

}  // namespace
