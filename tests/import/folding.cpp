// SPDX-License-Identifier: BSL-1.0
// Shape arithmetic leaves no trace; weights that are one number everywhere are not stored.
#include "catch.hpp"
#include "models.hpp"

namespace {

using made::count;
using made::model;

}  // namespace

TEST_CASE("a reshape by the shape of its input is one reshape") {
  model m;
  m.input("x", {2, 3, 4}).output("y", {2, 12});
  m.weights("zero", {}, std::vector<std::int64_t>{0})
      .weights("axis", {1}, std::vector<std::int64_t>{0})
      .weights("rest", {1}, std::vector<std::int64_t>{-1});
  m.node("Shape", {"x"}, {"s"});
  m.node("Gather", {"s", "zero"}, {"n"});
  m.node("Unsqueeze", {"n", "axis"}, {"u"});
  made::attribute(m.node("Concat", {"u", "rest"}, {"c"}), "axis", 0);
  m.node("Reshape", {"x", "c"}, {"y"});
  const made::imported made = made::import(m);
  CHECK(made.made.graph.size() == 2);
  CHECK(count(made, "reshape") == 1);
  CHECK(made.outputs[0].type.dims == litho::ints{2, 12});
}

TEST_CASE("large constants of one value are described, not stored") {
  model m;
  m.input("x", {100, 100}).output("y", {100, 100}).weights("s", {2}, std::vector<std::int64_t>{100, 100});
  m.node("ConstantOfShape", {"s"}, {"w"});
  m.node("Add", {"x", "w"}, {"y"});
  const made::imported made = made::import(m);
  CHECK(made.made.weights.empty());
  CHECK(count(made, "expand") == 1);
}

TEST_CASE("equal weights are stored once, unused ones not at all") {
  model m;
  m.input("x", {100}).output("y", {100});
  for (const char* name : {"a", "b"}) m.weights(name, {100}, std::vector<float>(100, 2));
  m.weights("unused", {100}, std::vector<float>(100, 3));
  m.node("Add", {"x", "a"}, {"t"});
  m.node("Mul", {"t", "b"}, {"y"});
  m.node("Add", {"x", "unused"}, {"nothing"});
  const made::imported made = made::import(m);
  CHECK(made.made.weights.size() == 1);
  CHECK(made.made.weights.contains("a"));
}
