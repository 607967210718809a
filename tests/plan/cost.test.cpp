// SPDX-License-Identifier: BSL-1.0
#include <litho/plan/cost.hpp>

#include "plans.hpp"

namespace litho::test::cost_plan {
namespace {

/// Multiply-adds of the last node of a graph.
constexpr std::int64_t macs(std::string_view text) {
  const ir::graph g = graph_from(text);
  return plan::multiply_adds(g, g.outputs[0].node);
}

constexpr bool multiply_adds() {
  return macs(
             "%0 = input \"x\" : f32[2,16,8,8]\n"
             "%1 = input \"w\" : f32[32,16,3,3]\n"
             "%2 = conv2d(%0, %1) stride=[2,2] pad=[1,1,1,1] dilation=[1,1] groups=1 : f32[2,32,4,4]\n"
             "return \"y\" %2") == 2 * 32 * 4 * 4 * (16 * 3 * 3) &&
         macs(
             "%0 = input \"x\" : f32[1,16,8,8]\n"
             "%1 = input \"w\" : f32[16,1,3,3]\n"
             "%2 = conv2d(%0, %1) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=16 : f32[1,16,8,8]\n"
             "return \"y\" %2") == 16 * 8 * 8 * 9 &&
         macs(
             "%0 = input \"x\" : f32[5,2,3]\n"
             "%1 = input \"w\" : f32[3,7]\n"
             "%2 = matmul(%0, %1) : f32[5,2,7]\n"
             "return \"y\" %2") == 5 * 2 * 7 * 3 &&
         macs(
             "%0 = input \"x\" : f32[5,2,3]\n"
             "%1 = input \"w\" : f32[7,3]\n"
             "%2 = dense(%0, %1) : f32[5,2,7]\n"
             "return \"y\" %2") == 5 * 2 * 7 * 3 &&
         macs(
             "%0 = input \"x\" : f32[5,2,3]\n"
             "%1 = exp(%0) : f32[5,2,3]\n"
             "return \"y\" %1") == 0;
}

constexpr std::string_view two_kernels =
    "%0 = input \"x\" : f32[4,8]\n"
    "%1 = param \"w\" : f32[16,8] load\n"
    "%2 = param \"b\" : f32[16] load\n"
    "%3 = dense(%0, %1) : f32[4,16] kernel=0\n"
    "%4 = add(%3, %2) : f32[4,16] kernel=0\n"
    "%5 = exp(%4) : f32[4,16] kernel=1\n"
    "%6 = reduce_sum(%5) axes=[1] : f32[4,1] kernel=1\n"
    "return \"y\" %6\n";

constexpr bool traffic() {
  const plan::plan p = planned(two_kernels);
  const plan::kernel& product = p.kernels[2];
  const plan::kernel& rows = p.kernels[3];
  return product.multiply_adds == 4 * 16 * 8 && product.operations == 4 * 16 &&
         product.bytes_read == 4 * (4 * 8 + 16 * 8 + 16) && product.bytes_written == 4 * 4 * 16 &&
         rows.multiply_adds == 0 && rows.operations == 4 * 16 * (info_of<"exp">.work + info_of<"reduce_sum">.work) &&
         rows.bytes_read == 4 * 4 * 16 && rows.bytes_written == 4 * 4 && p.totals.multiply_adds == 4 * 16 * 8 &&
         p.totals.parameters == 16 * 8 + 16 && p.totals.nodes == 7 &&
         p.totals.bytes_moved == product.bytes_read + product.bytes_written + rows.bytes_read + rows.bytes_written;
}

/// Arithmetic or traffic, whichever takes longer, each spread over the cores.
constexpr bool cycles() {
  plan::kernel k;
  k.unit = engine::cube;
  k.iteration = f32({1});
  k.multiply_adds = 4097;
  device on{.cube_m = 4, .cube_k = 4, .cube_n = 4, .vector_bytes = 64, .memory_bytes_per_cycle = 8};
  const bool one_core = plan::cycles(on, k) == 65;  // 64 a step
  on.cube_cores = 4;
  const bool four_cores = plan::cycles(on, k) == 17;
  k.bytes_read = 1000;
  k.bytes_written = 24;
  const bool bound_by_memory = plan::cycles(on, k) == 32;  // 8 bytes for each of four cores
  k.operations = 640;
  return one_core && four_cores && bound_by_memory && plan::cycles(on, k) == 17 + 40;  // the epilogue comes on top
}

TEST_CASE("costs") {
  STATIC_REQUIRE(multiply_adds());
  REQUIRE(multiply_adds());
  STATIC_REQUIRE(traffic());
  REQUIRE(traffic());
  STATIC_REQUIRE(cycles());
  REQUIRE(cycles());
}

}  // namespace
}  // namespace litho::test::cost_plan
