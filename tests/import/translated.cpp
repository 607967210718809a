// SPDX-License-Identifier: BSL-1.0
// Old and new forms of ops, branches and functions; values by the reference evaluator.
#include <litho/ir/evaluate.hpp>

#include "catch.hpp"
#include "models.hpp"

namespace {

using made::model;

std::vector<double> run(const made::imported& of, const std::vector<float>& x) {
  std::vector<litho::ir::named_tensor> sources;
  for (const auto& [name, tensor] : of.made.weights) sources.push_back({name, litho::importer::tensor_of(*tensor)});
  for (const auto& input : of.inputs)
    sources.push_back({input.name, litho::make_tensor<float>(input.type.dims, std::span<const float>(x))});
  const auto outputs = litho::ir::evaluate(of.made.graph, sources);
  REQUIRE(outputs[0].ok());
  std::vector<double> result;
  for (const auto& each : outputs[0].values) result.push_back(each);
  return result;
}

using list = std::vector<double>;

onnx::GraphProto branch(const std::string& op, const std::string& input) {
  onnx::GraphProto graph;
  graph.set_name(op);
  made::node(graph, op, {input}, "out");
  made::set_type(*graph.add_output(), "out", onnx::TensorProto::FLOAT, {2});
  return graph;
}

}  // namespace

TEST_CASE("an addition") {
  model m;
  m.input("x", {2}).output("y", {2}).weights("w", {2}, std::vector<float>{1, 2});
  m.node("Add", {"x", "w"}, {"y"});
  CHECK(run(made::import(m), {10, 20}) == list{11, 22});
}

TEST_CASE("opset 6 broadcasts along an axis") {
  model m(6);
  m.input("x", {1, 2, 2}).output("y", {1, 2, 2}).weights("w", {2}, std::vector<float>{10, 20});
  onnx::NodeProto& add = m.node("Add", {"x", "w"}, {"y"});
  made::attribute(add, "broadcast", 1);
  made::attribute(add, "axis", 1);
  CHECK(run(made::import(m), {1, 2, 3, 4}) == list{11, 12, 23, 24});
}

TEST_CASE("softmax of before opset 13 runs over all axes from its own on") {
  model m(11);
  m.input("x", {1, 2, 2}).output("y", {1, 2, 2});
  made::attribute(m.node("Softmax", {"x"}, {"y"}), "axis", 1);
  const list y = run(made::import(m), {0, 0, 0, 0});
  CHECK(y == list{0.25, 0.25, 0.25, 0.25});
}

TEST_CASE("nodes may stand in any order") {
  model m;
  m.input("x", {2}).output("y", {2});
  m.node("Neg", {"a"}, {"y"});
  m.node("Relu", {"x"}, {"a"});
  CHECK(run(made::import(m), {-1, 2}) == list{0, -2});
}

TEST_CASE("a known condition takes its branch") {
  for (bool holds : {true, false}) {
    model m;
    m.input("x", {2}).output("y", {2});
    onnx::TensorProto& condition = *m.proto.mutable_graph()->add_initializer();
    condition.set_name("c");
    condition.set_data_type(onnx::TensorProto::BOOL);
    condition.add_int32_data(holds ? 1 : 0);
    onnx::NodeProto& node = m.node("If", {"c"}, {"y"});
    for (const char* name : {"then_branch", "else_branch"}) {
      made::graph(node, name) = branch(name == std::string("then_branch") ? "Neg" : "Abs", "x");
    }
    CHECK(run(made::import(m), {-1, 2}) == (holds ? list{1, -2} : list{1, 2}));
  }
}

TEST_CASE("a loop of known length is written out, until its condition no longer holds") {
  for (std::int64_t last : {1, 7}) {
    model m(15);
    m.input("x", {2}).output("stack", {3, 2});
    m.weights("n", {}, std::vector<std::int64_t>{3}).weights("last", {}, std::vector<std::int64_t>{last});
    onnx::GraphProto& body = made::body(m.node("Loop", {"n", "", "x"}, {"final", "stack"}));
    made::set_type(*body.add_input(), "i", onnx::TensorProto::INT64, {});
    made::set_type(*body.add_input(), "go", onnx::TensorProto::BOOL, {});
    made::set_type(*body.add_input(), "state", onnx::TensorProto::FLOAT, {2});
    made::node(body, "Less", {"i", "last"}, "goes");
    made::node(body, "Add", {"state", "x"}, "sum");
    made::node(body, "Identity", {"sum"}, "seen");
    for (const char* name : {"goes", "sum", "seen"}) body.add_output()->set_name(name);
    CHECK(run(made::import(m), {1, 10}) == (last == 1 ? list{2, 20, 3, 30} : list{2, 20, 3, 30, 4, 40}));
  }
}

TEST_CASE("a scan is written out in its directions, along its axes") {
  model m(15);
  m.input("x", {2, 3}).output("stack", {2, 3});
  onnx::NodeProto& scan = m.node("Scan", {"zero", "x"}, {"final", "stack"});
  m.weights("zero", {2}, std::vector<float>{0, 0});
  made::attribute(scan, "num_scan_inputs", 1);
  for (const char* name : {"scan_input_axes", "scan_input_directions", "scan_output_axes"}) {
    onnx::AttributeProto& added = *scan.add_attribute();
    added.set_name(name);
    added.set_type(onnx::AttributeProto::INTS);
    added.add_ints(1);
  }
  onnx::GraphProto& body = made::body(scan);
  made::set_type(*body.add_input(), "state", onnx::TensorProto::FLOAT, {2});
  made::set_type(*body.add_input(), "step", onnx::TensorProto::FLOAT, {2});
  made::node(body, "Add", {"state", "step"}, "sum");
  made::node(body, "Identity", {"sum"}, "seen");
  for (const char* name : {"sum", "seen"}) body.add_output()->set_name(name);
  CHECK(run(made::import(m), {1, 2, 3, 10, 20, 30}) == list{3, 5, 6, 30, 50, 60});
}

TEST_CASE("a function of the model is written out") {
  model m(15);
  m.proto.set_ir_version(8);
  m.input("x", {2}).output("y", {2});
  onnx::OperatorSetIdProto& own = *m.proto.add_opset_import();
  own.set_domain("mine");
  own.set_version(1);
  onnx::FunctionProto& f = *m.proto.add_functions();
  f.set_name("Twice");
  f.set_domain("mine");
  f.add_input("a");
  f.add_output("b");
  onnx::OperatorSetIdProto& set = *f.add_opset_import();
  set.set_domain("");
  set.set_version(15);
  onnx::NodeProto& inner = *f.add_node();
  inner.set_op_type("Add");
  inner.add_input("a");
  inner.add_input("a");
  inner.add_output("b");
  m.node("Twice", {"x"}, {"y"}).set_domain("mine");
  CHECK(run(made::import(m), {-1, 2}) == list{-2, 4});
}

TEST_CASE("an input may be a constant") {
  model m;
  m.input("x", {2}).input("k", {}).output("y", {2});
  m.node("Mul", {"x", "k"}, {"y"});
  const made::imported made = made::import(m, {.consts = {{"k", "3"}}});
  CHECK(made.inputs.size() == 1);
  CHECK(run(made, {1, 2}) == list{3, 6});
}

TEST_CASE("the ONNX library's function bodies serve for ops without a translator") {
  model m(17);
  m.proto.set_ir_version(8);
  m.input("x", {2}).output("y", {2});
  m.node("Softsign", {"x"}, {"a"});
  m.node("HardSwish", {"a"}, {"y"});
  CHECK(made::count(made::import(m), "hardswish") == 1);
}

TEST_CASE("an op of another domain may be one of the library, or a user's") {
  model m;
  m.input("x", {2}).output("y", {2});
  onnx::OperatorSetIdProto& own = *m.proto.add_opset_import();
  own.set_domain("mine");
  own.set_version(1);
  onnx::NodeProto& node = m.node("Leak", {"x"}, {"y"});
  node.set_domain("mine");
  onnx::AttributeProto& alpha = *node.add_attribute();
  alpha.set_name("alpha");
  alpha.set_type(onnx::AttributeProto::FLOAT);
  alpha.set_f(0.5F);
  CHECK(run(made::import(m, {.map = {{"mine::Leak", "leaky_relu"}}}), {-2, 2}) == list{-1, 2});
}

TEST_CASE("a quantised matrix product as ONNX Runtime writes it") {
  model m;
  m.input("x", {1, 2}).output("y", {1, 1});
  onnx::OperatorSetIdProto& other = *m.proto.add_opset_import();
  other.set_domain("com.microsoft");
  other.set_version(1);
  const auto whole = [&](const char* name, int element, const std::vector<std::int64_t>& dims,
                         const std::vector<int>& values) {
    onnx::TensorProto& tensor = *m.proto.mutable_graph()->add_initializer();
    tensor.set_name(name);
    tensor.set_data_type(element);
    for (std::int64_t each : dims) tensor.add_dims(each);
    for (int each : values) tensor.add_int32_data(each);
  };
  m.weights("half", {}, std::vector<float>{0.5F}).weights("one", {}, std::vector<float>{1});
  whole("zero", onnx::TensorProto::UINT8, {}, {128});
  whole("b", onnx::TensorProto::INT8, {2, 1}, {3, 1});
  whole("none", onnx::TensorProto::INT8, {}, {0});
  whole("c", onnx::TensorProto::INT32, {1}, {4});
  m.node("QuantizeLinear", {"x", "half", "zero"}, {"a"});
  m.node("QGemm", {"a", "half", "zero", "b", "one", "none", "c"}, {"y"}).set_domain("com.microsoft");
  CHECK(run(made::import(m), {1, -1}) == list{4});
}

TEST_CASE("a cast of before opset 6 names its type") {
  model m(5);
  m.input("x", {2}).output("y", {2}, onnx::TensorProto::INT32);
  onnx::AttributeProto& to = *m.node("Cast", {"x"}, {"y"}).add_attribute();
  to.set_name("to");
  to.set_type(onnx::AttributeProto::STRING);
  to.set_s("INT32");
  CHECK(run(made::import(m), {1.5F, -2.5F}) == list{1, -2});
}

TEST_CASE("Selu of before opset 6 has defaults of four digits") {
  for (int opset : {1, 6}) {
    model m(opset);
    m.input("x", {2}).output("y", {2});
    m.node("Selu", {"x"}, {"y"});
    CHECK(run(made::import(m), {1, 0})[0] == (opset == 1 ? double(1.0507F) : 1.05070102214813232421875));
  }
}

TEST_CASE("DequantizeLinear may say which type it gives") {
  model m(23);
  m.proto.set_ir_version(11);
  m.input("x", {2}).output("y", {2}, onnx::TensorProto::DOUBLE).weights("scale", {}, std::vector<float>{0.5F});
  onnx::TensorProto& steps = *m.proto.mutable_graph()->add_initializer();
  steps.set_name("steps");
  steps.set_data_type(onnx::TensorProto::INT8);
  steps.add_dims(2);
  steps.add_int32_data(2);
  steps.add_int32_data(-4);
  made::attribute(m.node("DequantizeLinear", {"steps", "scale"}, {"a"}), "output_dtype", onnx::TensorProto::DOUBLE);
  made::attribute(m.node("Cast", {"x"}, {"b"}), "to", onnx::TensorProto::DOUBLE);
  m.node("Add", {"a", "b"}, {"y"});
  CHECK(run(made::import(m), {1, 1}) == list{2, -1});
}
