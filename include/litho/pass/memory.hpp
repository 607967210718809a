// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/sort.hpp"
#include "../plan/precedence.hpp"
#include "pass.hpp"

namespace litho::pass {

/// Lays out the arena of load and that of a run: buffers whose lifetimes do not meet use the same bytes, and a kernel
/// writes over an input that dies with it where each element is read before it is written. Where kernels run side by
/// side, on streams or by workers, one lifetime is over before another only if every kernel of it surely has ended
/// (plan/precedence.hpp). Tries several greedy orders and keeps the smallest arena. Needs a plan with its final order,
/// streams and events. Keeps every value for as long as a kernel reads it.
///
///   time ->                      time ->
///   |a a a      |                |a a a c c c|
///   |    b b b  |        ->      |    b b b  |
///   |      c c c|
struct memory {
  static constexpr const char* name = "memory";
  static constexpr bool enabled(const options& o) { return o.memory; }

  static constexpr plan::plan run(plan::plan p, const context&) {
    const plan::precedence known(p);
    plan::usage uses = plan::usage_of(p, known);
    if (p.target.in_place) share_dying_inputs(p, known, uses);
    place_part(p, uses, binding::load);
    p.totals.largest_live_set = place_part(p, uses, binding::run);
    for (plan::buffer& b : p.buffers)
      if (b.shares >= 0) b.offset = p.at(p.owner(static_cast<int>(&b - p.buffers.begin()))).offset;
    return p;
  }

 private:
  enum class ranking : std::uint8_t { birth, both_ends, size, size_and_length };

  /// Returns the bytes that are alive at once: what the arena would have at best.
  static constexpr std::int64_t place_part(plan::plan& p, plan::usage& uses, binding when) {
    const vec<block> blocks = collect(p, uses, when);
    const std::int64_t least = plan::live_peak(p, as_they_stand(p), when);
    std::int64_t best = -1;
    for (ranking by : {ranking::birth, ranking::both_ends, ranking::size, ranking::size_and_length}) {
      // Placing by size compares all pairs; beyond this many blocks compile time counts more than the last bytes.
      if (best == least || (!is_by_birth(by) && blocks.size() > 256)) continue;
      vec<block> placed = blocks;
      const std::int64_t top = place_all(placed, uses, by, least);
      if (best >= 0 && top >= best) continue;
      best = top;
      for (const block& each : placed) {
        if (each.buffer >= 0)
          p.at(each.buffer).offset = each.offset;
        else
          p.kernels[static_cast<std::size_t>(each.kernel)].workspace_offset = each.offset;
      }
    }
    p.arena_of(when) = best < 0 ? 0 : best;
    return least;
  }

  /// A piece of the arena: a buffer with all that shares it, or a kernel's workspace.
  struct block {
    int buffer = -1;
    int kernel = -1;
    std::int64_t bytes = 0;
    std::int64_t offset = -1;
    int value = -1;  ///< in the plan's usage
    plan::lifetime life{};
  };

  static constexpr vec<int> as_they_stand(const plan::plan& p) {
    vec<int> order(p.kernels.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<int>(k);
    return order;
  }

  static constexpr void share_dying_inputs(plan::plan& p, const plan::precedence& known, plan::usage& uses) {
    const bool one_line = known.lines() == 1;
    plan::usage used(known, one_line ? 0 : p.buffers.size());  // memory of each buffer, by the kernels so far
    vec<int> writers;
    if (!one_line) writers = writers_of(p);
    for (std::size_t at = 0; at < p.kernels.size(); ++at) {
      const plan::kernel& k = p.kernels[at];
      for (const plan::operand& out : p.operands_of(k)) {
        if (!out.written || p.at(out.buffer).where != plan::place::arena || p.at(out.buffer).shares >= 0) continue;
        if (uses[out.buffer].first != static_cast<int>(at)) continue;  // a part of it stands already
        if (!one_line && writers[static_cast<std::size_t>(out.buffer)] > 1) continue;
        const int from = dying_input(p, k, out, static_cast<int>(at), uses, one_line ? nullptr : &used);
        if (from < 0) continue;
        p.at(out.buffer).shares = from;
        uses.extend(from, out.buffer);
      }
      if (!one_line)
        for (const plan::operand& each : p.operands_of(k))
          if (!each.scratch) used.add(p.owner(each.buffer), static_cast<int>(at));
    }
  }

  static constexpr vec<int> writers_of(const plan::plan& p) {
    vec<int> result(p.buffers.size());
    for (const plan::kernel& k : p.kernels)
      for (const plan::operand& each : p.operands_of(k))
        if (each.written) ++result[static_cast<std::size_t>(each.buffer)];
    return result;
  }

  static constexpr int dying_input(const plan::plan& p, const plan::kernel& k, const plan::operand& out, int at,
                                   const plan::usage& uses, const plan::usage* used) {
    const std::size_t own_inputs = k.kind == plan::family::vector ? 0 : p.graph.inputs(k.root < 0 ? 0 : k.root).size();
    if (k.kind == plan::family::copy) return -1;
    for (std::size_t i = own_inputs; i < p.operands_of(k).size(); ++i) {
      const plan::operand& in = p.operands_of(k)[i];
      if (in.written || in.scratch || in.offset != 0 || out.offset != 0 || !(in.strides == out.strides)) continue;
      if (element_bytes(p, in) != element_bytes(p, out)) continue;  // strides count elements
      const int from = p.owner(in.buffer);
      if (p.at(from).where != plan::place::arena || p.at(from).bytes != p.at(out.buffer).bytes) continue;
      if (p.at(in.buffer).bytes != p.at(out.buffer).bytes || uses[from].last != at) continue;
      bool read_otherwise = false;  // by the Cube itself, or through another walk
      for (std::size_t j = 0; j < p.operands_of(k).size(); ++j) {
        const plan::operand& other = p.operands_of(k)[j];
        if (j != i && !other.written && !other.scratch && p.owner(other.buffer) == from) read_otherwise = true;
        if (other.written && &other != &out && p.owner(other.buffer) == from) read_otherwise = true;
      }
      if (read_otherwise || !read_before_written(p, k, static_cast<int>(i), out)) continue;
      if (used == nullptr || used->is_over(from, at)) return from;
    }
    return -1;
  }

  static constexpr std::int64_t element_bytes(const plan::plan& p, const plan::operand& of) {
    return size_of(p.graph[p.at(of.buffer).node].type.element);
  }

  /// Whether no step reads operand `in` after the one that stores `out`. Steps of a phase run one after the other on
  /// each block.
  static constexpr bool read_before_written(const plan::plan& p, const plan::kernel& k, int in,
                                            const plan::operand& out) {
    int last_read = -1;
    int store = -1;
    for (int s = 0; s < k.steps.count; ++s) {
      const plan::step& step = p.steps_of(k)[static_cast<std::size_t>(s)];
      if (step.operand < 0) continue;
      if (step.operand == in) last_read = s;
      if (&p.operands_of(k)[static_cast<std::size_t>(step.operand)] == &out) store = s;
    }
    return last_read < store;
  }

  /// The blocks of load or of a run. What lies in the memory of another buffer is added to its use.
  static constexpr vec<block> collect(const plan::plan& p, plan::usage& uses, binding when) {
    vec<block> blocks;
    vec<bool> collected(p.buffers.size());
    const int buffers = static_cast<int>(p.buffers.size());
    for (int b = 0; b < buffers; ++b) {
      if (p.at(b).where != plan::place::arena || uses[b].first < 0) continue;
      if (p.kernels[static_cast<std::size_t>(uses[b].first)].when != when) continue;
      const int owner = p.owner(b);
      if (b != owner) uses.extend(owner, b);
      if (collected[static_cast<std::size_t>(owner)]) continue;
      collected[static_cast<std::size_t>(owner)] = true;
      blocks.push_back({.buffer = owner, .bytes = round_up(p.at(owner).bytes, p.target.alignment), .value = owner});
    }
    for (std::size_t k = 0; k < p.kernels.size(); ++k)
      if (p.kernels[k].workspace > 0 && p.kernels[k].when == when)
        blocks.push_back({.kernel = static_cast<int>(k),
                          .bytes = round_up(p.kernels[k].workspace, p.target.alignment),
                          .value = buffers + static_cast<int>(k)});
    for (block& each : blocks) each.life = uses[each.value];
    return blocks;
  }

  static constexpr bool is_by_birth(ranking by) { return by == ranking::birth || by == ranking::both_ends; }

  static constexpr bool goes_first(const block& a, const block& b, ranking by) {
    const auto size = [by](const block& of) {
      return by == ranking::size_and_length ? of.bytes * (of.life.last - of.life.first + 1) : of.bytes;
    };
    if (!is_by_birth(by) && size(a) != size(b)) return size(a) > size(b);
    return a.life.first != b.life.first ? a.life.first < b.life.first : a.bytes > b.bytes;
  }

  /// Puts each block into the lowest gap between the blocks that are alive with it; with both_ends every other block
  /// into the highest below `least`, so that in a chain each value finds the end that the one before its neighbour has
  /// left. Returns the arena's size.
  static constexpr std::int64_t place_all(vec<block>& blocks, const plan::usage& uses, ranking by, std::int64_t least) {
    stable_sort(blocks, [by](const block& a, const block& b) { return goes_first(a, b, by); });
    std::int64_t top = 0;
    vec<int> near;  // placed blocks that may still meet later ones, by offset
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      block& each = blocks[i];
      if (is_by_birth(by)) {  // what has died before all that begins from now on meets none of the later ones either
        std::size_t kept = 0;
        for (int other : near)
          if (!uses.is_over_from(blocks[static_cast<std::size_t>(other)].value, each.life.first)) near[kept++] = other;
        near.resize(kept);
      }
      const auto meets = [&](const block& other) {
        return !uses.ends_before(other.value, each.value) && !uses.ends_before(each.value, other.value);
      };
      std::int64_t offset = -1;
      if (by == ranking::both_ends && i % 2 != 0) {
        offset = least - each.bytes;
        for (std::size_t n = near.size(); n-- > 0;) {
          const block& other = blocks[static_cast<std::size_t>(near[n])];
          if (meets(other) && offset < other.offset + other.bytes && other.offset < offset + each.bytes)
            offset = other.offset - each.bytes;
        }
      }
      if (offset < 0) {
        offset = 0;
        for (std::size_t n = 0; n < near.size(); ++n) {
          const block& other = blocks[static_cast<std::size_t>(near[n])];
          if (!meets(other)) continue;
          if (offset + each.bytes <= other.offset) break;
          offset = other.offset + other.bytes > offset ? other.offset + other.bytes : offset;
        }
      }
      std::size_t where = 0;
      each.offset = offset;
      while (where < near.size() && blocks[static_cast<std::size_t>(near[where])].offset <= offset) ++where;
      near.push_back(static_cast<int>(i));
      for (std::size_t n = near.size() - 1; n > where; --n) std::swap(near[n], near[n - 1]);
      top = offset + each.bytes > top ? offset + each.bytes : top;
    }
    return top;
  }
};

}  // namespace litho::pass
