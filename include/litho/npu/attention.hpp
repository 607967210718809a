// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <limits>

#include "matmul.hpp"
#include "turn.hpp"

namespace litho::npu {

/// The whole geometry of y = softmax(scale q k' + mask) v for one matrix of queries.
struct attention_shape {
  int rows = 1;   ///< queries
  int keys = 1;   ///< and values
  int depth = 1;  ///< of queries and keys
  int width = 1;  ///< of values
  double scale = 1;
  bool turned = false;  ///< keys are [depth, keys]
  bool masked = false;
  int mask_row = 0;     ///< elements from one row of the mask to the next
  int mask_column = 0;  ///< 1 or 0
  int lanes = 16;       ///< C0

  friend constexpr bool operator==(const attention_shape&, const attention_shape&) = default;
};

namespace detail {

/// How attention is cut. Tiles of as many rows as the Cube takes at once meet one stretch of keys after the other, and
/// their scores for it stay in the first-level cache. Of long rows a band of tiles meets each stretch, which stays in
/// the second-level cache.
struct attention_plan {
  bool packs = false;              // keys, into the Cube's order
  even_split tiles;                // of rows
  even_split bands;                // of tiles
  even_split stretches;            // of keys
  std::int64_t packed_keys = 0;    // elements of a stretch
  std::int64_t packed_values = 0;  // of a stretch; 0: they are read where they lie
  std::int64_t scores = 0;
  std::int64_t numbers = 0;  // one for each row
  std::int64_t sums = 0;
  std::int64_t product = 0;

  constexpr std::int64_t elements() const {
    return stretches.parts * (packed_keys + packed_values) + scores + 3 * numbers + sums + product;
  }
};

/// Whether the keys of a matrix are packed first. Columns of them can be read where they lie, which is as good for a
/// single tile of rows. Rows of them would make dot products, whose sums across lanes take as long for each query as it
/// takes to pack one and a half registers of a key.
constexpr bool packs_keys(const attention_shape& g, const even_split& tiles) {
  return g.turned ? tiles.parts > 1 : 2 * g.depth < 3 * g.lanes * g.rows;
}

constexpr matrix_product score_product(const attention_shape& g, bool packs, int rows, int keys) {
  return {.rows = rows,
          .inner = g.depth,
          .columns = keys,
          .right = packs ? format::fractal_nz : format::plain,
          .transposed = !packs && !g.turned,
          .lanes = g.lanes,
          .right_lanes = g.lanes};
}
constexpr matrix_product value_product(const attention_shape& g, bool packed, int rows, int keys) {
  return {.rows = rows,
          .inner = keys,
          .columns = g.width,
          .right = packed ? format::fractal_nz : format::plain,
          .lanes = g.lanes,
          .right_lanes = g.lanes};
}

constexpr attention_plan plan_of(const attention_shape& g, int element_bytes) {
  const auto padded = [&g](std::int64_t count) { return (count + g.lanes - 1) / g.lanes * g.lanes; };
  const int each = registers_of(default_device, g.lanes, element_bytes);
  const int tile = block_registers(default_device, each, (g.keys + g.lanes - 1) / g.lanes, g.rows).pixels;
  const auto most_keys = static_cast<int>(default_device.l1_bytes / (tile * element_bytes));
  attention_plan plan;
  plan.tiles = split_evenly(g.rows, tile);
  plan.packs = packs_keys(g, plan.tiles);
  plan.stretches = split_evenly(g.keys, plan.packs ? most_keys / g.lanes * g.lanes : g.keys);
  plan.bands = split_evenly(plan.tiles.parts, plan.stretches.parts > 1 ? 16 : 1);
  const int longest = plan.stretches.size;
  if (plan.packs) plan.packed_keys = padded(longest) * g.depth;
  if (plan.tiles.parts > 1 && g.width % g.lanes != 0) plan.packed_values = padded(g.width) * longest;
  plan.scores = padded(std::int64_t{plan.tiles.size} * longest);
  plan.numbers = padded(std::int64_t{plan.bands.size} * plan.tiles.size);
  if (plan.stretches.parts > 1) plan.sums = plan.numbers * padded(g.width);
  const auto need = [&](const matrix_product& product) {
    const std::int64_t own = product.transposed ? 0 : padded(plan_of(product, element_bytes).workspace);
    plan.product = own > plan.product ? own : plan.product;
  };
  for (int rows : {plan.tiles.size, plan.tiles.size - 1}) {
    if (rows == 0) continue;
    need(score_product(g, plan.packs, rows, longest));
    need(value_product(g, plan.packed_values > 0, rows, longest));
  }
  return plan;
}

/// The maximum of a row, and what becomes of the row.
template <class T, int Lanes, int Count>
struct score_row {
  using value = lanes<T, Lanes>;
  static constexpr int full = Count / Lanes * Lanes;
  static constexpr int rest = Count - full;
  static constexpr T nothing = -std::numeric_limits<T>::infinity();

  static EIGEN_ALWAYS_INLINE T highest(const T* row) {
    value most[ways];
#pragma GCC unroll 4
    for (int way = 0; way < ways; ++way) most[way] = value::broadcast(nothing);
    each_block(row, [&](const value& x, T*, int way) { most[way] = x.at_least(most[way]); });
#pragma GCC unroll 4
    for (int way = 1; way < ways; ++way) most[0] = most[way].at_least(most[0]);
    return most[0].folded([](const auto& a, const auto& b) { return larger(a, b); });
  }

  /// Writes 2^(scale * x - shift) over each x; returns the sum.
  static EIGEN_ALWAYS_INLINE T powers(T* row, T scale, T shift) {
    const value factor = value::broadcast(scale);
    const value down = value::broadcast(-shift);
    value total[ways];
#pragma GCC unroll 4
    for (int way = 0; way < ways; ++way) total[way] = value::broadcast(T(0));
    each_block(row, [&](const value& x, T* to, int way) {
      const value power = value::multiply_add(x, factor, down).power_of_two();
      to == nullptr ? power.store_part(row + full, rest) : power.store(to);
      total[way] = total[way] + power;
    });
#pragma GCC unroll 4
    for (int way = 1; way < ways; ++way) total[0] = total[0] + total[way];
    return total[0].sum();
  }

 private:
  static constexpr int ways = 4;

  template <class Row, class Visit>
  static EIGEN_ALWAYS_INLINE void each_block(Row* row, Visit&& visit) {
    int i = 0;
#pragma GCC unroll 1
    for (; i + ways * Lanes <= full; i += ways * Lanes)
#pragma GCC unroll 4
      for (int way = 0; way < ways; ++way)
        visit(value::load(row + i + way * Lanes), const_cast<T*>(row + i + way * Lanes), way);
#pragma GCC unroll 4
    for (int way = 0; way < ways; ++way)
      if (i + way * Lanes < full) visit(value::load(row + i + way * Lanes), const_cast<T*>(row + i + way * Lanes), way);
    if constexpr (rest > 0) visit(value::load_part(row + full, rest, nothing), static_cast<T*>(nullptr), ways - 1);
  }
  template <int Width>
  static EIGEN_ALWAYS_INLINE lanes<T, Width> larger(const lanes<T, Width>& a, const lanes<T, Width>& b) {
    return a.at_least(b);
  }
  static EIGEN_ALWAYS_INLINE T larger(T a, T b) { return a < b ? b : a; }
};

}  // namespace detail

/// Elements of workspace that attention needs.
constexpr std::int64_t workspace_elements(const attention_shape& g, dtype element) {
  return detail::plan_of(g, static_cast<int>(size_of(element))).elements();
}

/// Attention of one matrix of queries, a band of rows at a time; all that it is given is row-major.
template <class T, attention_shape G>
class attention {
  static constexpr detail::attention_plan plan = detail::plan_of(G, sizeof(T));
  static constexpr even_split stretches = plan.stretches;
  /// A scale goes into the exponent where it can.
  static constexpr bool scales_late = !G.masked && G.scale > 0;
  using value = lanes<T, G.lanes>;

 public:
  static constexpr int bands = plan.bands.parts;

  explicit attention(T* workspace)
      : packed_keys_(workspace),
        packed_values_(packed_keys_ + stretches.parts * plan.packed_keys),
        scores_(packed_values_ + stretches.parts * plan.packed_values),
        highest_(scores_ + plan.scores),
        factors_(highest_ + plan.numbers),
        totals_(factors_ + plan.numbers),
        sums_(totals_ + plan.numbers),
        product_(sums_ + plan.sums) {}

  /// Takes the keys and values of the bands that follow.
  void meet(const T* keys, const T* values) {
    keys_ = keys;
    values_ = values;
    if constexpr (plan.packs || plan.packed_values > 0) pack();
  }

  /// The rows of one band. queries and mask: of all rows. epilogue(value, 0, 0, m, n, count) as after a matrix product.
  template <class Epilogue>
  void band(int which, const T* queries, const T* mask, Epilogue& epilogue) {
    const int begin = plan.bands.first(which);
    const int end = plan.bands.first(which + 1);
    each_stretch([&]<int Keys>(int part, offset first) {
      for (int tile = begin; tile < end; ++tile) {
        const int row = plan.tiles.first(tile);
        numbers_ = row - plan.tiles.first(begin);
        const T* const from = queries + offset{row} * G.depth;
        const T* const masked = G.masked ? mask + offset{row} * G.mask_row + first * G.mask_column : nullptr;
        if (tile < plan.tiles.large)
          rows<plan.tiles.size, Keys>(part, first, row, from, masked, epilogue);
        else if constexpr (plan.tiles.large < plan.tiles.parts)
          rows<plan.tiles.size - 1, Keys>(part, first, row, from, masked, epilogue);
      }
    });
  }

 private:
  /// Calls function.template operator()<Keys>(part, first) for each stretch of keys.
  template <class Function>
  static EIGEN_ALWAYS_INLINE void each_stretch(Function&& function) {
    for (int part = 0; part < stretches.parts; ++part) {
      if (part < stretches.large)
        function.template operator()<stretches.size>(part, stretches.first(part));
      else if constexpr (stretches.large < stretches.parts)
        function.template operator()<stretches.size - 1>(part, stretches.first(part));
    }
  }

  void pack() {
    each_stretch([&]<int Keys>(int part, offset first) {
      if constexpr (plan.packs)
        pack_keys<Keys>(keys_ + first * (G.turned ? 1 : G.depth), packed_keys_ + part * plan.packed_keys);
      if constexpr (plan.packed_values > 0)
        detail::blocked_product<T, plain_values<Keys>, int>::pack(values_ + first * G.width,
                                                                  packed_values_ + part * plan.packed_values, 0,
                                                                  static_cast<int>(padded_width / G.lanes));
    });
  }
  /// Keys as the right side of a product: fractal_nz, zero in the padding.
  template <int Keys>
  static void pack_keys(const T* from, T* to) {
    using area = detail::turned_area<T>;
    for (offset start = 0; start < Keys; start += G.lanes, to += offset{G.lanes} * G.depth) {
      const offset count = Keys - start < G.lanes ? Keys - start : G.lanes;
      if constexpr (!G.turned && area::exists && G.depth >= area::smallest) {
        area{{G.depth, G.lanes}, {G.lanes, G.depth, count}}.move(from + start * G.depth, to);
      } else {
        constexpr offset key = G.turned ? 1 : G.depth;
        for (offset i = 0; i < G.depth; ++i) {
          const T* const row = from + start * key + i * (G.turned ? G.keys : 1);
          if (G.turned && count == G.lanes)
            value::load(row).store(to + i * G.lanes);
          else
            for (offset j = 0; j < G.lanes; ++j) to[i * G.lanes + j] = j < count ? row[j * key] : T(0);
        }
      }
    }
  }
  template <int Keys>
  static constexpr matrix_product plain_values = detail::value_product(G, false, 1, Keys);

  template <int Rows, int Keys, class Epilogue>
  void rows(int part, offset first, int first_row, const T* queries, const T* mask, Epilogue& epilogue) {
    const auto finish = [&](const value& sum, offset row, offset start, offset count) {
      epilogue(sum * value::broadcast(totals_[numbers_ + row]), offset{0}, offset{0}, first_row + row, start, count);
    };
    score<Rows, Keys>(part, queries, mask);
    if constexpr (stretches.parts == 1) {
      powers<Rows, Keys>();
      invert_totals<Rows>();
      mix<Rows, Keys>(part, first, finish);
    } else {
      powers_of_stretch<Rows, Keys>(part == 0);
      if (part + 1 == stretches.parts) invert_totals<Rows>();
      mix<Rows, Keys>(part, first, [&](const value& sum, offset row, offset start, offset count) {
        T* const kept = sums_ + (numbers_ + row) * padded_width + start;
        const value before = value::broadcast(factors_[numbers_ + row]);
        const value all = part == 0 ? sum : value::multiply_add(value::load(kept), before, sum);
        part + 1 < stretches.parts ? all.store(kept) : finish(all, row, start, count);
      });
    }
  }
  static constexpr offset padded_width = (G.width + G.lanes - 1) / G.lanes * G.lanes;

  /// Queries times keys, with the mask.
  template <int Rows, int Keys>
  void score(int part, const T* queries, const T* mask) {
    constexpr matrix_product product = detail::score_product(G, plan.packs, Rows, Keys);
    matmul<T, product>(queries, plan.packs ? packed_keys_ + part * plan.packed_keys : keys_, product_,
                       [&](const value& sum, offset, offset, offset row, offset start, offset count) {
                         value score = sum;
                         if constexpr (G.masked) {
                           const T* from = mask + row * G.mask_row + start * G.mask_column;
                           const value shift = G.mask_column == 0 ? value::broadcast(*from)
                                               : count == G.lanes ? value::load(from)
                                                                  : value::load_part(from, count);
                           score = value::multiply_add(sum, value(G.scale), shift);
                         } else if constexpr (!scales_late) {
                           score = sum * value(G.scale);
                         }
                         T* const to = scores_ + row * Keys + start;
                         count == G.lanes ? score.store(to) : score.store_part(to, count);
                       });
  }

  /// e^(scale * score - highest) over all scores, and their totals.
  template <int Rows, int Keys>
  void powers() {
    using row_of = detail::score_row<T, G.lanes, Keys>;
    for (int row = 0; row < Rows; ++row) highest_[numbers_ + row] = row_of::highest(scores_ + row * Keys);
    for (int row = 0; row < Rows; ++row)
      totals_[numbers_ + row] =
          row_of::powers(scores_ + row * Keys, binary_scale, binary_scale * highest_[numbers_ + row]);
  }
  /// The same where other stretches came before: what they gave counts less by a factor where the highest score is now
  /// higher (Milakov and Gimelshein, "Online normalizer calculation for softmax"). While all scores are -inf there is
  /// none yet.
  template <int Rows, int Keys>
  void powers_of_stretch(bool is_first) {
    using row_of = detail::score_row<T, G.lanes, Keys>;
    constexpr T nothing = -std::numeric_limits<T>::infinity();
    for (int row = 0; row < Rows; ++row) {
      const T before = is_first ? nothing : highest_[numbers_ + row];
      const T here = row_of::highest(scores_ + row * Keys);
      const T now = before < here ? here : before;
      const T shift = now == nothing ? T(0) : now;
      highest_[numbers_ + row] = now;
      factors_[numbers_ + row] = std::exp2(binary_scale * (before - shift));
      const T total = row_of::powers(scores_ + row * Keys, binary_scale, binary_scale * shift);
      totals_[numbers_ + row] = is_first ? total : totals_[numbers_ + row] * factors_[numbers_ + row] + total;
    }
  }
  template <int Rows>
  void invert_totals() {
    for (int row = 0; row < Rows; ++row) totals_[numbers_ + row] = T(1) / totals_[numbers_ + row];
  }
  static constexpr auto binary_scale = static_cast<T>(1.44269504088896341 * (scales_late ? G.scale : 1));

  /// Powers times values.
  template <int Rows, int Keys, class Finish>
  EIGEN_ALWAYS_INLINE void mix(int part, offset first, Finish&& finish) {
    constexpr matrix_product product = detail::value_product(G, plan.packed_values > 0, Rows, Keys);
    matmul<T, product>(scores_,
                       plan.packed_values > 0 ? packed_values_ + part * plan.packed_values : values_ + first * G.width,
                       product_, [&](const value& sum, offset, offset, offset row, offset start, offset count) {
                         finish(sum, row, start, count);
                       });
  }

  const T* keys_ = nullptr;
  const T* values_ = nullptr;
  T* packed_keys_;
  T* packed_values_;
  T* scores_;
  T* highest_;
  T* factors_;
  T* totals_;
  T* sums_;
  T* product_;
  offset numbers_ = 0;  // of a tile, in the band
};

}  // namespace litho::npu
