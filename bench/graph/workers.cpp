// SPDX-License-Identifier: BSL-1.0
// Networks on two cores against the same on one: equal branches of many small layers, which run side by side, and a
// chain of large layers, each of which both workers share.

#include <cstring>
#include <litho.hpp>
#include <litho/workers.hpp>

#include "../measure.hpp"

namespace {

/// A layer that keeps the picture's size.
template <litho::name_t Name, int Channels, int Kernel>
consteval auto layer(auto x) {
  constexpr litho::conv2d_layer how{.out = Channels, .kernel = Kernel, .pad = Kernel / 2};
  return litho::relu(litho::conv2d<Name, how>(x));
}

/// Layers that have their weights in common.
template <litho::name_t Name, int Count>
consteval auto tower(auto x) {
  if constexpr (Count == 0)
    return x;
  else
    return tower<Name, Count - 1>(layer<Name, 64, 1>(x));
}

/// Two branches of 40 layers of 8 x 8 pixels, some 3 us each.
struct branches : litho::network<branches> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, 1, 64, 8, 8>();
    return tower<"left", 40>(x) + tower<"right", 40>(x);
  }
};

/// Pictures that shrink while channels grow.
struct chain : litho::network<chain> {
  static constexpr auto graph() {
    constexpr auto x = litho::input<"x", float, 1, 64, 56, 56>();
    constexpr auto large = litho::max_pool2d<{.kernel = 2}>(layer<"conv1", 64, 3>(x));
    constexpr auto middle = litho::max_pool2d<{.kernel = 2}>(layer<"conv3", 128, 3>(layer<"conv2", 128, 3>(large)));
    constexpr auto small = litho::max_pool2d<{.kernel = 2}>(layer<"conv5", 256, 3>(layer<"conv4", 256, 3>(middle)));
    return layer<"conv7", 512, 3>(layer<"conv6", 512, 3>(small));
  }
};

template <class Net>
struct on_two : litho::network<on_two<Net>> {
  static constexpr auto graph() { return Net::graph(); }
  static constexpr litho::options options = [] {
    litho::options all = litho::O3;
    all.workers = 2;
    return all;
  }();
};

std::vector<float> random_values(std::int64_t count) {
  std::vector<float> values(static_cast<std::size_t>(count));
  for (float& each : values) each = static_cast<float>(std::rand() % 2001 - 1000) / 8000;
  return values;
}

template <class Net>
bool add(const char* name_of_case) {
  return bench::add(name_of_case, [](benchmark::State& state, const std::string& name) {
    static litho::instance<Net> one;
    static litho::instance<on_two<Net>> two;
    static litho::workers<2> crew;
    std::vector<std::vector<float>> values;
    std::vector<litho::parameter_view> parameters;
    for (const auto& port : Net::parameter_ports()) {
      values.push_back(random_values(port.type.elements()));
      parameters.push_back({port.name, port.type, values.back().data()});
    }
    bench::require(one.load(parameters));
    bench::require(two.load(parameters));
    const std::vector<float> x = random_values(Net::input_ports()[0].type.elements());
    std::vector<float> y1(static_cast<std::size_t>(Net::output_ports()[0].type.elements())), y2 = y1;
    bench::contest all(state, name);
    all.add("litho", [&] { bench::require(two.run_on(crew, x, y2)); });
    all.add("one", [&] { bench::require(one.run(x, y1)); });
    all.run();
    all.expect(y1 == y2, "one worker");
    constexpr litho::plan::statistics stats = on_two<Net>::stats();
    state.counters["workers"] = stats.workers;
    state.counters["meetings"] = stats.meetings;
  });
}

[[maybe_unused]] const bool all[] = {add<branches>("workers/branches"), add<chain>("workers/chain")};

}  // namespace
