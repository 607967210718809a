// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <thread>

namespace litho {

/// A crew of `Size` workers: the thread that calls `run`, and Size - 1 threads that live as long as the crew. A job is
/// a row of stages, each with a task for some of the seats. A worker begins with the task of its own seat and then
/// takes those that nobody has begun, so that one who is late (parked, or its core is busy) holds nobody up. Who waits
/// spins for a while, then parks. After construction nothing is allocated. One thread at a time may use a crew;
/// networks may take turns.
///
///   static litho::workers<2> crew;
///   net.run_on(crew, x, y);   // of a network with options.workers = 2
template <int Size>
class workers {
  static_assert(Size >= 1);

 private:
  /// Numbers go on from job to job and begin again at 0 at some time.
  static bool reached(unsigned number, unsigned wanted) { return static_cast<int>(number - wanted) >= 0; }

  /// A number that grows, and that threads wait for.
  class alignas(64) counter {
   public:
    unsigned now() const { return value_.load(std::memory_order_acquire); }
    void add(unsigned by) {
      value_.fetch_add(by);  // in one order with the count of the parked: they see the number, or are seen here
      if (parked_.load() > 0) value_.notify_all();
    }
    unsigned wait_for(unsigned wanted) {
      unsigned value = now();
      for (int i = 0; i < spins && !reached(value, wanted); ++i, value = now()) pause();
      while (!reached(value, wanted)) {
        parked_.fetch_add(1);
        value_.wait(value);
        parked_.fetch_sub(1);
        value = now();
      }
      return value;
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

 public:
  static constexpr int size = Size;

  /// One worker in one job.
  class member {
   public:
    member(workers& crew, int worker, unsigned first_stage, unsigned first_task)
        : crew_(crew), worker_(worker), stage_(first_stage), task_(first_task) {}
    int worker() const { return worker_; }
    /// Waits until the first `tasks` tasks of the job are done.
    void wait(int tasks) const { crew_.done_.wait_for(task_ + static_cast<unsigned>(tasks)); }
    /// Whether nobody has begun the task of seat `whose` in `stage` of the job, all of whose earlier stages are done:
    /// it is the caller's now.
    bool claim(int stage, int whose) const {
      const unsigned wanted = stage_ + static_cast<unsigned>(stage) + 1;
      std::atomic<unsigned>& claimed = crew_.seats_[whose].claimed;
      for (unsigned last = claimed.load(); !reached(last, wanted);)
        if (claimed.compare_exchange_weak(last, wanted)) return true;
      return false;
    }
    void finish() const { crew_.done_.add(1); }

   private:
    workers& crew_;
    int worker_;
    unsigned stage_;  // the crew has begun and done before this job
    unsigned task_;
  };
  using job = void (*)(const void* given, const member& me);

  /// How far the streams of a job have come. A stream is run by who holds it; who finds it held goes on to others.
  template <int Streams>
  class progress {
   public:
    bool hold(int stream) { return !streams_[stream].held.exchange(true, std::memory_order_acquire); }
    void release(int stream) { streams_[stream].held.store(false, std::memory_order_release); }
    /// Kernels of a stream, and of all, that have ended.
    int done(int stream) const { return streams_[stream].done.load(std::memory_order_acquire); }
    unsigned done() const { return done_.now(); }
    /// The holder has run another kernel.
    void finish(int stream) {
      streams_[stream].done.fetch_add(1, std::memory_order_release);
      done_.add(1);
    }
    /// Waits until more than so many kernels have ended.
    void wait_beyond(unsigned kernels) { done_.wait_for(kernels + 1); }

   private:
    struct alignas(64) state {
      std::atomic<bool> held{false};
      std::atomic<int> done{0};
    };
    state streams_[Streams];
    counter done_;
  };

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

  /// Calls `work` for workers 0 to count - 1, count <= Size, each on its thread. Returns when all `tasks` tasks are
  /// done; a worker that is late may still look for some, but must not touch what is given without a claim.
  void run(int count, int stages, int tasks, const void* given, job work) {
    for (int each = 0; each < count; ++each) seats_[each].claimed.store(stages_);
    order& next = orders_[(calls_.now() / most + 1) % 2];
    next.given.store(given);
    next.work.store(work);
    next.first_stage.store(stages_);
    next.first_task.store(tasks_);
    call(count);
    const member self(*this, 0, stages_, tasks_);
    work(given, self);
    self.wait(tasks);
    stages_ += static_cast<unsigned>(stages);
    tasks_ += static_cast<unsigned>(tasks);
  }

 private:
  /// What a call is about. There are two, so that a thread that reads the last one while the next is written sees that
  /// it is late.
  struct order {
    std::atomic<const void*> given{nullptr};
    std::atomic<job> work{nullptr};
    std::atomic<unsigned> first_stage{0};
    std::atomic<unsigned> first_task{0};
  };

  /// Tells all threads how many workers the next job has; 0: no job comes any more.
  void call(int count) {
    const unsigned last = calls_.now();
    calls_.add((last / most + 1) * most + static_cast<unsigned>(count) - last);
  }

  void serve(int worker) {
    for (unsigned seen = 0;;) {
      const unsigned number = calls_.wait_for(seen + 1);
      const auto count = static_cast<int>(number % most);
      if (count == 0) return;
      seen = number;
      if (worker >= count) continue;
      const order& now = orders_[number / most % 2];
      const job work = now.work.load();
      const void* const given = now.given.load();
      const member self(*this, worker, now.first_stage.load(), now.first_task.load());
      if (calls_.now() == number) work(given, self);
    }
  }

  static constexpr unsigned most = 256;  // workers, in the low byte of a call
  static_assert(Size < static_cast<int>(most));

  struct alignas(64) seat {
    std::atomic<unsigned> claimed{0};  ///< the last stage whose task somebody has begun
  };

  counter calls_;
  counter done_;
  seat seats_[Size];
  alignas(64) order orders_[2];
  unsigned stages_ = 0;  // of all jobs so far
  unsigned tasks_ = 0;
  std::thread threads_[Size > 1 ? Size - 1 : 1];
};

}  // namespace litho
