// SPDX-License-Identifier: BSL-1.0
// What the importer does not support is refused with node, op and reason.
#include <limits>

#include "catch.hpp"
#include "models.hpp"

namespace {

using made::contains;
using made::model;
using made::refused;

}  // namespace

TEST_CASE("an op that is not known") {
  model m;
  m.input("x", {2}).output("y", {2});
  m.node("Teleport", {"x"}, {"y"});
  m.proto.set_ir_version(20);
  CHECK(contains(refused(m), "node the_Teleport (Teleport): this op is not supported"));
}

TEST_CASE("an op of another domain") {
  model m;
  m.input("x", {2}).output("y", {2});
  m.node("Thing", {"x"}, {"y"}).set_domain("my.company");
  m.proto.set_ir_version(20);
  CHECK(contains(refused(m), "my.company::Thing"));
}

TEST_CASE("a loop at run time") {
  model m;
  m.input("x", {2}).input("n", {}, onnx::TensorProto::INT64).output("y", {2});
  onnx::GraphProto& graph = made::body(m.node("Loop", {"n", "", "x"}, {"y"}));
  for (const char* name : {"i", "go", "state"}) graph.add_input()->set_name(name);
  for (const char* name : {"go", "state"}) graph.add_output()->set_name(name);
  m.proto.set_ir_version(20);
  CHECK(contains(refused(m), "(Loop): the number of steps depends on an input"));
  m.node("Loop", {"", "", "x"}, {"z"});
  m.proto.mutable_graph()->mutable_node(0)->clear_attribute();
  CHECK(contains(refused(m), "(Loop): has no body"));
}

TEST_CASE("a loop without an end") {
  model m;
  m.input("x", {2}).output("y", {2});
  onnx::GraphProto& graph = made::body(m.node("Loop", {"", "", "x"}, {"y"}));
  for (const char* name : {"i", "go", "state"}) graph.add_input()->set_name(name);
  made::node(graph, "Neg", {"state"}, "made");
  m.proto.set_ir_version(20);
  for (const char* name : {"go", "made"}) graph.add_output()->set_name(name);
  CHECK(contains(refused(m), "(Loop): 65537 steps of 1 nodes are more than 65536 nodes"));
}

TEST_CASE("a branch whose condition depends on an input") {
  model m;
  m.input("x", {2}).input("c", {}, onnx::TensorProto::BOOL).output("y", {2});
  m.node("If", {"c"}, {"y"});
  m.proto.set_ir_version(20);
  CHECK(contains(refused(m), "branches at run time are not supported"));
}

TEST_CASE("a shape that depends on an input says how to fix it") {
  model m;
  m.input("x", {4}).input("s", {2}, onnx::TensorProto::INT64).output("y", {2, 2});
  m.node("Reshape", {"x", "s"}, {"y"});
  const std::string why = refused(m);
  CHECK(contains(why, "the_Reshape (Reshape)"));
  CHECK(contains(why, "--const s="));
}

TEST_CASE("a symbolic dimension says how to bind it") {
  model m;
  m.input("x", {1, 4}).output("y", {1, 4});
  m.proto.mutable_graph()
      ->mutable_input(0)
      ->mutable_type()
      ->mutable_tensor_type()
      ->mutable_shape()
      ->mutable_dim(0)
      ->set_dim_param("batch");
  m.node("Relu", {"x"}, {"y"});
  CHECK(contains(refused(m), "--bind batch=SIZE"));
  CHECK(refused(m, {.bind = {{"batch", 3}}}).empty());
  CHECK(refused(m, {.shapes = {{"x", {3, 4}}}}).empty());
  CHECK(contains(refused(m, {.shapes = {{"x", {3}}}}), "axes"));
  CHECK(contains(refused(m, {.shapes = {{"z", {3, 4}}}, .bind = {{"batch", 3}}}), "no such input"));
}

TEST_CASE("an input that is no tensor") {
  model m;
  m.proto.mutable_graph()->add_input()->set_name("x");
  m.proto.mutable_graph()->mutable_input(0)->mutable_type()->mutable_sequence_type();
  m.output("y", {1}).node("Relu", {"x"}, {"y"});
  m.proto.set_ir_version(20);
  CHECK(contains(refused(m), "input x"));
}

TEST_CASE("an element type that the library lacks is named") {
  model m;
  m.input("x", {2}, onnx::TensorProto::STRING).output("y", {2}, onnx::TensorProto::STRING);
  m.node("Identity", {"x"}, {"y"});
  CHECK(contains(refused(m), "STRING"));
}

TEST_CASE("a whole number that no integer holds") {
  model m(1);
  m.input("x", {2, 3}).output("y", {2, 3});
  m.weights<float>("tiles", {1}, {-std::numeric_limits<float>::infinity()}).weights<float>("axis", {1}, {1});
  m.node("Tile", {"x", "tiles", "axis"}, {"y"});
  CHECK(contains(refused(m), "(Tile): litho::tile: repeats must not be negative"));
}

TEST_CASE("a transform of more numbers than anybody has") {
  model m(17);
  m.input("x", {1, std::int64_t{1} << 31, 2}).output("y", {1, 2, 1});
  onnx::NodeProto& dft = m.node("DFT", {"x"}, {"y"});
  made::attribute(dft, "inverse", 1);
  made::attribute(dft, "onesided", 1);
  CHECK(contains(refused(m), "(DFT): needs real and imaginary parts, and at most 4194304 of them"));
}

TEST_CASE("an axis without end beside an empty one") {
  model m;
  m.input("x", {0, 1, std::numeric_limits<std::int64_t>::max()}).output("y", {0, 1, 1});
  m.node("Relu", {"x"}, {"y"});
  CHECK(contains(refused(m), "input x: is absurdly large"));
}

TEST_CASE("a node without outputs") {
  model m;
  m.input("x", {2}).output("x", {2});
  made::attribute(m.node("Constant", {}, {}), "value_int", 1);
  m.proto.set_ir_version(20);  // newer than the checker, which then says nothing
  CHECK(contains(refused(m), "(Constant): has no output"));
}
