// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/transfer.hpp"
#include "../plan/plan.hpp"

/// What an emulated device does: the tasks of a plan's kernels, tile by tile, on the queues of its cores. Made from a
/// plan by task::lower, timed by task::schedule, carried out and checked by room emulator.
namespace litho::task {

/// The queues of one core. Each runs its tasks in order; they wait for each other by flags only.
enum class queue : std::uint8_t {
  mte2,     ///< global memory to L1 and the unified buffer
  mte1,     ///< L1 to L0A and L0B
  cube,     ///< L0A times L0B into L0C
  fixpipe,  ///< L0C to the unified buffer
  vector,   ///< the unified buffer
  mte3,     ///< the unified buffer to global memory
  image     ///< the pre-processing unit: resizing, cropping, colours
};
inline constexpr int queue_count = 7;

constexpr std::string_view name_of(queue which) {
  constexpr std::string_view names[] = {"MTE2", "MTE1", "Cube", "Fixpipe", "Vector", "MTE3", "Image"};
  return names[static_cast<int>(which)];
}

enum class memory : std::uint8_t { global, l1, l0a, l0b, l0c, unified };
inline constexpr int memory_count = 6;

constexpr std::string_view name_of(memory which) {
  constexpr std::string_view names[] = {"global memory", "L1", "L0A", "L0B", "L0C", "unified buffer"};
  return names[static_cast<int>(which)];
}

/// Bytes of one core's memory.
constexpr std::int64_t size_of(const device& on, memory which) {
  switch (which) {
    case memory::l1: return on.l1_bytes;
    case memory::l0a: return on.l0a_bytes;
    case memory::l0b: return on.l0b_bytes;
    case memory::l0c: return on.l0c_bytes;
    case memory::unified: return on.unified_buffer_bytes;
    case memory::global: break;
  }
  return 0;
}
constexpr int alignment_of(const device& on, memory which) {
  switch (which) {
    case memory::l1:
    case memory::unified: return on.local_alignment;
    case memory::l0a:
    case memory::l0b: return on.l0_alignment;
    case memory::l0c: return on.l0c_alignment;
    case memory::global: break;
  }
  return 1;
}

/// The side of a fractal along M and N, and bytes of one along K: 512 bytes in all.
inline constexpr int fractal = 16;
inline constexpr int fractal_bytes = 32;
constexpr std::int64_t fractal_inner(dtype element) { return fractal_bytes / litho::size_of(element); }

/// A place in memory: bytes into a buffer of the plan, or into a memory of the core.
struct location {
  memory where = memory::global;
  int buffer = -1;  ///< of the plan; -1: the kernel's workspace
  std::int64_t offset = 0;
};

/// Moves elements, from and to counted from the two locations. Where the types differ they are converted.
struct move {
  location from;
  location to;
  dtype from_element = dtype::f32;
  dtype to_element = dtype::f32;
  transfer how;
  std::int64_t clear = 0;  ///< bytes of the target that are zero before, from its begin
};

/// Image-to-column: the k steps first_step ... of the pixels first_pixel ... of a convolution, from a picture of
/// channel blocks in L1 to fractals in L0A. A step is one tap of one channel block, in the order (C1, KH, KW).
struct image {
  location from;
  location to;
  dtype element = dtype::f32;
  int lanes = 1;   ///< C0
  int height = 1;  ///< of the whole picture
  int width = 1;
  int first_row = 0;  ///< of the picture, where L1 begins
  int rows = 1;       ///< of it in L1
  int kernel_height = 1;
  int kernel_width = 1;
  int stride_height = 1;
  int stride_width = 1;
  int dilation_height = 1;
  int dilation_width = 1;
  int pad_top = 0;
  int pad_left = 0;
  int out_width = 1;
  int first_pixel = 0;
  int pixels = 0;
  int first_step = 0;
  int steps = 0;
};

/// L0C [m, n] (+)= L0A [m, k] times L0B [k, n]: ZZ, ZN and NZ fractals, all three padded to whole ones.
struct multiply {
  std::int64_t left = 0;  ///< bytes into L0A, L0B, L0C
  std::int64_t right = 0;
  std::int64_t sum = 0;
  dtype element = dtype::f32;
  int m = 0;
  int k = 0;
  int n = 0;
  bool accumulates = false;
};

/// Where a value of a micro-program lies in the unified buffer.
struct slot {
  std::int64_t offset = -1;
  dtype element = dtype::f32;
  ints strides;  ///< elements along the kernel's loops
};

/// One phase of a kernel's micro-program on a box of its loops.
struct program {
  int phase = 0;
  ints first;              ///< index of the box along each loop
  shape extent;            ///< of the box
  ir::range operands{};    ///< into slots: one for each operand
  ir::range values{};      ///< into slots: one for each step
  std::int64_t main = -1;  ///< bytes into the unified buffer: what Cube or window have computed
  bool begins = true;      ///< accumulators start at their initial value
  bool once = true;        ///< steps that are done once a row are done now
};

/// A window over a picture of channel blocks (or of single channels) in the unified buffer, pooled or multiplied with
/// weights of its own (depthwise).
struct window {
  location from;
  location weights;
  location to;
  dtype element = dtype::f32;
  dtype to_element = dtype::f32;
  int planes = 1;  ///< channel blocks (or channels) in the buffer
  int lanes = 1;
  int height = 1;
  int width = 1;
  int first_row = 0;
  int rows = 1;
  int kernel_height = 1;
  int kernel_width = 1;
  int stride_height = 1;
  int stride_width = 1;
  int dilation_height = 1;
  int dilation_width = 1;
  int pad_top = 0;
  int pad_left = 0;
  int out_width = 1;
  int first_out = 0;  ///< row
  int out_rows = 0;
  bool count_padding = false;
};

/// `direct` is a whole op, read from and written to global memory; `wait` only waits for flags.
enum class kind : std::uint8_t { move, image, multiply, program, window, direct, wait };

constexpr std::string_view name_of(kind what) {
  constexpr std::string_view names[] = {"move", "image", "multiply", "program", "window", "direct", "wait"};
  return names[static_cast<int>(what)];
}

/// A flag that one queue of a core sets when a task has ended and another waits for, which takes it back.
struct flag {
  queue from = queue::mte2;
  queue to = queue::mte2;
  std::uint8_t id = 0;

  friend constexpr bool operator==(const flag&, const flag&) = default;
};

/// The few flags of one task.
struct flags {
  static constexpr int most = 8;
  std::uint8_t count = 0;
  flag items[most]{};

  constexpr bool add(const flag& each) {
    if (count == most) return false;
    items[count++] = each;
    return true;
  }
  constexpr const flag* begin() const { return items; }
  constexpr const flag* end() const { return items + count; }
};

struct task {
  kind what = kind::wait;
  queue on = queue::vector;
  int block = 0;  ///< of its kernel; each block has a core to itself
  int item = -1;  ///< into the list of its kind, where it has one
  flags waits{};
  flags sets{};
  std::int64_t cycles = 0;
  std::int64_t bytes = 0;  ///< moved
};

/// A kernel on its stream: tasks of all its blocks, block after block.
struct launch {
  int kernel = -1;
  int stream = 0;
  int blocks = 1;
  bool on_cube = false;  ///< a block is a Cube core with its Vector units; otherwise a Vector core
  ir::range tasks{};
};

/// All that a run does on the device.
struct list {
  vec<launch> launches;  ///< in the plan's order
  vec<task> tasks;
  vec<move> moves;
  vec<image> images;
  vec<multiply> multiplies;
  vec<program> programs;
  vec<slot> slots;
  vec<window> windows;
  const char* fault = nullptr;  ///< why a kernel does not fit the device...
  int faulty_kernel = -1;       ///< ... and which

  constexpr bool ok() const { return fault == nullptr; }
  template <class T>
  static constexpr stretch<const T> part(const vec<T>& pool, ir::range of) {
    return {pool.data() + of.first, static_cast<std::size_t>(of.count)};
  }
  constexpr stretch<const task> tasks_of(const launch& each) const { return part(tasks, each.tasks); }
};

}  // namespace litho::task
