// SPDX-License-Identifier: BSL-1.0
#include <graphs/passes.hpp>

namespace litho::emulator {
namespace {

constexpr std::string_view chain = R"(%0 = input "x" : f32[2,3]
    %1 = param "w" : f32[4,3]
    %2 = dense(%0, %1) : f32[2,4]
    %3 = softmax(%2) axis=1 : f32[2,4]
    %4 = relu(%3) : f32[2,4]
    return "y" %4
    return "z" %2)";

/// Doubles what a softmax gives.
struct doubles {
  static constexpr const char* name = "doubles";
  static bool enabled(const options& o) { return o.simplify; }
  static ir::graph run(ir::graph g, const pass::context&) {
    const int two = g.append_constant(make_tensor<float>({}, {2}));
    for (ir::output& out : g.outputs)
      if (g.is<"relu">(out.node)) out.node = g.emit().make<"mul">({out.node, two});
    return g;
  }
};
/// Loses an output.
struct loses {
  static constexpr const char* name = "loses";
  static bool enabled(const options&) { return true; }
  static ir::graph run(ir::graph g, const pass::context&) {
    g.outputs.pop_back();
    return g;
  }
};
/// Runs a kernel before those it needs.
struct reverses {
  static constexpr const char* name = "reverses";
  static bool enabled(const options&) { return true; }
  static plan::plan run(plan::plan p, const pass::context&) {
    vec<int> order;
    for (std::size_t k = p.kernels.size(); k-- > 0;) order.push_back(static_cast<int>(k));
    return plan::reordered(std::move(p), order);
  }
};

struct judged {
  ir::graph g = ir::parse(chain, all_ops).value;
  vec<ir::named_tensor> sources = graphs::random_sources(g);
  std::vector<std::string> heard{};

  pass_result first_faulty(const pass_list& passes, const options& switches = O3, double tolerance = 1e-4) {
    heard.clear();
    return first_faulty_pass(g, given(), passes, {switches, npu::host, &exec::workspace_bytes}, tolerance,
                             [&](const pass_result& each) { heard.push_back(explain(each, g)); });
  }
  std::span<const ir::named_tensor> given() const { return {sources.data(), sources.size()}; }
};

TEST_CASE("how far results are off, and where") {
  const auto of = [](std::initializer_list<double> values) {
    return vec<tensor>{make_tensor<double>({3}, {1, 2, 3}),
                       make_tensor<double>({static_cast<std::int64_t>(values.size())}, values)};
  };
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(compare(of({1, -4, nan}), of({1, -4, nan})).error == 0);
  const deviation found = compare(of({1, -3, 2}), of({1, -4, 2.5}));
  CHECK(found.error == 0.25);
  CHECK((found.output == 1 && found.element == 1 && found.found == -3 && found.expected == -4));
  CHECK(compare(of({1, nan}), of({1, 2})).error == math::infinity);
  CHECK(compare(of({0.5, 0}), of({0, 0})).error == 0.5);
  CHECK(compare(of({1}), of({1, 2})).element == -1);
  CHECK(compare(of({1}), of({1, 2})).error == math::infinity);
  CHECK(compare({}, of({1})).output == -1);
}

TEST_CASE("the library's passes are right, for one worker and for two") {
  CHECK(graphs::faulty_pass(chain) == "");
  CHECK(graphs::faulty_pass(chain, {.switches = O0, .target = npu::cortex_m7}) == "");
  constexpr options shared = [] {
    options all = O3;
    all.workers = 2;
    return all;
  }();
  CHECK(graphs::faulty_pass(chain, {.switches = shared, .values = {{"x", {1, 2, 3, 4, 5, 6}}}}) == "");
  CHECK(graphs::faulty_pass("%0 = input \"x\" : f32[2]\n%1 = none(%0)") == "line 2: unknown op");
}

TEST_CASE("the first pass after which results are off is named") {
  using pass::list;
  judged of;
  const auto passes = passes_of<list<pass::simplify, doubles, pass::decompose, pass::fuse>>();
  const pass_result found = of.first_faulty(passes);
  CHECK(found.pass == "doubles");
  CHECK(found.position == 1);
  CHECK(found.from_given.error == Approx(1));
  CHECK(found.own.output == 0);
  CHECK(of.heard.size() == 2);
  CHECK(of.heard[0] == "simplify: unchanged");
  CHECK(is_faulty("doubles", of.g, of.given(), passes, {O3, npu::host}, 0.5));
  CHECK_FALSE(is_faulty("doubles", of.g, of.given(), passes, {O3, npu::host}, 1.5));
  CHECK_FALSE(is_faulty("fuse", of.g, of.given(), passes, {O3, npu::host}, 0.5));
  CHECK_FALSE(of.first_faulty(passes, O3, 1.5));
  CHECK_FALSE(of.first_faulty(passes, O0));
  CHECK(of.heard[1] == "doubles: off");
}

TEST_CASE("a broken law is a fault too, and nothing runs after it") {
  using pass::list;
  judged of;
  CHECK(of.first_faulty(passes_of<list<loses, pass::decompose, pass::fuse>>()).from_given.output == -1);
  CHECK(of.heard == std::vector<std::string>{"loses: has another number of outputs"});
  const pass_result found = of.first_faulty(passes_of<pass::graph_passes, list<reverses, pass::memory>>());
  CHECK(found.pass == "reverses");
  CHECK(found.law.find("a kernel runs before one that it needs, kernel 0 and ") == 0);
  CHECK(of.heard.back() == "reverses: breaks a law: " + found.law);
}

}  // namespace
}  // namespace litho::emulator
