// SPDX-License-Identifier: BSL-1.0
// Damaged files are refused, each within a second, and never end the program.
#include "catch.hpp"
#include "damage.hpp"
#include "models.hpp"

namespace {

using made::contains;
using made::model;
using made::refused;
using made::without_hanging;

model network() {
  model m;
  m.input("x", {1, 3, 8, 8}).output("y", {1, 4});
  m.weights("w", {4, 3, 3, 3}, std::vector<float>(108, 0.5F))
      .weights("b", {4}, std::vector<float>{1, 2, 3, 4})
      .weights("s", {2}, std::vector<std::int64_t>{1, -1});
  m.weights("v", {4, 144}, std::vector<float>(576, 0.25F));
  m.node("Conv", {"x", "w", "b"}, {"c"});
  m.node("Relu", {"c"}, {"r"});
  m.node("Reshape", {"r", "s"}, {"f"});
  made::attribute(m.node("Gemm", {"f", "v"}, {"y"}), "transB", 1);
  return m;
}

}  // namespace

TEST_CASE("a sound model is not refused") { CHECK(refused(network()).empty()); }

TEST_CASE("truncated files are refused") {
  const std::string whole = network().proto.SerializeAsString();
  for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 97) {
    INFO("first " << size << " of " << whole.size() << " bytes");
    CHECK_FALSE(without_hanging([&] { return refused(whole.substr(0, size)); }).empty());
  }
}

TEST_CASE("files with flipped bits are read or refused") {
  const std::string whole = network().proto.SerializeAsString();
  made::chance next;
  int refusals = 0;
  for (int i = 0; i < 400; ++i) {
    std::string damaged = whole;
    for (std::size_t flips = 1 + next() % 3; flips > 0; --flips) {
      const std::size_t place = next() % 3 == 0 ? next() % damaged.size() : next() % 200;
      made::flip_bit(damaged, place, next() % 8);
    }
    refusals += without_hanging([&] { return refused(damaged); }).empty() ? 0 : 1;
  }
  CHECK(refusals > 100);
}

TEST_CASE("a cycle is refused") {
  model m;
  m.input("x", {2}).output("y", {2});
  m.node("Add", {"x", "b"}, {"a"});
  m.node("Relu", {"a"}, {"b"});
  m.node("Relu", {"b"}, {"y"});
  CHECK_FALSE(without_hanging([&] { return refused(m); }).empty());
}

TEST_CASE("a node of itself is refused") {
  model m;
  m.input("x", {2}).output("y", {2});
  m.node("Add", {"x", "y"}, {"y"});
  CHECK_FALSE(refused(m).empty());
}

TEST_CASE("absurd sizes are refused") {
  SECTION("of an input") {
    model m;
    m.input("x", {1 << 30, 1 << 30, 1 << 30}).output("y", {1});
    m.node("Relu", {"x"}, {"y"});
    CHECK(contains(without_hanging([&] { return refused(m); }), "absurdly large"));
  }
  SECTION("of a constant") {
    model m;
    m.output("y", {1}).weights("s", {2}, std::vector<std::int64_t>{std::int64_t{1} << 40, std::int64_t{1} << 40});
    m.node("ConstantOfShape", {"s"}, {"y"});
    CHECK_FALSE(without_hanging([&] { return refused(m); }).empty());
  }
  SECTION("of whole numbers") {
    model m;
    m.output("y", {1}, onnx::TensorProto::INT64)
        .weights("a", {}, std::vector<std::int64_t>{0})
        .weights("b", {}, std::vector<std::int64_t>{std::int64_t{1} << 60})
        .weights("c", {}, std::vector<std::int64_t>{1});
    m.node("Range", {"a", "b", "c"}, {"y"});
    CHECK(contains(without_hanging([&] { return refused(m); }), "too many elements"));
  }
  SECTION("of padding") {
    model m;
    m.input("x", {1, 1, 4})
        .output("y", {1})
        .weights("p", {6}, std::vector<std::int64_t>{0, 0, std::int64_t{1} << 50, 0, 0, 0});
    m.node("Pad", {"x", "p"}, {"y"});
    CHECK_FALSE(without_hanging([&] { return refused(m); }).empty());
  }
  SECTION("of an initialiser that has no such data") {
    model m;
    m.input("x", {1}).output("y", {1}).weights("w", {1000, 1000, 1000, 1000}, std::vector<float>{1});
    m.node("Add", {"x", "w"}, {"y"});
    CHECK_FALSE(without_hanging([&] { return refused(m); }).empty());
  }
}

TEST_CASE("a missing initialiser is refused by name") {
  model m = network();
  m.proto.mutable_graph()->mutable_initializer()->DeleteSubrange(0, 1);
  m.proto.set_ir_version(20);  // the ONNX library does not know this version, so that its checker has no say
  const std::string why = refused(m);
  CHECK(contains(why, "the_Conv"));
  CHECK(contains(why, "input w"));
}

TEST_CASE("wrong types are refused by node and reason") {
  model m;
  m.input("x", {2}).input("z", {2}, onnx::TensorProto::INT64).output("y", {2});
  m.node("Add", {"x", "z"}, {"y"});
  m.proto.set_ir_version(20);
  const std::string why = refused(m);
  CHECK(contains(why, "the_Add"));
  CHECK(contains(why, "element types differ"));
}

TEST_CASE("an initialiser with too little data is refused") {
  model m = network();
  m.proto.mutable_graph()->mutable_initializer(0)->mutable_float_data()->RemoveLast();
  m.proto.set_ir_version(20);
  CHECK(contains(refused(m), "initialiser w"));
}

TEST_CASE("data in another file is read from beside the model only, and only what is there") {
  model m = network();
  onnx::TensorProto& w = *m.proto.mutable_graph()->mutable_initializer(0);
  w.clear_float_data();
  w.set_data_location(onnx::TensorProto::EXTERNAL);
  auto& location = *w.add_external_data();
  location.set_key("location");
  auto& length = *w.add_external_data();
  length.set_key("length");
  length.set_value("432");
  for (const char* outside : {"/etc/passwd", "../secret", "a/../../b", ""}) {
    location.set_value(outside);
    CHECK(contains(refused(m), "not beside the model"));
  }
  location.set_value("litho_import_weights.bin");
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "litho_import_weights.bin";
  std::filesystem::remove(file);
  CHECK(contains(refused(m), "is not in"));
  std::ofstream(file, std::ios::binary) << std::string(431, 0);
  CHECK(contains(refused(m), "is not in"));
  std::ofstream(file, std::ios::binary) << std::string(432, 0);
  CHECK(refused(m).empty());
  std::filesystem::remove(file);
}

TEST_CASE("a function that calls itself is refused") {
  model m(15);
  m.input("x", {2}).output("y", {2});
  m.proto.set_ir_version(20);
  onnx::OperatorSetIdProto& own = *m.proto.add_opset_import();
  own.set_domain("mine");
  own.set_version(1);
  onnx::FunctionProto& f = *m.proto.add_functions();
  f.set_name("F");
  f.set_domain("mine");
  f.add_input("a");
  f.add_output("b");
  onnx::NodeProto& inner = *f.add_node();
  inner.set_op_type("F");
  inner.set_domain("mine");
  inner.add_input("a");
  inner.add_output("b");
  m.node("F", {"x"}, {"y"}).set_domain("mine");
  CHECK(contains(without_hanging([&] { return refused(m); }), "calls itself"));
}
