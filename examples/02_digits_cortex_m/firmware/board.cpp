// SPDX-License-Identifier: BSL-1.0
//
// All that lies below the program itself: vector table, start, semihosting, timer. Armv7-M Architecture Reference Manual, DDI 0403.
#include "board.hpp"

extern "C" {
// Set by mps2.ld.
extern std::uint32_t data_begin[], data_end[], bss_begin[], bss_end[], stack_begin[], stack_end[];
extern const std::uint32_t data_source[];
extern void (*const constructors_begin[])();
extern void (*const constructors_end[])();

[[noreturn]] void reset();
[[noreturn]] void fault();
}

namespace {

volatile std::uint32_t& word(std::uintptr_t address) { return *reinterpret_cast<volatile std::uint32_t*>(address); }

constexpr std::uintptr_t systick_control = 0xE000E010;
constexpr std::uintptr_t systick_reload = 0xE000E014;
constexpr std::uintptr_t systick_value = 0xE000E018;
constexpr std::uintptr_t coprocessor_access = 0xE000ED88;
constexpr std::uint32_t systick_mask = 0xFFFFFF;  // 24 bits, counting down

constexpr std::uint32_t unused_stack = 0xDECAFBAD;

/// Arm semihosting, version 2.0: the debugger does `operation` and the program goes on.
std::uint32_t semihosting(std::uint32_t operation, const void* argument) {
  register std::uint32_t r0 asm("r0") = operation;
  register const void* r1 asm("r1") = argument;
  asm volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

std::uint32_t ticks_since(std::uint32_t start) { return (start - word(systick_value)) & systick_mask; }

/// 2,000,000 instructions and a handful.
void two_million_instructions() {
  std::uint32_t turns = 1'000'000;
  asm volatile(
      "1: subs %0, #1\n"
      "   bne 1b"
      : "+l"(turns)
      :
      : "cc");
}

}  // namespace

extern "C" void reset() {
  word(coprocessor_access) = word(coprocessor_access) | 0xFU << 20;  // the floating-point unit
  asm volatile("dsb\n isb" ::: "memory");
  for (std::uint32_t* to = stack_begin; to < static_cast<std::uint32_t*>(__builtin_frame_address(0)) - 64; ++to)
    *to = unused_stack;
  const std::uint32_t* from = data_source;
  for (std::uint32_t* to = data_begin; to < data_end; ++to) *to = *from++;
  for (std::uint32_t* to = bss_begin; to < bss_end; ++to) *to = 0;
  for (auto* make = constructors_begin; make < constructors_end; ++make) (*make)();
  board::exit(firmware());
}

extern "C" void fault() {
  board::write("fault\n");
  board::exit(2);
}

namespace {

/// Initial stack pointer, reset, then the exceptions that can happen: NMI, hard fault, and memory, bus and usage faults.
struct vectors {
  std::uint32_t* stack = stack_end;
  void (*handlers[6])() = {reset, fault, fault, fault, fault, fault};
};
[[gnu::section(".vectors"), gnu::used]] constinit const vectors vector_table{};

}  // namespace

void board::write(const char* text) { semihosting(0x04, text); }

void board::exit(int status) {
  const std::uint32_t reason[] = {0x20026, static_cast<std::uint32_t>(status)};  // the application ends
  for (;;) semihosting(0x20, reason);
}

board::stopwatch::stopwatch() {
  word(systick_reload) = systick_mask;
  word(systick_control) = 5;  // on, from the processor's clock
  start_ = word(systick_value);
}

std::int64_t board::stopwatch::instructions() const {
  const std::uint32_t ticks = ticks_since(start_);
  const std::uint32_t start = word(systick_value);
  two_million_instructions();
  return std::int64_t{ticks} * 2'000'000 / ticks_since(start);
}

std::size_t board::stack_used() {
  const std::uint32_t* first = stack_begin;
  while (first < stack_end && *first == unused_stack) ++first;
  return static_cast<std::size_t>(stack_end - first) * sizeof(std::uint32_t);
}

std::size_t board::stack_size() { return static_cast<std::size_t>(stack_end - stack_begin) * sizeof(std::uint32_t); }
