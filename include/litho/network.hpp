// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <span>

#include "compiled.hpp"
#include "exec/buffers.hpp"
#include "exec/launch.hpp"
#include "exec/streams.hpp"
#include "exec/weights.hpp"

namespace litho {

/// The base of a network: `struct reader : litho::network<reader> { static constexpr auto graph() {...} };` Optional
/// members: `static constexpr litho::options options`, `static constexpr litho::device target`, `using graph_passes`,
/// `using plan_passes`, and `static constexpr int parts`, in how many source files its kernels are compiled (part.hpp).
/// It is a description only; litho::instance<reader> holds memory and runs.
template <class Derived>
class network {
 public:
  /// Kernels, arena and weight bytes, multiply-adds, modelled cycles...: `static_assert(reader::stats().kernels ==
  /// 10);`
  static consteval plan::statistics stats() { return detail::frozen<Derived>::plan.totals; }
  /// The whole plan as a constant: kernels, buffers with offsets, micro-programs.
  static constexpr const auto& plan() { return detail::frozen<Derived>::plan; }
  /// Bytes of arena that a run works in, that load works in, and of weights that load computes.
  static constexpr std::size_t arena_bytes() {
    return static_cast<std::size_t>(detail::frozen<Derived>::plan.totals.arena_bytes);
  }
  static constexpr std::size_t load_arena_bytes() {
    return static_cast<std::size_t>(detail::frozen<Derived>::plan.totals.load_arena_bytes);
  }
  static constexpr std::size_t weight_bytes() {
    return static_cast<std::size_t>(detail::frozen<Derived>::plan.totals.weight_bytes);
  }
  /// A hash of what the weights in memory depend on: an image fits programs that compute the same number.
  static consteval std::uint64_t image_signature() { return detail::ports<Derived>::image_signature; }
  /// Cycles of a run on an emulated device, by the model: `static_assert(reader::cycles<npu::ascend_910b>() < 60'000);`.
  /// Needs litho/cycles.hpp.
  template <const device& Device>
  static consteval std::int64_t cycles();
  static constexpr const auto& input_ports() { return detail::ports<Derived>::input_list; }
  static constexpr const auto& output_ports() { return detail::ports<Derived>::output_list; }
  static constexpr const auto& parameter_ports() { return detail::ports<Derived>::parameter_list; }
};

/// A graph at other options: `litho::with_options<reader, litho::O0>` is the unfused baseline of `reader`.
template <class Net, options Options>
struct with_options : network<with_options<Net, Options>> {
  static constexpr auto graph() { return Net::graph(); }
  static constexpr litho::options options = Options;
  static constexpr device target = detail::target_of<Net>();
};

/// A network planned for another device, its options and passes kept: `litho::with_device<reader, npu::ascend_910b>`. A
/// device of one's own is an inline constexpr variable, a copy of one in npu/devices/ with changes.
template <class Net, const device& Device>
struct with_device : network<with_device<Net, Device>> {
  static constexpr auto graph() { return Net::graph(); }
  static constexpr litho::options options = detail::options_of<Net>();
  static constexpr device target = Device;
  using graph_passes = typename detail::graph_passes_of<Net>::type;
};

/// Runs a network in memory that the caller owns: `arena_bytes()` of working memory (load takes `load_arena_bytes()` of
/// it), and `weight_bytes()` of weights, which may be read-only memory when they are an image made elsewhere. Both
/// aligned as the target device asks (`target.alignment`). Not thread-safe by itself: executors of one network over
/// different arenas may share weights and run at once.
template <class Net>
class executor {
  using ports = detail::ports<Net>;
  using frozen = detail::frozen<Net>;

 public:
  executor(std::span<std::byte> arena, std::span<std::byte> weights) : arena_(arena), weights_(weights) {}

  /// With weights that are an image already (see `image`): nothing is loaded, nothing is written to it. A run refuses
  /// an image of another size; whoever stores images also compares network::image_signature().
  static executor over_image(std::span<std::byte> arena, std::span<const std::byte> image) {
    executor made(arena, {const_cast<std::byte*>(image.data()), image.size()});
    made.loaded_ = made.is_image_ = true;
    return made;
  }

  /// Computes the weights from a weights file in memory. The file may be freed afterwards.
  status load(std::span<const std::byte> blob) {
    const weights_blob entries(blob);
    if (status checked = entries.check(); !checked.ok()) return checked;
    return load_from(entries);
  }
  /// Computes the weights from parameters given one by one.
  status load(std::span<const parameter_view> parameters) { return load_from(parameters); }

  /// Runs once: all inputs in order, then all outputs. Buffers are spans, arrays, vectors or row-major Eigen objects of
  /// the right element type and size. No allocation, no lock, no system call.
  template <exec::buffer_like... Buffers>
  status run(Buffers&&... buffers) {
    return run_with([](const exec::memory& in) { exec::launch_all<frozen, binding::run>(in); }, buffers...);
  }

  /// The same on the threads of a crew (litho/workers.hpp), of which the caller is one: at least as many as the network
  /// is planned for (options.workers), or any number for a plan with several streams (options.streams). No allocation;
  /// a thread that waits for long is parked.
  template <class Crew, exec::buffer_like... Buffers>
  status run_on(Crew& crew, Buffers&&... buffers) {
    constexpr int workers = frozen::plan.totals.workers;
    static_assert(Crew::size >= detail::options_of<Net>().workers, "litho::run_on: fewer workers than options.workers");
    if constexpr (frozen::plan.totals.streams > 1 && Crew::size > 1)
      return run_with([&](const exec::memory& in) { exec::launch_streams_on<frozen>(crew, in); }, buffers...);
    else if constexpr (workers == 1)
      return run(buffers...);
    else
      return run_with([&](const exec::memory& in) { exec::launch_on<frozen>(crew, in); }, buffers...);
  }

  /// As run, with the kernels launched by `launch(exec::memory)`: how timeline.hpp times them.
  template <class Launch, exec::buffer_like... Buffers>
  status run_by(Launch&& launch, Buffers&&... buffers) {
    return run_with(launch, buffers...);
  }

  bool loaded() const { return loaded_ || ports::parameters == 0; }

 private:
  template <class Launch, class... Buffers>
  status run_with(Launch&& launch, Buffers&... buffers) {
    using arguments = exec::run_buffers<ports>;
    arguments::template check_types<Buffers...>();
    if constexpr (ports::parameters == 0)  // constants may have to be packed still
      if (!loaded_)
        if (status packed = load(std::span<const parameter_view>()); !packed.ok()) return packed;
    if (!loaded()) return {status_code::not_loaded};
    if (status checked = check_memory(binding::run); !checked.ok()) return checked;
    if constexpr (arguments::count == static_cast<int>(sizeof...(Buffers))) {
      const arguments given{{exec::as_buffer(buffers)...}};
      if (!given.fit()) return given.fault();
      const void* inputs[ports::inputs > 0 ? ports::inputs : 1]{};
      void* outputs[ports::outputs > 0 ? ports::outputs : 1]{};
      for (int each = 0; each < ports::inputs; ++each) inputs[each] = given.at[each].data;
      for (int each = 0; each < ports::outputs; ++each)
        outputs[each] = const_cast<void*>(given.at[ports::inputs + each].data);
      launch({arena_.data(), weights_.data(), inputs, outputs, nullptr});
    }
    return {};
  }

  template <class Parameters>
  status load_from(const Parameters& given) {
    if (status checked = check_memory(binding::load); !checked.ok()) return checked;
    const void* found[ports::parameters > 0 ? ports::parameters : 1]{};
    for (std::size_t i = 0; i < given.size(); ++i) {
      const parameter_view each = given[i];
      int which = -1;
      for (int p = 0; p < ports::parameters; ++p)
        if (ports::parameter_list[static_cast<std::size_t>(p)].name == each.name) which = p;
      if (which < 0) return {status_code::unknown_parameter, each.name};
      const detail::port& wanted = ports::parameter_list[static_cast<std::size_t>(which)];
      if (!(wanted.type == each.type))
        return {
            .code = status_code::wrong_parameter, .subject = wanted.name, .expected = wanted.type, .actual = each.type};
      if (found[which] != nullptr) return {status_code::repeated_parameter, wanted.name};
      if (status checked =
              exec::check_buffer(wanted.name, wanted.type, {each.data, each.type.elements(), each.type.element});
          !checked.ok())
        return checked;
      found[which] = each.data;
    }
    for (int p = 0; p < ports::parameters; ++p) {
      const detail::port& wanted = ports::parameter_list[static_cast<std::size_t>(p)];
      if (found[p] == nullptr)
        return {.code = status_code::missing_parameter, .subject = wanted.name, .expected = wanted.type};
    }
    exec::launch_all<frozen, binding::load>({arena_.data(), weights_.data(), nullptr, nullptr, found});
    loaded_ = true;
    return {};
  }

  status check_memory(binding when) const {
    const std::int64_t arena =
        when == binding::load ? frozen::plan.totals.load_arena_bytes : frozen::plan.totals.arena_bytes;
    if (status checked = check_region("arena", arena_, arena); !checked.ok()) return checked;
    const auto size = static_cast<std::int64_t>(weights_.size());
    if (is_image_ && size != frozen::plan.totals.weight_bytes)
      return {
          .code = status_code::wrong_image, .expected_count = frozen::plan.totals.weight_bytes, .actual_count = size};
    return check_region("weights memory", weights_, frozen::plan.totals.weight_bytes);
  }
  static status check_region(std::string_view name, std::span<const std::byte> region, std::int64_t needed) {
    if (needed == 0) return {};
    const std::int64_t size = region.data() == nullptr ? 0 : static_cast<std::int64_t>(region.size());
    if (size < needed)
      return {.code = status_code::small_memory, .subject = name, .expected_count = needed, .actual_count = size};
    const std::int64_t alignment = frozen::plan.target.alignment;
    const auto beyond = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(region.data()) %
                                                  static_cast<std::uintptr_t>(alignment));
    if (beyond == 0) return {};
    return {
        .code = status_code::misaligned_buffer, .subject = name, .expected_count = alignment, .actual_count = beyond};
  }

  std::span<std::byte> arena_;
  std::span<std::byte> weights_;
  bool loaded_ = false;
  bool is_image_ = false;
};

/// A network with its memory inside: no heap. Declare it static (or a member of something static): `static
/// litho::instance<reader> net;` lies in .bss; a local one would put arena and weights on the stack (docs/why/007).
template <class Net>
class instance {
 public:
  constexpr instance() {}  // NOLINT: memory is not initialised

  status load(std::span<const std::byte> blob) { return note(with_memory().load(blob)); }
  status load(std::span<const parameter_view> parameters) { return note(with_memory().load(parameters)); }

  template <exec::buffer_like... Buffers>
  status run(Buffers&&... buffers) {
    if (status ready = be_loaded(); !ready.ok()) return ready;
    return executor<Net>::over_image(arena_, image()).run(buffers...);
  }
  template <class Crew, exec::buffer_like... Buffers>
  status run_on(Crew& crew, Buffers&&... buffers) {
    if (status ready = be_loaded(); !ready.ok()) return ready;
    return executor<Net>::over_image(arena_, image()).run_on(crew, buffers...);
  }
  template <class Launch, exec::buffer_like... Buffers>
  status run_by(Launch&& launch, Buffers&&... buffers) {
    if (status ready = be_loaded(); !ready.ok()) return ready;
    return executor<Net>::over_image(arena_, image()).run_by(launch, buffers...);
  }

  /// The weights as load has computed them: packed, folded, position-independent. May be stored and used in place by
  /// executor::over_image, on a target of the same layout, without load.
  std::span<const std::byte> image() const { return std::span(weights_, Net::weight_bytes()); }

 private:
  static constexpr std::size_t alignment = static_cast<std::size_t>(detail::frozen<Net>::plan.target.alignment);
  static constexpr std::size_t at_least_one(std::size_t bytes) { return bytes > 0 ? bytes : 1; }
  static constexpr std::size_t larger = Net::arena_bytes() > Net::load_arena_bytes() ? Net::arena_bytes()
                                                                                     : Net::load_arena_bytes();

  status be_loaded() {
    if constexpr (detail::ports<Net>::parameters == 0)  // constants may have to be packed still
      if (!loaded_) return load(std::span<const parameter_view>());
    return loaded_ ? status{} : status{status_code::not_loaded};
  }
  executor<Net> with_memory() { return {arena_, std::span(weights_, Net::weight_bytes())}; }
  status note(status result) {
    loaded_ = loaded_ || result.ok();  // a load that fails leaves the weights as they were
    return result;
  }

  alignas(alignment) std::byte arena_[at_least_one(larger)];
  alignas(alignment) std::byte weights_[at_least_one(Net::weight_bytes())];
  bool loaded_ = false;
};

}  // namespace litho
