// SPDX-License-Identifier: BSL-1.0
#include "examples.hpp"

#include <graphs/all.hpp>

namespace litho::test::precision_pass {
namespace {

constexpr example examples[] = {
    {"without the option nothing is done",
     R"(%0 = input "x" : f32[2,3]
        %1 = param "w" : f32[4,3]
        %2 = dense(%0, %1) : f32[2,4]
        return "y" %2)",
     ""},
    {"a Cube that takes no floats is given halves, whatever the option says",
     R"(%0 = input "x" : f32[2,3]
        %1 = param "w" : f32[4,3] load
        %2 = dense(%0, %1) : f32[2,4]
        return "y" %2)",
     R"(%0 = input "x" : f32[2,3]
        %1 = cast(%0) element=10 : f16[2,3]
        %2 = param "w" : f32[4,3] load
        %3 = cast(%2) element=10 : f16[4,3] load
        %4 = dense(%1, %3) : f16[2,4] origin=0
        %5 = cast(%4) element=1 : f32[2,4] origin=0
        return "y" %5)",
     O3, npu::ascend_910},
    {"a processor is given halves as floats",
     R"(%0 = input "x" : f32[2,3]
        %1 = param "w" : f32[4,3] load
        %2 = dense(%0, %1) : f32[2,4]
        %3 = relu(%2) : f32[2,4]
        return "y" %3)",
     R"(%0 = input "x" : f32[2,3]
        %1 = cast(%0) element=10 : f16[2,3]
        %2 = param "w" : f32[4,3] load
        %3 = cast(%2) element=10 : f16[4,3] load
        %4 = cast(%1) element=1 : f32[2,3]
        %5 = cast(%3) element=1 : f32[4,3] load
        %6 = dense(%4, %5) : f32[2,4] origin=0
        %7 = cast(%6) element=10 : f16[2,4] origin=0
        %8 = cast(%7) element=1 : f32[2,4] origin=0
        %9 = relu(%8) : f32[2,4]
        return "y" %9)",
     with_halves},
    {"what a contraction reads is the same half for others and for outputs; products in a row need no float between",
     R"(%0 = input "x" : f32[2,2]
        %1 = exp(%0) : f32[2,2]
        %2 = matmul(%1, %1) : f32[2,2]
        %3 = matmul(%2, %1) : f32[2,2]
        %4 = add(%3, %1) : f32[2,2]
        return "y" %4
        return "e" %1)",
     R"(%0 = input "x" : f32[2,2]
        %1 = exp(%0) : f32[2,2]
        %2 = cast(%1) element=10 : f16[2,2]
        %3 = matmul(%2, %2) : f16[2,2] origin=0
        %4 = matmul(%3, %2) : f16[2,2] origin=1
        %5 = cast(%4) element=1 : f32[2,2] origin=1
        %6 = cast(%2) element=1 : f32[2,2]
        %7 = add(%5, %6) : f32[2,2]
        return "y" %7
        return "e" %6)",
     with_halves, npu::ascend_910b},
    {"movements in between move halves, unless they fill up with what is no half",
     R"(%0 = input "x" : f32[2,3]
        %1 = input "v" : f32[2,1]
        %2 = exp(%0) : f32[2,3]
        %3 = transpose(%2) permutation=[1,0] : f32[3,2]
        %4 = concat(%2, %1) axis=1 : f32[2,4]
        %5 = matmul(%3, %4) : f32[3,4]
        %6 = pad(%5) before=[0,0] after=[1,0] value=0.1 : f32[4,4]
        %7 = matmul(%6, %6) : f32[4,4]
        return "y" %7)",
     R"(%0 = input "x" : f32[2,3]
        %1 = input "v" : f32[2,1]
        %2 = cast(%1) element=10 : f16[2,1]
        %3 = exp(%0) : f32[2,3]
        %4 = cast(%3) element=10 : f16[2,3]
        %5 = transpose(%4) permutation=[1,0] : f16[3,2]
        %6 = concat(%4, %2) axis=1 : f16[2,4]
        %7 = matmul(%5, %6) : f16[3,4] origin=0
        %8 = cast(%7) element=1 : f32[3,4] origin=0
        %9 = pad(%8) before=[0,0] after=[1,0] value=0.1 : f32[4,4]
        %10 = cast(%9) element=10 : f16[4,4]
        %11 = matmul(%10, %10) : f16[4,4] origin=1
        %12 = cast(%11) element=1 : f32[4,4] origin=1
        return "y" %12)",
     with_halves, npu::ascend_910b},
    {"doubles, 16-bit floats and what was quantised stay; so does what a processor has widened already",
     R"(%0 = input "x" : f64[2,2]
        %1 = input "y" : bf16[2,2]
        %2 = input "z" : i8[2,2]
        %3 = input "s" : f32[]
        %4 = param "o" : i8[] load
        %5 = matmul(%0, %0) : f64[2,2]
        %6 = cast(%1) element=1 : f32[2,2]
        %7 = transpose(%6) permutation=[1,0] : f32[2,2]
        %8 = matmul(%6, %7) : f32[2,2]
        %9 = dequantize_linear(%2, %3, %4) : f32[2,2]
        %10 = transpose(%9) permutation=[1,0] : f32[2,2]
        %11 = matmul(%10, %8) : f32[2,2]
        return "a" %5
        return "b" %11)",
     "", with_halves},
};

TEST_CASE("precision") {
  check_all<pass::precision>(examples);
  STATIC_REQUIRE(all_hold<pass::precision>(examples));
}

TEST_CASE("a processor and a Cube that takes halves give the same") {
  graphs::for_each(graphs::all{}, []<class Graph>() {
    CAPTURE(graphs::name_of<Graph>());
    const auto result_on = [](const device& target) {
      return graphs::evaluate(pass::optimise(graph_of<Graph>(), context_of(with_halves, target)));
    };
    const vec<tensor> expected = result_on(graphs::fixed_target);
    for (const device* each : {&npu::ascend_910, &npu::ascend_910b, &npu::ascend_950}) {
      CAPTURE(each->name);
      CHECK(graphs::distance(result_on(*each), expected) <= 0x1p-10);
    }
  });
}

TEST_CASE("a residual is stored once, as halves") {
  const plan::plan p = pass::compile(graph_of<graphs::residual>(), context_of(with_halves, npu::ascend_910b));
  int read = 0;
  for (const plan::kernel& each : p.kernels)
    for (const plan::operand& operand : p.operands_of(each)) {
      if (each.unit != engine::cube || operand.written || p.at(operand.buffer).where != plan::place::arena) continue;
      CHECK(p.graph[p.at(operand.buffer).node].type.element == dtype::f16);
      ++read;
    }
  CHECK(read == 3);  // the picture; the stem's result by the body and by its epilogue
}

}  // namespace
}  // namespace litho::test::precision_pass
