// SPDX-License-Identifier: BSL-1.0
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>  // Catch2 3
#else
#include <catch2/catch.hpp>
#endif
