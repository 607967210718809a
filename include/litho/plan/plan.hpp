// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/device.hpp"
#include "../ir/graph.hpp"

/// The plan: what runs, in which order, on which memory. Made from an optimised graph by plan::build, ordered and laid
/// out by passes `order` and `memory`, run by room exec, which decides nothing.
namespace litho::plan {

/// Where a buffer lies.
enum class place : std::uint8_t {
  arena,     ///< the network's working memory, valid during a run (or during load)
  weights,   ///< computed at load, kept for all runs
  constant,  ///< read-only data of the program
  input,     ///< the user's memory
  output,    ///< the user's memory
  parameter  ///< the user's weights, valid during load only
};

constexpr std::string_view name_of(place where) {
  constexpr std::string_view names[] = {"arena", "weights", "constant", "input", "output", "parameter"};
  return names[static_cast<int>(where)];
}

/// Memory of one value (and of the views of it).
struct buffer {
  place where = place::arena;
  int index = -1;  ///< of an input, output, parameter or constant
  int node = -1;   ///< the value that it was made for
  std::int64_t bytes = 0;
  std::int64_t offset = 0;     ///< in arena, weights or constants
  int shares = -1;             ///< lies in the memory of this buffer (in-place)
  std::int64_t shares_at = 0;  ///< bytes from that buffer's begin
};

/// Where a node's value is: a buffer, and elements into it (a view).
struct location {
  int buffer = -1;
  std::int64_t offset = 0;
};

/// Which kind of kernel; each is one template in room exec.
enum class family : std::uint8_t { vector, convolution, depthwise, matmul, attention, pooling, direct, copy };

constexpr std::string_view name_of(family kind) {
  constexpr std::string_view names[] = {"vector",    "convolution", "depthwise", "matmul",
                                        "attention", "pooling",     "direct",    "copy"};
  return names[static_cast<int>(kind)];
}

/// A value that a kernel reads or writes, and how it walks it: elements per step along each axis of its iteration.
struct operand {
  int buffer = -1;
  std::int64_t offset = 0;
  ints strides;
  bool written = false;
  bool scratch = false;  ///< a value kept between phases, in the kernel's workspace
};

enum class step_kind : std::uint8_t {
  load,    ///< from an operand
  main,    ///< what the Cube or pool has computed
  apply,   ///< an op
  fold,    ///< into the accumulator of a reduction
  finish,  ///< the reduction's result
  store    ///< to an operand
};

/// One instruction of a kernel's micro-program. Its value is known by its position; `inputs` are earlier positions.
struct step {
  step_kind kind = step_kind::apply;
  const op_info* op = nullptr;
  ir::range attributes{};      ///< into the graph's numbers
  dtype element = dtype::f32;  ///< of the value: results of apply and finish are rounded to it
  int inputs[3] = {-1, -1, -1};
  int operand = -1;
  bool once = false;  ///< computed once a row, not for every block of it
};

/// A stretch of steps. A kernel without reductions has one phase; each reduction whose result is needed for the same
/// row opens another. `once` steps come first, then the ones repeated along the row.
struct phase {
  int first_once = 0;
  int first_block = 0;
  int end = 0;
};

/// A loop nest: the sizes of a kernel's iteration, outermost first.
struct kernel {
  family kind = family::vector;
  engine unit = engine::vector;
  binding when = binding::run;
  int root = -1;  ///< the node that gives the kernel its kind
  tensor_type iteration{};
  dtype arithmetic = dtype::f32;  ///< what a Vector kernel or an epilogue computes in
  shape extents;                  ///< loops, after merging what is contiguous; the last is the lanes
  int folded = -1;                ///< which loop a reduction folds
  ir::range nodes{};              ///< into members
  ir::range operands{};
  ir::range steps{};
  ir::range phases{};
  ir::range before{};                 ///< into links: kernels that must have run
  int stage = 0;                      ///< of a plan for several workers: what has the same stage may run at once
  int worker = 0;                     ///< who runs it
  int stream = 0;                     ///< of a plan with several streams: each runs its kernels in order
  int shares = 1;                     ///< how many workers run it together, from worker 0 on
  bool meets = false;                 ///< all workers wait for each other before it
  std::int64_t workspace = 0;         ///< bytes, of all shares
  std::int64_t workspace_offset = 0;  ///< in the arena
  std::int64_t multiply_adds = 0;
  std::int64_t operations = 0;  ///< other arithmetic
  std::int64_t bytes_read = 0;
  std::int64_t bytes_written = 0;
};

/// Kernel `before` waits until kernel `after`, of another stream, has ended.
struct event {
  int after = -1;
  int before = -1;

  friend constexpr bool operator==(const event&, const event&) = default;
};

struct statistics {
  int nodes = 0;
  int kernels = 0;                    ///< of a run
  int load_kernels = 0;               ///< of load
  int workers = 1;                    ///< that a run keeps busy
  int meetings = 0;                   ///< of the workers during a run
  int streams = 1;                    ///< that a run uses
  int events = 0;                     ///< between them
  std::int64_t arena_bytes = 0;       ///< working memory of a run
  std::int64_t load_arena_bytes = 0;  ///< working memory of load
  std::int64_t weight_bytes = 0;
  std::int64_t constant_bytes = 0;
  std::int64_t parameters = 0;  ///< elements
  std::int64_t multiply_adds = 0;
  std::int64_t bytes_moved = 0;
  std::int64_t cycles = 0;            ///< estimate for the target device
  std::int64_t largest_live_set = 0;  ///< bytes alive at once during a run, a bound on any arena

  friend constexpr bool operator==(const statistics&, const statistics&) = default;
};

class plan {
 public:
  ir::graph graph;
  device target{};
  vec<kernel> kernels;
  vec<int> members;
  vec<operand> operands;
  vec<step> steps;
  vec<phase> phases;
  vec<int> links;
  vec<buffer> buffers;
  vec<location> values;  ///< of each node
  vec<int> outputs;      ///< the buffer of each output
  vec<event> events;     ///< by `before`; of a run's kernels
  statistics totals;

  template <class T>
  static constexpr stretch<const T> part(const vec<T>& pool, ir::range of) {
    return {pool.data() + of.first, static_cast<std::size_t>(of.count)};
  }
  constexpr stretch<const int> nodes_of(const kernel& k) const { return part(members, k.nodes); }
  constexpr stretch<const operand> operands_of(const kernel& k) const { return part(operands, k.operands); }
  constexpr stretch<operand> operands_of(const kernel& k) {
    return {operands.data() + k.operands.first, static_cast<std::size_t>(k.operands.count)};
  }
  constexpr stretch<const step> steps_of(const kernel& k) const { return part(steps, k.steps); }
  constexpr stretch<const phase> phases_of(const kernel& k) const { return part(phases, k.phases); }
  constexpr stretch<const int> before(const kernel& k) const { return part(links, k.before); }

  /// Working memory of the kernels of load, or of a run.
  constexpr std::int64_t& arena_of(binding when) {
    return when == binding::load ? totals.load_arena_bytes : totals.arena_bytes;
  }
  constexpr std::int64_t arena_of(binding when) const {
    return when == binding::load ? totals.load_arena_bytes : totals.arena_bytes;
  }

  constexpr buffer& at(int which) { return buffers[static_cast<std::size_t>(which)]; }
  constexpr const buffer& at(int which) const { return buffers[static_cast<std::size_t>(which)]; }
  /// The buffer whose memory `which` lies in.
  constexpr int owner(int which) const {
    while (at(which).shares >= 0) which = at(which).shares;
    return which;
  }
};

}  // namespace litho::plan
