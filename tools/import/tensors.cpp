// SPDX-License-Identifier: BSL-1.0
#include "tensors.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fstream>

namespace litho::importer {

namespace {

template <class T>
void append(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

/// Values of a typed field (int32_data and so on), narrowed to the element type.
template <class T, class Field>
void append_field(std::string& bytes, const Field& field) {
  for (const auto& each : field) append(bytes, static_cast<T>(each));
}

void append_typed(std::string& bytes, const onnx::TensorProto& proto, dtype element) {
  switch (element) {
    case dtype::f32: return append_field<float>(bytes, proto.float_data());
    case dtype::f64: return append_field<double>(bytes, proto.double_data());
    case dtype::i64: return append_field<std::int64_t>(bytes, proto.int64_data());
    case dtype::u64: return append_field<std::uint64_t>(bytes, proto.uint64_data());
    case dtype::u32: return append_field<std::uint32_t>(bytes, proto.uint64_data());
    case dtype::i32: return append_field<std::int32_t>(bytes, proto.int32_data());
    case dtype::boolean:
      for (std::int32_t each : proto.int32_data()) append(bytes, each != 0);
      return;
    case dtype::i8:
    case dtype::u8: return append_field<std::uint8_t>(bytes, proto.int32_data());
    default: return append_field<std::uint16_t>(bytes, proto.int32_data());  // f16 and bf16 travel as bits
  }
}

array read_npy(const std::string& file, const std::string& what) {
  const auto fail = [&](const std::string& why) { throw refusal(what + ": " + why); };
  if (file.size() < 10 || file.compare(0, 6, "\x93NUMPY") != 0) fail("is not a NumPy file");
  const bool is_long = file[6] >= 2;
  const std::size_t start = is_long ? 12 : 10;
  std::size_t length = static_cast<unsigned char>(file[8]) + 256u * static_cast<unsigned char>(file[9]);
  if (is_long && file.size() >= 12)
    length += 65536u * static_cast<unsigned char>(file[10]) + 16777216u * static_cast<unsigned char>(file[11]);
  if (file.size() < start || file.size() - start < length) fail("is truncated");
  const std::string header = file.substr(start, length);
  const auto value_of = [&](const std::string& key) -> std::string {
    const std::size_t at = header.find("'" + key + "':");
    if (at == std::string::npos) fail("has no " + key + " in its header");
    return header.substr(at + key.size() + 3);
  };
  if (value_of("fortran_order").find("False") > 2) fail("is in Fortran order");
  const std::string description = value_of("descr");
  constexpr std::pair<std::string_view, dtype> known[] = {
      {"<f4", dtype::f32}, {"<f8", dtype::f64}, {"<f2", dtype::f16}, {"|i1", dtype::i8},
      {"|u1", dtype::u8},  {"<i2", dtype::i16}, {"<u2", dtype::u16}, {"<i4", dtype::i32},
      {"<u4", dtype::u32}, {"<i8", dtype::i64}, {"<u8", dtype::u64}, {"|b1", dtype::boolean}};
  array result;
  bool found = false;
  for (const auto& [name, element] : known)
    if (description.find(name) < 4) {
      result.type.element = element;
      found = true;
    }
  if (!found) fail("has an element type that is not known: " + description.substr(0, 8));
  std::string dims = value_of("shape");
  dims = dims.substr(dims.find('(') + 1);
  for (std::size_t at = 0; at < dims.size() && dims[at] != ')';) {
    if (std::isdigit(static_cast<unsigned char>(dims[at])) == 0) {
      ++at;
      continue;
    }
    std::int64_t extent = 0;
    for (; at < dims.size() && std::isdigit(static_cast<unsigned char>(dims[at])) != 0; ++at) {
      extent = extent * 10 + (dims[at] - '0');
      if (extent > most_elements) fail("is too large");
    }
    if (result.type.dims.count == max_rank) fail("has more than 8 axes");
    result.type.dims.push_back(extent);
  }
  result.bytes = file.substr(start + length);
  if (result.type.elements() > most_elements || static_cast<std::int64_t>(result.bytes.size()) != result.type.bytes())
    fail("holds " + std::to_string(result.bytes.size()) + " bytes for " + text_of(result.type));
  return result;
}

}  // namespace

bool is_absurdly_large(const tensor_type& type) {
  constexpr std::int64_t most = most_elements / 16;
  return type.elements() > most ||
         std::any_of(type.dims.begin(), type.dims.end(), [](auto each) { return each > most; });
}

std::string text_of(const tensor_type& type) {
  text_builder out;
  out << type;
  return std::string(out.view());
}

tensor tensor_of(const array& from) {
  tensor result{from.type, {}, {}};
  const auto count = static_cast<std::size_t>(from.elements());
  result.values.reserve(count);
  with_element(from.type.element, [&]<class T>() {
    for (std::size_t i = 0; i < count; ++i) {
      T value;
      std::memcpy(&value, from.bytes.data() + i * sizeof(T), sizeof(T));
      result.values.push_back(number_of(value));
    }
  });
  return result;
}

array array_of(const tensor& from) {
  array result{from.type, {}};
  with_element(from.type.element, [&]<class T>() {
    for (const number& each : from.values) append(result.bytes, stored<T>(each));
  });
  return result;
}

dtype element_type(int onnx_type, const std::string& what) {
  if (is_dtype(onnx_type)) return static_cast<dtype>(onnx_type);
  const std::string name = onnx::TensorProto_DataType_IsValid(onnx_type) && onnx_type != 0
                               ? onnx::TensorProto_DataType_Name(static_cast<onnx::TensorProto_DataType>(onnx_type))
                               : "number " + std::to_string(onnx_type);
  throw refusal(what + ": element type " + name + " is not supported");
}

array read_tensor(const onnx::TensorProto& proto, const std::string& what) {
  if (proto.has_data_location() && proto.data_location() == onnx::TensorProto::EXTERNAL)
    throw refusal(what + ": its data is in another file (external data), which is only read for initialisers");
  if (proto.has_segment()) throw refusal(what + ": stored in segments, which is not supported");
  array result;
  result.type.element = element_type(proto.data_type(), what);
  if (proto.dims_size() > max_rank)
    throw refusal(what + ": has " + std::to_string(proto.dims_size()) + " axes, at most 8 are supported");
  for (std::int64_t extent : proto.dims()) {
    if (extent < 0) throw refusal(what + ": has a negative size");
    result.type.dims.push_back(extent);
  }
  if (proto.has_raw_data())
    result.bytes = proto.raw_data();
  else
    append_typed(result.bytes, proto, result.type.element);
  const std::int64_t elements = result.elements();
  const auto given = static_cast<std::int64_t>(result.bytes.size());
  if (elements > most_elements || given != elements * size_of(result.type.element))
    throw refusal(what + ": holds " + std::to_string(given) + " bytes of data for " + text_of(result.type));
  return result;
}

array read_sparse(const onnx::SparseTensorProto& proto, const std::string& what) {
  const array values = read_tensor(proto.values(), what);
  const tensor places = tensor_of(read_tensor(proto.indices(), what));
  array result{values.type, {}};
  result.type.dims = {};
  if (proto.dims_size() > max_rank)
    throw refusal(what + ": has " + std::to_string(proto.dims_size()) + " axes, at most 8 are supported");
  for (std::int64_t extent : proto.dims()) result.type.dims.push_back(std::max<std::int64_t>(extent, 0));
  const std::int64_t elements = result.elements();
  const std::int64_t count = values.elements();
  const int rank = result.type.rank();
  const bool is_flat = places.type.dims == ints{count};
  if (elements > 1 << 26) throw refusal(what + ": is too large for a sparse tensor: " + text_of(result.type));
  if (!is_flat && !(places.type.dims == ints{count, rank}))
    throw refusal(what + ": indices " + text_of(places.type) + " do not fit " + text_of(values.type));
  const auto size = static_cast<std::size_t>(size_of(values.type.element));
  result.bytes.assign(static_cast<std::size_t>(elements) * size, 0);
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t at = is_flat ? places.values[static_cast<std::size_t>(i)].whole() : 0;
    bool is_inside = at >= 0 && at < elements;
    for (int axis = 0; axis < rank && !is_flat; ++axis) {
      const std::int64_t index = places.values[static_cast<std::size_t>(i * rank + axis)].whole();
      is_inside = is_inside && index >= 0 && index < result.type.dims[axis];
      at = is_inside ? at * result.type.dims[axis] + index : 0;
    }
    if (!is_inside) throw refusal(what + ": an index is outside of " + text_of(result.type));
    std::memcpy(&result.bytes[static_cast<std::size_t>(at) * size], &values.bytes[static_cast<std::size_t>(i) * size],
                size);
  }
  return result;
}

namespace {

/// Only files beside the model or below it, and only bytes that they have.
void load_external_data(onnx::TensorProto& tensor, const std::filesystem::path& folder) {
  const std::string what = "initialiser " + tensor.name();
  std::filesystem::path location;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  bool has_length = false;
  for (const auto& each : tensor.external_data()) {
    if (each.key() == "location") location = each.value();
    if (each.key() == "offset") offset = std::strtoull(each.value().c_str(), nullptr, 10);
    if (each.key() == "length") {
      length = std::strtoull(each.value().c_str(), nullptr, 10);
      has_length = true;
    }
  }
  bool leaves = location.empty() || location.is_absolute();
  for (const auto& part : location) leaves = leaves || part == "..";
  if (leaves)
    throw refusal(what + ": its data is in another file, \"" + location.string() + "\", which is not beside the model");
  const std::filesystem::path file = folder / location;
  std::error_code fault;
  const std::uint64_t size =
      std::filesystem::is_regular_file(file, fault) ? std::filesystem::file_size(file, fault) : 0;
  if (!has_length) length = size > offset ? size - offset : 0;
  if (offset > size || length > size - offset)
    throw refusal(what + ": its data, bytes " + std::to_string(offset) + " and " + std::to_string(length) +
                  " more, is not in " + file.string());
  std::string bytes(static_cast<std::size_t>(length), 0);
  std::ifstream in(file, std::ios::binary);
  in.seekg(static_cast<std::streamoff>(offset));
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!in) throw refusal(what + ": cannot read " + file.string());
  tensor.set_raw_data(std::move(bytes));
  tensor.clear_external_data();
  tensor.clear_data_location();
}

}  // namespace

void load_external_data(onnx::GraphProto& graph, const std::filesystem::path& folder) {
  for (onnx::TensorProto& each : *graph.mutable_initializer())
    if (each.data_location() == onnx::TensorProto::EXTERNAL) load_external_data(each, folder);
  for (onnx::NodeProto& node : *graph.mutable_node())
    for (onnx::AttributeProto& each : *node.mutable_attribute())
      if (each.has_g()) load_external_data(*each.mutable_g(), folder);
}

std::filesystem::path stored_in(const std::filesystem::path& folder, const std::string& name) {
  std::filesystem::path file = folder / (name + ".pb");
  if (!std::filesystem::exists(file)) file.replace_extension(".npy");
  return file;
}

std::string read_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file)) throw refusal("cannot read " + file.string());
  return std::string(std::istreambuf_iterator<char>(in), {});
}

array read_array(const std::filesystem::path& file) {
  const std::string bytes = read_file(file);
  if (file.extension() == ".npy") return read_npy(bytes, file.string());
  onnx::TensorProto proto;
  if (!proto.ParseFromString(bytes)) throw refusal(file.string() + ": is not a tensor in ONNX form");
  return read_tensor(proto, file.string());
}

}  // namespace litho::importer
