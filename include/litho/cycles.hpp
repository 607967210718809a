// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "network.hpp"
#include "task/lower.hpp"
#include "task/schedule.hpp"

namespace litho {

namespace detail {

/// Why the plan of a network does not fit an emulated device, and nothing where it does.
template <class Net>
consteval message fault_on_device() {
  text_builder out;
  const plan::plan p = compiled<Net>();
  if (!p.target.is_emulated()) {
    out << "litho::cycles: device " << p.target.name << " is not emulated";
    return message(out.view());
  }
  const task::list tasks = task::lower(p);
  if (tasks.ok()) return {};
  const plan::kernel& k = p.kernels[static_cast<std::size_t>(tasks.faulty_kernel)];
  out << "litho::cycles: " << (k.root < 0 ? std::string_view("copy") : p.graph[k.root].op->view()) << ' ' << k.iteration
      << " on " << p.target.name << ": " << tasks.fault;
  return message(out.view());
}

}  // namespace detail

template <class Derived>
template <const device& Device>
consteval std::int64_t network<Derived>::cycles() {
  using on_device = with_device<Derived, Device>;
  constexpr message fault = detail::fault_on_device<on_device>();
  static_assert(require<fault.empty(), fault>::value);
  const plan::plan p = detail::compiled<on_device>();
  return task::schedule_of(p, task::lower(p)).makespan;
}

}  // namespace litho
