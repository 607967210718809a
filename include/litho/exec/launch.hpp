// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstring>

#include "../npu/move.hpp"
#include "../npu/winograd.hpp"
#include "../plan/transfers.hpp"
#include "cube.hpp"
#include "direct.hpp"
#include "epilogue.hpp"
#include "frozen.hpp"
#include "vector.hpp"

namespace litho::exec {

/// The memory of one run (or of one load).
struct memory {
  std::byte* arena = nullptr;
  std::byte* weights = nullptr;
  const void* const* inputs = nullptr;
  void* const* outputs = nullptr;
  const void* const* parameters = nullptr;
};

namespace detail {

template <class Plan>
consteval dtype element_at(int operand) {
  return Plan::plan.nodes[Plan::plan.buffers[Plan::plan.operands[operand].buffer].node].type.element;
}

/// The begin of operand `Operand`. `Plan` has static members `plan` (a frozen_plan) and `constants`.
template <class Plan, int Operand>
void* address(const memory& in) {
  constexpr plan::operand which = Plan::plan.operands[Operand];
  if constexpr (which.scratch) {
    return nullptr;
  } else {
    constexpr plan::buffer b = Plan::plan.buffers[which.buffer];
    constexpr std::int64_t offset = which.offset * size_of(element_at<Plan>(Operand));
    if constexpr (b.where == plan::place::arena)
      return in.arena + b.offset + offset;
    else if constexpr (b.where == plan::place::weights)
      return in.weights + b.offset + offset;
    else if constexpr (b.where == plan::place::constant)
      return const_cast<std::byte*>(Plan::constants.bytes + b.offset + offset);
    else if constexpr (b.where == plan::place::input)
      return const_cast<std::byte*>(static_cast<const std::byte*>(in.inputs[b.index]) + offset);
    else if constexpr (b.where == plan::place::output)
      return static_cast<std::byte*>(in.outputs[b.index]) + offset;
    else
      return const_cast<std::byte*>(static_cast<const std::byte*>(in.parameters[b.index]) + offset);
  }
}

template <class Plan, int K>
consteval auto program_of() {
  constexpr plan::kernel k = Plan::plan.kernels[K];
  program<k.steps.count, k.phases.count, k.operands.count> result;
  result.element = k.arithmetic;
  result.lanes = Plan::plan.target.c0(k.arithmetic);
  result.extents = k.extents;
  result.folded = k.folded;
  for (int i = 0; i < k.steps.count; ++i) {
    const plan::step& from = Plan::plan.steps[k.steps.first + i];
    instruction& to = result.steps[i];
    to.kind = from.kind;
    to.once = from.once;
    if (from.op != nullptr) to.op = name_t(from.op->name);
    to.attribute_count = from.kind == plan::step_kind::apply ? from.attributes.count : 0;
    for (int a = 0; a < to.attribute_count; ++a) to.attributes[a] = Plan::plan.numbers[from.attributes.first + a];
    for (int a = 0; a < 3; ++a) to.inputs[a] = from.inputs[a];
    to.element =
        from.kind == plan::step_kind::apply || from.kind == plan::step_kind::finish ? from.element : k.arithmetic;
    to.operand = from.operand;
  }
  for (int i = 0; i < k.phases.count; ++i) result.phases[i] = Plan::plan.phases[k.phases.first + i];
  for (int i = 0; i < k.operands.count; ++i) {
    const plan::operand& from = Plan::plan.operands[k.operands.first + i];
    result.operands[i].strides = from.strides;
    result.operands[i].element = from.scratch ? k.arithmetic : element_at<Plan>(k.operands.first + i);
    if (from.scratch) result.operands[i].scratch_offset = from.offset;
  }
  return result;
}

/// The words of kernel K: of its micro-program, or of its direct op.
template <class Plan, int K>
struct program_words {
  static constexpr vec<std::uint64_t> make() {
    word_writer writer;
    writer.write(program_of<Plan, K>());
    return writer.words;
  }
};
template <class Plan, int K>
struct direct_op_words {
  static constexpr vec<std::uint64_t> make() {
    constexpr plan::kernel k = Plan::plan.kernels[K];
    const ir::node& root = Plan::plan.nodes[k.root];
    vec<tensor_type> types;
    for (int i = 0; i < root.inputs.count; ++i)
      types.push_back(Plan::plan.nodes[Plan::plan.links[root.inputs.first + i]].type);
    types.push_back(root.type);
    return direct_words(root.op->view(), std::span<const tensor_type>(types.data(), types.size()),
                        std::span<const std::int64_t>(Plan::plan.numbers + root.attributes.first,
                                                      static_cast<std::size_t>(root.attributes.count)));
  }
};

/// Key<words...> of the words that Source makes.
template <class Source, template <std::uint64_t...> class Key>
struct key_from {
  static constexpr std::size_t count = Source::make().size();
  static consteval std::array<std::uint64_t, count> make_words() {
    std::array<std::uint64_t, count> result{};
    const vec<std::uint64_t> made = Source::make();
    for (std::size_t i = 0; i < count; ++i) result[i] = made[i];
    return result;
  }
  static constexpr std::array<std::uint64_t, count> words = make_words();
  template <std::size_t... I>
  static Key<words[I]...> keyed(std::index_sequence<I...>);
  using type = decltype(keyed(std::make_index_sequence<count>{}));
};
template <class Plan, int K>
using key_of = typename key_from<program_words<Plan, K>, key>::type;
template <class Plan, int K>
using direct_key_of = typename key_from<direct_op_words<Plan, K>, direct_key>::type;

template <class Plan, int K>
struct kernel_operands {
  static constexpr plan::kernel kernel = Plan::plan.kernels[K];

  void* begin[kernel.operands.count];

  explicit kernel_operands(const memory& in) { find(in, std::make_integer_sequence<int, kernel.operands.count>{}); }

 private:
  template <int... I>
  void find(const memory& in, std::integer_sequence<int, I...>) {
    ((begin[I] = address<Plan, kernel.operands.first + I>(in)), ...);
  }
};

/// The graph of a frozen plan, as far as copies ask for it.
template <class Plan, int K>
consteval auto transfers_of() {
  constexpr auto make = [] {
    constexpr plan::kernel k = Plan::plan.kernels[K];
    ir::graph g;
    if (k.root < 0) return plan::transfers(g, -1, k.iteration);
    vec<int> inputs;
    for (int i = 0; i < Plan::plan.nodes[k.root].inputs.count; ++i) {
      const ir::node& from = Plan::plan.nodes[Plan::plan.links[Plan::plan.nodes[k.root].inputs.first + i]];
      inputs.push_back(g.append(*from.op, from.type, {}, {}));
    }
    const ir::node& root = Plan::plan.nodes[k.root];
    const std::span<const std::int64_t> attributes(Plan::plan.numbers + root.attributes.first,
                                                   static_cast<std::size_t>(root.attributes.count));
    const int node = g.append(*root.op, root.type, std::span<const int>(inputs.data(), inputs.size()), attributes);
    return plan::transfers(g, node, root.type);
  };
  constexpr std::size_t count = make().size();
  std::array<transfer, count> result{};
  const auto made = make();
  for (std::size_t i = 0; i < count; ++i) result[i] = made[i];
  return result;
}

template <class Plan, int K>
consteval plan::filling filling_for() {
  constexpr plan::kernel k = Plan::plan.kernels[K];
  if (k.root < 0 || Plan::plan.nodes[k.root].op->fill == nullptr) return {};
  const ir::node& root = Plan::plan.nodes[k.root];
  std::int64_t covered = 0;
  for (int i = 0; i < root.inputs.count; ++i)
    covered += Plan::plan.nodes[Plan::plan.links[root.inputs.first + i]].type.stored_elements();
  const std::span<const std::int64_t> attributes(Plan::plan.numbers + root.attributes.first,
                                                 static_cast<std::size_t>(root.attributes.count));
  return {covered < root.type.stored_elements(), root.op->fill(attributes)};
}

template <class Plan, int K>
struct copy_kernel {
  static constexpr plan::kernel kernel = Plan::plan.kernels[K];
  static constexpr auto moves = transfers_of<Plan, K>();
  using to_type = typename element_of<kernel.iteration.element>::type;

  template <class Share>
  static void run(const memory& in, Share part) {
    if constexpr (winograd_tile(kernel.iteration.layout) > 0)
      transform_weights(in, part);
    else
      move_all(in, part);
  }

 private:
  template <class Share>
  static void transform_weights(const memory& in, Share part) {
    constexpr tensor_type w = kernel.iteration;
    npu::transform_winograd_weights<to_type, winograd_tile(w.layout), w.lanes>(
        static_cast<const to_type*>(address<Plan, kernel.operands.first>(in)),
        static_cast<to_type*>(address<Plan, kernel.operands.first + 1>(in)), static_cast<int>(w.dims[0]),
        static_cast<int>(w.dims[1]), part);
  }
  template <class Share>
  static void move_all(const memory& in, Share part) {
    auto* const to = static_cast<to_type*>(address<Plan, kernel.operands.first + kernel.operands.count - 1>(in));
    constexpr plan::filling filling = filling_for<Plan, K>();
    if constexpr (filling.needed) npu::fill(to, kernel.iteration.stored_elements(), stored<to_type>(filling.value));
    all(in, to, part, std::make_integer_sequence<int, static_cast<int>(moves.size())>{});
  }
  template <class Share, int... I>
  static void all(const memory& in, to_type* to, Share part, std::integer_sequence<int, I...>) {
    (one<I>(in, to, part), ...);
  }
  template <int I, class Share>
  static void one(const memory& in, to_type* to, Share part) {
    constexpr int operand = kernel.operands.first + moves[I].input;
    constexpr const transfer& how = moves[I];
    const auto* const from = static_cast<const to_type*>(address<Plan, operand>(in));
    if constexpr (Share::count == 1 && how.extents.count == 1 && how.extents[0] > 0 && how.from[0] == 1 &&
                  how.to[0] == 1)
      std::memcpy(to + how.to_offset, from + how.from_offset,
                  static_cast<std::size_t>(how.extents[0]) * sizeof(to_type));  // a few registers, often
    else
      npu::move(how, from, to, part);
  }
};

}  // namespace detail

/// Runs kernel `K` of a plan, or one worker's share of it, and compiles it here.
template <class Plan, int K, class Share = npu::alone>
void launch_here(const memory& in, Share part = {}) {
  constexpr plan::kernel k = Plan::plan.kernels[K];
  if constexpr (k.kind == plan::family::copy) {
    detail::copy_kernel<Plan, K>::run(in, part);
  } else if constexpr (k.kind == plan::family::direct) {
    using kernel = direct_kernel<detail::direct_key_of<Plan, K>>;
    const detail::kernel_operands<Plan, K> operands(in);
    kernel::run(operands.begin, reinterpret_cast<typename kernel::real_type*>(in.arena + k.workspace_offset));
  } else {
    using element = typename element_of<k.arithmetic>::type;
    using key = detail::key_of<Plan, K>;
    const detail::kernel_operands<Plan, K> operands(in);
    auto* const workspace =
        reinterpret_cast<element*>(in.arena + k.workspace_offset + part.index * (k.workspace / Share::count));
    if constexpr (k.kind == plan::family::vector)
      vector_kernel<key, element>::run(operands.begin, workspace, part);
    else
      cube_kernel<Plan, K, key, element>(operands.begin, workspace, part);
  }
}

/// The same, where a network is compiled in parts, by the part that the kernel belongs to: each in turn gets one.
template <class Plan, int K, class Share = npu::alone>
void launch(const memory& in, Share share = {}) {
  if constexpr (Plan::parts == 0)
    launch_here<Plan, K>(in, share);
  else
    Plan::template part<K % Plan::parts>::launch(K / Plan::parts, in, share.index);
}

namespace detail {

template <class Plan, int K>
void launch_share(const memory& in, [[maybe_unused]] int worker) {
  constexpr int shares = Plan::plan.kernels[K].shares;
  if constexpr (shares > 1)
    launch_here<Plan, K>(in, npu::share<shares>{worker});
  else
    launch_here<Plan, K>(in);
}

}  // namespace detail

/// Runs kernel number `which` of a part: Part, Part + parts, ...
template <class Plan, int Part, int... I>
void launch_one_of(int which, const memory& in, int worker, std::integer_sequence<int, I...>) {
  using function = void (*)(const memory&, int);
  static constexpr function kernels[] = {&detail::launch_share<Plan, Part + I * Plan::parts>...};
  kernels[which](in, worker);
}

namespace detail {

template <class Plan, binding When, int K>
void launch_if(const memory& in) {
  if constexpr (Plan::plan.kernels[K].when == When) {
    launch<Plan, K>(in);
    asm volatile("" ::: "memory");  // the next kernel may use the same bytes for elements of another type
  }
}
template <class Plan, binding When, int... K>
void launch_each(const memory& in, std::integer_sequence<int, K...>) {
  (launch_if<Plan, When, K>(in), ...);
}

/// What one worker does in kernel K of a run.
template <class Plan, int K>
void launch_for(const memory& in, int worker) {
  constexpr plan::kernel k = Plan::plan.kernels[K];
  if constexpr (k.shares > 1)
    launch<Plan, K>(in, npu::share<k.shares>{worker});
  else if (worker == k.worker)
    launch<Plan, K>(in);
  asm volatile("" ::: "memory");
}

/// The kernels of a run from one meeting of its workers to the next, and which workers have something to do there.
template <class Plan>
struct meetings {
  static constexpr int count = Plan::plan.totals.meetings + 1;
  static constexpr int workers = Plan::plan.totals.workers;
  struct stretch {
    int first = 0;
    int last = 0;
    bool has_task[workers]{};
    int tasks_before = 0;
  };
  static constexpr std::array<stretch, count + 1> all = [] {
    std::array<stretch, count + 1> result{};
    int at = -1;
    for (int k = 0; k < Plan::plan.sizes.kernels; ++k) {
      const plan::kernel& each = Plan::plan.kernels[k];
      if (each.when != binding::run) continue;
      if (at < 0 || each.meets) result[static_cast<std::size_t>(++at)].first = k;
      stretch& now = result[static_cast<std::size_t>(at)];
      now.last = k + 1;
      for (int worker = 0; worker < workers; ++worker) now.has_task[worker] |= each.shares > 1 || each.worker == worker;
    }
    for (std::size_t i = 0; i < count; ++i) {
      result[i + 1].tasks_before = result[i].tasks_before;
      for (bool each : result[i].has_task) result[i + 1].tasks_before += each ? 1 : 0;
    }
    return result;
  }();
  static constexpr int tasks = all[count].tasks_before;
};

template <class Plan, int First, int... K>
void launch_task(const memory& in, int worker, std::integer_sequence<int, K...>) {
  (launch_for<Plan, First + K>(in, worker), ...);
}

/// Between two meetings: worker `first` and all after it, in turn; `claim` says which of them are still to run.
template <class Plan, int Stretch, class Claim, class Finish>
void launch_stretch(const memory& in, int first, const Claim& claim, const Finish& finish) {
  constexpr auto now = meetings<Plan>::all[Stretch];
  for (int i = 0; i < meetings<Plan>::workers; ++i) {
    const int worker = first + i < meetings<Plan>::workers ? first + i : first + i - meetings<Plan>::workers;
    if (!now.has_task[worker] || !claim(worker)) continue;
    launch_task<Plan, now.first>(in, worker, std::make_integer_sequence<int, now.last - now.first>{});
    finish();
  }
}
template <class Plan, int... Stretch>
void launch_in_order(const memory& in, std::integer_sequence<int, Stretch...>) {
  (launch_stretch<Plan, Stretch>(in, 0, [](int) { return true; }, [] {}), ...);
}
template <class Plan, class Member, int... Stretch>
void launch_as(const Member& me, const memory& in, std::integer_sequence<int, Stretch...>) {
  ((me.wait(meetings<Plan>::all[Stretch].tasks_before),
    launch_stretch<Plan, Stretch>(
        in, me.worker(), [&](int worker) { return me.claim(Stretch, worker); }, [&] { me.finish(); })),
   ...);
}

}  // namespace detail

/// Runs all kernels of one binding time, in order.
template <class Plan, binding When>
void launch_all(const memory& in) {
  if constexpr (When == binding::run && Plan::plan.totals.workers > 1)
    detail::launch_in_order<Plan>(in, std::make_integer_sequence<int, detail::meetings<Plan>::count>{});
  else
    detail::launch_each<Plan, When>(in, std::make_integer_sequence<int, Plan::plan.sizes.kernels>{});
}

/// Runs a plan for several workers on a crew (litho/workers.hpp), whose worker 0 is the caller.
template <class Plan, class Crew>
void launch_on(Crew& crew, const memory& in) {
  using meetings = detail::meetings<Plan>;
  crew.run(meetings::workers, meetings::count, meetings::tasks, &in, [](const void* given, const auto& me) {
    detail::launch_as<Plan>(me, *static_cast<const memory*>(given), std::make_integer_sequence<int, meetings::count>{});
  });
}

}  // namespace litho::exec
