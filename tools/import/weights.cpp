// SPDX-License-Identifier: BSL-1.0
#include <litho/exec/weights.hpp>

#include "write.hpp"

namespace litho::importer {

namespace {

template <class T>
void put(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void fill_to(std::string& bytes, std::size_t multiple) {
  bytes.resize((bytes.size() + multiple - 1) / multiple * multiple);
}

}  // namespace

std::string weights_blob_of(const imported& model) {
  const auto& weights = model.made.weights;  // sorted by name, as the format wants
  std::string entries;
  std::string names;
  std::string payload;
  fnv1a signature;
  for (const auto& [name, tensor] : weights) {
    fill_to(payload, 64);
    put<std::uint32_t>(entries, static_cast<std::uint32_t>(names.size()));
    put<std::uint32_t>(entries, static_cast<std::uint32_t>(name.size()));
    put<std::uint32_t>(entries, static_cast<std::uint32_t>(tensor->type.element));
    put<std::uint32_t>(entries, static_cast<std::uint32_t>(tensor->type.rank()));
    for (int axis = 0; axis < max_rank; ++axis)
      put<std::uint64_t>(entries, axis < tensor->type.rank() ? static_cast<std::uint64_t>(tensor->type.dims[axis]) : 0);
    put<std::uint64_t>(entries, payload.size());
    put<std::uint64_t>(entries, tensor->bytes.size());
    names += name;
    payload += tensor->bytes;
    status::message line;
    line << tensor->type << "\n";
    signature << name << " " << line.view();
  }
  fnv1a checksum;
  checksum << payload;
  const std::size_t names_at = weights_blob::header_bytes + entries.size();
  const std::size_t payload_at = (names_at + names.size() + 63) / 64 * 64;
  std::string blob = "LITHOWTS";
  put<std::uint32_t>(blob, weights_blob::version);
  put<std::uint32_t>(blob, static_cast<std::uint32_t>(weights.size()));
  for (std::uint64_t word : {signature.value, checksum.value, std::uint64_t{names_at}, std::uint64_t{payload_at},
                             std::uint64_t{payload.size()}, std::uint64_t{0}})
    put(blob, word);
  blob += entries + names;
  fill_to(blob, 64);
  blob += payload;
  const weights_blob written(std::as_bytes(std::span(blob.data(), blob.size())));
  if (const status checked = written.check(); !checked.ok())
    throw refusal("the weights file that was made is wrong, a fault of this tool: " +
                  std::string(checked.text().view()));
  return blob;
}

}  // namespace litho::importer
