// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstring>
#include <litho/npu/move.hpp>
#include <litho/plan/transfers.hpp>
#include <vector>

#include "values.hpp"

namespace graphs {

/// Does what a plan says, one number at a time, in memory that begins as NaN: kernels, loops, micro-programs, buffers and views as they
/// are in the plan, ops by their reference semantics. So plans are tested without room exec, at run time, for any graph.
class interpreter {
  using tensor = litho::tensor;
  using tensor_type = litho::tensor_type;

 public:
  explicit interpreter(const litho::plan::plan& p) : plan_(p) {}

  std::vector<tensor> run(std::span<const litho::ir::named_tensor> sources) {
    place_memory(sources);
    for (const litho::plan::kernel& k : plan_.kernels) {
      if (k.kind == litho::plan::family::copy)
        copy(k);
      else if (k.kind == litho::plan::family::vector)
        vector(k);
      else
        root_and_epilogue(k);
    }
    std::vector<tensor> results;
    for (std::size_t i = 0; i < plan_.outputs.size(); ++i) {
      const tensor_type& type = plan_.graph[plan_.graph.outputs[i].node].type;
      tensor result{type.plain(), {}, {}};
      for (std::int64_t at = 0; at < type.elements(); ++at) result.values.push_back(get(begin_of(plan_.outputs[i]), type.element, at));
      results.push_back(std::move(result));
    }
    return results;
  }

 private:
  // Memory

  void place_memory(std::span<const litho::ir::named_tensor> sources) {
    own_.assign(plan_.buffers.size(), {});
    arena_.assign(static_cast<std::size_t>(plan_.totals.arena_bytes), std::byte{0xff});
    weights_.assign(static_cast<std::size_t>(plan_.totals.weight_bytes), std::byte{0xff});
    for (std::size_t b = 0; b < plan_.buffers.size(); ++b) {
      const litho::plan::buffer& each = plan_.buffers[b];
      if (each.where == litho::plan::place::arena || each.where == litho::plan::place::weights) continue;
      const litho::ir::node& node = plan_.graph[each.node];
      own_[b].assign(static_cast<std::size_t>(each.bytes), std::byte{0xff});
      if (node.constant >= 0 && each.where == litho::plan::place::constant) fill(own_[b], *plan_.graph.constant(each.node));
      for (const litho::ir::named_tensor& source : sources)
        if (each.where != litho::plan::place::output && source.name == node.name) fill(own_[b], source.value);
    }
  }
  static void fill(std::vector<std::byte>& memory, const tensor& values) {
    for (std::size_t i = 0; i < values.values.size(); ++i)
      put(memory.data(), values.type.element, static_cast<std::int64_t>(i), values.values[i]);
  }
  std::byte* begin_of(int buffer) {
    const litho::plan::buffer& b = plan_.at(buffer);
    if (b.where == litho::plan::place::arena) return arena_.data() + b.offset;
    if (b.where == litho::plan::place::weights) return weights_.data() + b.offset;
    return own_[static_cast<std::size_t>(buffer)].data();
  }
  std::byte* begin_of(const litho::plan::kernel& k, const litho::plan::operand& each, litho::dtype element) {
    std::byte* const base = each.scratch ? arena_.data() + k.workspace_offset : begin_of(each.buffer);
    return base + each.offset * size_of(element);
  }
  static double get(const std::byte* from, litho::dtype element, std::int64_t at) {
    return litho::with_element(element, [&]<class T>() {
      T value{};
      std::memcpy(&value, from + at * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
      return static_cast<double>(value);
    });
  }
  static void put(std::byte* to, litho::dtype element, std::int64_t at, double value) {
    litho::with_element(element, [&]<class T>() {
      const T stored = static_cast<T>(value);
      std::memcpy(to + at * static_cast<std::int64_t>(sizeof(T)), &stored, sizeof(T));
    });
  }

  // Copies

  void copy(const litho::plan::kernel& k) {
    const auto operands = plan_.operands_of(k);
    const litho::dtype to_element = k.iteration.element;
    std::byte* const to = begin_of(k, operands.back(), to_element);
    const litho::plan::filling filling = litho::plan::filling_of(plan_.graph, k.root);
    if (filling.needed)
      for (std::int64_t i = 0; i < k.iteration.stored_elements(); ++i) put(to, to_element, i, filling.value);
    for (const litho::transfer& each : litho::plan::transfers(plan_.graph, k.root, k.iteration)) {
      const litho::plan::operand& from = operands[static_cast<std::size_t>(each.input)];
      const litho::dtype from_element = plan_.graph[plan_.at(from.buffer).node].type.element;
      move(each, begin_of(k, from, from_element), from_element, to, to_element);
    }
  }
  static void move(const litho::transfer& how, const std::byte* from, litho::dtype from_element, std::byte* to, litho::dtype to_element) {
    litho::with_element(from_element, [&]<class From>() {
      litho::with_element(to_element, [&]<class To>() {
        litho::npu::move<To, From>(how, reinterpret_cast<const From*>(from), reinterpret_cast<To*>(to));
      });
    });
  }

  // Micro-programs

  double apply(const litho::plan::kernel& k, const litho::plan::step& each, const std::vector<double>& values) const {
    std::vector<tensor> numbers;
    for (int input : each.inputs) {
      if (input < 0) break;
      tensor number{{.element = k.iteration.element, .dims = {}}, {}, {}};
      number.values.push_back(values[static_cast<std::size_t>(input)]);
      numbers.push_back(std::move(number));
    }
    std::vector<const tensor*> inputs;
    for (const tensor& number : numbers) inputs.push_back(&number);
    tensor out{{.element = k.iteration.element, .dims = {}}, {}, {}};
    each.op->eval(inputs, litho::plan::plan::part(plan_.graph.numbers, each.attributes), out);
    return out.values[0];
  }
  static double finish(const litho::op_info& op, litho::dtype element, const std::vector<double>& row) {
    tensor x{{.element = element, .dims = {static_cast<std::int64_t>(row.size())}}, {}, {}};
    for (double each : row) x.values.push_back(each);
    tensor out{{.element = element, .dims = {1}}, {}, {}};
    const tensor* const input = &x;
    op.eval(std::span<const tensor* const>(&input, 1), litho::packed(litho::reduction_attributes{{0}}).view(), out);
    return out.values[0];
  }

  /// One row of a Vector kernel: all loops but the repeated one stand at `at`.
  void row(const litho::plan::kernel& k, litho::ints at, int repeated) {
    const auto steps = plan_.steps_of(k);
    const auto operands = plan_.operands_of(k);
    const litho::dtype element = k.iteration.element;
    std::vector<double> values(steps.size());
    std::vector<std::vector<double>> folded(steps.size());
    const auto one = [&](std::size_t s) {
      const litho::plan::step& step = steps[s];
      const auto memory = [&] {
        const litho::plan::operand& each = operands[static_cast<std::size_t>(step.operand)];
        return begin_of(k, each, element) + litho::detail::offset_of(at, each.strides) * size_of(element);
      };
      switch (step.kind) {
        case litho::plan::step_kind::load: values[s] = get(memory(), element, 0); break;
        case litho::plan::step_kind::apply: values[s] = apply(k, step, values); break;
        case litho::plan::step_kind::fold: folded[s].push_back(values[static_cast<std::size_t>(step.inputs[0])]); break;
        case litho::plan::step_kind::finish:
          values[s] = finish(*step.op, element, folded[static_cast<std::size_t>(step.inputs[0])]);
          break;
        case litho::plan::step_kind::store: put(memory(), element, 0, values[static_cast<std::size_t>(step.inputs[0])]); break;
        case litho::plan::step_kind::main: break;
      }
    };
    for (const litho::plan::phase& phase : plan_.phases_of(k)) {
      at[repeated] = 0;
      for (int s = phase.first_once; s < phase.first_block; ++s) one(static_cast<std::size_t>(s));
      for (at[repeated] = 0; at[repeated] < k.extents[repeated]; ++at[repeated])
        for (int s = phase.first_block; s < phase.end; ++s) one(static_cast<std::size_t>(s));
    }
  }
  void vector(const litho::plan::kernel& k) {
    const int repeated = k.folded >= 0 ? k.folded : k.extents.count - 1;
    litho::shape outer = k.extents;
    outer[repeated] = 1;
    if (k.extents[repeated] > 0) litho::detail::for_each_index(outer, [&](std::int64_t, const litho::ints& at) { row(k, at, repeated); });
  }

  // Cube ops and pools: the root by its reference semantics, then its epilogue

  tensor logical(const litho::plan::kernel& k, int node, const litho::plan::operand& from) {
    const tensor_type& type = plan_.graph[node].type;
    std::vector<std::byte> plain(static_cast<std::size_t>(type.plain().bytes()));
    const std::byte* memory = begin_of(k, from, type.element);
    if (type.layout == litho::format::plain) {
      std::memcpy(plain.data(), memory, plain.size());
    } else {
      litho::ir::graph unpack;
      const int blocked = unpack.append(*plan_.graph[node].op, type, {}, {});
      const int back = unpack.append(litho::info_of<"trans_data">, type.plain(), std::span<const int>(&blocked, 1),
                                     litho::packed(litho::trans_data_attributes{}).view());
      for (const litho::transfer& each : litho::plan::transfers(unpack, back, type.plain()))
        move(each, memory, type.element, plain.data(), type.element);
    }
    tensor result{type.plain(), {}, {}};
    for (std::int64_t i = 0; i < type.elements(); ++i) result.values.push_back(get(plain.data(), type.element, i));
    return result;
  }
  void root_and_epilogue(const litho::plan::kernel& k) {
    const litho::ir::node& root = plan_.graph[k.root];
    const auto operands = plan_.operands_of(k);
    std::vector<tensor> values;
    for (std::size_t i = 0; i < plan_.graph.inputs(k.root).size(); ++i)
      values.push_back(logical(k, plan_.graph.inputs(k.root)[i], operands[i]));
    std::vector<const tensor*> inputs;
    for (const tensor& each : values) inputs.push_back(&each);
    tensor out{root.type.plain(), {}, {}};
    root.op->eval(inputs, plan_.graph.attributes(k.root), out);
    const bool blocked = root.type.layout == litho::format::nc1hwc0;
    litho::detail::for_each_index(k.extents, [&](std::int64_t flat, const litho::ints& at) {
      std::int64_t index = flat;
      if (blocked) {
        const std::int64_t channel = at[1] * k.extents[3] + at[3];
        if (channel >= root.type.dims[1]) return;  // a lane of no channel: its value is nobody's
        index = (at[0] * root.type.dims[1] + channel) * k.extents[2] + at[2];
      }
      epilogue(k, at, out.values[static_cast<std::size_t>(index)]);
    });
  }
  void epilogue(const litho::plan::kernel& k, const litho::ints& at, double main) {
    const auto steps = plan_.steps_of(k);
    const litho::dtype element = k.iteration.element;
    std::vector<double> values(steps.size());
    for (std::size_t s = 0; s < steps.size(); ++s) {
      const litho::plan::step& step = steps[s];
      if (step.kind == litho::plan::step_kind::main) values[s] = main;
      if (step.kind == litho::plan::step_kind::apply) values[s] = apply(k, step, values);
      if (step.operand < 0) continue;
      const litho::plan::operand& each = plan_.operands_of(k)[static_cast<std::size_t>(step.operand)];
      std::byte* const memory = begin_of(k, each, element) + litho::detail::offset_of(at, each.strides) * size_of(element);
      if (step.kind == litho::plan::step_kind::load) values[s] = get(memory, element, 0);
      if (step.kind == litho::plan::step_kind::store) put(memory, element, 0, values[static_cast<std::size_t>(step.inputs[0])]);
    }
  }

  const litho::plan::plan& plan_;
  std::vector<std::vector<std::byte>> own_;
  std::vector<std::byte> arena_;
  std::vector<std::byte> weights_;
};

/// Whether a plan gives what its graph says, number for number, for random sources.
inline bool does_what_it_says(const litho::plan::plan& p) {
  const litho::vec<litho::ir::named_tensor> sources = random_sources(p.graph);
  const std::span<const litho::ir::named_tensor> given(sources.data(), sources.size());
  const litho::vec<litho::tensor> expected = litho::ir::evaluate(p.graph, given);
  const std::vector<litho::tensor> found = interpreter(p).run(given);
  for (std::size_t i = 0; i < found.size(); ++i)
    if (distance(found[i], expected[i]) != 0) return false;
  return found.size() == expected.size();
}

}  // namespace graphs
