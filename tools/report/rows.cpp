// SPDX-License-Identifier: BSL-1.0
#include "rows.hpp"

#include <algorithm>
#include <map>

#include <litho/core/json.hpp>
#include <litho/plan/trace_events.hpp>

#include "html.hpp"

namespace litho::reporter {

namespace {

constexpr std::size_t bins = 1000;

/// Elements with commas between them.
class array {
 public:
  void add(const std::string& element) { text_ += (text_.size() > 1 ? "," : "") + element; }
  std::string view() const { return text_ + "]"; }

 private:
  std::string text_{'['};
};

std::string quoted(std::string_view text) {
  std::string result;
  append_json(result, text);
  return result;
}

struct interval {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  int kernel = 0;
};

std::string row(const std::string& name, const char* key, const std::string& content) {
  return "{\"name\":" + quoted(name) + ",\"" + key + "\":" + content + "}";
}

class writer {
 public:
  explicit writer(const compiled& of) : of_(of) {}

  std::string text() {
    streams();
    if (of_.is_emulated) {
      loads();
      busiest_core();
    }
    array kernels;
    for (int k : of_.run) {
      const plan::kernel& each = of_.plan.kernels[static_cast<std::size_t>(k)];
      kernels.add("[" + std::to_string(k) + "," + quoted(shortened(plan::ops_of(of_.plan, each), 80)) + "," +
                  quoted(litho::name_of(each.unit)) + "]");
    }
    array events;
    for (const plan::event& each : of_.plan.events)
      events.add("[" + std::to_string(each.after) + "," + std::to_string(each.before) + "]");
    return "{\"us\":" + time(of_.makespan) + ",\"events\":" + events.view() + ",\"kernels\":" + kernels.view() +
           ",\"rows\":" + rows_.view() + "}";
  }

 private:
  std::string time(std::int64_t cycles) const { return fixed(of_.microseconds(cycles), 4); }
  std::string items(const std::vector<interval>& list) const {
    array result;
    for (const interval& each : list)
      result.add("[" + time(each.begin) + "," + time(each.end) + "," + std::to_string(each.kernel) + "]");
    return result.view();
  }

  void streams() {
    std::map<int, std::vector<interval>> of_stream;
    for (std::size_t i = 0; i < of_.run.size(); ++i)
      of_stream[of_.plan.kernels[static_cast<std::size_t>(of_.run[i])].stream].push_back(
          {of_.figures[i].begin, of_.figures[i].end, of_.run[i]});
    for (const auto& [stream, list] : of_stream)
      rows_.add(row("stream " + std::to_string(stream), "kernels", items(list)));
  }

  /// The share of all cores' queues that are busy, in per cent for each stretch of the time.
  void loads() {
    const device& on = of_.plan.target;
    if (of_.makespan == 0) return;
    for (int q = 0; q < task::queue_count; ++q) {
      std::vector<double> busy(bins);
      for (std::size_t t = 0; t < of_.tasks.tasks.size(); ++t) {
        if (static_cast<int>(of_.tasks.tasks[t].on) != q) continue;
        const auto at = [&](std::int64_t cycles) {
          return static_cast<double>(cycles) * bins / static_cast<double>(of_.makespan);
        };
        const double begin = at(of_.timed.tasks[t].begin);
        const double end = at(of_.timed.tasks[t].end);
        for (auto bin = static_cast<std::size_t>(begin); bin < bins && static_cast<double>(bin) < end; ++bin)
          busy[bin] += std::min(end, static_cast<double>(bin + 1)) - std::max(begin, static_cast<double>(bin));
      }
      if (std::all_of(busy.begin(), busy.end(), [](double each) { return each == 0; })) continue;
      const auto queue = static_cast<task::queue>(q);
      const bool of_cube = queue == task::queue::cube || queue == task::queue::mte1 || queue == task::queue::fixpipe;
      array shares;
      for (double each : busy) shares.add(fixed(100 * each / (of_cube ? on.cube_cores : on.vector_cores), 1));
      rows_.add(row(std::string(task::name_of(queue)) + ", all cores", "load", shares.view()));
    }
  }

  /// Its tasks; those of one kernel that hardly leave a gap are one.
  void busiest_core() {
    std::map<std::pair<bool, int>, std::int64_t> work;
    const auto core_of = [&](std::size_t launch, int block) {
      return std::pair(of_.tasks.launches[launch].on_cube,
                       of_.timed.cores[static_cast<std::size_t>(of_.timed.launches[launch].first_core + block)]);
    };
    const auto for_each_task = [&](const auto& visit) {
      for (std::size_t l = 0; l < of_.tasks.launches.size(); ++l) {
        const task::launch& each = of_.tasks.launches[l];
        for (int t = each.tasks.first; t < each.tasks.first + each.tasks.count; ++t)
          visit(l, static_cast<std::size_t>(t), of_.tasks.tasks[static_cast<std::size_t>(t)]);
      }
    };
    for_each_task(
        [&](std::size_t l, std::size_t, const task::task& each) { work[core_of(l, each.block)] += each.cycles; });
    if (work.empty()) return;
    const auto most =
        std::max_element(work.begin(), work.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    const std::int64_t gap = of_.makespan / 4000;
    std::vector<std::vector<interval>> lists(task::queue_count);
    for_each_task([&](std::size_t l, std::size_t t, const task::task& each) {
      const task::timing& timed = of_.timed.tasks[t];
      if (core_of(l, each.block) != most->first || timed.end == timed.begin) return;
      std::vector<interval>& list = lists[static_cast<std::size_t>(each.on)];
      const int kernel = of_.tasks.launches[l].kernel;
      if (!list.empty() && list.back().kernel == kernel && timed.begin - list.back().end <= gap)
        list.back().end = timed.end;
      else
        list.push_back({timed.begin, timed.end, kernel});
    });
    const bool is_one_kind = of_.plan.target.cube_cores == of_.plan.target.vector_cores;
    const std::string core = (is_one_kind         ? "core "
                              : most->first.first ? "Cube core "
                                                  : "Vector core ") +
                             std::to_string(most->first.second);
    for (std::size_t q = 0; q < task::queue_count; ++q)
      if (!lists[q].empty())
        rows_.add(row(core + ", " + std::string(task::name_of(static_cast<task::queue>(q))), "tasks", items(lists[q])));
  }

  const compiled& of_;
  array rows_;
};

}  // namespace

std::string timeline_rows(const compiled& of) {
  std::string text;
  for (char c : writer(of).text()) {  // it stands in a page
    if (c == '<')
      text += "\\u003c";
    else if (c == '&')
      text += "\\u0026";
    else if (c == '>')
      text += "\\u003e";
    else
      text += c;
  }
  return text;
}

}  // namespace litho::reporter
