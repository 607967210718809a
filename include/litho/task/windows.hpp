// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../op/avg_pool2d.hpp"
#include "../op/conv2d.hpp"
#include "../op/max_pool2d.hpp"
#include "vector.hpp"

namespace litho::task {

/// Writes a pooling or depthwise kernel: bands of output rows of a few planes (channel blocks, or channels), dealt out to
/// Vector cores; for each the rows of the picture under it come to the unified buffer, the window slides over them,
/// and the kernel's micro-program follows.
class window_kernel {
 public:
  constexpr explicit window_kernel(writer& to)
      : to_(to),
        graph_(to.plan().graph),
        root_(to.kernel().root),
        in_(graph_[graph_.inputs(root_)[0]].type),
        out_(graph_[root_].type) {
    read_window();
    lanes_ = in_.layout == format::plain ? 1 : in_.lanes;
    planes_ = plan::rounds(in_.dims[1], lanes_);
  }

  constexpr void write() {
    choose();
    if (rows_ == 0) {
      to_.fail("a row under one window is more than the unified buffer");
      return;
    }
    const std::int64_t bands = plan::rounds(out_.dims[2], rows_);
    const std::int64_t groups = plan::rounds(planes_, at_once_);
    const std::int64_t tiles = in_.dims[0] * groups * bands;
    vector_part part(to_, result_box(0, 0, at_once_, 0, rows_).extent, false, part_bytes() * to_.depth());
    dealer blocks(to_, tiles, to_.on().vector_cores, [&] { begin_block(part); }, [&] { end_block(part); });
    for (std::int64_t tile = 0; tile < tiles; ++tile) {
      blocks.next();
      run_tile(tile / (groups * bands), tile / bands % groups * at_once_, tile % bands * rows_, part);
    }
    blocks.finish();
    to_.finish(false);
  }

 private:
  constexpr void read_window() {
    const auto number = [](std::int64_t value) { return static_cast<int>(value); };
    window_.element = in_.element;
    window_.to_element = out_.element;
    window_.height = number(in_.dims[2]);
    window_.width = number(in_.dims[3]);
    window_.out_width = number(out_.dims[3]);
    extent2 kernel = 1;
    extent2 stride = 1;
    pads2 pad = 0;
    if (graph_.is<"conv2d">(root_)) {
      const auto a = graph_.attributes_as<conv2d_attributes>(root_);
      const tensor_type& weights = graph_[graph_.inputs(root_)[1]].type;
      kernel = {weights.dims[2], weights.dims[3]};
      stride = a.stride;
      pad = a.pad;
      window_.dilation_height = number(a.dilation.height);
      window_.dilation_width = number(a.dilation.width);
      has_weights_ = true;
    } else if (graph_.is<"avg_pool2d">(root_)) {
      const auto a = graph_.attributes_as<avg_pool2d_attributes>(root_);
      kernel = a.kernel;
      stride = window_stride(a.kernel, a.stride);
      pad = a.pad;
      window_.count_padding = a.count_padding;
    } else {
      const auto a = graph_.attributes_as<max_pool2d_attributes>(root_);
      kernel = a.kernel;
      stride = window_stride(a.kernel, a.stride);
      pad = a.pad;
    }
    window_.kernel_height = number(kernel.height);
    window_.kernel_width = number(kernel.width);
    window_.stride_height = number(stride.height);
    window_.stride_width = number(stride.width);
    window_.pad_top = number(pad.top);
    window_.pad_left = number(pad.left);
  }

  constexpr std::int64_t taps() const { return std::int64_t{window_.kernel_height} * window_.kernel_width; }
  constexpr std::int64_t size() const { return litho::size_of(in_.element); }
  constexpr std::int64_t rows_under(std::int64_t out_rows) const {
    const std::int64_t rows =
        (out_rows - 1) * window_.stride_height + std::int64_t{window_.kernel_height - 1} * window_.dilation_height + 1;
    return rows < in_.dims[2] ? rows : in_.dims[2];
  }
  constexpr std::int64_t picture_bytes(std::int64_t planes, std::int64_t rows) const {
    return round_up(planes * rows_under(rows) * in_.dims[3] * lanes_ * size(), to_.on().local_alignment);
  }
  constexpr std::int64_t weight_bytes(std::int64_t planes) const {
    return has_weights_ ? round_up(planes * taps() * lanes_ * size(), to_.on().local_alignment) : 0;
  }
  constexpr std::int64_t part_bytes() const { return picture_bytes(at_once_, rows_) + weight_bytes(at_once_); }

  constexpr box result_box(std::int64_t n, std::int64_t plane, std::int64_t planes, std::int64_t row,
                           std::int64_t rows) const {
    const std::int64_t width = out_.dims[3];
    if (out_.layout == format::plain) return {{n, plane, row, 0}, {1, planes, rows, width}};
    return {{n, plane, row * width, 0}, {1, planes, rows * width, lanes_}};
  }

  /// As many rows of one plane as fit, then as many planes; not more than give each core something to do.
  constexpr void choose() {
    const auto fits = [&](std::int64_t planes, std::int64_t rows) {
      const unified_layout layout(to_.plan(), to_.kernel(), result_box(0, 0, planes, 0, rows).extent, false,
                                  to_.depth());
      return (picture_bytes(planes, rows) + weight_bytes(planes)) * to_.depth() + layout.bytes() <=
             to_.on().unified_buffer_bytes;
    };
    const std::int64_t cores = to_.on().vector_cores;
    const std::int64_t pictures = in_.dims[0] * planes_;
    const std::int64_t bands = plan::rounds(cores, pictures);
    std::int64_t rows = plan::rounds(out_.dims[2], bands);
    while (rows > 0 && !fits(1, rows)) rows /= 2;
    rows_ = rows;
    if (rows == 0) return;
    const std::int64_t share = pictures / cores;
    at_once_ = 1;
    while (rows >= out_.dims[2] && 2 * at_once_ <= share && 2 * at_once_ <= planes_ && fits(2 * at_once_, rows))
      at_once_ *= 2;
  }

  constexpr void run_tile(std::int64_t n, std::int64_t plane, std::int64_t row, vector_part& part) {
    const std::int64_t planes = least(at_once_, planes_ - plane);
    const std::int64_t rows = least(rows_, out_.dims[2] - row);
    std::int64_t begin = row * window_.stride_height - window_.pad_top;
    std::int64_t end = begin + (rows - 1) * window_.stride_height +
                       std::int64_t{window_.kernel_height - 1} * window_.dilation_height + 1;
    end = end > in_.dims[2] ? in_.dims[2] : end < 1 ? 1 : end;
    begin = begin < 0 ? 0 : begin >= end ? end - 1 : begin;
    const int slot = to_.begin_fill(ring_);
    const std::int64_t at = slot * part_bytes();
    window made = window_;
    made.from = {memory::unified, -1, at};
    made.weights = {memory::unified, -1, at + picture_bytes(at_once_, rows_)};
    const std::int64_t line = in_.dims[3] * lanes_;
    to_.add(queue::mte2,
            move{input(0, ((n * planes_ + plane) * in_.dims[2] + begin) * line), made.from, in_.element, in_.element,
                 transfer{.extents = {planes, (end - begin) * line},
                          .from = {in_.dims[2] * line, 1},
                          .to = {(end - begin) * line, 1}}});
    if (has_weights_)
      to_.add(queue::mte2, move{input(1, plane * taps() * lanes_), made.weights, in_.element, in_.element,
                                transfer{.extents = {planes * taps() * lanes_}, .from = {1}, .to = {1}}});
    to_.end_fill(ring_);
    made.to = part.begin_main();
    made.planes = static_cast<int>(planes);
    made.lanes = static_cast<int>(lanes_);
    made.first_row = static_cast<int>(begin);
    made.rows = static_cast<int>(end - begin);
    made.first_out = static_cast<int>(row);
    made.out_rows = static_cast<int>(rows);
    to_.begin_use(ring_);
    const std::int64_t elements = planes * rows * out_.dims[3] * lanes_;
    const dtype arithmetic = has_weights_ ? to_.kernel().arithmetic : in_.element;
    to_.add(made, vector_cycles(to_.on(), elements, arithmetic, taps() + (has_weights_ ? 0 : 1)));
    to_.end_use(ring_);
    part.end_main();
    part.run(result_box(n, plane, planes, row, rows), 1, made.to.offset);
  }

  constexpr void begin_block(vector_part& part) {
    ring_ = to_.make_ring(queue::mte2, queue::vector, to_.depth());
    part.begin_block(queue::vector);
  }
  constexpr void end_block(vector_part& part) {
    to_.drain(ring_);
    part.end_block();
  }
  constexpr location input(int which, std::int64_t elements) const {
    const plan::operand& of = to_.plan().operands_of(to_.kernel())[static_cast<std::size_t>(which)];
    return {memory::global, of.buffer, (of.offset + elements) * size()};
  }
  static constexpr std::int64_t least(std::int64_t a, std::int64_t b) { return a < b ? a : b; }

  writer& to_;
  const ir::graph& graph_;
  int root_;
  const tensor_type& in_;
  const tensor_type& out_;
  window window_{};
  bool has_weights_ = false;
  std::int64_t lanes_ = 1;
  std::int64_t planes_ = 1;
  std::int64_t rows_ = 0;
  std::int64_t at_once_ = 1;
  ring ring_{};
};

}  // namespace litho::task
