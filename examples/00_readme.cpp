#include <array>
#include <fstream>
#include <iostream>
#include <litho.hpp>
#include <vector>

struct reader : litho::network<reader> {
  static constexpr auto graph() {
    auto x = litho::input<"image", float, 1, 1, 28, 28>();
    auto a = litho::relu(
        litho::batch_norm<"bn1">(litho::conv2d<"conv1", {.out = 16, .kernel = 3, .pad = 1, .bias = false}>(x)));
    auto b = litho::max_pool2d<{.kernel = 2}>(a);
    auto c = litho::relu(litho::batch_norm<"bn2">(
        litho::conv2d<"depthwise", {.out = 16, .kernel = 3, .pad = 1, .groups = 16, .bias = false}>(b)));
    auto d = litho::relu(litho::batch_norm<"bn3">(litho::conv2d<"pointwise", {.out = 32, .bias = false}>(c)));
    auto e = litho::batch_norm<"bn4">(litho::conv2d<"conv2", {.out = 32, .kernel = 3, .pad = 1, .bias = false}>(d));
    auto f = litho::max_pool2d<{.kernel = 2}>(litho::relu(e + d));
    auto g = litho::relu(
        litho::batch_norm<"bn5">(litho::conv2d<"conv3", {.out = 32, .kernel = 3, .pad = 1, .bias = false}>(f)));
    return litho::softmax(litho::dense<"fc", {.out = 10}>(litho::flatten(litho::global_avg_pool(g))));
  }
};
static_assert(reader::stats().kernels == 10);  // convolution, batch-norm, residual add and relu are one kernel each
static_assert(reader::stats().arena_bytes <= 65'000 && reader::stats().multiply_adds == 2'499'712);

static litho::instance<reader> net;  // arena and packed weights inside: no heap

int main() {
  std::ifstream file("digits.weights", std::ios::binary);
  const std::vector<char> weights(std::istreambuf_iterator<char>(file), {});
  if (litho::status loaded = net.load(std::as_bytes(std::span(weights))); !loaded) {
    std::cerr << loaded.text().view() << '\n';  // names the parameter, the shapes, the numbers
    return 1;
  }
  std::ifstream picture("pictures/7.pgm", std::ios::binary);
  picture.ignore(13);  // P5 28 28 255
  std::array<float, 28 * 28> pixels{};
  for (float& ink : pixels) ink = 1 - static_cast<float>(picture.get()) / 255;
  std::array<float, 10> scores{};
  if (!net.run(pixels, scores)) return 1;
  for (std::size_t digit = 0; digit < 10; ++digit)
    if (scores[digit] > 0.5f) std::cout << "This is a " << digit << ".\n";
}
