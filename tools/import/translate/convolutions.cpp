// SPDX-License-Identifier: BSL-1.0
#include "families.hpp"

namespace litho::importer {

window window_of(const node& n, const std::vector<std::int64_t>& kernel, int spatial) {
  const auto count = static_cast<std::size_t>(spatial);
  window w{kernel, n.integers("strides"), n.integers("dilations"), {}, {}};
  if (w.stride.empty()) w.stride = ones(spatial);
  if (w.dilation.empty()) w.dilation = ones(spatial);
  std::vector<std::int64_t> pads = n.integers("pads");
  if (pads.empty()) pads.resize(2 * count);
  if (kernel.size() != count || w.stride.size() != count || w.dilation.size() != count || pads.size() != 2 * count)
    n.refuse("kernel, strides, dilations and pads do not fit " + std::to_string(spatial) + " spatial axes");
  for (std::size_t i = 0; i < count; ++i)
    if (kernel[i] < 1 || w.stride[i] < 1 || w.dilation[i] < 1 || kernel[i] > 1 << 20 || w.stride[i] > 1 << 20 ||
        w.dilation[i] > 1 << 20)
      n.refuse("kernel, strides and dilations must be 1 or more, and not absurdly large");
  for (std::int64_t each : pads)
    if (each < 0 || each > 1 << 20) n.refuse("pads must not be negative or absurdly large");
  w.before.assign(pads.begin(), pads.begin() + spatial);
  w.after.assign(pads.begin() + spatial, pads.end());
  const std::string mode = n.text("auto_pad", "NOTSET");
  if (mode == "VALID") {
    w.before.assign(count, 0);
    w.after.assign(count, 0);
  } else if (mode == "SAME_UPPER" || mode == "SAME_LOWER") {
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t size = n.dims()[static_cast<int>(i) + 2];
      const std::int64_t steps = (size + w.stride[i] - 1) / w.stride[i];
      const std::int64_t all =
          std::max<std::int64_t>(0, (steps - 1) * w.stride[i] + w.dilation[i] * (kernel[i] - 1) + 1 - size);
      w.before[i] = mode == "SAME_UPPER" ? all / 2 : all - all / 2;
      w.after[i] = all - w.before[i];
    }
  } else if (mode != "NOTSET" && !mode.empty()) {
    n.refuse("auto_pad = " + mode + " is not known");
  }
  return w;
}

value convolve(builder& to, const value& x, const value& w, const value& bias, const window& over,
               std::int64_t groups) {
  values inputs{x, w};
  if (bias) inputs.push_back(bias);
  if (over.size() == 2)
    return to.make("conv2d", inputs,
                   {{"stride", to_ints(over.stride)},
                    {"pad", ints{over.before[0], over.before[1], over.after[0], over.after[1]}},
                    {"dilation", to_ints(over.dilation)},
                    {"groups", groups}});
  if (over.size() == 1)
    return to.make("conv1d", inputs,
                   {{"stride", over.stride[0]},
                    {"pad_before", over.before[0]},
                    {"pad_after", over.after[0]},
                    {"dilation", over.dilation[0]},
                    {"groups", groups}});
  return to.make("conv", inputs,
                 {{"stride", to_ints(over.stride)},
                  {"dilation", to_ints(over.dilation)},
                  {"before", to_ints(over.before)},
                  {"after", to_ints(over.after)},
                  {"groups", groups}});
}

namespace {

std::vector<std::int64_t> kernel_of(const node& n, int weights) {
  if (n.rank() < 3 || n.rank(weights) != n.rank())
    n.refuse("input and weights need a batch, channels and spatial axes alike: " + text_of(n.type()) + ", " +
             text_of(n.type(weights)));
  std::vector<std::int64_t> kernel;
  for (int i = 2; i < n.rank(); ++i) kernel.push_back(n.dims(weights)[i]);
  const std::vector<std::int64_t> stated = n.integers("kernel_shape");
  if (!stated.empty() && stated != kernel)
    n.refuse("kernel_shape is not that of the weights " + text_of(n.type(weights)));
  return kernel;
}

values conv(const node& n) {
  const window over = window_of(n, kernel_of(n, 1), n.rank() - 2);
  return {convolve(n.to, n.in(0), n.in(1), n.has(2) ? n.in(2) : nullptr, over, n.integer("group", 1))};
}

/// Sizes of the result are chosen by output_shape, auto_pad or pads; padding takes away from the full result.
values conv_transpose(const node& n) {
  const std::vector<std::int64_t> kernel = kernel_of(n, 1);
  const int spatial = n.rank() - 2;
  window w = window_of(n, kernel, spatial);
  std::vector<std::int64_t> extra = n.integers("output_padding");
  if (extra.empty()) extra.resize(kernel.size());
  const std::vector<std::int64_t> wanted = n.integers("output_shape");
  const std::string mode = n.text("auto_pad", "NOTSET");
  if (extra.size() != kernel.size() ||
      (!wanted.empty() && wanted.size() != kernel.size() && wanted.size() != kernel.size() + 2))
    n.refuse("output_padding or output_shape do not fit " + std::to_string(spatial) + " spatial axes");
  const bool is_same = mode == "SAME_UPPER" || mode == "SAME_LOWER";
  for (std::size_t i = 0; i < kernel.size(); ++i) {
    const std::int64_t size = n.dims()[static_cast<int>(i) + 2];
    const std::int64_t full = w.stride[i] * (size - 1) + extra[i] + (kernel[i] - 1) * w.dilation[i] + 1;
    if (wanted.empty() && !is_same) continue;
    const std::int64_t target = wanted.empty() ? size * w.stride[i] : wanted[wanted.size() - kernel.size() + i];
    const std::int64_t all = full - target;  // negative: more than the full result is asked for
    const std::int64_t smaller = std::max<std::int64_t>(0, all) / 2;
    w.before[i] = mode == "SAME_UPPER" ? smaller : std::max<std::int64_t>(0, all) - smaller;
    w.after[i] = std::max<std::int64_t>(0, all) - w.before[i];
    if (all < 0) extra[i] -= all;
  }
  values inputs{n.in(0), n.in(1)};
  if (n.has(2)) inputs.push_back(n.in(2));
  return {n.to.make("conv_transpose", inputs,
                    {{"stride", to_ints(w.stride)},
                     {"dilation", to_ints(w.dilation)},
                     {"before", to_ints(w.before)},
                     {"after", to_ints(w.after)},
                     {"output_padding", to_ints(extra)},
                     {"groups", n.integer("group", 1)}})};
}

/// Products of bytes are exact in double, and so are their sums.
values conv_integer(const node& n) {
  const window over = window_of(n, kernel_of(n, 1), n.rank() - 2);
  value x = n.to.cast(n.in(0), dtype::f64);
  value w = n.to.cast(n.in(1), dtype::f64);
  if (n.has(2)) x = n.to.make("sub", {x, n.to.cast(n.in(2), dtype::f64)});
  if (n.has(3)) {
    const value zero = n.to.cast(n.in(3), dtype::f64);
    w = n.to.make("sub",
                  {w, zero->type.elements() > 1 ? along_channels(n.to, zero, n.rank(1), 0) : n.to.reshape(zero, {})});
  }
  return {n.to.cast(convolve(n.to, x, w, nullptr, over, n.integer("group", 1)), dtype::i32)};
}

/// By the semantics of ONNX: integers inside, one rounding at the end. The bias is in steps of both scales.
values qlinear_conv(const node& n) {
  if (n.rank() < 3 || n.rank(3) != n.rank())
    n.refuse("input and weights do not fit: " + text_of(n.type()) + ", " + text_of(n.type(3)));
  const window over = window_of(n, kernel_of(n, 3), n.rank() - 2);
  const value x = dequantised(n, n.in(0), n.in(1), n.in(2), -1);
  const value w = dequantised(n, n.in(3), n.in(4), n.in(5), 0);
  value bias;
  if (n.has(8)) {
    const value step =
        n.to.make("mul", {n.to.reshape(n.in(1), {}), n.type(4).elements() > 1 ? n.in(4) : n.to.reshape(n.in(4), {})});
    bias = n.to.make("mul", {n.to.cast(n.in(8), x->type.element), step});
  }
  const value y = convolve(n.to, x, w, bias, over, n.integer("group", 1));
  return {quantised(n, y, n.in(6), n.in(7), n.type(7).element, -1)};
}

}  // namespace

void add_convolutions(translator_table& table) {
  table.insert({
      {"Conv", {conv, 1, 22, "conv2d, conv1d or conv, by the number of spatial axes"}},
      {"ConvTranspose", {conv_transpose, 1, 22, "conv_transpose"}},
      {"ConvInteger", {conv_integer, 10, 10, "the convolution of Conv in f64, cast"}},
      {"QLinearConv", {qlinear_conv, 10, 10, "dequantize_linear, the convolution of Conv, quantize_linear"}},
  });
}

}  // namespace litho::importer
