// SPDX-License-Identifier: BSL-1.0
// libFuzzer on the text form of the IR: what is read obeys the laws, is printed and read again as itself, and can be
// evaluated and compiled.

#include <cstdint>
#include <cstdlib>
#include <graphs/values.hpp>

#include <litho/exec/sharing.hpp>
#include <litho/ir/parse.hpp>
#include <litho/ir/print.hpp>
#include <litho/npu/device.hpp>

#include "compiler/compile.hpp"
#include "compiler/operators.hpp"

namespace {

constexpr std::int64_t most_elements = 2000;

bool is_small(const litho::ir::graph& g) {
  if (g.size() > 60) return false;
  for (const litho::ir::node& each : g.nodes)
    if (each.type.elements() > most_elements) return false;
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const litho::ir::parsed read = litho::ir::parse(text, litho::compiler::operators());
  if (!read.ok()) return 0;
  if (litho::ir::verify(read.value)) std::abort();
  const std::string printed(litho::ir::print(read.value).view());
  const litho::ir::parsed again = litho::ir::parse(printed, litho::compiler::operators());
  if (!again.ok() || litho::ir::print(again.value).view() != printed) std::abort();
  if (!is_small(read.value)) return 0;
  for (const litho::ir::node& each : read.value.nodes)
    if (each.type.layout != litho::format::plain) return 0;
  graphs::evaluate(read.value);
  litho::compiler::compile(read.value, {litho::O3, litho::npu::host, &litho::exec::workspace_bytes});
  return 0;
}
