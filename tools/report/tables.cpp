// SPDX-License-Identifier: BSL-1.0
#include "tables.hpp"

#include <algorithm>

#include <litho/plan/trace_events.hpp>

#include "html.hpp"

namespace litho::reporter {

namespace {

std::string cell(const std::string& text) { return "<td>" + escaped(text) + "</td>"; }
/// A number, and what its column is sorted by.
std::string figure(const std::string& text, double key) {
  return "<td class=\"n\" data-key=\"" + fixed(key, 4) + "\">" + text + "</td>";
}
std::string bar(double share) {
  return "<td class=\"n\" data-key=\"" + fixed(share, 6) +
         "\"><span class=\"bar\"><i style=\"width:" + fixed(100 * std::clamp(share, 0.0, 1.0), 1) + "%\"></i></span>" +
         fixed(100 * share, 1) + " %</td>";
}
/// The model's names of a kernel's nodes, each once.
std::string nodes_text(const plan::plan& p, const plan::kernel& k) {
  std::vector<std::string_view> names;
  for (int node : p.nodes_of(k)) {
    const std::string_view name = p.graph[node].name;
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  std::string text;
  for (std::string_view each : names) text += (text.empty() ? "" : ", ") + std::string(each);
  return text;
}

/// Cycles between the first and the last task of each block, summed over those that use the queue.
std::vector<std::int64_t> cycles_at_work(const compiled& of) {
  std::vector<std::int64_t> sums(task::queue_count);
  for (const task::launch& launch : of.tasks.launches) {
    int at = launch.tasks.first;
    const int end = at + launch.tasks.count;
    while (at < end) {
      const int block = of.tasks.tasks[static_cast<std::size_t>(at)].block;
      std::int64_t from = of.timed.tasks[static_cast<std::size_t>(at)].begin;
      std::int64_t to = from;
      bool uses[task::queue_count]{};
      for (; at < end && of.tasks.tasks[static_cast<std::size_t>(at)].block == block; ++at) {
        from = std::min(from, of.timed.tasks[static_cast<std::size_t>(at)].begin);
        to = std::max(to, of.timed.tasks[static_cast<std::size_t>(at)].end);
        uses[static_cast<int>(of.tasks.tasks[static_cast<std::size_t>(at)].on)] = true;
      }
      for (std::size_t queue = 0; queue < task::queue_count; ++queue) sums[queue] += uses[queue] ? to - from : 0;
    }
  }
  return sums;
}

std::string unit_table(const compiled& of) {
  struct sum {
    int kernels = 0;
    std::int64_t cycles = 0;
    std::int64_t bytes = 0;
  };
  std::vector<sum> sums(5);
  for (std::size_t i = 0; i < of.run.size(); ++i) {
    const auto unit = static_cast<std::size_t>(of.plan.kernels[static_cast<std::size_t>(of.run[i])].unit);
    ++sums[unit].kernels;
    sums[unit].cycles += of.figures[i].cycles();
    sums[unit].bytes += of.figures[i].bytes;
  }
  std::string text = "<table>" + table_head({"unit", ">kernels", ">cycles", ">share", ">bytes"}) + "<tbody>\n";
  for (std::size_t unit = 0; unit < sums.size(); ++unit)
    if (sums[unit].kernels > 0)
      text += "<tr>" + cell(std::string(litho::name_of(static_cast<engine>(unit)))) +
              figure(std::to_string(sums[unit].kernels), sums[unit].kernels) +
              figure(grouped(sums[unit].cycles), static_cast<double>(sums[unit].cycles)) +
              bar(of.makespan == 0 ? 0 : static_cast<double>(sums[unit].cycles) / static_cast<double>(of.makespan)) +
              figure(bytes_text(sums[unit].bytes), static_cast<double>(sums[unit].bytes)) + "</tr>\n";
  return text + "</tbody></table>\n";
}

}  // namespace

std::string kernel_table(const compiled& of) {
  std::string text =
      "<table class=\"sorts\">" +
      table_head({">#", "unit", "ops", "nodes", "shape", ">stream", ">us", ">share", ">wait us", ">bytes",
                  ">multiply-adds", of.is_emulated ? ">cores" : ">shares", of.is_emulated ? ">tasks" : ">queued"}) +
      "<tbody>\n";
  for (std::size_t i = 0; i < of.run.size(); ++i) {
    const plan::kernel& k = of.plan.kernels[static_cast<std::size_t>(of.run[i])];
    const kernel_figures& each = of.figures[i];
    text_builder shape;
    shape << k.iteration;
    const std::string ops = plan::ops_of(of.plan, k);
    const std::string nodes = nodes_text(of.plan, k);
    const double us = of.microseconds(each.cycles());
    const double wait = of.microseconds(each.begin - each.ready);
    const double share = of.makespan == 0 ? 0 : static_cast<double>(each.cycles()) / static_cast<double>(of.makespan);
    text +=
        "<tr id=\"k" + std::to_string(of.run[i]) + "\">" + figure(std::to_string(of.run[i]), of.run[i]) +
        "<td class=\"unit\">" + std::string(litho::name_of(k.unit)) + " " + std::string(plan::name_of(k.kind)) +
        "</td><td class=\"ops\">" + escaped(ops) + "</td><td class=\"nodes\" title=\"" + escaped(nodes) + "\">" +
        escaped(shortened(nodes, 60)) + "</td>" + cell(std::string(shape.view())) +
        figure(std::to_string(k.stream), k.stream) + figure(fixed(us, 2), us) + bar(share) +
        figure(fixed(wait, 2), wait) + figure(bytes_text(each.bytes), static_cast<double>(each.bytes)) +
        figure(grouped(k.multiply_adds), static_cast<double>(k.multiply_adds)) +
        figure(std::to_string(each.blocks), each.blocks) +
        (of.is_emulated ? figure(grouped(each.tasks), each.tasks) : figure(std::to_string(each.queued), each.queued)) +
        "</tr>\n";
  }
  return text + "</tbody></table>\n";
}

std::string queue_table(const compiled& of) {
  if (!of.is_emulated) return unit_table(of);
  const std::vector<std::int64_t> at_work = cycles_at_work(of);
  const device& on = of.plan.target;
  std::vector<std::int64_t> tasks(task::queue_count);
  for (const task::task& each : of.tasks.tasks) ++tasks[static_cast<std::size_t>(each.on)];
  std::string text = "<table>" +
                     table_head({"queue", ">tasks", ">busy cycles", ">bytes moved", ">busy while its cores work",
                                 ">busy of all cores"}) +
                     "<tbody>\n";
  for (std::size_t q = 0; q < task::queue_count; ++q) {
    const auto queue = static_cast<task::queue>(q);
    if (tasks[q] == 0) continue;
    const bool of_cube = queue == task::queue::cube || queue == task::queue::mte1 || queue == task::queue::fixpipe;
    const double busy = at_work[q] == 0 ? 0 : static_cast<double>(of.timed.busy[q]) / static_cast<double>(at_work[q]);
    text += "<tr>" + cell(std::string(task::name_of(queue))) +
            figure(grouped(tasks[q]), static_cast<double>(tasks[q])) +
            figure(grouped(of.timed.busy[q]), static_cast<double>(of.timed.busy[q])) +
            figure(bytes_text(of.timed.moved[q]), static_cast<double>(of.timed.moved[q])) + bar(busy) +
            bar(of.timed.utilisation(queue, of_cube ? on.cube_cores : on.vector_cores)) + "</tr>\n";
  }
  return text + "</tbody></table>\n";
}

}  // namespace litho::reporter
