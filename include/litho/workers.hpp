// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <thread>

namespace litho {

/// A crew of `Size` workers: the thread that calls `run`, and Size - 1 threads that live as long as the crew. Who waits spins for a
/// while, then parks. After construction nothing is allocated. One thread at a time may use a crew; networks may take turns.
///
///   static litho::workers<2> crew;
///   net.run_on(crew, x, y);   // of a network with options.workers = 2
template <int Size>
class workers {
  static_assert(Size >= 1);

 public:
  static constexpr int size = Size;

  workers() {
    for (int worker = 1; worker < Size; ++worker) threads_[worker - 1] = std::thread([this, worker] { serve(worker); });
  }
  workers(const workers&) = delete;
  workers& operator=(const workers&) = delete;
  ~workers() {
    call(0);
    for (std::thread& each : threads_)
      if (each.joinable()) each.join();
  }

  /// Calls job(given, worker) for workers 0 to count - 1, count <= Size, each on its thread, and returns when all have returned.
  void run(int count, const void* given, void (*job)(const void* given, int worker)) {
    given_ = given;
    job_ = job;
    count_ = count;
    call(count);
    job(given, 0);
    meet();
  }

  /// Waits until all workers of the job stand here.
  void meet() {
    const unsigned meeting = meetings_.now();
    const int count = count_;  // read now: once all are here, the next job may begin
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == count) {
      arrived_.store(0, std::memory_order_relaxed);
      meetings_.set(meeting + 1);
    } else {
      meetings_.wait_while(meeting);
    }
  }

 private:
  /// A number that threads wait for to change.
  class alignas(64) signal {
   public:
    unsigned now() const { return value_.load(std::memory_order_acquire); }
    void set(unsigned value) {
      value_.store(value);  // one order with the count of the parked: either they see the value,
      if (parked_.load() > 0) value_.notify_all();  // or are seen here
    }
    unsigned wait_while(unsigned old) {
      for (int i = 0; i < spins; ++i) {
        if (const unsigned value = now(); value != old) return value;
        pause();
      }
      parked_.fetch_add(1);
      value_.wait(old);
      parked_.fetch_sub(1);
      return now();
    }

   private:
    static void pause() {
#if defined(__x86_64__) || defined(__i386__)
      __builtin_ia32_pause();
#elif defined(__aarch64__)
      asm volatile("yield");
#endif
    }
    static constexpr int spins = 4000;  // some 100 us: a thread wakes in 50

    std::atomic<unsigned> value_{0};
    std::atomic<int> parked_{0};
  };

  /// Tells all threads how many workers the next job has; 0: no job comes any more. A thread that is not of a job may miss it.
  void call(int count) {
    const unsigned last = calls_.now();
    calls_.set((last / most + 1) * most + static_cast<unsigned>(count));
  }

  void serve(int worker) {
    for (unsigned last = 0;;) {
      last = calls_.wait_while(last);
      const auto count = static_cast<int>(last % most);
      if (count == 0) return;
      if (worker >= count) continue;
      job_(given_, worker);
      meet();
    }
  }

  static constexpr unsigned most = 256;  // workers, in the low byte of a call
  static_assert(Size < static_cast<int>(most));

  signal calls_;
  signal meetings_;
  alignas(64) std::atomic<int> arrived_{0};
  const void* given_ = nullptr;
  void (*job_)(const void*, int) = nullptr;
  int count_ = 0;
  std::thread threads_[Size > 1 ? Size - 1 : 1];
};

}  // namespace litho
