// SPDX-License-Identifier: BSL-1.0
#include "write.hpp"

#include <litho/exec/weights.hpp>

#include "catch.hpp"
#include "models.hpp"

namespace {

using made::contains;
using made::model;

}  // namespace

TEST_CASE("the header is one line a node") {
  model m;
  m.input("x", {1, 1, 4, 4}).output("y", {1, 2, 2, 2}).weights("a weight", {2, 1, 3, 3}, std::vector<float>(18, 0.5F));
  m.node("Conv", {"x", "a weight"}, {"c"});
  m.node("Relu", {"c"}, {"y"});
  const std::string text = litho::importer::header_text(made::import(m), "net", "file.onnx");
  CHECK(contains(text, "struct x : litho::def<decltype(litho::input<\"x\", float, 1, 1, 4, 4>())> {};"));
  CHECK(contains(text,
                 "struct the_Relu : litho::def<decltype(litho::call<\"relu\">(the_Conv{}))> {};  // Relu the_Relu"));
  CHECK(contains(text, "struct net : litho::network<net> {"));
  CHECK(contains(text, "litho::output<\"y\">(net_nodes::the_Relu{})"));
}

TEST_CASE("names become valid and different") {
  using litho::importer::identifier;
  CHECK(identifier("conv1/weight:0") == "conv1_weight_0");
  CHECK(identifier("1") == "n1");
  CHECK(identifier("class") == "class_");
  CHECK(identifier("__x__") == "x");
  CHECK(identifier("///") == "n");
}

TEST_CASE("the weights file is one that the library reads") {
  model m;
  m.input("x", {100}).output("y", {100});
  m.weights("second", {100}, std::vector<float>(100, 2)).weights("first", {100}, std::vector<float>(100, 3));
  m.node("Add", {"x", "second"}, {"t"});
  m.node("Mul", {"t", "first"}, {"y"});
  const std::string blob = litho::importer::weights_blob_of(made::import(m));
  const litho::weights_blob read(std::as_bytes(std::span(blob.data(), blob.size())));
  REQUIRE(read.check().ok());
  REQUIRE(read.size() == 2);
  CHECK(read[0].name == "first");
  CHECK(static_cast<const float*>(read[0].data)[99] == 3);
}
