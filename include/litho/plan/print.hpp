// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "plan.hpp"

namespace litho::plan {

namespace detail {

constexpr void print_operand(text_builder& out, const plan& p, const operand& each) {
  if (each.scratch) {
    out << "scratch+" << each.offset;
    return;
  }
  const buffer& b = p.at(each.buffer);
  out << name_of(b.where);
  if (b.index >= 0)
    out << b.index;
  else
    out << '+' << b.offset;
  if (each.offset != 0) out << '[' << each.offset << ']';
}

}  // namespace detail

/// The kernels in order: what runs in each, on which engine, from where to where, with its loops and cost.
///   kernel 0 run cube convolution [1,1,784,16]: conv2d add relu | input0 weights+0 weights+640 -> arena+0 | 112896 macs
constexpr text_builder print(const plan& p) {
  text_builder out;
  for (std::size_t k = 0; k < p.kernels.size(); ++k) {
    const kernel& each = p.kernels[k];
    out << "kernel " << k << ' ' << name_of(each.when) << ' ' << name_of(each.unit) << ' ' << name_of(each.kind) << ' '
        << each.extents << ':';
    for (int node : p.nodes_of(each)) out << ' ' << p.graph[node].op->view();
    out << " |";
    for (const operand& read : p.operands_of(each)) {
      if (read.written || read.scratch) continue;
      out << ' ';
      detail::print_operand(out, p, read);
    }
    out << " ->";
    for (const operand& written : p.operands_of(each)) {
      if (!written.written) continue;
      out << ' ';
      detail::print_operand(out, p, written);
    }
    if (each.workspace > 0) out << " | workspace " << each.workspace << " at " << each.workspace_offset;
    if (each.multiply_adds > 0) out << " | " << each.multiply_adds << " macs";
    if (p.totals.workers > 1 && each.when == binding::run) {
      out << " | " << (each.meets ? "meet, " : "") << "stage " << each.stage;
      if (each.shares > 1)
        out << " shared by " << each.shares;
      else
        out << " worker " << each.worker;
    }
    if (p.totals.streams > 1 && each.when == binding::run) {
      out << " | stream " << each.stream;
      std::string_view between = " after ";
      for (const event& waited : p.events) {
        if (waited.before != static_cast<int>(k)) continue;
        out << between << waited.after;
        between = ", ";
      }
    }
    out << '\n';
  }
  return out;
}

/// The arena over time: one line a buffer with its bytes, offset and the kernels it lives through, then the totals.
constexpr text_builder print_memory(const plan& p) {
  text_builder out;
  for (std::size_t b = 0; b < p.buffers.size(); ++b) {
    const buffer& each = p.buffers[b];
    if (each.where != place::arena && each.where != place::weights) continue;
    int first = -1;
    int last = -1;
    for (std::size_t k = 0; k < p.kernels.size(); ++k)
      for (const operand& used : p.operands_of(p.kernels[k]))
        if (!used.scratch && used.buffer == static_cast<int>(b)) {
          if (first < 0) first = static_cast<int>(k);
          last = static_cast<int>(k);
        }
    if (first < 0) continue;
    out << name_of(each.where) << ' ' << each.offset << ".." << each.offset + each.bytes << " %" << each.node << ' '
        << p.graph[each.node].type << " kernels " << first << ".." << last;
    if (each.shares >= 0) out << " in place of %" << p.at(p.owner(static_cast<int>(b))).node;
    out << '\n';
  }
  const statistics& t = p.totals;
  out << "kernels " << t.kernels << " load " << t.load_kernels << " load arena " << t.load_arena_bytes << " arena "
      << t.arena_bytes << " live " << t.largest_live_set << " weights " << t.weight_bytes << " constants "
      << t.constant_bytes << " macs " << t.multiply_adds << " moved " << t.bytes_moved << " cycles " << t.cycles;
  if (t.workers > 1) out << " workers " << t.workers << " meetings " << t.meetings;
  if (t.streams > 1) out << " streams " << t.streams << " events " << t.events;
  out << '\n';
  return out;
}

}  // namespace litho::plan
