// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../task/unified.hpp"
#include "banks.hpp"

namespace litho::emulator {

/// The Vector unit: micro-programs by the reference semantics of their ops, and windows, on the unified buffer.
class vector_unit {
 public:
  explicit vector_unit(banks& in) : in_(in) {}

  void program(const task::program& each) {
    const auto steps = in_.plan().steps_of(in_.kernel());
    const plan::phase& phase = in_.plan().phases_of(in_.kernel())[static_cast<std::size_t>(each.phase)];
    const auto operands = task::list::part(in_.tasks().slots, each.operands);
    const auto values = task::list::part(in_.tasks().slots, each.values);
    const int repeated = task::unified_layout::repeated_loop(in_.kernel());
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
      if (slot.offset >= 0) in_.check_alignment(in_unified(slot.offset));
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
          step.op->eval(inputs, plan::plan::part(in_.plan().graph.numbers, step.attributes), out);
          write_slot(slot, out, dims);
          held[static_cast<std::size_t>(s)] = std::move(out);
          break;
        }
        case plan::step_kind::fold: fold(step, slot, value_of(step.inputs[0]), dims, each.begins); break;
        case plan::step_kind::finish: {
          const tensor& folded = value_of(step.inputs[0]);
          tensor out{{.element = step.element, .dims = folded.type.dims}, {}, {}};
          const auto count = static_cast<double>(in_.kernel().extents[repeated]);
          for (const number& sum : folded.values)
            out.values.push_back(rounded(step.element, step.op->finish(folded.type.element, sum, count)));
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
  void window(const task::window& each) {
    in_.check_alignment(each.from);
    in_.check_alignment(each.to);
    const ir::node& node = in_.plan().graph[in_.kernel().root];
    const bool has_weights = node.op->kind == category::contraction;
    const std::int64_t size = size_of(each.element);
    const std::int64_t line = std::int64_t{each.width} * each.lanes;
    const std::int64_t plane = each.rows * line;
    const int taps = each.kernel_height * each.kernel_width;
    const std::byte* const from = in_.access(each.from, 0, each.planes * plane * size, false);
    const std::byte* const weights =
        has_weights ? in_.access(each.weights, 0, std::int64_t{each.planes} * taps * each.lanes * size, false)
                    : nullptr;
    const std::int64_t out_line = std::int64_t{each.out_width} * each.lanes;
    std::byte* const to =
        in_.access(each.to, 0, each.planes * each.out_rows * out_line * size_of(each.to_element), true);
    if (from == nullptr || to == nullptr || (has_weights && weights == nullptr)) return;
    for (std::int64_t p = 0; p < each.planes; ++p)
      for (int r = 0; r < each.out_rows; ++r)
        for (int c = 0; c < each.out_width; ++c)
          for (int lane = 0; lane < each.lanes; ++lane) {
            number folded = has_weights ? number(0.0) : node.op->initial(node.type.element);
            int count = 0;
            for (int tap = 0; tap < taps; ++tap) {
              const int row = (each.first_out + r) * each.stride_height - each.pad_top +
                              tap / each.kernel_width * each.dilation_height;
              const int column = c * each.stride_width - each.pad_left + tap % each.kernel_width * each.dilation_width;
              if (row < 0 || row >= each.height || column < 0 || column >= each.width) continue;
              if (row < each.first_row || row >= each.first_row + each.rows) {
                in_.note(rule::bounds, "needs a row of the picture that is not in the unified buffer");
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
                folded = node.op->combine(node.type.element, folded, number(x));
            }
            if (!has_weights) folded = node.op->finish(node.type.element, folded, each.count_padding ? taps : count);
            const std::int64_t out = (p * each.out_rows + r) * out_line + std::int64_t{c} * each.lanes + lane;
            interpreter::put(to, each.to_element, out, folded);
          }
  }

 private:
  using memory = task::memory;
  using location = task::location;

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
          in_.access(in_unified(of.offset), offset, ((count - 1) * stride + 1) * size_of(of.element), false);
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
          in_.access(in_unified(of.offset), offset, ((count - 1) * stride + 1) * size_of(of.element), true);
      for (std::int64_t i = 0; i < count; ++i) {
        const auto from = repeats ? static_cast<std::size_t>(litho::detail::offset_of(at, strides)) : next++;
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
    litho::detail::for_each_index(outer, [&](std::int64_t, const ints& at) {
      visit(litho::detail::offset_of(at, of.strides) * size_of(of.element), dims[last], stride);
    });
  }

  task::slot main_slot(const task::program& of) const {
    task::slot made{of.main, in_.plan().graph[in_.kernel().root].type.element, strides_of(of.extent)};
    return made;
  }
  void fold(const plan::step& step, const task::slot& slot, const tensor& x, const shape& dims, bool begins) {
    tensor sums{{.element = slot.element, .dims = dims}, {}, {}};
    if (begins)
      sums.values.resize(static_cast<std::size_t>(dims.product()), step.op->initial(x.type.element));
    else
      sums = read_slot(slot, dims);
    shape all = dims;
    const int repeated = task::unified_layout::repeated_loop(in_.kernel());
    all[repeated] = x.type.dims[repeated];
    const ints to = broadcast_strides(dims, all);
    const ints from = broadcast_strides(x.type.dims, all);
    litho::detail::for_each_index(all, [&](std::int64_t, const ints& at) {
      number& sum = sums.values[static_cast<std::size_t>(litho::detail::offset_of(at, to))];
      sum =
          step.op->combine(x.type.element, sum, x.values[static_cast<std::size_t>(litho::detail::offset_of(at, from))]);
    });
    write_slot(slot, sums, dims);
  }

  banks& in_;
};

}  // namespace litho::emulator
