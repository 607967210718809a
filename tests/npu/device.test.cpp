// SPDX-License-Identifier: BSL-1.0
#include <litho/npu/cube.hpp>
#include <string_view>

#include "catch.hpp"

using namespace litho;

TEST_CASE("blocks of channels") {
  STATIC_REQUIRE(npu::c0(npu::ascend_910b, dtype::f16) == 16);
  STATIC_REQUIRE(npu::c0(npu::ascend_910b, dtype::i8) == 32);
  STATIC_REQUIRE(npu::c0(npu::ascend_910b, dtype::f32) == 8);
  STATIC_REQUIRE(npu::c0(npu::cortex_m4f, dtype::f32) == 4);
  STATIC_REQUIRE(npu::c0(npu::host, dtype::f64) == 8);
  STATIC_REQUIRE(std::string_view(npu::default_device.name) == "host");
}

TEST_CASE("a fractal of each type is a step of the Cube") {
  for (const device* on : {&npu::ascend_910, &npu::ascend_910b, &npu::ascend_950}) {
    CHECK(on->is_emulated());
    for (dtype element : {dtype::f16, dtype::i8}) {
      CHECK(on->cube_inner(element) == on->c0(element));
      CHECK(on->cube_m * on->cube_inner(element) * size_of(element) == on->l0_alignment);
    }
    CHECK(on->cube_inner(dtype::f64) == 0);
    CHECK(on->unified_buffer_bytes + on->l1_bytes < on->l2_bytes);
  }
  CHECK(npu::ascend_910.cube_inner(dtype::f32) == 0);
  CHECK(npu::ascend_910b.cube_inner(dtype::f32) == 4);
  CHECK(npu::ascend_950.cube_inner(dtype::f32) == 8);
  for (const device* on : {&npu::host, &npu::cortex_m4f, &npu::cortex_m7}) {
    CHECK(!on->is_emulated());
    CHECK(on->cube_inner(dtype::f16) == 0);
    CHECK(on->cube_inner(dtype::f32) == 1);
  }
}

TEST_CASE("cycles") {
  STATIC_REQUIRE(npu::cube_cycles(npu::ascend_910b, 16, 16, 16) == 1);
  STATIC_REQUIRE(npu::cube_cycles(npu::ascend_910b, 17, 16, 16 * 24) == 2);
  STATIC_REQUIRE(npu::cube_cycles(npu::ascend_910b, 16, 64, 16 * 24, dtype::i8) == 2);
  STATIC_REQUIRE(npu::cube_cycles(npu::ascend_910b, 16, 64, 16 * 24, dtype::f32) == 16);
  STATIC_REQUIRE(npu::cube_cycles(npu::ascend_910, 16, 64, 16 * 24, dtype::f32) == 0);
  STATIC_REQUIRE(npu::vector_cycles(npu::ascend_910b, 64 * 48, 4, 3) == 3);
  STATIC_REQUIRE(npu::vector_cycles(npu::cortex_m4f, 10, 4, 1) == 10);
  STATIC_REQUIRE(npu::copy_cycles(npu::ascend_910b, 32 * 24 + 1) == 2);
}

TEST_CASE("a device of one's own is a copy with changes") {
  constexpr device mine = [] {
    device like = npu::ascend_910b;
    like.name = "mine";
    like.cube_cores = 8;
    return like;
  }();
  STATIC_REQUIRE(npu::cube_cycles(mine, 16, 16, 16 * 24) == 3);
  STATIC_REQUIRE(mine.l1_bytes == npu::ascend_910b.l1_bytes);
}

TEST_CASE("sums that fit in registers") {
  constexpr device avx512{.registers = 32, .register_bytes = 64};
  constexpr device avx2{.registers = 16, .register_bytes = 32};
  const auto is = [](npu::register_block block, int blocks, int pixels) {
    return block.blocks == blocks && block.pixels == pixels;
  };
  CHECK(is(npu::block_registers(avx512, npu::registers_of(avx512, 16, 4), 9, 99), 2, 14));
  CHECK(is(npu::block_registers(avx512, 1, 1, 99), 1, 29));
  CHECK(is(npu::block_registers(avx512, 1, 99, 1), 8, 1));
  CHECK(is(npu::block_registers(avx512, 1, 9, 99, 4096), 3, 8));
  CHECK(is(npu::block_registers(avx512, 1, 2, 99, 4096), 2, 14));
  CHECK(is(npu::block_registers(avx512, 1, 9, 99, 4160), 2, 14));
  CHECK(is(npu::block_registers(avx2, npu::registers_of(avx2, 16, 4), 9, 99), 1, 6));
  CHECK(is(npu::block_registers(npu::cortex_m4f, npu::registers_of(npu::cortex_m4f, 4, 4), 9, 99), 1, 6));
}

TEST_CASE("an even split covers all, in parts that differ by one at most") {
  for (int total = 1; total < 60; ++total)
    for (int most = 1; most < 20; ++most) {
      const npu::even_split split = npu::split_evenly(total, most);
      CHECK(split.size <= most);
      CHECK(split.first(0) == 0);
      CHECK(split.first(split.parts) == total);
      for (int part = 0; part < split.parts; ++part)
        CHECK(split.first(part + 1) - split.first(part) == split.size - (part < split.large ? 0 : 1));
    }
}
