// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <dlfcn.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

/// ONNX Runtime on one thread with all of its optimisations, loaded at run time from the file that BENCH_ONNXRUNTIME
/// names. Its C API is a table of functions whose order only ever grows at the end: `slot` says where those lie that
/// are called here.
namespace bench::onnxruntime {

enum class slot : std::size_t {
  get_error_message = 2,
  create_env = 3,
  create_session = 7,
  run = 9,
  create_session_options = 10,
  set_graph_optimization_level = 23,
  set_intra_op_threads = 24,
  set_inter_op_threads = 25,
  session_output_count = 31,
  session_input_name = 36,
  session_output_name = 37,
  create_tensor_with_data = 49,
  create_cpu_memory_info = 69,
  default_allocator = 78,
  override_dimension_by_name = 124,
};

/// A tensor over memory of the caller.
struct tensor {
  void* data;
  std::size_t bytes;
  std::vector<std::int64_t> dims;
  int type;  ///< of its elements: ONNX's number
};

class library {
 public:
  /// The one of this process; not `found` where the file is missing or no such library.
  static const library& only() {
    static const library loaded;
    return loaded;
  }

  bool found() const { return table_ != nullptr; }
  const char* version() const { return version_; }

  /// Calls a function that returns null or a status, which is fatal: nothing could be compared.
  template <class... Arguments>
  void call(slot which, Arguments... arguments) const {
    const auto function = reinterpret_cast<void* (*)(Arguments...)>(table_[static_cast<std::size_t>(which)]);
    void* const status = function(arguments...);
    if (status == nullptr) return;
    const auto text =
        reinterpret_cast<const char* (*)(const void*)>(table_[static_cast<std::size_t>(slot::get_error_message)]);
    std::fprintf(stderr, "ONNX Runtime: %s\n", text(status));
    std::abort();
  }

 private:
  struct base {
    void* const* (*table)(std::uint32_t version);
    const char* (*version)();
  };
  static constexpr std::uint32_t api_version = 17;  // of release 1.17; `slot` names older functions only

  library() {
    void* const file = dlopen(BENCH_ONNXRUNTIME, RTLD_NOW | RTLD_LOCAL);
    if (file == nullptr) return;
    const auto entry = reinterpret_cast<const base* (*)()>(dlsym(file, "OrtGetApiBase"));
    if (entry == nullptr) return;
    version_ = entry()->version();
    table_ = entry()->table(api_version);
  }

  void* const* table_ = nullptr;
  const char* version_ = "";
};

/// A model with its inputs and outputs bound to memory: call it to run it.
class session {
 public:
  struct dimension {
    std::string name;
    std::int64_t value;
  };

  session(const char* model, const std::vector<dimension>& dimensions) {
    void* options = nullptr;
    constexpr int all_optimisations = 99;
    constexpr int only_errors = 3;
    api_.call(slot::create_env, only_errors, "bench", &environment_);
    api_.call(slot::create_session_options, &options);
    api_.call(slot::set_graph_optimization_level, options, all_optimisations);
    api_.call(slot::set_intra_op_threads, options, 1);
    api_.call(slot::set_inter_op_threads, options, 1);
    for (const dimension& each : dimensions)
      api_.call(slot::override_dimension_by_name, options, each.name.c_str(), each.value);
    api_.call(slot::create_session, environment_, model, options, &session_);
    api_.call(slot::default_allocator, &allocator_);
    constexpr int device_allocator = 0;
    constexpr int default_memory = 0;
    api_.call(slot::create_cpu_memory_info, device_allocator, default_memory, &memory_);
  }

  std::size_t outputs() const {
    std::size_t count = 0;
    api_.call(slot::session_output_count, session_, &count);
    return count;
  }
  void bind_input(const tensor& given) { bind(given, slot::session_input_name, input_names_, inputs_); }
  void bind_output(const tensor& given) { bind(given, slot::session_output_name, output_names_, outputs_); }

  void operator()() {
    api_.call(slot::run, session_, static_cast<const void*>(nullptr), input_names_.data(), inputs_.data(),
              inputs_.size(), output_names_.data(), output_names_.size(), outputs_.data());
  }

 private:
  void bind(const tensor& given, slot name_of, std::vector<char*>& names, std::vector<void*>& values) {
    char* name = nullptr;
    void* value = nullptr;
    api_.call(name_of, session_, names.size(), allocator_, &name);
    api_.call(slot::create_tensor_with_data, memory_, given.data, given.bytes, given.dims.data(), given.dims.size(),
              given.type, &value);
    names.push_back(name);
    values.push_back(value);
  }

  // Never released: a benchmark opens one session, and ends.
  const library& api_ = library::only();
  void* environment_ = nullptr;
  void* session_ = nullptr;
  void* allocator_ = nullptr;
  void* memory_ = nullptr;
  std::vector<char*> input_names_, output_names_;
  std::vector<void*> inputs_, outputs_;
};

}  // namespace bench::onnxruntime
