// SPDX-License-Identifier: BSL-1.0
#include "judge.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <sstream>

#include "check.hpp"

namespace litho::conformance {

namespace {

using importer::imported;
using importer::refusal;

/// Which inputs to make constants, the fewest first.
std::vector<std::vector<std::string>> trials(const test& of) {
  std::vector<std::vector<std::string>> result{of.const_inputs};
  std::vector<std::string> integers;
  std::vector<std::string> all;
  for (const auto& [name, file] : of.inputs) {
    all.push_back(name);
    if (is_float(importer::read_array(file).type.element)) continue;
    integers.push_back(name);
    result.push_back({name});
  }
  if (integers.size() > 1) result.push_back(integers);
  if (all.size() > integers.size()) result.push_back(all);
  return result;
}

/// What is said of the first trial is the reason if none helps.
imported import(const test& of) {
  std::string reason;
  for (const std::vector<std::string>& constants : trials(of)) {
    importer::request asked{.file = of.model};
    for (const std::string& name : constants)
      if (const auto stored = of.inputs.find(name); stored != of.inputs.end())
        asked.consts[name] = stored->second.string();
    try {
      return importer::import_model(asked);
    } catch (const refusal& why) {
      if (reason.empty()) reason = why.what();
    }
  }
  throw refusal(reason);
}

verdict judged_here(const test& of) {
  try {
    const imported model = import(of);
    if (of.cases.empty()) return {};
    const bool whole = std::none_of(model.outputs.begin(), model.outputs.end(),
                                    [](const importer::port& each) { return is_float(each.type.element); });
    std::ostringstream said;
    if (importer::check(model, of.cases, {of.quantises && whole ? 1 : 1e-4, 1e-4}, said)) return {};
    std::istringstream lines(said.str());
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with("WRONG")) return {outcome::wrong, line.substr(std::strlen("WRONG  "))};
    return {outcome::wrong, said.str()};
  } catch (const refusal& why) {
    return {outcome::refused, why.what()};
  } catch (const std::exception& error) {
    return {outcome::crashed, error.what()};  // only a refusal is an answer
  }
}

/// The whole of what a process writes before it ends.
std::string read_all(int from) {
  std::string text;
  char part[4096];
  for (ssize_t count; (count = read(from, part, sizeof part)) > 0;) text.append(part, static_cast<std::size_t>(count));
  return text;
}

}  // namespace

verdict judge(const test& of, unsigned seconds) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe: " + std::string(std::strerror(errno)));
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process: " + std::string(std::strerror(errno)));
  if (child == 0) {
    close(ends[0]);
    alarm(seconds);
    const verdict found = judged_here(of);
    const std::string text = static_cast<char>('0' + static_cast<char>(found.what)) + found.why;
    const bool written = write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  const std::string text = read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status))
    return {outcome::crashed, WTERMSIG(status) == SIGALRM ? "takes more than " + std::to_string(seconds) + " s"
                                                          : std::string("signal: ") + strsignal(WTERMSIG(status))};
  if (text.empty() || WEXITSTATUS(status) != 0)
    return {outcome::crashed, "exit status " + std::to_string(WEXITSTATUS(status))};
  return {static_cast<outcome>(text[0] - '0'), text.substr(1)};
}

}  // namespace litho::conformance
