// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../core/transfer.hpp"
#include "../op/trans_data.hpp"
#include "access.hpp"
#include "plan.hpp"

namespace litho::plan {

namespace detail {

/// Merges loops that are contiguous on both sides.
constexpr transfer merged(const transfer& given) {
  transfer result = given;
  result.extents = result.from = result.to = {};
  for (int loop = 0; loop < given.extents.count; ++loop) {
    const int last = result.extents.count - 1;
    if (given.extents[loop] == 1 && !(loop == given.extents.count - 1 && last < 0)) continue;
    if (last >= 0 && result.from[last] == given.from[loop] * given.extents[loop] &&
        result.to[last] == given.to[loop] * given.extents[loop]) {
      result.extents[last] *= given.extents[loop];
      result.from[last] = given.from[loop];
      result.to[last] = given.to[loop];
      continue;
    }
    result.extents.push_back(given.extents[loop]);
    result.from.push_back(given.from[loop]);
    result.to.push_back(given.to[loop]);
  }
  if (result.extents.empty()) result.extents = result.from = result.to = ints{1};
  return result;
}

constexpr transfer whole(std::int64_t elements) { return {.extents = {elements}, .from = {1}, .to = {1}}; }

constexpr transfer reversed(transfer given) {
  std::swap(given.from, given.to);
  std::swap(given.from_offset, given.to_offset);
  given.clear = false;
  return given;
}

/// From plain into a blocked layout.
constexpr void into_blocks(vec<transfer>& out, const tensor_type& blocked) {
  const shape& dims = blocked.dims;
  const std::int64_t lanes = blocked.lanes;
  if (blocked.layout == format::nc1hwc0) {
    const std::int64_t image = dims[2] * dims[3];
    const std::int64_t blocks = round_up(dims[1], lanes) / lanes;
    out.push_back({.extents = {dims[0], blocks, image, lanes},
                   .from = {dims[1] * image, lanes * image, 1, image},
                   .to = {blocks * image * lanes, image * lanes, lanes, 1},
                   .block_loop = 1,
                   .limit = dims[1],
                   .clear = true});
  } else if (blocked.layout == format::fractal_nz) {
    const int rank = dims.count;
    const std::int64_t rows = dims[rank - 2];
    const std::int64_t columns = dims[rank - 1];
    const std::int64_t blocks = round_up(columns, lanes) / lanes;
    const std::int64_t batch = rows * columns == 0 ? 0 : blocked.elements() / (rows * columns);
    out.push_back({.extents = {batch, blocks, rows, lanes},
                   .from = {rows * columns, lanes, columns, 1},
                   .to = {blocks * rows * lanes, rows * lanes, lanes, 1},
                   .block_loop = 1,
                   .limit = columns,
                   .clear = true});
  } else {
    const std::int64_t inputs = dims[1];
    const std::int64_t window = dims[0] * inputs == 0 ? 0 : blocked.elements() / (dims[0] * inputs);
    const std::int64_t blocks = round_up(dims[0], lanes) / lanes;
    const std::int64_t full = inputs / lanes;
    for (const bool rest : {false, true}) {  // input channels are not padded, so the last block of them is shorter
      const std::int64_t count = rest ? (inputs % lanes != 0 ? 1 : 0) : full;
      const std::int64_t depth = rest ? inputs % lanes : lanes;
      if (count == 0) continue;
      out.push_back({.extents = {blocks, count, window, depth, lanes},
                     .from = {lanes * inputs * window, lanes * window, 1, window, inputs * window},
                     .to = {inputs * window * lanes, lanes * window * lanes, depth * lanes, lanes, 1},
                     .from_offset = rest ? full * lanes * window : 0,
                     .to_offset = rest ? full * lanes * window * lanes : 0,
                     .block_loop = 0,
                     .limit = dims[0],
                     .clear = true});
    }
  }
}

}  // namespace detail

/// The moves of a copy kernel. `root` < 0 is a copy as it is.
constexpr vec<transfer> transfers(const ir::graph& g, int root, const tensor_type& type) {
  vec<transfer> result;
  if (root < 0) {
    result.push_back(detail::whole(type.stored_elements()));
    return result;
  }
  const op_info& op = *g[root].op;
  const auto attributes = g.attributes(root);
  const tensor_type& x = g[g.inputs(root)[0]].type;
  if (g.is<"trans_data">(root) && !(x.layout == type.layout)) {
    detail::into_blocks(result, type.layout == format::plain ? x : type);
    if (type.layout == format::plain)
      for (transfer& each : result) each = detail::reversed(each);
    return result;
  }
  if (op.read != nullptr && !op.reinterprets) {
    const strided walk = op.read(x, attributes);
    result.push_back(detail::merged(
        {.extents = type.dims, .from = walk.strides, .to = strides_of(type.dims), .from_offset = walk.offset}));
  } else if (op.write != nullptr) {
    const vec<tensor_type> types = g.input_types(root);
    for (std::size_t i = 0; i < types.size(); ++i) {
      const strided walk =
          op.write(std::span<const tensor_type>(types.data(), types.size()), attributes, static_cast<int>(i));
      const shape extents = types[i].stored_dims();
      transfer part = detail::merged(
          {.extents = extents, .from = strides_of(extents), .to = walk.strides, .to_offset = walk.offset});
      part.input = static_cast<int>(i);
      result.push_back(part);
    }
  } else {
    result.push_back(detail::whole(type.stored_elements()));
  }
  return result;
}

/// The value that a copy kernel writes where no input reaches, and whether there is such a place.
struct filling {
  bool needed = false;
  double value = 0;
};
constexpr filling filling_of(const ir::graph& g, int root) {
  if (root < 0 || g[root].op->fill == nullptr) return {};
  std::int64_t covered = 0;
  for (int input : g.inputs(root)) covered += g[input].type.stored_elements();
  return {covered < g[root].type.stored_elements(), g[root].op->fill(g.attributes(root))};
}

}  // namespace litho::plan
