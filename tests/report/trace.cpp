// SPDX-License-Identifier: BSL-1.0
// Timelines are files of the trace event format, and say what the schedule says.

#include <litho/trace.hpp>

#include "../catch.hpp"
#include "../graphs/conv_bn_relu.hpp"
#include "../graphs/residual.hpp"
#include "trace_format.hpp"

namespace {

using litho::test::events_of;
using nlohmann::json;

struct two_branches : litho::network<two_branches> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, 512, 512>();
    return litho::exp(litho::exp(x)) + litho::tanh(litho::tanh(x));
  }
  static constexpr litho::options options = [] {
    litho::options all = litho::O3;
    all.fuse = false;
    all.streams = 2;
    return all;
  }();
};

struct emulated {
  litho::plan::plan plan;
  litho::task::list tasks;
  litho::task::schedule timed;

  explicit emulated(litho::plan::plan made)
      : plan(std::move(made)), tasks(litho::task::lower(plan)), timed(litho::task::schedule_of(plan, tasks)) {}
};

template <class Net>
emulated on(const litho::device& target) {
  return emulated(litho::plan_for<Net>(target));
}

std::vector<json> of_process(const json& events, const std::string& phase, int process) {
  std::vector<json> found;
  for (const json& each : events)
    if (each["ph"] == phase && each["pid"] == process) found.push_back(each);
  return found;
}

}  // namespace

TEST_CASE("a trace is valid and has a slice for each kernel and each task") {
  for (const litho::device* target : {&litho::npu::ascend_910, &litho::npu::ascend_910b, &litho::npu::ascend_950}) {
    const emulated run = on<graphs::conv_bn_relu>(*target);
    REQUIRE(run.tasks.ok());
    const json events = events_of(litho::emulator::trace(run.plan, run.tasks, run.timed));
    std::size_t slices = 0;
    std::int64_t cycles = 0;
    std::int64_t bytes = 0;
    for (const json& each : events)
      if (each["ph"] == "X" && each["pid"] >= 10) {
        ++slices;
        cycles += each["args"]["cycles"].get<std::int64_t>();
        bytes += each["args"]["bytes"].get<std::int64_t>();
        CHECK(each["args"]["queue_length"] >= 0);
        CHECK(each["args"]["queue_length"] <= 32);
      }
    CHECK(slices == run.tasks.tasks.size());
    std::int64_t busy = 0;
    std::int64_t moved = 0;
    for (int queue = 0; queue < litho::task::queue_count; ++queue) {
      busy += run.timed.busy[queue];
      moved += run.timed.moved[queue];
    }
    CHECK(cycles == busy);
    CHECK(bytes == moved);

    const std::vector<json> kernels = of_process(events, "X", 1);
    REQUIRE(kernels.size() == run.tasks.launches.size());
    double end = 0;
    for (const json& each : kernels) {
      const litho::plan::kernel& k = run.plan.kernels[each["args"]["kernel"].get<std::size_t>()];
      CHECK(each["name"] == litho::plan::ops_of(run.plan, k));
      CHECK(each["args"]["multiply_adds"] == k.multiply_adds);
      end = std::max(end, each["ts"].get<double>() + each["dur"].get<double>());
    }
    CHECK(end == Approx(static_cast<double>(run.timed.makespan) / target->clock_mhz).margin(0.002));
  }
}

TEST_CASE("kernels alone make a trace without cores") {
  const emulated run = on<graphs::conv_bn_relu>(litho::npu::ascend_910b);
  const json events = events_of(litho::emulator::trace(run.plan, run.tasks, run.timed, {.tasks = false}));
  for (const json& each : events) CHECK(each["pid"] < 10);
  CHECK(of_process(events, "X", 1).size() == run.tasks.launches.size());
}

TEST_CASE("the memory counters end where they should") {
  const emulated run = on<graphs::residual>(litho::npu::ascend_910b);
  const json events = events_of(litho::emulator::trace(run.plan, run.tasks, run.timed));
  std::int64_t peak = 0;
  std::int64_t alive = 0;
  json moved;
  for (const json& each : of_process(events, "C", 2)) {
    if (each["name"] == "arena bytes alive") {
      alive = each["args"]["bytes"];
      peak = std::max(peak, alive);
    } else {
      moved = each["args"];
    }
  }
  CHECK(alive == 0);
  CHECK(peak > 0);
  CHECK(peak <= run.plan.totals.arena_bytes);
  CHECK(moved["read"] == run.timed.moved[static_cast<int>(litho::task::queue::mte2)]);
  CHECK(moved["written"] == run.timed.moved[static_cast<int>(litho::task::queue::mte3)]);
}

TEST_CASE("events between streams are arrows from one kernel to the other") {
  const emulated run = on<two_branches>(litho::npu::ascend_910b);
  REQUIRE(run.plan.totals.streams == 2);
  REQUIRE_FALSE(run.plan.events.empty());
  const json events = events_of(litho::emulator::trace(run.plan, run.tasks, run.timed));
  const std::vector<json> starts = of_process(events, "s", 1);
  const std::vector<json> finishes = of_process(events, "f", 1);
  REQUIRE(starts.size() == run.plan.events.size());
  REQUIRE(finishes.size() == run.plan.events.size());
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const litho::plan::event& each = run.plan.events[i];
    CHECK(starts[i]["tid"] == run.plan.kernels[static_cast<std::size_t>(each.after)].stream + 1);
    CHECK(finishes[i]["tid"] == run.plan.kernels[static_cast<std::size_t>(each.before)].stream + 1);
    CHECK(starts[i]["ts"] <= finishes[i]["ts"]);
  }
}

TEST_CASE("a network is traced in one call, or the device does not take it") {
  std::ostringstream file;
  CHECK(litho::trace<graphs::conv_bn_relu>(file, litho::npu::ascend_910b) == nullptr);
  CHECK_FALSE(events_of(file.str()).empty());

  litho::device tiny = litho::npu::ascend_910b;
  tiny.unified_buffer_bytes = 64;
  std::ostringstream nothing;
  CHECK(litho::trace<graphs::conv_bn_relu>(nothing, tiny) != nullptr);
  CHECK(nothing.str().empty());
}

TEST_CASE("texts become JSON whatever bytes they have") {
  std::string text;
  litho::append_json(text, "a\"b\\c\n\x01 \xc3\xa4 \xc3 \xff \xe0\x80\x80 \xf0\x9f\x98\x80");
  CHECK(json::parse(text).get<std::string>() == "a\"b\\c\n\x01 \xc3\xa4 ? ? ??? \xf0\x9f\x98\x80");
  litho::json_object numbers;
  numbers.add("a", -5).add_thousandths("b", 12005).add_thousandths("c", 12000).add_thousandths("d", -7);
  CHECK(numbers.view() == R"({"a":-5,"b":12.005,"c":12,"d":-0.007})");
}
