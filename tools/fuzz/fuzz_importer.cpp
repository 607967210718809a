// SPDX-License-Identifier: BSL-1.0
// libFuzzer on what litho-import reads. Mutations keep a model a model half of the time (nodes, attributes, shapes and
// tensors are changed), else they are of bytes.

#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <random>

#include "import.hpp"
#include "write.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

const std::filesystem::path& file() {
  static const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("litho-fuzz-" + std::to_string(getpid()) + ".onnx");
  return path;
}

class mutator {
 public:
  mutator(onnx::ModelProto& model, unsigned seed) : graph_(*model.mutable_graph()), model_(model), chance_(seed) {}

  void change() {
    for (int i = 1 + below(3); i > 0; --i) switch (below(9)) {
        case 0: change_op(); break;
        case 1: change_attribute(); break;
        case 2: change_shape(); break;
        case 3: change_tensor(); break;
        case 4: change_names(); break;
        case 5: change_nodes(); break;
        case 6: change_attribute(); break;
        case 7: change_shape(); break;
        default:
          if (model_.opset_import_size() > 0) model_.mutable_opset_import(0)->set_version(1 + below(26));
      }
  }

 private:
  int below(int limit) { return static_cast<int>(chance_() % static_cast<unsigned>(std::max(limit, 1))); }
  std::int64_t number() {
    static constexpr std::int64_t edges[] = {0,  1,  2,   3,       4,         7,         8,       16,
                                             -1, -2, 255, 1 << 20, INT64_MAX, INT64_MIN, 1L << 31};
    return edges[below(15)];
  }
  float real() {
    static constexpr float edges[] = {0, 1, -1, 0.5F, 1e-9F, 1e30F, -1e30F, 2, 100};
    return edges[below(9)];
  }
  onnx::NodeProto* any_node() {
    return graph_.node_size() == 0 ? nullptr : graph_.mutable_node(below(graph_.node_size()));
  }

  void change_op() {
    static constexpr const char* ops[] = {"Add",
                                          "Conv",
                                          "Gemm",
                                          "Reshape",
                                          "Slice",
                                          "Pad",
                                          "Concat",
                                          "Split",
                                          "Resize",
                                          "Loop",
                                          "Scan",
                                          "If",
                                          "Gather",
                                          "ScatterND",
                                          "Expand",
                                          "Tile",
                                          "ConstantOfShape",
                                          "Range",
                                          "Attention",
                                          "LSTM",
                                          "GRU",
                                          "RNN",
                                          "TopK",
                                          "Einsum",
                                          "MaxPool",
                                          "AveragePool",
                                          "ConvTranspose",
                                          "DFT",
                                          "STFT",
                                          "OneHot",
                                          "Cast",
                                          "QLinearConv",
                                          "BatchNormalization",
                                          "Unsqueeze",
                                          "Squeeze",
                                          "ReduceSum",
                                          "CumSum",
                                          "Where",
                                          "Shape",
                                          "Upsample",
                                          "GridSample",
                                          "RoiAlign",
                                          "Col2Im",
                                          "DeformConv",
                                          "MelWeightMatrix",
                                          "HannWindow",
                                          "AffineGrid",
                                          "CenterCropPad",
                                          "MaxUnpool",
                                          "EyeLike"};
    if (onnx::NodeProto* node = any_node()) node->set_op_type(ops[below(std::size(ops))]);
  }
  void change_attribute() {
    onnx::NodeProto* node = any_node();
    if (node == nullptr) return;
    static constexpr const char* names[] = {"axis",      "axes",        "perm",      "kernel_shape", "strides",
                                            "pads",      "dilations",   "group",     "to",           "keepdims",
                                            "ceil_mode", "hidden_size", "direction", "num_outputs",  "split",
                                            "mode",      "sizes",       "k",         "dtype",        "body"};
    onnx::AttributeProto* a = node->attribute_size() == 0 || below(4) == 0
                                  ? node->add_attribute()
                                  : node->mutable_attribute(below(node->attribute_size()));
    if (a->name().empty() || below(6) == 0) a->set_name(names[below(std::size(names))]);
    switch (below(4)) {
      case 0:
        a->set_type(onnx::AttributeProto::INT);
        a->set_i(number());
        break;
      case 1:
        a->set_type(onnx::AttributeProto::INTS);
        if (a->ints_size() == 0 || below(3) == 0)
          a->add_ints(number());
        else if (below(4) == 0)
          a->clear_ints();
        else
          a->set_ints(below(a->ints_size()), number());
        break;
      case 2:
        a->set_type(onnx::AttributeProto::FLOAT);
        a->set_f(real());
        break;
      default:
        if (below(3) == 0) node->mutable_attribute()->DeleteSubrange(below(node->attribute_size()), 1);
    }
  }
  void change_shape() {
    const bool is_input = below(3) != 0;
    if (is_input ? graph_.input_size() == 0 : graph_.value_info_size() + graph_.output_size() == 0) return;
    onnx::ValueInfoProto& info = is_input                   ? *graph_.mutable_input(below(graph_.input_size()))
                                 : graph_.output_size() > 0 ? *graph_.mutable_output(below(graph_.output_size()))
                                                            : *graph_.mutable_value_info(0);
    auto& type = *info.mutable_type()->mutable_tensor_type();
    auto& dims = *type.mutable_shape()->mutable_dim();
    if (below(5) == 0)
      type.set_elem_type(below(24));
    else if (dims.empty() || below(4) == 0)
      dims.Add()->set_dim_value(number());
    else if (below(4) == 0)
      dims.RemoveLast();
    else
      dims.Mutable(below(dims.size()))->set_dim_value(number());
  }
  void change_tensor() {
    if (graph_.initializer_size() == 0) return;
    onnx::TensorProto& tensor = *graph_.mutable_initializer(below(graph_.initializer_size()));
    switch (below(6)) {
      case 0: tensor.set_data_type(below(24)); break;
      case 1: tensor.add_dims(number()); break;
      case 2: tensor.clear_dims(); break;
      case 3:
        if (tensor.dims_size() > 0) tensor.set_dims(below(tensor.dims_size()), number());
        break;
      case 4:
        if (tensor.int64_data_size() > 0) tensor.set_int64_data(below(tensor.int64_data_size()), number());
        break;
      default: {
        std::string& raw = *tensor.mutable_raw_data();
        const std::int64_t value = number();
        if (raw.size() >= sizeof value)
          raw.replace(8 * static_cast<std::size_t>(below(static_cast<int>(raw.size() / 8))), 8,
                      reinterpret_cast<const char*>(&value), sizeof value);
      }
    }
  }
  void change_names() {
    onnx::NodeProto* node = any_node();
    if (node == nullptr) return;
    std::vector<std::string> known{""};
    for (const auto& each : graph_.input()) known.push_back(each.name());
    for (const auto& each : graph_.initializer()) known.push_back(each.name());
    for (const auto& each : graph_.node()) known.insert(known.end(), each.output().begin(), each.output().end());
    const std::string& name = known[static_cast<std::size_t>(below(static_cast<int>(known.size())))];
    if (node->input_size() == 0 || below(3) == 0)
      node->add_input(name);
    else if (below(4) == 0)
      node->mutable_input()->RemoveLast();
    else
      node->set_input(below(node->input_size()), name);
  }
  void change_nodes() {
    onnx::NodeProto* node = any_node();
    if (node == nullptr) return;
    if (below(2) == 0)
      *graph_.add_node() = onnx::NodeProto(*node);
    else
      graph_.mutable_node()->DeleteSubrange(below(graph_.node_size()), 1);
  }

  onnx::GraphProto& graph_;
  onnx::ModelProto& model_;
  std::mt19937 chance_;
};

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  onnx::ModelProto model;
  if (seed % 2 == 0 || !model.ParseFromArray(data, static_cast<int>(size))) return LLVMFuzzerMutate(data, size, most);
  mutator(model, seed / 2).change();
  const std::string text = model.SerializeAsString();
  if (text.size() > most) return LLVMFuzzerMutate(data, size, most);
  std::copy(text.begin(), text.end(), data);
  return text.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  {
    std::ofstream out(file(), std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  }
  try {
    const litho::importer::imported model = litho::importer::import_model({.file = file()});
    litho::importer::header_text(model, "model", "model.onnx");
  } catch (const litho::importer::refusal&) {
    return 0;
  }
  return 0;
}
