// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstring>
#include <litho.hpp>
#include <vector>

#include "values.hpp"

/// Memory that networks are run in, for tests and tools.
namespace graphs {

/// Memory of a fixed alignment between guards. What is not written is NaN; writing beyond it shows.
class guarded {
 public:
  guarded(std::size_t bytes, std::size_t beyond_alignment) : memory_(bytes + 4 * guard, poison) {
    std::size_t begin = guard;
    while (reinterpret_cast<std::uintptr_t>(&memory_[begin]) % guard != 0) ++begin;
    inside_ = std::span(memory_).subspan(begin + beyond_alignment, bytes);
    for (std::byte& each : memory_) each = sentinel;
    fill();
  }
  void fill() {
    for (std::byte& each : inside_) each = poison;
  }
  bool intact() const {
    for (const std::byte& each : memory_)
      if ((&each < inside_.data() || &each >= inside_.data() + inside_.size()) && each != sentinel) return false;
    return true;
  }
  std::span<std::byte> bytes() { return inside_; }

 private:
  static constexpr std::size_t guard = 64;
  static constexpr auto poison = std::byte{0xff};
  static constexpr auto sentinel = std::byte{0xa5};

  std::vector<std::byte> memory_;
  std::span<std::byte> inside_;
};

/// A user's buffer, aligned to its elements and no more.
class user_memory {
 public:
  explicit user_memory(const litho::tensor_type& type)
      : type_(type.plain()),
        memory_(static_cast<std::size_t>(type.elements() * size_of(type.element)),
                static_cast<std::size_t>(size_of(type.element))) {}
  explicit user_memory(const litho::tensor& values) : user_memory(values.type) {
    litho::with_element(type_.element, [&]<class T>() {
      const std::span<T> to = as<T>();
      for (std::size_t i = 0; i < to.size(); ++i) to[i] = litho::stored<T>(values.values[i]);
    });
  }
  template <class T>
  std::span<T> as() {
    return {reinterpret_cast<T*>(memory_.bytes().data()), static_cast<std::size_t>(type_.elements())};
  }
  litho::tensor values() {
    litho::tensor result{type_, {}, {}};
    litho::with_element(type_.element, [&]<class T>() {
      for (const T& each : as<T>()) result.values.push_back(litho::number_of(each));
    });
    return result;
  }
  guarded& memory() { return memory_; }

 private:
  litho::tensor_type type_;
  guarded memory_;
};

namespace detail {

template <class Net, std::size_t I>
using input_element = typename litho::element_of<Net::input_ports()[I].type.element>::type;
template <class Net, std::size_t I>
using output_element = typename litho::element_of<Net::output_ports()[I].type.element>::type;

template <class Net, std::size_t... I, std::size_t... O>
litho::status run(litho::executor<Net>& net, std::vector<user_memory>& inputs, std::vector<user_memory>& outputs,
                  std::index_sequence<I...>, std::index_sequence<O...>) {
  return net.run(inputs[I].template as<input_element<Net, I>>()...,
                 outputs[O].template as<output_element<Net, O>>()...);
}

}  // namespace detail

/// A run from and to such memory, a buffer a port.
template <class Net>
litho::status run(litho::executor<Net>& net, std::vector<user_memory>& inputs, std::vector<user_memory>& outputs) {
  return detail::run(net, inputs, outputs, std::make_index_sequence<Net::input_ports().size()>{},
                     std::make_index_sequence<Net::output_ports().size()>{});
}

}  // namespace graphs
