// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "catch.hpp"

namespace made {

/// Runs `damage`, which gives why something was refused, and takes the time.
template <class Damage>
std::string within_a_second(Damage&& damage) {
  const auto start = std::chrono::steady_clock::now();
  std::string why = damage();
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(1));
  return why;
}

/// Numbers of 31 bits that look like chance and are the same in each run.
class chance {
 public:
  std::size_t operator()() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>(state_ >> 33);
  }

 private:
  std::uint64_t state_ = 1;
};

inline void flip_bit(std::string& bytes, std::size_t place, std::size_t bit) {
  bytes[place] = static_cast<char>(bytes[place] ^ (1 << bit));
}

}  // namespace made
