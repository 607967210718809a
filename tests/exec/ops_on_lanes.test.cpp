// SPDX-License-Identifier: BSL-1.0
// Elementwise ops on what kernels compute with, against the reference: `eval` is one function for both.
#include <cmath>
#include <litho/eager.hpp>
#include <litho/exec/program.hpp>
#include <litho/npu/elements.hpp>
#include <litho/op/all.hpp>

#include "catch.hpp"

namespace {

using litho::name_t;
using litho::op;
using litho::tensor;

template <class T>
constexpr T samples[16] = {T(0),  T(1),  T(2),  T(3),  T(5),   T(7),  T(100), T(-1),
                           T(-2), T(-3), T(-7), T(64), T(255), T(31), T(4),   T(-128)};
template <class T>
  requires std::is_floating_point_v<T>
constexpr T samples<T>[16] = {T(0),    T(-0.0),  T(0.5), T(-0.5), T(1),   T(-1),   T(2.5),      T(-2.5),
                              T(0.75), T(-3.25), T(40),  T(-40),  T(1e9), T(-1e9), T(INFINITY), T(-INFINITY)};

/// Input `which`: the samples from another one on, so that different ones meet; NaN in one place of the first of floats.
template <class T>
std::vector<T> input(int which, bool is_bool) {
  std::vector<T> result;
  for (int i = 0; i < 16; ++i) {
    T value = samples<T>[(i * (2 * which + 1) + which) % 16];
    if (is_bool) value = T((i >> which) % 2);
    result.push_back(value);
  }
  if constexpr (std::is_floating_point_v<T>)
    if (which == 0 && !is_bool) result[13] = std::numeric_limits<T>::quiet_NaN();
  return result;
}

template <class V, class Result>
V as_value(const Result& result) {
  if constexpr (std::is_same_v<Result, V>)
    return result;
  else
    return result.select(V(1), V(0));
}

template <class T, int Width, name_t Name, auto Attributes>
void check_width(const std::vector<T>* inputs, const tensor& expected, double tolerance) {
  using value = litho::npu::vector_of<T, Width>;
  constexpr int order[] = {0, 1, 2};
  for (int at = 0; at + Width <= 16; at += Width) {
    const value lanes[] = {value::load(inputs[0].data() + at), value::load(inputs[1].data() + at),
                           value::load(inputs[2].data() + at)};
    T result[Width];
    as_value<value>(litho::exec::detail::apply_op<op<Name>, Attributes>(lanes, order)).store(result);
    for (int i = 0; i < Width; ++i) {
      const litho::number wanted = expected.values[static_cast<std::size_t>(at + i)];
      const litho::number given = litho::rounded(expected.type.element, result[i]);
      CAPTURE(Name.view(), Width, inputs[0][static_cast<std::size_t>(at + i)],
              inputs[1][static_cast<std::size_t>(at + i)], static_cast<double>(given), static_cast<double>(wanted));
      const double error = std::fabs(static_cast<double>(given) - static_cast<double>(wanted));
      CHECK((given == wanted || (wanted != wanted && given != given) ||
             error <= tolerance * std::max(1.0, std::fabs(double(wanted)))));
    }
  }
}

/// T: what a kernel computes in; Element: the elements that it stands for.
template <class T, class Element, name_t Name, auto Attributes = typename op<Name>::attributes{}>
void check(double tolerance = 0) {
  std::vector<T> inputs[3];
  std::vector<tensor> tensors(3);
  for (int i = 0; i < 3; ++i) {
    inputs[i] = input<T>(i, std::is_same_v<Element, bool>);
    tensor& each = tensors[static_cast<std::size_t>(i)];
    each.type = {.element = litho::dtype_of<Element>::value, .dims = {16}};
    for (T& value : inputs[i]) {
      each.values.push_back(litho::rounded(each.type.element, value));
      if constexpr (std::is_integral_v<T>) value = static_cast<T>(each.values.back().whole());
    }
  }
  tensor expected;
  if constexpr (op<Name>::inputs_max == 1)
    expected = litho::eager<Name, Attributes>(tensors[0]);
  else
    expected = litho::eager<Name, Attributes>(tensors[0], tensors[1]);
  REQUIRE(expected.ok());
  check_width<T, 16, Name, Attributes>(inputs, expected, tolerance);
  check_width<T, 8, Name, Attributes>(inputs, expected, tolerance);
  check_width<T, 4, Name, Attributes>(inputs, expected, tolerance);
}

template <name_t... Names>
void check_floats(double tolerance) {
  (check<float, float, Names>(tolerance), ...);
  (check<double, double, Names>(tolerance / 1e8), ...);
}
template <name_t... Names>
void check_integers() {
  (check<std::int64_t, std::int8_t, Names>(), ...);
  (check<std::int64_t, std::int64_t, Names>(), ...);
  (check<std::int64_t, std::uint8_t, Names>(), ...);
  (check<std::uint64_t, std::uint64_t, Names>(), ...);
}
template <name_t... Names>
void check_booleans() {
  (check<float, bool, Names>(), ...);
}

}  // namespace

TEST_CASE("exact ops on lanes") {
  check_floats<"equal", "less", "greater", "less_or_equal", "greater_or_equal", "sign", "floor", "ceil", "round",
               "is_nan", "is_inf", "prelu", "reciprocal", "thresholded_relu", "shrink", "softsign">(3e-8);
  check<float, float, "mod", litho::mod_attributes{.truncated = true}>();
  check<double, double, "mod", litho::mod_attributes{.truncated = true}>();
  check<float, float, "is_inf", litho::is_inf_attributes{.negative = false}>();
  check<float, float, "thresholded_relu", litho::thresholded_relu_attributes{.alpha = -2}>();
  check<float, float, "shrink", litho::shrink_attributes{.bias = 0.25, .lambd = 2}>();
}

TEST_CASE("functions on lanes") {
  check_floats<"sin", "cos", "tan", "asin", "acos", "atan", "asinh", "acosh", "atanh", "elu", "selu", "celu",
               "hard_sigmoid", "softplus", "mish", "swish">(1e-6);
  check_floats<"sinh", "cosh">(1e-5);
  check<float, float, "elu", litho::elu_attributes{.alpha = 0.5}>(1e-6);
  check<float, float, "celu", litho::celu_attributes{.alpha = 0.5}>(1e-6);
  check<float, float, "swish", litho::swish_attributes{.alpha = 0.5}>(1e-6);
}

TEST_CASE("integers on lanes") {
  check_integers<"equal", "less", "greater", "less_or_equal", "greater_or_equal", "bit_and", "bit_or", "bit_xor",
                 "bit_not", "mod", "sign", "prelu">();
  check<std::int64_t, std::int32_t, "mod", litho::mod_attributes{.truncated = true}>();
  check<std::int64_t, std::uint8_t, "bit_shift">();
  check<std::int64_t, std::uint8_t, "bit_shift", litho::bit_shift_attributes{.right = true}>();
  check<std::int64_t, std::uint32_t, "bit_shift">();
  check<std::uint64_t, std::uint64_t, "bit_shift">();
  check<std::uint64_t, std::uint64_t, "bit_shift", litho::bit_shift_attributes{.right = true}>();
}

TEST_CASE("bools on lanes") { check_booleans<"equal", "logical_and", "logical_or", "logical_xor", "logical_not">(); }

TEST_CASE("quantisation on lanes") {
  using value = litho::npu::lanes<float, 8>;
  const float x[] = {0, 1, 3, -1, 5, 1000, -1000, 254};
  float result[8];
  op<"quantize_linear">::eval(value::load(x), value(2), value(128), {}).store(result);
  const float quantised[] = {128, 128, 130, 128, 130, 255, 0, 255};
  for (int i = 0; i < 8; ++i) CHECK(result[i] == quantised[i]);
  op<"dequantize_linear">::eval(value::load(quantised), value(2), value(128)).store(result);
  const float back[] = {0, 0, 4, 0, 4, 254, -256, 254};
  for (int i = 0; i < 8; ++i) CHECK(result[i] == back[i]);
}
