// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho.hpp>

namespace graphs {

/// Integers, bools and 16-bit floats among floats: conditions, indices, sums of integers.
struct mixed : litho::network<mixed> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", float, 3, 21>();
    constexpr auto small = cast<std::int8_t>(clip<{.low = -100, .high = 100}>(x * scalar<100.0>));
    constexpr auto chosen = where(less(x, scalar<0.0>), cast<float>(small) * scalar<0.01>, litho::exp(x));
    constexpr auto k = input<"k", std::int64_t, 21>();
    constexpr auto b = input<"b", std::uint8_t, 3, 21>();
    return litho::outputs(output<"chosen">(chosen), output<"sums">(reduce_sum<{.axes = 1}>(chosen)),
                          output<"squares">(k * k - k), output<"largest">(reduce_max(k)),
                          output<"picked">(gather<{.axis = 1}>(x, k)), output<"bytes">(b + b),
                          output<"halves">(cast<half>(x) * scalar<3.0>), output<"sides">(less(k, scalar<3.0>)));
  }
};

/// A network of half floats: the Cube computes it in float.
struct halves : litho::network<halves> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto x = input<"x", half, 1, 3, 9, 9>();
    constexpr auto w = param<"w", half, 5, 3, 3, 3>();
    constexpr auto b = param<"b", half, 5>();
    constexpr auto y = relu(conv2d<{.pad = 1}>(x, w, b));
    return softmax(reshape<5, 9>(max_pool2d<{.kernel = 3}>(y)));
  }
};

/// Doubles, 32-bit integers and bfloat16.
struct mixed_long : litho::network<mixed_long> {
  static constexpr auto graph() {
    using namespace litho;
    constexpr auto d = input<"d", double, 5, 4>();
    constexpr auto i = input<"i", std::int32_t, 5, 4>();
    constexpr auto s = cast<bfloat16>(cast<double>(i) * d);
    return litho::outputs(output<"product">(cast<float>(s)),
                          output<"quotient">(i / cast<std::int32_t>(d * scalar<10.0>)),
                          output<"whole">(cast<std::int16_t>(d * scalar<40000.0>)), output<"stored">(s));
  }
};

}  // namespace graphs
