// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "compiled.hpp"

namespace litho::reporter {

/// What the page's timeline draws, as JSON: kernels on their streams, how busy each queue is over time on all cores,
/// and the queues of the core that works most.
std::string timeline_rows(const compiled& of);

}  // namespace litho::reporter
