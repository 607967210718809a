// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../npu/elements.hpp"
#include "../npu/spread.hpp"
#include "program.hpp"

namespace litho::exec {

/// What distinguishes the kernel of one direct op from another: the op, its attributes and its types, the output's last.
template <int Types, int Attributes>
struct direct_program {
  name_t op{};
  tensor_type types[Types]{};
  std::int64_t attributes[Attributes > 0 ? Attributes : 1]{};
  static constexpr int inputs = Types - 1;
  static constexpr int attribute_count = Attributes;
};

namespace detail {

/// The program as whole numbers, which keep its symbol short: counts, name, attributes, types.
constexpr vec<std::uint64_t> direct_words(std::string_view op, std::span<const tensor_type> types,
                                          std::span<const std::int64_t> attributes) {
  vec<std::uint64_t> words;
  words.push_back(std::uint64_t{types.size()} | std::uint64_t{attributes.size()} << 16 |
                  std::uint64_t{op.size()} << 32);
  put_name(words, op);
  for (std::int64_t value : attributes) words.push_back(static_cast<std::uint64_t>(value));
  for (const tensor_type& type : types) {
    words.push_back(static_cast<std::uint64_t>(type.element) | static_cast<std::uint64_t>(type.layout) << 8 |
                    static_cast<std::uint64_t>(type.lanes) << 16 | static_cast<std::uint64_t>(type.rank()) << 32);
    for (std::int64_t extent : type.dims) words.push_back(static_cast<std::uint64_t>(extent));
  }
  return words;
}

template <std::uint64_t... Words>
consteval auto read_direct() {
  constexpr std::uint64_t words[] = {Words...};
  direct_program<static_cast<int>(words[0] & 0xffff), static_cast<int>(words[0] >> 16 & 0xffff)> p;
  int at = 1;
  p.op = read_name(words, at, static_cast<int>(words[0] >> 32));
  for (int i = 0; i < p.attribute_count; ++i) p.attributes[i] = static_cast<std::int64_t>(words[at++]);
  for (tensor_type& type : p.types) {
    const std::uint64_t word = words[at++];
    type.element = static_cast<dtype>(word & 0xff);
    type.layout = static_cast<format>(word >> 8 & 0xff);
    type.lanes = static_cast<std::int16_t>(word >> 16 & 0xffff);
    for (auto rank = static_cast<int>(word >> 32); rank > 0; --rank)
      type.dims.push_back(static_cast<std::int64_t>(words[at++]));
  }
  return p;
}

}  // namespace detail

/// The program of a direct op as a type. Equal programs are one type, and so one kernel.
template <std::uint64_t... Words>
struct direct_key {
  static constexpr auto program = detail::read_direct<Words...>();
};

/// Runs a direct op on memory: what its `compute` sees are elements there. Types and attributes are constants.
template <class Key>
class direct_kernel {
  static constexpr auto P = Key::program;
  static constexpr const tensor_type& out_type = P.types[P.inputs];
  template <int I>
  using element = typename element_of<P.types[I].element>::type;
  using out_element = element<P.inputs>;

  static constexpr bool is_long() {
    for (const tensor_type& type : P.types)
      if (type.element == dtype::f64) return true;
    return false;
  }

 public:
  using real_type = std::conditional_t<is_long(), double, float>;

  /// `memory`: the inputs, then the output.
  static void run(void* const* memory, real_type* scratch) {
    constexpr auto attributes = unpacked<typename op<P.op>::attributes>(
        std::span<const std::int64_t>(P.attributes, static_cast<std::size_t>(P.attribute_count)));
    const inputs in(memory);
    output out(memory[P.inputs], scratch);
    op<P.op>::compute(in, out, attributes);
  }

 private:
  class inputs {
   public:
    using real_type = direct_kernel::real_type;
    explicit inputs(void* const* memory) : memory_(memory) {}
    static constexpr int size() { return P.inputs; }
    static constexpr const tensor_type& type(int i) { return P.types[i]; }
    EIGEN_STRONG_INLINE real_type real(int i, std::int64_t at) const { return read<real_type>(i, at); }
    EIGEN_STRONG_INLINE std::int64_t whole(int i, std::int64_t at) const { return read<std::int64_t>(i, at); }

    /// Neighbours along the output's last axis: as many as divide it and fill one or two registers; or a register of
    /// them, the last one in part.
    struct block {
      static constexpr std::int64_t extent = out_type.rank() == 0 ? 1 : out_type.dims[out_type.rank() - 1];
      static constexpr int fitting_width() {
        constexpr int most = static_cast<int>(Eigen::internal::packet_traits<real_type>::size);
        int width = 2 * most;
        while (width > 4 && extent % width != 0) width /= 2;
        return extent % width == 0 ? width : most;
      }
      using value = npu::lanes<real_type, fitting_width()>;

      std::int64_t at;

      EIGEN_ALWAYS_INLINE std::int64_t size() const {
        return extent % value::width == 0 || extent - at >= value::width ? value::width : extent - at;
      }
      EIGEN_ALWAYS_INLINE value load(const real_type* from) const {
        return size() == value::width ? value::load(from + at) : value::load_part(from + at, size());
      }
      EIGEN_ALWAYS_INLINE void store(real_type* to, const value& what) const {
        size() == value::width ? what.store(to + at) : what.store_part(to + at, size());
      }
    };
    struct blocks {
      EIGEN_ALWAYS_INLINE explicit blocks(std::int64_t extent) : last{extent} {}
      EIGEN_ALWAYS_INLINE auto begin() const { return litho::detail::block_iterator<block, block::value::width>{{0}}; }
      EIGEN_ALWAYS_INLINE auto end() const { return litho::detail::block_iterator<block, block::value::width>{last}; }
      block last;
    };
    EIGEN_ALWAYS_INLINE typename block::value load(const block& where, int i, std::int64_t first) const {
      return load_of(where, i, first);
    }
    EIGEN_ALWAYS_INLINE const real_type* numbers(int i, std::int64_t first, std::int64_t count, real_type* room) const {
      return numbers_of(i, first, count, room);
    }
    template <int Sums>
    EIGEN_ALWAYS_INLINE void add_products(const block& where, int i, std::int64_t first, std::int64_t stride,
                                          std::int64_t between, const real_type* factors, std::int64_t length,
                                          typename block::value (&sums)[Sums]) const {
      using value = typename block::value;
      constexpr int chains = sizeof(typename value::packet) >= 64 ? 16 : 12;  // more would not stay in registers
      constexpr int parts = 2 * Sums * value::count <= chains ? 2 : 1;  // that no multiply-add need wait for the last
      value partial[parts][Sums];
#pragma GCC unroll 8
      for (int s = 0; s < Sums; ++s) {
        partial[0][s] = sums[s];
        if constexpr (parts == 2) partial[1][s] = value(0.0);
      }
      const std::int64_t spread = npu::can_spread<value> ? length - length % value::packet_size : 0;
      if constexpr (npu::can_spread<value>)
        for (std::int64_t j = 0; j < spread; j += value::packet_size)
          add_several(where, i, first + j * stride, stride, between, factors + j, partial,
                      std::make_integer_sequence<int, value::packet_size>{});
      const auto add_one = [&](std::int64_t j, int part) {
        add_product(where, i, first + j * stride, between, value::broadcast(factors[j]), partial[part]);
      };
      if (length - spread >= parts)  // said apart, since GCC 12 warns of loops that nothing is left for
        for (std::int64_t j = spread; j + parts <= length; j += parts)
#pragma GCC unroll 2
          for (int part = 0; part < parts; ++part) add_one(j + part, part);
      if ((length - spread) % parts != 0) add_one(length - 1, 0);
#pragma GCC unroll 8
      for (int s = 0; s < Sums; ++s) sums[s] = parts == 2 ? partial[0][s] + partial[parts - 1][s] : partial[0][s];
    }

    template <int I>
    const element<I>* begin() const {
      return static_cast<const element<I>*>(memory_[I]);
    }

   private:
    template <int Parts, int Sums, int... Place>
    EIGEN_ALWAYS_INLINE void add_several(const block& where, int i, std::int64_t first, std::int64_t stride,
                                         std::int64_t between, const real_type* factors,
                                         typename block::value (&partial)[Parts][Sums],
                                         std::integer_sequence<int, Place...>) const {
      using value = typename block::value;
      const auto all = Eigen::internal::ploadu<typename value::packet>(factors);
      (add_product(where, i, first + Place * stride, between, npu::spread<value, Place>(all), partial[Place % Parts]),
       ...);
    }
    template <int Sums>
    EIGEN_ALWAYS_INLINE void add_product(const block& where, int i, std::int64_t first, std::int64_t between,
                                         const typename block::value& factor,
                                         typename block::value (&sums)[Sums]) const {
      using value = typename block::value;
#pragma GCC unroll 8
      for (int s = 0; s < Sums; ++s)
        sums[s] = value::multiply_add(factor, load(where, i, first + s * between), sums[s]);
    }
    template <int I = 0>
    EIGEN_ALWAYS_INLINE typename block::value load_of(const block& where, int i, std::int64_t first) const {
      if constexpr (I + 1 < P.inputs)
        if (i != I) return load_of<I + 1>(where, i, first);
      if constexpr (std::is_same_v<element<I>, real_type>) {
        return where.load(begin<I>() + first);
      } else {
        real_type numbers[block::value::width]{};
        for (std::int64_t k = 0; k < where.size(); ++k) numbers[k] = read<real_type>(I, first + where.at + k);
        return block::value::load(numbers);
      }
    }
    template <int I = 0>
    EIGEN_ALWAYS_INLINE const real_type* numbers_of(int i, std::int64_t first, std::int64_t count,
                                                    real_type* room) const {
      if constexpr (I + 1 < P.inputs)
        if (i != I) return numbers_of<I + 1>(i, first, count, room);
      if constexpr (std::is_same_v<element<I>, real_type>) {
        return begin<I>() + first;
      } else {
        for (std::int64_t k = 0; k < count; ++k) room[k] = read<real_type>(I, first + k);
        return room;
      }
    }
    /// `i` is a constant in every op, so that one of the branches is left.
    template <class T, int I = 0>
    EIGEN_STRONG_INLINE T read(int i, std::int64_t at) const {
      if constexpr (I + 1 < P.inputs)
        if (i != I) return read<T, I + 1>(i, at);
      if constexpr (std::is_integral_v<T>)
        return npu::to_element<T>(npu::from_element<number_type<I>>(begin<I>()[at]));
      else
        return npu::from_element<T>(begin<I>()[at]);
    }
    template <int I>
    using number_type = std::conditional_t<is_float(P.types[I].element), double, std::int64_t>;

    void* const* memory_;
  };

  class output {
   public:
    output(void* memory, real_type* scratch) : memory_(static_cast<out_element*>(memory)), scratch_(scratch) {}
    static constexpr const tensor_type& type() { return out_type; }
    template <class V>
    EIGEN_STRONG_INLINE void set(std::int64_t at, V value) {
      memory_[at] = npu::to_element<out_element>(value);
    }
    EIGEN_ALWAYS_INLINE void store(const typename inputs::block& where, std::int64_t first,
                                   const typename inputs::block::value& what) {
      if constexpr (std::is_same_v<out_element, real_type>) {
        where.store(memory_ + first, what);
      } else {
        real_type numbers[inputs::block::value::width];
        what.store(numbers);
        for (std::int64_t k = 0; k < where.size(); ++k) set(first + where.at + k, numbers[k]);
      }
    }
    EIGEN_ALWAYS_INLINE real_type* room(std::int64_t first, real_type* scratch) {
      if constexpr (std::is_same_v<out_element, real_type>)
        return memory_ + first;
      else
        return scratch;
    }
    EIGEN_ALWAYS_INLINE void put(const typename inputs::block& where, std::int64_t first, const real_type* from) {
      if (from != room(first, nullptr)) store(where, first, where.load(from));
    }
    EIGEN_STRONG_INLINE void copy(std::int64_t at, const inputs& in, int i, std::int64_t from) {
      copy_of(at, in, i, from);
    }
    EIGEN_STRONG_INLINE real_type* scratch() { return scratch_; }

   private:
    template <int I = 0>
    EIGEN_STRONG_INLINE void copy_of(std::int64_t at, const inputs& in, int i, std::int64_t from) {
      if constexpr (I + 1 < P.inputs)
        if (i != I) return copy_of<I + 1>(at, in, i, from);
      if constexpr (std::is_same_v<element<I>, out_element>) memory_[at] = in.template begin<I>()[from];
    }

    out_element* memory_;
    real_type* scratch_;
  };
};

}  // namespace litho::exec
