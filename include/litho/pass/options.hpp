// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace litho {

/// What contractions (matmul, dense, convolutions and what they come from) of f32 multiply.
enum class precision : std::uint8_t {
  exact,  ///< numbers as they are
  half    ///< these rounded to f16: sums in float, rounded to f16 once
};

/// What the passes do. A network sets `static constexpr litho::options options = litho::O2;` or changes single
/// switches: `= [] { auto o = litho::O3; o.layouts = false; return o; }();`
struct options {
  bool simplify = true;          ///< algebra from the facts of ops
  bool fold = true;              ///< compute what is known to the compiler
  bool cse = true;               ///< equal nodes once
  bool dce = true;               ///< drop what no output needs
  bool patterns = true;          ///< batch-norm into weights; gelu, softmax, layer-norm from primitives; attention
  bool binding = true;           ///< compute once, at load, what depends on parameters only
  bool layouts = true;           ///< NC1HWC0 around Cube ops
  bool fuse = true;              ///< several ops in one kernel; off: one kernel for each op the user wrote
  bool order = true;             ///< schedule for the lowest peak of memory
  bool memory = true;            ///< reuse memory, work in place, views for reshape, slice and concat
  bool winograd = false;         ///< 3x3 convolutions in 4/9 or 1/4 of the multiplications, with larger rounding errors
  bool relaxed = false;          ///< rewrites that ignore NaN, infinities and the sign of zero (x - x = 0)
  int workers = 1;               ///< plan for so many threads, who share kernels: litho/workers.hpp
  int streams = 1;               ///< the most streams for branches to run side by side; not together with workers
  std::int64_t fold_limit = 64;  ///< constants of more elements are left to load time
  /// half: less memory and time on a device whose Cube takes halves. One that takes no f32 is given halves in any case.
  litho::precision precision = litho::precision::exact;

  friend constexpr bool operator==(const options&, const options&) = default;
};

/// Every op by itself, as it was written: the baseline of all comparisons.
inline constexpr options O0{.simplify = false,
                            .fold = false,
                            .cse = false,
                            .dce = false,
                            .patterns = false,
                            .binding = false,
                            .layouts = false,
                            .fuse = false,
                            .order = false,
                            .memory = false};
/// What costs nothing: fewer nodes, no reordering of sums.
inline constexpr options O1{.patterns = false, .binding = false, .layouts = false, .fuse = false, .order = false};
/// Fusion and memory reuse in the layout of the user.
inline constexpr options O2{.layouts = false};
/// Everything.
inline constexpr options O3{};

}  // namespace litho
