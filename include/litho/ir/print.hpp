// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "graph.hpp"

namespace litho::ir {

/// One line a node; `parse` reads it back to an equal graph:
///   %3 = conv2d(%0, %1) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=1 : f32[1,16,28,28] kernel=2
constexpr void print_node(text_builder& out, const graph& of, int at) {
  const node& each = of[at];
  out << '%' << at << " = " << each.op->view();
  if (each.op->kind == category::source) {
    if (const tensor* value = of.constant(at)) {
      out << " {";
      for (std::size_t i = 0; i < value->values.size(); ++i) out << (i == 0 ? "" : ",") << value->values[i];
      out << '}';
    } else {
      out << " \"" << each.name << '"';
    }
  } else {
    out << '(';
    for (int i = 0; i < each.inputs.count; ++i)
      out << (i == 0 ? "%" : ", %") << of.inputs(each)[static_cast<std::size_t>(i)];
    out << ')';
    text_builder attributes;
    each.op->print(attributes, of.attributes(at));
    if (attributes.size() > 0) out << ' ' << attributes.view();
  }
  out << " : " << each.type;
  if (each.controls.count > 0) {
    out << " after(";
    for (int i = 0; i < each.controls.count; ++i)
      out << (i == 0 ? "%" : ", %") << of.controls(at)[static_cast<std::size_t>(i)];
    out << ')';
  }
  if (each.when != binding::run) out << ' ' << name_of(each.when);
  if (each.origin >= 0) out << " origin=" << each.origin;
  if (each.kernel >= 0) out << " kernel=" << each.kernel;
}

constexpr text_builder print(const graph& of) {
  text_builder out;
  for (int at = 0; at < of.size(); ++at) {
    print_node(out, of, at);
    out << '\n';
  }
  for (const output& each : of.outputs) out << "return \"" << each.name << "\" %" << each.node << '\n';
  return out;
}

}  // namespace litho::ir
