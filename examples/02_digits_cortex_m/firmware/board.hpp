// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>

/// The program: called after a reset, its result ends the emulator.
int firmware();

/// What the firmware wants of the board, and of the debugger or emulator behind it.
namespace board {

/// Text for the user, by semihosting.
void write(const char* text);

/// Ends the emulator with that status.
[[noreturn]] void exit(int status);

/// Counts instructions. QEMU's -icount shift=0 makes each last 1 ns, on which the board's SysTick runs at a steady rate; what
/// rate that is, a loop of known length tells. Good for 600 million instructions, to within a tick of 40.
class stopwatch {
 public:
  stopwatch();
  std::int64_t instructions() const;

 private:
  std::uint32_t start_;
};

/// The most bytes of stack that were in use at any time.
std::size_t stack_used();
std::size_t stack_size();

}  // namespace board
