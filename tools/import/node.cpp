// SPDX-License-Identifier: BSL-1.0
#include "node.hpp"

namespace litho::importer {

const value& node::in(int i) const {
  if (!has(i)) refuse("input " + std::to_string(i) + " is missing");
  return inputs[static_cast<std::size_t>(i)];
}

void node::needs_outputs_up_to(int count) const {
  for (int i = count; i < outputs(); ++i)
    if (wants(i)) refuse("output " + std::to_string(i) + " (" + proto.output(i) + ") is not supported");
}

const onnx::AttributeProto* node::find(const std::string& name) const {
  for (const onnx::AttributeProto& each : proto.attribute())
    if (each.name() == name) return &each;
  return nullptr;
}

std::int64_t node::integer(const std::string& name, std::int64_t otherwise) const {
  const onnx::AttributeProto* found = find(name);
  if (found == nullptr) return otherwise;
  if (!found->has_i()) refuse("attribute " + name + " is not a whole number");
  return found->i();
}

double node::real(const std::string& name, double otherwise) const {
  const onnx::AttributeProto* found = find(name);
  if (found == nullptr) return otherwise;
  if (!found->has_f()) refuse("attribute " + name + " is not a number");
  return found->f();
}

std::string node::text(const std::string& name, const std::string& otherwise) const {
  const onnx::AttributeProto* found = find(name);
  if (found == nullptr) return otherwise;
  if (!found->has_s()) refuse("attribute " + name + " is not a text");
  return found->s();
}

std::vector<std::int64_t> node::integers(const std::string& name, std::vector<std::int64_t> otherwise) const {
  const onnx::AttributeProto* found = find(name);
  return found == nullptr ? otherwise : std::vector<std::int64_t>(found->ints().begin(), found->ints().end());
}

std::vector<double> node::reals(const std::string& name) const {
  const onnx::AttributeProto* found = find(name);
  return found == nullptr ? std::vector<double>() : std::vector<double>(found->floats().begin(), found->floats().end());
}

std::vector<std::string> node::texts(const std::string& name) const {
  const onnx::AttributeProto* found = find(name);
  return found == nullptr ? std::vector<std::string>()
                          : std::vector<std::string>(found->strings().begin(), found->strings().end());
}

tensor node::known(int i, const std::string& what) const {
  const value& given = in(i);
  if (!given->known)
    refuse(what + " (" + proto.input(i) + ") depends on an input of the model; it must be known at import (--const " +
           proto.input(i) + "=...)");
  if (given->type.elements() > 1 << 16) refuse(what + " has too many elements: " + text_of(given->type));
  return tensor_of(*given->known);
}

std::vector<std::int64_t> node::known_integers(int i, const std::string& what) const {
  std::vector<std::int64_t> result;
  for (const number& each : known(i, what).values) result.push_back(each.whole());
  return result;
}

number node::known_number(int i, const std::string& what) const {
  const tensor given = known(i, what);
  if (given.values.size() != 1) refuse(what + " must be one number, got " + text_of(given.type));
  return given.values[0];
}

std::int64_t node::known_integer(int i, const std::string& what) const { return known_number(i, what).whole(); }

int node::axis(std::int64_t given, int rank) const {
  if (given < -rank || given >= rank)
    refuse("axis " + std::to_string(given) + " is outside of rank " + std::to_string(rank));
  return static_cast<int>(given < 0 ? given + rank : given);
}

std::vector<int> node::axes(const std::vector<std::int64_t>& given, int rank) const {
  std::vector<int> result;
  for (std::int64_t each : given) {
    const int at = axis(each, rank);
    for (int other : result)
      if (other == at) refuse("axis " + std::to_string(each) + " is given twice");
    result.push_back(at);
  }
  return result;
}

std::vector<std::int64_t> node::attribute_or_input(const std::string& name, int i) const {
  if (has_attribute(name)) return integers(name);
  return has(i) ? known_integers(i, name) : std::vector<std::int64_t>();
}

}  // namespace litho::importer
