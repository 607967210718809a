// SPDX-License-Identifier: BSL-1.0
// Runs with a clock give the results of runs without, and their timelines are valid.

#include <algorithm>
#include <graphs/target.hpp>
#include <litho/timeline.hpp>
#include <litho/workers.hpp>
#include <sstream>

#include <litho.hpp>

#include "../catch.hpp"
#include "trace_format.hpp"

namespace {

using nlohmann::json;

constexpr int rows = 64;
constexpr int columns = 48;

/// One kernel each for the sum, the sums of rows and the quotient.
template <int Workers>
struct shares_of_rows : litho::network<shares_of_rows<Workers>> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, rows, columns>();
    constexpr auto y = litho::exp(x + x);
    return y / litho::reduce_sum<{.axes = {1}, .keep = true}>(y);
  }
  static constexpr litho::device target = graphs::without_waiting(litho::npu::default_device);
  static constexpr litho::options options = [] {
    litho::options all = litho::O3;
    all.fuse = false;
    all.workers = Workers;
    return all;
  }();
};

struct two_branches : litho::network<two_branches> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, rows, columns>();
    return litho::exp(litho::exp(x)) + litho::tanh(litho::tanh(x));
  }
  static constexpr litho::device target = graphs::with_streams(graphs::without_waiting(litho::npu::default_device), 2);
  static constexpr litho::options options = [] {
    litho::options all = litho::O3;
    all.fuse = false;
    all.streams = 2;
    return all;
  }();
};

template <class Net>
json events_of(const litho::timeline<Net>& seen) {
  std::ostringstream file;
  seen.write(file);
  return litho::test::events_of(file.str());
}

int slices_of(const json& events, int process) {
  int count = 0;
  for (const json& each : events) count += each["ph"] == "X" && each["pid"] == process ? 1 : 0;
  return count;
}

std::vector<float> numbers() {
  std::vector<float> x(rows * columns);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 17) / 17;
  return x;
}

}  // namespace

TEST_CASE("a timed run computes the same, and times each kernel") {
  using net = shares_of_rows<1>;
  static litho::instance<net> plain;
  static litho::timeline<net> seen;
  const std::vector<float> x = numbers();
  std::vector<float> expected(x.size());
  std::vector<float> results(x.size());
  REQUIRE(plain.run(x, expected).ok());
  REQUIRE(seen.run(plain, x, results).ok());
  CHECK(results == expected);

  const json events = events_of(seen);
  CHECK(net::stats().kernels > 1);
  CHECK(slices_of(events, 1) == net::stats().kernels);
  CHECK(slices_of(events, 3) == net::stats().kernels);
  std::int64_t peak = 0;
  for (const json& each : events)
    if (each["name"] == "arena bytes alive") peak = std::max(peak, each["args"]["bytes"].get<std::int64_t>());
  CHECK(peak > 0);
  CHECK(peak <= net::stats().arena_bytes);
}

TEST_CASE("a timed run has the status of a run") {
  using net = shares_of_rows<1>;
  static litho::instance<net> plain;
  static litho::timeline<net> seen;
  const std::vector<float> x = numbers();
  std::vector<float> too_few(3);
  CHECK(seen.run(plain, x, too_few).code == plain.run(x, too_few).code);
  CHECK_FALSE(seen.run(plain, x, too_few).ok());
  CHECK(slices_of(events_of(seen), 1) == 0);
}

TEST_CASE("shares of kernels are on the threads that ran them") {
  using net = shares_of_rows<2>;
  static litho::instance<net> plain;
  static litho::timeline<net> seen;
  static litho::workers<2> crew;
  const std::vector<float> x = numbers();
  std::vector<float> expected(x.size());
  std::vector<float> results(x.size());
  REQUIRE(net::stats().workers == 2);
  REQUIRE(plain.run(x, expected).ok());
  for (int round = 0; round < 20; ++round) {
    REQUIRE(seen.run_on(crew, plain, x, results).ok());
    CHECK(results == expected);
    const json events = events_of(seen);
    CHECK(slices_of(events, 1) == 0);
    CHECK(slices_of(events, 3) > net::stats().kernels);
  }
}

TEST_CASE("streams that run side by side have a row each, and arrows between them") {
  using net = two_branches;
  static litho::instance<net> plain;
  static litho::timeline<net> seen;
  static litho::workers<2> crew;
  const std::vector<float> x = numbers();
  std::vector<float> expected(x.size());
  std::vector<float> results(x.size());
  REQUIRE(net::stats().streams == 2);
  REQUIRE(plain.run(x, expected).ok());
  for (int round = 0; round < 20; ++round) {
    REQUIRE(seen.run_on(crew, plain, x, results).ok());
    CHECK(results == expected);
    const json events = events_of(seen);
    CHECK(slices_of(events, 1) == net::stats().kernels);
    CHECK(slices_of(events, 3) == net::stats().kernels);
    CHECK(std::count_if(events.begin(), events.end(), [](const json& each) { return each["ph"] == "s"; }) ==
          net::stats().events);
  }
}
