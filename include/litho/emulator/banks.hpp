// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "../plan/cost.hpp"
#include "interpret.hpp"
#include "shadow.hpp"

namespace litho::emulator {

/// What hardware would punish.
enum class rule : std::uint8_t {
  capacity,   ///< a task reaches beyond its memory
  alignment,  ///< a task's place in a core's memory is not aligned
  bounds,     ///< a task reaches beyond its buffer
  poison,     ///< a task reads what was never written
  race,       ///< two tasks use the same bytes, one of them to write, and nothing orders them
  flag,       ///< a task waits for a flag that nobody will set, or sets one that is set
  result      ///< a kernel's results are not those of the plan's interpreter
};

constexpr std::string_view name_of(rule which) {
  constexpr std::string_view names[] = {"capacity", "alignment", "bounds", "poison", "race", "flag", "result"};
  return names[static_cast<int>(which)];
}

struct hazard {
  rule broken = rule::bounds;
  int task = -1;
  int other = -1;  ///< the other task of a race
  std::string text;
};

/// The memories of the device: global memory, and those of the core at work. Each access is checked; hazards are noted,
/// not fatal, and at most `most_hazards` of them.
class banks {
 public:
  using memory = task::memory;
  using location = task::location;

  static constexpr std::size_t most_hazards = 16;

  banks(const plan::plan& p, const task::list& tasks, bool compares)
      : plan_(p), tasks_(tasks), order_(p, tasks), global_(p), expected_(p), compares_(compares) {
    for (int m = 1; m < task::memory_count; ++m) {
      const std::int64_t bytes = task::size_of(p.target, static_cast<task::memory>(m));
      local_[static_cast<std::size_t>(m)].resize(static_cast<std::size_t>(bytes));
      local_shadows_.emplace_back(bytes, task::fractal_bytes, false);
    }
  }

  const plan::plan& plan() const { return plan_; }
  const task::list& tasks() const { return tasks_; }
  const plan::kernel& kernel() const { return *kernel_; }
  interpreter& global() { return global_; }
  const std::vector<hazard>& hazards() const { return hazards_; }

  /// Sources in place, weights loaded on the host, all else poison.
  void begin_run(std::span<const ir::named_tensor> sources) {
    hazards_.clear();
    global_.place_memory(sources);
    for (const plan::kernel& k : plan_.kernels)
      if (k.when != binding::run) global_.run(k);
    if (compares_) expected_.place_memory(sources);
    make_global_shadows();
  }
  void end_run() {
    for (std::size_t s = 1; s < global_shadows_.size(); ++s)
      if (!global_shadows_[s].is_written())
        note(rule::poison, "is the last, and bytes of an output were never written");
  }
  void begin_launch(const task::launch& now) {
    kernel_ = &plan_.kernels[static_cast<std::size_t>(now.kernel)];
    for (const plan::operand& each : plan_.operands_of(*kernel_))
      if (compares_ && !each.written && !each.scratch)
        std::memcpy(expected_.begin_of(each.buffer), global_.begin_of(each.buffer),
                    static_cast<std::size_t>(plan_.at(each.buffer).bytes));
    poison_new_buffers();
  }
  /// Whether each number that the kernel has written is what the interpreter makes of the same inputs: up to a few
  /// roundings of the largest, since sums are in another order.
  void end_launch() {
    if (!compares_) return;
    expected_.run(*kernel_);
    bool has_halves = kernel_->root >= 0 && size_of(plan_.graph[kernel_->root].type.element) == 2;
    for (const plan::operand& each : plan_.operands_of(*kernel_))
      has_halves = has_halves || (!each.scratch && size_of(plan_.graph[plan_.at(each.buffer).node].type.element) == 2);
    const double bound = has_halves ? 0x1p-8 : 0x1p-13;
    for (const plan::operand& each : plan_.operands_of(*kernel_)) {
      if (!each.written || each.scratch) continue;
      const dtype element = plan_.graph[plan_.at(each.buffer).node].type.element;
      const std::int64_t count = plan_.at(each.buffer).bytes / size_of(element);
      const std::byte* const found = global_.begin_of(each.buffer);
      const std::byte* const wanted = expected_.begin_of(each.buffer);
      double error = 0;
      double largest = 1e-3;
      for (std::int64_t i = 0; i < count; ++i) {
        if (is_padding(plan_.graph[plan_.at(each.buffer).node].type, i)) continue;
        const double a = interpreter::get(found, element, i);
        const double b = interpreter::get(wanted, element, i);
        if (b == b && std::abs(b) < std::numeric_limits<double>::infinity()) largest = std::max(largest, std::abs(b));
        if (a == b || (a != a && b != b)) continue;
        const double off = std::abs(a - b);
        error = off == off ? std::max(error, off) : std::numeric_limits<double>::infinity();
      }
      if (error > bound * largest)
        note(rule::result,
             "ends a kernel whose results are off by " + std::to_string(error) + " of " + std::to_string(largest));
    }
  }
  void begin_block() {
    order_.begin_block();
    for (shadow& of : local_shadows_) of.forget();
  }
  void end_block() {
    if (!order_.all_flags_are_back()) note(rule::flag, "ends its block while a flag is set");
  }
  bool may_begin(int at) const { return order_.may_begin(at); }
  void begin_task(int at) {
    now_ = at;
    if (!order_.begin(at)) note(rule::flag, "waits for a flag that nobody will set");
  }
  void end_task() {
    if (!order_.end(now_)) note(rule::flag, "sets a flag that is set still");
  }

  /// "kernel 3 conv2d f16[1,64,56,56], block 2: MTE1 image 17"
  std::string name_of_task(int at) const {
    const task::task& each = tasks_.tasks[static_cast<std::size_t>(at)];
    const int kernel = tasks_.launches[static_cast<std::size_t>(order_.launch_of(at))].kernel;
    const plan::kernel& k = plan_.kernels[static_cast<std::size_t>(kernel)];
    text_builder text;
    text << "kernel " << kernel << ' ' << (k.root < 0 ? std::string_view("copy") : plan_.graph[k.root].op->view())
         << ' ' << (k.root < 0 ? k.iteration : plan_.graph[k.root].type) << ", block " << each.block << ": "
         << task::name_of(each.on) << ' ' << task::name_of(each.what) << ' '
         << at - tasks_.launches[static_cast<std::size_t>(order_.launch_of(at))].tasks.first;
    return std::string(text.view());
  }

  void note(rule broken, std::string_view what, int other = -1) {
    if (hazards_.size() >= most_hazards) return;
    std::string text = name_of_task(now_) + ' ' + std::string(what);
    if (other >= 0) text += " (the other: " + name_of_task(other) + ')';
    hazards_.push_back({broken, now_, other, std::move(text)});
  }

  /// Bytes at a place, checked; null where the access must not be.
  std::byte* access(const location& at, std::int64_t offset, std::int64_t bytes, bool is_write) {
    const std::int64_t begin = at.offset + offset;
    if (at.where != memory::global) {
      auto& bank = local_[static_cast<std::size_t>(at.where)];
      if (begin < 0 || begin + bytes > static_cast<std::int64_t>(bank.size())) {
        note(rule::capacity, "reaches beyond the " + std::string(task::name_of(at.where)));
        return nullptr;
      }
      check(local_shadows_[static_cast<std::size_t>(at.where) - 1], begin, bytes, is_write);
      return bank.data() + begin;
    }
    const plan::buffer* const b = at.buffer < 0 ? nullptr : &plan_.at(at.buffer);
    const std::int64_t size = b == nullptr ? kernel_->workspace : b->bytes;
    if (begin < 0 || begin + bytes > size) {
      note(rule::bounds,
           "reaches beyond a buffer of " + std::to_string(size) + " bytes, to " + std::to_string(begin + bytes));
      return nullptr;
    }
    const int which = b == nullptr ? 0 : shadow_of_[static_cast<std::size_t>(at.buffer)];
    const bool in_arena = b == nullptr || b->where == plan::place::arena;
    const std::int64_t base = !in_arena ? 0 : b == nullptr ? kernel_->workspace_offset : b->offset;
    if (which >= 0)
      check(global_shadows_[static_cast<std::size_t>(which)], base + begin, bytes, is_write);
    else if (is_write)
      note(rule::bounds, "writes to what a run must not change");
    return (b == nullptr ? global_.workspace_of(*kernel_) : global_.begin_of(at.buffer)) + begin;
  }
  void check_alignment(const location& at) {
    if (at.where != memory::global && at.offset % task::alignment_of(plan_.target, at.where) != 0)
      note(rule::alignment,
           "is at byte " + std::to_string(at.offset) + " of the " + std::string(task::name_of(at.where)));
  }

 private:
  void make_global_shadows() {
    std::int64_t grain = 8;
    for (const plan::buffer& b : plan_.buffers)
      if (b.where == plan::place::arena || b.where == plan::place::output)
        grain = std::min(grain, size_of(plan_.graph[b.node].type.element));
    shadow_of_.assign(plan_.buffers.size(), -1);
    global_shadows_.clear();
    global_shadows_.emplace_back(plan_.totals.arena_bytes, grain, false);
    for (std::size_t b = 0; b < plan_.buffers.size(); ++b) {
      if (plan_.buffers[b].where == plan::place::arena) shadow_of_[b] = 0;
      if (plan_.buffers[b].where != plan::place::output) continue;
      shadow_of_[b] = static_cast<int>(global_shadows_.size());
      global_shadows_.emplace_back(plan_.buffers[b].bytes, grain, false);
    }
    is_born_.assign(plan_.buffers.size(), false);
  }
  /// Bytes of the arena that a buffer takes over hold nothing of it yet.
  void poison_new_buffers() {
    for (const plan::operand& each : plan_.operands_of(*kernel_)) {
      if (!each.written || each.scratch || is_born_[static_cast<std::size_t>(each.buffer)]) continue;
      is_born_[static_cast<std::size_t>(each.buffer)] = true;
      const plan::buffer& b = plan_.at(each.buffer);
      if (b.where == plan::place::arena && b.shares < 0) global_shadows_[0].poison(b.offset, b.bytes);
    }
  }

  /// Lanes of no channel hold anything.
  static bool is_padding(const tensor_type& type, std::int64_t at) {
    if (type.layout != format::nc1hwc0) return false;
    const std::int64_t blocks = plan::rounds(type.dims[1], type.lanes);
    const std::int64_t block = at / (type.lanes * type.dims[2] * type.dims[3]) % blocks;
    return block * type.lanes + at % type.lanes >= type.dims[1];
  }
  void check(shadow& of, std::int64_t begin, std::int64_t bytes, bool is_write) {
    bool is_poison = false;
    const int race = is_write ? of.write(begin, bytes, now_, order_) : of.read(begin, bytes, now_, order_, is_poison);
    if (is_poison) note(rule::poison, "reads what was never written");
    if (race >= 0)
      note(rule::race,
           is_write ? "writes what another may use at the same time" : "reads what another may write at the same time",
           race);
  }
  const plan::plan& plan_;
  const task::list& tasks_;
  order order_;
  interpreter global_;
  interpreter expected_;
  bool compares_;
  std::array<std::vector<std::byte>, task::memory_count> local_;
  std::vector<shadow> local_shadows_;
  std::vector<shadow> global_shadows_;
  std::vector<int> shadow_of_;
  std::vector<bool> is_born_;
  std::vector<hazard> hazards_;
  const plan::kernel* kernel_ = nullptr;
  int now_ = -1;
};

}  // namespace litho::emulator
