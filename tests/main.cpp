// SPDX-License-Identifier: BSL-1.0
#define CATCH_CONFIG_MAIN  // Catch2 3 brings its own main and ignores this
#include "catch.hpp"
