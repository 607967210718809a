// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "compiled.hpp"

namespace litho::reporter {

/// A row a kernel: ops, nodes of the model, shape, time, bytes, tiles.
std::string kernel_table(const compiled& of);

/// Cycles, bytes and utilisation of each queue; without an emulated device, of each unit.
std::string queue_table(const compiled& of);

/// A row a pass: nodes behind it and the lines of its dump that it changed.
std::string pass_table(const compiled& of);

/// Memory by kernels: a rectangle a buffer, from the first kernel that uses it to the last, at its place in the arena.
std::string arena_map(const compiled& of);

}  // namespace litho::reporter
