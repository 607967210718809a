// SPDX-License-Identifier: BSL-1.0
#include "families.hpp"

namespace litho::importer {

void add_recurrent(translator_table&) {}

}  // namespace litho::importer
