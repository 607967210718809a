// SPDX-License-Identifier: BSL-1.0
#include <catch.hpp>
#include <cstdio>

#include "compiled.hpp"

namespace litho::test::mutants_emulator {
namespace {

/// Small enough that every mutant runs in milliseconds, large enough for two tiles of each ring's part.
inline constexpr std::string_view small_net =
    "%0 = input \"x\" : f32[1,17,9,7]\n"
    "%1 = param \"w1\" : f32[33,17,3,3]\n"
    "%2 = param \"b1\" : f32[33]\n"
    "%3 = conv2d(%0, %1, %2) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=1 : f32[1,33,9,7]\n"
    "%4 = relu(%3) : f32[1,33,9,7]\n"
    "%5 = param \"w3\" : f32[33,1,3,3]\n"
    "%6 = conv2d(%4, %5) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=33 : f32[1,33,9,7]\n"
    "%7 = reshape(%6) dims=[33,63] : f32[33,63]\n"
    "%8 = softmax(%7) axis=1 : f32[33,63]\n"
    "%9 = param \"w2\" : f32[63,40]\n"
    "%10 = matmul(%8, %9) : f32[33,40]\n"
    "return \"y\" %10\n";

device small_device() {
  device on = npu::ascend_910b;
  on.cube_cores = on.vector_cores = 2;
  on.l0a_bytes = on.l0b_bytes = 4 * 1024;
  on.l0c_bytes = 8 * 1024;
  on.l1_bytes = 32 * 1024;
  on.unified_buffer_bytes = 8 * 1024;
  return on;
}

struct tally {
  int tried = 0;
  int caught = 0;
  int equivalent = 0;  ///< in three orders that hardware may choose, the results are what they were
  int missed = 0;
};

bool same(const vec<tensor>& a, const vec<tensor>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (graphs::distance(a[i], b[i]) != 0) return false;
  return true;
}

/// Runs a mutant in several orders: caught if anything is noted, else its results must be right in all of them.
void judge(const plan::plan& p, const task::list& mutant, const ir::graph& g, const vec<tensor>& expected,
           tally& count) {
  const vec<ir::named_tensor> sources = graphs::random_sources(g);
  const std::span<const ir::named_tensor> given(sources.data(), sources.size());
  ++count.tried;
  bool changed = false;
  for (unsigned seed : {0U, 1U, 2U}) {
    emulator::machine machine(p, mutant, seed);
    const vec<tensor> found = machine.run(given);
    if (!machine.hazards().empty()) {
      ++count.caught;
      return;
    }
    changed = changed || !same(found, expected);
  }
  ++(changed ? count.missed : count.equivalent);
}

template <class Change>
tally mutate(const compiled& made, const ir::graph& g, std::size_t step, Change&& change) {
  tally count;
  const vec<tensor> expected = emulate(made, g).results;
  for (std::size_t at = 0; at < made.tasks.tasks.size(); at += step) {
    task::list mutant = made.tasks;
    if (change(mutant, at)) judge(made.plan, mutant, g, expected, count);
  }
  return count;
}

void remove(task::flags& from, std::size_t which) {
  for (std::size_t i = which; i + 1 < from.count; ++i) from.items[i] = from.items[i + 1];
  --from.count;
}

class mutants {
 public:
  mutants() : graph_(ir::parse(small_net, all_ops).value), made_(graph_, small_device()) {
    REQUIRE(emulate(made_, graph_).hazards.empty());
  }

  template <class Change>
  void expect_caught(const char* what, Change&& change, std::size_t step = 3) {
    const tally count = mutate(made_, graph_, step * thinning, change);
    INFO(what << ": " << count.tried << " tried, " << count.caught << " caught, " << count.equivalent << " equivalent, "
              << count.missed << " missed");
    CHECK(count.tried > 10);
    CHECK(count.missed == 0);
    CHECK(count.caught > 2 * count.tried / 3);
    std::printf("%s: %d tried, %d caught, %d equivalent, %d missed\n", what, count.tried, count.caught,
                count.equivalent, count.missed);
  }

 private:
  ir::graph graph_;
  compiled made_;
};

TEST_CASE("mutants: flags") {
  mutants all;
  all.expect_caught("a wait and its flag removed", [](task::list& of, std::size_t at) {
    task::flags& waits = of.tasks[at].waits;
    if (waits.count == 0) return false;
    const task::flag gone = waits.items[0];
    remove(waits, 0);
    for (std::size_t before = at; before-- > 0;) {  // whoever set it last
      task::flags& sets = of.tasks[before].sets;
      for (std::size_t i = 0; i < sets.count; ++i) {
        if (!(sets.items[i] == gone)) continue;
        remove(sets, i);
        return true;
      }
    }
    return true;
  });
  all.expect_caught("a wait removed", [](task::list& of, std::size_t at) {
    if (of.tasks[at].waits.count == 0) return false;
    remove(of.tasks[at].waits, 0);
    return true;
  });
  all.expect_caught("a flag not set", [](task::list& of, std::size_t at) {
    if (of.tasks[at].sets.count == 0) return false;
    remove(of.tasks[at].sets, 0);
    return true;
  });
  all.expect_caught("the other of two flags", [](task::list& of, std::size_t at) {
    if (of.tasks[at].waits.count == 0) return false;
    of.tasks[at].waits.items[0].id ^= 1U;
    return true;
  });
}

TEST_CASE("mutants: places") {
  mutants all;
  all.expect_caught("a move to 32 bytes further", [](task::list& of, std::size_t at) {
    if (of.tasks[at].what != task::kind::move) return false;
    of.moves[static_cast<std::size_t>(of.tasks[at].item)].to.offset += 32;
    return true;
  });
  all.expect_caught("a move from 32 bytes further", [](task::list& of, std::size_t at) {
    if (of.tasks[at].what != task::kind::move) return false;
    of.moves[static_cast<std::size_t>(of.tasks[at].item)].from.offset += 32;
    return true;
  });
  all.expect_caught(
      "a product half a buffer further",
      [](task::list& of, std::size_t at) {
        if (of.tasks[at].what != task::kind::multiply) return false;
        of.multiplies[static_cast<std::size_t>(of.tasks[at].item)].left ^= 2048;
        return true;
      },
      1);
}

}  // namespace
}  // namespace litho::test::mutants_emulator
