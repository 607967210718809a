// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

#include "shape.hpp"

namespace litho {

enum class status_code : std::uint8_t {
  ok,
  not_loaded,
  null_buffer,
  misaligned_buffer,
  wrong_size,
  overlapping_buffers,
  missing_parameter,
  unknown_parameter,
  repeated_parameter,
  wrong_parameter,
  truncated_blob,
  not_a_blob,
  unknown_version,
  damaged_blob,
  wrong_image,
  small_memory,
  gaps_in_buffer
};

/// The result of load and run: a value, never an exception. Its text is put together when asked for, without the heap.
struct [[nodiscard]] status {
  status_code code = status_code::ok;
  std::string_view subject{};  ///< the input, output or parameter
  tensor_type expected{};
  tensor_type actual{};
  std::int64_t expected_count = 0;
  std::int64_t actual_count = 0;

  constexpr bool ok() const { return code == status_code::ok; }
  constexpr explicit operator bool() const { return ok(); }

  /// One line that names the subject and the numbers. Holds its characters itself.
  class message {
   public:
    constexpr std::string_view view() const { return {characters_, length_}; }
    constexpr const char* c_str() const { return characters_; }
    constexpr message& operator<<(std::string_view text) {
      for (char c : text)
        if (length_ + 1 < sizeof(characters_)) characters_[length_++] = c;
      return *this;
    }
    constexpr message& operator<<(std::int64_t number) {
      char digits[20]{};
      int count = 0;
      auto magnitude = number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
      do digits[count++] = static_cast<char>('0' + magnitude % 10);
      while ((magnitude /= 10) != 0);
      if (number < 0) *this << "-";
      while (count > 0) *this << std::string_view(&digits[--count], 1);
      return *this;
    }
    constexpr message& operator<<(const tensor_type& type) {
      *this << name_of(type.element) << "[";
      for (int axis = 0; axis < type.rank(); ++axis) *this << (axis == 0 ? "" : ",") << type.dims[axis];
      return *this << "]";
    }

   private:
    char characters_[240]{};
    std::size_t length_ = 0;
  };

  constexpr message text() const {
    message out;
    out << "litho: ";
    const auto counts = [&](std::string_view unit) {
      out << " (" << expected_count << " vs " << actual_count << unit << ")";
    };
    switch (code) {
      case status_code::ok: return out << "ok";
      case status_code::not_loaded:
        return out << "run before load: the network has parameters and no weights were loaded";
      case status_code::null_buffer: return out << subject << ": null buffer, expected " << expected;
      case status_code::misaligned_buffer:
        return out << subject << ": buffer is not aligned to " << expected_count << " bytes (its address is "
                   << actual_count << " beyond)";
      case status_code::wrong_size:
        out << subject << ": wrong size, expected " << expected;
        counts(" elements");
        return out;
      case status_code::overlapping_buffers:
        return out << subject << ": output buffer overlaps another buffer of the run";
      case status_code::missing_parameter: return out << subject << ": missing parameter, expected " << expected;
      case status_code::unknown_parameter: return out << subject << ": the network has no such parameter";
      case status_code::repeated_parameter: return out << subject << ": parameter given twice";
      case status_code::wrong_parameter:
        return out << subject << ": wrong parameter, expected " << expected << ", got " << actual;
      case status_code::truncated_blob:
        out << "weights: truncated";
        counts(" bytes");
        return out;
      case status_code::not_a_blob: return out << "weights: not a litho weights blob";
      case status_code::unknown_version:
        return out << "weights: version " << actual_count << " is not " << expected_count;
      case status_code::damaged_blob: return out << "weights: damaged, " << subject << " does not match the content";
      case status_code::wrong_image:
        out << "image: made for another network, plan or device";
        counts(" bytes");
        return out;
      case status_code::small_memory:
        out << subject << ": too small";
        counts(" bytes");
        return out;
      case status_code::gaps_in_buffer:
        return out << subject << ": buffer has gaps between its elements, expected " << expected;
    }
    return out;
  }
};

}  // namespace litho
