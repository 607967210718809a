// SPDX-License-Identifier: BSL-1.0
#include "apart.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>

namespace litho::trial {

namespace {

/// The whole of what a process writes before it ends.
std::string read_all(int from) {
  std::string text;
  char part[4096];
  for (ssize_t count; (count = read(from, part, sizeof part)) > 0;) text.append(part, static_cast<std::size_t>(count));
  return text;
}

bool write_all(int to, const std::string& text) {
  std::size_t done = 0;
  for (ssize_t count; done < text.size(); done += static_cast<std::size_t>(count))
    if ((count = write(to, text.data() + done, text.size() - done)) <= 0) return false;
  return true;
}

}  // namespace

outcome apart(const std::function<std::string()>& work, unsigned seconds) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe: " + std::string(std::strerror(errno)));
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process: " + std::string(std::strerror(errno)));
  if (child == 0) {
    close(ends[0]);
    for (int each : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM})
      std::signal(each, SIG_DFL);  // as a test runner's
    alarm(seconds);
    _exit(write_all(ends[1], work()) ? 0 : 1);
  }
  close(ends[1]);
  outcome result{.said = read_all(ends[0])};
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status))
    result.crashed = WTERMSIG(status) == SIGALRM ? "takes more than " + std::to_string(seconds) + " s"
                                                 : std::string("signal: ") + strsignal(WTERMSIG(status));
  else if (WEXITSTATUS(status) != 0)
    result.crashed = "exit status " + std::to_string(WEXITSTATUS(status));
  return result;
}

}  // namespace litho::trial
