// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstring>
#include <span>

#include "../core/status.hpp"
#include "../core/text.hpp"

namespace litho {

/// A parameter as the user gives it: row-major, valid while `load` runs.
struct parameter_view {
  std::string_view name;
  tensor_type type;
  const void* data = nullptr;
};

/// litho::view<16, 1, 3, 3>("conv1.weight", values): a parameter over an array of the user's.
template <std::int64_t... Dims, element T>
parameter_view view(std::string_view name, std::span<const T> values) {
  return {name,
          {.element = dtype_of<T>::value, .dims = {Dims...}},
          values.size() == static_cast<std::size_t>((Dims * ... * 1)) ? values.data() : nullptr};
}

/// The weights file, version 1, little-endian; all offsets in bytes:
///   0   "LITHOWTS"   8 u32 version   12 u32 count   16 u64 signature   24 u64 checksum
///   32  u64 names    40 u64 payload  48 u64 payload bytes               56 u64 zero
///   64  count entries of 96: u32 name offset, u32 name length, u32 dtype (ONNX), u32 rank, u64 dims[8], u64 offset, u64 bytes
/// sorted by name; the names; the payload, tensors in the order of their entries, each at the next multiple of 64.
/// signature: FNV-1a 64 of the lines "NAME f32[16,1,3,3]\n" in entry order; checksum: FNV-1a 64 of the payload.
class weights_blob {
 public:
  static constexpr std::uint32_t version = 1;
  static constexpr std::size_t header_bytes = 64;
  static constexpr std::size_t entry_bytes = 96;

  explicit weights_blob(std::span<const std::byte> bytes) : bytes_(bytes.data() == nullptr ? bytes.first(0) : bytes) {}

  /// Bounds of every entry, signature, checksum: whatever the bytes are, nothing beyond them is read.
  status check() const {
    if (bytes_.size() < header_bytes) return truncated(header_bytes);
    if (std::memcmp(bytes_.data(), "LITHOWTS", 8) != 0) return {status_code::not_a_blob};
    if (word32(8) != version)
      return {.code = status_code::unknown_version, .expected_count = version, .actual_count = word32(8)};
    const std::uint64_t size = bytes_.size();
    if (count() > (size - header_bytes) / entry_bytes) return truncated(header_bytes + count() * entry_bytes);
    if (names() > size || payload() > size || payload_bytes() > size - payload())
      return truncated(payload() + payload_bytes());
    fnv1a signature;
    std::uint64_t next = 0;
    for (std::size_t i = 0; i < count(); ++i) {
      const std::size_t at = header_bytes + i * entry_bytes;
      if (std::uint64_t{word32(at)} + word32(at + 4) > size - names())
        return truncated(names() + word32(at) + word32(at + 4));
      const std::uint64_t offset = word64(at + 80);
      const std::uint64_t length = word64(at + 88);
      if (offset > payload_bytes() || length > payload_bytes() - offset) return truncated(payload() + offset + length);
      if (!is_dtype(word32(at + 8)) || word32(at + 12) > max_rank)
        return {status_code::damaged_blob, "type of an entry"};
      const parameter_view entry = (*this)[i];
      std::uint64_t elements = 1;
      for (std::int64_t extent : entry.type.dims) {
        if (extent < 0 || (extent > 0 && elements > size / static_cast<std::uint64_t>(extent)))
          return {status_code::damaged_blob, "shape of an entry"};
        elements *= static_cast<std::uint64_t>(extent);
      }
      if (elements * static_cast<std::uint64_t>(size_of(entry.type.element)) != length)
        return {status_code::damaged_blob, "size of an entry"};
      if (offset != next) return {status_code::damaged_blob, "offset of an entry"};
      next = (offset + length + 63) / 64 * 64;
      status::message line;
      line << entry.type << "\n";
      signature << entry.name << " " << line.view();
    }
    if (signature.value != word64(16)) return {status_code::damaged_blob, "signature"};
    fnv1a checksum;
    checksum << std::string_view(reinterpret_cast<const char*>(bytes_.data()) + payload(), payload_bytes());
    if (checksum.value != word64(24)) return {status_code::damaged_blob, "checksum"};
    return {};
  }

  std::size_t size() const { return count(); }

  /// Entry `i`; only after `check`.
  parameter_view operator[](std::size_t i) const {
    const std::size_t at = header_bytes + i * entry_bytes;
    parameter_view entry;
    entry.name = {reinterpret_cast<const char*>(bytes_.data()) + names() + word32(at), word32(at + 4)};
    entry.type.element = static_cast<dtype>(word32(at + 8));
    for (std::uint32_t axis = 0; axis < word32(at + 12) && axis < max_rank; ++axis)
      entry.type.dims.push_back(static_cast<std::int64_t>(word64(at + 16 + 8 * axis)));
    entry.data = bytes_.data() + payload() + word64(at + 80);
    return entry;
  }

 private:
  std::uint32_t word32(std::size_t at) const {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes_.data() + at, sizeof(word));
    return word;
  }
  std::uint64_t word64(std::size_t at) const {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes_.data() + at, sizeof(word));
    return word;
  }
  std::size_t count() const { return word32(12); }
  std::size_t names() const { return static_cast<std::size_t>(word64(32)); }
  std::size_t payload() const { return static_cast<std::size_t>(word64(40)); }
  std::size_t payload_bytes() const { return static_cast<std::size_t>(word64(48)); }
  status truncated(std::uint64_t needed) const {
    return {.code = status_code::truncated_blob,
            .expected_count = static_cast<std::int64_t>(needed),
            .actual_count = static_cast<std::int64_t>(bytes_.size())};
  }

  std::span<const std::byte> bytes_;
};

}  // namespace litho
