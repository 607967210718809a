// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "conv.hpp"
#include "conv1d.hpp"
#include "interleave.hpp"
#include "pad.hpp"
#include "reshape.hpp"
#include "slice.hpp"
#include "transpose.hpp"

namespace litho {

struct conv_transpose_attributes {
  ints stride{};          ///< empty: all 1
  ints dilation{};        ///< empty: all 1
  ints before{};          ///< elements taken away in front, axis by axis; empty: none; negative: zeros added
  ints after{};           ///< elements taken away behind
  ints output_padding{};  ///< elements added behind; empty: none
  std::int64_t groups = 1;
  static constexpr void fields(auto& self, auto&& visit) {
    visit("stride", self.stride);
    visit("dilation", self.dilation);
    visit("before", self.before);
    visit("after", self.after);
    visit("output_padding", self.output_padding);
    visit("groups", self.groups);
  }
  friend constexpr bool operator==(const conv_transpose_attributes&, const conv_transpose_attributes&) = default;
};

/// y[n,o,j...] = sum over c and all i s - before + k d = j of x[n,c,i...] w[c,o,k...] (+ b[o]): each element of x
/// spreads over a window of y. x [N,C] and one to three spatial axes, w [C,O/groups,K...], b [O]; a spatial axis of y
/// has (I - 1) s + (K - 1) d + 1 + output_padding - before - after elements. ONNX ConvTranspose; its auto_pad and
/// output_shape are padding by another name. torch.conv_transpose2d.
template <>
struct op<"conv_transpose"> : composite {
  static constexpr op_facts info{
      .name = "conv_transpose",
      .math = "sum of x[n,c,i,..] w[c,o,k,..] where i s-p+k d = j, + b[o]",
      .onnx = "ConvTranspose",
      .limits = "one to three spatial axes behind [N,C]",
      .differs =
          "TensorFlow keeps channels last and weights [K...,O,C]. ONNX's output_shape and auto_pad and PyTorch's "
          "padding all become before and after; of an odd size SAME_UPPER takes the larger part away behind, "
          "SAME_LOWER in front.",
  };
  static constexpr int inputs_min = 2;
  static constexpr int inputs_max = 3;
  using attributes = conv_transpose_attributes;

  static constexpr inferred infer(std::span<const tensor_type> in, const attributes& a) {
    const tensor_type& x = in[0];
    const tensor_type& w = in[1];
    if (const fault why = detail::refuse_blocked(in)) return why;
    if (x.element != w.element) return fault{"element types differ: {left} and {right}", x, w};
    if (x.rank() < 3 || x.rank() > 5)
      return fault{"input must be [N,C] and one to three axes: got {left} (rank {a})", x, {}, x.rank()};
    if (w.rank() != x.rank())
      return fault{"ranks differ: input {left}, weights {right} ({a} vs {b})", x, w, x.rank(), w.rank()};
    if (x.dims[1] != w.dims[0])
      return fault{"channels differ: input {left}, weights {right} ({a} vs {b})", x, w, x.dims[1], w.dims[0]};
    if (a.groups < 1 || x.dims[1] % a.groups != 0)
      return fault{"channels do not split into {a} groups: input {left}, weights {right}", x, w, a.groups};
    const std::int64_t outputs = bounded_product(w.dims[1], a.groups);
    if (in.size() == 3 && (in[2].rank() != 1 || in[2].dims[0] != outputs || in[2].element != x.element))
      return fault{"bias must be [{a}]: got {left} for weights {right}", in[2], w, outputs};
    const int spatial = x.rank() - 2;
    for (const ints& each : {a.stride, a.dilation, a.before, a.after, a.output_padding})
      if (!each.empty() && each.count != spatial)
        return fault{"strides, dilations and padding need one number per spatial axis of {left}: {a} vs {b}",
                     x,
                     {},
                     each.count,
                     spatial};
    for (const ints& each : {a.stride, a.dilation})
      for (std::int64_t value : each)
        if (value < 1 || value > most_elements)
          return fault{"strides and dilations must be 1 or more: {a} for {left}", x, {}, value};
    for (const ints& each : {a.before, a.after, a.output_padding})
      for (std::int64_t value : each)
        if (value < -most_elements || value > most_elements)
          return fault{"padding is too large: {a} for {left}", x, {}, value};
    tensor_type out = x;
    out.dims[1] = outputs;
    for (int i = 0; i < spatial; ++i) {
      if (x.dims[2 + i] < 1 || w.dims[2 + i] < 1)
        return fault{"nothing to spread: input {left}, weights {right}", x, w};
      const std::int64_t last = bounded_product(x.dims[2 + i] - 1, given(a.stride, i, 1));
      const std::int64_t reach = bounded_product(w.dims[2 + i] - 1, given(a.dilation, i, 1));
      if (last > most_elements || reach > most_elements)
        return fault{"the result is too large: input {left}, weights {right}", x, w};
      out.dims[2 + i] = last + reach + 1 + given(a.output_padding, i, 0) - given(a.before, i, 0) - given(a.after, i, 0);
      if (out.dims[2 + i] < 1) return fault{"nothing is left on axis {a}: input {left}, weights {right}", x, w, 2 + i};
    }
    return detail::possible(out, x);
  }

  static constexpr void eval(std::span<const tensor* const> in, const attributes& a, tensor& out) {
    const shape x = spread(in[0]->type.dims);
    const shape w = spread(in[1]->type.dims);
    const shape y = spread(out.type.dims);
    const int missing = detail::most_spatial - (in[0]->type.rank() - 2);
    const ints x_strides = strides_of(x);
    const ints w_strides = strides_of(w);
    const std::int64_t channels = x[1] / a.groups;
    detail::for_each_index(y, [&](std::int64_t, const ints& at) {
      const std::int64_t first = at[1] / w[1] * channels;
      double sum = in.size() == 3 ? double(in[2]->values[static_cast<std::size_t>(at[1])]) : 0.0;
      detail::for_each_index({w[2], w[3], w[4]}, [&](std::int64_t, const ints& tap) {
        std::int64_t element = at[0] * x_strides[0];
        std::int64_t weight = at[1] % w[1] * w_strides[1];
        for (int axis = 0; axis < detail::most_spatial; ++axis) {
          const int i = axis - missing;
          const std::int64_t stride = i < 0 ? 1 : given(a.stride, i, 1);
          const std::int64_t from =
              at[2 + axis] + (i < 0 ? 0 : given(a.before, i, 0)) - tap[axis] * (i < 0 ? 1 : given(a.dilation, i, 1));
          if (from < 0 || from % stride != 0 || from / stride >= x[2 + axis]) return;
          element += from / stride * x_strides[2 + axis];
          weight += tap[axis] * w_strides[2 + axis];
        }
        for (std::int64_t c = first; c < first + channels; ++c)
          sum += in[0]->values[static_cast<std::size_t>(element + c * x_strides[1])] *
                 in[1]->values[static_cast<std::size_t>(weight + c * w_strides[0])];
      });
      out.values.push_back(rounded(out.type.element, sum));
    });
  }

  /// Outputs that lie a stride apart see the same taps, so each of these sets is a convolution of its own by some of
  /// the weights, turned around. Where sets have no taps, or taps lie apart: one convolution of x with zeros between
  /// its elements.
  static constexpr int decompose(const emitter& emit, std::span<const int> in, const attributes& a) {
    const shape w = emit.type(in[1]).dims;
    const int spatial = w.count - 2;
    std::int64_t sets = 1;
    bool is_dense = true;
    for (int i = 0; i < spatial; ++i) {
      sets *= given(a.stride, i, 1);
      is_dense = is_dense && given(a.dilation, i, 1) == 1 && given(a.stride, i, 1) <= w[2 + i];
    }
    return is_dense && sets > 1 && sets <= op<"interleave">::inputs_max ? by_sets(emit, in, a, sets)
                                                                        : at_once(emit, in, a);
  }

 private:
  static constexpr int by_sets(const emitter& emit, std::span<const int> in, const attributes& a, std::int64_t sets) {
    const shape from = emit.type(in[0]).dims;
    const shape w = emit.type(in[1]).dims;
    const int spatial = w.count - 2;
    const int weights = turned(emit, in[1], a.groups);
    ints to;
    interleave_attributes together;
    for (int i = 0; i < spatial; ++i) {
      const std::int64_t stride = given(a.stride, i, 1);
      together.counts.push_back(stride);
      to.push_back((from[2 + i] - 1) * stride + w[2 + i] + given(a.output_padding, i, 0) - given(a.before, i, 0) -
                   given(a.after, i, 0));
    }
    vec<int> parts;
    for (std::int64_t set = 0; set < sets; ++set) {
      conv_attributes over{.groups = a.groups};
      slice_attributes taps;
      std::int64_t rest = set;
      for (int i = spatial - 1; i >= 0; --i) {
        const std::int64_t stride = together.counts[i];
        const axis_taps own(rest % stride + given(a.before, i, 0), stride, w[2 + i]);
        rest /= stride;
        taps.axes.push_back(2 + i);
        taps.begin.push_back(own.first);
        taps.end.push_back(w[2 + i]);
        taps.step.push_back(stride);
        over.before.push_back(own.count - 1 - own.shift);
        over.after.push_back((to[i] + stride - 1) / stride - from[2 + i] + own.shift);
      }
      for (ints* each : {&over.before, &over.after}) {
        const ints backwards = *each;
        for (int i = 0; i < spatial; ++i) (*each)[i] = backwards[spatial - 1 - i];
      }
      parts.push_back(convolved(emit, in, emit.make<"slice">({weights}, taps), over));
    }
    const int joined = emit.make<"interleave">(std::span<const int>(parts.data(), parts.size()), together);
    slice_attributes inside;
    bool any = false;
    for (int i = 0; i < spatial; ++i) {
      inside.axes.push_back(2 + i);
      inside.begin.push_back(0);
      inside.end.push_back(to[i]);
      any = any || emit.type(joined).dims[2 + i] > to[i];
    }
    return any ? emit.make<"slice">({joined}, inside) : joined;
  }

  /// Which taps of a turned window of `size` the outputs see that stand at `offset`, offset + stride ...: every
  /// stride-th from `first` on; the last of them meets element `shift` for the first output.
  struct axis_taps {
    std::int64_t first, count, shift;
    constexpr axis_taps(std::int64_t offset, std::int64_t stride, std::int64_t size) {
      const std::int64_t remainder = (offset % stride + stride) % stride;
      count = (size - remainder + stride - 1) / stride;
      first = size - 1 - remainder - (count - 1) * stride;
      shift = (offset - remainder) / stride;
    }
  };

  static constexpr int at_once(const emitter& emit, std::span<const int> in, const attributes& a) {
    const shape w = emit.type(in[1]).dims;
    const int spatial = w.count - 2;
    conv_attributes over{.dilation = a.dilation, .groups = a.groups};
    for (int i = 0; i < spatial; ++i) {
      const std::int64_t reach = (w[2 + i] - 1) * given(a.dilation, i, 1);
      over.before.push_back(reach - given(a.before, i, 0));
      // Zeros stand behind the last element too.
      over.after.push_back(reach - given(a.after, i, 0) + given(a.output_padding, i, 0) - (given(a.stride, i, 1) - 1));
    }
    const int spread_out = apart(emit, in[0], a);
    const int inputs[] = {spread_out, in[1], in.size() == 3 ? in[2] : -1};
    return convolved(emit, std::span(inputs, in.size()), turned(emit, in[1], a.groups), over);
  }

  /// Input 0 by turned weights, and a bias where there is one.
  static constexpr int convolved(const emitter& emit, std::span<const int> in, int weights, conv_attributes over) {
    const int x = cut(emit, in[0], over);
    const int inputs[] = {x, weights, in.size() == 3 ? in[2] : -1};
    const std::span<const int> used(inputs, in.size());
    if (over.before.count != 2) return emit.make<"conv">(used, over);
    return emit.make<"conv2d">(used,
                               conv2d_attributes{.pad = {over.before[0], over.before[1], over.after[0], over.after[1]},
                                                 .dilation = {given(over.dilation, 0, 1), given(over.dilation, 1, 1)},
                                                 .groups = over.groups});
  }

  static constexpr std::int64_t given(const ints& list, int i, std::int64_t otherwise) {
    return list.empty() ? otherwise : list[i];
  }
  /// The shape with axes of size 1 for the spatial ones that it lacks.
  static constexpr shape spread(const shape& dims) {
    shape result{dims[0], dims[1]};
    for (int i = dims.count; i < 2 + detail::most_spatial; ++i) result.push_back(1);
    for (int i = 2; i < dims.count; ++i) result.push_back(dims[i]);
    return result;
  }

  /// x with stride - 1 zeros behind each element of its spatial axes.
  static constexpr int apart(const emitter& emit, int x, const attributes& a) {
    const shape dims = emit.type(x).dims;
    reshape_attributes split{{dims[0], dims[1]}};
    reshape_attributes joined{{dims[0], dims[1]}};
    pad_attributes zeros{.before = {0, 0}, .after = {0, 0}};
    bool any = false;
    for (int i = 0; i + 2 < dims.count; ++i) {
      const std::int64_t stride = given(a.stride, i, 1);
      any = any || stride > 1;
      joined.dims.push_back(dims[2 + i] * stride);
      split.dims.push_back(dims[2 + i]);
      split.dims.push_back(1);
      for (std::int64_t behind : {std::int64_t{0}, stride - 1}) {
        zeros.before.push_back(0);
        zeros.after.push_back(behind);
      }
    }
    if (!any) return x;
    return emit.make<"reshape">({emit.make<"pad">({emit.make<"reshape">({x}, split)}, zeros)}, joined);
  }

  /// x without what padding that is negative takes away; the padding is then 0 there. Where that is all of x, the zeros
  /// on its other side come first.
  static constexpr int cut(const emitter& emit, int x, conv_attributes& over) {
    pad_attributes zeros{.before = {0, 0}, .after = {0, 0}};
    slice_attributes rest;
    bool pads = false;
    bool cuts = false;
    for (int i = 0; i < over.before.count; ++i) {
      std::int64_t& before = over.before[i];
      std::int64_t& after = over.after[i];
      std::int64_t extent = emit.type(x).dims[2 + i];
      const std::int64_t in_front = -after >= extent && before > 0 ? before : 0;
      const std::int64_t behind = -before >= extent && after > 0 ? after : 0;
      before -= in_front;
      after -= behind;
      extent += in_front + behind;
      zeros.before.push_back(in_front);
      zeros.after.push_back(behind);
      pads = pads || in_front + behind > 0;
      rest.axes.push_back(2 + i);
      rest.begin.push_back(before < 0 ? -before : 0);
      rest.end.push_back(after < 0 ? extent + after : extent);
      cuts = cuts || before < 0 || after < 0;
      before = before < 0 ? 0 : before;
      after = after < 0 ? 0 : after;
    }
    if (pads) x = emit.make<"pad">({x}, zeros);
    return cuts ? emit.make<"slice">({x}, rest) : x;
  }

  /// Weights [C,O/groups,K...] as those of a convolution, [O,C/groups,K...] with each window back to front.
  static constexpr int turned(const emitter& emit, int w, std::int64_t groups) {
    const shape dims = emit.type(w).dims;
    slice_attributes backwards;
    reshape_attributes split{{groups, dims[0] / groups, dims[1]}};
    reshape_attributes joined{{groups * dims[1], dims[0] / groups}};
    transpose_attributes swapped{{0, 2, 1}};
    for (int axis = 2; axis < dims.count; ++axis) {
      backwards.axes.push_back(axis);
      backwards.begin.push_back(-1);
      backwards.end.push_back(-dims[axis] - 1);
      backwards.step.push_back(-1);
      split.dims.push_back(dims[axis]);
      joined.dims.push_back(dims[axis]);
      swapped.permutation.push_back(axis + 1);
    }
    const int parts = emit.make<"reshape">({emit.make<"slice">({w}, backwards)}, split);
    return emit.make<"reshape">({emit.make<"transpose">({parts}, swapped)}, joined);
  }
};

/// conv_transpose<{.stride = {2, 2}, .output_padding = {1, 1}}>(x, w) or (x, w, b)
template <conv_transpose_attributes Attributes = {}, tensor_expr... X>
consteval auto conv_transpose(X... x) {
  return call<"conv_transpose", Attributes>(x...);
}

}  // namespace litho
