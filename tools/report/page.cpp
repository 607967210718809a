// SPDX-License-Identifier: BSL-1.0
#include "page.hpp"

#include "assets.hpp"
#include "graphs.hpp"
#include "html.hpp"
#include "rows.hpp"
#include "tables.hpp"

namespace litho::reporter {

namespace {

std::string sum(const std::string& name, const std::string& value) {
  return "<div><dt>" + name + "</dt><dd>" + value + "</dd></div>\n";
}

std::string time_text(double us) { return us >= 1000 ? fixed(us / 1000, 3) + " ms" : fixed(us, 2) + " us"; }

std::string scrolls(const std::string& content, const std::string& more = {}) {
  return "<div class=\"scrolls" + more + "\" tabindex=\"0\">\n" + content + "</div>\n";
}

std::string section(const char* id, const char* title, const std::string& says, const std::string& content) {
  return "<section id=\"" + std::string(id) + "\">\n<h2>" + title + "</h2>\n" +
         (says.empty() ? "" : "<p>" + says + "</p>\n") + content + "</section>\n";
}

std::string unit_key() {
  std::string text = "<p class=\"key\">";
  for (const auto& [colour, unit] : {std::pair("#4b8fd6", "Cube"), std::pair("#4fa657", "Vector"),
                                     std::pair("#dd9a33", "movement"), std::pair("#8f68c4", "image")})
    text += std::string("<span><i style=\"background:") + colour + "\"></i>" + unit + "</span>";
  return text + "</p>\n";
}

}  // namespace

std::string page(const compiled& of, const std::string& title, const std::string& how) {
  const plan::statistics& all = of.plan.totals;
  const double seconds = of.microseconds(of.makespan) / 1e6;
  const double rate = seconds == 0 ? 0 : 2e-9 * static_cast<double>(all.multiply_adds) / seconds;
  std::int64_t bytes = 0;
  for (const kernel_figures& each : of.figures) bytes += each.bytes;
  std::string text = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<title>" +
                     escaped(title) + "</title>\n<meta name=\"viewport\" content=\"width=device-width\"/>\n<style>" +
                     page_style + "</style>\n</head>\n<body>\n<header>\n<h1>" + escaped(title) + "</h1>\n<p>" +
                     escaped(how) +
                     "</p>\n<nav><a href=\"#graphs\">Graph</a><a href=\"#time\">Timeline</a><a href=\"#queues\">" +
                     (of.is_emulated ? "Queues" : "Units") +
                     "</a><a href=\"#memory\">Memory</a><a href=\"#kernels\">Kernels</a><a href=\"#passes\">Passes</a>"
                     "</nav>\n<dl class=\"sums\">\n";
  text += sum("time of a run", time_text(of.microseconds(of.makespan))) + sum("kernels", std::to_string(all.kernels)) +
          sum("at load", std::to_string(all.load_kernels)) + sum("multiply-adds", scaled(all.multiply_adds)) +
          sum("GFLOP/s", fixed(rate, 1)) + sum("bytes moved", bytes_text(bytes)) +
          sum("arena", bytes_text(all.arena_bytes)) + sum("weights", bytes_text(all.weight_bytes)) + "</dl>\n";
  text += "</header>\n<main>\n";
  text += section("graphs", "Graph before and after fusion",
                  "On the left the graph as it was read, on the right the kernels that run. Parameters are left out; a "
                  "box tells more when the pointer rests on it.",
                  "<div class=\"graphs\">\n<div><h3>As read</h3>" + scrolls(graph_before(of)) +
                      "</div>\n<div><h3>Kernels</h3>" + scrolls(graph_after(of)) + "</div>\n</div>\n");
  text += section(
      "time", "Timeline",
      of.is_emulated ? "The run of the task list on the emulated device: kernels on their streams, the share of all "
                       "cores' queues that is busy, and the queues of the core that works most."
                     : "One kernel after the other, each as long as the cost model says. Measured times are what "
                       "litho::timeline writes.",
      unit_key() +
          "<div class=\"tools\"><button type=\"button\" id=\"zoom-in\">+</button><button type=\"button\" "
          "id=\"zoom-out\">\u2212</button><button type=\"button\" id=\"zoom-all\">all</button><small>drag, arrow keys, "
          "+ \u2212 0, or ctrl and wheel; a click shows the kernel's row</small><output "
          "id=\"timeline-says\"></output></div>\n<canvas id=\"timeline\" tabindex=\"0\" role=\"img\" "
          "aria-label=\"timeline\"></canvas>\n<noscript><p>The timeline is drawn by a script.</p></noscript>\n");
  text +=
      section("queues", of.is_emulated ? "Queues" : "Units",
              of.is_emulated ? "A core works from the first task of a kernel's block to the last. Queues MTE1, Cube "
                               "and Fixpipe are counted over all Cube cores, the others over all Vector cores."
                             : "",
              scrolls(queue_table(of)));
  text +=
      section("memory", "Arena over time",
              "Each rectangle is a value: from the first kernel that uses it to the last, at its place in the arena. "
              "The arena has " +
                  bytes_text(all.arena_bytes) + "; at most " + bytes_text(all.largest_live_set) + " are alive at once.",
              scrolls(arena_map(of)));
  text += section("kernels", "Kernels", "A click on a head sorts.", scrolls(kernel_table(of), " kernels"));
  text += section("passes", "Passes",
                  "What each pass made of the dump before it. Lines that are only numbered anew do not count.",
                  scrolls(pass_table(of)));
  text += "</main>\n<script type=\"application/json\" id=\"timeline-data\">" + timeline_rows(of) +
          "</script>\n<script>\n//<![CDATA[" + page_script + "//]]>\n</script>\n</body>\n</html>\n";
  return text;
}

}  // namespace litho::reporter
