// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <utility>

#include "../core/math.hpp"
#include "categories.hpp"

/// The reference semantics that a category gives its ops: loops around an op's scalar function, its fold or its walk.
namespace litho::detail {

/// Calls visit(flat index, odometer) for each index of `dims` in row-major order.
template <class Visit>
constexpr void for_each_index(const shape& dims, Visit&& visit) {
  ints at;
  at.count = dims.count;
  const std::int64_t total = dims.product();
  for (std::int64_t flat = 0; flat < total; ++flat) {
    visit(flat, at);
    for (int axis = dims.count - 1; axis >= 0; --axis) {
      if (++at[axis] < dims[axis]) break;
      at[axis] = 0;
    }
  }
}

constexpr std::int64_t offset_of(const ints& at, const ints& strides) {
  std::int64_t offset = 0;
  for (int i = 0; i < at.count; ++i) offset += at[i] * strides[i];
  return offset;
}

/// What the scalar function of an op computes with: whole numbers where all inputs are such, and double.
template <class Op>
constexpr bool computes_whole(std::span<const tensor* const> x) {
  for (const tensor* each : x)
    if (is_float(each->type.element)) return false;
  return true;
}
template <class V>
constexpr V as_operand(const number& value, dtype element) {
  if constexpr (!std::is_floating_point_v<V>)
    return V(value.whole());
  else if (element == dtype::u64)  // numbers of which are held as those of i64 with the same bits
    return static_cast<V>(static_cast<std::uint64_t>(value.whole()));
  else
    return static_cast<V>(static_cast<double>(value));
}
template <class V>
constexpr number as_number(const V& result) {
  if constexpr (math::whole<V>)
    return result.value;
  else
    return result;
}

template <class Op, class V>
constexpr void eval_elementwise_in(std::span<const tensor* const> x, const typename Op::attributes& attributes,
                                   tensor& out) {
  constexpr int arity = Op::inputs_max;
  ints strides[arity];
  for (int i = 0; i < arity; ++i)
    strides[i] = broadcast_strides(x[static_cast<std::size_t>(i)]->type.dims, out.type.dims);
  for_each_index(out.type.dims, [&](std::int64_t, const ints& at) {
    const auto value = [&](int i) {
      const tensor& from = *x[static_cast<std::size_t>(i)];
      return as_operand<V>(from.values[static_cast<std::size_t>(offset_of(at, strides[i]))], from.type.element);
    };
    const auto result = [&]<int... I>(std::integer_sequence<int, I...>) {
      if constexpr (requires { Op::eval(value(I)..., attributes); })
        return Op::eval(value(I)..., attributes);
      else
        return Op::eval(value(I)...);
    };
    out.values.push_back(rounded(out.type.element, as_number(result(std::make_integer_sequence<int, arity>()))));
  });
}
template <class Op>
constexpr void eval_elementwise(std::span<const tensor* const> x, const typename Op::attributes& attributes,
                                tensor& out) {
  if constexpr (static_cast<int>(Op::info.takes) > static_cast<int>(kinds::floats)) {
    const bool is_wide = x[0]->type.element == dtype::u64;
    if (computes_whole<Op>(x))
      return is_wide ? eval_elementwise_in<Op, wrapping<std::uint64_t>>(x, attributes, out)
                     : eval_elementwise_in<Op, wrapping<std::int64_t>>(x, attributes, out);
  }
  if constexpr (requires { Op::rounds_between; })
    if (x[0]->type.element != dtype::f64) return eval_elementwise_in<Op, float>(x, attributes, out);
  if constexpr (contains(Op::info.takes, kinds::floats)) eval_elementwise_in<Op, double>(x, attributes, out);
}

template <class Op, class V>
constexpr void eval_reduction_in(const tensor& x, tensor& out) {
  const ints strides = broadcast_strides(out.type.dims, x.type.dims);
  vec<V> sums(static_cast<std::size_t>(out.type.elements()), Op::initial(V(0)));
  for_each_index(x.type.dims, [&](std::int64_t flat, const ints& at) {
    V& sum = sums[static_cast<std::size_t>(offset_of(at, strides))];
    sum = Op::combine(sum, as_operand<V>(x.values[static_cast<std::size_t>(flat)], x.type.element));
  });
  const auto count = static_cast<double>(x.type.elements() / out.type.elements());
  for (const V& sum : sums) out.values.push_back(rounded(out.type.element, as_number(Op::finish(sum, count))));
}
/// function.template operator()<V>() with the V that Op folds elements of a type in.
template <class Op>
constexpr auto with_folded(dtype element, const auto& function) {
  if constexpr (Op::kind == category::reduction && contains(Op::info.takes, kinds::integers)) {
    if (element == dtype::u64) return function.template operator()<wrapping<std::uint64_t>>();
    if (!is_float(element)) return function.template operator()<wrapping<std::int64_t>>();
  }
  return function.template operator()<double>();
}
template <class Op>
constexpr void eval_reduction(const tensor& x, tensor& out) {
  with_folded<Op>(x.type.element, [&]<class V>() { eval_reduction_in<Op, V>(x, out); });
}

template <class Op>
constexpr void eval_movement(std::span<const tensor* const> x, const typename Op::attributes& attributes, tensor& out) {
  if constexpr (requires { Op::read(x[0]->type, attributes); }) {
    const strided from = Op::read(x[0]->type, attributes);
    for_each_index(out.type.dims, [&](std::int64_t, const ints& at) {
      out.values.push_back(x[0]->values[static_cast<std::size_t>(from.offset + offset_of(at, from.strides))]);
    });
  } else if constexpr (requires { Op::fill(attributes); }) {
    vec<tensor_type> types;
    for (const tensor* each : x) types.push_back(each->type);
    out.values.resize(static_cast<std::size_t>(out.type.elements()), rounded(out.type.element, Op::fill(attributes)));
    for (std::size_t i = 0; i < x.size(); ++i) {
      const strided to =
          Op::write(std::span<const tensor_type>(types.data(), types.size()), attributes, static_cast<int>(i));
      for_each_index(x[i]->type.dims, [&](std::int64_t flat, const ints& at) {
        out.values[static_cast<std::size_t>(to.offset + offset_of(at, to.strides))] =
            x[i]->values[static_cast<std::size_t>(flat)];
      });
    }
  } else {
    out.values = x[0]->values;
  }
}

/// Goes through the blocks of an axis.
template <class Block, std::int64_t Width = 1>
struct block_iterator {
  Block block;
  [[gnu::always_inline]] constexpr const Block& operator*() const { return block; }
  [[gnu::always_inline]] constexpr block_iterator& operator++() {
    block.at += Width;
    return *this;
  }
  [[gnu::always_inline]] friend constexpr bool operator!=(const block_iterator& a, const block_iterator& b) {
    return a.block.at < b.block.at;
  }
};

/// Inputs and output of a direct op in the reference semantics.
class direct_inputs {
 public:
  using real_type = double;
  constexpr explicit direct_inputs(std::span<const tensor* const> x) : x_(x) {}
  constexpr int size() const { return static_cast<int>(x_.size()); }
  constexpr const tensor_type& type(int i) const { return x_[static_cast<std::size_t>(i)]->type; }
  constexpr const number& at(int i, std::int64_t at) const {
    return x_[static_cast<std::size_t>(i)]->values[static_cast<std::size_t>(at)];
  }
  constexpr double real(int i, std::int64_t at) const { return this->at(i, at); }
  constexpr std::int64_t whole(int i, std::int64_t at) const { return this->at(i, at).whole(); }

  /// Neighbours along the output's last axis that are computed with at once; here there is one, in a kernel a register of them.
  struct block {
    using value = double;
    std::int64_t at;
    constexpr double load(const double* from) const { return from[at]; }
    constexpr void store(double* to, double what) const { to[at] = what; }
  };
  /// The blocks of an axis, for a range-for.
  struct blocks {
    block first;
    block last;
    constexpr explicit blocks(std::int64_t extent) : first{0}, last{extent} {}
    constexpr auto begin() const { return block_iterator<block>{first}; }
    constexpr auto end() const { return block_iterator<block>{last}; }
  };
  constexpr double load(const block& where, int i, std::int64_t first) const { return real(i, first + where.at); }
  /// Elements of input `i` from `first` on: where they lie as what is computed with, else copied to `room`.
  constexpr const double* numbers(int i, std::int64_t first, std::int64_t count, double* room) const {
    for (std::int64_t k = 0; k < count; ++k) room[k] = real(i, first + k);
    return room;
  }
  /// sums[s] += sum over j < length of factors[j] times the block at `first + j * stride + s * between` of input `i`.
  template <int Sums>
  constexpr void add_products(const block& where, int i, std::int64_t first, std::int64_t stride, std::int64_t between,
                              const double* factors, std::int64_t length, double (&sums)[Sums]) const {
    for (std::int64_t j = 0; j < length; ++j)
      for (int s = 0; s < Sums; ++s) sums[s] += factors[j] * load(where, i, first + j * stride + s * between);
  }

 private:
  std::span<const tensor* const> x_;
};
class direct_output {
 public:
  constexpr direct_output(tensor& out, std::int64_t scratch) : out_(out), scratch_(static_cast<std::size_t>(scratch)) {
    out.values.resize(static_cast<std::size_t>(out.type.elements()));
  }
  constexpr const tensor_type& type() const { return out_.type; }
  constexpr void set(std::int64_t at, const number& value) {
    out_.values[static_cast<std::size_t>(at)] = rounded(out_.type.element, value);
  }
  constexpr void store(const direct_inputs::block& where, std::int64_t first, double value) {
    set(first + where.at, value);
  }
  /// Where to make what `put` stores at `first`: there, if it is stored as what is computed with, else in `scratch`.
  constexpr double* room(std::int64_t, double* scratch) const { return scratch; }
  constexpr void put(const direct_inputs::block& where, std::int64_t first, const double* from) {
    store(where, first, where.load(from));
  }
  constexpr void copy(std::int64_t at, const direct_inputs& in, int i, std::int64_t from) {
    out_.values[static_cast<std::size_t>(at)] = in.at(i, from);
  }

  constexpr double* scratch() { return scratch_.data(); }

 private:
  tensor& out_;
  vec<double> scratch_;
};

template <class Op>
constexpr void eval_direct(std::span<const tensor* const> x, const typename Op::attributes& attributes, tensor& out) {
  std::int64_t scratch = 0;
  if constexpr (requires { &Op::scratch_elements; }) {
    vec<tensor_type> types;
    for (const tensor* each : x) types.push_back(each->type);
    scratch = Op::scratch_elements(std::span<const tensor_type>(types.data(), types.size()), out.type, attributes);
  }
  const direct_inputs inputs(x);
  direct_output output(out, scratch);
  Op::compute(inputs, output, attributes);
}

}  // namespace litho::detail
