// SPDX-License-Identifier: BSL-1.0
#include "families.hpp"

namespace litho::importer {

const translator_table& translators() {
  static const translator_table table = [] {
    translator_table all;
    add_elementwise(all);
    add_activations(all);
    add_shapes(all);
    add_movements(all);
    add_indexing(all);
    add_ngrams(all);
    add_reductions(all);
    add_products(all);
    add_einsum(all);
    add_convolutions(all);
    add_pooling(all);
    add_normalisations(all);
    add_quantisation(all);
    add_recurrent(all);
    add_resize(all);
    add_attention(all);
    add_vision(all);
    add_signal(all);
    add_microsoft(all);
    return all;
  }();
  return table;
}

ints without(const ints& dims, const std::vector<int>& axes) {
  ints result;
  for (int i = 0; i < dims.count; ++i)
    if (std::find(axes.begin(), axes.end(), i) == axes.end()) result.push_back(dims[i]);
  return result;
}

value along_channels(builder& to, const value& x, int rank, int axis) {
  std::vector<std::int64_t> dims = ones(rank);
  if (axis < rank) dims[static_cast<std::size_t>(axis)] = x->type.elements();
  return to.reshape(x, to_ints(dims));
}

value with_number(builder& to, std::string_view op, const value& x, double number) {
  return to.make(op, {x, to.scalar(x->type.element, number)});
}

}  // namespace litho::importer
