// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "import.hpp"
#include "nested.hpp"

namespace litho::importer {

/// A .json that RTNeural reads: layers with weights as Keras has them, or the state dictionary of a PyTorch module.
/// The network takes --bind steps=N samples at a time, x [steps, in] and y [steps, out]; its states are as in sequence.hpp.
imported import_rtneural(const request& asked);

/// What --bind says of a network. A name that the network has not is refused at the end.
class bound_sizes {
 public:
  explicit bound_sizes(const request& asked) : asked_(asked) {}
  std::int64_t operator()(const std::string& name, std::int64_t otherwise);
  void refuse_others() const;

 private:
  const request& asked_;
  std::vector<std::string> known_;
};

/// Modules in the order of the file, one after the other. What a module computes is told by the shapes of its tensors.
void read_state_dictionary(const json& file, std::int64_t steps, bound_sizes& bound, imported& result);

}  // namespace litho::importer
