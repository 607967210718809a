// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "cost.hpp"

namespace litho::task {

/// A buffer in `depth` parts that one queue fills and another uses, in turn. Flags say that a part is full, and that it
/// may be filled again.
struct ring {
  queue filler = queue::mte2;
  queue user = queue::vector;
  int depth = 1;
  std::uint8_t full = 0;  ///< ids of the first part's flags
  std::uint8_t free = 0;
  int filled = 0;
  int used = 0;
};

/// Writes the tasks of one kernel, block after block: puts each on its queue with its cycles, and the flags that order
/// them.
class writer {
  // Before its users: clang looks no further in constant evaluation.
  template <class T>
  constexpr void put(kind what, queue on_queue, const vec<T>& items, std::int64_t cycles, std::int64_t bytes) {
    put_task({.what = what,
              .on = on_queue,
              .item = static_cast<int>(items.size()) - 1,
              .cycles = cycles < 1 ? 1 : cycles,
              .bytes = bytes});
  }
  constexpr void put_task(task made) {
    const int queue_at = at(made.on);
    made.block = block_;
    made.waits = pending_[queue_at];
    pending_[queue_at].count = 0;
    last_[queue_at] = static_cast<int>(out_.tasks.size());
    out_.tasks.push_back(made);
  }

 public:
  constexpr writer(const plan::plan& p, list& out, int kernel, bool near)
      : plan_(p), out_(out), kernel_(p.kernels[static_cast<std::size_t>(kernel)]), near_(near) {
    launch_.kernel = kernel;
    launch_.stream = kernel_.stream;
    launch_.tasks.first = static_cast<int>(out.tasks.size());
  }

  constexpr const plan::plan& plan() const { return plan_; }
  constexpr const plan::kernel& kernel() const { return kernel_; }
  constexpr const device& on() const { return plan_.target; }
  constexpr int depth() const { return on().double_buffer ? 2 : 1; }

  constexpr void begin_block(int block) {
    block_ = block;
    launch_.blocks = block + 1;
    for (int from = 0; from < queue_count; ++from) {
      pending_[from].count = 0;
      last_[from] = -1;
      for (int to = 0; to < queue_count; ++to) next_id_[from][to] = 0;
    }
  }
  constexpr void finish(bool on_cube) {
    launch_.on_cube = on_cube;
    launch_.tasks.count = static_cast<int>(out_.tasks.size()) - launch_.tasks.first;
    if (!near_ && kernel_.bytes_read <= on().l2_bytes) time_with_cache();
    out_.launches.push_back(launch_);
  }
  constexpr void fail(const char* why) {
    if (!out_.ok()) return;
    out_.fault = why;
    out_.faulty_kernel = launch_.kernel;
  }

  // Tasks

  constexpr void add(queue on_queue, const move& each) {
    out_.moves.push_back(each);
    put(kind::move, on_queue, out_.moves, cycles_of(on(), each, near_),
        moved_elements(each.how) * litho::size_of(each.to_element));
  }
  constexpr void add(const image& each) {
    out_.images.push_back(each);
    put(kind::image, queue::mte1, out_.images, cycles_of(on(), each), bytes_of(each));
  }
  constexpr void add(const multiply& each) {
    out_.multiplies.push_back(each);
    put(kind::multiply, queue::cube, out_.multiplies, cycles_of(on(), each), 0);
  }
  constexpr void add(const program& each, std::int64_t cycles) {
    out_.programs.push_back(each);
    put(kind::program, queue::vector, out_.programs, cycles, 0);
  }
  constexpr void add(const window& each, std::int64_t cycles) {
    out_.windows.push_back(each);
    put(kind::window, queue::vector, out_.windows, cycles, 0);
  }
  /// The whole op.
  constexpr void add_direct(queue on_queue, std::int64_t cycles, std::int64_t bytes) {
    put_task({.what = kind::direct, .on = on_queue, .cycles = cycles < 1 ? 1 : cycles, .bytes = bytes});
  }

  constexpr ir::range add_slots(stretch<const slot> made) {
    const ir::range part{static_cast<int>(out_.slots.size()), static_cast<int>(made.size())};
    out_.slots.append(std::span<const slot>(made.data(), made.size()));
    return part;
  }

  // Flags

  constexpr ring make_ring(queue filler, queue user, int depth) {
    ring made{filler, user, depth};
    made.full = take_ids(filler, user, depth);
    made.free = take_ids(user, filler, depth);
    return made;
  }
  /// Returns the part to be filled.
  constexpr int begin_fill(const ring& of) {
    const int part = of.filled % of.depth;
    if (of.filled >= of.depth) wait({of.user, of.filler, id(of.free, part)});
    return part;
  }
  constexpr void end_fill(ring& of) {
    set({of.filler, of.user, id(of.full, of.filled % of.depth)});
    ++of.filled;
  }
  constexpr int begin_use(const ring& of) {
    const int part = of.used % of.depth;
    wait({of.filler, of.user, id(of.full, part)});
    return part;
  }
  constexpr void end_use(ring& of) {
    set({of.user, of.filler, id(of.free, of.used % of.depth)});
    ++of.used;
  }
  /// Waits for the parts in use, so that no flag stays set.
  constexpr void drain(const ring& of) {
    for (int i = of.filled > of.depth ? of.filled - of.depth : 0; i < of.used; ++i)
      wait({of.user, of.filler, id(of.free, i % of.depth)});
    settle(of.filler);
  }

  /// A task that does nothing but wait for what its queue has to.
  constexpr void settle(queue on_queue) {
    if (pending_[at(on_queue)].count > 0) put_task({.what = kind::wait, .on = on_queue});
  }

 private:
  /// What several tasks read comes from memory once and then from the second-level cache: a read takes a mean of both.
  constexpr void time_with_cache() {
    const auto first = static_cast<std::size_t>(launch_.tasks.first);
    vec<std::int64_t> moved(plan_.buffers.size());
    const auto for_each_read = [&](auto&& visit) {
      for (std::size_t at = first; at < out_.tasks.size(); ++at) {
        task& each = out_.tasks[at];
        if (each.what != kind::move) continue;
        const litho::task::move& how = out_.moves[static_cast<std::size_t>(each.item)];
        if (how.from.where == memory::global && how.from.buffer >= 0) visit(each, how);
      }
    };
    for_each_read([&](const task& each, const litho::task::move& how) {
      moved[static_cast<std::size_t>(how.from.buffer)] += each.bytes;
    });
    for_each_read([&](task& each, const litho::task::move& how) {
      const auto all = static_cast<double>(moved[static_cast<std::size_t>(how.from.buffer)]);
      const auto once = static_cast<double>(plan_.at(how.from.buffer).bytes);
      const double share = all == 0 || once >= all ? 1 : once / all;
      each.cycles = static_cast<std::int64_t>(share * static_cast<double>(cycles_of(on(), how, false)) +
                                              (1 - share) * static_cast<double>(cycles_of(on(), how, true)));
      each.cycles = each.cycles < 1 ? 1 : each.cycles;
    });
  }

  static constexpr std::uint8_t id(std::uint8_t first, int part) { return static_cast<std::uint8_t>(first + part); }
  static constexpr int at(queue which) { return static_cast<int>(which); }

  constexpr std::uint8_t take_ids(queue from, queue to, int count) {
    int& next = next_id_[at(from)][at(to)];
    const int first = next;
    next += count;
    if (next > on().event_ids) fail("more flags between two queues than the device has");
    return static_cast<std::uint8_t>(first);
  }
  constexpr void wait(const flag& each) {
    if (!pending_[at(each.to)].add(each)) fail("a task waits for more flags than it can");
  }
  constexpr void set(const flag& each) {
    const int task = last_[at(each.from)];
    if (task < 0 || !out_.tasks[static_cast<std::size_t>(task)].sets.add(each))
      fail("a task sets more flags than it can");
  }

  const plan::plan& plan_;
  list& out_;
  const plan::kernel& kernel_;
  bool near_;
  launch launch_{};
  int block_ = 0;
  flags pending_[queue_count]{};
  int last_[queue_count]{};
  int next_id_[queue_count][queue_count]{};
};

/// Deals the tiles of a kernel out to cores, to each a run of tiles as long as the others'. A block is begun before its
/// first tile and ended behind its last.
template <class Begin, class End>
class dealer {
 public:
  constexpr dealer(writer& to, std::int64_t tiles, int cores, Begin begin, End end)
      : to_(to), tiles_(tiles), blocks_(tiles < cores ? tiles : cores), begin_(begin), end_(end) {}

  /// The next tile's turn.
  constexpr void next() {
    const std::int64_t block = tile_++ * blocks_ / tiles_;
    if (block == block_) return;
    finish();
    block_ = block;
    to_.begin_block(static_cast<int>(block));
    begin_();
  }
  constexpr void finish() {
    if (block_ >= 0) end_();
  }

 private:
  writer& to_;
  std::int64_t tiles_;
  std::int64_t blocks_;
  Begin begin_;
  End end_;
  std::int64_t tile_ = 0;
  std::int64_t block_ = -1;
};

}  // namespace litho::task
