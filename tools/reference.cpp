// SPDX-License-Identifier: BSL-1.0
// Writes the reference pages from the code: `reference ops` and `reference passes`.

#include <iostream>
#include <litho.hpp>
#include <string>

namespace {

std::string_view kind_of(const litho::op_info& op) {
  constexpr std::string_view names[] = {"source", "elementwise", "reduction", "contraction", "pooling", "movement", "direct", "composite"};
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

void print_ops() {
  std::cout << "# Ops\n\nGenerated from the code by `tools/reference.cpp`; a test compares.\n\n"
            << "| op | kind | engine | inputs | attributes | definition | facts |\n|---|---|---|---|---|---|---|\n";
  for (const litho::op_info* op : litho::all_ops) {
    litho::text_builder attributes;
    litho::attribute_values defaults;
    std::string_view nothing;
    op->parse(nothing, defaults);  // gives the defaults, though it finds no text
    op->print(attributes, defaults.view());
    std::cout << "| " << op->view() << " | " << kind_of(*op) << " | " << litho::name_of(op->unit) << " | " << op->inputs_min;
    if (op->inputs_max != op->inputs_min) std::cout << " to " << op->inputs_max;
    std::cout << " | " << attributes.view() << " | " << escaped(op->math) << " | " << facts_of(*op) << " |\n";
  }
}

template <class... Passes>
void print_list(litho::pass::list<Passes...>, const char* title) {
  std::cout << "\n## " << title << "\n\n";
  int number = 1;
  ((std::cout << number++ << ". `" << Passes::name << "`"
              << (Passes::enabled(litho::O0) ? ", always runs" : "")
              << (Passes::enabled(litho::O1) && !Passes::enabled(litho::O0) ? ", from O1" : "")
              << (Passes::enabled(litho::O2) && !Passes::enabled(litho::O1) ? ", from O2" : "")
              << (Passes::enabled(litho::O3) && !Passes::enabled(litho::O2) ? ", from O3" : "") << '\n'),
   ...);
}

void print_passes() {
  std::cout << "# Passes\n\nIn the order in which they run; a pass stands twice where another gives it new work. Each is a file in\n"
               "`include/litho/pass`, with what it does, needs and keeps. Generated from the code; a test compares.\n";
  print_list(litho::pass::graph_passes{}, "On the graph");
  print_list(litho::pass::plan_passes{}, "On the plan");
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
