// SPDX-License-Identifier: BSL-1.0
// Writes the reference pages from the code: `reference ops` and `reference passes`.

#include <iostream>
#include <string>

#include <litho/pass/pipeline.hpp>

#include "compiler/operators.hpp"

namespace {

std::string_view kind_of(const litho::op_info& op) {
  constexpr std::string_view names[] = {"source",  "elementwise", "reduction", "contraction",
                                        "pooling", "movement",    "direct",    "composite"};
  return names[static_cast<int>(op.kind)];
}

std::string facts_of(const litho::op_info& op) {
  std::string facts;
  const auto add = [&](bool holds, std::string_view fact) {
    if (!holds) return;
    if (!facts.empty()) facts += ", ";
    facts += fact;
  };
  add(op.commutative, "commutative");
  add(op.involution, "involution");
  add(op.idempotent, "idempotent");
  add(op.right_identity.present, "right identity");
  add(op.self == litho::self_rule::same, "op(x, x) = x");
  add(op.self == litho::self_rule::zero, "op(x, x) = 0 (relaxed)");
  add(op.reinterprets, "view");
  add(op.transcendental, "transcendental");
  add(op.blocked, "NC1HWC0");
  return facts;
}

/// A bar would end the cell.
std::string escaped(std::string_view text) {
  std::string result;
  for (char c : text) {
    if (c == '|') result += '\\';
    result += c;
  }
  return result;
}

/// The element types of the inputs; sources and movements take all, whatever their facts say.
std::string_view types_of(const litho::op_info& op) {
  const bool takes_all = op.kind == litho::category::source || op.kind == litho::category::movement;
  return litho::name_of(takes_all ? litho::kinds::all : op.takes);
}

constexpr std::string_view contract = R"(# Ops

The contract that every adapter follows, whatever it reads graphs from: what each op computes, what it takes, and which way it
goes where frameworks differ. [onnx.md](onnx.md) says which operators of ONNX become which ops, and in which versions. Written
by `tools/reference.cpp` from the `info` of each op; a test compares.

## What holds for all

- Shapes and attributes are constants, and a tensor has at most 8 axes. A negative axis counts from the back.
- All inputs of an op have one element type, unless its entry says otherwise; only `cast` changes a type.
- Inputs of elementwise ops broadcast as in NumPy. Reductions leave the axes that they fold with size 1.
- Channels are axis 1: [N,C,...]. In memory a tensor is row-major (plain); the other layouts are chosen by pass `layouts` alone,
  for ops with NC1HWC0 among their facts.
- Floats are f32, f64, f16 and bf16, integers i8 to i64 and u8 to u64, numbers are both. Floats follow IEEE 754, with NaN and
  infinities. Integers wrap around and give 0 for x / 0.
- The reference computes floats in double and rounds the result of each op once. Kernels compute in float, in double where f64
  takes part, in whole numbers where no floats do ([why/011](../why/011-arithmetic-types.md)).
- The column of attributes gives their defaults, in the text form of the IR. The column ONNX names the operators with the op's
  semantics; where it is empty, no operator is the same.

## All ops

| op | kind | engine | inputs | types | attributes | definition | ONNX | facts |
|---|---|---|---|---|---|---|---|---|
)";

bool has_entry(const litho::op_info& op) { return *op.limits != 0 || *op.differs != 0; }

void print_row(const litho::op_info& op) {
  litho::text_builder attributes;
  litho::attribute_values defaults;
  std::string_view nothing;
  op.parse(nothing, defaults);  // gives the defaults, though it finds no text
  op.print(attributes, defaults.view());
  std::cout << "| ";
  if (has_entry(op))
    std::cout << '[' << op.view() << "](#" << op.view() << ')';
  else
    std::cout << op.view();
  std::cout << " | " << kind_of(op) << " | " << litho::name_of(op.unit) << " | " << op.inputs_min;
  if (op.inputs_max != op.inputs_min) std::cout << " to " << op.inputs_max;
  std::cout << " | " << types_of(op) << " | " << attributes.view() << " | " << escaped(op.math) << " | " << op.onnx
            << " | " << facts_of(op) << " |\n";
}

void print_ops() {
  std::cout << contract;
  for (const litho::op_info* op : litho::compiler::operators()) print_row(*op);
  std::cout << "\n## Limits and differences\n\nWhat an op takes beside its types, and where frameworks differ.\n";
  for (const litho::op_info* op : litho::compiler::operators()) {
    if (!has_entry(*op)) continue;
    std::cout << "\n### " << op->view() << "\n\n";
    if (*op->limits != 0) std::cout << "Limits: " << op->limits << ".\n";
    if (*op->limits != 0 && *op->differs != 0) std::cout << '\n';
    if (*op->differs != 0) std::cout << op->differs << '\n';
  }
}

template <class... Passes>
void print_list(litho::pass::list<Passes...>, const char* title, const char* option = "") {
  std::cout << "\n## " << title << "\n\n";
  int number = 1;
  ((std::cout << number++ << ". `" << Passes::name << "`" << (Passes::enabled(litho::O0) ? ", always runs" : "")
              << (Passes::enabled(litho::O3) ? "" : ", with `options.") << (Passes::enabled(litho::O3) ? "" : option)
              << (Passes::enabled(litho::O3) ? "" : "`")
              << (Passes::enabled(litho::O1) && !Passes::enabled(litho::O0) ? ", from O1" : "")
              << (Passes::enabled(litho::O2) && !Passes::enabled(litho::O1) ? ", from O2" : "")
              << (Passes::enabled(litho::O3) && !Passes::enabled(litho::O2) ? ", from O3" : "") << '\n'),
   ...);
}

void print_passes() {
  std::cout << "# Passes\n\nIn the order in which they run; a pass stands twice where another gives it new work. Each "
               "is a file in\n"
               "`include/litho/pass`, with what it does, needs and keeps. Generated from the code; a test compares.\n";
  print_list(litho::pass::graph_passes{}, "On the graph");
  print_list(litho::pass::plan_passes{}, "On the plan");
  print_list(litho::pass::shared_plan_passes{}, "On the plan for several workers", "workers");
  print_list(litho::pass::streamed_plan_passes{}, "On the plan with several streams", "streams");
}

}  // namespace

int main(int count, char** arguments) {
  const std::string_view page = count == 2 ? arguments[1] : "";
  if (page == "ops")
    print_ops();
  else if (page == "passes")
    print_passes();
  else
    std::cerr << "usage: reference ops|passes\n";
  return page == "ops" || page == "passes" ? 0 : 1;
}
