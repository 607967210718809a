// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <iterator>
#include <span>
#include <type_traits>

#include "../core/check.hpp"
#include "../core/status.hpp"

namespace litho::exec {

/// What a user hands to run: an address, a number of elements and their type.
struct user_buffer {
  const void* data = nullptr;
  std::int64_t count = 0;
  dtype element = dtype::f32;
  bool gaps = false;
};

/// Contiguous memory of elements: spans, arrays, vectors, Eigen matrices and maps.
template <class B>
concept buffer_like = requires(B& b) {
  std::data(b);
  std::size(b);
  requires element<std::remove_cvref_t<decltype(*std::data(b))>>;
} || requires(B& b) {
  b.data();
  b.size();
  requires element<std::remove_cvref_t<decltype(*b.data())>>;
};

namespace detail {

template <class B>
constexpr auto* begin_of(B& b) {
  if constexpr (requires { std::data(b); })
    return std::data(b);
  else
    return b.data();
}

template <class B>
using element_type = std::remove_pointer_t<decltype(begin_of(std::declval<B&>()))>;

/// Number of elements where the type tells, else -1.
template <class B>
constexpr std::int64_t static_count() {
  using plain = std::remove_cvref_t<B>;
  if constexpr (std::is_array_v<plain>)
    return static_cast<std::int64_t>(std::extent_v<plain>);
  else if constexpr (requires { plain::SizeAtCompileTime; })
    return plain::SizeAtCompileTime;
  else if constexpr (requires { plain::extent; })
    return plain::extent == std::dynamic_extent ? -1 : static_cast<std::int64_t>(plain::extent);
  else if constexpr (requires { std::tuple_size<plain>::value; })
    return static_cast<std::int64_t>(std::tuple_size<plain>::value);
  else
    return -1;
}

/// Eigen objects must lie as a graph's values do: row by row, without gaps.
template <class B>
constexpr bool is_row_major() {
  using plain = std::remove_cvref_t<B>;
  if constexpr (requires {
                  plain::IsRowMajor;
                  plain::IsVectorAtCompileTime;
                })
    return plain::IsRowMajor || plain::IsVectorAtCompileTime;
  else if constexpr (requires {
                       plain::Layout;
                       plain::NumDimensions;
                     })
    return plain::Layout == 1 || plain::NumDimensions < 2;  // Eigen::Tensor; 1 is Eigen::RowMajor
  else
    return true;
}

}  // namespace detail

template <buffer_like B>
user_buffer as_buffer(B& b) {
  using value = std::remove_cv_t<detail::element_type<B>>;
  user_buffer result;
  result.element = dtype_of<value>::value;
  result.data = detail::begin_of(b);
  if constexpr (requires { std::size(b); })
    result.count = static_cast<std::int64_t>(std::size(b));
  else
    result.count = static_cast<std::int64_t>(b.size());
  if constexpr (requires {
                  b.outerStride();
                  b.innerStride();
                  b.cols();
                })
    result.gaps = b.innerStride() != 1 || (b.rows() > 1 && b.cols() > 1 && b.outerStride() != b.cols());
  return result;
}

namespace detail {

/// What is wrong with the type of argument `which` of run; empty if nothing is.
template <class B>
constexpr message buffer_fault(int which, bool is_input, std::string_view name, const tensor_type& type) {
  using value = detail::element_type<B>;
  constexpr dtype element = dtype_of<std::remove_cv_t<value>>::value;
  const std::int64_t count = detail::static_count<B>();
  text_builder out;
  out << "litho::run: argument " << which << " is for " << (is_input ? "input " : "output ") << name << " " << type
      << ": ";
  if (element != type.element)
    out << "its elements are " << name_of(element);
  else if (count >= 0 && count != type.elements())
    out << "it has " << count << " elements, not " << type.elements();
  else if (!is_input && std::is_const_v<value>)
    out << "it is const";
  else if (!detail::is_row_major<B>())
    out << "it is column-major; Eigen buffers of run must be row-major";
  else
    return {};
  return message(out.view());
}

constexpr message count_fault(int given, int inputs, int outputs) {
  text_builder out;
  out << "litho::run: takes a buffer for each of " << inputs << " inputs, then for each of " << outputs
      << " outputs; the arguments are " << given;
  return message(out.view());
}

}  // namespace detail

/// Size, presence and alignment of a user's buffer.
inline status check_buffer(std::string_view name, const tensor_type& type, const user_buffer& given) {
  if (given.count != type.elements())
    return {.code = status_code::wrong_size,
            .subject = name,
            .expected = type,
            .expected_count = type.elements(),
            .actual_count = given.count};
  if (given.gaps) return {.code = status_code::gaps_in_buffer, .subject = name, .expected = type};
  if (given.data == nullptr && given.count > 0)
    return {.code = status_code::null_buffer, .subject = name, .expected = type};
  const auto beyond = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(given.data) %
                                                static_cast<std::uintptr_t>(size_of(type.element)));
  if (beyond != 0)
    return {.code = status_code::misaligned_buffer,
            .subject = name,
            .expected = type,
            .expected_count = size_of(type.element),
            .actual_count = beyond};
  return {};
}

[[gnu::always_inline]] inline bool overlaps(const user_buffer& a, const user_buffer& b) {
  const auto begin = [](const user_buffer& of) { return reinterpret_cast<std::uintptr_t>(of.data); };
  const auto bytes = [](const user_buffer& of) { return static_cast<std::uintptr_t>(of.count * size_of(of.element)); };
  return a.count > 0 && b.count > 0 && begin(a) < begin(b) + bytes(b) && begin(b) < begin(a) + bytes(a);
}

/// The arguments of a run: a buffer for each input, then one for each output. Ports lists them: inputs and input_list,
/// outputs and output_list.
template <class Ports>
struct run_buffers {
  static constexpr int count = Ports::inputs + Ports::outputs;

  user_buffer at[count > 0 ? count : 1];

  template <class... Buffers>
  static constexpr void check_types() {
    constexpr int given = static_cast<int>(sizeof...(Buffers));
    constexpr bool one_each = given == count;
    static_assert(require<one_each, detail::count_fault(given, Ports::inputs, Ports::outputs)>::value);
    if constexpr (one_each) check_types<Buffers...>(std::make_integer_sequence<int, given>{});
  }

  /// Whether `fault` would find nothing, as in nearly every run; soon answered, since sizes are known to the compiler.
  [[gnu::always_inline]] bool fit() const { return fit(std::make_integer_sequence<int, count>{}); }

  /// What is wrong with the first buffer that does not fit.
  [[gnu::noinline]] status fault() const {
    for (int i = 0; i < count; ++i) {
      const bool is_input = i < Ports::inputs;
      const auto& wanted = is_input ? Ports::input_list[static_cast<std::size_t>(i)]
                                    : Ports::output_list[static_cast<std::size_t>(i - Ports::inputs)];
      if (status checked = check_buffer(wanted.name, wanted.type, at[i]); !checked.ok()) return checked;
      for (int other = 0; other < i && !is_input; ++other)
        if (overlaps(at[i], at[other])) return {status_code::overlapping_buffers, wanted.name};
    }
    return {};
  }

 private:
  template <int I>
  static constexpr auto port = [] {
    if constexpr (I < Ports::inputs)
      return Ports::input_list[static_cast<std::size_t>(I)];
    else
      return Ports::output_list[static_cast<std::size_t>(I - Ports::inputs)];
  }();

  template <class... Buffers, int... I>
  static constexpr void check_types(std::integer_sequence<int, I...>) {
    (check_type<I, Buffers>(), ...);
  }
  template <int I, class B>
  static constexpr void check_type() {
    constexpr message fault = detail::buffer_fault<B>(I, I < Ports::inputs, port<I>.name, port<I>.type);
    static_assert(require<fault.empty(), fault>::value);
  }

  template <int... I>
  [[gnu::always_inline]] bool fit(std::integer_sequence<int, I...>) const {
    return (fits<I>() && ...);
  }
  template <int I>
  [[gnu::always_inline]] bool fits() const {
    constexpr std::int64_t elements = port<I>.type.elements();
    constexpr auto alignment = static_cast<std::uintptr_t>(size_of(port<I>.type.element));
    const user_buffer& given = at[I];
    if (given.count != elements || given.gaps || (given.data == nullptr && elements > 0) ||
        reinterpret_cast<std::uintptr_t>(given.data) % alignment != 0)
      return false;
    if constexpr (I < Ports::inputs)
      return true;
    else
      return apart<I>(std::make_integer_sequence<int, I>{});
  }
  template <int I, int... Other>
  [[gnu::always_inline]] bool apart(std::integer_sequence<int, Other...>) const {
    return (!overlaps(at[I], at[Other]) && ...);
  }
};

}  // namespace litho::exec
