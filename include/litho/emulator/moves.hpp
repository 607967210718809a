// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "banks.hpp"

namespace litho::emulator {

/// What MTE and Fixpipe do: moves, conversions, image-to-column.
class mover {
 public:
  explicit mover(banks& in) : in_(in) {}

  void move(const task::move& each) {
    in_.check_alignment(each.from);
    in_.check_alignment(each.to);
    if (each.clear > 0)
      if (std::byte* const to = in_.access(each.to, 0, each.clear, true))
        std::memset(to, 0, static_cast<std::size_t>(each.clear));
    for (std::int64_t extent : each.how.extents)
      if (extent == 0) return;
    move_loop(each, 0, each.how.from_offset, each.how.to_offset, each.how.limit);
  }
  void image_to_column(const task::image& each) {
    in_.check_alignment(each.from);
    in_.check_alignment(each.to);
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
        std::byte* const to =
            in_.access(each.to, (fractal_row * task::fractal + p % task::fractal) * bytes, bytes, true);
        if (to == nullptr) return;
        if (p >= each.pixels || row < 0 || row >= each.height || column < 0 || column >= each.width) {
          std::memset(to, 0, static_cast<std::size_t>(bytes));
          continue;
        }
        if (row < each.first_row || row >= each.first_row + each.rows) {
          in_.note(rule::bounds, "needs a row of the picture that is not in L1");
          return;
        }
        const std::int64_t line = std::int64_t{step / window} * each.rows + row - each.first_row;
        const std::byte* const from = in_.access(each.from, (line * each.width + column) * bytes, bytes, false);
        if (from == nullptr) return;
        std::memcpy(to, from, static_cast<std::size_t>(bytes));
      }
  }

 private:
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
          in_.access(each.from, (from + i * how.from[last]) * from_size, run * from_size, false);
      std::byte* const target = in_.access(each.to, (to + i * how.to[last]) * to_size, run * to_size, true);
      if (source == nullptr || target == nullptr) return;
      if (each.from_element == each.to_element)
        std::memcpy(target, source, static_cast<std::size_t>(run * to_size));
      else
        for (std::int64_t j = 0; j < run; ++j)
          interpreter::put(target, each.to_element, j, interpreter::get(source, each.from_element, j));
    }
    if (!how.clear) return;
    for (std::int64_t i = used; i < extent; ++i)
      if (std::byte* const target = in_.access(each.to, (to + i * how.to[last]) * to_size, to_size, true))
        std::memset(target, 0, static_cast<std::size_t>(to_size));
  }

  banks& in_;
};

}  // namespace litho::emulator
