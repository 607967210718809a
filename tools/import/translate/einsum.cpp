// SPDX-License-Identifier: BSL-1.0
// Einsum of known shapes: diagonals, sums, and pairs of operands as batched matrix products.
#include "families.hpp"

namespace litho::importer {

namespace {

/// A tensor whose axes have letters.
struct lettered {
  value x;
  std::string axes;
};

void keep_axes(const node& n, lettered& of, const std::string& wanted) {
  ints sum;
  ints dims;
  std::string kept;
  for (std::size_t i = 0; i < of.axes.size(); ++i) {
    if (wanted.find(of.axes[i]) == std::string::npos) {
      sum.push_back(static_cast<std::int64_t>(i));
    } else {
      dims.push_back(of.x->type.dims[static_cast<int>(i)]);
      kept += of.axes[i];
    }
  }
  if (sum.empty()) return;
  of.x = n.to.reshape(n.to.make("reduce_sum", {of.x}, {{"axes", sum}}), dims);
  of.axes = kept;
}

/// A letter that stands twice in an operand is its diagonal: the flattened pair of axes, every (size + 1)-th element.
void take_diagonals(const node& n, lettered& of) {
  for (std::size_t i = 0; i < of.axes.size(); ++i) {
    const std::size_t j = of.axes.find(of.axes[i], i + 1);
    if (j == std::string::npos) continue;
    const int rank = of.x->type.rank();
    ints order;
    for (int k = 0; k < rank; ++k)
      if (k != static_cast<int>(i) && k != static_cast<int>(j)) order.push_back(k);
    order.push_back(static_cast<std::int64_t>(i));
    order.push_back(static_cast<std::int64_t>(j));
    const value moved = n.to.transpose(of.x, order);
    ints dims = moved->type.dims;
    const std::int64_t size = dims[rank - 1];
    if (dims[rank - 2] != size) n.refuse("the axes of a repeated letter differ in size");
    dims.count -= 2;
    ints flat = dims;
    flat.push_back(size * size);
    const value line = n.to.reshape(moved, flat);
    of.x =
        n.to.make("slice", {line},
                  {{"axes", ints{rank - 2}}, {"begin", ints{0}}, {"end", ints{size * size}}, {"step", ints{size + 1}}});
    const char letter = of.axes[i];
    of.axes.erase(j, 1);
    of.axes.erase(i, 1);
    of.axes += letter;
    i = static_cast<std::size_t>(-1);
  }
}

/// An axis of size 1 goes with any size of the same letter in `other`: it is left out.
void drop_single(const node& n, lettered& of, const lettered& other) {
  ints dims;
  std::string kept;
  for (std::size_t i = 0; i < of.axes.size(); ++i) {
    const std::size_t there = other.axes.find(of.axes[i]);
    const std::int64_t size = of.x->type.dims[static_cast<int>(i)];
    if (size == 1 && there != std::string::npos && other.x->type.dims[static_cast<int>(there)] != 1) continue;
    dims.push_back(size);
    kept += of.axes[i];
  }
  of = {n.to.reshape(of.x, dims), kept};
}

value arranged(const node& n, const lettered& of, const std::string& order) {
  ints permutation;
  for (char letter : order) permutation.push_back(static_cast<std::int64_t>(of.axes.find(letter)));
  return n.to.transpose(of.x, permutation);
}

/// Letters of both that are wanted later are batch axes, other letters of both are summed.
lettered contract(const node& n, lettered a, lettered b, const std::string& wanted) {
  const auto in = [](char letter, const std::string& text) { return text.find(letter) != std::string::npos; };
  const lettered whole = a;
  drop_single(n, a, b);
  drop_single(n, b, whole);
  keep_axes(n, a, wanted + b.axes);
  keep_axes(n, b, wanted + a.axes);
  std::string batch, inner, rows, columns;
  for (char letter : a.axes) (in(letter, b.axes) ? in(letter, wanted) ? batch : inner : rows) += letter;
  for (char letter : b.axes)
    if (!in(letter, a.axes)) columns += letter;
  const auto size_of = [&](char letter) {
    const std::size_t at = a.axes.find(letter);
    return at != std::string::npos ? a.x->type.dims[static_cast<int>(at)]
                                   : b.x->type.dims[static_cast<int>(b.axes.find(letter))];
  };
  const auto product = [&](const std::string& letters) {
    std::int64_t all = 1;
    for (char letter : letters) all = bounded_product(all, size_of(letter));
    return all;
  };
  for (char letter : batch + inner)
    if (a.x->type.dims[static_cast<int>(a.axes.find(letter))] != b.x->type.dims[static_cast<int>(b.axes.find(letter))])
      n.refuse(std::string("the sizes of axis ") + letter + " differ");
  const value left =
      n.to.reshape(arranged(n, a, batch + rows + inner), {product(batch), product(rows), product(inner)});
  const value right =
      n.to.reshape(arranged(n, b, batch + inner + columns), {product(batch), product(inner), product(columns)});
  std::vector<std::int64_t> dims;
  for (char letter : batch + rows + columns) dims.push_back(size_of(letter));
  return {n.to.reshape(matrix_product(n.to, left, right), to_ints(dims)), batch + rows + columns};
}

/// "..." as digits, which no equation has, aligned to the right.
std::string with_ellipsis(const node& n, const std::string& term, int rank, std::size_t& longest) {
  const std::size_t at = term.find("...");
  if (at == std::string::npos) {
    if (static_cast<int>(term.size()) != rank)
      n.refuse("term " + term + " does not fit an input of rank " + std::to_string(rank));
    return term;
  }
  const std::size_t named = term.size() - 3;
  if (static_cast<int>(named) > rank)
    n.refuse("term " + term + " does not fit an input of rank " + std::to_string(rank));
  const std::size_t count = static_cast<std::size_t>(rank) - named;
  longest = std::max(longest, count);
  std::string letters;
  for (std::size_t i = 0; i < count; ++i) letters += static_cast<char>('0' + (count - 1 - i));
  return term.substr(0, at) + letters + term.substr(at + 3);
}

values einsum(const node& n) {
  std::string equation;
  for (char c : n.text("equation", "")) {
    if (c != ' ') equation += c;
    if (c >= '0' && c <= '9') n.refuse("equation " + n.text("equation", "") + " has a digit");
  }
  const std::size_t arrow = equation.find("->");
  std::vector<std::string> terms(1);
  for (char c : equation.substr(0, arrow)) {
    if (c == ',')
      terms.emplace_back();
    else
      terms.back() += c;
  }
  if (static_cast<int>(terms.size()) != n.size())
    n.refuse("equation " + equation + " does not fit " + std::to_string(n.size()) + " inputs");
  std::size_t longest = 0;
  std::vector<lettered> operands;
  for (int i = 0; i < n.size(); ++i)
    operands.push_back({n.in(i), with_ellipsis(n, terms[static_cast<std::size_t>(i)], n.rank(i), longest)});
  std::string result;
  std::string ellipsis;
  for (std::size_t i = 0; i < longest; ++i) ellipsis += static_cast<char>('0' + (longest - 1 - i));
  if (arrow != std::string::npos) {
    result = equation.substr(arrow + 2);
    if (const std::size_t at = result.find("..."); at != std::string::npos)
      result = result.substr(0, at) + ellipsis + result.substr(at + 3);
  } else {
    std::map<char, int> counts;
    for (const lettered& each : operands)
      for (char letter : each.axes) ++counts[letter];
    for (const auto& [letter, count] : counts)
      if (count == 1 && letter > '9') result += letter;
    result = ellipsis + result;
  }
  for (lettered& each : operands) take_diagonals(n, each);
  lettered all = operands[0];
  for (std::size_t i = 1; i < operands.size(); ++i) {
    std::string wanted = result;
    for (std::size_t j = i + 1; j < operands.size(); ++j) wanted += operands[j].axes;
    all = contract(n, all, operands[i], wanted);
  }
  keep_axes(n, all, result);
  for (char letter : result)
    if (all.axes.find(letter) == std::string::npos)
      n.refuse(std::string("axis ") + letter + " of the result is in no input");
  return {arranged(n, all, result)};
}

}  // namespace

void add_einsum(translator_table& table) {
  table.insert({
      {"Einsum", {einsum, 12, 12, "transpose, reshape, reduce_sum, matmul; slice of diagonals"}},
  });
}

}  // namespace litho::importer
