// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "graph.hpp"

namespace litho::importer {

/// What the user says about a model beside the file.
struct request {
  std::filesystem::path file{};
  std::map<std::string, ints> shapes{};         ///< --input NAME:1x3x224x224
  std::map<std::string, std::int64_t> bind{};   ///< --bind NAME=VALUE, for symbolic dimensions
  std::map<std::string, std::string> consts{};  ///< --const NAME=FILE or NAME=VALUE
  std::map<std::string, std::string> map{};     ///< --map DOMAIN::OP=NAME, ops of the library or registered
  bool log = false;
};

struct port {
  std::string model_name;  ///< in the model
  std::string name;        ///< in the graph: at most 63 characters
  tensor_type type;
  int position = -1;  ///< among the model's inputs that are not initialisers
  int node = -1;
};

/// A model as a graph, its weights, and what is to be said about it.
struct imported {
  builder made;
  std::vector<port> inputs;
  std::vector<port> outputs;
  std::vector<std::pair<int, std::string>> constant_inputs;  ///< positions of inputs that were fixed
  std::map<std::string, int> ops;                            ///< histogram of the model's ops, taken branches included
  std::string producer;
  std::string opsets;  ///< empty where the format has none
  int model_nodes = 0;
};

/// Reads, checks and translates: an ONNX file, or a .json of RTNeural. Throws refusal.
imported import_model(const request& asked);

// The last steps of every reader.

/// Makes a value an output, under a name that no other output has.
void add_output(imported& result, const std::string& model_name, const value& from);

/// Drops what no output needs, inputs aside, and the parameters with it.
void finish(imported& result);

}  // namespace litho::importer
