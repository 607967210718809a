// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "graph.hpp"

namespace litho::importer {

using json = nlohmann::ordered_json;  ///< in the order of the file, which is that of the modules of a state dictionary

/// A whole file; refuses what is no JSON, or of a size or depth that no model has.
json read_json(const std::filesystem::path& file);

/// Text of a file, fit for one line of a refusal.
std::string quoted(const std::string& text);

/// Numbers that a file holds as arrays of arrays, row-major.
struct weight {
  std::vector<std::int64_t> dims;
  std::vector<float> numbers;

  std::int64_t size(std::size_t axis) const { return dims[axis]; }
};
std::string text_of(const std::vector<std::int64_t>& dims);

/// Refuses rows of different lengths, and what is no number, in the name of `what`.
weight read_weight(const json& from, const std::string& what, const builder& refuses);

/// Axis i of the result is axis permutation[i].
weight transposed(const weight& from, const std::vector<std::size_t>& permutation);

/// Rows in equal blocks, such as gates: block i of the result is block order[i].
weight reordered(const weight& from, const std::vector<std::size_t>& order);

/// Rows of both, one behind the other.
weight joined(weight first, const weight& second);

}  // namespace litho::importer
