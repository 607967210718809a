// SPDX-License-Identifier: BSL-1.0
// Matrix products.
#include "families.hpp"

namespace litho::importer {

value matrix_product(builder& to, const value& a, const value& b) {
  if (is_float(a->type.element)) return to.make("matmul", {a, b});
  return to.cast(to.make("matmul", {to.cast(a, dtype::f64), to.cast(b, dtype::f64)}), a->type.element);
}

namespace {

/// Vectors take part as one row or one column, which is then dropped.
value product(builder& to, value a, value b) {
  const bool is_row = a->type.rank() == 1;
  const bool is_column = b->type.rank() == 1;
  if (a->type.rank() == 0 || b->type.rank() == 0)
    to.refuse("takes no scalars: " + text_of(a->type) + ", " + text_of(b->type));
  if (is_row) a = to.reshape(a, {1, a->type.dims[0]});
  if (is_column) b = to.reshape(b, {b->type.dims[0], 1});
  value y = matrix_product(to, a, b);
  if (!is_row && !is_column) return y;
  ints dims;
  for (int i = 0; i < y->type.rank(); ++i)
    if (!(is_row && i == y->type.rank() - 2) && !(is_column && i == y->type.rank() - 1))
      dims.push_back(y->type.dims[i]);
  return to.reshape(y, dims);
}

values matmul(const node& n) { return {product(n.to, n.in(0), n.in(1))}; }

/// alpha A' B' + beta C. With one matrix of weights this is a dense layer.
values gemm(const node& n) {
  if (n.rank(0) != 2 || n.rank(1) != 2)
    n.refuse("takes two matrices, got " + text_of(n.type(0)) + " and " + text_of(n.type(1)));
  const double alpha = n.real("alpha", 1);
  const double beta = n.real("beta", 1);
  // Whole numbers are scaled in double.
  const dtype element = n.type().element;
  const dtype inner = is_float(element) || (alpha == 1 && beta == 1) ? element : dtype::f64;
  const value b = n.to.cast(n.in(1), inner);
  value a = n.to.cast(n.in(0), inner);
  if (n.integer("transA", 0) != 0) a = n.to.transpose(a, {1, 0});
  const bool b_is_transposed = n.integer("transB", 0) != 0;
  value c = n.has(2) ? n.to.cast(n.in(2), inner) : nullptr;
  if (c && beta != 1) c = with_number(n.to, "mul", c, beta);
  const std::int64_t outputs = n.dims(1)[b_is_transposed ? 0 : 1];
  const bool is_dense = b_is_transposed && is_float(inner);
  const bool c_is_bias = c && alpha == 1 && c->type.elements() == outputs && c->type.rank() >= 1 &&
                         c->type.dims[c->type.rank() - 1] == outputs;
  if (is_dense && c_is_bias) return {n.to.cast(n.to.make("dense", {a, b, n.to.reshape(c, {outputs})}), element)};
  value y =
      is_dense ? n.to.make("dense", {a, b}) : matrix_product(n.to, a, b_is_transposed ? n.to.transpose(b, {1, 0}) : b);
  if (alpha != 1) y = with_number(n.to, "mul", y, alpha);
  if (c) {
    if (n.version < 7 && n.integer("broadcast", 0) == 0 && c->type.dims != y->type.dims)
      n.refuse("C must have the shape of the result");
    y = n.to.make("add", {y, c});
  }
  return {n.to.cast(y, element)};
}

/// Zero points of rows lie along the rows of a.
value rows_of(const node& n, const value& zero, const value& like) {
  if (zero->type.rank() != 1 || like->type.rank() < 2 || zero->type.elements() == 1) return zero;
  return n.to.reshape(zero, {zero->type.elements(), 1});
}

values matmul_integer(const node& n) {
  value a = n.to.cast(n.in(0), dtype::i32);
  value b = n.to.cast(n.in(1), dtype::i32);
  if (n.has(2)) a = n.to.make("sub", {a, rows_of(n, n.to.cast(n.in(2), dtype::i32), a)});
  if (n.has(3)) b = n.to.make("sub", {b, n.to.cast(n.in(3), dtype::i32)});
  return {product(n.to, a, b)};
}

values qlinear_matmul(const node& n) {
  const auto in_float = [&](int i) { return n.to.cast(n.in(i), dtype::f32); };  // scales may be half floats
  const value a = dequantised(n, n.in(0), in_float(1), n.has(2) ? n.in(2) : nullptr, n.rank(0) - 2);
  const value b = dequantised(n, n.in(3), in_float(4), n.has(5) ? n.in(5) : nullptr, n.rank(3) - 1);
  const value y = product(n.to, a, b);
  return {quantised(n, y, in_float(6), n.has(7) ? n.in(7) : nullptr, n.has(7) ? n.type(7).element : dtype::u8,
                    y->type.rank() - 2)};
}

}  // namespace

void add_products(translator_table& table) {
  table.insert({
      {"MatMul", {matmul, 1, 13, "matmul; of integers in f64"}},
      {"Gemm", {gemm, 1, 13, "dense, or matmul, mul, add"}},
      {"MatMulInteger", {matmul_integer, 10, 10, "sub, matmul in f64, cast"}},
      {"QLinearMatMul", {qlinear_matmul, 10, 21, "dequantize_linear, matmul, quantize_linear"}},
  });
}

}  // namespace litho::importer
