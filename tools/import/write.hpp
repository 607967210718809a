// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include "import.hpp"

namespace litho::importer {

/// NAME.hpp: the graph as named definitions, one line a node.
std::string header_text(const imported& model, const std::string& name, const std::string& file,
                        const std::vector<std::string>& includes = {}, const std::string& members = {});

/// NAME.weights, in the format of litho::weights_blob.
std::string weights_blob_of(const imported& model);

/// NAME.weights.S and the declaration that goes with it.
std::string embedding_text(const std::string& name, const std::filesystem::path& blob);
std::string embedding_header(const std::string& name);

/// What makes a network one that is compiled in parts, and the source file of one of these; no parts: "".
std::string parts_member(int parts);
std::string part_text(const std::string& name, int part);

/// NAME.cmake: a library target with the header, the weights where they are embedded, and the parts.
std::string cmake_text(const std::string& name, bool embeds, int parts);

/// A valid C++ name.
std::string identifier(const std::string& text);

}  // namespace litho::importer
