// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "facts.hpp"

/// The bases of ops: what all ops of a kind share.
namespace litho {

/// Right-aligned NumPy broadcast of two shapes; count < 0 where they do not fit.
constexpr shape broadcast(const shape& a, const shape& b) {
  shape result;
  result.count = a.count > b.count ? a.count : b.count;
  for (int i = 1; i <= result.count; ++i) {
    const std::int64_t left = i <= a.count ? a[a.count - i] : 1;
    const std::int64_t right = i <= b.count ? b[b.count - i] : 1;
    if (left != right && left != 1 && right != 1) {
      result.count = -1;
      return result;
    }
    result[result.count - i] = left == 1 ? right : left;
  }
  return result;
}

/// Whether a plain operand may meet an NC1HWC0 one of rank `rank`: it must not vary along the channel axis.
constexpr bool constant_along_channels(const tensor_type& type, int rank) {
  const int channel = 1 - (rank - type.rank());
  return channel < 0 || type.dims[channel] == 1;
}

/// Ops that map scalars: output element i is eval of input elements i, inputs broadcast as in NumPy. The reference
/// computes in double; of an op with `rounds_between = true` in float, unless x is f64.
template <int Arity>
struct elementwise {
  static constexpr category kind = category::elementwise;
  static constexpr engine unit = engine::vector;
  static constexpr int inputs_min = Arity;
  static constexpr int inputs_max = Arity;
  using attributes = no_attributes;

  template <class Attributes>
  static constexpr inferred infer(std::span<const tensor_type> x, const Attributes&) {
    tensor_type out = x[0];
    for (std::size_t i = 1; i < x.size(); ++i) {
      const tensor_type& next = x[i];
      if (next.element != out.element) return fault{"element types differ: {left} and {right}", out, next};
      const shape dims = broadcast(out.dims, next.dims);
      if (dims.count < 0) return fault{"shapes do not broadcast: {left} and {right}", out, next};
      if (next.layout != format::plain) out = out.with(next.layout, next.lanes);
      out.dims = dims;
    }
    if (out.layout == format::plain) return out;
    for (const tensor_type& each : x) {
      const bool fits = each.layout == out.layout
                            ? each.lanes == out.lanes && each.rank() == out.rank() &&
                                  (out.layout == format::nc1hwc0 ? each.dims[1] == out.dims[1] : each.dims == out.dims)
                            : each.layout == format::plain && out.layout == format::nc1hwc0 &&
                                  constant_along_channels(each, out.rank());
      if (!fits) return fault{"layouts do not meet: {left} and {right}", out, each};
    }
    return out;
  }
};

/// Elementwise ops that give a bool.
struct comparison : elementwise<2> {
  template <class Attributes>
  static constexpr inferred infer(std::span<const tensor_type> x, const Attributes& a) {
    inferred out = elementwise<2>::infer(x, a);
    if (out.ok()) out.type.element = dtype::boolean;
    return out;
  }
};

/// Axes that a reduction folds; negative ones count from the back. They stay in the shape with size 1.
struct reduction_attributes {
  ints axes;
  static constexpr void fields(auto& self, auto&& visit) { visit("axes", self.axes); }
  friend constexpr bool operator==(const reduction_attributes&, const reduction_attributes&) = default;
};

/// Ops that fold axes: initial(), combine(accumulator, x), finish(accumulator, count) over scalars and SIMD values.
struct reduction {
  static constexpr category kind = category::reduction;
  static constexpr engine unit = engine::vector;
  static constexpr int inputs_min = 1;
  static constexpr int inputs_max = 1;
  using attributes = reduction_attributes;

  static constexpr inferred infer(std::span<const tensor_type> x, const attributes& a) {
    tensor_type out = x[0];
    for (std::int64_t axis : a.axes) {
      if (axis < -out.rank() || axis >= out.rank())
        return fault{"axis {a} is outside of {left} (rank {b})", x[0], {}, axis, out.rank()};
      if (axis < 0) axis += out.rank();
      if (out.layout != format::plain && axis < 2)
        return fault{"axis {a} of a blocked layout cannot be folded: {left}", x[0], {}, axis};
      out.dims[static_cast<int>(axis)] = 1;
    }
    if (x[0].elements() == 0) return fault{"nothing to fold: {left} has no elements", x[0]};
    return out;
  }
};

/// Sums of products, on the Cube.
struct contraction {
  static constexpr category kind = category::contraction;
  static constexpr engine unit = engine::cube;
  static constexpr int inputs_min = 2;
  static constexpr int inputs_max = 3;
};

/// A window folded to one value.
struct pooling {
  static constexpr category kind = category::pooling;
  static constexpr engine unit = engine::vector;
  static constexpr int inputs_min = 1;
  static constexpr int inputs_max = 1;
};

/// Compositions of other ops: `decompose` writes them out before fusion, which makes one kernel of them again. `eval` is still
/// the direct formula, so that the two can be held against each other.
struct composite {
  static constexpr category kind = category::composite;
  static constexpr engine unit = engine::vector;
  static constexpr int inputs_min = 1;
  static constexpr int inputs_max = 1;
  using attributes = no_attributes;
};

/// Ops with a loop of their own: `compute(in, out, attributes)`, written once for the reference evaluator and for kernels.
///   in.size(), in.type(i)            the inputs
///   in.real(i, at), in.whole(i, at)  element `at` (row-major) of input i: In::real_type, std::int64_t
///   out.type()                       the output
///   out.set(at, value)               rounds to the element type and stores; a value of real_type, or a whole number
///   out.copy(at, in, i, from)        element `from` of input i as it is
/// What computes neighbours along the output's last axis alike can do so for a register of them at once:
///   for (const auto& block : typename In::blocks(extent))
///   in.load(block, i, first)         those of input i that lie at `first` and behind it: In::block::value, with operators and
///                                    the functions of litho::math
///   in.numbers(i, first, count, room)  a pointer to elements of input i: where they lie, or copied to `room`
///   in.add_products(block, ...)      adds a vector times a matrix
///   block.load(from), block.store(to, value)   the same in scratch memory
///   out.store(block, first, value)
///   out.room(first, room)            where to make what is to lie at `first`: there, or in `room`
///   out.put(block, first, from)      and stores it from there
/// Every element of the output must be written. An op that needs memory beside it has
///   scratch_elements(types of inputs, type of output, attributes)   how many numbers
///   out.scratch()                                                   their begin; they hold anything
struct direct {
  static constexpr category kind = category::direct;
  static constexpr engine unit = engine::vector;
  static constexpr int inputs_min = 1;
  static constexpr int inputs_max = 1;
  using attributes = no_attributes;
};

/// Values move, none is computed. `read` or `write` says where to; eval and the kernel follow from it.
struct movement {
  static constexpr category kind = category::movement;
  static constexpr engine unit = engine::move;
  static constexpr int inputs_min = 1;
  static constexpr int inputs_max = 1;
  using attributes = no_attributes;
};

}  // namespace litho
