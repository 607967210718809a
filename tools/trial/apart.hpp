// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <string>

namespace litho::trial {

/// What came of work in a process of its own.
struct outcome {
  std::string said{};     ///< what the work returned
  std::string crashed{};  ///< how it ended instead: "signal: Segmentation fault", "takes more than 60 s"
};

/// Does work in a process of its own, of `seconds` at most, so that a crash is an answer.
outcome apart(const std::function<std::string()>& work, unsigned seconds);

}  // namespace litho::trial
