// SPDX-License-Identifier: BSL-1.0
#include <litho/op/resize.hpp>

#include "families.hpp"

namespace litho::importer {

namespace {

int position(const node& n, const std::string& what, const std::string& name,
             std::initializer_list<std::string_view> names) {
  int at = 0;
  for (std::string_view each : names) {
    if (each == name) return at;
    ++at;
  }
  n.refuse(what + " = " + name + " is not known");
}

/// How large the result is and how its axes are scaled; 0 where a scale follows from the sizes.
struct scaling {
  std::vector<std::int64_t> sizes;
  std::vector<double> scales;
  std::vector<double> begin;
  std::vector<double> end;
};

bool coordinates_are_cropped(const node& n) {
  return n.text("coordinate_transformation_mode", "") == "tf_crop_and_resize";
}

std::vector<double> known_reals(const node& n, int i, const std::string& what) {
  std::vector<double> result;
  for (const number& each : n.known(i, what).values) result.push_back(each);
  return result;
}

/// Sizes of some axes, stretched or not so as to keep the picture's proportions.
void apply_policy(const node& n, const std::vector<int>& axes, scaling& to) {
  const std::string policy = n.text("keep_aspect_ratio_policy", "stretch");
  if (policy == "stretch") return;
  if (policy != "not_larger" && policy != "not_smaller")
    n.refuse("keep_aspect_ratio_policy = " + policy + " is not known");
  double scale = policy == "not_larger" ? std::numeric_limits<double>::infinity() : 0;
  for (int axis : axes) {
    const double each =
        static_cast<double>(to.sizes[static_cast<std::size_t>(axis)]) / static_cast<double>(n.dims()[axis]);
    scale = policy == "not_larger" ? std::min(scale, each) : std::max(scale, each);
  }
  for (int axis : axes) {
    to.scales[static_cast<std::size_t>(axis)] = scale;
    to.sizes[static_cast<std::size_t>(axis)] = number(std::round(scale * static_cast<double>(n.dims()[axis]))).whole();
  }
}

scaling scaling_of(const node& n, const std::vector<int>& axes, int region, int scales, int sizes) {
  const auto rank = static_cast<std::size_t>(n.rank());
  scaling result{to_vector(n.dims()), std::vector<double>(rank, 0), std::vector<double>(rank, 0),
                 std::vector<double>(rank, 1)};
  const bool by_sizes = sizes >= 0 && n.has(sizes) && n.type(sizes).elements() > 0;
  if (by_sizes) {
    const std::vector<std::int64_t> given = n.known_integers(sizes, "sizes");
    if (given.size() != axes.size())
      n.refuse("sizes has " + std::to_string(given.size()) + " numbers for " + std::to_string(axes.size()) + " axes");
    for (std::size_t i = 0; i < axes.size(); ++i) result.sizes[static_cast<std::size_t>(axes[i])] = given[i];
    apply_policy(n, axes, result);
  } else {
    std::vector<double> given = scales >= 0 ? known_reals(n, scales, "scales") : n.reals("scales");
    if (n.has_attribute("height_scale"))
      given = {1, 1, n.real("height_scale", 1), n.real("width_scale", 1)};  // opset 1
    if (given.size() != axes.size())
      n.refuse("scales has " + std::to_string(given.size()) + " numbers for " + std::to_string(axes.size()) + " axes");
    for (std::size_t i = 0; i < axes.size(); ++i) {
      const auto axis = static_cast<std::size_t>(axes[i]);
      if (!(given[i] > 0) || given[i] > 1e6) n.refuse("a scale is " + std::to_string(given[i]));
      result.scales[axis] = given[i];
    }
  }
  if (region >= 0 && n.has(region) && n.type(region).elements() > 0) {
    const std::vector<double> given = known_reals(n, region, "roi");
    if (given.size() != 2 * axes.size())
      n.refuse("roi has " + std::to_string(given.size()) + " numbers for " + std::to_string(axes.size()) + " axes");
    for (std::size_t i = 0; i < axes.size(); ++i) {
      result.begin[static_cast<std::size_t>(axes[i])] = given[i];
      result.end[static_cast<std::size_t>(axes[i])] = given[i + axes.size()];
    }
  }
  // Scales reach the op as the sizes they make and the scale itself. Sizes are rounded down, and computed in f32, as far as
  // that counts, as ONNX's shape inference does: 10 times 0.7 is 7 then.
  for (std::size_t i = 0; i < rank; ++i)
    if (!by_sizes && result.scales[i] > 0) {
      const double width = coordinates_are_cropped(n) ? result.end[i] - result.begin[i] : 1;
      const double before = static_cast<double>(n.dims()[static_cast<int>(i)]) * width;
      const double exact = before * result.scales[i];
      const bool is_single = std::max(before, exact) < 0x1p24;
      const double length = is_single ? static_cast<float>(before) * static_cast<float>(result.scales[i]) : exact;
      result.sizes[i] = number(std::floor(length)).whole();
    }
  return result;
}

value resized(builder& writes_to, const value& x, const scaling& to, const settings& how, bool crops) {
  settings with = how;
  with.emplace_back("sizes", to_ints(to.sizes));
  for (int i = 0; i < x->type.rank(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (to.scales[at] > 0) with.emplace_back("scale" + std::to_string(i), to.scales[at]);
    if (crops) with.emplace_back("begin" + std::to_string(i), to.begin[at]);
    if (crops) with.emplace_back("end" + std::to_string(i), to.end[at]);
  }
  return writes_to.make("resize", {x}, with);
}

/// Before opset 11 the nearest element was the next one where the result is smaller, the last one elsewhere: the axes
/// that grow come first.
values old_nearest(const node& n, const scaling& to, const settings& how) {
  const auto with = [&](std::int64_t nearest) {
    settings result = how;
    result.emplace_back("nearest", nearest);
    return result;
  };
  scaling growing = to;
  scaling shrinking = to;
  bool grows = false;
  bool shrinks = false;
  for (int axis = 0; axis < n.rank(); ++axis) {
    const auto at = static_cast<std::size_t>(axis);
    const bool is_smaller = to.scales[at] < 1;
    grows = grows || to.scales[at] > 1;
    shrinks = shrinks || is_smaller;
    if (is_smaller) growing.sizes[at] = n.dims()[axis];
    (is_smaller ? growing : shrinking).scales[at] = 1;
  }
  if (!shrinks) return {resized(n.to, n.in(0), to, with(2), false)};
  const value x = grows ? resized(n.to, n.in(0), growing, with(2), false) : n.in(0);
  return {resized(n.to, x, shrinking, with(3), false)};
}

/// Opset 10 to 12 for nearest elements: element i of the result lies at (i + 0.5) / scale. A gather along each axis that changes.
values tf_nearest(const node& n, const scaling& to, const std::string& rounding) {
  value x = n.in(0);
  for (int axis = 0; axis < n.rank(); ++axis) {
    const auto at = static_cast<std::size_t>(axis);
    const std::int64_t size = n.dims()[axis];
    if (to.sizes[at] == size) continue;
    if (to.sizes[at] < 1 || to.sizes[at] > 1 << 16)
      n.refuse("size " + std::to_string(to.sizes[at]) + " is not supported in this mode");
    const double scale =
        to.scales[at] > 0 ? to.scales[at] : static_cast<double>(to.sizes[at]) / static_cast<double>(size);
    std::vector<std::int64_t> rows;
    for (std::int64_t i = 0; i < to.sizes[at]; ++i) {
      const double place = litho::detail::settled((static_cast<double>(i) + 0.5) / scale);
      const double nearest = rounding == "floor"               ? std::floor(place)
                             : rounding == "ceil"              ? std::ceil(place)
                             : rounding == "round_prefer_ceil" ? std::floor(place + 0.5)
                                                               : std::ceil(place - 0.5);
      rows.push_back(std::clamp<std::int64_t>(static_cast<std::int64_t>(nearest), 0, size - 1));
    }
    x = n.to.make("gather", {x, n.to.numbers(rows)}, {{"axis", axis}});
  }
  return {x};
}

values resize(const node& n) {
  std::vector<int> axes;
  if (n.has_attribute("axes")) {
    axes = n.axes(n.integers("axes"), n.rank());
  } else {
    for (int i = 0; i < n.rank(); ++i) axes.push_back(i);
  }
  const bool is_old = n.version < 11;
  const scaling to = is_old ? scaling_of(n, axes, -1, 1, -1) : scaling_of(n, axes, 1, 2, 3);
  const std::string coordinates = n.text("coordinate_transformation_mode", is_old ? "asymmetric" : "half_pixel");
  const std::string mode = n.text("mode", "nearest");
  if (coordinates == "tf_half_pixel_for_nn") {
    if (mode != "nearest") n.refuse("coordinate_transformation_mode = tf_half_pixel_for_nn is only for mode nearest");
    return tf_nearest(n, to, n.text("nearest_mode", "round_prefer_floor"));
  }
  if (is_old && mode == "nearest") return old_nearest(n, to, {{"coordinates", 4}});
  const settings how{{"mode", position(n, "mode", mode, {"nearest", "linear", "cubic"})},
                     {"nearest", position(n, "nearest_mode", n.text("nearest_mode", "round_prefer_floor"),
                                          {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"})},
                     {"coordinates", position(n, "coordinate_transformation_mode", coordinates,
                                              {"half_pixel", "half_pixel_symmetric", "pytorch_half_pixel",
                                               "align_corners", "asymmetric", "tf_crop_and_resize"})},
                     {"cubic_a", n.real("cubic_coeff_a", -0.75)},
                     {"exclude_outside", n.integer("exclude_outside", 0) != 0},
                     {"antialias", n.integer("antialias", 0) != 0},
                     {"extrapolation", n.real("extrapolation_value", 0)}};
  return {resized(n.to, n.in(0), to, how, coordinates_are_cropped(n))};
}

/// Resize of before opset 10.
values upsample(const node& n) {
  std::vector<int> axes;
  for (int i = 0; i < n.rank(); ++i) axes.push_back(i);
  const scaling to = scaling_of(n, axes, -1, n.has_attribute("scales") || n.has_attribute("height_scale") ? -1 : 1, -1);
  const std::string mode = n.text("mode", "nearest");
  return {resized(n.to, n.in(0), to,
                  {{"mode", position(n, "mode", mode == "bilinear" ? "linear" : mode, {"nearest", "linear"})},
                   {"nearest", 2},
                   {"coordinates", 4}},
                  false)};
}

}  // namespace

void add_resize(translator_table& table) {
  table.insert({
      {"Resize", {resize, 10, 19, "resize; gather for tf_half_pixel_for_nn"}},
      {"Upsample", {upsample, 1, 9, "resize"}},
  });
}

}  // namespace litho::importer
