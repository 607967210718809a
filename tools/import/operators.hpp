// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

namespace litho::importer {

/// docs/reference/onnx.md: which operators of ONNX are read, in which versions, what they become, and which are refused.
std::string operators_page();

}  // namespace litho::importer
