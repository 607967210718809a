// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "../node.hpp"

/// One file for each family of ops; table.cpp collects them.
namespace litho::importer {

void add_elementwise(translator_table& table);
void add_activations(translator_table& table);
void add_shapes(translator_table& table);
void add_movements(translator_table& table);
void add_indexing(translator_table& table);
void add_ngrams(translator_table& table);
void add_reductions(translator_table& table);
void add_products(translator_table& table);
void add_einsum(translator_table& table);
void add_convolutions(translator_table& table);
void add_pooling(translator_table& table);
void add_normalisations(translator_table& table);
void add_quantisation(translator_table& table);
void add_recurrent(translator_table& table);
void add_resize(translator_table& table);
void add_attention(translator_table& table);
void add_vision(translator_table& table);
void add_signal(translator_table& table);
void add_microsoft(translator_table& table);

// Used by several families.

/// `count` ones.
inline std::vector<std::int64_t> ones(int count) {
  return std::vector<std::int64_t>(static_cast<std::size_t>(count), 1);
}

/// The sizes of a shape with some axes left out.
ints without(const ints& dims, const std::vector<int>& axes);

/// x [C] as something that broadcasts along axis 1 of `rank` axes.
value along_channels(builder& to, const value& x, int rank, int axis = 1);

/// An op of x and a number.
value with_number(builder& to, std::string_view op, const value& x, double number);

value softmax(builder& to, const value& x, int axis);
/// softmax of x over the node's axis as that opset has it: before 13, everything from the axis on is one row.
value softmax_of_version(const node& n, const value& x, std::int64_t version);

/// The op of the library takes floats. Whole numbers are summed in double, which is exact up to 2^53.
value matrix_product(builder& to, const value& a, const value& b);

/// Windows of Conv and pooling, with every form of padding worked out.
struct window {
  std::vector<std::int64_t> kernel, stride, dilation, before, after;
  std::size_t size() const { return kernel.size(); }
  bool is_dense() const {
    return std::all_of(dilation.begin(), dilation.end(), [](std::int64_t d) { return d == 1; });
  }
};
window window_of(const node& n, const std::vector<std::int64_t>& kernel, int spatial);

/// x under the window that the attributes of AveragePool say; x has the shape of input 0.
value average_pooled(const node& n, const value& x);

value convolve(builder& to, const value& x, const value& w, const value& bias, const window& over, std::int64_t groups);

/// x zero-padded (or padded with `fill`) along its spatial axes.
value padded(builder& to, const value& x, const std::vector<std::int64_t>& before,
             const std::vector<std::int64_t>& after, double fill);

/// What scales and zero points of quantising ops are: the axis they lie along is moved into place.
value dequantised(const node& n, const value& x, const value& scale, const value& zero, int axis);
value quantised(const node& n, const value& x, const value& scale, const value& zero, dtype element, int axis);

}  // namespace litho::importer
