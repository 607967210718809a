// SPDX-License-Identifier: BSL-1.0
// Special values, limits of integers and tensors without elements through compiled kernels, against the reference.
#include <graphs/memory.hpp>
#include <limits>

#include "../op/values.hpp"

namespace litho::test {
namespace {

using i8 = std::int8_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

/// How near kernels come to the reference: the error over the size of the number, or over `least` where that is more.
/// Where no error is allowed, zeros have their signs.
struct nearness {
  double tolerance = 0;
  double least = 0;
  bool zeros_have_signs = true;
};

bool agrees(const number& given, const number& expected, const nearness& allowed) {
  if (given.is_whole() && expected.is_whole()) return given == expected;
  const double a = given;
  const double b = expected;
  if (allowed.zeros_have_signs && (a == 0 || b == 0) && allowed.tolerance == 0) return same(a, b);
  if (a == b || (a != a && b != b)) return true;
  return math::abs(a - b) <= allowed.tolerance * std::max(math::abs(b), allowed.least);
}

template <class Net>
void check_network(std::span<const ir::named_tensor> given, const vec<tensor>& expected, const nearness& allowed) {
  graphs::guarded arena(std::max(Net::arena_bytes(), Net::load_arena_bytes()), 0);
  graphs::guarded weights(Net::weight_bytes(), 0);
  executor<Net> net(arena.bytes(), weights.bytes());
  std::vector<graphs::user_memory> inputs;
  std::vector<graphs::user_memory> outputs;
  for (const auto& port : Net::input_ports())
    for (const ir::named_tensor& each : given)
      if (each.name == port.name) inputs.emplace_back(each.value);
  for (const auto& port : Net::output_ports()) outputs.emplace_back(port.type);
  REQUIRE(inputs.size() == Net::input_ports().size());
  REQUIRE(graphs::run(net, inputs, outputs).text().view() == "litho: ok");
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const tensor found = outputs[i].values();
    CAPTURE(Net::output_ports()[i].name);
    REQUIRE(expected[i].ok());
    CHECK(found.type == expected[i].type);
    REQUIRE(found.values.size() == expected[i].values.size());
    for (std::size_t at = 0; at < found.values.size(); ++at) {
      CAPTURE(at, double(found.values[at]), double(expected[i].values[at]));
      CHECK(agrees(found.values[at], expected[i].values[at], allowed));
    }
    CHECK(outputs[i].memory().intact());
  }
  CHECK(arena.intact());
}

/// At O0, where each op is a kernel, and at O3, where chains are.
template <class Graph>
void check(std::initializer_list<ir::named_tensor> inputs, const nearness& allowed = {}) {
  const std::span<const ir::named_tensor> given(inputs.begin(), inputs.size());
  const vec<tensor> expected = ir::evaluate(graph_of<Graph>(), given);
  check_network<with_options<Graph, O0>>(given, expected, allowed);
  check_network<with_options<Graph, O3>>(given, expected, allowed);
}

/// All pairs of some values: `left` with the first of each pair, or with the second.
template <element T>
tensor of_pairs(std::span<const T> values, bool left) {
  const auto count = static_cast<i64>(values.size());
  tensor result{typed<T>({count * count}), {}, {}};
  for (const T& a : values)
    for (const T& b : values) result.values.push_back(number_of(left ? a : b));
  return result;
}
/// The values over and over.
template <element T>
tensor repeated(shape dims, std::span<const T> values, std::size_t begin = 0) {
  tensor result{typed<T>(dims), {}, {}};
  for (i64 i = 0; i < dims.product(); ++i)
    result.values.push_back(number_of(values[(begin + static_cast<std::size_t>(i)) % values.size()]));
  return result;
}

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float no_number = std::numeric_limits<float>::quiet_NaN();
constexpr float largest = std::numeric_limits<float>::max();
constexpr float tiny = std::numeric_limits<float>::denorm_min();
constexpr float specials[] = {no_number, -infinity, -largest, -1.5F, -1e-38F, -tiny,   -0.0F,
                              0.0F,      tiny,      1e-38F,   1.0F,  2.5F,    largest, infinity};
constexpr int special_pairs = 14 * 14;

struct choices : network<choices> {
  static constexpr auto graph() {
    constexpr auto x = input<"x", float, special_pairs>();
    constexpr auto y = input<"y", float, special_pairs>();
    return litho::outputs(output<"kept">(where(is_nan(x), -y, litho::abs(x))), output<"sign">(sign(x) * relu(-y)),
                          output<"clipped">(clip<{.low = -1, .high = 2}>(relu6(x) - y)),
                          output<"rounded">(litho::round(x) / litho::floor(y)),
                          output<"less">(logical_or(less(x, y), is_inf<{.positive = false}>(y))),
                          output<"cut">(thresholded_relu(x) + shrink<{.lambd = 2}>(y)),
                          output<"rest">(mod<{.truncated = true}>(x, y)),
                          output<"root">(litho::sqrt(x) - reciprocal(litho::ceil(y))));
  }
};
struct extrema : network<extrema> {
  static constexpr auto graph() {
    constexpr auto x = input<"x", float, special_pairs>();
    constexpr auto y = input<"y", float, special_pairs>();
    return litho::outputs(output<"most">(litho::max(x, y)), output<"least">(litho::min(-x, litho::abs(y))),
                          output<"between">(litho::max(litho::min(x, y), scalar<-1.0>)));
  }
};
TEST_CASE("edges: special values through chains that choose") {
  const tensor x = of_pairs<float>(specials, true);
  const tensor y = of_pairs<float>(specials, false);
  check<choices>({{"x", x}, {"y", y}});
  check<extrema>({{"x", x}, {"y", y}}, {.zeros_have_signs = false});
}

constexpr int special_numbers = 21;
struct functions : network<functions> {
  static constexpr auto graph() {
    constexpr auto x = input<"x", float, special_numbers>();
    return litho::outputs(output<"exp">(litho::exp(x)), output<"log">(litho::log(litho::abs(x))),
                          output<"tanh">(litho::tanh(x)), output<"erf">(litho::erf(x)), output<"sigmoid">(sigmoid(x)),
                          output<"silu">(silu(x)), output<"gelu">(gelu(x)),
                          output<"by_tanh">(gelu<{.tanh_form = true}>(x)), output<"softplus">(softplus(x)),
                          output<"mish">(mish(x)), output<"elu">(elu(x)), output<"hardswish">(hardswish(x)),
                          output<"root">(litho::sqrt(x)), output<"inverse">(rsqrt(x)), output<"sine">(litho::sin(x)),
                          output<"softsign">(softsign(x)), output<"power">(litho::pow(litho::abs(x), scalar<0.25>)),
                          output<"chain">(litho::exp(-litho::exp(-litho::log(x)))));
  }
};
TEST_CASE("edges: special values through functions") {
  const tensor x =
      f32({special_numbers}, {no_number, infinity, -infinity, 0.0F, -0.0F, tiny, -tiny, 1e-40F, 1e-38F, -1e-38F, 1,
                              -1,        88.5F,    -88.5F,    89,   -89,   104,  -104,  1e30F,  -1e30F, largest});
  check<functions>({{"x", x}}, {1e-5, 1e-30});
}

struct folds : network<folds> {
  static constexpr auto graph() {
    constexpr auto x = input<"x", float, 7, 37>();
    return litho::outputs(
        output<"row_most">(reduce_max<{.axes = 1}>(x)), output<"row_least">(reduce_min<{.axes = 1}>(x)),
        output<"row_sum">(reduce_sum<{.axes = 1}>(x)), output<"row_mean">(reduce_mean<{.axes = 1}>(x)),
        output<"row_product">(reduce_prod<{.axes = 1}>(x)), output<"most">(reduce_max<{.axes = 0}>(x)),
        output<"least">(reduce_min<{.axes = 0}>(x)), output<"sum">(reduce_sum<{.axes = 0}>(x)),
        output<"mean">(reduce_mean<{.axes = -2}>(x)), output<"product">(reduce_prod<{.axes = 0}>(x)),
        output<"all">(reduce_max(relu(x))));
  }
};
struct soft_rows : network<soft_rows> {
  static constexpr auto graph() {
    constexpr auto x = input<"x", float, 7, 37>();
    return litho::outputs(output<"rows">(softmax(x)), output<"columns">(softmax<{.axis = 0}>(x)),
                          output<"logarithms">(log_softmax(x)), output<"norm">(layer_norm(x)),
                          output<"root">(rms_norm(x)));
  }
};
/// Rows of ordinary numbers, some with NaN or infinities in them; one of -inf, one of zeros, one of large numbers.
tensor rows(float large = 5e36F) {
  tensor x{f32({7, 37}), {}, {}};
  for (int row = 0; row < 7; ++row)
    for (int i = 0; i < 37; ++i) {
      float value = static_cast<float>((i * 5 + row) % 11 - 5) / 4;
      if (row == 1 && i == 36) value = no_number;
      if (row == 2 && i == 3) value = infinity;
      if (row == 3 && (i == 17 || i == 36)) value = -infinity;
      if (row == 4) value = -infinity;
      if (row == 5) value = -0.0F;
      if (row == 6) value = large;
      x.values.push_back(value);
    }
  return x;
}
TEST_CASE("edges: special values through folds") {
  check<folds>({{"x", rows()}}, {1e-5, 1e-30});
  check<soft_rows>({{"x", rows(1e18F)}}, {1e-6, 1});
}

struct special_pools : network<special_pools> {
  static constexpr auto graph() {
    constexpr auto x = input<"x", float, 1, 3, 7, 19>();
    return litho::outputs(output<"most">(max_pool2d<{.kernel = 3, .stride = 2, .pad = 1}>(x)),
                          output<"mean">(avg_pool2d<{.kernel = 2, .stride = 1}>(x)),
                          output<"line">(max_pool<{.kernel = {1, 5}}>(x)),
                          output<"norm">(lp_pool<{.kernel = {2, 2}}>(x)), output<"picture">(global_avg_pool(x)),
                          output<"place">(max_pool_indices<{.kernel = {3, 3}}>(x)));
  }
};
/// One picture of ordinary numbers with a NaN and both infinities in it, one of -inf, and one of ordinary numbers.
tensor pictures() {
  tensor x{f32({1, 3, 7, 19}), {}, {}};
  for (int i = 0; i < 3 * 133; ++i) {
    float value = static_cast<float>(i * 7 % 13 - 6) / 2;
    if (i == 25) value = no_number;
    if (i == 74) value = infinity;
    if (i == 130) value = -infinity;
    if (i / 133 == 1) value = -infinity;
    x.values.push_back(value);
  }
  return x;
}
struct masked_attention : network<masked_attention> {
  static constexpr auto graph() {
    constexpr auto q = input<"q", float, 5, 8>();
    constexpr auto k = input<"k", float, 8, 21>();
    constexpr auto v = input<"v", float, 21, 19>();
    constexpr auto mask = input<"mask", float, 5, 21>();
    return matmul(softmax(matmul(q, k) * scalar<0.5> + mask), v);
  }
};
struct special_sums : network<special_sums> {
  static constexpr auto graph() {
    constexpr auto x = input<"x", float, 1, 3, 7, 19>();
    constexpr auto w = input<"w", float, 5, 3, 3, 3>();
    constexpr auto a = input<"a", float, 7, 37>();
    constexpr auto b = input<"b", float, 37, 5>();
    return litho::outputs(output<"conv">(relu(conv2d<{.stride = 2, .pad = 1}>(x, w))), output<"matmul">(matmul(a, b)));
  }
};
TEST_CASE("edges: special values through windows and sums of products") {
  constexpr float weights[] = {0.5F, -0.25F, 1, 0.75F, -1, 0.125F, 2};
  check<special_pools>({{"x", pictures()}}, {1e-5, 1e-30});
  check<special_sums>({{"x", pictures()},
                       {"w", repeated<float>({5, 3, 3, 3}, weights)},
                       {"a", rows()},
                       {"b", repeated<float>({37, 5}, weights)}},
                      {1e-5, 1});
}

/// A row sees everything, one half of it, one the last key, one nothing, and one has a query of NaN.
TEST_CASE("edges: masks of attention") {
  constexpr float numbers[] = {0.5F, -0.25F, 1, 0.75F, -1, 0.125F, 2};
  tensor mask{f32({5, 21}), {}, {}};
  for (int row = 0; row < 5; ++row)
    for (int i = 0; i < 21; ++i) {
      const bool is_seen = row == 0 || row == 4 || (row == 1 && i % 2 == 0) || (row == 2 && i == 20);
      mask.values.push_back(is_seen ? 0.0F : -infinity);
    }
  tensor q = repeated<float>({5, 8}, numbers);
  q.values[4 * 8 + 3] = no_number;
  check<masked_attention>({{"q", q},
                           {"k", repeated<float>({8, 21}, numbers, 3)},
                           {"v", repeated<float>({21, 19}, numbers, 1)},
                           {"mask", mask}},
                          {1e-5, 1e-2});
}

/// Of integers of T: limits and what is next to them.
template <element T>
constexpr T ends[] = {
    std::numeric_limits<T>::min(),        T(std::numeric_limits<T>::min() + 1), T(-1), T(0), T(1), T(2), T(7),
    T(std::numeric_limits<T>::max() - 1), std::numeric_limits<T>::max()};

template <class T>
struct whole_chains : network<whole_chains<T>> {
  static constexpr auto graph() {
    constexpr auto a = input<"a", T, 81>();
    constexpr auto b = input<"b", T, 81>();
    return litho::outputs(output<"sum">((a + b) * a - litho::abs(b)), output<"quotient">(a / b),
                          output<"rest">(mod(a, b) - mod<{.truncated = true}>(-a, b)),
                          output<"chosen">(litho::max(relu(a), litho::min(b, clip<{.low = -1, .high = 2}>(a)))),
                          output<"bits">(bit_xor(bit_not(a), bit_or(b, bit_and(a, b)))),
                          output<"less">(where(less(a, b), prelu(a, b), sign(a))));
  }
};
template <class T>
struct whole_folds : network<whole_folds<T>> {
  static constexpr auto graph() {
    constexpr auto x = input<"x", T, 5, 19>();
    return litho::outputs(output<"row_sum">(reduce_sum<{.axes = 1}>(x)), output<"row_most">(reduce_max<{.axes = 1}>(x)),
                          output<"row_mean">(reduce_mean<{.axes = 1}>(x)), output<"least">(reduce_min<{.axes = 0}>(x)),
                          output<"product">(reduce_prod<{.axes = 0}>(x)), output<"running">(cumsum<{.axis = -1}>(x)),
                          output<"place">(arg_max<{.axis = 1}>(x)), output<"top">(top_k<{.k = 3}>(x)));
  }
};
template <class T>
void check_chains() {
  check<whole_chains<T>>({{"a", of_pairs<T>(ends<T>, true)}, {"b", of_pairs<T>(ends<T>, false)}});
}
struct shifts : network<shifts> {
  static constexpr auto graph() {
    constexpr auto a = input<"a", u64, 81>();
    constexpr auto b = input<"b", u64, 81>();
    constexpr auto c = input<"c", u8, 81>();
    constexpr auto d = input<"d", u8, 81>();
    return litho::outputs(output<"left">(bit_shift(a, b)), output<"right">(bit_shift<{.right = true}>(a, b)),
                          output<"small">(bit_shift<{.right = true}>(bit_shift(c, d), d)));
  }
};
TEST_CASE("edges: limits of integers through chains and folds") {
  check_chains<i8>();
  check_chains<i64>();
  check_chains<u64>();
  check<whole_folds<i8>>({{"x", repeated<i8>({5, 19}, ends<i8>)}});
  check<whole_folds<u64>>({{"x", repeated<u64>({5, 19}, ends<u64>)}});
  check<shifts>({{"a", of_pairs<u64>(ends<u64>, true)},
                 {"b", of_pairs<u64>(ends<u64>, false)},
                 {"c", of_pairs<u8>(ends<u8>, true)},
                 {"d", of_pairs<u8>(ends<u8>, false)}});
}

constexpr int cast_floats = 29;
struct casts_of_floats : network<casts_of_floats> {
  static constexpr auto graph() {
    constexpr auto x = input<"x", float, cast_floats>();
    constexpr auto y = input<"y", double, cast_floats>();
    return litho::outputs(output<"i8">(cast<i8>(x)), output<"u32">(cast<u32>(x)), output<"u64">(cast<u64>(x)),
                          output<"bool">(cast<bool>(x)), output<"half">(cast<half>(x)), output<"i64">(cast<i64>(y)),
                          output<"u16">(cast<u16>(y)), output<"float">(cast<float>(y)),
                          output<"long_half">(cast<half>(y)), output<"long_bfloat">(cast<bfloat16>(y)));
  }
};
struct casts_of_integers : network<casts_of_integers> {
  static constexpr auto graph() {
    constexpr auto x = input<"x", i64, 9>();
    constexpr auto y = input<"y", u64, 9>();
    return litho::outputs(output<"i8">(cast<i8>(x)), output<"unsigned">(cast<u64>(x)), output<"float">(cast<float>(x)),
                          output<"half">(cast<half>(x)), output<"bool">(cast<bool>(y)),
                          output<"double">(cast<double>(y)), output<"bfloat">(cast<bfloat16>(y)),
                          output<"scaled">(dequantize_linear(y, litho::constant<half_one>(), litho::constant<zero>())));
  }
  static constexpr double half_one[] = {0.5};
  static constexpr u64 zero[] = {0};
};
/// Some lie halfway between two numbers, or a little further: to round twice, to a float on the way, is wrong there.
tensor for_casts(bool is_double) {
  tensor x{is_double ? f64({cast_floats}) : f32({cast_floats}), {}, {}};
  for (double value : {nan,
                       inf,
                       -inf,
                       0.0,
                       -0.0,
                       0.75,
                       -0.75,
                       255.5,
                       256.5,
                       -129.0,
                       65504.0,
                       65519.0,
                       65520.0,
                       -65536.0,
                       2147483648.0,
                       -2147483648.0,
                       1e10,
                       -1e10,
                       9.2e18,
                       1e19,
                       -1e19,
                       3.4e38,
                       0x1.002p0,
                       0x1.0020000000001p0,
                       0x1.01p0,
                       0x1.0100000000001p0,
                       -0x1.0000000000001p-25,
                       0x1.0000000000001p-134,
                       0x1.0000010000001p0})
    x.values.push_back(rounded(x.type.element, value));
  return x;
}
TEST_CASE("edges: casts") {
  check<casts_of_floats>({{"x", for_casts(false)}, {"y", for_casts(true)}});
  check<casts_of_integers>({{"x", repeated<i64>({9}, ends<i64>)}, {"y", repeated<u64>({9}, ends<u64>)}});
}

struct without_elements : network<without_elements> {
  static constexpr auto graph() {
    constexpr auto x = input<"x", float, 0, 3>();
    constexpr auto y = input<"y", float, 2, 3>();
    constexpr auto a = input<"a", float, 2, 0>();
    constexpr auto places = input<"places", i64, 0>();
    return litho::outputs(output<"chain">(litho::exp(x) + scalar<1.0>), output<"joined">(concat(x, -y, x)),
                          output<"product">(matmul(a, x)), output<"turned">(transpose(x)),
                          output<"cut">(slice<{.axes = 0, .begin = 2, .end = 2}>(y) + x),
                          output<"around">(pad<{.before = {1, 0}, .after = {1, 0}, .value = 7}>(x)),
                          output<"taken">(gather(y, places)), output<"shape">(reshape<3, 0, 2>(x)),
                          output<"dense">(relu(dense(x, y))));
  }
};
struct rows_without_elements : network<rows_without_elements> {
  static constexpr auto graph() {
    constexpr auto x = input<"x", float, 0, 3>();
    constexpr auto y = input<"y", float, 2, 0>();
    constexpr auto image = input<"image", float, 0, 3, 4, 4>();
    constexpr auto w = input<"w", float, 5, 3, 3, 3>();
    constexpr auto b = input<"b", float, 3>();
    return litho::outputs(output<"soft">(softmax(y)), output<"logarithm">(log_softmax<{.axis = 0}>(y) * y),
                          output<"norm">(layer_norm(x, b, b)), output<"root">(rms_norm(x)),
                          output<"attended">(matmul(softmax(matmul(x, transpose(x))), x)),
                          output<"conv">(relu(conv2d<{.pad = 1}>(image, w))),
                          output<"pool">(max_pool2d<{.kernel = 2}>(image)),
                          output<"batch">(batch_norm(image, b, b, b, b)));
  }
};
struct without_axes : network<without_axes> {
  static constexpr auto graph() {
    constexpr auto x = input<"x", float>();
    constexpr auto v = input<"v", float, 3>();
    constexpr auto k = input<"k", i64>();
    return litho::outputs(output<"chain">(relu(-x) * x), output<"spread">(expand<{.dims = {2, 3}}>(x) + v),
                          output<"one">(gather(v, k) + reduce_max(v)), output<"fold">(reduce_sum(x)),
                          output<"chosen">(where(less(x, reduce_min(v)), x, reduce_max(v))),
                          output<"whole">(cast<i64>(x) - k));
  }
};
TEST_CASE("edges: tensors without elements, and without axes") {
  check<without_elements>({{"x", f32({0, 3}, {})},
                           {"y", f32({2, 3}, {1, 2, 3, 4, 5, 6})},
                           {"a", f32({2, 0}, {})},
                           {"places", typed<i64>({0}, {})}},
                          {1e-6});
  check<rows_without_elements>({{"x", f32({0, 3}, {})},
                                {"y", f32({2, 0}, {})},
                                {"image", f32({0, 3, 4, 4}, {})},
                                {"w", repeated<float>({5, 3, 3, 3}, specials)},
                                {"b", f32({3}, {1, 2, 3})}});
  check<without_axes>({{"x", f32({}, {-2.5F})}, {"v", f32({3}, {1, -2, no_number})}, {"k", typed<i64>({}, {-2})}});
}

struct backwards : network<backwards> {
  static constexpr auto graph() {
    constexpr auto x = input<"x", float, 5, 23>();
    constexpr auto k = input<"k", i64, 6>();
    constexpr i64 far = std::numeric_limits<i64>::min();
    constexpr auto turned = slice<{.axes = {-1, 0}, .begin = {-1, -1}, .end = {far, far}, .step = {-1, -2}}>(x);
    return litho::outputs(output<"turned">(turned),
                          output<"chain">(-slice<{.axes = -1, .begin = 20, .end = 1, .step = -3}>(relu(x))),
                          output<"around">(pad<{.before = {0, 2}, .after = {1, 0}, .value = -math::infinity}>(turned)),
                          output<"across">(transpose(turned)), output<"taken">(gather<{.axis = -1}>(x, k)),
                          output<"cropped">(pad_mode<{.before = {-1, 2}, .after = {2, -3}, .mode = pad_reflect}>(x)),
                          output<"lower">(trilu<{.upper = false, .k = -2}>(x)));
  }
};
struct orders : network<orders> {
  static constexpr auto graph() {
    constexpr auto x = input<"x", float, 7, 37>();
    return litho::outputs(
        output<"most">(arg_max<{.axis = -1}>(x)), output<"least">(arg_min<{.axis = 1, .select_last = true}>(x)),
        output<"top">(top_k<{.k = 5}>(x)), output<"places">(top_k_indices<{.k = 5, .largest = false}>(x)),
        output<"down">(top_k<{.k = 3, .axis = 0, .largest = false}>(x)));
  }
};
struct running : network<running> {
  static constexpr auto graph() {
    constexpr auto x = input<"x", float, 7, 37>();
    return litho::outputs(output<"sum">(cumsum<{.axis = -1, .reverse = true}>(x)),
                          output<"before">(cumsum<{.exclusive = true}>(x)), output<"product">(cumprod<{.axis = 1}>(x)));
  }
};
TEST_CASE("edges: special values in their places") {
  const tensor x = repeated<float>({5, 23}, specials);
  constexpr i64 far = std::numeric_limits<i64>::max();
  check<backwards>({{"x", x}, {"k", typed<i64>({6}, {-1, 0, -23, far, -far, 22})}});
  check<orders>({{"x", rows()}});
  check<running>({{"x", rows()}}, {1e-5, 1e-3});
}

}  // namespace
}  // namespace litho::test
