// SPDX-License-Identifier: BSL-1.0
#include "check.hpp"

#include <random>

#include <litho/emulator/interpret.hpp>
#include <litho/exec/sharing.hpp>
#include <litho/npu/device.hpp>

#include "compiler/compile.hpp"

namespace litho::fuzz {

namespace {

struct pass_switch {
  const char* name;
  bool options::* field;
};
constexpr pass_switch switches[] = {{"simplify", &options::simplify}, {"fold", &options::fold},
                                    {"cse", &options::cse},           {"dce", &options::dce},
                                    {"patterns", &options::patterns}, {"binding", &options::binding},
                                    {"layouts", &options::layouts},   {"fuse", &options::fuse},
                                    {"order", &options::order},       {"memory", &options::memory}};

constexpr double usual_steps = 2;
constexpr double winograd_steps = 64;  ///< tiles round more often than once an op

pass::context on_host(const options& with) { return {with, npu::host, &exec::workspace_bytes, &exec::busiest_share}; }

}  // namespace

std::vector<configuration> configurations(unsigned seed) {
  std::vector<configuration> result{{"O0", on_host(O0)}, {"O1", on_host(O1)}, {"O2", on_host(O2)}, {"O3", on_host(O3)}};
  for (const pass_switch& each : switches) {
    options alone = O0;
    alone.*each.field = true;
    result.push_back({std::string(each.name) + " alone", on_host(alone)});
    options rest = O3;
    rest.*each.field = false;
    result.push_back({std::string("all but ") + each.name, on_host(rest)});
  }
  std::mt19937 chance(seed);
  const auto some = [&] {
    options with = O3;
    for (const pass_switch& each : switches)
      if (chance() % 4 == 0) with.*each.field = false;
    return with;
  };
  options shared = some();
  shared.workers = 2 + static_cast<int>(chance() % 3);
  result.push_back({"workers", on_host(shared)});
  result.back().with.target.clock_mhz = 0;  // so that the smallest kernels are shared
  options streamed = some();
  streamed.streams = 2 + static_cast<int>(chance() % 3);
  result.push_back({"streams", on_host(streamed)});
  result.back().with.target.clock_mhz = 0;
  result.back().with.target.streams = 4;
  options tiles = some();
  tiles.winograd = true;
  result.push_back({"winograd", on_host(tiles)});
  static constexpr const device* devices[] = {&npu::cortex_m4f, &npu::cortex_m7, &npu::ascend_910b, &npu::ascend_950};
  result.push_back({"another device", on_host(some())});
  result.back().with.target = *devices[chance() % 4];
  return result;
}

judge::judge(const bisector::problem& given)
    : given_(given),
      usual_(trial::expect(given.graph, given.sources, usual_steps)),
      with_winograd_(trial::expect(given.graph, given.sources, winograd_steps)) {}

std::string judge::fault(const configuration& how) const {
  const bool in_tiles = how.with.switches.winograd;
  const trial::expectation& wanted = in_tiles ? with_winograd_ : usual_;
  if (!wanted.is_usable) return {};
  try {
    const plan::plan made = compiler::compile(given_.graph, how.with);
    const vec<tensor> found = emulator::interpreter(made).run(given_.sources);
    if (trial::difference(wanted, found).empty()) return {};
    const double steps = in_tiles ? winograd_steps : usual_steps;
    return trial::difference(trial::expect(given_.graph, given_.sources, steps, 200),
                             found);  // tan has many neighbours
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace litho::fuzz
