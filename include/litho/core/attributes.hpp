// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <string_view>

#include "shape.hpp"

namespace litho {

/// Height and width; one number stands for both.
struct extent2 {
  std::int64_t height = 1;
  std::int64_t width = 1;
  constexpr extent2() = default;
  constexpr extent2(std::int64_t both) : height(both), width(both) {}  // NOLINT: .stride = 2 is the common case
  constexpr extent2(std::int64_t h, std::int64_t w) : height(h), width(w) {}
  friend constexpr bool operator==(const extent2&, const extent2&) = default;
};

/// Zeros added around height and width. One number: all four sides; two: height and width; four: ONNX order.
struct pads2 {
  std::int64_t top = 0;
  std::int64_t left = 0;
  std::int64_t bottom = 0;
  std::int64_t right = 0;
  constexpr pads2() = default;
  constexpr pads2(std::int64_t all) : top(all), left(all), bottom(all), right(all) {}  // NOLINT: .pad = 1
  constexpr pads2(std::int64_t h, std::int64_t w) : top(h), left(w), bottom(h), right(w) {}
  constexpr pads2(std::int64_t t, std::int64_t l, std::int64_t b, std::int64_t r)
      : top(t), left(l), bottom(b), right(r) {}
  friend constexpr bool operator==(const pads2&, const pads2&) = default;
};

/// Ops without attributes.
struct no_attributes {
  static constexpr void fields(auto&, auto&&) {}
  friend constexpr bool operator==(const no_attributes&, const no_attributes&) = default;
};

/// An attribute struct as a flat list of numbers, the form it has in an IR node. Floating-point numbers travel as bits.
struct attribute_values {
  static constexpr int capacity = 48;
  std::int64_t values[capacity]{};
  int count = 0;
  constexpr void push_back(std::int64_t value) { values[count++] = value; }
  constexpr std::span<const std::int64_t> view() const { return {values, static_cast<std::size_t>(count)}; }
};

namespace detail {

struct attribute_packer {
  attribute_values& out;
  constexpr void operator()(std::string_view, std::int64_t field) const { out.push_back(field); }
  constexpr void operator()(std::string_view, bool field) const { out.push_back(field ? 1 : 0); }
  constexpr void operator()(std::string_view, double field) const { out.push_back(std::bit_cast<std::int64_t>(field)); }
  constexpr void operator()(std::string_view, const ints& field) const {
    out.push_back(field.count);
    for (std::int64_t value : field) out.push_back(value);
  }
  constexpr void operator()(std::string_view, const extent2& field) const {
    out.push_back(field.height);
    out.push_back(field.width);
  }
  constexpr void operator()(std::string_view, const pads2& field) const {
    for (std::int64_t side : {field.top, field.left, field.bottom, field.right}) out.push_back(side);
  }
};

struct attribute_unpacker {
  std::span<const std::int64_t> in;
  std::size_t at = 0;
  constexpr std::int64_t next() { return at < in.size() ? in[at++] : 0; }
  constexpr void operator()(std::string_view, std::int64_t& field) { field = next(); }
  constexpr void operator()(std::string_view, bool& field) { field = next() != 0; }
  constexpr void operator()(std::string_view, double& field) { field = std::bit_cast<double>(next()); }
  constexpr void operator()(std::string_view, ints& field) {
    field = {};
    for (std::int64_t left = next(); left > 0 && field.count < max_rank; --left) field.push_back(next());
  }
  constexpr void operator()(std::string_view, extent2& field) {
    field.height = next();
    field.width = next();
  }
  constexpr void operator()(std::string_view, pads2& field) {
    field.top = next();
    field.left = next();
    field.bottom = next();
    field.right = next();
  }
};

struct attribute_printer {
  text_builder& out;
  bool first = true;
  constexpr text_builder& key(std::string_view name) {
    out << (first ? "" : " ") << name << '=';
    first = false;
    return out;
  }
  constexpr void operator()(std::string_view name, std::int64_t field) { key(name) << field; }
  constexpr void operator()(std::string_view name, bool field) { key(name) << (field ? 1 : 0); }
  constexpr void operator()(std::string_view name, double field) { key(name) << field; }
  constexpr void operator()(std::string_view name, const ints& field) { key(name) << field; }
  constexpr void operator()(std::string_view name, const extent2& field) {
    key(name) << ints{field.height, field.width};
  }
  constexpr void operator()(std::string_view name, const pads2& field) {
    key(name) << ints{field.top, field.left, field.bottom, field.right};
  }
};

}  // namespace detail

template <class Attributes>
constexpr attribute_values packed(const Attributes& attributes) {
  attribute_values out;
  Attributes::fields(attributes, detail::attribute_packer{out});
  return out;
}

template <class Attributes>
constexpr Attributes unpacked(std::span<const std::int64_t> values) {
  Attributes result{};
  Attributes::fields(result, detail::attribute_unpacker{values});
  return result;
}

/// "stride=[2,2] pad=[1,1,1,1]"
template <class Attributes>
constexpr void print_attributes(text_builder& out, std::span<const std::int64_t> values) {
  const auto attributes = unpacked<Attributes>(values);
  Attributes::fields(attributes, detail::attribute_printer{out});
}

}  // namespace litho
