// SPDX-License-Identifier: BSL-1.0
// readme WEIGHTS: the README's code for an imported model (readme.hpp is cut out of it) on a small model.
#include <litho.hpp>

#include "npy.hpp"
#include "quarters.hpp"
#include "readme.hpp"

int main(int, char** arguments) {
  const std::vector<char> weights = contents(arguments[1]);
  const std::array<float, 784> picture = some_picture();
  std::array<float, 10> scores{};
  return read(std::as_bytes(std::span(weights)), picture, scores) && agree(scores, quarters_scores(picture)) ? 0 : 1;
}
