// SPDX-License-Identifier: BSL-1.0
#include <litho/part.hpp>

#include "network.hpp"

template struct litho::part<in_parts, 1>;
