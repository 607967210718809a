// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "conv.hpp"
#include "conv1d.hpp"
#include "expand.hpp"
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

/// y[n,o,j...] = sum over c and all i s - before + k d = j of x[n,c,i...] w[c,o,k...] (+ b[o]): each element of x spreads over
/// a window of y. x [N,C] and one to three spatial axes, w [C,O/groups,K...], b [O]; a spatial axis of y has
/// (I - 1) s + (K - 1) d + 1 + output_padding - before - after elements. ONNX ConvTranspose; its auto_pad and output_shape are
/// padding by another name. torch.conv_transpose2d.
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

  /// A convolution of x with zeros between its elements, by the weights turned around; in two dimensions without the
  /// zeros.
  static constexpr int decompose(const emitter& emit, std::span<const int> in, const attributes& a) {
    const shape w = emit.type(in[1]).dims;
    const int spatial = w.count - 2;
    if (spatial == 2 && has_phases(emit, in, a)) return by_phases(emit, in, a);
    conv_attributes over{.dilation = a.dilation, .groups = a.groups};
    for (int i = 0; i < spatial; ++i) {
      const std::int64_t reach = (w[2 + i] - 1) * given(a.dilation, i, 1);
      over.before.push_back(reach - given(a.before, i, 0));
      // Zeros stand behind the last element too.
      over.after.push_back(reach - given(a.after, i, 0) + given(a.output_padding, i, 0) - (given(a.stride, i, 1) - 1));
    }
    const int x = cut(emit, apart(emit, in[0], a), over);
    const int weights = turned(emit, in[1], a.groups);
    if (spatial == 2) {
      const conv2d_attributes flat{.pad = {over.before[0], over.before[1], over.after[0], over.after[1]},
                                   .dilation = {given(a.dilation, 0, 1), given(a.dilation, 1, 1)},
                                   .groups = a.groups};
      return in.size() == 3 ? emit.make<"conv2d">({x, weights, in[2]}, flat) : emit.make<"conv2d">({x, weights}, flat);
    }
    return in.size() == 3 ? emit.make<"conv">({x, weights, in[2]}, over) : emit.make<"conv">({x, weights}, over);
  }

 private:
  /// Element j of an axis of y has phase r = (j + before) mod s: it sees every s-th weight from r on, and the elements
  /// of x up to the one at q = (j + before) / s.
  struct phased_axis {
    std::int64_t stride, taps, size;
    std::int64_t first;          ///< q of the first element of y
    std::int64_t before, after;  ///< padding of x; negative: taken away
    std::int64_t skipped;        ///< elements of phases before y begins
    std::int64_t count;          ///< of q

    constexpr phased_axis(const shape& x, const shape& w, const attributes& a, int i)
        : stride(given(a.stride, i, 1)), taps((w[2 + i] + stride - 1) / stride) {
      const std::int64_t away = given(a.before, i, 0);
      size = (x[2 + i] - 1) * stride + w[2 + i] + given(a.output_padding, i, 0) - away - given(a.after, i, 0);
      const auto quotient = [&](std::int64_t j) { return j >= 0 ? j / stride : -((stride - 1 - j) / stride); };
      first = quotient(away);
      const std::int64_t last = quotient(away + size - 1);
      before = taps - 1 - first;
      after = last - (x[2 + i] - 1);
      skipped = away - first * stride;
      count = last - first + 1;
    }
    constexpr bool sees_some(std::int64_t extent) const {
      return (before < 0 ? -before : 0) + (after < 0 ? -after : 0) < extent;
    }
  };

  static constexpr bool has_phases(const emitter& emit, std::span<const int> in, const attributes& a) {
    const shape x = emit.type(in[0]).dims;
    const shape w = emit.type(in[1]).dims;
    bool any = false;
    for (int i = 0; i < 2; ++i) {
      any = any || given(a.stride, i, 1) > 1;
      if (given(a.dilation, i, 1) != 1 || given(a.stride, i, 1) > w[2 + i]) return false;  // phases without weights
      if (!phased_axis(x, w, a, i).sees_some(x[2 + i])) return false;
    }
    return any && a.groups == 1;
  }

  /// All phases of y are channels of one convolution, and then take their places side by side: y [N,O,Qh sh,Qw sw] of
  /// [N,O sh sw,Qh,Qw]. Zeros between the elements of x would be multiplied sh sw times as often.
  static constexpr int by_phases(const emitter& emit, std::span<const int> in, const attributes& a) {
    const shape x = emit.type(in[0]).dims;
    const shape w = emit.type(in[1]).dims;
    const phased_axis h(x, w, a, 0);
    const phased_axis v(x, w, a, 1);
    const std::int64_t phases = h.stride * v.stride;
    const std::int64_t outputs = w[1];

    int weights = in[1];
    const std::int64_t fill[2] = {h.taps * h.stride - w[2], v.taps * v.stride - w[3]};
    if (fill[0] + fill[1] > 0)
      weights = emit.make<"pad">({weights}, pad_attributes{.before = {0, 0, 0, 0}, .after = {0, 0, fill[0], fill[1]}});
    weights = emit.make<"reshape">({weights}, reshape_attributes{{w[0], outputs, h.taps, h.stride, v.taps, v.stride}});
    weights = emit.make<"slice">(
        {weights},
        slice_attributes{.axes = {2, 4}, .begin = {-1, -1}, .end = {-h.taps - 1, -v.taps - 1}, .step = {-1, -1}});
    weights = emit.make<"transpose">({weights}, transpose_attributes{{1, 3, 5, 0, 2, 4}});
    weights = emit.make<"reshape">({weights}, reshape_attributes{{outputs * phases, w[0], h.taps, v.taps}});

    conv_attributes over{.before = {h.before, v.before}, .after = {h.after, v.after}};
    const int seen = cut(emit, in[0], over);
    const conv2d_attributes flat{.pad = {over.before[0], over.before[1], over.after[0], over.after[1]}};
    int y = -1;
    if (in.size() == 3) {
      int bias = emit.make<"reshape">({in[2]}, reshape_attributes{{outputs, 1}});
      bias = emit.make<"expand">({bias}, expand_attributes{{outputs, phases}});
      bias = emit.make<"reshape">({bias}, reshape_attributes{{outputs * phases}});
      y = emit.make<"conv2d">({seen, weights, bias}, flat);
    } else {
      y = emit.make<"conv2d">({seen, weights}, flat);
    }
    y = emit.make<"reshape">({y}, reshape_attributes{{x[0], outputs, h.stride, v.stride, h.count, v.count}});
    y = emit.make<"transpose">({y}, transpose_attributes{{0, 1, 4, 2, 5, 3}});
    y = emit.make<"reshape">({y}, reshape_attributes{{x[0], outputs, h.count * h.stride, v.count * v.stride}});
    if (h.size == h.count * h.stride && v.size == v.count * v.stride) return y;
    return emit.make<"slice">(
        {y}, slice_attributes{
                 .axes = {2, 3}, .begin = {h.skipped, v.skipped}, .end = {h.skipped + h.size, v.skipped + v.size}});
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

  /// x without what padding that is negative takes away; the padding is then 0 there.
  static constexpr int cut(const emitter& emit, int x, conv_attributes& over) {
    slice_attributes rest;
    bool any = false;
    for (int i = 0; i < over.before.count; ++i) {
      const std::int64_t extent = emit.type(x).dims[2 + i];
      rest.axes.push_back(2 + i);
      rest.begin.push_back(over.before[i] < 0 ? -over.before[i] : 0);
      rest.end.push_back(over.after[i] < 0 ? extent + over.after[i] : extent);
      any = any || over.before[i] < 0 || over.after[i] < 0;
      over.before[i] = over.before[i] < 0 ? 0 : over.before[i];
      over.after[i] = over.after[i] < 0 ? 0 : over.after[i];
    }
    return any ? emit.make<"slice">({x}, rest) : x;
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
