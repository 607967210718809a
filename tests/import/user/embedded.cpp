// SPDX-License-Identifier: BSL-1.0
#include "mnist.hpp"

#include "quarters.hpp"

static litho::instance<mnist> net;

int main() {
  const std::array<float, 784> picture = some_picture();
  std::array<float, 10> scores{};
  if (!net.load(mnist_weights_blob()) || !net.run(picture, scores)) return 1;
  return agree(scores, quarters_scores(picture)) ? 0 : 1;
}
