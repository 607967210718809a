// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include <litho/core/tensor.hpp>

#include "onnx.hpp"

namespace litho::importer {

/// Why a model cannot be imported. Thrown anywhere, shown by main, nothing is written.
struct refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A tensor as it lies in a file: little-endian, row-major. Large weights stay in this form.
struct array {
  tensor_type type;
  std::string bytes;

  std::int64_t elements() const { return type.elements(); }
};
using array_ptr = std::shared_ptr<const array>;

tensor tensor_of(const array& from);
array array_of(const tensor& from);

std::string text_of(const tensor_type& type);

/// More elements than any model has, or that many along an axis beside one of none.
bool is_absurdly_large(const tensor_type& type);

/// The element type with an ONNX number; refuses types that Lithograph lacks by name.
dtype element_type(int onnx_type, const std::string& what);

/// `what` names the tensor in a refusal.
array read_tensor(const onnx::TensorProto& proto, const std::string& what);

/// A tensor of which only the elements that are not 0 are stored, with all of them.
array read_sparse(const onnx::SparseTensorProto& proto, const std::string& what);

/// Puts data that lies in files beside the model into the messages, for all initialisers of a graph and its branches.
void load_external_data(onnx::GraphProto& graph, const std::filesystem::path& folder);

/// A .pb (TensorProto) or .npy file.
array read_array(const std::filesystem::path& file);

std::string read_file(const std::filesystem::path& file);
/// Where a folder has a tensor of that name: NAME.pb, else NAME.npy, which may not exist.
std::filesystem::path stored_in(const std::filesystem::path& folder, const std::string& name);

}  // namespace litho::importer
