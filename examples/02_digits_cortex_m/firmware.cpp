// SPDX-License-Identifier: BSL-1.0
//
// Reads the ten pictures in flash with the weights in flash, and compares with what the host read in them.
#include <host.hpp>

#include "board.hpp"
#include "board_network.hpp"

namespace {

using net = digits_on<litho::npu::default_device>;
static_assert(weights_layout<net>() == host::weights_layout && net::weight_bytes() == host::weight_bytes,
              "weights.image was made for another plan");

constexpr std::size_t pixels = 28 * 28;

alignas(net::target.alignment) std::byte arena[net::arena_bytes()];
float image[pixels];

using text = litho::status::message;

int most_likely(const float (&probabilities)[10]) {
  int best = 0;
  for (int digit = 1; digit < 10; ++digit)
    if (probabilities[digit] > probabilities[best]) best = digit;
  return best;
}

/// A number with two digits behind the point.
text& operator<<(text& out, float number) {
  const auto hundredths = static_cast<std::int64_t>(number * 100 + 0.5F);
  return out << hundredths / 100 << "." << hundredths / 10 % 10 << hundredths % 10;
}

}  // namespace

// From data.S.
extern "C" const std::byte weights_image[net::weight_bytes()];
extern "C" const std::uint8_t pictures[std::size(host::answers)][pixels];

int firmware() {
  board::write((text() << "digits on " << net::target.name << ": " << std::int64_t{net::stats().kernels}
                       << " kernels, arena " << std::int64_t{net::stats().arena_bytes} << " bytes, weights "
                       << std::int64_t{net::stats().weight_bytes} << " bytes, in flash as they are\n")
                   .c_str());

  auto reader = litho::executor<net>::over_image(arena, weights_image);
  std::int64_t as_on_host = 0;
  std::int64_t instructions = 0;
  float largest = 0;
  for (std::size_t which = 0; which < std::size(host::answers); ++which) {
    const host::answer& expected = host::answers[which];
    for (std::size_t i = 0; i < pixels; ++i) image[i] = 1 - static_cast<float>(pictures[which][i]) / 255;

    float probabilities[10];
    const board::stopwatch watch;
    const litho::status result = reader.run(image, probabilities);
    instructions += watch.instructions();
    if (!result) {
      board::write((result.text() << "\n").c_str());
      return 1;
    }

    const int read = most_likely(probabilities);
    bool same = read == expected.digit;
    for (int digit = 0; digit < 10; ++digit) {
      const float difference = std::abs(probabilities[digit] - expected.probabilities[digit]);
      if (!(difference <= 1e-4F)) same = false;
      largest = std::max(largest, difference);
    }
    as_on_host += same ? 1 : 0;
    board::write((text() << expected.picture << " reads as " << std::int64_t{read} << " (" << 100 * probabilities[read]
                         << " %), " << (same ? "as on the host\n" : "NOT as on the host\n"))
                     .c_str());
  }

  constexpr std::int64_t count = std::size(host::answers);
  const std::int64_t each = instructions / count;
  const float per_step = static_cast<float>(each) / static_cast<float>(net::stats().multiply_adds);
  board::write(
      (text() << "largest difference of a probability: " << static_cast<std::int64_t>(largest * 1e9F) << "e-9\n")
          .c_str());
  board::write((text() << "one run: " << each << " instructions, " << per_step << " for each multiply-add\n").c_str());
  board::write((text() << "stack: " << static_cast<std::int64_t>(board::stack_used()) << " of "
                       << static_cast<std::int64_t>(board::stack_size()) << " bytes\n")
                   .c_str());
  board::write((text() << as_on_host << " of " << count << " as on the host\n").c_str());
  return as_on_host == count ? 0 : 1;
}
