// SPDX-License-Identifier: BSL-1.0
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <graphs/attention.hpp>
#include <graphs/check.hpp>
#include <graphs/classifier.hpp>
#include <graphs/doubles.hpp>
#include <graphs/movements.hpp>
#include <graphs/target.hpp>
#include <litho/workers.hpp>
#include <thread>

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED
#elif defined(__clang__)
#if __has_feature(address_sanitizer)
#define SANITIZED
#endif
#endif
#ifdef SANITIZED  // declared here: GCC has no header for it
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*, std::size_t),
                                                         void (*)(const volatile void*));
#endif

namespace {

std::atomic<int> allocations = 0;

#ifdef SANITIZED
[[maybe_unused]] const int hooks = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void*, std::size_t) { ++allocations; }, [](const volatile void*) {});
#endif

}  // namespace

// Every way to the heap ends in one of these, operator new and Eigen's aligned memory, too.
#if defined(__GLIBC__) && !defined(SANITIZED)
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) noexcept {
  ++allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) noexcept {
  ++allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* memory, std::size_t size) noexcept {
  ++allocations;
  return __libc_realloc(memory, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  ++allocations;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) noexcept {
  ++allocations;
  *memory = __libc_memalign(alignment, size);
  return *memory == nullptr ? 12 : 0;
}
}
#endif

namespace graphs {
namespace {

template <class Net, std::size_t... I, std::size_t... O>
void check_no_allocation(std::index_sequence<I...>, std::index_sequence<O...>) {
  static litho::instance<Net> net;
  std::vector<user_memory> parameters = detail::random_buffers(Net::parameter_ports(), 1);
  std::vector<litho::parameter_view> views;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    views.push_back(
        {Net::parameter_ports()[i].name, Net::parameter_ports()[i].type, parameters[i].memory().bytes().data()});
  std::vector<user_memory> inputs = detail::random_buffers(Net::input_ports(), 1);
  std::vector<user_memory> outputs;
  for (const auto& port : Net::output_ports()) outputs.emplace_back(port.type);

  const int before = allocations;
  const litho::status loaded = net.load(views);
  const int after_load = allocations;
  const litho::status ran = net.run(inputs[I].template as<detail::input_element<Net, I>>()...,
                                    outputs[O].template as<detail::output_element<Net, O>>()...);
  const int after_run = allocations;
  REQUIRE(loaded.ok());
  REQUIRE(ran.ok());
  CHECK(after_load - before == 0);
  CHECK(after_run - after_load == 0);

  static litho::workers<2> crew;
  int before_crew = -1;  // what a thread allocates when it begins is done once the count stands still
  while (before_crew != allocations) {
    before_crew = allocations;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  bool ok = true;
  for (int i = 0; i < 3; ++i) {
    ok = ok && net.run_on(crew, inputs[I].template as<detail::input_element<Net, I>>()...,
                          outputs[O].template as<detail::output_element<Net, O>>()...)
                   .ok();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  const int after_crew = allocations;
  CHECK(ok);
  CHECK(after_crew - before_crew == 0);
}
template <class Net>
void check_no_allocation() {
  check_no_allocation<Net>(std::make_index_sequence<Net::input_ports().size()>{},
                           std::make_index_sequence<Net::output_ports().size()>{});
}

/// However small, for two workers.
template <class Graph>
struct for_two : litho::network<for_two<Graph>> {
  static constexpr auto graph() { return Graph::graph(); }
  static constexpr litho::device target = without_waiting(litho::npu::default_device);
  static constexpr litho::options options = [] {
    litho::options all = litho::O3;
    all.workers = 2;
    return all;
  }();
};

/// The same with several streams.
template <class Graph>
struct streamed : litho::network<streamed<Graph>> {
  static constexpr auto graph() { return Graph::graph(); }
  static constexpr litho::device target = without_waiting(litho::npu::default_device);
  static constexpr litho::options options = [] {
    litho::options all = litho::O3;
    all.streams = 4;
    return all;
  }();
};

TEST_CASE("allocations are counted") {
  const int before = allocations;
  void* volatile memory = std::malloc(1);
  const int between = allocations;
  std::free(memory);
  ::operator delete(::operator new(1));
  const int after = allocations;
  CHECK(between - before == 1);
  CHECK(after - between == 1);
}

TEST_CASE("load and run do not allocate") {
  check_no_allocation<classifier>();
  check_no_allocation<attention>();
  check_no_allocation<movements>();
  check_no_allocation<doubles>();
  check_no_allocation<litho::with_options<classifier, litho::O0>>();
  STATIC_REQUIRE(for_two<classifier>::stats().workers == 2);
  check_no_allocation<for_two<classifier>>();
  STATIC_REQUIRE(streamed<movements>::stats().streams == 3);
  check_no_allocation<streamed<movements>>();
}

TEST_CASE("a refused run does not allocate either, nor does its text") {
  static litho::instance<attention> net;
  std::vector<float> q(120);
  std::vector<float> k(168);
  std::vector<float> v(126);
  std::vector<float> wrong(1);
  const int before = allocations;
  const litho::status refused = net.run(q, k, v, wrong);
  const auto text = refused.text();
  const int after = allocations;
  CHECK_FALSE(refused.ok());
  CHECK(text.view() == "litho: output: wrong size, expected f32[2,5,9] (90 vs 1 elements)");
  CHECK(after - before == 0);
}

}  // namespace
}  // namespace graphs
