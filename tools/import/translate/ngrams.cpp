// SPDX-License-Identifier: BSL-1.0
// Counts of short sequences of whole numbers.
#include "families.hpp"

namespace litho::importer {

namespace {

/// The sequences of one length that are counted: element k of sequence i is items[i * length + k].
struct grams {
  std::int64_t length;
  std::vector<std::int64_t> items;
  std::size_t first;  ///< place of the first one among all

  std::int64_t count() const { return static_cast<std::int64_t>(items.size()) / length; }
};

/// All that the pool holds, shortest first.
std::vector<grams> pool_of(const node& n) {
  const std::vector<std::int64_t> pool = n.integers("pool_int64s");
  const std::vector<std::int64_t> starts = n.integers("ngram_counts");
  if (pool.empty()) n.refuse("has no pool_int64s; those of strings are not supported");
  std::vector<grams> result;
  std::size_t first = 0;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::int64_t begin = starts[i];
    const std::int64_t end = i + 1 < starts.size() ? starts[i + 1] : static_cast<std::int64_t>(pool.size());
    const auto length = static_cast<std::int64_t>(i) + 1;
    if (begin < 0 || end < begin || end > static_cast<std::int64_t>(pool.size()) || (end - begin) % length != 0)
      n.refuse("ngram_counts do not fit pool_int64s: " + std::to_string(begin) + " to " + std::to_string(end));
    result.push_back({length, {pool.begin() + begin, pool.begin() + end}, first});
    first += static_cast<std::size_t>(result.back().count());
  }
  return result;
}

/// How often each sequence stands in the rows of x [rows, items], its items `step` apart: [rows, sequences]; or nothing where
/// rows are too short.
value counted(const node& n, const value& x, const grams& of, std::int64_t step) {
  const std::int64_t reach = bounded_product(of.length - 1, step);
  const std::int64_t places = x->type.dims[1] - std::min(reach, x->type.dims[1]);
  if (places < 1) return nullptr;
  value all;
  for (std::int64_t k = 0; k < of.length; ++k) {
    std::vector<std::int64_t> wanted;
    for (std::int64_t i = 0; i < of.count(); ++i)
      wanted.push_back(of.items[static_cast<std::size_t>(i * of.length + k)]);
    const value items = n.to.slice(x, 1, k * step, k * step + places);
    const value found = n.to.make("equal", {n.to.reshape(items, {x->type.dims[0], places, 1}), n.to.numbers(wanted)});
    all = all ? n.to.make("logical_and", {all, found}) : found;
  }
  const value sum = n.to.make("reduce_sum", {n.to.cast(all, dtype::f32)}, {{"axes", ints{1}}});
  return n.to.reshape(sum, {x->type.dims[0], of.count()});
}

/// A matrix that puts each sequence into its column, with its weight.
value placed(const node& n, const grams& of, const std::vector<std::int64_t>& columns, std::int64_t width,
             const std::vector<double>& weights) {
  tensor made{{.element = dtype::f32, .dims = {of.count(), width}}, {}, {}};
  if (of.first + static_cast<std::size_t>(of.count()) > columns.size())
    n.refuse("ngram_indexes has " + std::to_string(columns.size()) + " numbers, fewer than there are n-grams");
  if (made.type.elements() > 1 << 24) n.refuse("has too many n-grams");
  for (std::int64_t i = 0; i < of.count(); ++i) {
    const std::size_t at = of.first + static_cast<std::size_t>(i);
    for (std::int64_t column = 0; column < width; ++column)
      made.values.push_back(column != columns[at] ? 0.0 : weights.empty() ? 1.0 : weights[at]);
  }
  return n.to.constant(made);
}

/// ONNX TfIdfVectorizer of whole numbers. Single items are counted once, longer sequences with every number of items skipped.
values tf_idf(const node& n) {
  builder& to = n.to;
  const std::string mode = n.text("mode", "");
  if (mode != "TF" && mode != "IDF" && mode != "TFIDF") n.refuse("mode = " + mode + " is not known");
  if (n.rank() > 2) n.refuse("takes one row or several: " + text_of(n.type()));
  const std::vector<std::int64_t> columns = n.integers("ngram_indexes");
  std::int64_t width = 0;
  for (std::int64_t each : columns) {
    if (each < 0 || each > 1 << 20) n.refuse("ngram_indexes has " + std::to_string(each));
    width = std::max(width, each + 1);
  }
  const std::vector<double> weights = mode == "TF" ? std::vector<double>() : n.reals("weights");
  if (!weights.empty() && weights.size() != columns.size())
    n.refuse("has " + std::to_string(weights.size()) + " weights for " + std::to_string(columns.size()) + " n-grams");
  const std::int64_t least = n.integer("min_gram_length", 1);
  const std::int64_t most = n.integer("max_gram_length", 1);
  const std::int64_t skips = n.integer("max_skip_count", 0);
  const std::int64_t rows = n.rank() == 2 ? n.dims()[0] : 1;
  if (least < 1 || skips < 0 || skips > 1 << 16) n.refuse("min_gram_length or max_skip_count is out of range");
  const value x = to.reshape(to.cast(n.in(0), dtype::i64), {rows, n.rank() == 2 ? n.dims()[1] : n.type().elements()});
  value y;
  for (const grams& of : pool_of(n)) {
    if (of.length < least || of.length > most || of.count() == 0) continue;
    value sum;
    for (std::int64_t step = 1; step <= (of.length == 1 ? 1 : skips + 1); ++step) {
      const value more = counted(n, x, of, step);
      if (!more) break;
      sum = sum ? to.make("add", {sum, more}) : more;
    }
    if (!sum) continue;
    if (mode == "IDF") sum = to.cast(with_number(to, "greater", sum, 0), dtype::f32);
    const value part = to.make("matmul", {sum, placed(n, of, columns, width, weights)});
    y = y ? to.make("add", {y, part}) : part;
  }
  if (!y) y = to.filled({.element = dtype::f32, .dims = {rows, width}}, to.scalar(dtype::f32, 0));
  return {n.rank() == 2 ? y : to.reshape(y, {width})};
}

}  // namespace

void add_ngrams(translator_table& table) {
  table.insert({
      {"TfIdfVectorizer", {tf_idf, 9, 9, "equal, logical_and, reduce_sum, matmul"}},
  });
}

}  // namespace litho::importer
