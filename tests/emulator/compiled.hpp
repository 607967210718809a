// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <graphs/values.hpp>
#include <litho/emulator/machine.hpp>
#include <litho/ir/parse.hpp>
#include <litho/ir/print.hpp>
#include <litho/npu/device.hpp>
#include <litho/op/all.hpp>
#include <litho/pass/pipeline.hpp>
#include <litho/plan/print.hpp>
#include <litho/task/lower.hpp>
#include <litho/task/schedule.hpp>
#include <string>

/// Graphs as text, planned and lowered for a device at run time.
namespace litho::test {

/// Sanitizers take twenty times as long: they see fewer mutants and graphs.
#ifdef NDEBUG
inline constexpr unsigned thinning = 1;
#else
inline constexpr unsigned thinning = 5;
#endif

inline const device* const npus[] = {&npu::ascend_910, &npu::ascend_910b, &npu::ascend_950};

struct compiled {
  plan::plan plan;
  task::list tasks;

  compiled(const ir::graph& g, const device& on, const options& switches = O3)
      : plan(pass::compile_as_asked(g, {switches, on})), tasks(task::lower(plan)) {}
  compiled(std::string_view text, const device& on, const options& switches = O3)
      : compiled(ir::parse(text, all_ops).value, on, switches) {}
};

/// How far the emulator's results are from the reference evaluator's, over the largest number of each output; what was
/// noted stands in `hazards`.
struct outcome {
  double distance = 0;
  std::vector<emulator::hazard> hazards;
  vec<tensor> results;
};

inline outcome emulate(const compiled& made, const ir::graph& g, unsigned seed = 0) {
  const vec<ir::named_tensor> sources = graphs::random_sources(g);
  const std::span<const ir::named_tensor> given(sources.data(), sources.size());
  emulator::machine machine(made.plan, made.tasks, seed);
  outcome result;
  result.results = machine.run(given);
  result.hazards = machine.hazards();
  const vec<tensor> expected = ir::evaluate(g, given);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double distance = graphs::distance(result.results[i], expected[i], 1e-3);
    result.distance = distance > result.distance ? distance : result.distance;
  }
  return result;
}

/// "race: kernel 3 ... (the other: ...)", a line each.
inline std::string text_of(const std::vector<emulator::hazard>& hazards) {
  std::string text;
  for (const emulator::hazard& each : hazards)
    text += std::string(emulator::name_of(each.broken)) + ": " + each.text + '\n';
  return text;
}

/// What halves may cost: on a device whose Cube takes no floats, contractions do so from halves, one behind the other.
constexpr double bound(const device& on) { return on.cube_inner(dtype::f32) > 0 ? 1e-4 : 4e-2; }

/// Every kind of kernel: convolutions with tails, stride, dilation, groups of one; pools; products; rows.
inline constexpr std::string_view picture_net =
    "%0 = input \"x\" : f32[2,19,17,13]\n"
    "%1 = param \"w1\" : f32[37,19,3,3]\n"
    "%2 = param \"b1\" : f32[37]\n"
    "%3 = conv2d(%0, %1, %2) stride=[2,1] pad=[1,1,1,1] dilation=[1,1] groups=1 : f32[2,37,9,13]\n"
    "%4 = relu(%3) : f32[2,37,9,13]\n"
    "%5 = param \"w2\" : f32[37,37,1,1]\n"
    "%6 = conv2d(%4, %5) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[2,37,9,13]\n"
    "%7 = add(%6, %4) : f32[2,37,9,13]\n"
    "%8 = param \"w3\" : f32[37,1,3,3]\n"
    "%9 = conv2d(%7, %8) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=37 : f32[2,37,9,13]\n"
    "%10 = max_pool2d(%9) kernel=[3,3] stride=[2,2] pad=[1,1,1,1] : f32[2,37,5,7]\n"
    "%11 = param \"w4\" : f32[41,37,3,3]\n"
    "%12 = conv2d(%10, %11) stride=[1,1] pad=[2,2,2,2] dilation=[2,2] groups=1 : f32[2,41,5,7]\n"
    "%13 = tanh(%12) : f32[2,41,5,7]\n"
    "%14 = avg_pool2d(%13) kernel=[2,3] stride=[1,2] pad=[1,1,0,1] count_padding=0 : f32[2,41,5,4]\n"
    "%15 = reduce_mean(%14) axes=[2,3] : f32[2,41,1,1]\n"
    "%16 = reshape(%15) dims=[2,41] : f32[2,41]\n"
    "%17 = param \"w5\" : f32[10,41]\n"
    "%18 = dense(%16, %17) : f32[2,10]\n"
    "%19 = softmax(%18) axis=1 : f32[2,10]\n"
    "return \"y\" %19\n"
    "return \"z\" %14\n";

inline constexpr std::string_view products =
    "%0 = input \"a\" : f32[3,100,77]\n"
    "%1 = input \"b\" : f32[3,77,130]\n"
    "%2 = matmul(%0, %1) : f32[3,100,130]\n"
    "%3 = tanh(%2) : f32[3,100,130]\n"
    "%4 = param \"w\" : f32[130,61]\n"
    "%5 = matmul(%3, %4) : f32[3,100,61]\n"
    "%6 = softmax(%5) axis=2 : f32[3,100,61]\n"
    "%7 = param \"v\" : f32[300,61]\n"
    "%8 = dense(%6, %7) : f32[3,100,300]\n"
    "return \"y\" %8\n";

inline constexpr std::string_view long_rows =
    "%0 = input \"a\" : f32[3,60001]\n"
    "%1 = softmax(%0) axis=1 : f32[3,60001]\n"
    "%2 = transpose(%1) permutation=[1,0] : f32[60001,3]\n"
    "return \"y\" %2\n";

}  // namespace litho::test
