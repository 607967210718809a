// SPDX-License-Identifier: BSL-1.0
#include <graphs/all.hpp>
#include <string>

#include "../catch.hpp"

namespace litho::test::bounds_plan {
namespace {

/// The element after the last one that an operand's walk touches.
std::int64_t end_of(const plan::kernel& k, const plan::operand& each) {
  std::int64_t last = each.offset;
  for (int loop = 0; loop < each.strides.count; ++loop) last += (k.extents[loop] - 1) * each.strides[loop];
  return last + 1;
}

void check_bounds(const plan::plan& p) {
  for (std::size_t at = 0; at < p.kernels.size(); ++at) {
    const plan::kernel& k = p.kernels[at];
    if (k.kind == plan::family::copy) continue;
    for (const plan::operand& each : p.operands_of(k)) {
      const std::int64_t size = size_of(each.scratch ? k.arithmetic : p.graph[p.at(each.buffer).node].type.element);
      CAPTURE(at, each.buffer, each.offset);
      CHECK(each.offset >= 0);
      if (each.scratch) {
        CHECK(end_of(k, each) * size <= k.workspace);
      } else {
        const plan::buffer& b = p.at(each.buffer);
        CHECK(end_of(k, each) * size <= b.bytes);
        CHECK(b.shares_at + b.bytes <= p.at(p.owner(each.buffer)).bytes);
      }
    }
  }
}

TEST_CASE("walks stay within their buffers, in all graphs at all levels") {
  graphs::for_each(graphs::all{}, []<class Graph>() {
    for (const options& level : {O0, O1, O2, O3}) {
      const pass::context with{level, npu::default_device, &exec::workspace_bytes};
      CAPTURE(std::string(graphs::name_of<Graph>()), level.fuse, level.layouts);
      check_bounds(pass::compile(graph_of<Graph>(), with));
    }
  });
}

}  // namespace
}  // namespace litho::test::bounds_plan
