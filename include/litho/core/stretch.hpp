// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <ranges>

namespace litho {

/// A part of an array that someone else owns: a std::span whose iterators are pointers. A step of a loop over libstdc++'s span
/// is a dozen calls in constant evaluation, where calls are what takes time; here it is none.
template <class T>
class stretch {
 public:
  using value_type = std::remove_cv_t<T>;

  constexpr stretch() = default;
  constexpr stretch(T* data, std::size_t size) : data_(data), size_(size) {}

  constexpr T* data() const { return data_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr T* begin() const { return data_; }
  constexpr T* end() const { return data_ + size_; }
  constexpr T& operator[](std::size_t at) const { return data_[at]; }
  constexpr T& front() const { return data_[0]; }
  constexpr T& back() const { return data_[size_ - 1]; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace litho

// A std::span may be made of one that is about to vanish.
template <class T>
inline constexpr bool std::ranges::enable_borrowed_range<litho::stretch<T>> = true;
