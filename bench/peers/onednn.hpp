// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#ifdef BENCH_ONEDNN
#include <oneapi/dnnl/dnnl.hpp>
#endif

/// oneDNN 2 on one thread: each object is one primitive over the caller's arrays. CMake defines BENCH_ONEDNN where it
/// is found; elsewhere the objects do nothing, and `found` tells cases to leave them out.
namespace bench::onednn {

using dims = std::vector<std::int64_t>;

/// A two-dimensional convolution of one picture; transposed, `pad` is what is cut off the result.
struct geometry {
  std::int64_t channels, height, width, outputs, kernel;
  std::int64_t stride = 1, pad = 0, dilation = 1, groups = 1;
  bool transposed = false;

  std::int64_t size(std::int64_t in) const {
    const std::int64_t reach = dilation * (kernel - 1) + 1;
    return transposed ? (in - 1) * stride + reach - 2 * pad : (in + 2 * pad - reach) / stride + 1;
  }
  double flops() const {
    const std::int64_t places = transposed ? height * width : size(height) * size(width);
    return 2.0 * static_cast<double>(places * channels * outputs / groups * kernel * kernel);
  }
};

#ifdef BENCH_ONEDNN

inline constexpr bool found = true;

// Of libgomp, which Debian's oneDNN runs on.
extern "C" void omp_set_num_threads(int count);

struct machine {
  machine() { omp_set_num_threads(1); }
  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream{engine};
};
inline machine& here() {
  static machine only;
  return only;
}

/// Contents of any type in the order that `tag` names.
inline dnnl::memory::desc described(const dims& sizes, dnnl::memory::format_tag tag) {
  return {sizes, dnnl::memory::data_type::f32, tag};
}
inline dnnl::memory over(const dnnl::memory::desc& what, const float* data) {
  return {what, here().engine, const_cast<float*>(data)};
}

/// Once, outside of what is timed.
inline void reorder(dnnl::memory from, dnnl::memory to) {
  dnnl::reorder(from, to).execute(here().stream, from, to);
  here().stream.wait();
}

/// Primitives that run one after the other.
class sequence {
 public:
  void operator()() const {
    for (const auto& [what, arguments] : steps_) what.execute(here().stream, arguments);
    here().stream.wait();
  }

 protected:
  void add(dnnl::primitive what, std::unordered_map<int, dnnl::memory> arguments) {
    steps_.emplace_back(std::move(what), std::move(arguments));
  }
  void add_reorder(const dnnl::memory& from, const dnnl::memory& to) {
    add(dnnl::reorder(from, to), {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}});
  }

 private:
  std::vector<std::pair<dnnl::primitive, std::unordered_map<int, dnnl::memory>>> steps_;
};

/// c = a b, all row-major; with `packed` b is brought into the order that oneDNN likes beforehand.
struct matmul : sequence {
  matmul(std::int64_t rows, std::int64_t inner, std::int64_t columns, const float* a, const float* b, float* c,
         bool packed) {
    using tag = dnnl::memory::format_tag;
    const auto as = described({rows, inner}, tag::ab);
    const auto bs = described({inner, columns}, tag::ab);
    const auto cs = described({rows, columns}, tag::ab);
    const dnnl::matmul::primitive_desc chosen(
        dnnl::matmul::desc(as, packed ? described({inner, columns}, tag::any) : bs, cs), here().engine);
    dnnl::memory weights = over(bs, b);
    if (chosen.weights_desc() != bs) {
      weights = dnnl::memory(chosen.weights_desc(), here().engine);
      reorder(over(bs, b), weights);
    }
    add(dnnl::matmul(chosen), {{DNNL_ARG_SRC, over(as, a)}, {DNNL_ARG_WEIGHTS, weights}, {DNNL_ARG_DST, over(cs, c)}});
  }
};

/// A convolution in the order of elements that oneDNN chooses. With `whole` x and y are reordered each time, else only
/// before the first and, by `finish`, after the last run. Weights as in ONNX, reordered beforehand.
class convolution : public sequence {
 public:
  convolution(const geometry& g, const float* x, const float* weights, float* y, bool whole) {
    g.transposed ? make<dnnl::deconvolution_forward>(dnnl::algorithm::deconvolution_direct, g, x, weights, y, whole)
                 : make<dnnl::convolution_forward>(dnnl::algorithm::convolution_direct, g, x, weights, y, whole);
  }
  /// Brings the result of runs that are not `whole` to y.
  void finish() { reorder(result_, y_); }

 private:
  template <class Primitive>
  void make(dnnl::algorithm how, const geometry& g, const float* x, const float* weights, float* y, bool whole) {
    using tag = dnnl::memory::format_tag;
    const dims from{1, g.channels, g.height, g.width};
    const dims to{1, g.outputs, g.size(g.height), g.size(g.width)};
    const std::int64_t out = g.outputs / g.groups, in = g.channels / g.groups;
    const dims window = g.groups > 1 ? dims{g.groups, out, in, g.kernel, g.kernel} : dims{out, in, g.kernel, g.kernel};
    tag order = g.groups > 1 ? tag::goihw : tag::oihw;
    if (g.transposed) order = g.groups > 1 ? tag::giohw : tag::iohw;
    const auto any = [](const dims& sizes) { return described(sizes, tag::any); };
    const dims stride{g.stride, g.stride}, dilation{g.dilation - 1, g.dilation - 1}, pad{g.pad, g.pad};
    const typename Primitive::primitive_desc chosen(
        typename Primitive::desc(dnnl::prop_kind::forward_inference, how, any(from), any(window), any(to), stride,
                                 dilation, pad, pad),
        here().engine);
    x_ = over(described(from, tag::nchw), x);
    y_ = over(described(to, tag::nchw), y);
    const dnnl::memory input(chosen.src_desc(), here().engine);
    const dnnl::memory packed(chosen.weights_desc(), here().engine);
    result_ = dnnl::memory(chosen.dst_desc(), here().engine);
    reorder(over(described(window, order), weights), packed);
    reorder(x_, input);
    if (whole) add_reorder(x_, input);
    add(Primitive(chosen), {{DNNL_ARG_SRC, input}, {DNNL_ARG_WEIGHTS, packed}, {DNNL_ARG_DST, result_}});
    if (whole) add_reorder(result_, y_);
  }

  dnnl::memory x_, y_, result_;
};

/// Of each row.
struct softmax : sequence {
  softmax(std::int64_t rows, std::int64_t columns, const float* x, float* y) {
    const auto all = described({rows, columns}, dnnl::memory::format_tag::ab);
    add(dnnl::softmax_forward({{dnnl::prop_kind::forward_inference, all, 1}, here().engine}),
        {{DNNL_ARG_SRC, over(all, x)}, {DNNL_ARG_DST, over(all, y)}});
  }
};

struct layer_norm : sequence {
  layer_norm(std::int64_t rows, std::int64_t columns, const float* x, const float* scale, const float* bias, float* y) {
    using flags = dnnl::normalization_flags;
    const auto all = described({rows, columns}, dnnl::memory::format_tag::ab);
    const auto row = described({columns}, dnnl::memory::format_tag::a);
    add(dnnl::layer_normalization_forward(
            {{dnnl::prop_kind::forward_inference, all, 1e-5F, flags::use_scale | flags::use_shift}, here().engine}),
        {{DNNL_ARG_SRC, over(all, x)},
         {DNNL_ARG_SCALE, over(row, scale)},
         {DNNL_ARG_SHIFT, over(row, bias)},
         {DNNL_ARG_DST, over(all, y)}});
  }
};

/// `what` of each of `count` numbers.
struct elementwise : sequence {
  enum function { exp, tanh, gelu_erf, relu };
  elementwise(function what, std::int64_t count, const float* x, float* y) {
    using way = dnnl::algorithm;
    constexpr way ways[] = {way::eltwise_exp, way::eltwise_tanh, way::eltwise_gelu_erf, way::eltwise_relu};
    const auto all = described({count}, dnnl::memory::format_tag::a);
    add(dnnl::eltwise_forward({{dnnl::prop_kind::forward_inference, ways[what], all, 0, 0}, here().engine}),
        {{DNNL_ARG_SRC, over(all, x)}, {DNNL_ARG_DST, over(all, y)}});
  }
};

/// Rows become columns.
struct transpose : sequence {
  transpose(std::int64_t rows, std::int64_t columns, const float* x, float* y) {
    add_reorder(over(described({rows, columns}, dnnl::memory::format_tag::ab), x),
                over(described({rows, columns}, dnnl::memory::format_tag::ba), y));
  }
};

/// Of windows of `kernel` by `kernel`, in the order of elements that ONNX has.
struct max_pool : sequence {
  max_pool(std::int64_t channels, std::int64_t size, std::int64_t kernel, std::int64_t stride, std::int64_t pad,
           const float* x, float* y) {
    const std::int64_t left = (size + 2 * pad - kernel) / stride + 1;
    const auto from = described({1, channels, size, size}, dnnl::memory::format_tag::nchw);
    const auto to = described({1, channels, left, left}, dnnl::memory::format_tag::nchw);
    add(dnnl::pooling_forward({{dnnl::prop_kind::forward_inference,
                                dnnl::algorithm::pooling_max,
                                from,
                                to,
                                {stride, stride},
                                {kernel, kernel},
                                {pad, pad},
                                {pad, pad}},
                               here().engine}),
        {{DNNL_ARG_SRC, over(from, x)}, {DNNL_ARG_DST, over(to, y)}});
  }
};

#else

inline constexpr bool found = false;
struct absent {
  explicit absent(const auto&...) {}
  void operator()() const {}
  void finish() const {}
};
using matmul = absent;
using convolution = absent;
using softmax = absent;
using layer_norm = absent;
using transpose = absent;
using max_pool = absent;
struct elementwise : absent {
  using absent::absent;
  enum function { exp, tanh, gelu_erf, relu };
};

#endif

}  // namespace bench::onednn
