// SPDX-License-Identifier: BSL-1.0
#include "operators.hpp"

#include "node.hpp"

namespace litho::importer {

namespace {

std::string opsets_of(const translation& each) {
  const std::string first = std::to_string(each.since);
  return each.since == each.newest ? first : first + " to " + std::to_string(each.newest);
}

/// Names that have no translator, so that one which gets one leaves the list.
std::string refused(std::initializer_list<const char*> names) {
  std::string list;
  for (const char* name : names)
    if (translators().count(name) == 0) list += (list.empty() ? "" : ", ") + std::string(name);
  return list;
}

}  // namespace

std::string operators_page() {
  std::string page = R"(# ONNX operators

What `litho-import` reads. The table gives for each operator the opsets of its oldest and its newest definition that are
read (a model of a later opset uses the newest one), and the ops that it becomes, whose semantics are in [ops.md](ops.md).
Nodes whose inputs are all known while importing are computed then and leave nothing behind. Written by
`litho-import --ops`; a test compares.

| operator | opsets | becomes |
|---|---|---|
)";
  translator_table all = translators();
  all.insert({"If", {nullptr, 1, 25, "the branch that its condition takes; the condition must be known"}});
  all.insert({"Loop", {nullptr, 1, 25, "its steps one by one; their number must be known"}});
  all.insert({"Scan", {nullptr, 8, 25, "its steps one by one"}});
  for (const auto& [name, each] : all) page += "| " + name + " | " + opsets_of(each) + " | " + each.becomes + " |\n";
  page += R"(
## Beside the table

- A function that the model brings along is written out.
- An operator that ONNX defines as a function of others, such as HannWindow or SoftmaxCrossEntropyLoss, is written out where
  the ONNX library that `litho-import` is linked to has its definition and the definition's operators are read.
- A node of domain `litho` is the op of the library with its name, and `--map DOMAIN::OP=NAME` makes it so for any other.

## Refused

The importer stops at the first node that it cannot translate and names the node, its operator and the reason. Each shape
must be a constant: an input that fixes one (the shape of Reshape, the axes of ReduceSum, the k of TopK) is a constant of
the model, or follows from shapes, or is given by `--const`. In particular these are refused:

| what | operators |
|---|---|
)";
  page += "| loops at run time | Loop whose number of steps or condition depends on an input |\n";
  page += "| branches at run time | If whose condition depends on an input |\n";
  page += "| shapes that depend on values | " + refused({"NonMaxSuppression", "Unique"}) +
          "; NonZero and Compress whose input or condition is not known |\n";
  page += "| sequences and optional values | " +
          refused({"ConcatFromSequence", "Optional", "OptionalGetElement", "OptionalHasElement", "SequenceAt",
                   "SequenceConstruct", "SequenceEmpty", "SequenceErase", "SequenceInsert", "SequenceLength",
                   "SequenceMap", "SplitToSequence"}) +
          " |\n";
  page += "| strings | " + refused({"RegexFullMatch", "StringConcat", "StringNormalizer", "StringSplit"}) + " |\n";
  page +=
      "| random numbers | " +
      refused({"Bernoulli", "Multinomial", "RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike"}) +
      " |\n";
  page +=
      "| training | Dropout with training_mode = 1; domain ai.onnx.preview.training |\n"
      "| other models than networks | domain ai.onnx.ml |\n"
      "| element types | strings, complex numbers, floats of 8 and 4 bits, integers of 4 and 2 bits |\n";
  page += "| what has no op | " + refused({"BitCast", "ImageDecoder"}) +
          ", and all else that is neither in the table nor a function |\n";
  return page;
}

}  // namespace litho::importer
