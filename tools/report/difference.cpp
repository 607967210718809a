// SPDX-License-Identifier: BSL-1.0
#include "difference.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string_view>

namespace litho::reporter {

namespace {

/// Texts that differ more are not compared further: memory grows with the square.
constexpr int most_edits = 6000;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string each; std::getline(in, each);) lines.push_back(std::move(each));
  return lines;
}

std::string without_numbers(const std::string& line) {
  constexpr std::string_view marks[] = {"%", "kernel ", "kernel=", "origin="};
  std::string result;
  for (std::size_t at = 0; at < line.size();) {
    result += line[at++];
    const bool ends_mark =
        std::any_of(std::begin(marks), std::end(marks), [&](std::string_view mark) { return result.ends_with(mark); });
    while (ends_mark && at < line.size() && std::isdigit(static_cast<unsigned char>(line[at])) != 0) ++at;
  }
  return result;
}

}  // namespace

std::vector<line> difference(const std::string& from, const std::string& to) {
  const std::vector<std::string> a = lines_of(from);
  const std::vector<std::string> b = lines_of(to);
  std::vector<std::string> key_a;
  std::vector<std::string> key_b;
  std::transform(a.begin(), a.end(), std::back_inserter(key_a), without_numbers);
  std::transform(b.begin(), b.end(), std::back_inserter(key_b), without_numbers);

  // Furthest line of `a` that is reached on each diagonal after so many insertions and deletions (Myers, "An O(ND)
  // difference algorithm", 1986).
  const int n = static_cast<int>(a.size());
  const int m = static_cast<int>(b.size());
  const auto at = [&](int diagonal) { return static_cast<std::size_t>(diagonal + n + m + 1); };
  std::vector<int> reached(static_cast<std::size_t>(2 * (n + m) + 3));
  std::vector<std::vector<int>> history;
  bool done = false;
  for (int edits = 0; edits <= n + m && edits <= most_edits && !done; ++edits) {
    history.emplace_back(reached.begin() + static_cast<std::ptrdiff_t>(at(-edits - 1)),
                         reached.begin() + static_cast<std::ptrdiff_t>(at(edits + 1)) + 1);
    for (int k = -edits; k <= edits && !done; k += 2) {
      const bool down = k == -edits || (k != edits && reached[at(k - 1)] < reached[at(k + 1)]);
      int x = down ? reached[at(k + 1)] : reached[at(k - 1)] + 1;
      while (x < n && x - k < m && x - k >= 0 &&
             key_a[static_cast<std::size_t>(x)] == key_b[static_cast<std::size_t>(x - k)])
        ++x;
      reached[at(k)] = x;
      done = x >= n && x - k >= m;
    }
  }
  std::vector<line> result;
  if (!done) {
    for (const std::string& each : a) result.push_back({'-', each});
    for (const std::string& each : b) result.push_back({'+', each});
    return result;
  }
  int x = n;
  int y = m;
  for (int edits = static_cast<int>(history.size()) - 1; edits >= 0; --edits) {
    const std::vector<int>& before = history[static_cast<std::size_t>(edits)];
    const auto furthest = [&](int diagonal) { return before[static_cast<std::size_t>(diagonal + edits + 1)]; };
    const int k = x - y;
    const bool down = k == -edits || (k != edits && furthest(k - 1) < furthest(k + 1));
    const int last_x = edits == 0 ? 0 : down ? furthest(k + 1) : furthest(k - 1);
    for (const int after = edits == 0 || down ? last_x : last_x + 1; x > after; --x)
      result.push_back({' ', b[static_cast<std::size_t>(--y)]});
    if (edits == 0) break;
    if (down)
      result.push_back({'+', b[static_cast<std::size_t>(--y)]});
    else
      result.push_back({'-', a[static_cast<std::size_t>(--x)]});
  }
  std::reverse(result.begin(), result.end());
  return result;
}

}  // namespace litho::reporter
