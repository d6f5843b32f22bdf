// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Work stealing among the threads of a host. Each thread owns a contiguous share of a phase's tasks, which stays in its caches; when its
// share is done it takes tasks of others. Many phases, separated by barriers, are one launch.

#include <neel/core/platform.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace neel::update {

/// Polls until ready() is true. A thread that polls for long yields, first now and then, and at last sleeps most of the time.
template <class Ready>
void await(const Ready& ready) {
  constexpr int patience = 1024, between_yields = 64, most = 16 * patience; // polls; some 0.1 us each
  for (int n = 0; !ready(); ++n) {
    if (n > most) {
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    } else if (n > patience && n % between_yields == 0) {
      std::this_thread::yield();
    } else {
#if defined(__x86_64__)
      __builtin_ia32_pause();
#elif defined(__aarch64__)
      __asm__ volatile("yield");
#endif
    }
  }
}

/// Calls use(thread) for so many threads, one time each; Kokkos may let them run at the same time or one after another.
template <ExecutionSpace Exec, class Use>
void each_thread(const Exec& exec, const char* label, int threads, const Use& use) {
  using Range = Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<int>>;
  Kokkos::parallel_for(label, Range(exec, 0, threads), use);
  exec.fence(label);
}

/// The tasks of phases, each taken once in every phase.
class WorkStealing {
public:
  /// `edge`: tasks at both ends of a share, which are taken first, since other threads depend on them.
  explicit WorkStealing(int threads, int edge = 0) : edge_(edge), shares_(static_cast<std::size_t>(threads)) {}

  int threads() const { return static_cast<int>(shares_.size()); }
  /// Calls use(task) for what this thread takes of so many tasks. Afterwards all of the phase is taken, by whomever. A phase begins for a
  /// thread when it was in the one before, or all were (a launch is over). Phases may differ in their tasks; a share that ever has some
  /// must have some in one of 2^31 phases at least, and has less than 2^32.
  template <class Use>
  void with(int thread, std::uint64_t phase, std::int64_t tasks, const Use& use) {
    for (int n = 0; n < threads(); ++n) {
      const int t = (thread + n) % threads();
      const std::int64_t first = tasks * t / threads(), count = tasks * (t + 1) / threads() - first;
      const std::int64_t edge = std::min<std::int64_t>(edge_, count / 2);
      take(shares_[static_cast<std::size_t>(t)], static_cast<std::uint32_t>(phase), count, [&](std::int64_t i) {
        use(first + (i < edge ? i : i < 2 * edge ? count - 1 - (i - edge) : i - edge));
      });
    }
  }

private:
  struct alignas(64) Share {
    std::atomic<std::uint64_t> taken = 0; ///< how many; above that, in 32 bits, of which phase
  };

  /// Of a share of `count`, some at once, until none is left.
  template <class Use>
  static void take(Share& share, std::uint32_t phase, std::int64_t count, const Use& use) {
    constexpr std::int64_t times = 16; // to take all, so that none waits long for a last one
    const auto most = static_cast<std::uint64_t>(std::max<std::int64_t>(1, count / times));
    const auto end = static_cast<std::uint64_t>(count), here = std::uint64_t{phase} << 32;
    std::uint64_t word = share.taken.load(std::memory_order_relaxed);
    while (true) {
      const auto ahead = static_cast<std::int32_t>(static_cast<std::uint32_t>(word >> 32) - phase);
      const std::uint64_t next = ahead < 0 ? 0 : word & 0xFFFFFFFFU;
      if (ahead > 0 || next >= end) {
        return;
      }
      const std::uint64_t past = std::min(next + most, end);
      if (share.taken.compare_exchange_weak(word, here | past, std::memory_order_relaxed)) {
        word = here | past;
        for (std::uint64_t i = next; i < past; ++i) {
          use(static_cast<std::int64_t>(i));
        }
      }
    }
  }

  int edge_;
  std::vector<Share> shares_;
};

/// Phases (supersteps), each of which begins when all tasks of the one before are done; any number of them in one launch.
class PhaseScheduler {
public:
  explicit PhaseScheduler(int threads) : shares_(threads), own_(static_cast<std::size_t>(threads)) {}

  int threads() const { return shares_.threads(); }

  /// One thread's view of the phases.
  class Thread {
  public:
    Thread(PhaseScheduler& all, int number) : all_(all), number_(number), phase_(all.phase_), due_(all.due_) {}

    int threads() const { return all_.threads(); }
    /// The next phase; all threads go through the same ones. Calls use(task) for the tasks that this one takes.
    template <class Use>
    void phase(std::int64_t tasks, const Use& use) {
      await([&] { return all_.done() >= due_; });
      std::atomic<std::uint64_t>& mine = all_.own_[static_cast<std::size_t>(number_)].done;
      std::uint64_t done = mine.load(std::memory_order_relaxed);
      all_.shares_.with(number_, phase_++, tasks, [&](std::int64_t task) {
        use(task);
        ++done;
      });
      mine.store(done, std::memory_order_release);
      due_ += static_cast<std::uint64_t>(tasks);
    }
    /// The same of `count` tasks in each of several systems: calls use(system, task).
    template <class Use>
    void phase(int systems, int count, const Use& use) {
      phase(std::int64_t{count} * systems, [&](std::int64_t task) {
        const auto system = static_cast<int>(task / count);
        use(system, static_cast<int>(task - std::int64_t{system} * count));
      });
    }
    /// Memory for whatever this thread does in one task.
    std::byte* scratch(std::size_t bytes) {
      Own& own = all_.own_[static_cast<std::size_t>(number_)];
      if (own.bytes < bytes) {
        own.lines = std::make_unique<Line[]>((bytes + sizeof(Line) - 1) / sizeof(Line));
        own.bytes = bytes;
      }
      return own.lines[0].byte;
    }

  private:
    friend class PhaseScheduler;
    PhaseScheduler& all_;
    int number_;
    std::uint64_t phase_, due_;
  };

  /// walk(thread) goes through some phases, the same for each Thread.
  template <ExecutionSpace Exec, class Walk>
  void launch(const Exec& exec, const char* label, const Walk& walk) {
    each_thread(exec, label, threads(), [&](int thread) { run(thread, walk); });
    finish();
  }
  /// The work of one thread; threads may run at the same time or one after another.
  template <class Walk>
  void run(int number, const Walk& walk) {
    Thread thread(*this, number);
    walk(thread);
    if (number == 0) {
      phase_after_ = thread.phase_;
      due_after_ = thread.due_;
    }
  }
  /// After all threads.
  void finish() {
    phase_ = phase_after_;
    due_ = due_after_;
  }

private:
  struct alignas(64) Line {
    std::byte byte[64];
  };
  /// Of a thread, in a cache line of its own: one counter for all would be contended.
  struct alignas(64) Own {
    std::atomic<std::uint64_t> done = 0; ///< tasks, in all phases
    std::unique_ptr<Line[]> lines;
    std::size_t bytes = 0;
  };

  /// Tasks that all have done. Whoever sees as many as there are up to some phase sees what was done in them: those that count others,
  /// of later phases, have seen it before.
  std::uint64_t done() const {
    std::uint64_t sum = 0;
    for (const Own& own : own_) {
      sum += own.done.load(std::memory_order_acquire);
    }
    return sum;
  }

  WorkStealing shares_;
  std::vector<Own> own_;
  std::uint64_t phase_ = 0, due_ = 0; ///< made before, and their tasks
  std::uint64_t phase_after_ = 0, due_after_ = 0;
};

/// The same in a launch by itself.
template <ExecutionSpace Exec, class Walk>
void launch_phases(const Exec& exec, const char* label, const Walk& walk) {
  PhaseScheduler(exec.concurrency()).launch(exec, label, walk);
}

/// How many of so many things are best an task for so many threads, a multiple of `unit`: each has some tasks, if there are enough.
inline int task_size(std::int64_t things, int threads, int unit, int most) {
  constexpr std::int64_t enough = 4;
  const std::int64_t each = things / (threads > 1 ? enough * threads : 1);
  return static_cast<int>(std::clamp<std::int64_t>(each / unit * unit, unit, most));
}

} // namespace neel::update
