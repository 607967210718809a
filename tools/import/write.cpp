// SPDX-License-Identifier: BSL-1.0
#include "write.hpp"

#include <cctype>
#include <set>
#include <sstream>

namespace litho::importer {

namespace {

const char* type_name(dtype element) {
  switch (element) {
    case dtype::f32: return "float";
    case dtype::f64: return "double";
    case dtype::f16: return "litho::half";
    case dtype::bf16: return "litho::bfloat16";
    case dtype::boolean: return "bool";
    case dtype::i8: return "std::int8_t";
    case dtype::i16: return "std::int16_t";
    case dtype::i32: return "std::int32_t";
    case dtype::i64: return "std::int64_t";
    case dtype::u8: return "std::uint8_t";
    case dtype::u16: return "std::uint16_t";
    case dtype::u32: return "std::uint32_t";
    case dtype::u64: return "std::uint64_t";
  }
  return "float";
}

std::string literal(const number& value, dtype element) {
  if (element == dtype::f16) return "{" + std::to_string(stored<half>(value).bits) + "}";
  if (element == dtype::bf16) return "{" + std::to_string(stored<bfloat16>(value).bits) + "}";
  if (element == dtype::boolean) return static_cast<double>(value) != 0 ? "true" : "false";
  if (element == dtype::u64) return std::to_string(static_cast<std::uint64_t>(value.whole())) + "u";
  if (!is_float(element)) {
    if (value.whole() == std::numeric_limits<std::int64_t>::min()) return "(-9223372036854775807 - 1)";
    return std::to_string(value.whole());
  }
  const double real = value;
  const std::string limits = std::string("std::numeric_limits<") + type_name(element) + ">::";
  if (real != real) return limits + "quiet_NaN()";
  if (real > std::numeric_limits<double>::max()) return limits + "infinity()";
  if (real < std::numeric_limits<double>::lowest()) return "-" + limits + "infinity()";
  // The fewest digits that are read back as the same number.
  char text[40];
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(text, sizeof text, "%.*g", digits, real);
    const double back =
        element == dtype::f32 ? static_cast<double>(std::strtof(text, nullptr)) : std::strtod(text, nullptr);
    if (back == real) break;
  }
  std::string result = text;
  if (result.find_first_of(".e") == std::string::npos) result += ".0";
  return element == dtype::f32 ? result + "f" : result;
}

std::string joined(const ints& dims) {
  std::string text;
  for (std::int64_t each : dims) text += ", " + std::to_string(each);
  return text;
}

std::string cpp_value(const std::string& printed) {
  if (printed == "inf" || printed == "-inf")
    return (printed[0] == '-' ? "-" : "") + std::string("litho::math::infinity");
  if (printed == "nan" || printed == "-nan") return "litho::math::not_a_number";
  if (printed.front() != '[') return printed;
  std::string list;
  for (char c : printed) list += c == '[' ? "{" : c == ']' ? "}" : c == ',' ? ", " : std::string(1, c);
  return list;
}

struct field {
  std::string name;
  std::string value;
};

/// "axis=1 alpha0=2 alpha1=3" as fields: numbered keys are the elements of an array.
std::vector<field> fields_of(std::string_view printed) {
  static const std::map<std::string, std::string> members{
      {"scale", "scales"}, {"begin", "crop_begin"}, {"end", "crop_end"}};
  std::vector<field> fields;
  std::istringstream pairs{std::string(printed)};
  for (std::string pair; pairs >> pair;) {
    const std::size_t equals = pair.find('=');
    std::string name = pair.substr(0, equals);
    const std::string value = cpp_value(pair.substr(equals + 1));
    const std::size_t digits = name.find_last_not_of("0123456789") + 1;
    if (digits == name.size()) {
      fields.push_back({name, value});
      continue;
    }
    const bool is_first = name.substr(digits) == "0";
    name.resize(digits);
    if (const auto member = members.find(name); member != members.end()) name = member->second;
    if (is_first) {
      fields.push_back({name, "{" + value + "}"});
    } else {
      std::string& list = fields.back().value;
      list.pop_back();
      list += ", " + value + "}";
    }
  }
  return fields;
}

/// The attributes that differ from their defaults, as a designated initialiser.
std::string attributes_text(const op_info& op, std::span<const std::int64_t> values) {
  text_builder given, otherwise;
  op.print(given, values);
  attribute_values defaults;
  std::string_view nothing;
  op.parse(nothing, defaults);
  op.print(otherwise, defaults.view());
  if (given.size() == 0) return {};
  const std::vector<field> own = fields_of(given.view());
  const std::vector<field> others = fields_of(otherwise.view());
  std::string text;
  for (std::size_t i = 0; i < own.size(); ++i)
    if (own[i].value != others[i].value) text += (text.empty() ? "." : ", .") + own[i].name + " = " + own[i].value;
  return ", litho::op<\"" + std::string(op.view()) + "\">::attributes{" + text + "}";
}

class header {
 public:
  header(const imported& model, const std::string& name) : model_(model), graph_(model.made.graph), name_(name) {}

  std::string text(const std::string& file, const std::vector<std::string>& includes, const std::string& members) {
    std::ostringstream out;
    out << "// Written by litho-import from " << file << " (" << model_.producer
        << (model_.opsets.empty() ? "" : "; opsets: " + model_.opsets) << "). Do not edit.\n"
        << "#pragma once\n\n#include <array>\n#include <cstddef>\n#include <cstdint>\n#include <limits>\n#include "
           "<litho.hpp>\n#include <span>\n\n";
    for (const std::string& each : includes) out << "#include \"" << each << "\"\n";
    out << (includes.empty() ? "" : "\n") << "namespace " << name_ << "_nodes {\n\n";
    constants(out);
    for (int at = 0; at < graph_.size(); ++at) node_line(out, at);
    out << "\n}  // namespace " << name_ << "_nodes\n\n";
    network(out, members);
    return out.str();
  }

 private:
  std::string own(int node) const { return names_.at(static_cast<std::size_t>(node)); }

  std::string unique(std::string wanted) {
    wanted = identifier(wanted);
    std::string name = wanted;
    for (int i = 2; !used_.insert(name).second; ++i) name = wanted + "_" + std::to_string(i);
    return name;
  }

  void constants(std::ostream& out) {
    int count = 0;
    for (int at = 0; at < graph_.size(); ++at) {
      const tensor* known = graph_.constant(at);
      if (known == nullptr || known->type.rank() == 0) continue;
      const auto size = known->values.size();
      out << "inline constexpr ";
      if (size == 0)
        out << "std::array<" << type_name(known->type.element) << ", 0> v" << ++count << "{";
      else
        out << type_name(known->type.element) << " v" << ++count << "[] = {";
      for (std::size_t i = 0; i < size; ++i)
        out << (i == 0 ? "" : ", ") << literal(known->values[i], known->type.element);
      out << "};\n";
      arrays_[at] = "v" + std::to_string(count);
      used_.insert("v" + std::to_string(count));
    }
    for (int at = 0; at < graph_.size(); ++at) {
      const tensor* known = graph_.constant(at);
      if (known == nullptr || known->type.rank() != 0) continue;
      out << "inline constexpr " << type_name(known->type.element) << " v" << ++count << "[] = {"
          << literal(known->values[0], known->type.element) << "};\n";
      arrays_[at] = "v" + std::to_string(count);
      used_.insert("v" + std::to_string(count));
    }
    if (count > 0) out << '\n';
  }

  std::string expression(int at) const {
    const ir::node& node = graph_[at];
    if (graph_.constant(at) != nullptr) {
      std::string dims;
      for (std::int64_t each : node.type.dims) dims += (dims.empty() ? "" : ", ") + std::to_string(each);
      return "litho::constant_<" + arrays_.at(at) + ", litho::shape{" + dims + "}>::t";
    }
    if (node.op->kind == category::source)
      return "decltype(litho::" + std::string(node.op->view()) + "<\"" + std::string(node.name) + "\", " +
             type_name(node.type.element) + joined(node.type.dims) + ">())";
    std::string inputs;
    for (int input : graph_.inputs(at)) inputs += (inputs.empty() ? "" : ", ") + own(input) + "{}";
    return "decltype(litho::call<\"" + std::string(node.op->view()) + "\"" +
           attributes_text(*node.op, graph_.attributes(at)) + ">(" + inputs + "))";
  }

  void node_line(std::ostream& out, int at) {
    const ir::node& node = graph_[at];
    std::string label;
    std::string name;
    if (node.op->kind == category::source) {
      name = graph_.constant(at) != nullptr ? "c" : std::string(node.name);
    } else {
      label = node.origin >= 0 ? model_.made.labels[static_cast<std::size_t>(node.origin)] : "";
      const std::size_t space = label.find(' ');
      name = space == std::string::npos ? std::string(node.op->view()) : label.substr(space + 1);
    }
    names_.push_back(unique(name));
    std::string comment;
    for (char c : label) comment += static_cast<unsigned char>(c) < 32 || c == '\\' ? '_' : c;
    out << "struct " << names_.back() << " : litho::def<" << expression(at) << "> {};";
    if (!comment.empty()) out << "  // " << comment;
    out << '\n';
  }

  void network(std::ostream& out, const std::string& members) const {
    out << "struct " << name_ << " : litho::network<" << name_ << "> {\n"
        << members << "  static constexpr auto graph() {\n    return litho::model(litho::inputs(";
    for (std::size_t i = 0; i < model_.inputs.size(); ++i)
      out << (i == 0 ? "" : ", ") << name_ << "_nodes::" << own(model_.inputs[i].node) << "{}";
    out << "),\n                        litho::outputs(";
    for (std::size_t i = 0; i < model_.outputs.size(); ++i)
      out << (i == 0 ? "" : ",\n                                       ") << "litho::output<\""
          << escaped(model_.outputs[i].name) << "\">(" << name_ << "_nodes::" << own(model_.outputs[i].node) << "{})";
    out << "));\n  }\n};\n";
  }

  static std::string escaped(const std::string& text) {
    std::string result;
    for (char c : text) {
      if (c == '"' || c == '\\') result += '\\';
      result += static_cast<unsigned char>(c) < 32 ? '_' : c;
    }
    return result;
  }

  const imported& model_;
  const ir::graph& graph_;
  const std::string name_;
  std::map<int, std::string> arrays_;
  std::vector<std::string> names_;
  std::set<std::string> used_;
};

}  // namespace

std::string identifier(const std::string& text) {
  static const std::set<std::string> keywords{
      "alignas",     "alignof",   "and",        "and_eq",    "asm",      "auto",         "bitand",
      "bitor",       "bool",      "break",      "case",      "catch",    "char",         "char8_t",
      "char16_t",    "char32_t",  "class",      "compl",     "concept",  "const",        "consteval",
      "constexpr",   "constinit", "const_cast", "continue",  "co_await", "co_return",    "co_yield",
      "decltype",    "default",   "delete",     "do",        "double",   "dynamic_cast", "else",
      "enum",        "explicit",  "export",     "extern",    "false",    "float",        "for",
      "friend",      "goto",      "if",         "inline",    "int",      "long",         "mutable",
      "namespace",   "new",       "noexcept",   "not",       "not_eq",   "nullptr",      "operator",
      "or",          "or_eq",     "private",    "protected", "public",   "register",     "reinterpret_cast",
      "requires",    "return",    "short",      "signed",    "sizeof",   "static",       "static_assert",
      "static_cast", "struct",    "switch",     "template",  "this",     "thread_local", "throw",
      "true",        "try",       "typedef",    "typeid",    "typename", "union",        "unsigned",
      "using",       "virtual",   "void",       "volatile",  "wchar_t",  "while",        "xor",
      "xor_eq",      "litho",     "std",        "errno",     "linux",    "unix",         "assert",
      "NAN",         "INFINITY",  "NULL",       "EOF",       "stdin",    "stdout",       "stderr",
      "main"};
  std::string name;
  for (char c : text) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (is_plain)
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  if (name.size() > 80) name = name.substr(name.size() - 80);
  while (!name.empty() && name.front() == '_') name.erase(0, 1);
  if (name.empty()) name = "n";
  if (std::isdigit(static_cast<unsigned char>(name[0])) != 0) name = "n" + name;
  return keywords.contains(name) ? name + "_" : name;
}

std::string header_text(const imported& model, const std::string& name, const std::string& file,
                        const std::vector<std::string>& includes, const std::string& members) {
  return header(model, name).text(file, includes, members);
}

std::string parts_member(int parts) {
  return parts == 0 ? "" : "  static constexpr int parts = " + std::to_string(parts) + ";\n";
}

std::string part_text(const std::string& name, int part) {
  return "// Written by litho-import.\n#include \"" + name +
         ".hpp\"\n\n#include <litho/part.hpp>\n\ntemplate struct litho::part<" + name + ", " + std::to_string(part) +
         ">;\n";
}

std::string cmake_text(const std::string& name, bool embeds, int parts) {
  const std::string file = "${CMAKE_CURRENT_LIST_DIR}/" + name;
  const std::string kind = embeds || parts > 0 ? "PUBLIC" : "INTERFACE";
  std::string text = "# Written by litho-import: include() it, then link the target " + name + ".\n";
  text += "add_library(" + name + (kind == "PUBLIC" ? " STATIC" : " INTERFACE");
  if (embeds) text += " " + file + ".weights.S";
  for (int part = 0; part < parts; ++part) text += " " + file + "." + std::to_string(part) + ".cpp";
  text += ")\n";
  if (embeds)
    text += "set_source_files_properties(" + file +
            ".weights.S PROPERTIES LANGUAGE CXX COMPILE_OPTIONS \"-x;assembler-with-cpp\" OBJECT_DEPENDS " + file +
            ".weights)\n";
  return text + "target_include_directories(" + name + " " + kind +
         " ${CMAKE_CURRENT_LIST_DIR})\ntarget_link_libraries(" + name + " " + kind + " litho::litho)\nset(" + name +
         "_WEIGHTS " + file + ".weights)\n";
}

std::string embedding_text(const std::string& name, const std::filesystem::path& blob) {
  return "/* Written by litho-import. */\n.section .rodata\n.balign 64\n.global " + name + "_weights\n.global " + name +
         "_weights_end\n" + name + "_weights:\n.incbin \"" + blob.string() + "\"\n" + name +
         "_weights_end:\n.byte 0\n" +
         "#if defined(__linux__) && defined(__ELF__)\n.section .note.GNU-stack,\"\",%progbits\n#endif\n";
}

std::string embedding_header(const std::string& name) {
  return "\n// The weights, from " + name + ".weights.S.\nextern \"C\" const std::byte " + name +
         "_weights[];\nextern \"C\" const std::byte " + name + "_weights_end[];\ninline std::span<const std::byte> " +
         name + "_weights_blob() { return {" + name + "_weights, " + name + "_weights_end}; }\n";
}

}  // namespace litho::importer
