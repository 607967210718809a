// SPDX-License-Identifier: BSL-1.0
#include <atomic>
#include <chrono>
#include <graphs/all.hpp>
#include <graphs/target.hpp>
#include <litho/workers.hpp>
#include <thread>

#include "runner.hpp"

/// Networks on several threads against the same on one. Also to be built with -fsanitize=thread.
namespace graphs {
namespace {

/// For several workers, however small the graph is.
template <class Graph, int Workers>
struct eager : litho::network<eager<Graph, Workers>> {
  static constexpr auto graph() { return Graph::graph(); }
  static constexpr litho::device target = without_waiting(litho::npu::default_device);
  static constexpr litho::options options = [] {
    litho::options all = litho::O3;
    all.workers = Workers;
    return all;
  }();
};

template <class Graph, int Workers, class Crew>
void check_on(Crew& crew) {
  CAPTURE(name_of<Graph>(), Workers);
  using shared = eager<Graph, Workers>;
  runner<eager<Graph, 1>> one;
  runner<shared> several;
  const std::vector<std::byte> expected = one.run();
  CHECK(several.run() == expected);
  for (int i = 0; i < 20; ++i) CHECK(several.run_on(crew) == expected);
  CHECK(several.intact());
}

TEST_CASE("two workers compute what one does, bit for bit") {
  litho::workers<2> crew;
  check_on<attention, 2>(crew);
  check_on<batches, 2>(crew);
  check_on<broadcast, 2>(crew);
  check_on<channel_joins, 2>(crew);
  check_on<classifier, 2>(crew);
  check_on<conv_bn_relu, 2>(crew);
  check_on<doubles, 2>(crew);
  check_on<grouped, 2>(crew);
  check_on<movements, 2>(crew);
  check_on<perceptron, 2>(crew);
  check_on<pools, 2>(crew);
  check_on<reductions, 2>(crew);
  check_on<residual, 2>(crew);
  check_on<separable, 2>(crew);
  check_on<signal, 2>(crew);
  check_on<softmax_middle, 2>(crew);
  check_on<strided, 2>(crew);
}

TEST_CASE("so do three, in a crew of four") {
  litho::workers<4> crew;
  check_on<classifier, 3>(crew);
  check_on<pools, 3>(crew);
  check_on<attention, 3>(crew);
}

TEST_CASE("a plan for one worker runs on a crew, too") {
  litho::workers<2> crew;
  runner<eager<classifier, 1>> one;
  CHECK(one.run_on(crew) == one.run());
}

TEST_CASE("networks take turns on a crew, also after its threads have parked") {
  litho::workers<3> crew;
  runner<eager<classifier, 2>> two;
  runner<eager<pools, 3>> three;
  const std::vector<std::byte> of_two = two.run();
  const std::vector<std::byte> of_three = three.run();
  for (int i = 0; i < 12; ++i) {
    CHECK(two.run_on(crew) == of_two);
    if (i % 4 == 1) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    CHECK(three.run_on(crew) == of_three);
    if (i % 4 == 3) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

/// Three stages with a task for each worker. Each task notes that it ran, and how many of the stage before had run by
/// then.
struct notes {
  static constexpr int stages = 3;
  static constexpr int count = 4;  // a worker that is late must not look into what was given
  int slow;                        ///< whose tasks take long, so that the others park
  std::atomic<int> ran[stages][4]{};
  std::atomic<int> wrong = 0;

  template <class Member>
  static void work(const void* given, const Member& me) {
    for (int stage = 0; stage < stages; ++stage) {
      me.wait(stage * count);
      for (int i = 0; i < count; ++i) {
        const int seat = (me.worker() + i) % count;
        if (!me.claim(stage, seat)) continue;
        notes& all = *static_cast<notes*>(const_cast<void*>(given));
        if (seat == all.slow) std::this_thread::sleep_for(std::chrono::milliseconds(2));
        ++all.ran[stage][seat];
        for (int other = 0; stage > 0 && other < count; ++other)
          if (all.ran[stage - 1][other] != 1) ++all.wrong;
        me.finish();
      }
    }
  }
};

TEST_CASE("each task runs once, after all of the stage before") {
  litho::workers<4> crew;
  for (int i = 0; i < 200; ++i) {
    notes all{i % 50 == 0 ? i / 50 : -1};
    crew.run(notes::count, notes::stages, notes::stages * notes::count, &all,
             [](const void* given, const auto& me) { notes::work(given, me); });
    CHECK(all.wrong == 0);
    for (auto& stage : all.ran)
      for (int seat = 0; seat < notes::count; ++seat) CHECK(stage[seat] == 1);
  }
}

TEST_CASE("more workers than there are cores") {
  runner<eager<classifier, 4>> several;
  const std::vector<std::byte> expected = several.run();
  litho::workers<4> crew;
  for (int i = 0; i < 50; ++i) CHECK(several.run_on(crew) == expected);
}

TEST_CASE("a crew goes while it spins, while it is parked, and unused") {
  {
    litho::workers<2> unused;
  }
  for (const int milliseconds : {0, 5}) {
    litho::workers<4> crew;
    notes all{1};
    crew.run(4, notes::stages, notes::stages * 4, &all,
             [](const void* given, const auto& me) { notes::work(given, me); });
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
  }
}

}  // namespace
}  // namespace graphs
