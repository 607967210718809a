// SPDX-License-Identifier: BSL-1.0
// Ops that move values without an index tensor.
#include "families.hpp"

namespace litho::importer {

namespace {

values transpose(const node& n) {
  std::vector<std::int64_t> permutation = n.integers("perm");
  if (!n.has_attribute("perm"))
    for (int i = n.rank() - 1; i >= 0; --i) permutation.push_back(i);
  if (static_cast<int>(permutation.size()) != n.rank())
    n.refuse("perm has " + std::to_string(permutation.size()) + " axes for " + text_of(n.type()));
  n.axes(permutation, n.rank());  // refuses what is outside
  return {n.to.transpose(n.in(0), to_ints(permutation))};
}

values concat(const node& n) {
  const int axis = n.axis(n.integer("axis", 1), n.rank());
  values parts;
  for (int i = 0; i < n.size(); ++i)
    if (n.type(i).elements() > 0 || n.size() == 1) parts.push_back(n.in(i));
  if (parts.empty()) parts = n.inputs;
  return {n.to.concat(parts, axis)};
}

values split(const node& n) {
  const int axis = n.axis(n.integer("axis", 0), n.rank());
  const std::int64_t extent = n.dims()[axis];
  std::vector<std::int64_t> parts = n.attribute_or_input("split", 1);
  if (parts.empty()) {
    const std::int64_t count = n.integer("num_outputs", n.outputs());
    if (count < 1 || count > 4096) n.refuse("cannot be split into " + std::to_string(count) + " parts");
    const std::int64_t each = (extent + count - 1) / count;
    for (std::int64_t i = 0; i < count; ++i) parts.push_back(std::clamp<std::int64_t>(extent - i * each, 0, each));
  }
  values result;
  std::int64_t at = 0;
  for (std::int64_t part : parts) {
    if (part < 0 || part > extent - at) n.refuse("the parts do not add up to " + std::to_string(extent));
    result.push_back(n.to.slice(n.in(0), axis, at, at + part));
    at += part;
  }
  if (at != extent) n.refuse("the parts do not add up to " + std::to_string(extent));
  return result;
}

values slice(const node& n) {
  const bool is_old = n.has_attribute("starts");
  const std::vector<std::int64_t> starts = is_old ? n.integers("starts") : n.known_integers(1, "starts");
  const std::vector<std::int64_t> ends = is_old ? n.integers("ends") : n.known_integers(2, "ends");
  std::vector<std::int64_t> axes = is_old     ? n.integers("axes")
                                   : n.has(3) ? n.known_integers(3, "axes")
                                              : std::vector<std::int64_t>();
  const std::vector<std::int64_t> steps =
      !is_old && n.has(4) ? n.known_integers(4, "steps") : std::vector<std::int64_t>();
  if (axes.empty())
    for (std::size_t i = 0; i < starts.size(); ++i) axes.push_back(static_cast<std::int64_t>(i));
  for (std::int64_t& each : axes) each = n.axis(each, n.rank());
  // Ends beyond what an axis can have are the largest numbers there are; indices stay within reach of arithmetic.
  const auto bounded = [](std::vector<std::int64_t> list) {
    for (std::int64_t& each : list) each = std::clamp<std::int64_t>(each, -most_elements, most_elements);
    return to_ints(list);
  };
  bool moves = false;
  for (std::size_t i = 0; i < starts.size() && i < axes.size() && i < ends.size(); ++i)
    moves =
        moves || starts[i] != 0 || ends[i] < n.dims()[static_cast<int>(axes[i])] || (i < steps.size() && steps[i] != 1);
  if (!moves && ends.size() == starts.size() && axes.size() == starts.size()) return {n.in(0)};
  return {n.to.make(
      "slice", {n.in(0)},
      {{"axes", to_ints(axes)}, {"begin", bounded(starts)}, {"end", bounded(ends)}, {"step", bounded(steps)}})};
}

values pad(const node& n) {
  std::vector<std::int64_t> pads =
      n.version < 11 ? n.integers(n.has_attribute("pads") ? "pads" : "paddings") : n.known_integers(1, "pads");
  double fill = n.real("value", 0);
  const bool fills_later = n.version >= 11 && n.has(2) && !n.in(2)->known;  // by a value that is not known yet
  if (n.version >= 11 && n.has(2) && !fills_later && n.type(2).elements() > 0)
    fill = n.known_number(2, "constant_value");
  std::vector<int> axes;
  if (n.has(3)) {
    axes = n.axes(n.known_integers(3, "axes"), n.rank());
  } else {
    for (int i = 0; i < n.rank(); ++i) axes.push_back(i);
  }
  if (pads.size() != 2 * axes.size())
    n.refuse("pads has " + std::to_string(pads.size()) + " numbers for " + std::to_string(axes.size()) + " axes");
  const std::string mode = n.text("mode", "constant");
  if (mode != "constant" && mode != "reflect" && mode != "edge" && mode != "wrap")
    n.refuse("mode " + mode + " is not known");
  value x = n.in(0);
  std::vector<std::int64_t> before(static_cast<std::size_t>(n.rank()));
  std::vector<std::int64_t> after = before;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const int axis = axes[i];
    const std::int64_t front = pads[i];
    const std::int64_t back = pads[i + axes.size()];
    if (front > 1 << 22 || back > 1 << 22 || front < -(1 << 22) || back < -(1 << 22))
      n.refuse("pads are absurdly large");
    if (front < 0 || back < 0)
      x = n.to.slice(x, axis, std::max<std::int64_t>(0, -front), x->type.dims[axis] - std::max<std::int64_t>(0, -back));
    before[static_cast<std::size_t>(axis)] = std::max<std::int64_t>(0, front);
    after[static_cast<std::size_t>(axis)] = std::max<std::int64_t>(0, back);
  }
  if (mode == "constant") {
    if (before == after && std::all_of(before.begin(), before.end(), [](std::int64_t each) { return each == 0; }))
      return {x};
    const settings around{{"before", to_ints(before)}, {"after", to_ints(after)}, {"value", fill}};
    const value result = n.to.make("pad", {x}, around);
    if (!fills_later) return {result};
    const value inside = n.to.make(
        "pad", {n.to.filled({.element = dtype::boolean, .dims = x->type.dims}, n.to.scalar(dtype::boolean, 1))},
        around);
    return {n.to.make("where", {inside, result, n.to.reshape(n.in(2), {})})};
  }
  const int number = mode == "reflect" ? 1 : mode == "edge" ? 2 : 3;
  return {n.to.make("pad_mode", {x}, {{"before", to_ints(before)}, {"after", to_ints(after)}, {"mode", number}})};
}

values expand(const node& n) {
  const ints wanted = to_ints(n.known_integers(1, "the shape"));
  const int rank = std::max(wanted.count, n.rank());
  ints dims;
  for (int i = 0; i < rank; ++i) {
    const int own = i - (rank - n.rank());
    const int other = i - (rank - wanted.count);
    const std::int64_t a = own < 0 ? 1 : n.dims()[own];
    const std::int64_t b = other < 0 ? 1 : wanted[other];
    dims.push_back(a == 1 ? b : b == 1 ? a : b);  // what does not fit is the op's to refuse
  }
  return {n.to.expand(n.in(0), dims)};
}

values tile(const node& n) {
  if (n.version >= 6) return {n.to.make("tile", {n.in(0)}, {{"repeats", to_ints(n.known_integers(1, "repeats"))}})};
  std::vector<std::int64_t> repeats = ones(n.rank());  // how often along which one axis
  const int axis = n.axis(n.known_integer(2, "axis"), n.rank());
  repeats[static_cast<std::size_t>(axis)] = n.known_integer(1, "tiles");
  return {n.to.make("tile", {n.in(0)}, {{"repeats", to_ints(repeats)}})};
}

values depth_to_space(const node& n) {
  const std::int64_t block = n.integer("blocksize", 0);
  if (n.rank() != 4 || block < 1 || n.dims()[1] % bounded_product(block, block) != 0)
    n.refuse("does not fit " + text_of(n.type()));
  const std::int64_t depth = n.dims()[1] / (block * block);
  const ints& d = n.dims();
  const bool is_crd = n.text("mode", "DCR") == "CRD";
  const value split = n.to.reshape(
      n.in(0), is_crd ? ints{d[0], depth, block, block, d[2], d[3]} : ints{d[0], block, block, depth, d[2], d[3]});
  const value moved = n.to.transpose(split, is_crd ? ints{0, 1, 4, 2, 5, 3} : ints{0, 3, 4, 1, 5, 2});
  return {n.to.reshape(moved, {d[0], depth, d[2] * block, d[3] * block})};
}

values space_to_depth(const node& n) {
  const std::int64_t block = n.integer("blocksize", 0);
  if (n.rank() != 4 || block < 1 || n.dims()[2] % block != 0 || n.dims()[3] % block != 0)
    n.refuse("does not fit " + text_of(n.type()));
  const ints& d = n.dims();
  const value split = n.to.reshape(n.in(0), {d[0], d[1], d[2] / block, block, d[3] / block, block});
  return {n.to.reshape(n.to.transpose(split, {0, 3, 5, 1, 2, 4}),
                       {d[0], d[1] * block * block, d[2] / block, d[3] / block})};
}

values trilu(const node& n) {
  const std::int64_t k = n.has(1) ? n.known_integer(1, "k") : 0;
  return {n.to.make("trilu", {n.in(0)}, {{"upper", n.integer("upper", 1) != 0}, {"k", k}})};
}

}  // namespace

value padded(builder& to, const value& x, const std::vector<std::int64_t>& before,
             const std::vector<std::int64_t>& after, double fill) {
  std::vector<std::int64_t> front(2), back(2);
  front.insert(front.end(), before.begin(), before.end());
  back.insert(back.end(), after.begin(), after.end());
  if (std::all_of(front.begin(), front.end(), [](auto e) { return e == 0; }) &&
      std::all_of(back.begin(), back.end(), [](auto e) { return e == 0; }))
    return x;
  return to.make("pad", {x}, {{"before", to_ints(front)}, {"after", to_ints(back)}, {"value", fill}});
}

void add_movements(translator_table& table) {
  table.insert({
      {"Transpose", {transpose, 1, 25, "transpose"}},
      {"Concat", {concat, 1, 13, "concat"}},
      {"Split", {split, 1, 18, "slice of each part"}},
      {"Slice", {slice, 1, 13, "slice"}},
      {"Pad", {pad, 1, 25, "pad, or pad_mode where the mode is not constant; slice where sizes are negative"}},
      {"Expand", {expand, 8, 13, "expand"}},
      {"Tile", {tile, 1, 13, "tile"}},
      {"DepthToSpace", {depth_to_space, 1, 13, "reshape, transpose"}},
      {"SpaceToDepth", {space_to_depth, 1, 13, "reshape, transpose"}},
      {"Trilu", {trilu, 14, 14, "trilu"}},
  });
}

}  // namespace litho::importer
