// SPDX-License-Identifier: BSL-1.0
#include <catch.hpp>
#include <graphs/random.hpp>

#include "compiled.hpp"

namespace litho::test::machine_emulator {
namespace {

void check(const ir::graph& g, const device& on, const options& switches, unsigned seed = 0) {
  const compiled made(g, on, switches);
  INFO(on.name << ' ' << (made.tasks.ok() ? "" : made.tasks.fault));
  REQUIRE(made.tasks.ok());
  const outcome found = emulate(made, g, seed);
  INFO(text_of(found.hazards));
  CHECK(found.hazards.empty());
  CHECK(found.distance < bound(on));
}

/// Results do not depend on which of the ready queues goes first.
TEST_CASE("an emulated device gives what the graph says") {
  for (std::string_view text : {picture_net, products, long_rows}) {
    const ir::graph g = ir::parse(text, all_ops).value;
    for (const device* on : npus) {
      check(g, *on, O3);
      check(g, *on, O2, 7);
    }
  }
}

TEST_CASE("random graphs on an emulated device") {
  for (unsigned seed = 0; seed < 120 / thinning; ++seed) {
    std::string text(ir::print(graphs::random_graph(seed).make(5 + static_cast<int>(seed % 20))).view());
    for (std::size_t at = 0; (at = text.find("f64", at)) != std::string::npos;) text.replace(at, 3, "f32");
    const ir::parsed read = ir::parse(text, all_ops);
    if (!read.ok()) continue;  // a cast to what it is already
    INFO(text);
    check(read.value, *npus[seed % 3], seed % 4 == 0 ? O1 : seed % 4 == 1 ? O2 : O3, seed % 2 == 0 ? 0 : seed);
  }
}

/// The least of buffers, and no double buffering, change tiles and cycles, not results.
TEST_CASE("a device of small buffers") {
  device on = npu::ascend_910b;
  on.l0a_bytes = on.l0b_bytes = 4 * 1024;
  on.l0c_bytes = 8 * 1024;
  on.l1_bytes = 48 * 1024;
  on.unified_buffer_bytes = 12 * 1024;
  device single = on;
  single.double_buffer = false;
  device barriers = on;
  barriers.fine_events = false;
  for (std::string_view text : {picture_net, products}) {
    const ir::graph g = ir::parse(text, all_ops).value;
    for (const device& each : {on, single, barriers}) check(g, each, O3, 3);
    const auto cycles = [&](const device& of) {
      const compiled made(g, of);
      return task::schedule_of(made.plan, made.tasks).makespan;
    };
    CHECK(cycles(on) < cycles(barriers));
  }
}

TEST_CASE("a kernel that fits no buffer is a fault that says why") {
  device on = npu::ascend_910b;
  on.l1_bytes = 1024;
  const compiled made(picture_net, on);
  CHECK(!made.tasks.ok());
  CHECK(std::string_view(made.tasks.fault) == "no tile of this kernel fits the Cube's buffers");
  CHECK(made.plan.kernels[static_cast<std::size_t>(made.tasks.faulty_kernel)].kind == plan::family::convolution);
}

}  // namespace
}  // namespace litho::test::machine_emulator
