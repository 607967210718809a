// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#include "../ir/evaluate.hpp"
#include "../npu/move.hpp"
#include "../plan/transfers.hpp"

namespace litho::emulator {

/// Does what a plan says, one number at a time, in memory that begins as NaN: kernels, loops, micro-programs, buffers and views as they
/// are in the plan, ops by their reference semantics. So plans are tested without room exec, at run time, for any graph.
class interpreter {
 public:
  /// Of workers at work at once the first runs all it has to before the others, or the last does; and so of streams.
  explicit interpreter(const plan::plan& p, bool last_first = false) : plan_(p), last_first_(last_first) {}
  /// Which stream goes on is left to chance.
  interpreter(const plan::plan& p, unsigned seed) : plan_(p), chance_(seed), by_chance_(true) {}

  vec<tensor> run(std::span<const ir::named_tensor> sources) {
    place_memory(sources);
    for (const std::size_t at : order()) run(plan_.kernels[at]);
    return results();
  }

  /// Memory as a run (or load) finds it: sources in place, all else NaN.
  void place_memory(std::span<const ir::named_tensor> sources) {
    own_.assign(plan_.buffers.size(), {});
    arena_.assign(static_cast<std::size_t>(std::max(plan_.totals.arena_bytes, plan_.totals.load_arena_bytes)),
                  std::byte{0xff});
    weights_.assign(static_cast<std::size_t>(plan_.totals.weight_bytes), std::byte{0xff});
    for (std::size_t b = 0; b < plan_.buffers.size(); ++b) {
      const plan::buffer& each = plan_.buffers[b];
      if (each.where == plan::place::arena || each.where == plan::place::weights) continue;
      const ir::node& node = plan_.graph[each.node];
      own_[b].assign(static_cast<std::size_t>(each.bytes), std::byte{0xff});
      if (node.constant >= 0 && each.where == plan::place::constant) fill(own_[b], *plan_.graph.constant(each.node));
      for (const ir::named_tensor& source : sources)
        if (each.where != plan::place::output && source.name == node.name) fill(own_[b], source.value);
    }
  }

  /// One kernel.
  void run(const plan::kernel& k) {
    if (k.kind == plan::family::copy)
      copy(k);
    else if (k.kind == plan::family::vector)
      vector(k);
    else if (k.kind == plan::family::direct)
      direct(k);
    else
      root_and_epilogue(k);
  }

  std::byte* begin_of(int buffer) {
    const plan::buffer& b = plan_.at(buffer);
    if (b.where == plan::place::arena) return arena_.data() + b.offset;
    if (b.where == plan::place::weights) return weights_.data() + b.offset;
    return own_[static_cast<std::size_t>(buffer)].data();
  }
  std::byte* workspace_of(const plan::kernel& k) { return arena_.data() + k.workspace_offset; }

  /// Element `at` of memory that holds elements of one type.
  static number get(const std::byte* from, dtype element, std::int64_t at) {
    return with_element(element, [&]<class T>() {
      T value{};
      std::memcpy(&value, from + at * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
      return number_of(value);
    });
  }
  static void put(std::byte* to, dtype element, std::int64_t at, const number& value) {
    with_element(element, [&]<class T>() {
      const T element_value = stored<T>(value);
      std::memcpy(to + at * static_cast<std::int64_t>(sizeof(T)), &element_value, sizeof(T));
    });
  }

  vec<tensor> results() {
    vec<tensor> results;
    for (std::size_t i = 0; i < plan_.outputs.size(); ++i) {
      const tensor_type& type = plan_.graph[plan_.graph.outputs[i].node].type;
      tensor result{type.plain(), {}, {}};
      for (std::int64_t at = 0; at < type.elements(); ++at)
        result.values.push_back(get(begin_of(plan_.outputs[i]), type.element, at));
      results.push_back(std::move(result));
    }
    return results;
  }

 private:
  std::vector<std::size_t> order() {
    std::vector<std::size_t> result(plan_.kernels.size());
    for (std::size_t at = 0; at < result.size(); ++at) result[at] = at;
    if (plan_.totals.streams > 1) return order_of_streams();
    if (plan_.totals.workers == 1) return result;
    std::stable_sort(result.begin(), result.end(), [&](std::size_t a, std::size_t b) {
      const plan::kernel& one = plan_.kernels[a];
      const plan::kernel& other = plan_.kernels[b];
      if (one.stage != other.stage) return one.stage < other.stage;
      if (last_first_ && one.shares > 1) return a > b;  // all kernels of the stage are shared
      return last_first_ ? one.worker > other.worker : one.worker < other.worker;
    });
    return result;
  }

  /// An order that streams and events allow.
  std::vector<std::size_t> order_of_streams() {
    std::vector<std::size_t> result;
    std::vector<std::vector<std::size_t>> left(static_cast<std::size_t>(plan_.totals.streams));
    std::vector<bool> ended(plan_.kernels.size());
    for (std::size_t at = 0; at < plan_.kernels.size(); ++at)
      left[static_cast<std::size_t>(plan_.kernels[at].stream)].push_back(at);
    while (result.size() < plan_.kernels.size()) {
      std::vector<std::size_t> ready;  // streams
      for (std::size_t s = 0; s < left.size(); ++s) {
        if (left[s].empty()) continue;
        bool waits = plan_.kernels[left[s].front()].when == binding::run && !loaded(ended);
        for (const plan::event& each : plan_.events)
          waits = waits ||
                  (each.before == static_cast<int>(left[s].front()) && !ended[static_cast<std::size_t>(each.after)]);
        if (!waits) ready.push_back(s);
      }
      if (ready.empty()) return result;  // a deadlock: what is left out shows in the result
      const std::size_t chosen = by_chance_    ? ready[chance_() % ready.size()]
                                 : last_first_ ? ready.back()
                                               : ready.front();
      result.push_back(left[chosen].front());
      ended[left[chosen].front()] = true;
      left[chosen].erase(left[chosen].begin());
    }
    return result;
  }
  bool loaded(const std::vector<bool>& ended) const {
    for (std::size_t at = 0; at < ended.size(); ++at)
      if (plan_.kernels[at].when == binding::load && !ended[at]) return false;
    return true;
  }

  // Memory

  static void fill(std::vector<std::byte>& memory, const tensor& values) {
    for (std::size_t i = 0; i < values.values.size(); ++i)
      put(memory.data(), values.type.element, static_cast<std::int64_t>(i), values.values[i]);
  }
  std::byte* begin_of(const plan::kernel& k, const plan::operand& each, dtype element) {
    std::byte* const base = each.scratch ? arena_.data() + k.workspace_offset : begin_of(each.buffer);
    return base + each.offset * size_of(element);
  }
  dtype element_of(const plan::kernel& k, const plan::operand& each) const {
    return each.scratch ? k.arithmetic : plan_.graph[plan_.at(each.buffer).node].type.element;
  }
  /// A step's value, and the element type that it is rounded to.
  struct scalar {
    number value;
    dtype element = dtype::f32;
  };
  static tensor tensor_of(const scalar& of) {
    return {{.element = of.element, .dims = {}}, {rounded(of.element, of.value)}, {}};
  }

  // Copies

  void copy(const plan::kernel& k) {
    const auto operands = plan_.operands_of(k);
    const dtype to_element = k.iteration.element;
    std::byte* const to = begin_of(k, operands.back(), to_element);
    const plan::filling filling = plan::filling_of(plan_.graph, k.root);
    if (filling.needed)
      for (std::int64_t i = 0; i < k.iteration.stored_elements(); ++i) put(to, to_element, i, filling.value);
    for (const transfer& each : plan::transfers(plan_.graph, k.root, k.iteration)) {
      const plan::operand& from = operands[static_cast<std::size_t>(each.input)];
      move(each, begin_of(k, from, to_element), to, to_element);
    }
  }
  static void move(const transfer& how, const std::byte* from, std::byte* to, dtype element) {
    with_element(element,
                 [&]<class T>() { npu::move<T>(how, reinterpret_cast<const T*>(from), reinterpret_cast<T*>(to)); });
  }

  // Direct ops, by their reference semantics

  void direct(const plan::kernel& k) {
    const auto operands = plan_.operands_of(k);
    std::vector<tensor> values;
    for (std::size_t i = 0; i < plan_.graph.inputs(k.root).size(); ++i)
      values.push_back(logical(k, plan_.graph.inputs(k.root)[i], operands[i]));
    const tensor out = evaluated(k.root, values);
    std::byte* const to = begin_of(k, operands.back(), out.type.element);
    for (std::size_t i = 0; i < out.values.size(); ++i)
      put(to, out.type.element, static_cast<std::int64_t>(i), out.values[i]);
  }
  tensor evaluated(int node, const std::vector<tensor>& values) const {
    std::vector<const tensor*> inputs;
    for (const tensor& each : values) inputs.push_back(&each);
    tensor out{plan_.graph[node].type.plain(), {}, {}};
    plan_.graph[node].op->eval(inputs, plan_.graph.attributes(node), out);
    return out;
  }

  // Micro-programs

  scalar apply(const plan::step& each, const std::vector<scalar>& values) const {
    std::vector<tensor> numbers;
    for (int input : each.inputs) {
      if (input < 0) break;
      numbers.push_back(tensor_of(values[static_cast<std::size_t>(input)]));
    }
    std::vector<const tensor*> inputs;
    for (const tensor& number : numbers) inputs.push_back(&number);
    tensor out{{.element = each.element, .dims = {}}, {}, {}};
    each.op->eval(inputs, plan::plan::part(plan_.graph.numbers, each.attributes), out);
    return {out.values[0], each.element};
  }
  static scalar finish(const plan::step& each, const std::vector<scalar>& row) {
    const dtype element = row.empty() ? each.element : row[0].element;
    tensor x{{.element = element, .dims = {static_cast<std::int64_t>(row.size())}}, {}, {}};
    for (const scalar& one : row) x.values.push_back(one.value);
    tensor out{{.element = each.element, .dims = {1}}, {}, {}};
    const tensor* const input = &x;
    each.op->eval(std::span<const tensor* const>(&input, 1), packed(reduction_attributes{{0}}).view(), out);
    return {out.values[0], each.element};
  }

  /// One row of a Vector kernel: all loops but the repeated one stand at `at`.
  void row(const plan::kernel& k, ints at, int repeated) {
    const auto steps = plan_.steps_of(k);
    const auto operands = plan_.operands_of(k);
    std::vector<scalar> values(steps.size());
    std::vector<std::vector<scalar>> folded(steps.size());
    const auto one = [&](std::size_t s) {
      const plan::step& step = steps[s];
      const auto operand = [&]() -> const plan::operand& { return operands[static_cast<std::size_t>(step.operand)]; };
      const auto memory = [&] {
        const dtype element = element_of(k, operand());
        return begin_of(k, operand(), element) + litho::detail::offset_of(at, operand().strides) * size_of(element);
      };
      switch (step.kind) {
        case plan::step_kind::load:
          values[s] = {get(memory(), element_of(k, operand()), 0), element_of(k, operand())};
          break;
        case plan::step_kind::apply: values[s] = apply(step, values); break;
        case plan::step_kind::fold: folded[s].push_back(values[static_cast<std::size_t>(step.inputs[0])]); break;
        case plan::step_kind::finish: values[s] = finish(step, folded[static_cast<std::size_t>(step.inputs[0])]); break;
        case plan::step_kind::store:
          put(memory(), element_of(k, operand()), 0, values[static_cast<std::size_t>(step.inputs[0])].value);
          break;
        case plan::step_kind::main: break;
      }
    };
    for (const plan::phase& phase : plan_.phases_of(k)) {
      at[repeated] = 0;
      for (int s = phase.first_once; s < phase.first_block; ++s) one(static_cast<std::size_t>(s));
      for (at[repeated] = 0; at[repeated] < k.extents[repeated]; ++at[repeated])
        for (int s = phase.first_block; s < phase.end; ++s) one(static_cast<std::size_t>(s));
    }
  }
  void vector(const plan::kernel& k) {
    const int repeated = k.folded >= 0 ? k.folded : k.extents.count - 1;
    shape outer = k.extents;
    outer[repeated] = 1;
    if (k.extents[repeated] > 0)
      litho::detail::for_each_index(outer, [&](std::int64_t, const ints& at) { row(k, at, repeated); });
  }

  // Cube ops and pools: the root by its reference semantics, then its epilogue

  tensor logical(const plan::kernel& k, int node, const plan::operand& from) {
    const tensor_type& type = plan_.graph[node].type;
    std::vector<std::byte> plain(static_cast<std::size_t>(type.plain().bytes()));
    const std::byte* memory = begin_of(k, from, type.element);
    if (type.layout == format::plain) {
      std::memcpy(plain.data(), memory, plain.size());
    } else {
      ir::graph unpack;
      const int blocked = unpack.append(*plan_.graph[node].op, type, {}, {});
      const int back = unpack.append(info_of<"trans_data">, type.plain(), std::span<const int>(&blocked, 1),
                                     packed(trans_data_attributes{}).view());
      for (const transfer& each : plan::transfers(unpack, back, type.plain()))
        move(each, memory, plain.data(), type.element);
    }
    tensor result{type.plain(), {}, {}};
    for (std::int64_t i = 0; i < type.elements(); ++i) result.values.push_back(get(plain.data(), type.element, i));
    return result;
  }
  void root_and_epilogue(const plan::kernel& k) {
    const ir::node& root = plan_.graph[k.root];
    const auto operands = plan_.operands_of(k);
    std::vector<tensor> values;
    for (std::size_t i = 0; i < plan_.graph.inputs(k.root).size(); ++i)
      values.push_back(logical(k, plan_.graph.inputs(k.root)[i], operands[i]));
    const tensor out = evaluated(k.root, values);
    const bool blocked = root.type.layout == format::nc1hwc0;
    litho::detail::for_each_index(k.extents, [&](std::int64_t flat, const ints& at) {
      std::int64_t index = flat;
      if (blocked) {
        const std::int64_t channel = at[1] * k.extents[3] + at[3];
        if (channel >= root.type.dims[1]) return;  // a lane of no channel: its value is nobody's
        index = (at[0] * root.type.dims[1] + channel) * k.extents[2] + at[2];
      }
      epilogue(k, at, out.values[static_cast<std::size_t>(index)]);
    });
  }
  void epilogue(const plan::kernel& k, const ints& at, const number& main) {
    const auto steps = plan_.steps_of(k);
    std::vector<scalar> values(steps.size());
    for (std::size_t s = 0; s < steps.size(); ++s) {
      const plan::step& step = steps[s];
      if (step.kind == plan::step_kind::main) values[s] = {main, plan_.graph[k.root].type.element};
      if (step.kind == plan::step_kind::apply) values[s] = apply(step, values);
      if (step.operand < 0) continue;
      const plan::operand& each = plan_.operands_of(k)[static_cast<std::size_t>(step.operand)];
      const dtype element = element_of(k, each);
      std::byte* const memory =
          begin_of(k, each, element) + litho::detail::offset_of(at, each.strides) * size_of(element);
      if (step.kind == plan::step_kind::load) values[s] = {get(memory, element, 0), element};
      if (step.kind == plan::step_kind::store)
        put(memory, element, 0, values[static_cast<std::size_t>(step.inputs[0])].value);
    }
  }

  const plan::plan& plan_;
  bool last_first_ = false;
  std::minstd_rand chance_{};
  bool by_chance_ = false;
  std::vector<std::vector<std::byte>> own_;
  std::vector<std::byte> arena_;
  std::vector<std::byte> weights_;
};

}  // namespace litho::emulator
