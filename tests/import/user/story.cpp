// SPDX-License-Identifier: BSL-1.0
// story WEIGHTS TOKENS.npy: lets the language model write from its first token on, taking the likeliest next token each time, and
// compares with the published text.
#include "stories260k.hpp"

#include <algorithm>
#include <array>
#include <iostream>

#include "npy.hpp"

static litho::instance<stories260k> net;

int main(int, char** arguments) try {
  const std::vector<char> weights = contents(arguments[1]);
  if (litho::status loaded = net.load(std::as_bytes(std::span(weights))); !loaded)
    throw std::runtime_error(std::string(loaded.text().view()));
  const std::vector<std::int64_t> published = read_npy<std::int64_t>(arguments[2]);
  constexpr std::size_t window = 32, vocabulary = 512;
  static std::array<std::int64_t, window> tokens{published.at(0)};
  static std::array<float, window * vocabulary> logits;
  for (std::size_t at = 0; at + 1 < window; ++at) {
    if (litho::status ran = net.run(tokens, logits); !ran) throw std::runtime_error(std::string(ran.text().view()));
    const float* const next = logits.data() + at * vocabulary;
    tokens[at + 1] = std::max_element(next, next + vocabulary) - next;
  }
  for (std::int64_t token : tokens) std::cout << token << ' ';
  std::cout << '\n';
  return std::equal(tokens.begin(), tokens.end(), published.begin()) ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "story: " << error.what() << '\n';
  return 1;
}
