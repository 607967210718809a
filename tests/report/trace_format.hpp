// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "../catch.hpp"

namespace litho::test {

/// The events of a file in the trace event format, each checked by the format's rules: the keys that its phase needs
/// and their types, slices of a thread that follow or enclose each other, counters of numbers in order of time, arrows
/// with two ends that lie in slices, names for all processes and threads.
inline nlohmann::json events_of(const std::string& file) {
  using nlohmann::json;
  const json all = json::parse(file);
  REQUIRE(all.is_object());
  REQUIRE(all["traceEvents"].is_array());
  CHECK((all["displayTimeUnit"] == "ms" || all["displayTimeUnit"] == "ns"));

  using thread = std::pair<int, int>;
  std::map<thread, std::vector<std::pair<double, double>>> slices;
  std::map<int, std::vector<json>> arrows;
  std::map<std::pair<int, std::string>, double> counted;
  std::set<int> processes;
  std::set<thread> threads;
  int wrong = 0;
  const auto need = [&](bool holds, const json& event, const char* what) {
    if (holds) return;
    if (++wrong < 5) FAIL_CHECK(what << ": " << event.dump());
  };
  for (const json& each : all["traceEvents"]) {
    need(each.is_object() && each.contains("ph") && each["ph"].is_string(), each, "no phase");
    need(each.contains("name") && each["name"].is_string() && !each["name"].empty(), each, "no name");
    need(each.contains("ts") && each["ts"].is_number() && each["ts"] >= 0, each, "no time");
    need(each.contains("pid") && each["pid"].is_number_integer(), each, "no process");
    need(each.contains("tid") && each["tid"].is_number_integer(), each, "no thread");
    need(!each.contains("args") || each["args"].is_object(), each, "arguments are no object");
    if (wrong > 0) continue;
    const std::string phase = each["ph"];
    const thread on{each["pid"], each["tid"]};
    const double at = each["ts"];
    if (phase == "X") {
      need(each.contains("dur") && each["dur"].is_number() && each["dur"] >= 0, each, "no duration");
      if (wrong == 0) slices[on].emplace_back(at, at + each["dur"].get<double>());
    } else if (phase == "M") {
      const std::string name = each["name"];
      if (name == "process_name") processes.insert(on.first);
      if (name == "thread_name") threads.insert(on);
      const char* key = name.find("sort_index") != std::string::npos ? "sort_index" : "name";
      need(each["args"].contains(key), each, "metadata says nothing");
    } else if (phase == "C") {
      for (const json& value : each["args"]) need(value.is_number(), each, "counts something else than numbers");
      const auto [last, is_new] = counted.emplace(std::pair(on.first, each["name"].get<std::string>()), at);
      need(is_new || last->second <= at, each, "counts backwards in time");
      last->second = at;
    } else if (phase == "s" || phase == "f") {
      need(each.contains("id"), each, "an arrow without a number");
      if (wrong == 0) arrows[each["id"]].push_back(each);
    } else {
      need(false, each, "a phase that is not used here (of B and E there must be as many of each)");
    }
  }
  for (auto& [on, list] : slices) {
    CHECK(processes.count(on.first) == 1);
    CHECK(threads.count(on) == 1);
    std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first < b.first : a.second > b.second;
    });
    std::vector<double> open;
    for (const auto& [begin, end] : list) {
      while (!open.empty() && open.back() <= begin + 1e-6) open.pop_back();
      if (!open.empty() && end > open.back() + 1e-6) ++wrong;
      open.push_back(end);
    }
  }
  for (const auto& [id, ends] : arrows) {
    REQUIRE(ends.size() == 2);
    CHECK(ends[0]["ph"] == "s");
    CHECK(ends[1]["ph"] == "f");
    for (const json& each : ends) {
      bool is_inside = false;
      for (const auto& [begin, end] : slices[{each["pid"], each["tid"]}])
        is_inside = is_inside || (begin <= each["ts"].get<double>() && each["ts"].get<double>() <= end);
      CHECK(is_inside);
    }
  }
  CHECK(wrong == 0);
  return all["traceEvents"];
}

}  // namespace litho::test
