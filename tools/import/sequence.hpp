// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "import.hpp"
#include "nested.hpp"

namespace litho::importer {

/// Writes a network of layers that takes some steps of a sequence at a time. Between layers x is [steps, width]. What
/// a layer keeps from step to step is an input such as gru1_h, zeros at first, and an output gru1_h_next.
class sequence {
 public:
  sequence(imported& to, std::int64_t steps, std::int64_t width);

  std::int64_t width() const { return x_->type.dims[1]; }

  /// The layer that the next call writes; without a name it gets one, by its kind and a number.
  void begin(const std::string& kind, const std::string& name = {});
  /// Prints what the layer did, where that is asked for.
  void log() const;

  /// w [out, in], bias [out] or none.
  void dense(const weight& w, const weight* bias);
  /// w [out, in / groups, kernel], causal: step t sees x[t - k dilation].
  void conv1d(const weight& w, const weight* bias, std::int64_t dilation, std::int64_t groups);
  /// Each step is a picture row of [features, channels]. w [out, channels, time, features]: causal along time, where it
  /// may be dilated; along the features it has a stride, and `before` and `after` zeros around.
  struct rows {
    std::int64_t features, dilation, stride, before, after;
  };
  void conv2d(const weight& w, const weight* bias, const rows& over);
  /// w [3 hidden, in], r [3 hidden, hidden], bias [6 hidden], gates z, r, n, reset after the recurrent product.
  /// `function` is that of n.
  void gru(const weight& w, const weight& r, const weight* bias, std::int64_t function);
  /// w [4 hidden, in], r [4 hidden, hidden], bias [8 hidden], gates i, o, f, c. `function` is that of c and of h.
  void lstm(const weight& w, const weight& r, const weight* bias, std::int64_t function);
  /// Of the last `channels` of each step.
  void batch_norm(const weight& scale, const weight& bias, const weight& mean, const weight& variance, double epsilon);
  /// The slope is one number, one for each of the last channels, or one for each value of a step.
  void prelu(const weight& slope);
  /// relu, tanh, sigmoid, elu or softmax.
  void activation(const std::string& op);

  /// Makes y and the states outputs.
  void finish();

 private:
  struct kept {
    std::string name;
    value next;
  };

  value input(const std::string& name, const ints& dims);
  value state(const std::string& what, const ints& dims) { return input(name_ + "_" + what, dims); }
  void keep(const value& state, const value& next) { states_.push_back({state->name + "_next", next}); }
  value parameter(const std::string& what, const weight& from, const ints& dims) const;
  void label(const std::string& part = {});
  value with_history(const value& x, int axis, std::int64_t length, ints dims);
  void recurrent(const std::string& op, const weight& w, const weight& r, const weight* bias, std::int64_t function);

  imported& to_;
  builder& made_;
  std::int64_t steps_;
  value x_;
  std::string kind_;
  std::string name_;
  std::int64_t width_before_ = 0;
  std::map<std::string, int> counts_;
  std::vector<kept> states_;
};

}  // namespace litho::importer
