// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../npu/device.hpp"
#include "../npu/share.hpp"
#include "program.hpp"

namespace litho::exec {

/// A fused Vector kernel: loops over rows, and along each row its micro-program block by block, all values in
/// registers. Reductions run along the lanes (softmax of a row) or across them (mean over an image with channels in the
/// lanes). Every function below is one level of the loop nest and is compiled into its caller.
template <class Key, class T, bool PastCaches = false>
class vector_kernel {
  static constexpr auto P = Key::program;
  static constexpr int steps = P.step_count;
  static constexpr int operands = P.operand_count;
  static constexpr int loops = P.extents.count;
  static constexpr int lane_loop = loops - 1;
  static constexpr bool has_fold = P.folded >= 0;
  static constexpr bool folds_lanes = P.folded == lane_loop;
  static constexpr bool folds_across = has_fold && !folds_lanes;
  static constexpr std::int64_t length = P.extents[lane_loop];
  static constexpr bool has_wide_registers = npu::has_wide_registers;

  /// Blocks that are worked on at a time: independent chains of instructions hide their latency. Folds of little else
  /// need more.
  static constexpr int ways_of(int phase) {
    if (!has_wide_registers) return steps <= 12 ? 4 : 2;
    const int block = P.phases[phase].end - P.phases[phase].first_block;
    const bool many = block <= 4 ? has_fold : block <= 12 && goes_step_by_step(phase);
    int ways = many && fills_one_register ? 8 : block <= 12 ? 4 : 2;
    while (ways > 1 && P.extents[folds_across ? P.folded : lane_loop] < ways * (folds_across ? 1 : P.lanes)) ways /= 2;
    return ways;
  }
  template <int Phase>
  static constexpr int ways = ways_of(Phase);
  /// Whether all take a step before one takes the next: else waiting functions fill the processor's queues.
  static constexpr bool goes_step_by_step(int phase) {
    return has_wide_registers && functions_between<Key>(P.phases[phase].first_block, P.phases[phase].end) >= 2;
  }
  static constexpr bool fills_one_register = P.lanes * int{sizeof(T)} <= npu::default_device.register_bytes;

  using value = npu::vector_of<T, P.lanes>;
  template <int Operand>
  using element = typename element_of<P.operands[Operand].element>::type;
  using index = std::int64_t;
  template <int Count>
  using sequence = std::make_integer_sequence<int, Count>;

  /// Where each operand stands, in elements from its begin.
  struct position {
    index at[operands];

    template <int Loop>
    EIGEN_ALWAYS_INLINE void advance(index by) {
      advance<Loop>(by, sequence<operands>{});
    }
    template <int Loop, int... I>
    EIGEN_ALWAYS_INLINE void advance(index by, std::integer_sequence<int, I...>) {
      ((at[I] += P.operands[I].strides[Loop] * by), ...);
    }
  };

  /// What the folds of a phase gather: a local, which compilers keep in registers as they would not a member.
  template <int Phase>
  struct accumulators {
    value of[steps][ways<Phase>];
  };

 public:
  /// `memory`: the begin of each operand; `workspace`: as large as the plan says.
  template <class Share = npu::alone>
  static void run(void* const* memory, T* workspace, Share part = {}) {
    if constexpr (!PastCaches && value::can_stream && outgrows_caches())
      if (can_go_past(memory)) return vector_kernel<Key, T, true>::run(memory, workspace, part);
    vector_kernel kernel;
    for (int i = 0; i < operands; ++i) kernel.memory_[i] = memory[i];
    kernel.workspace_ = workspace;
    kernel.template nest<0>(position{}, part);
    if constexpr (PastCaches) value::end_stream();
  }

 private:
  vector_kernel() = default;

  /// One long row, of which the caches would have lost the begin by its end: then results had better not displace what
  /// is there.
  static constexpr bool outgrows_caches() {
    if (loops != 1 || has_fold) return false;
    std::int64_t bytes = 0;
    for (const walk& each : P.operands) {
      if (each.element != P.element) return false;
      bytes += each.strides[0] != 0 ? length * size_of(each.element) : 0;
    }
    return bytes >= npu::cached_bytes(npu::default_device);
  }
  /// Whether all results begin at a register's boundary and none is written over an operand.
  static bool can_go_past(void* const* memory) {
    for (const instruction& step : P.steps) {
      if (step.kind != plan::step_kind::store) continue;
      if (P.operands[step.operand].strides[0] != 1) return false;
      if (reinterpret_cast<std::uintptr_t>(memory[step.operand]) % sizeof(typename value::packet) != 0) return false;
      for (int i = 0; i < operands; ++i)
        if (i != step.operand && memory[i] == memory[step.operand]) return false;
    }
    return true;
  }

  /// The outermost loop that is no fold is the one that workers share.
  template <int Loop, class Share = npu::alone>
  EIGEN_ALWAYS_INLINE void nest(position at, [[maybe_unused]] Share part = {}) {
    if constexpr (Loop == lane_loop) {
      row(at);
    } else if constexpr (Loop == P.folded) {
      nest<Loop + 1>(at, part);
    } else if constexpr (Loop == lane_loop - 1 && begins_ahead()) {
      rows<Loop>(at, part);
    } else {
      const npu::range<index> mine = part.of(P.extents[Loop]);
      at.template advance<Loop>(mine.first);
      for (index i = mine.first; i < mine.last; ++i) {
        nest<Loop + 1>(at);
        at.template advance<Loop>(1);
      }
    }
  }

  /// Whether rows end in folds along the lanes that a later phase waits for, and may begin before the row before is
  /// done.
  static constexpr bool begins_ahead() {
    if (!folds_lanes || !has_wide_registers || P.phase_count < 2) return false;
    for (int i = 0; i < P.phases[1].first_block; ++i)
      if (P.steps[i].kind == plan::step_kind::store) return false;
    return true;
  }
  /// Row after row. The lanes of a fold take long to become one number: meanwhile the last phase of the row before and
  /// the first of the next are computed.
  template <int Loop, class Share>
  EIGEN_ALWAYS_INLINE void rows(position at, Share part) {
    constexpr int last = P.phase_count - 1;
    const npu::range<index> mine = part.of(P.extents[Loop]);
    if (mine.first == mine.last) return;
    at.template advance<Loop>(mine.first);
    begin(at);
    for (index i = mine.first; i < mine.last; ++i) {
      between(at, sequence<last - 1>{});
      position next = at;
      next.template advance<Loop>(1);
      vector_kernel ahead(*this);
      if (i + 1 < mine.last) ahead.begin(next);
      repeat<true, last>(at);
      take(ahead, sequence<P.phases[1].first_block>{});
      at = next;
    }
  }
  EIGEN_ALWAYS_INLINE void begin(const position& at) {
    once_of<true, 0>(at);
    repeat<true, 0>(at);
    once_of<true, 1>(at);
  }
  template <int... Phase>
  EIGEN_ALWAYS_INLINE void between(const position& at, std::integer_sequence<int, Phase...>) {
    ((repeat<true, Phase + 1>(at), once_of<true, Phase + 2>(at)), ...);
  }
  template <int... Step>
  EIGEN_ALWAYS_INLINE void take(const vector_kernel& ahead, std::integer_sequence<int, Step...>) {
    ((P.steps[Step].once ? void(once_[Step] = ahead.once_[Step]) : void()), ...);
  }

  EIGEN_ALWAYS_INLINE void row(position at) {
    if constexpr (folds_across) {
      for (index lane = 0; lane + P.lanes <= length; lane += P.lanes) {
        phases<true>(at, sequence<P.phase_count>{});
        at.template advance<lane_loop>(P.lanes);
      }
      if constexpr (length % P.lanes != 0) phases<false>(at, sequence<P.phase_count>{});
    } else {
      phases<true>(at, sequence<P.phase_count>{});
    }
  }

  /// All phases of one row or, across lanes, of one block of lanes (Whole: all of them in use).
  template <bool Whole, int... Phase>
  EIGEN_ALWAYS_INLINE void phases(const position& at, std::integer_sequence<int, Phase...>) {
    ((once_of<Whole, Phase>(at), repeat<Whole, Phase>(at)), ...);
  }
  template <bool Whole, int Phase>
  EIGEN_ALWAYS_INLINE void once_of(const position& at) {
    constexpr plan::phase part = P.phases[Phase];
    once<Whole, part.first_once>(at, sequence<part.first_block - part.first_once>{});
  }
  template <bool Whole, int Phase>
  EIGEN_ALWAYS_INLINE void repeat(const position& at) {
    constexpr plan::phase part = P.phases[Phase];
    if constexpr (part.first_block < part.end) {
      accumulators<Phase> sums;
      start<Phase, part.first_block>(sums, sequence<part.end - part.first_block>{});
      if constexpr (folds_across)
        across<Whole, Phase>(at, sums);
      else
        along<Phase>(at, sums);
      keep<Phase, part.first_block>(sums, sequence<part.end - part.first_block>{});
    }
  }

  /// Repeats the phase's block along the lanes.
  template <int Phase>
  EIGEN_ALWAYS_INLINE void along(position at, accumulators<Phase>& sums) {
    constexpr index step = index{P.lanes} * ways<Phase>;
    constexpr index rest = length % step / P.lanes;
    if constexpr (length >= step)
      for (index i = 0; i < length / step; ++i) {
        several<Phase>(at, sums, sequence<ways<Phase>>{});
        at.template advance<lane_loop>(step);
      }
    if constexpr (has_fold && has_wide_registers) {
      several<Phase>(at, sums, sequence<rest>{});
      at.template advance<lane_loop>(rest * P.lanes);
    } else if constexpr (rest > 0) {
      for (index i = 0; i < rest; ++i) {
        block<Phase, 0, true>(at, sums);
        at.template advance<lane_loop>(P.lanes);
      }
    }
    if constexpr (length % P.lanes != 0) block<Phase, 0, false>(at, sums);
  }
  template <int Phase, int... Way>
  EIGEN_ALWAYS_INLINE void several(const position& at, accumulators<Phase>& sums, std::integer_sequence<int, Way...>) {
    if constexpr (goes_step_by_step(Phase))
      step_by_step<Phase, Way...>(at, sums, sequence<P.phases[Phase].end - P.phases[Phase].first_block>{});
    else
      (block<Phase, Way, true>(along_by<Way>(at), sums), ...);
  }
  template <int Way>
  static EIGEN_ALWAYS_INLINE position along_by(position at) {
    at.template advance<lane_loop>(index{P.lanes} * Way);
    return at;
  }
  template <int Phase, int... Way, int... Step>
  EIGEN_ALWAYS_INLINE void step_by_step(const position& at, auto& sums, std::integer_sequence<int, Step...>) {
    [[maybe_unused]] value values[ways<Phase>][steps];
    (known(values[Way], sequence<P.phases[Phase].first_block>{}), ...);
    (step_of_all<Phase, P.phases[Phase].first_block + Step, Way...>(at, sums, values), ...);
  }
  template <int Phase, int Step, int... Way>
  EIGEN_ALWAYS_INLINE void step_of_all(const position& at, auto& sums, value (*values)[steps]) {
    (block_step<Phase, Way, true, Step>(along_by<Way>(at), sums, values[Way]), ...);
  }

  /// Repeats the phase's block over the folded loop, for one block of lanes.
  template <bool Whole, int Phase>
  EIGEN_ALWAYS_INLINE void across(position at, accumulators<Phase>& sums) {
    constexpr index extent = P.extents[P.folded];
    for (index i = 0; i < extent / ways<Phase>; ++i) several_across<Whole, Phase>(at, sums, sequence<ways<Phase>>{});
    for (index i = 0; i < extent % ways<Phase>; ++i) {
      block<Phase, 0, Whole>(at, sums);
      at.template advance<P.folded>(1);
    }
  }
  template <bool Whole, int Phase, int... Way>
  EIGEN_ALWAYS_INLINE void several_across(position& at, accumulators<Phase>& sums, std::integer_sequence<int, Way...>) {
    ((block<Phase, Way, Whole>(at, sums), at.template advance<P.folded>(1)), ...);
  }

  /// The phase's micro-program on one block.
  template <int Phase, int Way, bool Whole>
  EIGEN_ALWAYS_INLINE void block(const position& at, accumulators<Phase>& sums) {
    constexpr plan::phase part = P.phases[Phase];
    value values[steps];
    known(values, sequence<part.first_block>{});
    block_steps<Phase, Way, Whole, part.first_block>(at, sums, values, sequence<part.end - part.first_block>{});
  }
  template <int... Step>
  EIGEN_ALWAYS_INLINE void known([[maybe_unused]] value* values, std::integer_sequence<int, Step...>) const {
    (recall<Step>(values), ...);
  }
  template <int Step>
  EIGEN_ALWAYS_INLINE void recall(value* values) const {
    if constexpr (P.steps[Step].once && P.steps[Step].kind != plan::step_kind::store) values[Step] = once_[Step];
  }
  template <int Phase, int Way, bool Whole, int First, int... Step>
  EIGEN_ALWAYS_INLINE void block_steps(const position& at, accumulators<Phase>& sums, value* values,
                                       std::integer_sequence<int, Step...>) {
    (block_step<Phase, Way, Whole, First + Step>(at, sums, values), ...);
  }
  template <int Phase, int Way, bool Whole, int Step>
  EIGEN_ALWAYS_INLINE void block_step(const position& at, accumulators<Phase>& sums, value* values) {
    constexpr instruction step = P.steps[Step];
    if constexpr (step.kind == plan::step_kind::load) {
      values[Step] = load<step.operand, Whole>(at);
    } else if constexpr (step.kind == plan::step_kind::apply) {
      values[Step] = apply<Key, Step>(values);
    } else if constexpr (step.kind == plan::step_kind::fold) {
      value next = values[step.inputs[0]];
      if constexpr (!Whole && folds_lanes) next = next.first(length % P.lanes, initial<Step>());
      sums.of[Step][Way] = op<step.op>::combine(sums.of[Step][Way], next);
    } else if constexpr (step.kind == plan::step_kind::store) {
      store<step.operand, Whole>(at, values[step.inputs[0]]);
    }
  }

  /// What a fold begins with, in the number type of its op.
  template <int Step>
  static EIGEN_ALWAYS_INLINE T initial() {
    if constexpr (std::is_integral_v<T>)
      return op<P.steps[Step].op>::initial(wrapping<T>()).value;
    else
      return op<P.steps[Step].op>::initial(T(0));
  }

  template <int Phase, int First, int... Step>
  EIGEN_ALWAYS_INLINE void start(accumulators<Phase>& sums, std::integer_sequence<int, Step...>) {
    (start_fold<Phase, First + Step>(sums, sequence<ways<Phase>>{}), ...);
  }
  template <int Phase, int Step, int... Way>
  EIGEN_ALWAYS_INLINE void start_fold(accumulators<Phase>& sums, std::integer_sequence<int, Way...>) {
    if constexpr (P.steps[Step].kind == plan::step_kind::fold)
      ((sums.of[Step][Way] = value::broadcast(initial<Step>())), ...);
  }
  template <int Phase, int First, int... Step>
  EIGEN_ALWAYS_INLINE void keep(accumulators<Phase>& sums, std::integer_sequence<int, Step...>) {
    (keep_fold<Phase, First + Step>(sums), ...);
  }
  /// Halves of the ways at a time: one after the other they would take as long as so many blocks.
  template <int Phase, int Step>
  EIGEN_ALWAYS_INLINE void keep_fold([[maybe_unused]] accumulators<Phase>& sums) {
    if constexpr (P.steps[Step].kind == plan::step_kind::fold) {
#pragma GCC unroll 4
      for (int half = ways<Phase> / 2; half > 0; half /= 2)
#pragma GCC unroll 4
        for (int way = 0; way < half; ++way)
          sums.of[Step][way] = op<P.steps[Step].op>::combine(sums.of[Step][way], sums.of[Step][way + half]);
      once_[Step] = sums.of[Step][0];
    }
  }

  template <bool Whole, int First, int... Step>
  EIGEN_ALWAYS_INLINE void once(const position& at, std::integer_sequence<int, Step...>) {
    (once_step<Whole, First + Step>(at), ...);
  }
  template <bool Whole, int Step>
  EIGEN_ALWAYS_INLINE void once_step(const position& at) {
    constexpr instruction step = P.steps[Step];
    if constexpr (step.kind == plan::step_kind::load) {
      once_[Step] = load<step.operand, Whole>(at);
    } else if constexpr (step.kind == plan::step_kind::apply) {
      once_[Step] = apply<Key, Step>(once_);
    } else if constexpr (step.kind == plan::step_kind::finish) {
      using reduction = op<step.op>;
      value sum = once_[step.inputs[0]];
      if constexpr (folds_lanes)
        sum = value::broadcast(sum.folded([](auto a, auto b) { return reduction::combine(a, b); }));
      const value result = reduction::finish(sum, static_cast<double>(P.extents[P.folded]));
      once_[Step] = npu::rounded_to<typename element_of<step.element>::type>(result);
    } else if constexpr (step.kind == plan::step_kind::store) {
      if constexpr (folds_across)
        store<step.operand, Whole>(at, once_[step.inputs[0]]);
      else
        *pointer<step.operand>(at) = npu::to_element<element<step.operand>>(once_[step.inputs[0]].lane(0));
    }
  }
  template <int Operand>
  EIGEN_ALWAYS_INLINE element<Operand>* pointer(const position& at) const {
    if constexpr (P.operands[Operand].scratch_offset >= 0)
      return workspace_ + P.operands[Operand].scratch_offset + at.at[Operand];
    else
      return static_cast<element<Operand>*>(memory_[Operand]) + at.at[Operand];
  }
  template <int Operand>
  static constexpr bool is_whole_scratch = P.operands[Operand].scratch_offset >= 0 && !folds_lanes;

  template <int Operand, bool Whole>
  EIGEN_ALWAYS_INLINE value load(const position& at) const {
    const element<Operand>* from = pointer<Operand>(at);
    if constexpr (is_whole_scratch<Operand>)
      return value::load(from);
    else if constexpr (P.operands[Operand].strides[lane_loop] == 0)
      return value::broadcast(npu::from_element<T>(*from));
    else if constexpr (Whole)
      return npu::load_as<value>(from);
    else
      return npu::load_part_as<value>(from, length % P.lanes);
  }
  template <int Operand, bool Whole>
  EIGEN_ALWAYS_INLINE void store(const position& at, const value& what) const {
    if constexpr (PastCaches && Whole)
      what.stream(pointer<Operand>(at));
    else if constexpr (Whole || is_whole_scratch<Operand>)
      npu::store_as(what, pointer<Operand>(at));
    else
      npu::store_part_as(what, pointer<Operand>(at), length % P.lanes);
  }

  void* memory_[operands];
  T* workspace_ = nullptr;
  value once_[steps];  // what is computed once a row, and what folds have gathered
};

}  // namespace litho::exec
