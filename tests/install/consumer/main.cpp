// SPDX-License-Identifier: BSL-1.0
#include <litho.hpp>

int main() { return 0; }
