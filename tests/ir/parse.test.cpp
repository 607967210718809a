// SPDX-License-Identifier: BSL-1.0
#include <cstdio>
#include <litho/ir/parse.hpp>
#include <random>
#include <string>
#include <utility>

#include "text.hpp"

namespace litho::test {
namespace {

// Round trips

constexpr std::string_view numbers =
    "%0 = constant {0,-0,1,-17,inf,-inf,nan,0x1.921fb54442d18p1,0.1,1e-5,0x0.0000000000001p-1022,-0x0.8p-1022,"
    "0x1.fffffffffffffp1023,9007199254740991,0x1.0p53,-0x1.0p-1022} : f64[16] compile\n"
    "%1 = constant {} : f32[0,3] compile\n"
    "%2 = constant {0x1.921fb6p1} : f32[] compile\n"
    "return \"a\" %0\n";

constexpr bool special_numbers() {
  const ir::parsed result = read(numbers);
  if (!result.ok() || ir::print(result.value).view() != numbers) return false;
  const tensor& read_back = *result.value.constant(0);
  const double expected[] = {0.0,
                             -0.0,
                             1,
                             -17,
                             inf,
                             -inf,
                             nan,
                             3.141592653589793,
                             0.1,
                             1e-5,
                             std::numeric_limits<double>::denorm_min(),
                             -0x1p-1023,
                             std::numeric_limits<double>::max(),
                             9007199254740991,
                             9007199254740992,
                             -std::numeric_limits<double>::min()};
  if (read_back.values.size() != std::size(expected)) return false;
  for (std::size_t i = 0; i < std::size(expected); ++i)
    if (!same(read_back.values[i], expected[i])) return false;
  return true;
}

constexpr std::string_view marks =
    "%0 = input \"x\" : f32[1,32,2,2]\n"
    "%1 = param \"layer.0.w\" : f32[16,32,1,1] load\n"
    "%2 = trans_data(%0) layout=1 lanes=16 : f32[1,32,2,2]:nc1hwc0/16 kernel=0\n"
    "%3 = trans_data(%1) layout=2 lanes=16 : f32[16,32,1,1]:fractal_z/16 load origin=2 kernel=1\n"
    "%4 = conv2d(%2, %3) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,16,2,2]:nc1hwc0/16 after(%0) "
    "origin=0\n"
    "%5 = relu(%4) : f32[1,16,2,2]:nc1hwc0/16 after(%2, %3) origin=0 kernel=2147483647\n"
    "%6 = trans_data(%5) layout=0 lanes=1 : f32[1,16,2,2] kernel=3\n"
    "return \"first output\" %6\n"
    "return \"\" %0\n";

constexpr std::string_view attributes =
    "%0 = input \"x\" : f32[2,3,4,5]\n"
    "%1 = slice(%0) axes=[0,-1] begin=[-1,4] end=[9223372036854775807,-9223372036854775808] step=[1,-2] : "
    "f32[1,3,4,3]\n"
    "%2 = pad(%1) before=[0,0,1,2] after=[0,1,0,0] value=-inf : f32[1,4,5,5]\n"
    "%3 = transpose(%2) permutation=[3,0,2,1] : f32[5,1,5,4]\n"
    "%4 = reshape(%3) dims=[-1,10] : f32[10,10]\n"
    "%5 = reduce_mean(%4) axes=[0,-1] : f32[1,1]\n"
    "%6 = clip(%5) low=-1.5 high=nan : f32[1,1]\n"
    "%7 = leaky_relu(%6) alpha=0.01 : f32[1,1]\n"
    "%8 = cast(%7) element=11 : f64[1,1]\n"
    "%9 = concat(%8, %8, %8) axis=1 : f64[1,3]\n"
    "%10 = softmax(%9) axis=-1 : f64[1,3]\n"
    "%11 = avg_pool2d(%0) kernel=[2,3] stride=[1,2] pad=[1,0,0,1] count_padding=1 : f32[2,3,4,2]\n"
    "return \"y\" %10\n";

constexpr tensor_type i64(shape dims) { return {.element = dtype::i64, .dims = dims}; }

/// Ops that refuse all inputs without attributes: a window has no default size for any number of axes.
constexpr bool needs_attributes(std::string_view op) {
  return op == "average_pool" || op == "lp_pool" || op == "max_pool" || op == "max_pool_indices";
}

/// Inputs that ops take with their default attributes, where they are not like the others'.
constexpr vec<tensor_type> inputs_for(std::string_view op, const op_info& info) {
  if (op == "conv2d") return {f32({1, 2, 4, 4}), f32({3, 2, 1, 1}), f32({3})};
  if (op == "conv1d") return {f32({1, 2, 4}), f32({3, 2, 1}), f32({3})};
  if (op == "dense") return {f32({2, 3}), f32({4, 3}), f32({4})};
  if (op == "matmul") return {f32({2, 3}), f32({3, 4})};
  if (op == "attention") return {f32({2, 3}), f32({5, 3}), f32({5, 4})};
  if (op == "batch_norm") return {f32({1, 2, 3, 3}), f32({2}), f32({2}), f32({2}), f32({2})};
  if (op == "layer_norm") return {f32({2, 3}), f32({3}), f32({3})};
  if (info.kind == category::pooling || op == "global_avg_pool") return {f32({1, 2, 4, 4})};
  if (op == "conv") return {f32({1, 2, 4, 4}), f32({3, 2, 1, 1}), f32({3})};
  if (op == "conv_transpose") return {f32({1, 2, 4, 4}), f32({2, 3, 1, 1}), f32({3})};
  if (op == "rnn") return {f32({5, 2, 4}), f32({1, 1, 4}), f32({1, 1, 1})};
  if (op == "rnn_steps") return {f32({5, 2, 4}), f32({1, 4, 1}), f32({1, 1, 1})};
  if (op == "gru_steps") return {f32({5, 2, 4}), f32({1, 4, 3}), f32({1, 1, 3})};
  if (op == "lstm_steps") return {f32({5, 2, 4}), f32({1, 4, 4}), f32({1, 1, 4})};
  if (op == "gru") return {f32({5, 2, 4}), f32({1, 3, 4}), f32({1, 3, 1})};
  if (op == "lstm") return {f32({5, 2, 4}), f32({1, 4, 4}), f32({1, 4, 1})};
  if (op == "interleave") return {f32({1, 4, 4, 3})};
  if (op == "channels_last") return {f32({1, 4, 4, 3})};
  if (op == "gather_nd") return {f32({2, 3}), i64({4, 1})};
  if (op == "scatter_nd") return {f32({2, 3}), i64({4, 1}), f32({4, 3})};
  if (op == "one_hot") return {i64({2, 3}), f32({2})};
  if (op == "reverse_sequence") return {f32({2, 3}), i64({3})};
  for (std::string_view one_per_axis : {"reshape", "transpose", "pad", "pad_mode", "slice", "tile", "trans_data"})
    if (op == one_per_axis) return {f32({})};
  return {};
}

/// The types above, or the first that fit of all inputs f32[2,3] and those with other element types.
constexpr vec<tensor_type> accepted_inputs(const op_info& info, std::span<const std::int64_t> defaults) {
  vec<tensor_type> inputs = inputs_for(info.view(), info);
  if (!inputs.empty()) return inputs;
  constexpr dtype elements[] = {dtype::f32, dtype::i64, dtype::u8, dtype::boolean};
  inputs.resize(static_cast<std::size_t>(info.inputs_min), f32({2, 3}));
  for (int trial = 0; trial < 64; ++trial) {
    int rest = trial;
    for (tensor_type& each : inputs) {
      each.element = elements[rest % 4];
      rest /= 4;
    }
    if (info.infer(std::span<const tensor_type>(inputs.data(), inputs.size()), defaults).ok()) break;
  }
  return inputs;
}

/// Op number I with its default attributes: printed, parsed and printed again.
template <std::size_t I>
constexpr bool default_attributes() {
  constexpr const op_info& info = *all_ops[I];
  using given = typename op<name_t(info.name)>::attributes;
  if (info.kind == category::source || needs_attributes(info.view())) return true;
  const attribute_values values = packed(given{});
  ir::graph g;
  vec<int> inputs;
  constexpr std::string_view names[] = {"a", "b", "c", "d", "e"};
  const vec<tensor_type> types = accepted_inputs(info, values.view());
  for (std::size_t i = 0; i < types.size(); ++i)
    inputs.push_back(g.append_source(info_of<"input">, types[i], names[i]));
  const inferred type = info.infer(std::span<const tensor_type>(types.data(), types.size()), values.view());
  if (!type.ok()) {  // it wants other shapes: its attributes alone
    text_builder text;
    info.print(text, values.view());
    std::string_view rest = text.view();
    attribute_values again;
    return info.parse(rest, again) && rest.empty() && unpacked<given>(again.view()) == given{};
  }
  const int node = g.append(info, type.type, std::span<const int>(inputs.data(), inputs.size()), values.view());
  g.outputs.push_back({node, "y"});
  const text_builder printed = ir::print(g);
  const ir::parsed result = read(printed.view());
  return result.ok() && ir::print(result.value).view() == printed.view() &&
         unpacked<given>(result.value.attributes(node)) == given{};
}
template <std::size_t... I>
void all_default_attributes(std::index_sequence<I...>) {
  const bool read_back[] = {default_attributes<I>()...};
  for (std::size_t i = 0; i < sizeof...(I); ++i) {
    CAPTURE(all_ops[i]->view());
    CHECK(read_back[i]);
  }
}

TEST_CASE("what print writes, parse reads") {
  STATIC_REQUIRE(special_numbers());
  REQUIRE(special_numbers());
  STATIC_REQUIRE(is_read_back(marks));
  REQUIRE(is_read_back(marks));
  STATIC_REQUIRE(is_read_back(attributes));
  REQUIRE(is_read_back(attributes));
}

TEST_CASE("the default attributes of every op are read back") {
  all_default_attributes(std::make_index_sequence<std::size(all_ops)>());
}

constexpr bool blanks() {
  const ir::parsed result = read("\n   \n%0 =   input   \"x\" : f32[ 2 , 3 ]\r\n\n   return \"y\"  %0");
  return result.ok() && ir::print(result.value).view() == "%0 = input \"x\" : f32[2,3]\nreturn \"y\" %0\n";
}

/// Only the given ops are known.
constexpr bool knows_given_ops() {
  const op_info* few[] = {&info_of<"input">, &info_of<"relu">};
  return ir::parse("%0 = input \"x\" : f32[2]\n%1 = relu(%0) : f32[2]\nreturn \"y\" %1", few).ok() &&
         ir::parse("%0 = input \"x\" : f32[2]\n%1 = exp(%0) : f32[2]\nreturn \"y\" %1", few).error ==
             std::string_view("unknown op");
}

TEST_CASE("parse takes blanks and line ends of any kind") {
  STATIC_REQUIRE(blanks());
  REQUIRE(blanks());
  STATIC_REQUIRE(knows_given_ops());
  REQUIRE(knows_given_ops());
}

// Faults

/// The text, put behind a valid first line (so it begins in line 2), is refused in `line` for the reason `why`.
constexpr bool refused(std::string_view text, int line, std::string_view why) {
  text_builder whole;
  whole << "%0 = input \"x\" : f32[2,3]\n" << text;
  const ir::parsed result = read(whole.view());
  return !result.ok() && result.error == why && result.line == line;
}

constexpr bool lines() {
  constexpr std::string_view number = "nodes are numbered from %0 in order";
  return refused("relu(%0) : f32[2,3]", 2, number) && refused("%0 = relu(%0) : f32[2,3]", 2, number) &&
         refused("%2 = relu(%0) : f32[2,3]", 2, number) && refused("%x = relu(%0) : f32[2,3]", 2, number) &&
         refused("%1 relu(%0) : f32[2,3]", 2, number) &&
         refused("%18446744073709551617 = relu(%0) : f32[2,3]", 2, number) &&
         refused("%1 = relu(%0) : f32[2,3]\n\n\n%1 = relu(%0) : f32[2,3]", 5, number) &&
         refused("%1 = rulu(%0) : f32[2,3]", 2, "unknown op") && refused("%1 = ", 2, "unknown op") &&
         refused("%1 = relu(%0) : f32[2,3] kernl=2", 2, "the line goes on after the node") &&
         refused("%1 = relu(%0) : f32[2,3]] ", 2, "the line goes on after the node") &&
         refused("%1 = relu(%0) : f32[2,3] run", 2, "the line goes on after the node");
}

constexpr bool sources_and_constants() {
  constexpr std::string_view name = "a source takes a \"name\"";
  constexpr std::string_view values = "a constant takes {values}";
  constexpr std::string_view count = "a constant has the wrong number of values";
  constexpr std::string_view number = "a constant value is not a number";
  return refused("%1 = input x : f32[2]", 2, name) && refused("%1 = param \"x : f32[2]", 2, name) &&
         refused("%1 = constant 1 : f32[]", 2, values) && refused("%1 = constant {1,2} : f32[3]", 2, count) &&
         refused("%1 = constant {1,2} : f32[1]", 2, count) && refused("%1 = constant {} : f32[]", 2, count) &&
         refused("%1 = constant {1 2} : f32[2]", 2, "constant values are separated by commas") &&
         refused("%1 = constant {1,} : f32[1]", 2, number) && refused("%1 = constant {1, : f32[1]", 2, number) &&
         refused("%1 = constant {x} : f32[]", 2, number) && refused("%1 = constant {0x2.0p0} : f32[]", 2, number) &&
         refused("%1 = constant {0x1.0p1024} : f32[]", 2, number) &&
         refused("%1 = constant {0x1.0p-1023} : f32[]", 2, number) &&
         refused("%1 = constant {0x0.1p0} : f32[]", 2, number) && refused("%1 = constant {0x1} : f32[]", 2, number) &&
         refused("%1 = constant {0x1.00000000000000p0} : f32[]", 2, number) &&
         refused("%1 = constant {-} : f32[]", 2, number) && refused("%1 = constant {--1} : f32[]", 2, number) &&
         refused("%1 = constant {1.2.3} : f32[]", 2, "constant values are separated by commas") &&
         refused("%1 = constant {1e-} : f32[]", 2, number) && refused("%1 = constant {1e-23} : f32[]", 2, number) &&
         refused("%1 = constant {1", 2, "constant values are separated by commas");
}

constexpr bool nodes() {
  constexpr std::string_view inputs = "inputs must be earlier nodes";
  constexpr std::string_view unfit = "attributes do not fit the op";
  return refused("%1 = relu : f32[2,3]", 2, inputs) && refused("%1 = relu(%1) : f32[2,3]", 2, inputs) &&
         refused("%1 = relu(%-1) : f32[2,3]", 2, inputs) && refused("%1 = relu(0) : f32[2,3]", 2, inputs) &&
         refused("%1 = relu(%0 : f32[2,3]", 2, inputs) && refused("%1 = relu() : f32[2,3]", 2, inputs) &&
         refused("%1 = relu(%4294967296) : f32[2,3]", 2, inputs) && refused("%1 = softmax(%0) : f32[2,3]", 2, unfit) &&
         refused("%1 = softmax(%0) axis= : f32[2,3]", 2, unfit) &&
         refused("%1 = softmax(%0) axes=1 : f32[2,3]", 2, unfit) &&
         refused("%1 = softmax(%0) axis=99999999999999999999 : f32[2,3]", 2, unfit) &&
         refused("%1 = reduce_sum(%0) axes=[0,1,0,1,0,1,0,1,0] : f32[1,1]", 2, unfit) &&
         refused("%1 = reduce_sum(%0) axes=[0,] : f32[1,3]", 2, unfit) &&
         refused("%1 = max_pool2d(%0) kernel=[2] stride=[1,1] pad=[0,0,0,0] : f32[1]", 2, unfit) &&
         refused("%1 = max_pool2d(%0) kernel=[2,2] stride=[1,1] pad=[0,0] : f32[1]", 2, unfit);
}

constexpr bool types() {
  constexpr std::string_view why = "a type is missing or unknown";
  return refused("%1 = relu(%0)", 2, why) && refused("%1 = relu(%0) : f24[2,3]", 2, why) &&
         refused("%1 = relu(%0) : f32", 2, why) && refused("%1 = relu(%0) : f32[2,3", 2, why) &&
         refused("%1 = relu(%0) : f32[2,3]:nhwc", 2, why) && refused("%1 = relu(%0) : f32[2,3]:nc1hwc0", 2, why) &&
         refused("%1 = relu(%0) : f32[2,3]:nc1hwc0/0", 2, why) &&
         refused("%1 = relu(%0) : f32[2,3]:nc1hwc0/65536", 2, why) && refused("%1 = relu(%0) : f32[-2,3]", 2, why) &&
         refused("%1 = relu(%0) : f32[1,1,1,1,1,1,1,1,1]", 2, why) &&
         refused("%1 = input \"y\" : f32[4294967296,4294967296]", 2, why) &&
         refused("%1 = input \"y\" : f32[9223372036854775807]", 2, why);
}

constexpr bool tails() {
  return refused("%1 = relu(%0) : f32[2,3] after(%1)", 2, "a control edge is not an earlier node") &&
         refused("%1 = relu(%0) : f32[2,3] after()", 2, "a control edge is not an earlier node") &&
         refused("%1 = relu(%0) : f32[2,3] origin=x", 2, "origin is not a number") &&
         refused("%1 = relu(%0) : f32[2,3] origin=-1", 2, "origin is not a number") &&
         refused("%1 = relu(%0) : f32[2,3] origin=2147483648", 2, "origin is not a number") &&
         refused("%1 = relu(%0) : f32[2,3] kernel=", 2, "kernel is not a number") &&
         refused("%1 = relu(%0) : f32[2,3] kernel=-2", 2, "kernel is not a number") &&
         refused("%1 = relu(%0) : f32[2,3] kernel=4294967297", 2, "kernel is not a number") &&
         refused("return y %0", 2, "return takes \"name\" %node") &&
         refused("return \"y\" 0", 2, "return takes \"name\" %node") &&
         refused("return \"y\" %", 2, "return takes \"name\" %node") &&
         refused("return \"y\" %0 %0", 2, "the line goes on after the node") &&
         refused("return \"y\" %1", 2, "return of an unknown node") &&
         refused("return \"y\" %-1", 2, "return of an unknown node");
}

/// What reads well but is no graph is refused with the law of verify, in the line of the node.
constexpr bool laws() {
  return refused("", 1, "a graph has no output") &&
         refused("%1 = relu(%0) : f32[2,3]\n\n", 3, "a graph has no output") &&
         refused("%1 = relu(%0) : f32[2,4]\nreturn \"y\" %1\n", 2, "a type differs from what its op infers") &&
         refused("\n\n%1 = relu(%0, %0) : f32[2,3]\nreturn \"y\" %1\n", 4, "an op has the wrong number of inputs") &&
         refused("%1 = matmul(%0, %0) : f32[2,2]\n\nreturn \"y\" %1\n", 2, "an op refuses its inputs") &&
         refused("return \"y\" %0\n\n%1 = input \"x\" : f32[2]\n", 4, "two sources have the same name") &&
         refused("%1 = input \"\" : f32[2]\nreturn \"y\" %1\n", 2, "an input or parameter has no name") &&
         !read("").ok();
}

TEST_CASE("parse refuses what is no graph, and says where") {
  STATIC_REQUIRE(lines());
  REQUIRE(lines());
  STATIC_REQUIRE(sources_and_constants());
  REQUIRE(sources_and_constants());
  STATIC_REQUIRE(nodes());
  REQUIRE(nodes());
  STATIC_REQUIRE(types());
  REQUIRE(types());
  STATIC_REQUIRE(tails());
  REQUIRE(tails());
  STATIC_REQUIRE(laws());
  REQUIRE(laws());
}

// Mutations

/// A text like `from`, changed in one to three places.
std::string mutated(std::string from, std::mt19937& random) {
  const auto below = [&random](std::size_t count) { return count == 0 ? 0 : random() % count; };
  constexpr std::string_view alphabet = "0123456789-%,.:()[]{}=\"/ \nxpefninaftr\x80\x01";
  constexpr std::string_view pieces[] = {
      "-1", "9223372036854775807", "-9223372036854775808", "4294967296",  "0x1.8p1023",        "nan", "[]",        "%0",
      "\n", " after(%0)",          "2147483648",           ":nc1hwc0/16", "[0,0,0,0,0,0,0,0]", "{}",  "3037000500"};
  for (std::size_t left = 1 + below(3); left > 0; --left) {
    const std::size_t at = below(from.size());
    switch (below(7)) {
      case 0: from[at] = alphabet[below(alphabet.size())]; break;
      case 1: from.erase(at, 1 + below(4)); break;
      case 2: from.insert(at, 1, alphabet[below(alphabet.size())]); break;
      case 3: from.insert(at, pieces[below(std::size(pieces))]); break;
      case 4: from.insert(at, from.substr(below(from.size()), 1 + below(30))); break;
      case 5: {  // another number in place of one
        const std::size_t digit = from.find_first_of("0123456789", at);
        if (digit == std::string::npos) break;
        const std::size_t end = from.find_first_not_of("0123456789", digit);
        from.replace(digit, end == std::string::npos ? end : end - digit, pieces[below(5)]);
        break;
      }
      default: from.resize(at);
    }
    if (from.empty()) from = "%";
  }
  return from;
}

TEST_CASE("parse survives mutations of valid texts") {
  std::mt19937 random(20260101);
  int graphs = 0;
  for (std::string_view text : {numbers, marks, attributes}) {
    for (int turn = 0; turn < 4000; ++turn) {
      const std::string given = mutated(std::string(text), random);
      const ir::parsed result = read(given);
      if (!result.ok()) {
        REQUIRE(result.line >= 1);
        continue;
      }
      ++graphs;
      const text_builder printed = ir::print(result.value);
      if (!is_read_back(printed.view())) FAIL("is not read back:\n" << given);
    }
  }
  REQUIRE(graphs > 100);  // what still is a graph is seen too
}

}  // namespace
}  // namespace litho::test
