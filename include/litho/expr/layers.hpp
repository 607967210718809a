// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/hana/fold_left.hpp>
#include <boost/hana/tuple.hpp>

#include "../op/batch_norm.hpp"
#include "../op/conv1d.hpp"
#include "../op/conv2d.hpp"
#include "../op/dense.hpp"
#include "../op/layer_norm.hpp"
#include "expression.hpp"

/// Layers bring their own parameters, named "<layer>.weight" and so on as in a PyTorch state dictionary:
///   auto h = litho::conv2d<"conv1", {.out = 16, .kernel = 3, .pad = 1}>(x);
/// The same layers as objects, for litho::sequential, are in namespace litho::layer.
namespace litho {

struct conv2d_layer {
  std::int64_t out = 0;
  extent2 kernel = 1;
  extent2 stride = 1;
  pads2 pad = 0;
  extent2 dilation = 1;
  std::int64_t groups = 1;
  bool bias = true;
  friend constexpr bool operator==(const conv2d_layer&, const conv2d_layer&) = default;
};

struct conv1d_layer {
  std::int64_t out = 0;
  std::int64_t kernel = 1;
  std::int64_t stride = 1;
  std::int64_t pad_before = 0;
  std::int64_t pad_after = 0;
  std::int64_t dilation = 1;
  std::int64_t groups = 1;
  bool bias = true;
  friend constexpr bool operator==(const conv1d_layer&, const conv1d_layer&) = default;
};

struct dense_layer {
  std::int64_t out = 0;
  bool bias = true;
  friend constexpr bool operator==(const dense_layer&, const dense_layer&) = default;
};

struct norm_layer {
  double epsilon = 1e-5;
  friend constexpr bool operator==(const norm_layer&, const norm_layer&) = default;
};

namespace detail {

consteval name_t joined(name_t layer, const char* part) {
  text_builder whole;
  whole << layer.view() << '.' << part;
  return name_t(whole.view());
}

template <name_t Layer, name_t Part, dtype Element, shape Dims>
consteval auto layer_param() {
  constexpr name_t name = joined(Layer, Part.text);
  return typename source_<"param", name, tensor_type{.element = Element, .dims = Dims}>::t{};
}

template <name_t Op, auto Attributes, name_t Layer, bool Bias, shape Weight, tensor_expr X>
consteval auto weighted(X x) {
  static_assert(Weight[0] > 0, "litho: a layer needs .out, the number of its outputs");
  constexpr auto weight = layer_param<Layer, "weight", X::type.element, Weight>();
  if constexpr (Bias)
    return call<Op, Attributes>(x, weight, layer_param<Layer, "bias", X::type.element, shape{Weight[0]}>());
  else
    return call<Op, Attributes>(x, weight);
}

/// Size `axis` of X, or 1 where X lacks it: the op itself then refuses X with its own words.
template <tensor_expr X>
consteval std::int64_t extent(int axis) {
  const int at = axis < 0 ? axis + X::type.rank() : axis;
  return at >= 0 && at < X::type.rank() ? X::type.dims[at] : 1;
}

}  // namespace detail

/// Parameters NAME.weight [out, C/groups, KH, KW] and NAME.bias [out] (with .bias).
template <name_t Name, conv2d_layer Layer, tensor_expr X>
consteval auto conv2d(X x) {
  constexpr shape weight{Layer.out, detail::extent<X>(1) / Layer.groups, Layer.kernel.height, Layer.kernel.width};
  return detail::weighted<"conv2d", conv2d_attributes{Layer.stride, Layer.pad, Layer.dilation, Layer.groups}, Name,
                          Layer.bias, weight>(x);
}

/// Parameters NAME.weight [out, C/groups, K] and NAME.bias [out] (with .bias).
template <name_t Name, conv1d_layer Layer, tensor_expr X>
consteval auto conv1d(X x) {
  constexpr shape weight{Layer.out, detail::extent<X>(1) / Layer.groups, Layer.kernel};
  return detail::weighted<"conv1d",
                          conv1d_attributes{.stride = Layer.stride,
                                            .pad_before = Layer.pad_before,
                                            .pad_after = Layer.pad_after,
                                            .dilation = Layer.dilation,
                                            .groups = Layer.groups},
                          Name, Layer.bias, weight>(x);
}

/// Parameters NAME.weight [out, in] and NAME.bias [out] (with .bias): x times the transposed weight.
template <name_t Name, dense_layer Layer, tensor_expr X>
consteval auto dense(X x) {
  return detail::weighted<"dense", no_attributes{}, Name, Layer.bias, shape{Layer.out, detail::extent<X>(-1)}>(x);
}

/// Parameters NAME.weight, NAME.bias, NAME.running_mean, NAME.running_var, each [C].
template <name_t Name, norm_layer Layer = {}, tensor_expr X>
consteval auto batch_norm(X x) {
  constexpr dtype element = X::type.element;
  constexpr shape channels{detail::extent<X>(1)};
  return call<"batch_norm", batch_norm_attributes{Layer.epsilon}>(
      x, detail::layer_param<Name, "weight", element, channels>(),
      detail::layer_param<Name, "bias", element, channels>(),
      detail::layer_param<Name, "running_mean", element, channels>(),
      detail::layer_param<Name, "running_var", element, channels>());
}

/// Parameters NAME.weight and NAME.bias, each as long as the last axis, which is normalised.
template <name_t Name, norm_layer Layer = {}, tensor_expr X>
consteval auto layer_norm(X x) {
  constexpr shape last{detail::extent<X>(-1)};
  return call<"layer_norm", layer_norm_attributes{.epsilon = Layer.epsilon}>(
      x, detail::layer_param<Name, "weight", X::type.element, last>(),
      detail::layer_param<Name, "bias", X::type.element, last>());
}

namespace detail {

struct apply_layer {
  // Only ever named inside decltype: the expression it returns is a type, not a value.
  template <class X, class Layer>
  constexpr auto operator()(X, Layer) const -> decltype(Layer{}(X{})) {
    return {};
  }
};

template <class... Layers>
struct sequential_t {
  template <tensor_expr X>
  consteval auto operator()(X) const {
    using result = decltype(boost::hana::fold_left(boost::hana::tuple<Layers...>{}, X{}, apply_layer{}));
    return result{};
  }
};

}  // namespace detail

/// Layers one after the other, as one layer: `litho::sequential(litho::layer::dense<"fc1", {.out = 64}>, litho::relu)(x)`.
template <class... Layers>
consteval auto sequential(Layers...) {
  return detail::sequential_t<Layers...>{};
}

/// sequential from a hana::tuple of layers.
template <class... Layers>
consteval auto sequential(const boost::hana::tuple<Layers...>&) {
  return detail::sequential_t<Layers...>{};
}

namespace layer {
namespace detail {
template <name_t Name, conv2d_layer Layer>
struct conv2d_t {
  template <tensor_expr X>
  consteval auto operator()(X x) const {
    return litho::conv2d<Name, Layer>(x);
  }
};
template <name_t Name, conv1d_layer Layer>
struct conv1d_t {
  template <tensor_expr X>
  consteval auto operator()(X x) const {
    return litho::conv1d<Name, Layer>(x);
  }
};
template <name_t Name, dense_layer Layer>
struct dense_t {
  template <tensor_expr X>
  consteval auto operator()(X x) const {
    return litho::dense<Name, Layer>(x);
  }
};
template <name_t Name, norm_layer Layer>
struct batch_norm_t {
  template <tensor_expr X>
  consteval auto operator()(X x) const {
    return litho::batch_norm<Name, Layer>(x);
  }
};
template <name_t Name, norm_layer Layer>
struct layer_norm_t {
  template <tensor_expr X>
  consteval auto operator()(X x) const {
    return litho::layer_norm<Name, Layer>(x);
  }
};
}  // namespace detail

template <name_t Name, conv2d_layer Layer>
inline constexpr detail::conv2d_t<Name, Layer> conv2d{};
template <name_t Name, conv1d_layer Layer>
inline constexpr detail::conv1d_t<Name, Layer> conv1d{};
template <name_t Name, dense_layer Layer>
inline constexpr detail::dense_t<Name, Layer> dense{};
template <name_t Name, norm_layer Layer = {}>
inline constexpr detail::batch_norm_t<Name, Layer> batch_norm{};
template <name_t Name, norm_layer Layer = {}>
inline constexpr detail::layer_norm_t<Name, Layer> layer_norm{};
}  // namespace layer

}  // namespace litho
