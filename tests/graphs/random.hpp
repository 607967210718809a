// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <litho/op/all.hpp>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "values.hpp"

namespace graphs {

/// Graphs of chance, the same for the same seed. Values stay small and functions continuous, so that a result that has moved is a
/// fault and not rounding. In double precision, or of floats, save for what is cast: to floats, or to halves.
class random_graph {
 public:
  explicit random_graph(unsigned seed, litho::dtype element = litho::dtype::f64) : element_(element), chance_(seed) {}

  litho::ir::graph make(int nodes) {
    static constexpr std::string_view names[] = {"a", "b", "c", "d"};
    static const litho::shape shapes[] = {{2, 3},       {3},    {2, 5, 3}, {1, 4, 5, 3},
                                          {2, 9, 3, 3}, {4, 1}, {},        {1, 16, 2, 3}};
    const int sources = 2 + below(3);
    for (int i = 0; i < sources; ++i) {
      const litho::tensor_type type{.element = element_, .dims = shapes[below(8)]};
      graph_.append_source(below(4) == 0 ? litho::info_of<"param"> : litho::info_of<"input">, type, names[i]);
    }
    while (graph_.size() < nodes) add();
    const int outputs = 1 + below(3);
    static constexpr std::string_view results[] = {"p", "q", "r"};
    for (int i = 0; i < outputs; ++i)
      graph_.outputs.push_back({i == 0 ? graph_.size() - 1 : below(graph_.size()), results[i]});
    return std::move(graph_);
  }

 private:
  litho::dtype narrower() const { return element_ == litho::dtype::f64 ? litho::dtype::f32 : litho::dtype::f16; }
  int below(int limit) { return static_cast<int>(chance_() % static_cast<unsigned>(limit)); }
  /// Rather a late node than an early one: graphs get deep.
  int any() {
    const int first = below(graph_.size());
    const int second = below(graph_.size());
    return first > second ? first : second;
  }
  const litho::tensor_type& type(int node) const { return graph_[node].type; }

  static constexpr int most_elements = 400;

  /// Appends the op where it takes these inputs; sometimes after another node.
  template <class Attributes = litho::no_attributes>
  int apply(const litho::op_info& op, std::initializer_list<int> inputs, const Attributes& attributes = {}) {
    litho::vec<litho::tensor_type> types;
    for (int input : inputs) types.push_back(type(input));
    const litho::attribute_values packed = litho::packed(attributes);
    const litho::inferred result =
        op.infer(std::span<const litho::tensor_type>(types.data(), types.size()), packed.view());
    if (!result.ok() || result.type.elements() > most_elements || result.type.elements() == 0) return -1;
    const int made = graph_.append(op, result.type, std::span<const int>(inputs.begin(), inputs.size()), packed.view());
    if (below(12) == 0) {
      const int before = below(made);
      graph_.add_controls(made, std::span<const int>(&before, 1));
    }
    return made;
  }
  int number(litho::dtype element, double value) {
    litho::tensor scalar{{.element = element, .dims = {}}, {}, {}};
    scalar.values.push_back(value);
    return graph_.append_constant(scalar);
  }
  int parameter(litho::dtype element, const litho::shape& dims, const char* ending = "") {
    names_.push_back(std::make_unique<std::string>(std::to_string(names_.size()).append(ending)));
    return graph_.append_source(litho::info_of<"param">, {.element = element, .dims = dims}, *names_.back());
  }

  void add() {
    const int x = any();
    const litho::dtype element = type(x).element;
    switch (below(16)) {
      case 0:
      case 1:
      case 2: {
        static const litho::op_info* const ops[] = {
            &litho::info_of<"neg">, &litho::info_of<"abs">,       &litho::info_of<"relu">,    &litho::info_of<"tanh">,
            &litho::info_of<"erf">, &litho::info_of<"hardswish">, &litho::info_of<"sigmoid">, &litho::info_of<"silu">};
        apply(*ops[below(8)], {x});
        break;
      }
      case 3:
      case 4:
      case 5: {
        static const litho::op_info* const ops[] = {&litho::info_of<"add">, &litho::info_of<"sub">,
                                                    &litho::info_of<"mul">, &litho::info_of<"max">,
                                                    &litho::info_of<"min">};
        const int sum = apply(*ops[below(5)], {x, below(5) == 0 ? x : any()});
        if (sum >= 0) apply(litho::info_of<"tanh">, {sum});  // keeps products small
        break;
      }
      case 6: {
        static constexpr double values[] = {0.0, -0.0, 1.0, 0.5, -1.0};
        static const litho::op_info* const ops[] = {&litho::info_of<"add">, &litho::info_of<"sub">,
                                                    &litho::info_of<"mul">};
        const int constant = number(element, values[below(5)]);
        const litho::op_info& op = *ops[below(3)];
        below(2) == 0 ? apply(op, {x, constant}) : apply(op, {constant, x});
        break;
      }
      case 7: reduce(x); break;
      case 8: move(x); break;
      case 9: move(x); break;
      case 10: join(x); break;
      case 11:
        if (type(x).rank() > 0) apply(litho::info_of<"softmax">, {x}, litho::softmax_attributes{below(type(x).rank())});
        break;
      case 12:
        if (type(x).rank() > 0)
          apply(litho::info_of<"layer_norm">, {x}, litho::layer_norm_attributes{below(type(x).rank()), 0.5});
        break;
      case 13: convolve(x); break;
      case 14: multiply(x); break;
      default:
        if (below(3) == 0)
          apply(litho::info_of<"cast">, {x},
                litho::cast_attributes{static_cast<std::int64_t>(element == element_ ? narrower() : element_)});
        else
          pool(x);
    }
  }

  void reduce(int x) {
    static const litho::op_info* const ops[] = {&litho::info_of<"reduce_mean">, &litho::info_of<"reduce_max">,
                                                &litho::info_of<"reduce_min">};
    litho::reduction_attributes axes;
    for (int axis = 0; axis < type(x).rank(); ++axis)
      if (below(2) == 0) axes.axes.push_back(below(2) == 0 ? axis : axis - type(x).rank());
    apply(*ops[below(3)], {x}, axes);
  }
  void move(int x) {
    const litho::shape dims = type(x).dims;
    switch (below(5)) {
      case 0: {
        litho::transpose_attributes order;
        for (int axis = 0; axis < dims.count; ++axis) order.permutation.push_back(axis);
        for (int axis = dims.count - 1; axis > 0; --axis)
          std::swap(order.permutation[axis], order.permutation[below(axis + 1)]);
        apply(litho::info_of<"transpose">, {x}, order);
        break;
      }
      case 1: {
        litho::slice_attributes part;
        for (int axis = 0; axis < dims.count; ++axis) {
          if (below(2) == 0) continue;
          part.axes.push_back(axis);
          const bool backwards = below(4) == 0;
          part.begin.push_back(backwards ? -1 : below(2));
          part.end.push_back(backwards ? -100 : dims[axis] - below(2));
          part.step.push_back(backwards ? -1 : 1 + below(2));
        }
        apply(litho::info_of<"slice">, {x}, part);
        break;
      }
      case 2: {
        litho::pad_attributes around;
        for (int axis = 0; axis < dims.count; ++axis) {
          around.before.push_back(below(2));
          around.after.push_back(below(2));
        }
        around.value = below(2);
        apply(litho::info_of<"pad">, {x}, around);
        break;
      }
      case 3: apply(litho::info_of<"reshape">, {x}, litho::reshape_attributes{{-1}}); break;
      default: {
        litho::reshape_attributes wider;
        const int at = below(dims.count + 1);
        for (int axis = 0; axis <= dims.count && dims.count < 5; ++axis) {
          if (axis == at) wider.dims.push_back(1);
          if (axis < dims.count) wider.dims.push_back(dims[axis]);
        }
        apply(litho::info_of<"reshape">, {x}, wider);
      }
    }
  }
  void join(int x) {
    std::vector<int> fitting;
    for (int other = 0; other < graph_.size(); ++other)
      if (type(other) == type(x)) fitting.push_back(other);
    const int other = fitting[static_cast<std::size_t>(below(static_cast<int>(fitting.size())))];
    if (type(x).rank() > 0)
      apply(litho::info_of<"concat">, {x, other}, litho::concat_attributes{below(type(x).rank())});
  }
  void convolve(int x) {
    const litho::tensor_type given = type(x);
    if (given.rank() != 4 || given.dims[2] * given.dims[3] > 60) return;
    const std::int64_t channels = given.dims[1];
    const bool depthwise = below(3) == 0;
    const std::int64_t groups = depthwise ? channels : channels % 2 == 0 && below(4) == 0 ? 2 : 1;
    static constexpr std::int64_t widths[] = {2, 3, 5, 8, 16};
    const std::int64_t out = depthwise ? channels : widths[below(5)] * (groups > 1 ? 2 : 1);
    const std::int64_t window = 1 + below(3);
    const int w = parameter(given.element, {out, channels / groups, window, 1 + below(2)});
    const litho::conv2d_attributes how{.stride = 1 + below(2),
                                       .pad = {below(2), below(2), below(2), below(2)},
                                       .dilation = 1 + below(2),
                                       .groups = groups};
    const int y = below(2) == 0 ? apply(litho::info_of<"conv2d">, {x, w}, how)
                                : apply(litho::info_of<"conv2d">, {x, w, parameter(given.element, {out})}, how);
    if (y < 0) return;
    if (below(2) == 0) {
      const int scale = parameter(given.element, {out});
      const int variance = parameter(given.element, {out}, "running_var");
      apply(litho::info_of<"batch_norm">, {y, scale, scale, scale, variance}, litho::batch_norm_attributes{0.5});
    }
    apply(litho::info_of<"tanh">, {y});
  }
  void multiply(int x) {
    const litho::tensor_type given = type(x);
    if (given.rank() < 1) return;
    const std::int64_t inner = given.dims[given.rank() - 1];
    const std::int64_t out = 1 + below(20);
    int y = -1;
    if (below(3) == 0)
      y = apply(litho::info_of<"matmul">, {x, any()});
    else if (below(2) == 0)
      y = apply(litho::info_of<"dense">, {x, parameter(given.element, {out, inner})});
    else
      y = apply(litho::info_of<"dense">, {x, parameter(given.element, {out, inner}), parameter(given.element, {out})});
    if (y >= 0) apply(litho::info_of<"tanh">, {y});
  }
  void pool(int x) {
    const litho::extent2 kernel{1 + below(3), 1 + below(3)};
    const litho::pads2 pad{below(static_cast<int>(kernel.height)), below(static_cast<int>(kernel.width)), 0, 0};
    if (below(2) == 0)
      apply(litho::info_of<"max_pool2d">, {x}, litho::max_pool2d_attributes{kernel, 1 + below(2), pad});
    else
      apply(litho::info_of<"avg_pool2d">, {x}, litho::avg_pool2d_attributes{kernel, 1 + below(2), pad, below(2) == 0});
  }

  litho::dtype element_;
  std::mt19937 chance_;
  litho::ir::graph graph_;
  static inline std::vector<std::unique_ptr<std::string>> names_;  // a graph's names live as long as the program
};

}  // namespace graphs
