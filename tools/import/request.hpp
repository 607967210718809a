// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "import.hpp"

namespace litho::importer {

/// What a command line says about a model, word by word.
struct request_words {
  std::vector<std::string> shapes;  ///< --input NAME:1x3x224x224
  std::vector<std::string> bind;    ///< --bind NAME=VALUE
  std::vector<std::string> consts;  ///< --const NAME=FILE or NAME=VALUE
  std::vector<std::string> map;     ///< --map DOMAIN::OP=NAME
};

/// Whether a file is a model, by its ending; of any other the programs that read graphs as text expect one.
bool is_model(const std::filesystem::path& file);
/// Such a graph. Throws refusal.
ir::graph read_text(const std::filesystem::path& file);

/// Throws refusal where a word is not of that form.
void read(const request_words& given, request& into);

}  // namespace litho::importer
