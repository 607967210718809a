// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <ctime>
#include <string>

#include "catch.hpp"

namespace made {

/// Runs `damage`, which gives why something was refused, and must not hang: a second of the processor's time is far more
/// than any needs, under sanitizers ten.
template <class Damage>
std::string without_hanging(Damage&& damage) {
#ifdef NDEBUG
  constexpr std::clock_t most = CLOCKS_PER_SEC;
#else
  constexpr std::clock_t most = 10 * CLOCKS_PER_SEC;
#endif
  const std::clock_t start = std::clock();
  std::string why = damage();
  CHECK(std::clock() - start < most);
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
