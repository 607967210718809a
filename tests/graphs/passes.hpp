// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <catch.hpp>
#include <litho/emulator/faulty_pass.hpp>
#include <litho/exec/sharing.hpp>
#include <litho/ir/parse.hpp>
#include <litho/npu/device.hpp>
#include <litho/op/all.hpp>

#include "values.hpp"

/// All passes on a graph written as text: `CHECK(graphs::faulty_pass(text) == "")`. litho-bisect writes such tests.
namespace graphs {

/// How a graph is compiled and on which values.
struct trial {
  litho::options switches = litho::O3;
  litho::device target = litho::npu::host;
  double tolerance = 0;  ///< 0: the usual one
  /// Of the sources; those that are not named here have random values.
  std::vector<std::pair<std::string_view, std::vector<litho::number>>> values{};
};

/// The first pass after which a law is broken or results are off, and what is wrong; nothing where all are right.
inline std::string faulty_pass(std::string_view text, const trial& with = {}) {
  const litho::ir::parsed read = litho::ir::parse(text, litho::all_ops);
  if (!read.ok()) return "line " + std::to_string(read.line) + ": " + read.error;
  litho::vec<litho::ir::named_tensor> sources = random_sources(read.value);
  for (litho::ir::named_tensor& source : sources)
    for (const auto& [name, numbers] : with.values)
      if (name == source.name) source.value.values = litho::vec<litho::number>(std::span<const litho::number>(numbers));
  const litho::pass::context context{with.switches, with.target, &litho::exec::workspace_bytes,
                                     &litho::exec::busiest_share};
  const litho::emulator::pass_result found = litho::emulator::first_faulty_pass(
      read.value, std::span<const litho::ir::named_tensor>(sources.data(), sources.size()),
      litho::emulator::passes_as_asked(with.switches), context,
      with.tolerance > 0 ? with.tolerance : litho::emulator::usual_tolerance(read.value, context));
  return found ? litho::emulator::explain(found, read.value) : "";
}

}  // namespace graphs
