// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <string>

#include "../task/lower.hpp"
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
  flag        ///< a task waits for a flag that is not set, or sets one that is
};

constexpr std::string_view name_of(rule which) {
  constexpr std::string_view names[] = {"capacity", "alignment", "bounds", "poison", "race", "flag"};
  return names[static_cast<int>(which)];
}

struct hazard {
  rule broken = rule::bounds;
  int task = -1;
  int other = -1;  ///< the other task of a race
  std::string text;
};

/// Carries out a task list on emulated memories, task by task, and checks each access. Results are in the plan's
/// output buffers; hazards are noted, not fatal, and at most `most_hazards` of them.
class machine {
 public:
  static constexpr std::size_t most_hazards = 16;

  machine(const plan::plan& p, const task::list& tasks) : plan_(p), tasks_(tasks), order_(p, tasks), global_(p) {
    for (int m = 1; m < task::memory_count; ++m) {
      const std::int64_t bytes = task::size_of(p.target, static_cast<task::memory>(m));
      local_[static_cast<std::size_t>(m)].resize(static_cast<std::size_t>(bytes));
      local_shadows_.emplace_back(bytes, task::fractal_bytes, false);
    }
  }

  /// Loads the weights on the host and runs once. Sources by name: inputs and parameters.
  vec<tensor> run(std::span<const ir::named_tensor> sources) {
    hazards_.clear();
    global_.place_memory(sources);
    for (const plan::kernel& k : plan_.kernels)
      if (k.when != binding::run) global_.run(k);
    make_global_shadows();
    for (std::size_t l = 0; l < tasks_.launches.size(); ++l) run_launch(static_cast<int>(l));
    for (std::size_t s = 1; s < global_shadows_.size(); ++s)
      if (!global_shadows_[s].is_written())
        note(rule::poison, "is the last, and bytes of an output were never written");
    return global_.results();
  }

  const std::vector<hazard>& hazards() const { return hazards_; }

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

 private:
  using memory = task::memory;
  using location = task::location;
  using matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  // Order

  void run_launch(int which) {
    const task::launch& each = tasks_.launches[static_cast<std::size_t>(which)];
    kernel_ = &plan_.kernels[static_cast<std::size_t>(each.kernel)];
    poison_new_buffers();
    int block = -1;
    for (int at = each.tasks.first; at < each.tasks.first + each.tasks.count; ++at) {
      const task::task& now = tasks_.tasks[static_cast<std::size_t>(at)];
      if (now.block != block) {
        if (block >= 0) end_block(at - 1);
        block = now.block;
        order_.begin_block();
        for (shadow& of : local_shadows_) of.forget();
      }
      now_ = at;
      if (!order_.begin(at)) note(rule::flag, "waits for a flag that nobody has set");
      carry_out(now);
      if (!order_.end(at)) note(rule::flag, "sets a flag that is set still");
    }
    if (block >= 0) end_block(each.tasks.first + each.tasks.count - 1);
  }
  void end_block(int last) {
    now_ = last;
    if (!order_.all_flags_are_back()) note(rule::flag, "ends its block while a flag is set");
  }

  void carry_out(const task::task& each) {
    const auto item = static_cast<std::size_t>(each.item);
    switch (each.what) {
      case task::kind::move: move(tasks_.moves[item]); break;
      case task::kind::image: image_to_column(tasks_.images[item]); break;
      case task::kind::multiply: multiply(tasks_.multiplies[item]); break;
      case task::kind::program: program(tasks_.programs[item]); break;
      case task::kind::window: window(tasks_.windows[item]); break;
      case task::kind::direct: direct(); break;
      case task::kind::wait: break;
    }
  }

  void note(rule broken, std::string_view what, int other = -1) {
    if (hazards_.size() >= most_hazards) return;
    std::string text = name_of_task(now_) + ' ' + std::string(what);
    if (other >= 0) text += " (the other: " + name_of_task(other) + ')';
    hazards_.push_back({broken, now_, other, std::move(text)});
  }

  // Memory

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
  void check(shadow& of, std::int64_t begin, std::int64_t bytes, bool is_write) {
    bool is_poison = false;
    const int race = is_write ? of.write(begin, bytes, now_, order_) : of.read(begin, bytes, now_, order_, is_poison);
    if (is_poison) note(rule::poison, "reads what was never written");
    if (race >= 0)
      note(rule::race,
           is_write ? "writes what another may use at the same time" : "reads what another may write at the same time",
           race);
  }
  void check_alignment(const location& at) {
    if (at.where != memory::global && at.offset % task::alignment_of(plan_.target, at.where) != 0)
      note(rule::alignment,
           "is at byte " + std::to_string(at.offset) + " of the " + std::string(task::name_of(at.where)));
  }

  // Moves

  void move(const task::move& each) {
    check_alignment(each.from);
    check_alignment(each.to);
    if (each.clear > 0)
      if (std::byte* const to = access(each.to, 0, each.clear, true))
        std::memset(to, 0, static_cast<std::size_t>(each.clear));
    for (std::int64_t extent : each.how.extents)
      if (extent == 0) return;
    move_loop(each, 0, each.how.from_offset, each.how.to_offset, each.how.limit);
  }
  void move_loop(const task::move& each, int loop, std::int64_t from, std::int64_t to, std::int64_t channels) {
    const transfer& how = each.how;
    const int last = how.extents.count - 1;
    if (loop == last) {
      move_lanes(each, from, to, channels);
      return;
    }
    const std::int64_t lanes = how.extents[last];
    for (std::int64_t i = 0; i < how.extents[loop]; ++i)
      move_loop(each, loop + 1, from + i * how.from[loop], to + i * how.to[loop],
                loop == how.block_loop ? how.limit - i * lanes : channels);
  }
  void move_lanes(const task::move& each, std::int64_t from, std::int64_t to, std::int64_t channels) {
    const transfer& how = each.how;
    const int last = how.extents.count - 1;
    const std::int64_t extent = how.extents[last];
    const std::int64_t used = how.block_loop < 0 || channels > extent ? extent : channels < 0 ? 0 : channels;
    const std::int64_t from_size = size_of(each.from_element);
    const std::int64_t to_size = size_of(each.to_element);
    const bool is_run = how.from[last] == 1 && how.to[last] == 1;
    const std::int64_t run = is_run ? used : 1;
    for (std::int64_t i = 0; i < used; i += run) {
      const std::byte* const source =
          access(each.from, (from + i * how.from[last]) * from_size, run * from_size, false);
      std::byte* const target = access(each.to, (to + i * how.to[last]) * to_size, run * to_size, true);
      if (source == nullptr || target == nullptr) return;
      if (each.from_element == each.to_element)
        std::memcpy(target, source, static_cast<std::size_t>(run * to_size));
      else
        for (std::int64_t j = 0; j < run; ++j)
          interpreter::put(target, each.to_element, j, interpreter::get(source, each.from_element, j));
    }
    if (!how.clear) return;
    for (std::int64_t i = used; i < extent; ++i)
      if (std::byte* const target = access(each.to, (to + i * how.to[last]) * to_size, to_size, true))
        std::memset(target, 0, static_cast<std::size_t>(to_size));
  }

  void image_to_column(const task::image& each) {
    check_alignment(each.from);
    check_alignment(each.to);
    const std::int64_t bytes = each.lanes * size_of(each.element);
    const int window = each.kernel_height * each.kernel_width;
    const int padded = static_cast<int>(round_up(each.pixels, task::fractal));
    for (int p = 0; p < padded; ++p)
      for (int s = 0; s < each.steps; ++s) {
        const int step = each.first_step + s;
        const int pixel = each.first_pixel + p;
        const int row = pixel / each.out_width * each.stride_height - each.pad_top +
                        step % window / each.kernel_width * each.dilation_height;
        const int column = pixel % each.out_width * each.stride_width - each.pad_left +
                           step % window % each.kernel_width * each.dilation_width;
        const std::int64_t fractal_row = std::int64_t{p / task::fractal} * each.steps + s;
        std::byte* const to = access(each.to, (fractal_row * task::fractal + p % task::fractal) * bytes, bytes, true);
        if (to == nullptr) return;
        if (p >= each.pixels || row < 0 || row >= each.height || column < 0 || column >= each.width) {
          std::memset(to, 0, static_cast<std::size_t>(bytes));
          continue;
        }
        if (row < each.first_row || row >= each.first_row + each.rows) {
          note(rule::bounds, "needs a row of the picture that is not in L1");
          return;
        }
        const std::int64_t line = std::int64_t{step / window} * each.rows + row - each.first_row;
        const std::byte* const from = access(each.from, (line * each.width + column) * bytes, bytes, false);
        if (from == nullptr) return;
        std::memcpy(to, from, static_cast<std::size_t>(bytes));
      }
  }

  // Cube

  static float float_of(const std::byte* from, dtype element, std::int64_t at) {
    if (element == dtype::f32) {
      float value = 0;
      std::memcpy(&value, from + at * 4, 4);
      return value;
    }
    if (element == dtype::f16) {
      Eigen::half value;
      std::memcpy(&value, from + at * 2, 2);
      return static_cast<float>(value);
    }
    return static_cast<float>(static_cast<double>(interpreter::get(from, element, at)));
  }

  void multiply(const task::multiply& each) {
    const location left{memory::l0a, -1, each.left};
    const location right{memory::l0b, -1, each.right};
    const location sum{memory::l0c, -1, each.sum};
    for (const location& at : {left, right, sum}) check_alignment(at);
    const std::int64_t size = size_of(each.element);
    const std::int64_t inner = task::fractal_inner(each.element);
    const std::int64_t steps = each.k / inner;
    const std::byte* const a = access(left, 0, std::int64_t{each.m} * each.k * size, false);
    const std::byte* const b = access(right, 0, std::int64_t{each.k} * each.n * size, false);
    const std::int64_t sum_bytes = std::int64_t{each.m} * each.n * 4;
    if (each.accumulates) access(sum, 0, sum_bytes, false);
    std::byte* const c = access(sum, 0, sum_bytes, true);
    if (a == nullptr || b == nullptr || c == nullptr) return;
    matrix rows(each.m, each.k);
    for (std::int64_t m = 0; m < each.m; ++m)
      for (std::int64_t s = 0; s < steps; ++s)
        for (std::int64_t i = 0; i < inner; ++i) {
          const std::int64_t at = ((m / task::fractal * steps + s) * task::fractal + m % task::fractal) * inner + i;
          rows(m, s * inner + i) = float_of(a, each.element, at);
        }
    matrix columns(each.k, each.n);
    for (std::int64_t s = 0; s < steps; ++s)
      for (std::int64_t n = 0; n < each.n; ++n)
        for (std::int64_t i = 0; i < inner; ++i)
          columns(s * inner + i, n) = float_of(b, each.element, (s * each.n + n) * inner + i);
    for (std::int64_t n = 0; n < each.n; n += task::fractal) {
      Eigen::Map<Eigen::Matrix<float, Eigen::Dynamic, task::fractal, Eigen::RowMajor>> sums(
          reinterpret_cast<float*>(c) + n * each.m, each.m, task::fractal);
      if (each.accumulates)
        sums.noalias() += rows * columns.middleCols<task::fractal>(n);
      else
        sums.noalias() = rows * columns.middleCols<task::fractal>(n);
    }
  }

  // Vector

  static constexpr location in_unified(std::int64_t offset) { return {memory::unified, -1, offset}; }

  /// The dims of a value in a box: 1 along loops that it does not vary along.
  static shape dims_of(const task::slot& of, const shape& box) {
    shape dims = box;
    for (int loop = 0; loop < box.count; ++loop)
      if (of.strides[loop] == 0) dims[loop] = 1;
    return dims;
  }
  tensor read_slot(const task::slot& of, const shape& box) {
    tensor result{{.element = of.element, .dims = dims_of(of, box)}, {}, {}};
    result.values.reserve(static_cast<std::size_t>(result.type.elements()));
    for_each_row(of, result.type.dims, [&](std::int64_t offset, std::int64_t count, std::int64_t stride) {
      const std::byte* const from =
          access(in_unified(of.offset), offset, ((count - 1) * stride + 1) * size_of(of.element), false);
      for (std::int64_t i = 0; i < count; ++i)
        result.values.push_back(from == nullptr ? number(0.0) : interpreter::get(from, of.element, i * stride));
    });
    return result;
  }
  void write_slot(const task::slot& of, const tensor& values, const shape& dims) {
    std::size_t next = 0;
    const ints strides = broadcast_strides(values.type.dims, dims);
    const bool repeats = !(values.type.dims == dims);
    ints at;
    at.count = dims.count;
    for_each_row(of, dims, [&](std::int64_t offset, std::int64_t count, std::int64_t stride) {
      std::byte* const to =
          access(in_unified(of.offset), offset, ((count - 1) * stride + 1) * size_of(of.element), true);
      for (std::int64_t i = 0; i < count; ++i) {
        const auto from = repeats ? static_cast<std::size_t>(detail::offset_of(at, strides)) : next++;
        if (to != nullptr) interpreter::put(to, of.element, i * stride, values.values[from]);
        for (int loop = dims.count - 1; repeats && loop >= 0; --loop) {
          if (++at[loop] < dims[loop]) break;
          at[loop] = 0;
        }
      }
    });
  }
  /// visit(byte offset, count, stride) for each row along the last loop.
  template <class Visit>
  static void for_each_row(const task::slot& of, const shape& dims, Visit&& visit) {
    shape outer = dims;
    const int last = dims.count - 1;
    outer[last] = 1;
    for (std::int64_t extent : dims)
      if (extent == 0) return;
    const std::int64_t stride = of.strides[last] == 0 ? 1 : of.strides[last];
    detail::for_each_index(outer, [&](std::int64_t, const ints& at) {
      visit(detail::offset_of(at, of.strides) * size_of(of.element), dims[last], stride);
    });
  }

  void program(const task::program& each) {
    const auto steps = plan_.steps_of(*kernel_);
    const plan::phase& phase = plan_.phases_of(*kernel_)[static_cast<std::size_t>(each.phase)];
    const auto operands = task::list::part(tasks_.slots, each.operands);
    const auto values = task::list::part(tasks_.slots, each.values);
    const int repeated = task::unified_layout::repeated_loop(*kernel_);
    std::vector<tensor> held(steps.size());
    const auto value_of = [&](int step) -> const tensor& {
      tensor& found = held[static_cast<std::size_t>(step)];
      if (!found.values.empty()) return found;
      const plan::step& of = steps[static_cast<std::size_t>(step)];
      if (of.kind == plan::step_kind::load)
        found = read_slot(operands[static_cast<std::size_t>(of.operand)], each.extent);
      else if (of.kind == plan::step_kind::main)
        found = read_slot(main_slot(each), each.extent);
      else
        found = read_slot(values[static_cast<std::size_t>(step)], each.extent);
      return found;
    };
    for (int s = each.once ? phase.first_once : phase.first_block; s < phase.end; ++s) {
      const plan::step& step = steps[static_cast<std::size_t>(s)];
      const task::slot& slot = values[static_cast<std::size_t>(s)];
      if (slot.offset >= 0) check_alignment(in_unified(slot.offset));
      shape dims = each.extent;
      if (s < phase.first_block || step.kind == plan::step_kind::fold) dims[repeated] = 1;
      held[static_cast<std::size_t>(s)].values = {};
      switch (step.kind) {
        case plan::step_kind::load:
        case plan::step_kind::main: break;
        case plan::step_kind::apply: {
          tensor out{{.element = step.element, .dims = dims}, {}, {}};
          std::vector<const tensor*> inputs;
          for (int input : step.inputs)
            if (input >= 0) inputs.push_back(&value_of(input));
          step.op->eval(inputs, plan::plan::part(plan_.graph.numbers, step.attributes), out);
          write_slot(slot, out, dims);
          held[static_cast<std::size_t>(s)] = std::move(out);
          break;
        }
        case plan::step_kind::fold: fold(step, slot, value_of(step.inputs[0]), dims, each.begins); break;
        case plan::step_kind::finish: {
          const tensor& folded = value_of(step.inputs[0]);
          tensor out{{.element = step.element, .dims = folded.type.dims}, {}, {}};
          const auto count = static_cast<double>(kernel_->extents[repeated]);
          for (const number& sum : folded.values)
            out.values.push_back(rounded(step.element, step.op->finish(sum, count)));
          write_slot(slot, out, dims);
          held[static_cast<std::size_t>(s)] = std::move(out);
          break;
        }
        case plan::step_kind::store: {
          const task::slot& to = operands[static_cast<std::size_t>(step.operand)];
          write_slot(to, value_of(step.inputs[0]), dims_of(to, dims));
          break;
        }
      }
    }
  }
  task::slot main_slot(const task::program& of) const {
    task::slot made{of.main, plan_.graph[kernel_->root].type.element, strides_of(of.extent)};
    return made;
  }
  void fold(const plan::step& step, const task::slot& slot, const tensor& x, const shape& dims, bool begins) {
    const bool whole = !x.values.empty() && x.values[0].is_whole();
    tensor sums{{.element = slot.element, .dims = dims}, {}, {}};
    if (begins)
      sums.values.resize(static_cast<std::size_t>(dims.product()), step.op->initial(whole));
    else
      sums = read_slot(slot, dims);
    shape all = dims;
    const int repeated = task::unified_layout::repeated_loop(*kernel_);
    all[repeated] = x.type.dims[repeated];
    const ints to = broadcast_strides(dims, all);
    const ints from = broadcast_strides(x.type.dims, all);
    detail::for_each_index(all, [&](std::int64_t, const ints& at) {
      number& sum = sums.values[static_cast<std::size_t>(detail::offset_of(at, to))];
      sum = step.op->combine(sum, x.values[static_cast<std::size_t>(detail::offset_of(at, from))]);
    });
    write_slot(slot, sums, dims);
  }

  void window(const task::window& each) {
    check_alignment(each.from);
    check_alignment(each.to);
    const ir::node& node = plan_.graph[each.node];
    const bool has_weights = node.op->kind == category::contraction;
    const std::int64_t size = size_of(each.element);
    const std::int64_t line = std::int64_t{each.width} * each.lanes;
    const std::int64_t plane = each.rows * line;
    const int taps = each.kernel_height * each.kernel_width;
    const std::byte* const from = access(each.from, 0, each.planes * plane * size, false);
    const std::byte* const weights =
        has_weights ? access(each.weights, 0, std::int64_t{each.planes} * taps * each.lanes * size, false) : nullptr;
    const std::int64_t out_line = std::int64_t{each.out_width} * each.lanes;
    std::byte* const to = access(each.to, 0, each.planes * each.out_rows * out_line * size_of(each.to_element), true);
    if (from == nullptr || to == nullptr || (has_weights && weights == nullptr)) return;
    for (std::int64_t p = 0; p < each.planes; ++p)
      for (int r = 0; r < each.out_rows; ++r)
        for (int c = 0; c < each.out_width; ++c)
          for (int lane = 0; lane < each.lanes; ++lane) {
            number folded = has_weights ? number(0.0) : node.op->initial(false);
            int count = 0;
            for (int tap = 0; tap < taps; ++tap) {
              const int row = (each.first_out + r) * each.stride_height - each.pad_top +
                              tap / each.kernel_width * each.dilation_height;
              const int column = c * each.stride_width - each.pad_left + tap % each.kernel_width * each.dilation_width;
              if (row < 0 || row >= each.height || column < 0 || column >= each.width) continue;
              if (row < each.first_row || row >= each.first_row + each.rows) {
                note(rule::bounds, "needs a row of the picture that is not in the unified buffer");
                return;
              }
              const std::int64_t at =
                  p * plane + (row - each.first_row) * line + std::int64_t{column} * each.lanes + lane;
              const double x = interpreter::get(from, each.element, at);
              ++count;
              if (has_weights)
                folded = folded + x * static_cast<double>(interpreter::get(weights, each.element,
                                                                           (p * taps + tap) * each.lanes + lane));
              else
                folded = node.op->combine(folded, number(x));
            }
            if (!has_weights) folded = node.op->finish(folded, each.count_padding ? taps : count);
            const std::int64_t out = (p * each.out_rows + r) * out_line + std::int64_t{c} * each.lanes + lane;
            interpreter::put(to, each.to_element, out, folded);
          }
  }

  // Whole ops

  void direct() {
    for (const plan::operand& each : plan_.operands_of(*kernel_)) {
      if (each.scratch) continue;
      const int node = plan_.at(each.buffer).node;
      const std::int64_t element = size_of(plan_.graph[node].type.element);
      const std::int64_t bytes =
          each.written ? plan_.graph[kernel_->root].type.bytes() : plan_.at(each.buffer).bytes - each.offset * element;
      access({memory::global, each.buffer, each.offset * element}, 0, bytes, each.written);
    }
    global_.run(*kernel_);
  }

  const plan::plan& plan_;
  const task::list& tasks_;
  order order_;
  interpreter global_;
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
