// SPDX-License-Identifier: BSL-1.0
#include "examples.hpp"

namespace litho::test::fuse_pass {
namespace {

constexpr options apart = with(O3, &options::fuse, false);

constexpr example examples[] = {
    {"elementwise ops and reductions of one shape over one set of axes, and what is left of it, are one kernel",
     R"(%0 = input "x" : f32[3,5]
        %1 = input "row" : f32[5]
        %2 = exp(%0) : f32[3,5]
        %3 = add(%2, %1) : f32[3,5]
        %4 = reduce_sum(%3) axes=[1] : f32[3,1]
        %5 = sqrt(%4) : f32[3,1]
        %6 = div(%3, %5) : f32[3,5]
        return "y" %6)",
     R"(%0 = input "x" : f32[3,5]
        %1 = input "row" : f32[5]
        %2 = exp(%0) : f32[3,5] kernel=0
        %3 = add(%2, %1) : f32[3,5] kernel=0
        %4 = reduce_sum(%3) axes=[1] : f32[3,1] kernel=0
        %5 = sqrt(%4) : f32[3,1] kernel=0
        %6 = div(%3, %5) : f32[3,5] kernel=0
        return "y" %6)"},
    {"other axes, a movement and another element type open kernels; what does not vary with the input joins none",
     R"(%0 = input "x" : f32[3,5]
        %1 = exp(%0) : f32[3,5]
        %2 = reduce_sum(%1) axes=[1] : f32[3,1]
        %3 = reduce_max(%1) axes=[0] : f32[1,5]
        %4 = transpose(%1) permutation=[1,0] : f32[5,3]
        %5 = cast(%1) element=11 : f64[3,5]
        %6 = param "p" : f32[3,1] load
        %7 = exp(%6) : f32[3,1] load
        %8 = mul(%2, %7) : f32[3,1]
        return "a" %3
        return "b" %4
        return "c" %5
        return "d" %8)",
     R"(%0 = input "x" : f32[3,5]
        %1 = exp(%0) : f32[3,5] kernel=0
        %2 = reduce_sum(%1) axes=[1] : f32[3,1] kernel=0
        %3 = reduce_max(%1) axes=[0] : f32[1,5] kernel=1
        %4 = transpose(%1) permutation=[1,0] : f32[5,3] kernel=2
        %5 = cast(%1) element=11 : f64[3,5] kernel=3
        %6 = param "p" : f32[3,1] load
        %7 = exp(%6) : f32[3,1] load kernel=4
        %8 = mul(%2, %7) : f32[3,1] kernel=0
        return "a" %3
        return "b" %4
        return "c" %5
        return "d" %8)"},
    {"halves become floats in the kernels that read them, unless one needs the floats in memory or they vary less",
     R"(%0 = input "x" : f32[3,5]
        %1 = input "r" : f32[5]
        %2 = exp(%0) : f32[3,5]
        %3 = cast(%2) element=10 : f16[3,5]
        %4 = cast(%3) element=1 : f32[3,5]
        %5 = relu(%4) : f32[3,5]
        %6 = reduce_sum(%4) axes=[0] : f32[1,5]
        %7 = exp(%1) : f32[5]
        %8 = cast(%7) element=10 : f16[5]
        %9 = cast(%8) element=1 : f32[5]
        %10 = mul(%5, %9) : f32[3,5]
        %11 = cast(%10) element=16 : bf16[3,5]
        %12 = cast(%11) element=1 : f32[3,5]
        %13 = transpose(%12) permutation=[1,0] : f32[5,3]
        return "a" %3
        return "b" %6
        return "c" %13)",
     R"(%0 = input "x" : f32[3,5]
        %1 = input "r" : f32[5]
        %2 = exp(%0) : f32[3,5] kernel=0
        %3 = cast(%2) element=10 : f16[3,5] kernel=0
        %4 = cast(%3) element=1 : f32[3,5] kernel=0
        %5 = relu(%4) : f32[3,5] kernel=0
        %6 = cast(%3) element=1 : f32[3,5] kernel=0
        %7 = reduce_sum(%6) axes=[0] : f32[1,5] kernel=0
        %8 = exp(%1) : f32[5] kernel=1
        %9 = cast(%8) element=10 : f16[5] kernel=1
        %10 = cast(%9) element=1 : f32[5] kernel=1
        %11 = mul(%5, %10) : f32[3,5] kernel=0
        %12 = cast(%11) element=16 : bf16[3,5] kernel=0
        %13 = cast(%12) element=1 : f32[3,5] kernel=0
        %14 = transpose(%13) permutation=[1,0] : f32[5,3] kernel=2
        return "a" %3
        return "b" %7
        return "c" %14)"},
    {"so a residual that a convolution of halves reads, too, lies in memory as halves alone",
     R"(%0 = input "x" : f32[1,3,4,4]
        %1 = param "w" : f16[3,3,1,1] load
        %2 = exp(%0) : f32[1,3,4,4]
        %3 = cast(%2) element=10 : f16[1,3,4,4]
        %4 = conv2d(%3, %1) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f16[1,3,4,4]
        %5 = cast(%4) element=1 : f32[1,3,4,4]
        %6 = cast(%3) element=1 : f32[1,3,4,4]
        %7 = add(%5, %6) : f32[1,3,4,4]
        return "y" %7)",
     R"(%0 = input "x" : f32[1,3,4,4]
        %1 = param "w" : f16[3,3,1,1] load
        %2 = exp(%0) : f32[1,3,4,4] kernel=0
        %3 = cast(%2) element=10 : f16[1,3,4,4] kernel=0
        %4 = conv2d(%3, %1) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f16[1,3,4,4] kernel=1
        %5 = cast(%4) element=1 : f32[1,3,4,4] kernel=1
        %6 = cast(%3) element=1 : f32[1,3,4,4] kernel=1
        %7 = add(%5, %6) : f32[1,3,4,4] kernel=1
        return "y" %7)"},
    {"the epilogue of a convolution takes in elementwise ops of its shape, but no reduction and no larger shape",
     R"(%0 = input "x" : f32[1,3,4,4]
        %1 = param "w" : f32[6,3,3,3]
        %2 = param "b" : f32[1,6,1,1]
        %3 = input "skip" : f32[1,6,4,4]
        %4 = input "many" : f32[2,6,4,4]
        %5 = conv2d(%0, %1) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=1 : f32[1,6,4,4]
        %6 = add(%5, %2) : f32[1,6,4,4]
        %7 = add(%6, %3) : f32[1,6,4,4]
        %8 = relu(%7) : f32[1,6,4,4]
        %9 = add(%8, %4) : f32[2,6,4,4]
        %10 = reduce_sum(%8) axes=[2,3] : f32[1,6,1,1]
        return "y" %9
        return "z" %10)",
     R"(%0 = input "x" : f32[1,3,4,4]
        %1 = param "w" : f32[6,3,3,3]
        %2 = param "b" : f32[1,6,1,1]
        %3 = input "skip" : f32[1,6,4,4]
        %4 = input "many" : f32[2,6,4,4]
        %5 = conv2d(%0, %1) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=1 : f32[1,6,4,4] kernel=0
        %6 = add(%5, %2) : f32[1,6,4,4] kernel=0
        %7 = add(%6, %3) : f32[1,6,4,4] kernel=0
        %8 = relu(%7) : f32[1,6,4,4] kernel=0
        %9 = add(%8, %4) : f32[2,6,4,4] kernel=1
        %10 = reduce_sum(%8) axes=[2,3] : f32[1,6,1,1] kernel=2
        return "y" %9
        return "z" %10)"},
    {"a batch that does not walk with the product's batch stays out of its epilogue",
     R"(%0 = input "a" : f32[2,3,4,5]
        %1 = input "b" : f32[5,6]
        %2 = input "second" : f32[3,1,6]
        %3 = input "last" : f32[6]
        %4 = matmul(%0, %1) : f32[2,3,4,6]
        %5 = add(%4, %3) : f32[2,3,4,6]
        %6 = add(%5, %2) : f32[2,3,4,6]
        return "y" %6)",
     R"(%0 = input "a" : f32[2,3,4,5]
        %1 = input "b" : f32[5,6]
        %2 = input "second" : f32[3,1,6]
        %3 = input "last" : f32[6]
        %4 = matmul(%0, %1) : f32[2,3,4,6] kernel=0
        %5 = add(%4, %3) : f32[2,3,4,6] kernel=0
        %6 = add(%5, %2) : f32[2,3,4,6] kernel=1
        return "y" %6)"},
    {"folded axes are one walk for all operands, or the reduction has a kernel of its own",
     R"(%0 = input "column" : f32[2,1,1]
        %1 = input "row" : f32[1,1,30]
        %2 = add(%0, %1) : f32[2,1,30]
        %3 = reduce_sum(%2) axes=[0,2] : f32[1,1,1]
        %4 = tanh(%1) : f32[1,1,30]
        %5 = reduce_sum(%4) axes=[0,2] : f32[1,1,1]
        return "y" %3
        return "z" %5)",
     R"(%0 = input "column" : f32[2,1,1]
        %1 = input "row" : f32[1,1,30]
        %2 = add(%0, %1) : f32[2,1,30] kernel=0
        %3 = reduce_sum(%2) axes=[0,2] : f32[1,1,1] kernel=1
        %4 = tanh(%1) : f32[1,1,30] kernel=2
        %5 = reduce_sum(%4) axes=[0,2] : f32[1,1,1] kernel=2
        return "y" %3
        return "z" %5)"},
    {"a sum does not join the kernel that its other side has to wait for",
     R"(%0 = input "x" : f32[3,3]
        %1 = exp(%0) : f32[3,3]
        %2 = transpose(%1) permutation=[1,0] : f32[3,3]
        %3 = add(%1, %2) : f32[3,3]
        return "y" %3)",
     R"(%0 = input "x" : f32[3,3]
        %1 = exp(%0) : f32[3,3] kernel=0
        %2 = transpose(%1) permutation=[1,0] : f32[3,3] kernel=1
        %3 = add(%1, %2) : f32[3,3] kernel=2
        return "y" %3)"},
    {"nor where it has to wait by way of what a kernel took in later: 7 may not join 2, since 1 waits for 0, which "
     "waits for 3",
     R"(%0 = input "x" : f32[3,3]
        %1 = input "y" : f32[3,3]
        %2 = exp(%0) : f32[3,3]
        %3 = transpose(%2) permutation=[1,0] : f32[3,3]
        %4 = tanh(%1) : f32[3,3]
        %5 = transpose(%4) permutation=[1,0] : f32[3,3]
        %6 = add(%2, %5) : f32[3,3]
        %7 = add(%4, %3) : f32[3,3]
        return "a" %6
        return "b" %7)",
     R"(%0 = input "x" : f32[3,3]
        %1 = input "y" : f32[3,3]
        %2 = exp(%0) : f32[3,3] kernel=0
        %3 = transpose(%2) permutation=[1,0] : f32[3,3] kernel=1
        %4 = tanh(%1) : f32[3,3] kernel=2
        %5 = transpose(%4) permutation=[1,0] : f32[3,3] kernel=3
        %6 = add(%2, %5) : f32[3,3] kernel=0
        %7 = add(%4, %3) : f32[3,3] kernel=4
        return "a" %6
        return "b" %7)"},
    {"what is after another does not share its kernel, nor one that the other waits for",
     R"(%0 = input "x" : f32[4]
        %1 = exp(%0) : f32[4]
        %2 = reshape(%1) dims=[2,2] : f32[2,2]
        %3 = neg(%1) : f32[4] after(%1)
        %4 = tanh(%1) : f32[4] after(%2)
        %5 = abs(%1) : f32[4]
        return "a" %3
        return "b" %4
        return "c" %5)",
     R"(%0 = input "x" : f32[4]
        %1 = exp(%0) : f32[4] kernel=0
        %2 = reshape(%1) dims=[2,2] : f32[2,2] kernel=1
        %3 = neg(%1) : f32[4] after(%1) kernel=2
        %4 = tanh(%1) : f32[4] after(%2) kernel=3
        %5 = abs(%1) : f32[4] kernel=0
        return "a" %3
        return "b" %4
        return "c" %5)"},
    {"switched off, only what the user wrote as one op stays one",
     R"(%0 = input "x" : f32[3,5]
        %1 = reduce_max(%0) axes=[1] : f32[3,1] origin=0
        %2 = sub(%0, %1) : f32[3,5] origin=0
        %3 = exp(%2) : f32[3,5] origin=0
        %4 = relu(%3) : f32[3,5]
        %5 = neg(%4) : f32[3,5]
        %6 = abs(%5) : f32[3,5] origin=1
        return "y" %6)",
     R"(%0 = input "x" : f32[3,5]
        %1 = reduce_max(%0) axes=[1] : f32[3,1] origin=0 kernel=0
        %2 = sub(%0, %1) : f32[3,5] origin=0 kernel=0
        %3 = exp(%2) : f32[3,5] origin=0 kernel=0
        %4 = relu(%3) : f32[3,5] kernel=1
        %5 = neg(%4) : f32[3,5] kernel=2
        %6 = abs(%5) : f32[3,5] origin=1 kernel=3
        return "y" %6)",
     apart},
};

TEST_CASE("fuse") {
  check_all<pass::fuse>(examples);
  STATIC_REQUIRE(all_hold<pass::fuse>(examples));
}

/// Two hundred ops in a row, and a transpose of the first: kernels of bounded size, none of which waits for itself.
TEST_CASE("fuse: long chains become several kernels, beyond 64, too") {
  ir::graph g;
  const tensor_type type{.element = dtype::f32, .dims = {3, 3}};
  const emitter emit = g.emit();
  int last = g.append_source(info_of<"input">, type, "x");
  vec<int> turned;
  for (int i = 0; i < 200; ++i) {
    last = emit.make<"tanh">({last});
    turned.push_back(emit.make<"transpose">({last}, transpose_attributes{{1, 0}}));
  }
  for (int each : turned) last = emit.make<"add">({last, each});
  g.outputs.push_back({last, "y"});
  CHECK(broken_law<pass::fuse>(g) == "");
  g = pass::fuse::run(std::move(g), context_of());
  vec<int> members(g.nodes.size());
  for (const ir::node& each : g.nodes)
    if (each.kernel >= 0) ++members[static_cast<std::size_t>(each.kernel)];
  for (int count : members) CHECK(count <= 24);
  CHECK(members[70] > 0);
  // A plan of kernels in a circle could not be put in order: some kernels would be lost.
  const plan::plan p = plan::build(std::move(g), graphs::fixed_target, false, nullptr);
  CHECK(plan::verify(p).law == nullptr);
  int kernels = 0;
  for (int count : members) kernels += count > 0 ? 1 : 0;
  CHECK(static_cast<int>(p.kernels.size()) == kernels);
}

}  // namespace
}  // namespace litho::test::fuse_pass
