// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <utility>

namespace litho {

/// A growing array for constant evaluation. std::vector of libstdc++ 12 is not usable there under clang 19 (docs/why/002).
/// Elements are value-initialised; T must be default-constructible.
template <class T>
class vec {
 public:
  using value_type = T;

  constexpr vec() = default;
  constexpr explicit vec(std::size_t count, const T& value = T{}) { resize(count, value); }
  constexpr vec(std::initializer_list<T> values) { append(std::span<const T>(values.begin(), values.size())); }
  constexpr explicit vec(std::span<const T> values) { append(values); }
  constexpr vec(const vec& other) { append(other); }
  constexpr vec(vec&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  constexpr vec& operator=(vec other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  constexpr ~vec() { delete[] data_; }

  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr T* data() { return data_; }
  constexpr const T* data() const { return data_; }
  constexpr T* begin() { return data_; }
  constexpr T* end() { return data_ + size_; }
  constexpr const T* begin() const { return data_; }
  constexpr const T* end() const { return data_ + size_; }
  constexpr T& operator[](std::size_t at) { return data_[at]; }
  constexpr const T& operator[](std::size_t at) const { return data_[at]; }
  constexpr T& back() { return data_[size_ - 1]; }
  constexpr const T& back() const { return data_[size_ - 1]; }

  constexpr void push_back(T value) {
    if (size_ == capacity_) reserve(capacity_ == 0 ? 4 : 2 * capacity_);
    data_[size_++] = std::move(value);
  }
  constexpr void append(std::span<const T> values) {
    if (size_ + values.size() > capacity_) reserve(size_ + values.size() + size_ / 2);
    const T* const from = values.data();
    for (std::size_t i = 0; i < values.size(); ++i) data_[size_++] = from[i];
  }
  constexpr void pop_back() { --size_; }
  constexpr void clear() { size_ = 0; }
  constexpr void resize(std::size_t count, const T& value = T{}) {
    if (count > capacity_) reserve(count > 2 * capacity_ ? count : 2 * capacity_);
    for (std::size_t i = size_; i < count; ++i) data_[i] = value;
    size_ = count;
  }
  // Inlined with a known count, the loop makes GCC 12 warn of writes that it cannot do.
  [[gnu::noinline]] constexpr void reserve(std::size_t count) {
    if (count <= capacity_) return;
    T* grown = new T[count]{};
    for (std::size_t i = 0; i < size_; ++i) grown[i] = std::move(data_[i]);
    delete[] data_;
    data_ = grown;
    capacity_ = count;
  }

  friend constexpr bool operator==(const vec& a, const vec& b) {
    if (a.size_ != b.size_) return false;
    for (std::size_t i = 0; i < a.size_; ++i)
      if (!(a.data_[i] == b.data_[i])) return false;
    return true;
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace litho
