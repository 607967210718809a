// SPDX-License-Identifier: BSL-1.0
#include "../../examples/01_digits/digits_network.hpp"

#include <catch.hpp>
#include <cmath>
#include <fstream>
#include <iterator>
#include <vector>

#include "compiled.hpp"

namespace litho::test::digits_emulator {
namespace {

/// A thick stroke, as a picture of a one has it.
std::vector<float> stroke() {
  std::vector<float> ink(28 * 28);
  for (std::size_t row = 4; row < 24; ++row)
    for (std::size_t column = 12; column < 16; ++column)
      ink[row * 28 + column] = column == 12 || column == 15 ? 0.5F : 1;
  return ink;
}

tensor tensor_of(const tensor_type& type, const float* values) {
  return make_tensor<float>(type.dims, std::span(values, static_cast<std::size_t>(type.elements())));
}

TEST_CASE("the digits example on the devices as on the host") {
  std::ifstream file("../examples/01_digits/digits.weights", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const weights_blob blob(std::as_bytes(std::span(bytes)));
  REQUIRE(blob.check());

  const std::vector<float> image = stroke();
  std::vector<float> expected(10);
  static instance<digits> host;
  REQUIRE(host.load(std::as_bytes(std::span(bytes))));
  REQUIRE(host.run(image, expected));
  REQUIRE(expected[1] > 0.5F);

  const ir::graph written = graph_of<digits>();
  std::vector<ir::named_tensor> sources;
  for (const ir::node& node : written.nodes)
    if (node.op == &info_of<"input">) sources.push_back({node.name, tensor_of(node.type, image.data())});
  for (std::size_t i = 0; i < blob.size(); ++i)
    sources.push_back({blob[i].name, tensor_of(blob[i].type, static_cast<const float*>(blob[i].data))});

  for (const device* on : npus) {
    CAPTURE(on->name);
    const compiled made(written, *on);
    REQUIRE(made.tasks.ok());
    emulator::machine machine(made.plan, made.tasks);
    const vec<tensor> results = machine.run(sources);
    CHECK(text_of(machine.hazards()) == "");
    REQUIRE(results.size() == 1);
    // The layers that multiply halves round 2^-11 of what they add; behind five of them a probability moves by less.
    const double most = on->cube_inner(dtype::f32) > 0 ? 1e-5 : 2e-3;
    for (int digit = 0; digit < 10; ++digit)
      CHECK(std::abs(static_cast<double>(results[0].values[static_cast<std::size_t>(digit)]) -
                     static_cast<double>(expected[static_cast<std::size_t>(digit)])) < most);
  }
}

}  // namespace
}  // namespace litho::test::digits_emulator
