// SPDX-License-Identifier: BSL-1.0
#include "nested.hpp"

#include <cmath>
#include <limits>

namespace litho::importer {

namespace {

constexpr std::uintmax_t most_bytes = 256 << 20;
constexpr int deepest = 16;
constexpr int most_keys = 1 << 12;  // an ordered object is searched from its beginning
constexpr std::size_t most_axes = 4;

/// One number, or all of a row whose axis is `axis`.
void append(const json& from, std::size_t axis, const std::string& what, const builder& refuses, weight& to) {
  if (axis < to.dims.size()) {
    if (!from.is_array() || static_cast<std::int64_t>(from.size()) != to.dims[axis])
      refuses.refuse(what + " is ragged: " +
                     (from.is_array() ? std::to_string(from.size()) + " elements" : std::string(from.type_name())) +
                     " along axis " + std::to_string(axis) + " of " + text_of(to.dims));
    for (const json& each : from) append(each, axis + 1, what, refuses, to);
    return;
  }
  if (from.is_array()) refuses.refuse(what + " is ragged: an array among numbers, axis " + std::to_string(axis));
  if (!from.is_number()) refuses.refuse(what + " has " + from.type_name() + " among its numbers");
  const auto number = from.get<double>();
  if (!(std::fabs(number) <= std::numeric_limits<float>::max()))
    refuses.refuse(what + " has a number beyond those of float: " + from.dump());
  to.numbers.push_back(static_cast<float>(number));
}

}  // namespace

json read_json(const std::filesystem::path& file) {
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::file_size(file, unknown);
  if (!unknown && size > most_bytes)
    throw refusal(file.string() + ": is absurdly large: " + std::to_string(size) + " bytes");
  int keys = 0;
  const auto within_bounds = [&](int depth, json::parse_event_t event, const json&) {
    if (depth > deepest) throw refusal(file.string() + ": is nested more than " + std::to_string(deepest) + " deep");
    if (event == json::parse_event_t::key && ++keys > most_keys)
      throw refusal(file.string() + ": has more than " + std::to_string(most_keys) + " keys");
    return true;
  };
  try {
    return json::parse(read_file(file), within_bounds);
  } catch (const json::parse_error& error) {
    throw refusal(file.string() + ": is no JSON, at byte " + std::to_string(error.byte));
  } catch (const json::exception&) {
    throw refusal(file.string() + ": has a number beyond those of double");
  }
}

std::string quoted(const std::string& text) {
  constexpr std::size_t longest = 60;
  std::string clean;
  for (char c : text.substr(0, longest)) clean += static_cast<unsigned char>(c) < 32 ? '_' : c;
  return '"' + clean + (text.size() > longest ? "...\"" : "\"");
}

std::string text_of(const std::vector<std::int64_t>& dims) {
  std::string text;
  for (std::int64_t each : dims) text += (text.empty() ? "" : ",") + std::to_string(each);
  return "[" + text + "]";
}

weight read_weight(const json& from, const std::string& what, const builder& refuses) {
  weight result;
  for (const json* row = &from; row->is_array(); row = &row->front()) {
    if (result.dims.size() == most_axes) refuses.refuse(what + " has more than " + std::to_string(most_axes) + " axes");
    result.dims.push_back(static_cast<std::int64_t>(row->size()));
    if (row->empty()) break;
  }
  append(from, 0, what, refuses, result);
  return result;
}

weight transposed(const weight& from, const std::vector<std::size_t>& permutation) {
  weight result;
  for (std::size_t axis : permutation) result.dims.push_back(from.dims[axis]);
  std::vector<std::size_t> strides(from.dims.size(), 1);
  for (std::size_t axis = from.dims.size(); axis-- > 1;)
    strides[axis - 1] = strides[axis] * static_cast<std::size_t>(from.dims[axis]);
  result.numbers.reserve(from.numbers.size());
  const auto walk = [&](const auto& self, std::size_t axis, std::size_t at) -> void {
    if (axis == permutation.size()) return result.numbers.push_back(from.numbers[at]);
    for (std::int64_t i = 0; i < result.dims[axis]; ++i, at += strides[permutation[axis]]) self(self, axis + 1, at);
  };
  walk(walk, 0, 0);
  return result;
}

weight reordered(const weight& from, const std::vector<std::size_t>& order) {
  weight result{from.dims, {}};
  const std::size_t block = from.numbers.size() / order.size();
  for (std::size_t each : order)
    result.numbers.insert(result.numbers.end(), from.numbers.begin() + static_cast<std::ptrdiff_t>(each * block),
                          from.numbers.begin() + static_cast<std::ptrdiff_t>((each + 1) * block));
  return result;
}

weight joined(weight first, const weight& second) {
  first.dims[0] += second.dims[0];
  first.numbers.insert(first.numbers.end(), second.numbers.begin(), second.numbers.end());
  return first;
}

}  // namespace litho::importer
