// SPDX-License-Identifier: BSL-1.0
#include <catch.hpp>
#include <emulator/compiled.hpp>

namespace litho::test {
namespace {

std::string product_of(int size) {
  const std::string n = std::to_string(size);
  return "%0 = input \"a\" : f16[" + n + "," + n + "]\n%1 = param \"b\" : f16[" + n + "," + n +
         "]\n%2 = matmul(%0, %1) : f16[" + n + "," + n + "]\nreturn \"y\" %2\n";
}

/// Of every task: its place is in the memory it names, aligned, and its queue is the one for that.
TEST_CASE("tasks fit the buffers that their tiles were chosen for") {
  for (const device* on : npus) {
    const compiled made(picture_net, *on);
    REQUIRE(made.tasks.ok());
    for (const task::task& each : made.tasks.tasks) {
      if (each.what != task::kind::move) continue;
      const task::move& how = made.tasks.moves[static_cast<std::size_t>(each.item)];
      for (const task::location& at : {how.from, how.to}) {
        if (at.where == task::memory::global) continue;
        CHECK(at.offset % task::alignment_of(*on, at.where) == 0);
        CHECK(at.offset < task::size_of(*on, at.where));
      }
      CHECK((each.on == task::queue::mte3) == (how.to.where == task::memory::global));
    }
  }
}

/// One at a time, and not before its flags.
TEST_CASE("tasks of a queue follow each other") {
  const compiled made(products, npu::ascend_910b);
  const task::schedule times = task::schedule_of(made.plan, made.tasks);
  for (const task::launch& launch : made.tasks.launches) {
    std::int64_t end[task::queue_count]{};
    int block = -1;
    for (int at = launch.tasks.first; at < launch.tasks.first + launch.tasks.count; ++at) {
      const task::task& each = made.tasks.tasks[static_cast<std::size_t>(at)];
      if (each.block != block) std::fill(std::begin(end), std::end(end), std::int64_t{0});
      block = each.block;
      const task::timing& timed = times.tasks[static_cast<std::size_t>(at)];
      CHECK(timed.begin >= end[static_cast<int>(each.on)]);
      CHECK(timed.end == timed.begin + each.cycles);
      end[static_cast<int>(each.on)] = timed.end;
    }
  }
}

/// Published for 24 cores of a 910B: 1536 cubed 0.0388 ms, 6144 cubed 1.506 ms. The model knows no launch and no
/// contention for memory, so it is faster.
TEST_CASE("cycles of large products") {
  const compiled made(product_of(1536), npu::ascend_910b);
  const task::schedule times = task::schedule_of(made.plan, made.tasks);
  const std::int64_t cube = std::int64_t{96} * 96 * 96 / 24;
  CHECK(times.makespan > cube);
  CHECK(times.makespan < 69'840);
  CHECK(times.utilisation(task::queue::cube, 24) > 0.6);
}

TEST_CASE("pictures are resized beside the Vector cores") {
  ir::graph g;
  const int picture = g.append_source(info_of<"input">, tensor_type{.dims = {1, 3, 8, 8}}, "x");
  const int larger = g.append(info_of<"resize">, tensor_type{.dims = {1, 3, 12, 16}}, std::span(&picture, 1),
                              packed(resize_attributes{.sizes = {1, 3, 12, 16}, .mode = resize_linear}).view());
  g.outputs.push_back({larger, "y"});
  const compiled made(g, npu::ascend_910b);
  REQUIRE(made.tasks.ok());
  for (const task::task& each : made.tasks.tasks) CHECK(each.on == task::queue::image);
  const outcome got = emulate(made, g);
  CHECK(text_of(got.hazards) == "");
  CHECK(got.distance < 1e-6);
}

constexpr std::int64_t cycles_at_compile_time() {
  constexpr std::string_view text =
      "%0 = input \"a\" : f16[40,32]\n%1 = input \"b\" : f16[32,48]\n%2 = matmul(%0, %1) : f16[40,48]\n"
      "%3 = relu(%2) : f16[40,48]\nreturn \"y\" %3\n";
  const plan::plan p = pass::compile(ir::parse(text, all_ops).value, pass::context{O3, npu::ascend_950});
  return task::schedule_of(p, task::lower(p)).makespan;
}

TEST_CASE("the cycle model is constexpr") {
  STATIC_REQUIRE(cycles_at_compile_time() > 100);
  STATIC_REQUIRE(cycles_at_compile_time() < 1'000);
}

}  // namespace
}  // namespace litho::test
