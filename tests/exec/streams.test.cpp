// SPDX-License-Identifier: BSL-1.0
#include <chrono>
#include <graphs/all.hpp>
#include <graphs/target.hpp>
#include <litho/workers.hpp>
#include <thread>

#include "runner.hpp"

/// Networks with several streams on crews against the same with one. Also to be built with -fsanitize=thread.
namespace graphs {
namespace {

/// With several streams, however small the graph is.
template <class Graph, int Streams>
struct streamed : litho::network<streamed<Graph, Streams>> {
  static constexpr auto graph() { return Graph::graph(); }
  static constexpr litho::device target = without_waiting(litho::npu::default_device);
  static constexpr litho::options options = [] {
    litho::options all = litho::O3;
    all.streams = Streams;
    return all;
  }();
};

/// Four branches of three kernels each, whose results come together by twos; in each, memory is used again.
struct four_branches {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 24, 40>();
    constexpr auto a = softmax(transpose<1, 0>(litho::neg(x)));
    constexpr auto b = softmax(transpose<1, 0>(litho::exp(x)));
    constexpr auto c = softmax(transpose<1, 0>(litho::tanh(x)));
    constexpr auto d = softmax(transpose<1, 0>(litho::abs(x)));
    constexpr auto e = matmul(transpose<1, 0>(a), b);
    constexpr auto f = matmul(transpose<1, 0>(c), d);
    return outputs(output<"sum">(softmax(e + f)), output<"side">(litho::sqrt(transpose<1, 0>(d))));
  }
};

template <class Graph, int Streams, class Crew>
void check_on(Crew& crew) {
  CAPTURE(name_of<Graph>(), Streams, Crew::size);
  runner<streamed<Graph, 1>> one;
  runner<streamed<Graph, Streams>> several;
  const std::vector<std::byte> expected = one.run();
  CHECK(several.run() == expected);
  for (int i = 0; i < 20; ++i) CHECK(several.run_on(crew) == expected);
  CHECK(several.intact());
}

TEST_CASE("graphs with branches have several streams") {
  STATIC_REQUIRE(streamed<four_branches, 8>::stats().streams >= 4);
  STATIC_REQUIRE(streamed<four_branches, 8>::stats().events >= 3);
  STATIC_REQUIRE(streamed<four_branches, 3>::stats().streams == 3);
  STATIC_REQUIRE(streamed<activations, 4>::stats().streams == 4);
  STATIC_REQUIRE(streamed<channel_joins, 4>::stats().events == 2);
  STATIC_REQUIRE(streamed<given_weights, 4>::stats().events == 2);
  STATIC_REQUIRE(streamed<chain, 4>::stats().streams == 1);
}

TEST_CASE("several streams compute what one does, bit for bit, on crews of any size") {
  litho::workers<1> alone;
  litho::workers<2> two;
  litho::workers<4> four;
  check_on<four_branches, 8>(alone);
  check_on<four_branches, 8>(two);
  check_on<four_branches, 8>(four);
  check_on<four_branches, 3>(two);
  check_on<four_branches, 2>(four);
  check_on<activations, 4>(two);
  check_on<activations, 4>(four);
  check_on<channel_joins, 4>(two);
  check_on<given_weights, 4>(two);
  check_on<movements, 4>(four);
  check_on<reductions, 4>(two);
  check_on<chain, 4>(two);
}

TEST_CASE("streams go on after the crew's threads have parked, and when networks take turns") {
  litho::workers<3> crew;
  runner<streamed<four_branches, 8>> first;
  runner<streamed<channel_joins, 4>> second;
  const std::vector<std::byte> of_first = first.run();
  const std::vector<std::byte> of_second = second.run();
  for (int i = 0; i < 12; ++i) {
    CHECK(first.run_on(crew) == of_first);
    if (i % 4 == 1) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    CHECK(second.run_on(crew) == of_second);
    if (i % 4 == 3) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

TEST_CASE("many runs on more workers than there are cores") {
  runner<streamed<four_branches, 8>> several;
  const std::vector<std::byte> expected = several.run();
  litho::workers<8> crew;
  for (int i = 0; i < 200; ++i) CHECK(several.run_on(crew) == expected);
}

}  // namespace
}  // namespace graphs
