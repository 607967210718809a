// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <bit>
#include <cstring>
#include <litho/core/text.hpp>
#include <litho/exec/weights.hpp>
#include <string>
#include <vector>

/// A small writer of weights files, for tests of those who read them.
namespace litho::test {

struct entry {
  std::string name;
  tensor_type type;
  std::vector<float> values;  // written as the type says
};

class blob_writer {
 public:
  std::vector<std::byte> bytes;

  explicit blob_writer(const std::vector<entry>& entries) {
    std::string names;
    std::string payload;
    fnv1a signature;
    put("LITHOWTS");
    put(std::uint32_t{1});
    put(static_cast<std::uint32_t>(entries.size()));
    bytes.resize(64);
    for (const entry& each : entries) {
      std::string data;
      for (float value : each.values) {
        if (each.type.element == dtype::f32) data.append(reinterpret_cast<const char*>(&value), 4);
        const double wide = static_cast<double>(value);
        if (each.type.element == dtype::f64) data.append(reinterpret_cast<const char*>(&wide), 8);
      }
      put(static_cast<std::uint32_t>(names.size()));
      put(static_cast<std::uint32_t>(each.name.size()));
      put(static_cast<std::uint32_t>(each.type.element));
      put(static_cast<std::uint32_t>(each.type.rank()));
      for (std::int64_t axis = 0; axis < 8; ++axis)
        put(static_cast<std::uint64_t>(each.type.dims[static_cast<int>(axis)]));
      put(static_cast<std::uint64_t>(payload.size()));
      put(static_cast<std::uint64_t>(data.size()));
      names += each.name;
      payload += data;
      payload.resize((payload.size() + 63) / 64 * 64);
      text_builder line;
      line << each.name << ' ' << each.type << '\n';
      signature << line.view();
    }
    set(32, static_cast<std::uint64_t>(bytes.size()));
    put(names);
    bytes.resize((bytes.size() + 63) / 64 * 64);
    set(40, static_cast<std::uint64_t>(bytes.size()));
    set(48, static_cast<std::uint64_t>(payload.size()));
    put(payload);
    set(16, signature.value);
    set(24, (fnv1a{} << payload).value);
  }

  template <class T>
  void set(std::size_t at, T value) {
    std::memcpy(bytes.data() + at, &value, sizeof(value));
  }

 private:
  void put(std::string_view text) {
    for (char c : text) bytes.push_back(static_cast<std::byte>(c));
  }
  template <std::integral T>
  void put(T value) {
    bytes.resize(bytes.size() + sizeof(value));
    set(bytes.size() - sizeof(value), value);
  }
};

template <class... Parts>
std::string joined(const Parts&... parts) {
  text_builder out;
  (out << ... << parts);
  return std::string(out.view());
}

inline std::string text_of(const status& of) { return of.text().c_str(); }

}  // namespace litho::test
