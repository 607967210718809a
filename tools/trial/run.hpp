// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdio>
#include <fstream>
#include <graphs/memory.hpp>
#include <iterator>
#include <map>
#include <string>

/// What the programs that write.hpp writes consist of.
namespace litho::trial {

/// The numbers of a trial, as write.cpp stores them: lengths and bytes.
class stored_case {
 public:
  explicit stored_case(const char* file) {
    std::ifstream in(file, std::ios::binary);
    text_.assign(std::istreambuf_iterator<char>(in), {});
    for (std::string name; !(name = next()).empty();) sources_[name] = next();
  }
  bool fill(std::string_view name, graphs::user_memory& to) {
    return copy(sources_[std::string(name)], to.memory().bytes());
  }
  bool next_output(graphs::user_memory& expected, std::vector<double>& allowed) {
    const std::string values = next();
    const std::string errors = next();
    allowed.resize(errors.size() / sizeof(double));
    return copy(values, expected.memory().bytes()) && copy(errors, std::as_writable_bytes(std::span(allowed)));
  }

 private:
  static bool copy(const std::string& from, std::span<std::byte> to) {
    if (from.size() != to.size()) return false;
    std::memcpy(to.data(), from.data(), from.size());
    return true;
  }
  std::string next() {
    std::uint64_t size = 0;
    if (text_.size() - at_ < sizeof size) return {};
    std::memcpy(&size, text_.data() + at_, sizeof size);
    at_ += sizeof size;
    const std::string result = text_.substr(at_, size);
    at_ += result.size();
    return result;
  }

  std::string text_;
  std::size_t at_ = 0;
  std::map<std::string, std::string> sources_;
};

/// Runs trials one by one; a line for each that is wrong, and one for all at the end.
class runs {
 public:
  template <class Net>
  void run(const char* title, const char* file) {
    at<with_options<Net, O0>>(title, "O0", file);
    at<with_options<Net, O3>>(title, "O3", file);
  }
  int end() const {
    std::printf("%d right, %d wrong\n", right_, wrong_);
    return wrong_ == 0 ? 0 : 1;
  }

 private:
  template <class Net>
  void at(const char* title, const char* level, const char* file) {
    std::string why = fault<Net>(file);
    ++(why.empty() ? right_ : wrong_);
    if (!why.empty()) std::printf("WRONG %s at %s: %s\n", title, level, why.c_str());
    std::fflush(stdout);
  }

  /// What is wrong; nothing where all is right.
  template <class Net>
  static std::string fault(const char* file) {
    stored_case stored(file);
    graphs::guarded arena(std::max(Net::arena_bytes(), Net::load_arena_bytes()), 0);
    graphs::guarded weights(Net::weight_bytes(), 0);
    executor<Net> net(arena.bytes(), weights.bytes());
    std::vector<graphs::user_memory> parameters;
    std::vector<parameter_view> views;
    for (const auto& port : Net::parameter_ports()) {
      parameters.emplace_back(port.type);
      if (!stored.fill(port.name, parameters.back())) return "no parameter " + std::string(port.name);
    }
    for (std::size_t i = 0; i < parameters.size(); ++i)
      views.push_back(
          {Net::parameter_ports()[i].name, Net::parameter_ports()[i].type, parameters[i].memory().bytes().data()});
    if (const status done = net.load(views); !done.ok()) return std::string(done.text().view());
    std::vector<graphs::user_memory> inputs;
    std::vector<graphs::user_memory> outputs;
    for (const auto& port : Net::input_ports()) {
      inputs.emplace_back(port.type);
      if (!stored.fill(port.name, inputs.back())) return "no input " + std::string(port.name);
    }
    for (const auto& port : Net::output_ports()) outputs.emplace_back(port.type);
    if (const status done = graphs::run(net, inputs, outputs); !done.ok()) return std::string(done.text().view());
    if (!arena.intact() || !weights.intact()) return "writes outside of its memory";
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      if (!outputs[i].memory().intact()) return "writes beyond output " + std::to_string(i);
      if (std::string why = difference(stored, outputs[i], Net::output_ports()[i].type); !why.empty())
        return "output " + std::to_string(i) + why;
    }
    return {};
  }

  static std::string difference(stored_case& stored, graphs::user_memory& found, const tensor_type& type) {
    graphs::user_memory expected(type);
    std::vector<double> allowed;
    if (!stored.next_output(expected, allowed)) return " is not stored";
    const tensor got = found.values();
    const tensor wanted = expected.values();
    for (std::size_t i = 0; i < allowed.size(); ++i) {
      const number& a = got.values[i];
      const number& b = wanted.values[i];
      const bool is_same = a.is_whole() ? a.whole() == b.whole() : graphs::same(a, b);
      const double error = math::abs(static_cast<double>(a) - static_cast<double>(b));
      if (is_same || allowed[i] == math::infinity || (error <= allowed[i] && allowed[i] > 0)) continue;
      char text[160];
      std::snprintf(text, sizeof text, ", element %zu is %.9g, not %.9g (%.2g allowed)", i, static_cast<double>(a),
                    static_cast<double>(b), allowed[i]);
      return text;
    }
    return {};
  }

  int right_ = 0;
  int wrong_ = 0;
};

}  // namespace litho::trial
