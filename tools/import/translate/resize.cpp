// SPDX-License-Identifier: BSL-1.0
#include "families.hpp"

namespace litho::importer {

void add_resize(translator_table&) {}

}  // namespace litho::importer
