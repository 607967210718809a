// SPDX-License-Identifier: BSL-1.0
// Forms of operators that ONNX's specification has beside the usual ones; values by the reference evaluator.
#include <litho/ir/evaluate.hpp>

#include "catch.hpp"
#include "models.hpp"

namespace {

using litho::tensor;
using made::attribute;
using made::model;
using list = std::vector<double>;
using floats = std::vector<float>;
using whole = std::vector<std::int64_t>;

tensor of(const litho::ints& dims, const floats& values) {
  return litho::make_tensor<float>(dims, std::span<const float>(values));
}
tensor of(const litho::ints& dims, const whole& values) {
  return litho::make_tensor<std::int64_t>(dims, std::span<const std::int64_t>(values));
}

/// All outputs of a model.
std::vector<tensor> run(const model& from, const std::vector<tensor>& inputs) {
  const made::imported read = made::import(from);
  std::vector<litho::ir::named_tensor> sources;
  for (const auto& [name, weight] : read.made.weights) sources.push_back({name, litho::importer::tensor_of(*weight)});
  REQUIRE(read.inputs.size() == inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) sources.push_back({read.inputs[i].name, inputs[i]});
  std::vector<tensor> outputs;
  for (const tensor& each : litho::ir::evaluate(read.made.graph, sources)) outputs.push_back(each);
  for (const tensor& each : outputs) REQUIRE(each.ok());
  return outputs;
}
list numbers(const tensor& from) { return {from.values.begin(), from.values.end()}; }

void add_value(onnx::GraphProto& graph, const char* name, const std::vector<std::int64_t>& dims) {
  made::set_type(*graph.add_input(), name, onnx::TensorProto::FLOAT, dims);
}

}  // namespace

TEST_CASE("the scores and the weights of FlexAttention go through graphs of the node") {
  model m(21);
  m.proto.set_ir_version(10);
  onnx::OperatorSetIdProto& preview = *m.proto.add_opset_import();
  preview.set_domain("ai.onnx.preview");
  preview.set_version(1);
  m.input("q", {1, 1, 2, 1}).input("k", {1, 1, 2, 1}).input("v", {1, 1, 2, 1}).output("y", {1, 1, 2, 1});
  onnx::NodeProto& node = m.node("FlexAttention", {"q", "k", "v"}, {"y"});
  node.set_domain("ai.onnx.preview");
  onnx::GraphProto& scores = made::graph(node, "score_mod");
  add_value(scores, "s", {1, 1, 2, 2});
  made::set_tensor(*scores.add_initializer(), "mask", {2, 2}, floats{0, -1e9F, 0, 0});
  made::node(scores, "Add", {"s", "mask"}, "t");
  scores.add_output()->set_name("t");
  onnx::GraphProto& weights = made::graph(node, "prob_mod");
  add_value(weights, "s", {1, 1, 2, 2});
  made::node(weights, "Add", {"s", "s"}, "t");
  weights.add_output()->set_name("t");
  const tensor zero = of({1, 1, 2, 1}, floats{0, 0});
  CHECK(numbers(run(m, {zero, zero, of({1, 1, 2, 1}, floats{3, 5})})[0]) == list{6, 8});
}

TEST_CASE("a query of Attention that may see no key gives zeros") {
  model m(23);
  m.proto.set_ir_version(10);
  m.input("q", {1, 1, 2, 1}).input("k", {1, 1, 2, 1}).input("v", {1, 1, 2, 1}).output("y", {1, 1, 2, 1});
  m.input("mask", {2, 2}, onnx::TensorProto::BOOL);
  m.node("Attention", {"q", "k", "v", "mask"}, {"y"});
  const tensor zero = of({1, 1, 2, 1}, floats{0, 0});
  const bool seen[] = {false, false, true, true};
  const tensor mask = litho::make_tensor<bool>({2, 2}, std::span<const bool>(seen));
  CHECK(numbers(run(m, {zero, zero, of({1, 1, 2, 1}, floats{3, 5}), mask})[0]) == list{0, 4});
}

TEST_CASE("TfIdfVectorizer counts single items once and pairs with every number of items skipped") {
  const std::pair<const char*, list> modes[] = {{"TF", {1, 2, 1, 1}}, {"IDF", {3, 2, 4, 5}}, {"TFIDF", {3, 4, 4, 5}}};
  for (const auto& [mode, wanted] : modes) {
    model m(9);
    m.input("x", {4}, onnx::TensorProto::INT64).output("y", {4});
    onnx::NodeProto& node = m.node("TfIdfVectorizer", {"x"}, {"y"});
    attribute(node, "mode", mode);
    attribute(node, "min_gram_length", 1);
    attribute(node, "max_gram_length", 2);
    attribute(node, "max_skip_count", 1);
    attribute(node, "ngram_counts", whole{0, 2});
    attribute(node, "ngram_indexes", whole{1, 0, 2, 3});
    attribute(node, "pool_int64s", whole{5, 6, 5, 6, 5, 5});
    onnx::AttributeProto& weights = *node.add_attribute();
    weights.set_name("weights");
    weights.set_type(onnx::AttributeProto::FLOATS);
    for (float each : {2.0F, 3.0F, 4.0F, 5.0F}) weights.add_floats(each);
    INFO(mode);
    CHECK(numbers(run(m, {of({4}, whole{5, 6, 5, 7})})[0]) == wanted);
  }
}

TEST_CASE("BatchNormalization in training normalises by the batch and keeps a mean and a variance") {
  model m(15);
  m.input("x", {2, 1, 2}).output("y", {2, 1, 2}).output("mean", {1}).output("variance", {1});
  m.weights("one", {1}, floats{1}).weights("zero", {1}, floats{0});
  onnx::NodeProto& node = m.node("BatchNormalization", {"x", "one", "zero", "zero", "one"}, {"y", "mean", "variance"});
  attribute(node, "training_mode", 1);
  attribute(node, "momentum", 0.5F);
  const std::vector<tensor> outputs = run(m, {of({2, 1, 2}, floats{1, 3, 5, 7})});
  CHECK(std::fabs(outputs[0].values[0] + 3 / std::sqrt(5.0)) < 1e-4);
  CHECK(numbers(outputs[1]) == list{2});
  CHECK(numbers(outputs[2]) == list{3});
}

TEST_CASE("BatchNormalization of opset 8 may have a mean for each element") {
  model m(8);
  m.input("x", {1, 1, 2}).output("y", {1, 1, 2});
  m.weights("one", {1, 2}, floats{1, 1}).weights("mean", {1, 2}, floats{1, 10}).weights("zero", {1, 2}, floats{0, 0});
  onnx::NodeProto& node = m.node("BatchNormalization", {"x", "one", "zero", "mean", "one"}, {"y"});
  attribute(node, "spatial", 0);
  attribute(node, "epsilon", 0.0F);
  CHECK(numbers(run(m, {of({1, 1, 2}, floats{3, 3})})[0]) == list{2, -7});
}

TEST_CASE("a scan of opset 8 goes over a batch of sequences of their own lengths") {
  model m(8);
  m.input("start", {2, 1}).input("x", {2, 2, 1}).output("last", {2, 1}).output("all", {2, 2, 1});
  m.weights("lengths", {2}, whole{2, 1});
  onnx::NodeProto& scan = m.node("Scan", {"lengths", "start", "x"}, {"last", "all"});
  attribute(scan, "num_scan_inputs", 1);
  onnx::GraphProto& body = made::body(scan);
  for (const char* name : {"state", "step"}) add_value(body, name, {1});
  made::node(body, "Add", {"state", "step"}, "sum");
  made::node(body, "Identity", {"sum"}, "seen");
  for (const char* name : {"sum", "seen"}) made::set_type(*body.add_output(), name, onnx::TensorProto::FLOAT, {1});
  const std::vector<tensor> outputs = run(m, {of({2, 1}, floats{0, 0}), of({2, 2, 1}, floats{1, 2, 3, 4})});
  CHECK(numbers(outputs[0]) == list{3, 3});
  CHECK(numbers(outputs[1]) == list{1, 3, 3, 0});
}

TEST_CASE("a loop of no steps gives outputs of the size that its graph declares") {
  model m(15);
  m.input("x", {2}).output("last", {2}).output("all", {0, 2}).weights("none", {}, whole{0});
  onnx::GraphProto& body = made::body(m.node("Loop", {"none", "", "x"}, {"last", "all"}));
  made::set_type(*body.add_input(), "i", onnx::TensorProto::INT64, {});
  made::set_type(*body.add_input(), "go", onnx::TensorProto::BOOL, {});
  add_value(body, "state", {2});
  made::node(body, "Identity", {"go"}, "goes");
  made::node(body, "Neg", {"state"}, "next");
  made::node(body, "Identity", {"next"}, "seen");
  made::set_type(*body.add_output(), "goes", onnx::TensorProto::BOOL, {});
  for (const char* name : {"next", "seen"}) made::set_type(*body.add_output(), name, onnx::TensorProto::FLOAT, {2});
  const std::vector<tensor> outputs = run(m, {of({2}, floats{1, 2})});
  CHECK(numbers(outputs[0]) == list{1, 2});
  CHECK(outputs[1].type.dims == litho::ints{0, 2});
}

TEST_CASE("a constant may be stored by its elements that are not 0") {
  for (bool by_axis : {true, false}) {
    model m(11);
    m.input("x", {2, 3}).output("y", {2, 3});
    onnx::AttributeProto& given = attribute(m.node("Constant", {}, {"c"}), "sparse_value", 0);
    given.clear_i();
    given.set_type(onnx::AttributeProto::SPARSE_TENSOR);
    onnx::SparseTensorProto& sparse = *given.mutable_sparse_tensor();
    made::set_tensor(*sparse.mutable_values(), "", {1}, floats{7});
    if (by_axis)
      made::set_tensor(*sparse.mutable_indices(), "", {1, 2}, whole{1, 1});
    else
      made::set_tensor(*sparse.mutable_indices(), "", {1}, whole{4});
    for (std::int64_t each : {2, 3}) sparse.add_dims(each);
    m.node("Add", {"x", "c"}, {"y"});
    CHECK(numbers(run(m, {of({2, 3}, floats(6, 1))})[0]) == list{1, 1, 1, 1, 8, 1});
    sparse.mutable_indices()->set_int64_data(by_axis ? 1 : 0, 6);
    m.proto.set_ir_version(20);  // beyond the ONNX library's own checker
    CHECK(made::contains(made::refused(m), "outside"));
  }
}

TEST_CASE("Resize of opset 10 takes the next element where it shrinks, the last one where it grows") {
  model m(10);
  m.input("x", {1, 1, 2, 4}).output("y", {1, 1, 3, 2}).weights("scales", {4}, floats{1, 1, 1.5F, 0.6F});
  m.node("Resize", {"x", "scales"}, {"y"});
  CHECK(numbers(run(m, {of({1, 1, 2, 4}, floats{1, 2, 3, 4, 5, 6, 7, 8})})[0]) == list{1, 3, 1, 3, 5, 7});
}

TEST_CASE("sizes that Resize makes of scales are rounded down from single precision") {
  model m(13);
  m.proto.set_ir_version(8);
  m.input("x", {10}).output("y", {7}).weights("scales", {1}, floats{0.7F});
  attribute(m.node("Resize", {"x", "", "scales"}, {"y"}), "coordinate_transformation_mode", "asymmetric");
  const tensor y = run(m, {of({10}, floats{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})})[0];
  CHECK(numbers(y) == list{0, 1, 3, 4, 6, 7, 9});
}

TEST_CASE("QLinearSoftmax of opset 12 has one row behind its axis") {
  model m(12);
  onnx::OperatorSetIdProto& microsoft = *m.proto.add_opset_import();
  microsoft.set_domain("com.microsoft");
  microsoft.set_version(1);
  m.input("x", {1, 2, 2}, onnx::TensorProto::UINT8).output("y", {1, 2, 2}, onnx::TensorProto::UINT8);
  m.weights("one", {}, floats{1}).weights("step", {}, floats{1.0F / 256});
  m.node("QLinearSoftmax", {"x", "one", "", "step", ""}, {"y"}).set_domain("com.microsoft");
  attribute(*m.proto.mutable_graph()->mutable_node(0), "opset", 12);
  const std::uint8_t x[] = {3, 3, 3, 3};
  CHECK(numbers(run(m, {litho::make_tensor<std::uint8_t>({1, 2, 2}, std::span<const std::uint8_t>(x))})[0]) ==
        list{64, 64, 64, 64});
}

TEST_CASE("axes of size 1 broadcast in Einsum, and whole numbers are multiplied") {
  model m(12);
  m.input("a", {1, 1, 2}, onnx::TensorProto::INT64).input("b", {2, 2, 1}, onnx::TensorProto::INT64);
  m.output("y", {2, 1, 1}, onnx::TensorProto::INT64);
  attribute(m.node("Einsum", {"a", "b"}, {"y"}), "equation", "...ij,...jk->...ik");
  const tensor y = run(m, {of({1, 1, 2}, whole{1, 10}), of({2, 2, 1}, whole{1, 2, 3, 4})})[0];
  CHECK(numbers(y) == list{21, 43});
  CHECK(y.type.dims == litho::ints{2, 1, 1});
}

TEST_CASE("mean and deviation of LayerNormalization have the type that they are computed in") {
  model m(17);
  m.proto.set_ir_version(8);
  m.input("x", {2}, onnx::TensorProto::FLOAT16).input("scale", {2}, onnx::TensorProto::FLOAT16);
  m.output("y", {2}, onnx::TensorProto::FLOAT16).output("mean", {1}).output("inverse", {1});
  m.node("LayerNormalization", {"x", "scale"}, {"y", "mean", "inverse"});
  CHECK(made::refused(m).empty());
}

TEST_CASE("the greatest of no whole numbers is the least of their type") {
  model m(20);
  m.proto.set_ir_version(9);
  m.input("x", {2, 0}, onnx::TensorProto::INT8).output("y", {2, 1}, onnx::TensorProto::INT8);
  m.weights("axes", {1}, whole{1});
  m.node("ReduceMax", {"x", "axes"}, {"y"});
  CHECK(numbers(run(m, {tensor{{.element = litho::dtype::i8, .dims = {2, 0}}, {}, {}}})[0]) == list{-128, -128});
}

TEST_CASE("QuantizeLinear takes whole numbers") {
  model m(13);
  m.input("x", {2}, onnx::TensorProto::INT32).output("y", {2}, onnx::TensorProto::UINT8);
  m.weights("scale", {}, floats{2});
  m.node("QuantizeLinear", {"x", "scale"}, {"y"});
  const std::int32_t x[] = {9, 600};
  CHECK(numbers(run(m, {litho::make_tensor<std::int32_t>({2}, std::span<const std::int32_t>(x))})[0]) == list{4, 255});
}

TEST_CASE("results of more than 8 axes are refused") {
  model gather;
  gather.input("x", {1, 1, 1, 1, 1, 1, 1, 1}).output("y", {}).weights("at", {1, 1}, whole{0});
  gather.node("Gather", {"x", "at"}, {"y"});
  gather.proto.set_ir_version(20);
  CHECK(made::contains(made::refused(gather), "more than 8 axes"));
  model product;
  product.input("a", {1, 1, 1, 1, 1}).input("b", {1, 1, 1, 1, 1}).output("y", {});
  attribute(product.node("Einsum", {"a", "b"}, {"y"}), "equation", "abcde,fghij");
  product.proto.set_ir_version(20);
  CHECK(made::contains(made::refused(product), "more than 8 axes"));
}
