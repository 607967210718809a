// SPDX-License-Identifier: BSL-1.0
//
// Reads the ten pictures in flash with the weights in flash, and compares with what the host read in them.
#include "../board_network.hpp"
#include "board.hpp"
#include "host.hpp"

namespace {

using net = digits_on<litho::npu::default_device>;
static_assert(weights_layout<net>() == host::weights_layout && net::weight_bytes() == host::weight_bytes,
              "weights.image was made for another plan");

constexpr std::size_t pixels = 28 * 28;

alignas(net::target.alignment) std::byte arena[net::arena_bytes()];
float image[pixels];

using text = litho::status::message;

void put(text& out, std::string_view piece) { out << piece; }
void put(text& out, std::integral auto number) { out << std::int64_t{number}; }
/// With two digits behind the point.
void put(text& out, float number) {
  const int hundredths = static_cast<int>(number * 100 + 0.5F);
  put(out, hundredths / 100);
  put(out, ".");
  put(out, hundredths / 10 % 10);
  put(out, hundredths % 10);
}

/// One line for the user.
void print(const auto&... pieces) {
  text out;
  (put(out, pieces), ...);
  board::write((out << "\n").c_str());
}

int most_likely(const float (&probabilities)[10]) {
  int best = 0;
  for (int digit = 1; digit < 10; ++digit)
    if (probabilities[digit] > probabilities[best]) best = digit;
  return best;
}

}  // namespace

// From data.S.
extern "C" const std::byte weights_image[net::weight_bytes()];
extern "C" const std::uint8_t pictures[std::size(host::answers)][pixels];

int firmware() {
  constexpr litho::plan::statistics totals = net::stats();
  print("digits on ", net::target.name, ": ", totals.kernels, " kernels, arena ", totals.arena_bytes,
        " bytes, weights ", totals.weight_bytes, " bytes");

  auto reader = litho::executor<net>::over_image(arena, weights_image);
  int as_on_host = 0;
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
      print(result.text().view());
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
    print(expected.picture, " reads as ", read, " (", 100 * probabilities[read],
          same ? " %), as on the host" : " %), NOT as on the host");
  }

  constexpr int count = std::size(host::answers);
  const int each = static_cast<int>(instructions / count);
  print("largest difference of a probability: ", static_cast<int>(largest * 1e9F), "e-9");
  print("one run: ", each, " instructions, ", static_cast<float>(each) / static_cast<float>(totals.multiply_adds),
        " for each multiply-add");
  print("stack: ", board::stack_used(), " of ", board::stack_size(), " bytes");
  print(as_on_host, " of ", count, " as on the host");
  return as_on_host == count ? 0 : 1;
}
