// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../op/conv2d.hpp"
#include "vector.hpp"

namespace litho::task {

/// A part of one side of a product: `count` rows (columns) from `first` on; of the steps along K, those in L1 begin at
/// `chunk`, and `steps` of them from `step` on are meant.
struct piece {
  int first = 0;
  int count = 0;
  int chunk = 0;
  int in_chunk = 0;
  int step = 0;
  int steps = 0;

  constexpr std::int64_t padded() const { return round_up(count, fractal); }
};

/// What products and convolutions have in common: both sides' formats in L1, from where they go to L0.
class cube_operands {
 public:
  constexpr cube_operands(const plan::plan& p, const plan::kernel& k)
      : plan_(p),
        kernel_(k),
        left_(p.graph[p.graph.inputs(k.root)[0]].type),
        right_(p.graph[p.graph.inputs(k.root)[1]].type),
        out_(p.graph[k.root].type) {}

  constexpr dtype element() const { return left_.element; }
  constexpr dtype result_element() const { return out_.element; }
  constexpr std::int64_t inner() const { return fractal_inner(element()); }
  constexpr std::int64_t size() const { return litho::size_of(element()); }

  constexpr std::int64_t right_bytes(int n, int steps) const { return round_up(n, fractal) * steps * fractal_bytes; }

  /// To ZN. In L1 the right side is blocks of columns (N1, K, N0), or as the left side where it is transposed.
  constexpr void load_right(writer& to, const location& from, const location& l0b, const piece& of) const {
    const std::int64_t n = of.padded();
    transfer how;
    if (is_transposed()) {
      how = {.extents = {of.steps * n * inner()}, .from = {1}, .to = {1}, .from_offset = of.step * n * inner()};
    } else {
      const std::int64_t lanes = right_lanes();
      const std::int64_t depth = of.in_chunk * inner();
      how = {.extents = {n / lanes, of.steps, lanes, inner()},
             .from = {depth * lanes, inner() * lanes, 1, lanes},
             .to = {lanes * inner(), n * inner(), inner(), 1},
             .from_offset = of.step * inner() * lanes};
    }
    to.add(queue::mte1, move{from, l0b, element(), element(), how});
  }

 protected:
  constexpr bool is_transposed() const {
    return right_.layout == format::plain && plan_.graph[kernel_.root].op->name != std::string_view("matmul");
  }
  constexpr std::int64_t right_lanes() const { return right_.layout == format::plain ? fractal : right_.lanes; }
  constexpr location input(int which, std::int64_t elements) const {
    const plan::operand& of = plan_.operands_of(kernel_)[static_cast<std::size_t>(which)];
    return {memory::global, of.buffer, (of.offset + elements) * size()};
  }
  constexpr dtype sum_element() const { return is_float(element()) ? dtype::f32 : dtype::i32; }
  constexpr void take_out(writer& to, const location& l0c, const location& main, const transfer& how) const {
    to.add(queue::fixpipe, move{l0c, main, sum_element(), out_.element, how});
  }

  const plan::plan& plan_;
  const plan::kernel& kernel_;
  const tensor_type& left_;
  const tensor_type& right_;
  const tensor_type& out_;
};

/// [..., M, K] times [..., K, N], plain or in blocks of columns, or (dense) [N, K] transposed.
class product_operands : public cube_operands {
 public:
  constexpr product_operands(const plan::plan& p, const plan::kernel& k) : cube_operands(p, k) {
    const int rank = out_.rank();
    depth_ = left_.dims[left_.rank() - 1];
    columns_ = out_.dims[rank - 1];
    rows_ = rank < 2 ? 1 : out_.dims[rank - 2];
    for (int axis = 0; axis < rank - 2; ++axis) batch_.push_back(out_.dims[axis]);
    left_walk_ = walk(left_, left_.rank() < 2 ? 0 : left_.dims[left_.rank() - 2] * depth_);
    right_walk_.count = batch_.count;
    if (plan_.graph[kernel_.root].op->name == std::string_view("matmul"))
      right_walk_ =
          walk(right_, depth_ * (right_.layout == format::plain ? columns_ : round_up(columns_, right_.lanes)));
    // A few rows of several matrices are one matrix where the right side is the same for all.
    bool one = rows_ <= fractal;
    std::int64_t expected = rows_ * depth_;
    for (int axis = batch_.count - 1; axis >= 0; --axis) {
      if (batch_[axis] == 1) continue;
      one = one && right_walk_[axis] == 0 && left_walk_[axis] == expected;
      expected *= batch_[axis];
    }
    is_one_ = one;
  }

  constexpr int batches() const { return is_one_ ? 1 : static_cast<int>(batch_.product()); }
  constexpr int rows() const { return static_cast<int>(is_one_ ? rows_ * batch_.product() : rows_); }
  constexpr int columns() const { return static_cast<int>(columns_); }
  constexpr int row_unit() const { return is_one_ && batch_.product() > 1 ? static_cast<int>(rows_) : 1; }
  constexpr int steps() const { return static_cast<int>(plan::rounds(depth_, inner())); }
  static constexpr int step_unit() { return 1; }
  constexpr std::int64_t left_bytes(int m, int steps) const { return round_up(m, fractal) * steps * fractal_bytes; }

  constexpr box result_box(int batch, int first_m, int rows, int first_n, int n) const {
    if (!is_one_ || batch_.product() == 1) return {{batch, 0, first_m, first_n}, {1, 1, rows, n}};
    return {{first_m / rows_, 0, 0, first_n}, {rows / rows_, 1, rows_, n}};
  }

  /// To NZ: (K1, M, K0).
  constexpr void bring_left(writer& to, const location& l1, int batch, const piece& of) const {
    bring_rows(to, l1, input(0, offset(left_walk_, batch) + of.first * depth_), of);
  }
  /// To ZZ.
  constexpr void load_left(writer& to, const location& from, const location& l0a, const piece& of) const {
    const std::int64_t m = of.padded();
    to.add(queue::mte1, move{from, l0a, element(), element(),
                             transfer{.extents = {m / fractal, of.steps, fractal * inner()},
                                      .from = {fractal * inner(), m * inner(), 1},
                                      .to = {of.steps * fractal * inner(), fractal * inner(), 1},
                                      .from_offset = of.step * m * inner()}});
  }
  constexpr void bring_right(writer& to, const location& l1, int batch, const piece& of) const {
    const std::int64_t begin = offset(right_walk_, batch);
    if (is_transposed()) {
      bring_rows(to, l1, input(1, begin + of.first * depth_), of);
      return;
    }
    const std::int64_t lanes = right_lanes();
    const std::int64_t depth = of.in_chunk * inner();
    const std::int64_t left = depth_ - of.chunk * inner();
    const std::int64_t rows = left < depth ? left : depth;
    const bool is_plain = right_.layout == format::plain;
    const std::int64_t blocks = plan::rounds(of.count, lanes);
    transfer how{.extents = {blocks, rows, lanes},
                 .from = {is_plain ? lanes : depth_ * lanes, is_plain ? columns_ : lanes, 1},
                 .to = {depth * lanes, lanes, 1}};
    if (is_plain) {
      how.block_loop = 0;
      how.limit = of.count;
      how.clear = true;
    }
    const std::int64_t first = is_plain ? of.first + of.chunk * inner() * columns_
                                        : of.first / lanes * depth_ * lanes + of.chunk * inner() * lanes;
    const bool is_full = rows == depth && blocks * lanes == of.padded();
    to.add(queue::mte2,
           move{input(1, begin + first), l1, element(), element(), how, is_full ? 0 : of.padded() * depth * size()});
  }
  constexpr void take_out(writer& to, const location& l0c, const location& main, int m, int, int rows, int n) const {
    cube_operands::take_out(to, l0c, main,
                            {.extents = {plan::rounds(n, fractal), rows, fractal},
                             .from = {std::int64_t{m} * fractal, fractal, 1},
                             .to = {fractal, n, 1},
                             .block_loop = 0,
                             .limit = n});
  }

 private:
  /// Rows of K numbers each to (K1, rows, K0).
  constexpr void bring_rows(writer& to, const location& l1, location from, const piece& of) const {
    from.offset += of.chunk * inner() * size();
    const std::int64_t rows = of.padded();
    to.add(queue::mte2, move{from, l1, element(), element(),
                             transfer{.extents = {of.in_chunk, of.count, inner()},
                                      .from = {inner(), depth_, 1},
                                      .to = {rows * inner(), inner(), 1},
                                      .block_loop = 0,
                                      .limit = depth_ - of.chunk * inner(),
                                      .clear = true},
                             of.count == rows ? 0 : rows * of.in_chunk * fractal_bytes});
  }
  /// Elements from one matrix to the next along each batch axis; 0 where one serves for all.
  constexpr ints walk(const tensor_type& of, std::int64_t matrix) const {
    shape own;
    for (int axis = 0; axis < of.rank() - 2; ++axis) own.push_back(of.dims[axis]);
    ints result = broadcast_strides(own, batch_);
    for (std::int64_t& each : result) each *= matrix;
    return result;
  }
  constexpr std::int64_t offset(const ints& walk, int batch) const {
    std::int64_t result = 0;
    std::int64_t at = batch;
    for (int axis = batch_.count - 1; axis >= 0; --axis) {
      result += at % batch_[axis] * walk[axis];
      at /= batch_[axis];
    }
    return result;
  }

  shape batch_;
  ints left_walk_;
  ints right_walk_;
  std::int64_t rows_ = 1;
  std::int64_t columns_ = 1;
  std::int64_t depth_ = 1;
  bool is_one_ = true;
};

/// Pictures in channel blocks or plain, weights fractal_z or plain (then with groups).
class convolution_operands : public cube_operands {
 public:
  constexpr convolution_operands(const plan::plan& p, const plan::kernel& k)
      : cube_operands(p, k), attributes_(p.graph.attributes_as<conv2d_attributes>(k.root)) {}

  constexpr int batches() const { return static_cast<int>(left_.dims[0] * groups()); }
  constexpr int rows() const { return static_cast<int>(out_.dims[2] * out_.dims[3]); }
  constexpr int columns() const { return static_cast<int>(out_.dims[1] / groups()); }
  constexpr int row_unit() const { return out_.layout == format::plain ? static_cast<int>(out_.dims[3]) : 1; }
  constexpr int steps() const { return static_cast<int>(plan::rounds(channels(), inner()) * window()); }
  constexpr int step_unit() const { return static_cast<int>(window()); }
  /// The device takes blocks of its own C0 only.
  constexpr bool fits() const { return left_.layout == format::plain || left_.lanes == inner(); }

  constexpr std::int64_t left_bytes(int m, int steps) const {
    const std::int64_t out_width = out_.dims[3];
    std::int64_t out_rows = row_unit() > 1 ? m / out_width : (m + out_width - 2) / out_width + 1;
    out_rows = out_rows < out_.dims[2] ? out_rows : out_.dims[2];
    const std::int64_t rows = (out_rows - 1) * attributes_.stride.height + reach();
    return (rows < height() ? rows : height()) * width() * fractal_bytes * plan::rounds(steps, window());
  }

  constexpr box result_box(int batch, int first_m, int rows, int first_n, int n) const {
    const std::int64_t channel = batch % groups() * columns() + first_n;
    if (out_.layout == format::plain) {
      const std::int64_t width = out_.dims[3];
      return {{batch / groups(), channel, first_m / width, 0}, {1, n, rows / width, width}};
    }
    return {{batch / groups(), channel / out_.lanes, first_m, 0}, {1, plan::rounds(n, out_.lanes), rows, out_.lanes}};
  }

  /// To (C1, rows, W, C0): the rows under these pixels, without padding.
  constexpr void bring_left(writer& to, const location& l1, int batch, const piece& of) const {
    const band rows = band_under(of);
    const std::int64_t first = of.chunk / window();
    const std::int64_t blocks = plan::rounds(of.in_chunk, window());
    const std::int64_t picture = height() * width();
    const std::int64_t lanes = inner();
    const std::int64_t pixels = rows.count * width();
    transfer how{.extents = {blocks, pixels, lanes},
                 .from = {picture * lanes, lanes, 1},
                 .to = {pixels * lanes, lanes, 1},
                 .block_loop = 0,
                 .limit = channels() - first * lanes,
                 .clear = true};
    std::int64_t begin = 0;
    if (left_.layout == format::plain) {
      how.from = {lanes * picture, 1, picture};
      begin = (batch * channels() + first * lanes) * picture + rows.first * width();
    } else {
      const std::int64_t block = batch % groups() * channels() / lanes + first;
      begin =
          ((batch / groups() * plan::rounds(left_.dims[1], lanes) + block) * picture + rows.first * width()) * lanes;
    }
    to.add(queue::mte2, move{input(0, begin), l1, element(), element(), how});
  }
  /// To ZZ by image-to-column.
  constexpr void load_left(writer& to, const location& from, const location& l0a, const piece& of) const {
    const band rows = band_under(of);
    const auto number = [](std::int64_t value) { return static_cast<int>(value); };
    to.add(image{.from = from,
                 .to = l0a,
                 .element = element(),
                 .lanes = number(inner()),
                 .height = number(height()),
                 .width = number(width()),
                 .first_row = number(rows.first),
                 .rows = number(rows.count),
                 .kernel_height = number(right_.dims[2]),
                 .kernel_width = number(right_.dims[3]),
                 .stride_height = number(attributes_.stride.height),
                 .stride_width = number(attributes_.stride.width),
                 .dilation_height = number(attributes_.dilation.height),
                 .dilation_width = number(attributes_.dilation.width),
                 .pad_top = number(attributes_.pad.top),
                 .pad_left = number(attributes_.pad.left),
                 .out_width = number(out_.dims[3]),
                 .first_pixel = of.first,
                 .pixels = of.count,
                 .first_step = of.step,
                 .steps = of.steps});
  }
  constexpr void bring_right(writer& to, const location& l1, int batch, const piece& of) const {
    if (is_transposed())
      bring_plain_weights(to, l1, batch % groups(), of);
    else
      bring_blocked_weights(to, l1, batch % groups(), of);
  }
  constexpr void take_out(writer& to, const location& l0c, const location& main, int m, int, int rows, int n) const {
    transfer how{.extents = {plan::rounds(n, fractal), rows, fractal},
                 .from = {std::int64_t{m} * fractal, fractal, 1},
                 .to = {std::int64_t{rows} * fractal, fractal, 1}};
    if (out_.layout == format::plain) {
      how.to = {std::int64_t{fractal} * rows, 1, rows};
      how.block_loop = 0;
      how.limit = n;
    } else if (out_.lanes < fractal) {  // a fractal's columns are several blocks
      const std::int64_t lanes = out_.lanes;
      const std::int64_t in_fractal = fractal / lanes;
      const std::int64_t blocks = plan::rounds(n, lanes);
      if (const std::int64_t rest = blocks % in_fractal; rest > 0) {
        const std::int64_t full = blocks / in_fractal;
        cube_operands::take_out(to, l0c, main,
                                {.extents = {rest, rows, lanes},
                                 .from = {lanes, fractal, 1},
                                 .to = {rows * lanes, lanes, 1},
                                 .from_offset = full * m * fractal,
                                 .to_offset = full * in_fractal * rows * lanes});
        if (full == 0) return;
      }
      how = {.extents = {blocks / in_fractal, in_fractal, rows, lanes},
             .from = {std::int64_t{m} * fractal, lanes, fractal, 1},
             .to = {in_fractal * rows * lanes, rows * lanes, lanes, 1}};
    }
    cube_operands::take_out(to, l0c, main, how);
  }

 private:
  struct band {
    std::int64_t first = 0;
    std::int64_t count = 1;
  };

  constexpr std::int64_t groups() const { return attributes_.groups; }
  constexpr std::int64_t height() const { return left_.dims[2]; }
  constexpr std::int64_t width() const { return left_.dims[3]; }
  constexpr std::int64_t channels() const { return right_.dims[1]; }
  constexpr std::int64_t window() const { return right_.dims[2] * right_.dims[3]; }
  constexpr std::int64_t reach() const { return (right_.dims[2] - 1) * attributes_.dilation.height + 1; }

  /// The picture's rows that these pixels see; one at least.
  constexpr band band_under(const piece& of) const {
    const std::int64_t out_width = out_.dims[3];
    std::int64_t begin = of.first / out_width * attributes_.stride.height - attributes_.pad.top;
    std::int64_t end =
        (of.first + of.count - 1) / out_width * attributes_.stride.height - attributes_.pad.top + reach();
    end = end > height() ? height() : end < 1 ? 1 : end;
    begin = begin < 0 ? 0 : begin >= end ? end - 1 : begin;
    return {begin, end - begin};
  }

  /// (O1, I1, KH, KW, I0, O0) to (O1, steps, C0, O0): the last block of input channels is filled up with zeros.
  constexpr void bring_blocked_weights(writer& to, const location& l1, std::int64_t group, const piece& of) const {
    const std::int64_t lanes = right_.lanes;
    const std::int64_t all = channels() * window() * lanes;  // of one block of output channels
    const std::int64_t depth = of.in_chunk * inner();
    const std::int64_t blocks = plan::rounds(of.count, lanes);
    const std::int64_t first = of.chunk / window();
    const std::int64_t full =
        (channels() / inner() < first + of.in_chunk / window() ? channels() / inner() - first : of.in_chunk / window());
    const std::int64_t rest = first + full < first + of.in_chunk / window() ? channels() % inner() : 0;
    const std::int64_t begin = (group * columns() + of.first) / lanes * all + first * window() * inner() * lanes;
    const bool is_full = rest == 0 && blocks * lanes == of.padded();
    std::int64_t clear = is_full ? 0 : of.padded() * depth * size();
    if (full > 0) {
      to.add(queue::mte2, move{input(1, begin), l1, element(), element(),
                               transfer{.extents = {blocks, full * window() * inner() * lanes},
                                        .from = {all, 1},
                                        .to = {depth * lanes, 1}},
                               clear});
      clear = 0;
    }
    if (rest > 0)
      to.add(queue::mte2, move{input(1, begin + full * window() * inner() * lanes), l1, element(), element(),
                               transfer{.extents = {blocks, window(), rest * lanes},
                                        .from = {all, rest * lanes, 1},
                                        .to = {depth * lanes, inner() * lanes, 1},
                                        .to_offset = full * window() * inner() * lanes},
                               clear});
  }
  /// [O, C, KH, KW] of one group to (steps, O, C0).
  constexpr void bring_plain_weights(writer& to, const location& l1, std::int64_t group, const piece& of) const {
    const std::int64_t n = of.padded();
    const std::int64_t first = of.chunk / window();
    const std::int64_t filter = channels() * window();
    transfer how{.extents = {of.count, of.in_chunk / window(), window(), inner()},
                 .from = {filter, inner() * window(), 1, window()},
                 .to = {inner(), window() * n * inner(), n * inner(), 1},
                 .block_loop = 1,
                 .limit = channels() - first * inner(),
                 .clear = true};
    const std::int64_t begin = (group * columns() + of.first) * filter + first * inner() * window();
    to.add(queue::mte2,
           move{input(1, begin), l1, element(), element(), how, of.count == n ? 0 : n * of.in_chunk * fractal_bytes});
  }

  conv2d_attributes attributes_;
};

}  // namespace litho::task
