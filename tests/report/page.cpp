// SPDX-License-Identifier: BSL-1.0
// The page of litho-report, and what it is made of.

#include "page.hpp"

#include <algorithm>
#include <random>

#include <litho/network.hpp>
#include <litho/plan/trace_events.hpp>

#include "../catch.hpp"
#include "compiler/graph_text.hpp"
#include "difference.hpp"
#include "html.hpp"
#include "layers.hpp"

namespace {

using namespace litho;

/// A residual block with a softmax behind it, and names as a model has them.
constexpr const char* residual = R"(%0 = input "a <picture> & more" : f32[1,3,8,8]
%1 = param "w1" : f32[16,3,1,1]
%2 = conv2d(%0, %1) stride=[1,1] pad=[0,0,0,0] dilation=[1,1] groups=1 : f32[1,16,8,8]  // Conv "stem"
%3 = relu(%2) : f32[1,16,8,8]  // Relu <3>
%4 = param "w2" : f32[16,16,3,3]
%5 = conv2d(%3, %4) stride=[1,1] pad=[1,1,1,1] dilation=[1,1] groups=1 : f32[1,16,8,8]  // Conv body
%6 = add(%5, %3) : f32[1,16,8,8]  // Add & more
%7 = softmax(%6) axis=1 : f32[1,16,8,8]
return "scores" %7
)";

reporter::compiled compiled_for(const device& on) {
  return reporter::compile(compiler::read_graph(residual), {O3, on, &exec::workspace_bytes, &exec::busiest_share});
}

/// Why a text is no well-formed XML, or nothing: tags close in order, attributes are quoted, no stray < or &.
std::string fault_of(std::string_view text) {
  std::vector<std::string> open;
  const auto at_end = [&] { return text.empty(); };
  const auto near = [&] { return " before: " + std::string(text.substr(0, 60)); };
  if (!text.starts_with("<!DOCTYPE html>\n")) return "no doctype";
  text.remove_prefix(16);
  while (!at_end()) {
    const std::size_t next = text.find('<');
    const std::string_view content = text.substr(0, next);
    for (std::size_t amp = content.find('&'); amp != std::string_view::npos; amp = content.find('&', amp + 1)) {
      const std::string_view name = content.substr(amp + 1, content.find(';', amp) - amp - 1);
      if (name != "lt" && name != "gt" && name != "amp" && name != "quot") return "stray &" + near();
    }
    if (next == std::string_view::npos) break;
    text.remove_prefix(next);
    if (text.starts_with("<![CDATA[")) {
      text.remove_prefix(std::min(text.find("]]>"), text.size() - 3) + 3);
      continue;
    }
    const bool closes = text.starts_with("</");
    text.remove_prefix(closes ? 2 : 1);
    const std::size_t length = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789");
    if (length == 0 || length == std::string_view::npos) return "stray <" + near();
    const std::string name(text.substr(0, length));
    text.remove_prefix(length);
    bool is_empty = false;
    while (!at_end() && text[0] != '>') {
      if (text.starts_with("/>")) {
        is_empty = true;
        text.remove_prefix(1);
        break;
      }
      if (text[0] == ' ' || text[0] == '\n') {
        text.remove_prefix(1);
        continue;
      }
      const std::size_t equals = text.find("=\"");
      const std::size_t end = text.find('"', equals + 2);
      if (closes || equals == std::string_view::npos || end == std::string_view::npos) return "no attribute" + near();
      if (text.substr(0, equals).find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") !=
          std::string_view::npos)
        return "no attribute" + near();
      if (text.substr(equals + 2, end - equals - 2).find('<') != std::string_view::npos) return "< in quotes" + near();
      text.remove_prefix(end + 1);
    }
    if (at_end()) return "a tag without end";
    text.remove_prefix(1);
    if (closes) {
      if (open.empty() || open.back() != name) return "</" + name + "> closes nothing" + near();
      open.pop_back();
    } else if (!is_empty) {
      open.push_back(name);
    }
  }
  return open.empty() ? "" : "<" + open.back() + "> stays open";
}

}  // namespace

TEST_CASE("a page is well-formed, whole in itself, and names each kernel") {
  for (const device* on : {&npu::host, &npu::cortex_m4f, &npu::ascend_910, &npu::ascend_910b, &npu::ascend_950}) {
    const reporter::compiled made = compiled_for(*on);
    const std::string page = reporter::page(made, "residual <&> on \"" + std::string(on->name) + '"', "a test");
    CHECK(fault_of(page) == "");
    CHECK(page.find("http:") == std::string::npos);
    CHECK(page.find("https:") == std::string::npos);
    CHECK(page.find(" src=") == std::string::npos);
    CHECK(page.find("@import") == std::string::npos);
    REQUIRE(made.run.size() == static_cast<std::size_t>(made.plan.totals.kernels));
    for (int k : made.run) {
      const plan::kernel& each = made.plan.kernels[static_cast<std::size_t>(k)];
      CHECK(page.find("<tr id=\"k" + std::to_string(k) + "\">") != std::string::npos);
      CHECK(page.find("<td class=\"ops\">" + plan::ops_of(made.plan, each) + "</td>") != std::string::npos);
    }
    CHECK(page.find("Relu &lt;3&gt;") != std::string::npos);
    for (const char* part : {"graphs", "time", "queues", "memory", "kernels", "passes"})
      CHECK(page.find("<section id=\"" + std::string(part) + "\">") != std::string::npos);
  }
}

TEST_CASE("branches on streams of their own have a row each, and events between them") {
  constexpr const char* branches = R"(%0 = input "x" : f32[512,512]
%1 = exp(%0) : f32[512,512]
%2 = exp(%1) : f32[512,512]
%3 = tanh(%0) : f32[512,512]
%4 = tanh(%3) : f32[512,512]
%5 = add(%2, %4) : f32[512,512]
return "y" %5
)";
  options apart = O3;
  apart.fuse = false;
  apart.streams = 2;
  const reporter::compiled made =
      reporter::compile(compiler::read_graph(branches), {apart, npu::ascend_910b, &exec::workspace_bytes});
  REQUIRE(made.plan.totals.streams == 2);
  const std::string page = reporter::page(made, "branches", "a test");
  CHECK(fault_of(page) == "");
  CHECK(page.find("{\"name\":\"stream 1\",\"kernels\":[[") != std::string::npos);
  CHECK(page.find("\"events\":[[") != std::string::npos);
}

TEST_CASE("the check of pages sees faults") {
  const std::string doctype = "<!DOCTYPE html>\n";
  CHECK(fault_of(doctype + "<p class=\"a\">b &lt; c<br/></p>\n") == "");
  CHECK(fault_of(doctype + "<p>b < c</p>") != "");
  CHECK(fault_of(doctype + "<p>b & c</p>") != "");
  CHECK(fault_of(doctype + "<p><b></p></b>") != "");
  CHECK(fault_of(doctype + "<p class=a>b</p>") != "");
  CHECK(fault_of(doctype + "<p>") != "");
}

TEST_CASE("figures of kernels fill the run") {
  const reporter::compiled emulated = compiled_for(npu::ascend_910b);
  CHECK(emulated.makespan == emulated.timed.makespan);
  CHECK(emulated.figures.back().end == emulated.makespan);
  const reporter::compiled estimated = compiled_for(npu::host);
  CHECK(estimated.makespan == estimated.plan.totals.cycles);
}

TEST_CASE("a plan that a device does not take is refused by name") {
  device tiny = npu::ascend_910b;
  tiny.unified_buffer_bytes = 64;
  CHECK_THROWS_WITH(compiled_for(tiny), Catch::Matchers::Contains("ascend_910b does not take kernel"));
}

TEST_CASE("boxes of a drawing never overlap, and stand below what leads to them") {
  std::mt19937 random(7);
  for (int round = 0; round < 30; ++round) {
    reporter::layered_input of;
    const auto below = [&](int end) { return static_cast<int>(random() % static_cast<unsigned>(end)); };
    const int count = 2 + below(40);
    for (int i = 0; i < count; ++i) of.sizes.push_back({20.0 + below(200), 20.0 + below(40)});
    for (int i = 1; i < count; ++i)
      for (int edges = below(3); edges >= 0; --edges) of.edges.emplace_back(below(i), i);
    const reporter::layered made = reporter::layout(of);
    REQUIRE(made.centres.size() == of.sizes.size());
    REQUIRE(made.paths.size() == of.edges.size());
    for (std::size_t a = 0; a < of.sizes.size(); ++a) {
      CHECK(made.centres[a].x - of.sizes[a].x / 2 >= 0);
      CHECK(made.centres[a].x + of.sizes[a].x / 2 <= made.size.x);
      CHECK(made.centres[a].y + of.sizes[a].y / 2 <= made.size.y);
      for (std::size_t b = 0; b < a; ++b)
        CHECK((std::abs(made.centres[a].x - made.centres[b].x) >= (of.sizes[a].x + of.sizes[b].x) / 2 ||
               std::abs(made.centres[a].y - made.centres[b].y) >= (of.sizes[a].y + of.sizes[b].y) / 2));
    }
    for (const auto& [from, to] : of.edges)
      CHECK(made.centres[static_cast<std::size_t>(from)].y < made.centres[static_cast<std::size_t>(to)].y);
  }
}

TEST_CASE("a difference leads from one text to the other") {
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    std::string from;
    std::string to;
    for (unsigned i = 0; i < random() % 30; ++i) from += std::string(1, static_cast<char>('a' + random() % 4)) + '\n';
    for (unsigned i = 0; i < random() % 30; ++i) to += std::string(1, static_cast<char>('a' + random() % 4)) + '\n';
    std::string first;
    std::string second;
    for (const reporter::line& each : reporter::difference(from, to)) {
      if (each.sign != '+') first += each.text + '\n';
      if (each.sign != '-') second += each.text + '\n';
    }
    CHECK(first == from);
    CHECK(second == to);
  }
  std::string signs;
  for (const reporter::line& each : reporter::difference("%1 = exp(%0)\n%2 = neg(%1) kernel=1\n%3 = abs(%2)\n",
                                                         "%5 = exp(%4)\n%6 = sin(%5)\n%7 = neg(%6) kernel=2\n"))
    signs += each.sign;
  CHECK(signs == " + -");
}

TEST_CASE("texts of the page") {
  CHECK(reporter::escaped("a<b> & \"c\" \x01\xff \xc3\xa4") == "a&lt;b&gt; &amp; &quot;c&quot; ?? \xc3\xa4");
  CHECK(reporter::shortened("abcdef", 6) == "abcdef");
  CHECK(reporter::shortened("abcdef", 4) == "abc\u2026");
  CHECK(reporter::shortened("\xc3\xa4\xc3\xa4\xc3\xa4", 4) == "\xc3\xa4\u2026");
  CHECK(reporter::grouped(-1234567) == "-1,234,567");
  CHECK(reporter::grouped(123) == "123");
  CHECK(reporter::bytes_text(999) == "999 B");
  CHECK(reporter::bytes_text(999'999) == "1.0 MB");
  CHECK(reporter::scaled(4'089'184'256) == "4.09 G");
}
