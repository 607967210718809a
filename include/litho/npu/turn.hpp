// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>

#include "device.hpp"
#include "lanes.hpp"

/// Numbers that change rows for columns: in registers, a square at a time.
namespace litho::npu::detail {

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes"  // of packets as template arguments, which do not matter here
#endif
template <class Packet, int Size>
EIGEN_ALWAYS_INLINE void turn_square(Packet (&rows)[Size]) {
  Eigen::internal::PacketBlock<Packet, Size> square;
#pragma GCC unroll 16
  for (int i = 0; i < Size; ++i) square.packet[i] = rows[i];
  Eigen::internal::ptranspose(square);
#pragma GCC unroll 16
  for (int i = 0; i < Size; ++i) rows[i] = square.packet[i];
}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#ifdef EIGEN_VECTORIZE_AVX512
/// In 64 instructions; Eigen's takes 96.
EIGEN_ALWAYS_INLINE void turn_square(__m512 (&rows)[16]) {
  constexpr __mmask16 all = 0xffff;
  // Squares of four in each quarter of the registers.
#pragma GCC unroll 4
  for (int i = 0; i < 16; i += 4) {
    const __m512d low01 = _mm512_castps_pd(_mm512_maskz_unpacklo_ps(all, rows[i], rows[i + 1]));
    const __m512d low23 = _mm512_castps_pd(_mm512_maskz_unpacklo_ps(all, rows[i + 2], rows[i + 3]));
    const __m512d high01 = _mm512_castps_pd(_mm512_maskz_unpackhi_ps(all, rows[i], rows[i + 1]));
    const __m512d high23 = _mm512_castps_pd(_mm512_maskz_unpackhi_ps(all, rows[i + 2], rows[i + 3]));
    rows[i] = _mm512_castpd_ps(_mm512_maskz_unpacklo_pd(0xff, low01, low23));
    rows[i + 1] = _mm512_castpd_ps(_mm512_maskz_unpackhi_pd(0xff, low01, low23));
    rows[i + 2] = _mm512_castpd_ps(_mm512_maskz_unpacklo_pd(0xff, high01, high23));
    rows[i + 3] = _mm512_castpd_ps(_mm512_maskz_unpackhi_pd(0xff, high01, high23));
  }
  // And the square of these squares.
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    const __m512 even01 = _mm512_maskz_shuffle_f32x4(all, rows[i], rows[i + 4], 0x88);
    const __m512 even23 = _mm512_maskz_shuffle_f32x4(all, rows[i + 8], rows[i + 12], 0x88);
    const __m512 odd01 = _mm512_maskz_shuffle_f32x4(all, rows[i], rows[i + 4], 0xdd);
    const __m512 odd23 = _mm512_maskz_shuffle_f32x4(all, rows[i + 8], rows[i + 12], 0xdd);
    rows[i] = _mm512_maskz_shuffle_f32x4(all, even01, even23, 0x88);
    rows[i + 4] = _mm512_maskz_shuffle_f32x4(all, odd01, odd23, 0x88);
    rows[i + 8] = _mm512_maskz_shuffle_f32x4(all, even01, even23, 0xdd);
    rows[i + 12] = _mm512_maskz_shuffle_f32x4(all, odd01, odd23, 0xdd);
  }
}
#endif

/// A loop along which numbers are neighbours on one side, and `step` elements apart on the other.
struct turned_loop {
  std::int64_t extent;
  std::int64_t step;
  std::int64_t used = extent;

  constexpr turned_loop part(std::int64_t begin, std::int64_t count) const { return {count, step, used - begin}; }
};

/// Numbers that are neighbours in memory along `source` and shall be along `target`: from[t * target.step + s] becomes
/// to[s * source.step + t]. At or beyond target.used that is zero instead, what is at or beyond source.used is left
/// out.
template <class T, int Size = static_cast<int>(Eigen::internal::packet_traits<T>::size)>
struct turned_area {
  using packet = typename packet_of<T, Size>::type;
  static constexpr int smallest = 4;
  static constexpr bool exists = Size >= smallest && packet_of<T, Size>::size == Size;

  turned_loop source;
  turned_loop target;

  /// Both extents are at least `smallest`. The last squares overlap those before them and move some numbers again.
  void move(const T* from, T* to) const {
    if constexpr (Size > smallest)
      if (source.extent < Size || target.extent < Size) return turned_area<T, Size / 2>{source, target}.move(from, to);
    const turned_area all = *this;  // in registers, since stores of packets may alias what `this` points to
    for (std::int64_t s = 0; s < all.source.extent; s += Size)
      for (std::int64_t t = 0; t < all.target.extent; t += Size)
        all.square(from, to, std::min(s, all.source.extent - Size), std::min(t, all.target.extent - Size));
  }

 private:
  EIGEN_ALWAYS_INLINE void square(const T* from, T* to, std::int64_t s, std::int64_t t) const {
    from += t * target.step + s;
    to += s * source.step + t;
    if (source.used - s >= Size && target.used - t >= Size)
      turn<true>(from, to, Size, Size);
    else
      turn<false>(from, to, target.used - t, source.used - s);
  }

  template <bool Whole>
  EIGEN_ALWAYS_INLINE void turn(const T* from, T* to, std::int64_t loaded, std::int64_t stored) const {
    packet rows[Size];
#pragma GCC unroll 16
    for (int i = 0; i < Size; ++i)
      rows[i] = Whole || i < loaded ? Eigen::internal::ploadu<packet>(from + i * target.step)
                                    : Eigen::internal::pset1<packet>(T(0));
    turn_square(rows);
#pragma GCC unroll 16
    for (int i = 0; i < Size; ++i)
      if (Whole || i < stored) Eigen::internal::pstoreu(to + i * source.step, rows[i]);
  }
};

/// An area of any size.
template <class T>
struct turned_blocks {
  using area = turned_area<T>;
  using packet = typename area::packet;
  static constexpr bool exists = area::exists;
  static constexpr std::int64_t packet_size = Eigen::internal::unpacket_traits<packet>::size;

  turned_loop source;
  turned_loop target;

  void move(const T* from, T* to) const {
    if (bytes() >= cached_bytes(default_device) && can_go_past(to)) return gathered<true>(from, to);
    if (bytes() > second_level_bytes(default_device) && is_in_one_set()) return gathered<false>(from, to);
    area{source, target}.move(from, to);
  }

 private:
  std::int64_t bytes() const { return 2 * source.extent * target.extent * std::int64_t{sizeof(T)}; }
  bool is_whole() const { return source.used >= source.extent && target.used >= target.extent; }
  bool is_in_one_set() const { return source.step * std::int64_t{sizeof(T)} % 4096 == 0 && is_whole(); }
  bool can_go_past(const T* to) const {
    return lanes<T, packet_size>::can_stream && target.extent % packet_size == 0 && source.step % packet_size == 0 &&
           reinterpret_cast<std::uintptr_t>(to) % sizeof(packet) == 0 && is_whole();
  }

  /// A rest too narrow for a square belongs to the block before it.
  template <class Function>
  void for_each_block(std::int64_t height, std::int64_t width, Function&& function) const {
    const auto count = [](std::int64_t left, std::int64_t size) { return left < size + area::smallest ? left : size; };
    for (std::int64_t t = 0, rows = 0; t < target.extent; t += rows) {
      rows = count(target.extent - t, height);
      for (std::int64_t s = 0, columns = 0; s < source.extent; s += columns) {
        columns = count(source.extent - s, width);
        function(area{source.part(s, columns), target.part(t, rows)}, t, s);
      }
    }
  }

  /// By way of a buffer, from which long pieces are written at a time: lines that lie pages apart share a set of the
  /// caches and would displace each other before they are full, and stores past the caches want to fill lines at once.
  template <bool PastCaches>
  EIGEN_DONT_INLINE void gathered(const T* from, T* to) const {
    constexpr std::int64_t height = 512 / sizeof(T);
    constexpr std::int64_t width = 256 / sizeof(T);
    constexpr std::int64_t step = height + 64 / sizeof(T);
    alignas(64) T buffer[(width + area::smallest) * step];
    for_each_block(height, width, [&](area block, std::int64_t t, std::int64_t s) {
      block.source.step = step;
      // Row by row: of what is read, too, long pieces at a time.
      for (std::int64_t i = 0, rows = 0; i < block.target.extent; i += rows) {
        rows = block.target.extent - i < 2 * packet_size ? block.target.extent - i : packet_size;
        area{block.source, block.target.part(i, rows)}.move(from + (t + i) * target.step + s, buffer + i);
      }
      for (std::int64_t i = 0; i < block.source.extent; ++i)
        write<PastCaches>(buffer + i * step, to + (s + i) * source.step + t, block.target.extent);
    });
    if constexpr (PastCaches) lanes<T, packet_size>::end_stream();
  }
  template <bool PastCaches>
  static EIGEN_ALWAYS_INLINE void write(const T* from, T* to, std::int64_t count) {
    std::int64_t i = 0;
#pragma GCC unroll 8
    for (; i + packet_size <= count; i += packet_size) {
      const auto piece = Eigen::internal::pload<packet>(from + i);
      if constexpr (PastCaches)
        stream(to + i, piece);
      else
        Eigen::internal::pstoreu(to + i, piece);
    }
    for (; i < count; ++i) to[i] = from[i];
  }
};

}  // namespace litho::npu::detail
