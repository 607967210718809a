// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace litho::reporter {

/// The page's style sheet, and the script that draws its timeline and sorts its tables.
extern const char* const page_style;
extern const char* const page_script;

}  // namespace litho::reporter
