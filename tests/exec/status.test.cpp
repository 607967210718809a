// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <cstdint>
#include <litho.hpp>
#include <litho/core/status.hpp>

#include "../catch.hpp"
#include "blob.hpp"

namespace litho::test {
namespace {

constexpr tensor_type f32(shape dims) { return {.element = dtype::f32, .dims = dims}; }

constexpr bool texts() {
  const auto is = [](const status& of, std::string_view text) { return of.text().view() == text; };
  return is({}, "litho: ok") && status{}.ok() && static_cast<bool>(status{}) && !status{status_code::not_loaded}.ok() &&
         is({.code = status_code::wrong_size,
             .subject = "x",
             .expected = f32({2, 3}),
             .expected_count = 6,
             .actual_count = -9223372036854775807 - 1},
            "litho: x: wrong size, expected f32[2,3] (6 vs -9223372036854775808 elements)") &&
         is({.code = status_code::missing_parameter, .subject = "w", .expected = {.element = dtype::f64, .dims = {}}},
            "litho: w: missing parameter, expected f64[]");
}

/// A text that is too long is cut, not overrun.
constexpr bool long_texts() {
  char name[500]{};
  for (char& c : name) c = 'n';
  const status::message text = status{status_code::unknown_parameter, {name, sizeof(name)}}.text();
  return text.view().size() == 239 && text.c_str()[239] == 0 && text.view().starts_with("litho: nnnn");
}

TEST_CASE("status") {
  STATIC_REQUIRE(texts());
  REQUIRE(texts());
  STATIC_REQUIRE(long_texts());
  REQUIRE(long_texts());
}

/// y = relu(x w + b), z = x - 1.
struct net : network<net> {
  static constexpr auto graph() {
    constexpr auto x = input<"x", float, 2, 3>();
    constexpr auto y = relu(matmul(x, param<"w", float, 3, 4>()) + param<"b", float, 4>());
    return litho::outputs(output<"y">(y), output<"z">(x - scalar<1.0>));
  }
};

constexpr std::array<float, 12> w{1, 0, 0, -1, 0, 1, 0, -1, 0, 0, 1, -1};
constexpr std::array<float, 4> b{0.5F, 0, -10, 20};
const std::vector<parameter_view> parameters = {view<3, 4>("w", std::span<const float>(w)),
                                                view<4>("b", std::span<const float>(b))};
constexpr std::array<float, 6> x{1, 2, 3, 4, 5, 6};
constexpr std::array<float, 8> expected_y{1.5F, 2, 0, 14, 4.5F, 5, 0, 5};

/// Memory of a network with room to be too small, or badly aligned.
constexpr std::size_t working = std::max(net::arena_bytes(), net::load_arena_bytes());
struct memory {
  alignas(64) std::array<std::byte, working + 128> arena;
  alignas(64) std::array<std::byte, net::weight_bytes() + 128> weights;

  std::span<std::byte> arena_of(std::size_t bytes, std::size_t offset = 0) {
    return std::span(arena).subspan(offset, bytes);
  }
  std::span<std::byte> weights_of(std::size_t bytes, std::size_t offset = 0) {
    return std::span(weights).subspan(offset, bytes);
  }
};
memory given;
std::array<float, 8> y;
std::array<float, 6> z;

executor<net> whole() { return {given.arena_of(working), given.weights_of(net::weight_bytes())}; }
executor<net> loaded() {
  executor<net> made = whole();
  REQUIRE(text_of(made.load(parameters)) == "litho: ok");
  return made;
}

TEST_CASE("a run before load") {
  static instance<net> fresh;
  const std::string text = "litho: run before load: the network has parameters and no weights were loaded";
  CHECK(text_of(whole().run(x, y, z)) == text);
  CHECK(text_of(fresh.run(x, y, z)) == text);
  CHECK(!whole().loaded());
  CHECK(fresh.run(x, y, z).code == status_code::not_loaded);
}

TEST_CASE("a sound load and run") {
  static instance<net> fresh;
  REQUIRE(text_of(fresh.load(parameters)) == "litho: ok");
  REQUIRE(text_of(fresh.run(x, y, z)) == "litho: ok");
  CHECK(y == expected_y);
  CHECK(z == std::array<float, 6>{0, 1, 2, 3, 4, 5});
}

TEST_CASE("parameters that do not fit") {
  executor<net> made = whole();
  const auto load = [&made](std::vector<parameter_view> all) { return text_of(made.load(all)); };
  const std::array<double, 4> wide{};
  CHECK(load({}) == "litho: w: missing parameter, expected f32[3,4]");
  CHECK(load({parameters[0]}) == "litho: b: missing parameter, expected f32[4]");
  CHECK(load({parameters[0], parameters[1], view<4>("c", std::span<const float>(b))}) ==
        "litho: c: the network has no such parameter");
  CHECK(load({parameters[1], parameters[0], parameters[1]}) == "litho: b: parameter given twice");
  CHECK(load({view<4, 3>("w", std::span<const float>(w)), parameters[1]}) ==
        "litho: w: wrong parameter, expected f32[3,4], got f32[4,3]");
  CHECK(load({parameters[0], view<4>("b", std::span<const double>(wide))}) ==
        "litho: b: wrong parameter, expected f32[4], got f64[4]");
  CHECK(load({parameters[0], {"b", f32({4}), nullptr}}) == "litho: b: null buffer, expected f32[4]");
  CHECK(load({parameters[0], {"b", f32({4}), reinterpret_cast<const std::byte*>(b.data()) + 2}}) ==
        "litho: b: buffer is not aligned to 4 bytes (its address is 2 beyond)");
  CHECK(!made.loaded());
}

TEST_CASE("a blob that does not fit the network") {
  executor<net> made = whole();
  const std::vector<float> twelve(w.begin(), w.end());
  const std::vector<float> four(b.begin(), b.end());
  const auto load = [&made](const std::vector<entry>& entries) {
    return text_of(made.load(blob_writer(entries).bytes));
  };
  CHECK(load({{"b", f32({4}), four}}) == "litho: w: missing parameter, expected f32[3,4]");
  CHECK(load({{"a", f32({4}), four}, {"b", f32({4}), four}, {"w", f32({3, 4}), twelve}}) ==
        "litho: a: the network has no such parameter");
  CHECK(load({{"b", f32({4}), four}, {"b", f32({4}), four}}) == "litho: b: parameter given twice");
  CHECK(load({{"b", f32({2, 2}), four}, {"w", f32({3, 4}), twelve}}) ==
        "litho: b: wrong parameter, expected f32[4], got f32[2,2]");
  CHECK(load({{"b", {.element = dtype::f64, .dims = {4}}, four}, {"w", f32({3, 4}), twelve}}) ==
        "litho: b: wrong parameter, expected f32[4], got f64[4]");
  CHECK(load({{"b", f32({4}), four}, {"w", f32({3, 4}), twelve}}) == "litho: ok");
  REQUIRE(made.run(x, y, z).ok());
  CHECK(y == expected_y);
}

TEST_CASE("buffers that do not fit") {
  executor<net> made = loaded();
  CHECK(text_of(made.run(std::vector<float>(5), y, z)) == "litho: x: wrong size, expected f32[2,3] (6 vs 5 elements)");
  std::vector<float> nine(9);
  CHECK(text_of(made.run(x, nine, z)) == "litho: y: wrong size, expected f32[2,4] (8 vs 9 elements)");
  CHECK(text_of(made.run(std::span<const float>(), y, z)) ==
        "litho: x: wrong size, expected f32[2,3] (6 vs 0 elements)");
  CHECK(text_of(made.run(std::span<const float>(static_cast<const float*>(nullptr), 6), y, z)) ==
        "litho: x: null buffer, expected f32[2,3]");
  CHECK(text_of(made.run(x, y, std::span<float>(static_cast<float*>(nullptr), 6))) ==
        "litho: z: null buffer, expected f32[2,3]");
  // An address between two floats. Nobody reads through it.
  const auto odd = reinterpret_cast<std::uintptr_t>(nine.data()) + 1;
  CHECK(text_of(made.run(std::span<const float>(reinterpret_cast<const float*>(odd), 6), y, z)) ==
        "litho: x: buffer is not aligned to 4 bytes (its address is 1 beyond)");
}

TEST_CASE("buffers that overlap") {
  executor<net> made = loaded();
  std::vector<float> all(14);
  const std::span<float> span(all);
  CHECK(text_of(made.run(span.first(6), span.subspan(5, 8), z)) ==
        "litho: y: output buffer overlaps another buffer of the run");
  CHECK(text_of(made.run(span.first(6), y, span.first(6))) ==
        "litho: z: output buffer overlaps another buffer of the run");
  CHECK(text_of(made.run(x, span.first(8), span.subspan(7, 6))) ==
        "litho: z: output buffer overlaps another buffer of the run");
  CHECK(text_of(made.run(span.first(6), span.subspan(6, 8), z)) == "litho: ok");
  CHECK(text_of(made.run(x, span.first(8), span.subspan(8, 6))) == "litho: ok");
}

TEST_CASE("memory that does not fit") {
  const std::size_t arena = net::load_arena_bytes();
  const std::size_t weights = net::weight_bytes();
  REQUIRE(weights > 0);
  const auto load = [](std::span<std::byte> scratch, std::span<std::byte> kept) {
    executor<net> made(scratch, kept);
    return text_of(made.load(parameters));
  };
  const auto numbers = [](std::size_t needed, std::size_t there) {
    return joined("(", needed, " vs ", there, " bytes)");
  };
  if (arena > 0) {
    CHECK(load(given.arena_of(arena - 1), given.weights_of(weights)) ==
          joined("litho: arena: too small ", numbers(arena, arena - 1)));
    CHECK(load({}, given.weights_of(weights)) == joined("litho: arena: too small ", numbers(arena, 0)));
    CHECK(load(given.arena_of(arena, 4), given.weights_of(weights)) ==
          "litho: arena: buffer is not aligned to 64 bytes (its address is 4 beyond)");
  }
  CHECK(load(given.arena_of(arena), given.weights_of(weights - 1)) ==
        joined("litho: weights memory: too small ", numbers(weights, weights - 1)));
  CHECK(load(given.arena_of(arena), {}) == joined("litho: weights memory: too small ", numbers(weights, 0)));
  CHECK(load(given.arena_of(arena), given.weights_of(weights, 16)) ==
        "litho: weights memory: buffer is not aligned to 64 bytes (its address is 16 beyond)");
  CHECK(load(given.arena_of(arena + 64), given.weights_of(weights + 64)) == "litho: ok");
}

// Load transposes w on its way into the weights, a run transposes x: each in an arena of its own size.
struct two_arenas : network<two_arenas> {
  static constexpr auto graph() {
    constexpr auto turned = transpose<1, 0>(exp(transpose<1, 0>(param<"w", float, 16, 8>())));
    return matmul(transpose<1, 0>(input<"x", float, 8, 4>()), reshape<8, 16>(turned));
  }
};

TEST_CASE("load and run need arenas of their own sizes") {
  constexpr std::size_t load = two_arenas::load_arena_bytes();
  constexpr std::size_t run = two_arenas::arena_bytes();
  STATIC_REQUIRE(load > run);
  STATIC_REQUIRE(run > 0);
  alignas(64) static std::array<std::byte, load> scratch;
  alignas(64) static std::array<std::byte, two_arenas::weight_bytes()> kept;
  const std::array<float, 128> zeros{};
  const std::vector<parameter_view> all = {view<16, 8>("w", std::span<const float>(zeros))};
  const std::array<float, 32> ones = [] {
    std::array<float, 32> values;
    values.fill(1);
    return values;
  }();
  std::array<float, 64> sums{};
  const auto too_small = [](std::size_t needed, std::size_t there) {
    return joined("litho: arena: too small (", needed, " vs ", there, " bytes)");
  };
  executor<two_arenas> cramped{std::span<std::byte>(scratch).first(load - 1), kept};
  CHECK(text_of(cramped.load(all)) == too_small(load, load - 1));
  executor<two_arenas> made(scratch, kept);
  REQUIRE(text_of(made.load(all)) == "litho: ok");
  const auto run_in = [&](std::size_t bytes) {
    return text_of(executor<two_arenas>::over_image(std::span(scratch).first(bytes), kept).run(ones, sums));
  };
  CHECK(run_in(run - 1) == too_small(run, run - 1));
  CHECK(run_in(run) == "litho: ok");
  CHECK(sums[0] == 8);  // eight times exp 0
  CHECK(sums[63] == 8);
}

TEST_CASE("an image gives what load gave") {
  static instance<net> maker;
  REQUIRE(maker.load(parameters).ok());
  REQUIRE(maker.image().size() == net::weight_bytes());
  alignas(64) static std::array<std::byte, net::weight_bytes() + 64> stored;
  std::ranges::copy(maker.image(), stored.begin());
  const auto over = [](std::size_t bytes, std::size_t offset = 0) {
    return executor<net>::over_image(given.arena_of(net::arena_bytes()), std::span(stored).subspan(offset, bytes));
  };
  executor<net> made = over(net::weight_bytes());
  REQUIRE(made.loaded());
  REQUIRE(text_of(made.run(x, y, z)) == "litho: ok");
  CHECK(y == expected_y);
  CHECK(std::ranges::equal(maker.image(), std::span(stored).first(net::weight_bytes())));  // read only

  const auto wrong = [](std::size_t there) {
    return joined("litho: image: made for another network, plan or device (", net::weight_bytes(), " vs ", there,
                  " bytes)");
  };
  CHECK(text_of(over(net::weight_bytes() - 4).run(x, y, z)) == wrong(net::weight_bytes() - 4));
  CHECK(text_of(over(net::weight_bytes() + 64).run(x, y, z)) == wrong(net::weight_bytes() + 64));
  CHECK(text_of(executor<net>::over_image(given.arena_of(net::arena_bytes()), {}).run(x, y, z)) == wrong(0));
  CHECK(text_of(over(net::weight_bytes(), 4).run(x, y, z)) ==
        "litho: weights memory: buffer is not aligned to 64 bytes (its address is 4 beyond)");
}

TEST_CASE("executors over arenas of their own share weights") {
  executor<net> first = loaded();
  alignas(64) static std::array<std::byte, net::arena_bytes() + 1> other;
  executor<net> second =
      executor<net>::over_image(std::span(other).first(net::arena_bytes()), given.weights_of(net::weight_bytes()));
  std::array<float, 8> again{};
  REQUIRE(first.run(x, y, z).ok());
  REQUIRE(second.run(x, again, z).ok());
  CHECK(again == y);
}

struct other_net : network<other_net> {
  static constexpr auto graph() {
    return matmul(input<"x", float, 2, 3>(), param<"w", float, 3, 4>()) + param<"c", float, 4>();
  }
};

TEST_CASE("the signature of an image tells networks apart") {
  STATIC_REQUIRE(net::image_signature() != other_net::image_signature());
  STATIC_REQUIRE(net::image_signature() != with_options<net, O0>::image_signature());
  STATIC_REQUIRE(other_net::image_signature() == other_net::image_signature());
}

// Weights that are constants: there is nothing to give, but something to pack.
constexpr std::array<float, 16 * 16 * 9> kernels = [] {
  std::array<float, 16 * 16 * 9> values{};
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 7) - 3;
  return values;
}();
struct constant_weights : network<constant_weights> {
  static constexpr auto graph() {
    return conv2d<{.pad = 1}>(input<"x", float, 1, 16, 5, 5>(), constant<kernels, 16, 16, 3, 3>());
  }
};

TEST_CASE("a network without parameters needs no load") {
  STATIC_REQUIRE(constant_weights::stats().load_kernels > 0);
  static instance<constant_weights> fused;
  static instance<with_options<constant_weights, O0>> unfused;
  std::vector<float> picture(400);
  for (std::size_t i = 0; i < picture.size(); ++i) picture[i] = static_cast<float>(i % 5);
  std::vector<float> left(400);
  std::vector<float> right(400);
  REQUIRE(text_of(fused.run(picture, left)) == "litho: ok");
  REQUIRE(text_of(unfused.run(picture, right)) == "litho: ok");
  CHECK(left == right);

  alignas(
      64) static std::array<std::byte, std::max(constant_weights::arena_bytes(), constant_weights::load_arena_bytes())>
      arena;
  alignas(64) static std::array<std::byte, constant_weights::weight_bytes()> weights;
  executor<constant_weights> made(arena, weights);
  std::ranges::fill(left, 0.0F);
  REQUIRE(text_of(made.run(picture, left)) == "litho: ok");
  CHECK(left == right);
  executor<constant_weights> cramped(arena, std::span(weights).first(64));
  CHECK(cramped.run(picture, left).code == status_code::small_memory);
}

}  // namespace
}  // namespace litho::test
