// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "network.hpp"
#include "task/lower.hpp"
#include "task/schedule.hpp"

namespace litho {

namespace detail {

struct device_cycles {
  std::int64_t count = 0;
  message fault{};  ///< why the plan does not fit the device
};

/// Of a network planned for an emulated device.
template <class Net>
consteval device_cycles cycles_of() {
  const plan::plan p = compiled<Net>();
  text_builder why;
  if (!p.target.is_emulated()) {
    why << "litho::cycles: device " << p.target.name << " is not emulated";
    return {0, message(why.view())};
  }
  const task::list tasks = task::lower(p);
  if (tasks.ok()) return {task::schedule_of(p, tasks).makespan, {}};
  const plan::kernel& k = p.kernels[static_cast<std::size_t>(tasks.faulty_kernel)];
  why << "litho::cycles: " << (k.root < 0 ? std::string_view("copy") : p.graph[k.root].op->view()) << ' ' << k.iteration
      << " on " << p.target.name << ": " << tasks.fault;
  return {0, message(why.view())};
}

}  // namespace detail

template <class Derived>
template <const device& Device>
consteval std::int64_t network<Derived>::cycles() {
  constexpr detail::device_cycles found = detail::cycles_of<with_device<Derived, Device>>();
  static_assert(require<found.fault.empty(), found.fault>::value);
  return found.count;
}

}  // namespace litho
