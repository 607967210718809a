// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace litho::conformance {

/// A model with stored inputs and outputs, or a model alone.
struct test {
  std::string name;  ///< "onnx-node/test_add"
  std::string op;    ///< what it is about
  std::filesystem::path model;
  std::filesystem::path cases{};                          ///< empty: there are none
  std::map<std::string, std::filesystem::path> inputs{};  ///< stored values of the model's inputs, by name
  std::vector<std::string> const_inputs{};                ///< those that fix a shape, where the folder says so
  bool quantises = false;  ///< integers may be one off, where a product lies on the boundary of two steps
};

/// All tests below the folders: TEST/model.onnx with input_N.pb and output_N.pb, and single models; a manifest.json
/// beside them may list `const_inputs` and the `family` of each. In the order of their names. Throws
/// importer::refusal where a folder holds none.
std::vector<test> tests_in(const std::vector<std::filesystem::path>& folders);

}  // namespace litho::conformance
