// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "operands.hpp"
#include "vector.hpp"

namespace litho::task {

/// Sizes of a Cube kernel's tiles.
struct tiling {
  int m = fractal;  ///< rows (pixels) and columns (output channels) in L0C
  int n = fractal;
  int l1_steps = 1;  ///< steps along K in L1, and of those in L0A and L0B
  int l0_steps = 1;
  int out_m = fractal;       ///< rows that go through the unified buffer at once
  std::int64_t cycles = -1;  ///< estimate for the kernel
};

/// Writes a Cube kernel: tiles of the result dealt out to cores; per tile, steps along K through L1 and L0, sums in
/// L0C, which then go through the unified buffer and the kernel's micro-program to global memory. `Operands` knows how
/// both sides come to L1 and L0 (products and convolutions, operands.hpp).
template <class Operands>
class cube_kernel {
 public:
  constexpr cube_kernel(writer& to, const Operands& operands) : to_(to), operands_(operands) {}

  constexpr void write() {
    choose();
    if (best_.cycles < 0) {
      to_.fail("no tile of this kernel fits the Cube's buffers");
      return;
    }
    vector_part part(to_, operands_.result_box(0, 0, best_.out_m, 0, best_.n).extent, false);
    const std::int64_t m_tiles = plan::rounds(operands_.rows(), best_.m);
    const std::int64_t n_tiles = plan::rounds(operands_.columns(), best_.n);
    const std::int64_t tiles = operands_.batches() * m_tiles * n_tiles;
    dealer blocks(to_, tiles, to_.on().cube_cores, [&] { begin_block(part); }, [&] { end_block(part); });
    for (std::int64_t tile = 0; tile < tiles; ++tile) {
      blocks.next();
      const auto batch = static_cast<int>(tile / (m_tiles * n_tiles));
      const auto n = static_cast<int>(tile / m_tiles % n_tiles);
      const auto m = static_cast<int>(tile % m_tiles);
      run_tile(batch, m * best_.m, n * best_.n, part);
    }
    blocks.finish();
    to_.finish(true);
  }

  constexpr const tiling& chosen() const { return best_; }

 private:
  constexpr dtype element() const { return operands_.element(); }
  constexpr int inner() const { return static_cast<int>(fractal_inner(element())); }
  constexpr bool keeps_right(const tiling& t) const { return t.l1_steps >= operands_.steps(); }

  // Tiles

  constexpr void choose() {
    const int rows = static_cast<int>(round_up(operands_.rows(), fractal));
    const int columns = static_cast<int>(round_up(operands_.columns(), fractal));
    for (int m = fractal; m < 2 * rows; m *= 2)
      for (int n = fractal; n < 2 * columns; n *= 2) consider(whole(m < rows ? m : rows), n < columns ? n : columns);
  }
  /// As many rows as come next to `rows` and form a box of the kernel's loops.
  constexpr int whole(int rows) const {
    const int unit = operands_.row_unit();
    return unit == 1 ? rows : rows < unit ? unit : rows / unit * unit;
  }

  constexpr void consider(int m, int n) {
    const device& on = to_.on();
    const int depth = to_.depth();
    const std::int64_t step = std::int64_t{inner()} * litho::size_of(element());
    const std::int64_t padded = round_up(m, fractal);
    tiling made{.m = m, .n = n};
    if (padded * n * 4 * depth > on.l0c_bytes) return;
    const std::int64_t most_a = on.l0a_bytes / depth / (step * padded);
    const std::int64_t most_b = on.l0b_bytes / depth / (step * n);
    const std::int64_t most = most_a < most_b ? most_a : most_b;
    if (most < 1) return;
    const int unit = operands_.step_unit();
    const int steps = operands_.steps();
    made.l1_steps = 0;
    for (int l1 = unit; l1 < steps + unit; l1 = 2 * l1 <= steps ? 2 * l1 : l1 < steps ? steps : steps + unit) {
      const int tried = static_cast<int>(round_up(l1 < steps ? l1 : steps, unit));
      if ((operands_.left_bytes(m, tried) + operands_.right_bytes(n, tried)) * depth > on.l1_bytes) break;
      made.l1_steps = tried;
    }
    if (made.l1_steps == 0) return;
    made.l0_steps = most < made.l1_steps ? static_cast<int>(most) : made.l1_steps;
    made.out_m = rows_at_once(m, n);
    if (made.out_m == 0) return;
    made.cycles = estimate(made);
    if (best_.cycles < 0 || made.cycles < best_.cycles) best_ = made;
  }

  /// Rows of a tile that the unified buffer takes at once.
  constexpr int rows_at_once(int m, int n) const {
    const int smallest = whole(fractal);
    for (int rows = m;; rows = whole(static_cast<int>(round_up(rows / 2, fractal)))) {
      const unified_layout layout(to_.plan(), to_.kernel(), operands_.result_box(0, 0, rows, 0, n).extent, false,
                                  to_.depth());
      if (layout.bytes() <= to_.on().unified_buffer_bytes) return rows;
      if (rows <= smallest) return 0;
    }
  }

  /// Cycles of the busiest core: of its slowest queue, and of filling the first tile.
  constexpr std::int64_t estimate(const tiling& t) const {
    const device& on = to_.on();
    const std::int64_t m_tiles = plan::rounds(operands_.rows(), t.m);
    const std::int64_t tiles = operands_.batches() * m_tiles * plan::rounds(operands_.columns(), t.n);
    const std::int64_t each = plan::rounds(tiles, on.cube_cores);
    const std::int64_t steps = operands_.steps();
    const std::int64_t step = std::int64_t{inner()} * litho::size_of(element());
    const std::int64_t chunks = plan::rounds(steps, t.l1_steps);
    const std::int64_t rate = on.l2_read > 0 ? on.l2_read : on.memory_bytes_per_cycle;
    const std::int64_t left = chunks * operands_.left_bytes(t.m, t.l1_steps);
    const std::int64_t right = chunks * operands_.right_bytes(t.n, t.l1_steps);
    const std::int64_t fill = plan::rounds(left + right, rate);
    const std::int64_t again = plan::rounds(left + (keeps_right(t) && m_tiles > 1 ? right / m_tiles : right), rate);
    const std::int64_t loads = plan::rounds(steps, t.l0_steps) * 2 * on.image_latency +
                               plan::rounds(steps * step * t.m, on.l1_to_l0a) +
                               plan::rounds(steps * step * t.n, on.l1_to_l0b);
    const std::int64_t cube =
        cycles_of(on, multiply{.element = element(), .m = t.m, .k = static_cast<int>(steps * inner()), .n = t.n});
    const std::int64_t result = std::int64_t{t.m} * t.n * litho::size_of(operands_.result_element());
    const std::int64_t out = plan::rounds(result, on.unified_to_global > 0 ? on.unified_to_global : 1);
    std::int64_t slowest = cube;
    for (std::int64_t queue : {again, loads, out}) slowest = queue > slowest ? queue : slowest;
    return each * slowest + fill / chunks + out;
  }

  // Blocks

  constexpr void begin_block(vector_part& part) {
    left_ = to_.make_ring(queue::mte2, queue::mte1, to_.depth());
    right_ = to_.make_ring(queue::mte2, queue::mte1, to_.depth());
    loads_ = to_.make_ring(queue::mte1, queue::cube, to_.depth());
    sums_ = to_.make_ring(queue::cube, queue::fixpipe, to_.depth());
    part.begin_block();
    kept_batch_ = kept_n_ = -1;
  }
  constexpr void end_block(vector_part& part) {
    if (kept_n_ >= 0) to_.end_use(right_);
    for (const ring* each : {&left_, &right_, &loads_, &sums_}) to_.drain(*each);
    part.end_block();
  }

  // One tile

  constexpr void run_tile(int batch, int first_m, int first_n, vector_part& part) {
    const int m = least(best_.m, operands_.rows() - first_m);
    const int n = least(best_.n, operands_.columns() - first_n);
    const int steps = operands_.steps();
    const int sums = to_.begin_fill(sums_);
    const std::int64_t sum_at = sums * round_up(best_.m, fractal) * best_.n * 4;
    bool first = true;
    for (int chunk = 0; chunk < steps; chunk += best_.l1_steps) {
      const int in_chunk = least(best_.l1_steps, steps - chunk);
      const location right = bring_right(batch, first_n, n, chunk, in_chunk);
      const location left = bring_left(batch, first_m, m, chunk, in_chunk);
      for (int step = 0; step < in_chunk; step += best_.l0_steps) {
        const int now = least(best_.l0_steps, in_chunk - step);
        const int part_of_l0 = to_.begin_fill(loads_);
        const std::int64_t left_at = part_of_l0 * (to_.on().l0a_bytes / to_.depth());
        const std::int64_t right_at = part_of_l0 * (to_.on().l0b_bytes / to_.depth());
        operands_.load_left(to_, left, {memory::l0a, -1, left_at}, {first_m, m, chunk, in_chunk, step, now});
        operands_.load_right(to_, right, {memory::l0b, -1, right_at}, {first_n, n, chunk, in_chunk, step, now});
        to_.end_fill(loads_);
        to_.begin_use(loads_);
        to_.add(multiply{.left = left_at,
                         .right = right_at,
                         .sum = sum_at,
                         .element = element(),
                         .m = static_cast<int>(round_up(m, fractal)),
                         .k = now * inner(),
                         .n = static_cast<int>(round_up(n, fractal)),
                         .accumulates = !first});
        to_.end_use(loads_);
        first = false;
      }
      to_.end_use(left_);
      if (!keeps_right(best_)) to_.end_use(right_);
    }
    to_.end_fill(sums_);
    to_.begin_use(sums_);
    for (int row = 0; row < m; row += best_.out_m) {
      const int rows = least(best_.out_m, m - row);
      const location main = part.begin_main();
      operands_.take_out(to_, {memory::l0c, -1, sum_at + std::int64_t{row} * fractal * 4}, main,
                         static_cast<int>(round_up(m, fractal)), first_m + row, rows, n);
      if (row + rows >= m) to_.end_use(sums_);
      part.end_main();
      part.run(operands_.result_box(batch, first_m + row, rows, first_n, n), to_.on().vectors_per_cube(), main.offset);
    }
  }

  constexpr location bring_left(int batch, int first_m, int m, int chunk, int steps) {
    const int part = to_.begin_fill(left_);
    const location at{memory::l1, -1, part * left_bytes()};
    operands_.bring_left(to_, at, batch, {first_m, m, chunk, steps, 0, steps});
    to_.end_fill(left_);
    to_.begin_use(left_);
    return at;
  }
  /// The right side stays in L1 for all tiles of its columns where it fits as a whole.
  constexpr location bring_right(int batch, int first_n, int n, int chunk, int steps) {
    const std::int64_t begin = left_bytes() * to_.depth();
    if (keeps_right(best_) && kept_batch_ == batch && kept_n_ == first_n) return {memory::l1, -1, kept_at_};
    if (kept_n_ >= 0) to_.end_use(right_);
    const int part = to_.begin_fill(right_);
    const location at{memory::l1, -1, begin + part * operands_.right_bytes(best_.n, best_.l1_steps)};
    operands_.bring_right(to_, at, batch, {first_n, n, chunk, steps, 0, steps});
    to_.end_fill(right_);
    to_.begin_use(right_);
    if (keeps_right(best_)) {
      kept_batch_ = batch;
      kept_n_ = first_n;
      kept_at_ = at.offset;
    }
    return at;
  }
  constexpr std::int64_t left_bytes() const { return operands_.left_bytes(best_.m, best_.l1_steps); }
  static constexpr int least(int a, int b) { return a < b ? a : b; }

  writer& to_;
  const Operands& operands_;
  tiling best_{};
  ring left_{};
  ring right_{};
  ring loads_{};
  ring sums_{};
  int kept_batch_ = -1;
  int kept_n_ = -1;
  std::int64_t kept_at_ = 0;
};

}  // namespace litho::task
