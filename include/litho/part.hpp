// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "network.hpp"

/// For a network of many kernels that is compiled in parts, each in a source file of its own, side by side and with
/// less memory:
///
///   struct reader : litho::network<reader> { static constexpr int parts = 2; ... };    // reader.hpp
///   #include "reader.hpp"                                                             // reader.0.cpp, and so reader.1.cpp
///   #include <litho/part.hpp>
///   template struct litho::part<reader, 0>;
///
/// Who uses the network includes reader.hpp alone, and compiles none of its kernels.
namespace litho {

template <class Net, int Part>
void part<Net, Part>::launch(int which, const exec::memory& in, int worker) {
  using frozen = detail::frozen<Net>;
  constexpr int kernels = frozen::plan.sizes.kernels;
  constexpr int count = (kernels - Part + frozen::parts - 1) / frozen::parts;
  if constexpr (count > 0)
    exec::launch_one_of<frozen, Part>(which, in, worker, std::make_integer_sequence<int, count>{});
}

}  // namespace litho
