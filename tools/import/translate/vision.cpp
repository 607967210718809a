// SPDX-License-Identifier: BSL-1.0
// Sampling of pictures, and windows taken apart and put together.
#include "families.hpp"

namespace litho::importer {

namespace {

values grid_sample(const node& n) {
  const std::string mode = n.text("mode", n.version >= 20 ? "linear" : "bilinear");
  const std::string padding = n.text("padding_mode", "zeros");
  const int how = mode == "nearest"                        ? 0
                  : mode == "linear" || mode == "bilinear" ? 1
                  : mode == "cubic" || mode == "bicubic"   ? 2
                                                           : -1;
  const int outside = padding == "zeros" ? 0 : padding == "border" ? 1 : padding == "reflection" ? 2 : -1;
  if (how < 0 || outside < 0) n.refuse("mode " + mode + " or padding_mode " + padding + " is not known");
  const dtype element = n.type().element;
  const dtype inner = is_float(element) ? element : dtype::f64;
  const value y =
      n.to.make("grid_sample", {n.to.cast(n.in(0), inner), n.to.cast(n.in(1), inner)},
                {{"mode", how}, {"padding", outside}, {"align_corners", n.integer("align_corners", 0) != 0}});
  return {n.to.cast(y, element)};
}

/// theta [N,d,d+1] times the places of a grid: a product of matrices with a known one.
values affine_grid(const node& n) {
  const std::vector<std::int64_t> size = n.known_integers(1, "the size");
  const auto axes = static_cast<int>(size.size()) - 2;
  if (axes < 2 || axes > 3 || n.rank() != 3) n.refuse("takes a size of 4 or 5 numbers");
  const bool corners = n.integer("align_corners", 0) != 0;
  std::int64_t places = 1;
  for (int i = 0; i < axes; ++i) places = bounded_product(places, size[static_cast<std::size_t>(2 + i)]);
  if (places > 1 << 22) n.refuse("the grid is too large");
  tensor base{{.element = n.type().element, .dims = {axes + 1, places}}, {}, {}};
  for (int row = 0; row <= axes; ++row)
    for (std::int64_t place = 0; place < places; ++place) {
      if (row == axes) {
        base.values.push_back(1.0);
        continue;
      }
      std::int64_t rest = place;  // coordinates come last axis first
      for (int axis = axes - 1; axis > axes - 1 - row; --axis) rest /= size[static_cast<std::size_t>(2 + axis)];
      const std::int64_t extent = size[static_cast<std::size_t>(2 + axes - 1 - row)];
      const auto at = static_cast<double>(rest % extent);
      const auto count = static_cast<double>(extent);
      base.values.push_back(rounded(
          base.type.element, corners ? (extent == 1 ? 0.0 : -1 + 2 * at / (count - 1)) : (2 * at + 1) / count - 1));
    }
  const value grid = n.to.transpose(n.to.make("matmul", {n.in(0), n.to.constant(base)}), {0, 2, 1});
  ints dims{n.dims()[0]};
  for (int i = 0; i < axes; ++i) dims.push_back(size[static_cast<std::size_t>(2 + i)]);
  dims.push_back(axes);
  return {n.to.reshape(grid, dims)};
}

values roi_align(const node& n) {
  const std::string mode = n.text("mode", "avg");
  if (mode != "avg" && mode != "max") n.refuse("mode " + mode + " is not known");
  const std::string places =
      n.text("coordinate_transformation_mode", n.version >= 16 ? "half_pixel" : "output_half_pixel");
  return {n.to.make("roi_align", {n.in(0), n.in(1), n.in(2)},
                    {{"height", n.integer("output_height", 1)},
                     {"width", n.integer("output_width", 1)},
                     {"samples", n.integer("sampling_ratio", 0)},
                     {"scale", n.real("spatial_scale", 1)},
                     {"half_pixel", places == "half_pixel"},
                     {"largest", mode == "max"}})};
}

values max_roi_pool(const node& n) {
  const std::vector<std::int64_t> size = n.integers("pooled_shape");
  if (size.size() != 2) n.refuse("pooled_shape must be two numbers");
  return {n.to.make("max_roi_pool", {n.in(0), n.in(1)},
                    {{"height", size[0]}, {"width", size[1]}, {"scale", n.real("spatial_scale", 1)}})};
}

/// Indices count in the shape that kernel, strides and pads give; a larger output_shape is padding behind.
values max_unpool(const node& n) {
  if (n.rank() < 3) n.refuse("takes a batch, channels and spatial axes: " + text_of(n.type()));
  const window w = window_of(n, n.integers("kernel_shape"), n.rank() - 2);
  ints dims = n.dims();
  for (std::size_t i = 0; i < w.size(); ++i) {
    const int axis = static_cast<int>(i) + 2;
    dims[axis] = (n.dims()[axis] - 1) * w.stride[i] + w.kernel[i] - w.before[i] - w.after[i];
  }
  const value y = n.to.make("max_unpool", {n.in(0), n.in(1)}, {{"dims", dims}});
  if (!n.has(2)) return {y};
  const std::vector<std::int64_t> wanted = n.known_integers(2, "output_shape");
  if (static_cast<int>(wanted.size()) != n.rank()) n.refuse("output_shape does not fit " + text_of(n.type()));
  std::vector<std::int64_t> after;
  for (std::size_t i = 2; i < wanted.size(); ++i) after.push_back(wanted[i] - dims[static_cast<int>(i)]);
  return {padded(n.to, y, std::vector<std::int64_t>(after.size()), after, 0)};
}

values column_to_image(const node& n) {
  return {n.to.make("col2im", {n.in(0)},
                    {{"image", to_ints(n.known_integers(1, "image_shape"))},
                     {"block", to_ints(n.known_integers(2, "block_shape"))},
                     {"stride", to_ints(n.integers("strides"))},
                     {"dilation", to_ints(n.integers("dilations"))},
                     {"pads", to_ints(n.integers("pads"))}})};
}

values deformable_convolution(const node& n) {
  values inputs{n.in(0), n.in(1), n.in(2)};
  for (int i = 3; i < 5; ++i)
    if (n.has(i)) inputs.push_back(n.in(i));
  return {n.to.make("deform_conv", inputs,
                    {{"stride", to_ints(n.integers("strides"))},
                     {"dilation", to_ints(n.integers("dilations"))},
                     {"pads", to_ints(n.integers("pads"))},
                     {"groups", n.integer("group", 1)},
                     {"offset_groups", n.integer("offset_group", 1)},
                     {"has_bias", n.has(3)},
                     {"has_mask", n.has(4)}})};
}

/// The middle of x along axes, with zeros around where more is asked for than there is.
values center_crop_pad(const node& n) {
  const std::vector<std::int64_t> wanted = n.known_integers(1, "the shape");
  std::vector<int> axes;
  if (n.has_attribute("axes")) {
    axes = n.axes(n.integers("axes"), n.rank());
  } else {
    for (int i = 0; i < n.rank(); ++i) axes.push_back(i);
  }
  if (wanted.size() != axes.size())
    n.refuse("the shape has " + std::to_string(wanted.size()) + " numbers for " + std::to_string(axes.size()) +
             " axes");
  value x = n.in(0);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const std::int64_t extent = n.dims()[axes[i]];
    if (wanted[i] < 0) n.refuse("the shape has a negative size");
    if (wanted[i] < extent) {
      const std::int64_t first = (extent - wanted[i]) / 2;
      x = n.to.slice(x, axes[i], first, first + wanted[i]);
    } else if (wanted[i] > extent) {
      ints before, after;
      for (int axis = 0; axis < n.rank(); ++axis) {
        const std::int64_t all = axis == axes[i] ? wanted[i] - extent : 0;
        before.push_back(all / 2);
        after.push_back(all - all / 2);
      }
      x = n.to.make("pad", {x}, {{"before", before}, {"after", after}});
    }
  }
  return {x};
}

values determinant(const node& n) { return {n.to.make("det", {n.in(0)})}; }

}  // namespace

void add_vision(translator_table& table) {
  table.insert({
      {"GridSample", {grid_sample, 16, 22, "grid_sample"}},
      {"AffineGrid", {affine_grid, 20, 20, "matmul, transpose, reshape"}},
      {"RoiAlign", {roi_align, 10, 22, "roi_align"}},
      {"MaxRoiPool", {max_roi_pool, 1, 22, "max_roi_pool"}},
      {"MaxUnpool", {max_unpool, 9, 22, "max_unpool; pad to output_shape"}},
      {"Col2Im", {column_to_image, 18, 18, "col2im"}},
      {"DeformConv", {deformable_convolution, 19, 22, "deform_conv"}},
      {"CenterCropPad", {center_crop_pad, 18, 18, "slice, pad"}},
      {"Det", {determinant, 11, 22, "det"}},
  });
}

}  // namespace litho::importer
