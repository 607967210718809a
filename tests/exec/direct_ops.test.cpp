// SPDX-License-Identifier: BSL-1.0
// Direct ops as kernels, on elements in memory, against the reference: `compute` is one function for both.
#include <litho/eager.hpp>
#include <litho/exec/direct.hpp>
#include <litho/op/all.hpp>
#include <vector>

#include "../op/values.hpp"

namespace litho::test {
namespace {

using i32 = std::int32_t;
using i64 = std::int64_t;

template <name_t Name, auto Attributes, tensor_type... Types>
struct key {
  static constexpr attribute_values values = packed(Attributes);
  static constexpr tensor_type types[sizeof...(Types)] = {Types...};
  static constexpr inferred out =
      info_of<Name>.infer(std::span<const tensor_type>(types, sizeof...(Types)), values.view());
  static_assert(out.ok());
  static constexpr auto program = [] {
    exec::direct_program<sizeof...(Types) + 1, values.count> result;
    result.op = Name;
    for (std::size_t i = 0; i < sizeof...(Types); ++i) result.types[i] = types[i];
    result.types[sizeof...(Types)] = out.type;
    for (int i = 0; i < values.count; ++i) result.attributes[i] = values.values[i];
    return result;
  }();
};

/// Halves and quarters around 0, and whole numbers from -1 to 2, which are places in every axis of 2 or more.
tensor filled(const tensor_type& type, std::int64_t seed) {
  tensor result{type, {}, {}};
  for (std::int64_t i = 0; i < type.elements(); ++i) {
    const std::int64_t scattered = (i * 7 + seed * 3) % 11;
    result.values.push_back(rounded(type.element, is_float(type.element)
                                                      ? number(static_cast<double>(scattered - 5) / 4)
                                                      : number(scattered % 4 - 1)));
  }
  return result;
}

std::vector<unsigned char> bytes_of(const tensor& x) {
  std::vector<unsigned char> result(static_cast<std::size_t>(x.type.bytes()) + 1);
  with_element(x.type.element, [&]<class T>() {
    T* to = reinterpret_cast<T*>(result.data());
    for (const number& value : x.values) *to++ = stored<T>(value);
  });
  return result;
}

template <class Key>
void check(double tolerance = 1e-5) {
  constexpr auto& program = Key::program;
  std::vector<tensor> inputs;
  std::vector<std::vector<unsigned char>> memory;
  for (int i = 0; i < program.inputs; ++i) {
    inputs.push_back(filled(program.types[i], i));
    memory.push_back(bytes_of(inputs.back()));
  }
  tensor expected{Key::out.type, {}, {}};
  std::vector<const tensor*> read;
  for (const tensor& each : inputs) read.push_back(&each);
  constexpr op_info const& info = info_of<program.op>;
  info.eval(read, Key::values.view(), expected);
  memory.emplace_back(static_cast<std::size_t>(Key::out.type.bytes()) + 1);
  std::vector<void*> pointers;
  for (auto& each : memory) pointers.push_back(each.data());
  using kernel = exec::direct_kernel<Key>;
  const std::int64_t count =
      info.scratch == nullptr
          ? 0
          : info.scratch(std::span<const tensor_type>(Key::types, program.inputs), Key::out.type, Key::values.view());
  std::vector<typename kernel::real_type> scratch(static_cast<std::size_t>(count) + 1);
  kernel::run(pointers.data(), scratch.data());
  tensor given{Key::out.type, {}, {}};
  with_element(Key::out.type.element, [&]<class T>() {
    const T* from = reinterpret_cast<const T*>(memory.back().data());
    for (std::int64_t i = 0; i < Key::out.type.elements(); ++i) given.values.push_back(number_of(*from++));
  });
  CAPTURE(program.op.view());
  CHECK(close(given, expected, tolerance));
}

constexpr tensor_type square = f32({3, 4});
constexpr tensor_type long_square = typed<i64>({3, 4});
constexpr tensor_type image = f32({2, 4, 5, 6});

TEST_CASE("direct ops that move values") {
  check<key<"tile", tile_attributes{{2, 3}}, square>>();
  check<key<"gather_elements", gather_elements_attributes{1}, square, long_square>>();
  check<key<"gather_nd", gather_nd_attributes{}, square, typed<i32>({2, 5, 2})>>();
  check<key<"scatter_elements", scatter_elements_attributes{}, square, long_square, square>>();
  check<key<"scatter_nd", scatter_nd_attributes{}, square, typed<i64>({2, 1}), f32({2, 4})>>();
  check<key<"one_hot", one_hot_attributes{4, 1}, long_square, f32({2})>>();
  check<key<"trilu", trilu_attributes{}, typed<half>({3, 4})>>();
  check<key<"reverse_sequence", reverse_sequence_attributes{}, square, typed<i32>({4})>>();
  check<key<"pad_mode", pad_mode_attributes{{1, 2}, {-1, 1}}, square>>();
  check<key<"max_unpool", max_unpool_attributes{{2, 3}}, square, long_square>>();
}

TEST_CASE("direct ops that keep whole numbers in scratch memory") {
  check<key<"scatter_elements", scatter_elements_attributes{.reduction = scatter_add}, square, long_square, square>>();
  check<key<"scatter_elements", scatter_elements_attributes{.reduction = scatter_mul}, long_square, long_square,
            long_square>>();
  check<key<"scatter_nd", scatter_nd_attributes{scatter_max}, typed<i32>({3, 4}), typed<i64>({2, 1}),
            typed<i32>({2, 4})>>();
  check<key<"top_k", top_k_attributes{3}, square>>();
  check<key<"top_k_indices", top_k_attributes{3, 0, false}, square>>();
  check<key<"top_k_indices", top_k_attributes{2}, f64({3, 4})>>();
  check<key<"bit_cast", bit_cast_attributes{.element = 6}, image>>();
  check<key<"bit_cast", bit_cast_attributes{.element = 11}, typed<std::int64_t>({3, 5})>>();
  check<key<"resize", resize_attributes{.sizes = {2, 4, 7, 3}, .mode = resize_linear}, image>>();
  check<key<"resize", resize_attributes{.scales = {1, 1, 0.6, 1.5}, .mode = resize_cubic, .antialias = true}, image>>();
  check<key<"resize", resize_attributes{.sizes = {2, 4, 10, 3}}, typed<std::uint8_t>({2, 4, 5, 6})>>();
  check<key<"resize",
            resize_attributes{.sizes = {4, 9},
                              .mode = resize_linear,
                              .coordinates = crop_and_resize,
                              .extrapolation = 3,
                              .crop_end = {1, 2}},
            square>>();
}

TEST_CASE("direct ops that fold") {
  check<key<"cumsum", cumsum_attributes{1}, square>>();
  check<key<"cumprod", cumsum_attributes{0, true, true}, long_square>>();
  check<key<"arg_max", arg_attributes{1, true}, square>>();
  check<key<"arg_min", arg_attributes{}, typed<std::uint8_t>({3, 4})>>();
  check<key<"max_pool", max_pool_attributes{.kernel = {3, 2}, .dilation = {1, 2}}, image>>();
  check<key<"max_pool_indices", max_pool_indices_attributes{.kernel = {2, 2}, .column_major = true}, image>>();
  check<
      key<"average_pool",
          average_pool_attributes{.kernel = {3, 3}, .stride = {2, 2}, .before = {1, 1}, .after = {1, 1}, .ceil = true},
          image>>();
  check<key<"lp_pool", lp_pool_attributes{.kernel = {2, 2}, .p = 3}, image>>();
  check<key<"lrn", lrn_attributes{.size = 3, .alpha = 0.5}, image>>();
  check<key<"col2im", col2im_attributes{.image = 5, .block = 2}, f32({3, 4, 4})>>();
  check<key<"det", no_attributes{}, f32({2, 3, 3})>>();
  check<key<"dft", dft_attributes{.axis = 1, .length = 5, .onesided = true}, f32({2, 6, 1})>>();
}

TEST_CASE("direct ops that sum products") {
  check<key<"conv", conv_attributes{.stride = {2, 1}, .before = {1, 0}, .after = {0, 1}, .groups = 2}, image,
            f32({6, 2, 3, 2}), f32({6})>>();
  check<key<"conv", conv_attributes{}, typed<half>({1, 2, 4}), typed<half>({3, 2, 2})>>(2e-3);
  check<key<"deform_conv", deform_conv_attributes{.has_mask = true}, image, f32({3, 4, 2, 2}), f32({2, 8, 4, 5}),
            f32({2, 4, 4, 5})>>();
  check<key<"grid_sample", grid_sample_attributes{.mode = resize_cubic, .padding = sample_reflection}, image,
            f32({2, 3, 3, 2})>>();
  check<key<"roi_align", roi_align_attributes{.height = 2, .width = 2, .half_pixel = false}, image, f32({3, 4}),
            typed<i64>({3})>>();
  check<key<"max_roi_pool", max_roi_pool_attributes{.height = 2, .width = 2}, image, f32({3, 5})>>();
}

TEST_CASE("recurrent ops") {
  constexpr tensor_type x = f32({4, 2, 3});
  check<key<"rnn_steps", rnn_attributes{.hidden_size = 2, .direction = run_bidirectional, .has_lengths = true}, x,
            f32({2, 3, 2}), f32({2, 2, 2}), typed<i32>({2})>>();
  check<key<"gru_steps", gru_attributes{.hidden_size = 2, .linear_before_reset = true, .has_bias = true}, x,
            f32({1, 3, 6}), f32({1, 2, 6}), f32({1, 12})>>();
  check<key<"gru_steps", gru_attributes{.hidden_size = 2}, x, f32({1, 3, 6}), f32({1, 2, 6})>>();
  check<key<"lstm_steps",
            lstm_attributes{.hidden_size = 2, .direction = run_reverse, .has_initial_c = true, .has_peepholes = true},
            x, f32({1, 3, 8}), f32({1, 2, 8}), f32({1, 2, 2}), f32({1, 6})>>();
}

// Registers of hidden numbers: several, a half one, and one that is used in part; in halves they are converted.
TEST_CASE("recurrent ops compute registers of hidden numbers at once") {
  constexpr tensor_type x = f32({2, 1, 5});
  check<key<"lstm_steps", lstm_attributes{.hidden_size = 48, .has_bias = true}, x, f32({1, 5, 192}), f32({1, 48, 192}),
            f32({1, 384})>>();
  check<key<"lstm_steps",
            lstm_attributes{.hidden_size = 8, .activations = {cell_hard_sigmoid, cell_softsign, cell_elu}, .clip = 2},
            x, f32({1, 5, 32}), f32({1, 8, 32})>>();
  check<key<"gru_steps", gru_attributes{.hidden_size = 33, .has_bias = true}, x, f32({1, 5, 99}), f32({1, 33, 99}),
            f32({1, 198})>>();
  check<key<"gru_steps", gru_attributes{.hidden_size = 19, .linear_before_reset = true}, x, f32({1, 5, 57}),
            f32({1, 19, 57})>>();
  check<key<"rnn_steps", rnn_attributes{.hidden_size = 20, .activations = cell_softplus}, x, f32({1, 5, 20}),
            f32({1, 20, 20})>>();
  check<key<"rnn_steps", rnn_attributes{.hidden_size = 20}, typed<half>({2, 1, 5}), typed<half>({1, 5, 20}),
            typed<half>({1, 20, 20})>>(2e-3);
  check<key<"gru_steps", gru_attributes{.hidden_size = 12}, typed<double>({2, 1, 5}), typed<double>({1, 5, 36}),
            typed<double>({1, 12, 36})>>();
}

// x of several registers and a rest, and states that are there before the first step.
TEST_CASE("recurrent ops read what is given where it lies") {
  constexpr tensor_type x = f32({3, 4, 37});
  check<key<"lstm_steps",
            lstm_attributes{.hidden_size = 16,
                            .direction = run_bidirectional,
                            .has_lengths = true,
                            .has_initial_h = true,
                            .has_initial_c = true},
            x, f32({2, 37, 64}), f32({2, 16, 64}), typed<i32>({4}), f32({2, 4, 16}), f32({2, 4, 16})>>();
  check<key<"lstm_steps", lstm_attributes{.hidden_size = 5, .has_lengths = true, .has_initial_c = true},
            typed<half>({3, 4, 2}), typed<half>({1, 2, 20}), typed<half>({1, 5, 20}), typed<i64>({4}),
            typed<half>({1, 4, 5})>>(2e-3);
  check<key<"gru_steps", gru_attributes{.hidden_size = 32, .direction = run_reverse, .has_initial_h = true}, x,
            f32({1, 37, 96}), f32({1, 32, 96}), f32({1, 4, 32})>>();
}

}  // namespace
}  // namespace litho::test
