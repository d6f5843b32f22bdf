// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How threads of a host share work. Each has a share that lies together, so that it stays in its caches; when that is taken it takes
// some of another's, which may be slower. Many rounds of it are one launch.

#include <neel/core/platform.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace neel::update {

/// Until ready() is true. Whoever waits for longer leaves the processor to others, first now and then, and at last for most of the time.
template <class Ready>
void await(const Ready& ready) {
  constexpr int patience = 1024, between_yields = 64, most = 16 * patience; // looks; some 0.1 us each
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

/// Items that are each taken once in every round.
class Shares {
public:
  /// `edge`: items at both ends of a share which are taken first, since others wait for them.
  explicit Shares(int threads, int edge = 0) : edge_(edge), shares_(static_cast<std::size_t>(threads)) {}

  int threads() const { return static_cast<int>(shares_.size()); }
  /// Calls use(item) for what this thread takes of so many items. Afterwards all of the round is taken, by whomever. A round begins for a
  /// thread when it was in the one before, or all were (a launch is over). Rounds may differ in their items; a share that ever has some
  /// must have some in one of 2^31 rounds at least, and has less than 2^32.
  template <class Use>
  void with(int thread, std::uint64_t round, std::int64_t items, const Use& use) {
    for (int n = 0; n < threads(); ++n) {
      const int t = (thread + n) % threads();
      const std::int64_t first = items * t / threads(), count = items * (t + 1) / threads() - first;
      const std::int64_t edge = std::min<std::int64_t>(edge_, count / 2);
      take(shares_[static_cast<std::size_t>(t)], static_cast<std::uint32_t>(round), count, [&](std::int64_t i) {
        use(first + (i < edge ? i : i < 2 * edge ? count - 1 - (i - edge) : i - edge));
      });
    }
  }

private:
  struct alignas(64) Share {
    std::atomic<std::uint64_t> taken = 0; ///< how many; above that, in 32 bits, of which round
  };

  /// Of a share of `count`, some at once, until none is left.
  template <class Use>
  static void take(Share& share, std::uint32_t round, std::int64_t count, const Use& use) {
    constexpr std::int64_t times = 16; // to take all, so that none waits long for a last one
    const auto most = static_cast<std::uint64_t>(std::max<std::int64_t>(1, count / times));
    const auto end = static_cast<std::uint64_t>(count), here = std::uint64_t{round} << 32;
    std::uint64_t word = share.taken.load(std::memory_order_relaxed);
    while (true) {
      const auto ahead = static_cast<std::int32_t>(static_cast<std::uint32_t>(word >> 32) - round);
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

/// Rounds that each begin when all items of the one before are done, any number of them in one launch.
class SharedRounds {
public:
  explicit SharedRounds(int threads) : shares_(threads), own_(static_cast<std::size_t>(threads)) {}

  int threads() const { return shares_.threads(); }

  /// What one thread comes with.
  class Thread {
  public:
    Thread(SharedRounds& all, int number) : all_(all), number_(number), round_(all.round_), due_(all.due_) {}

    int threads() const { return all_.threads(); }
    /// The next round; all threads go through the same ones. Calls use(item) for the items that this one takes.
    template <class Use>
    void round(std::int64_t items, const Use& use) {
      await([&] { return all_.done() >= due_; });
      std::atomic<std::uint64_t>& mine = all_.own_[static_cast<std::size_t>(number_)].done;
      std::uint64_t done = mine.load(std::memory_order_relaxed);
      all_.shares_.with(number_, round_++, items, [&](std::int64_t item) {
        use(item);
        ++done;
      });
      mine.store(done, std::memory_order_release);
      due_ += static_cast<std::uint64_t>(items);
    }
    /// The same of `count` items in each of several systems: calls use(system, item).
    template <class Use>
    void round(int systems, int count, const Use& use) {
      round(std::int64_t{count} * systems, [&](std::int64_t item) {
        const auto system = static_cast<int>(item / count);
        use(system, static_cast<int>(item - std::int64_t{system} * count));
      });
    }
    /// Memory for whatever this thread does in one item.
    std::byte* scratch(std::size_t bytes) {
      Own& own = all_.own_[static_cast<std::size_t>(number_)];
      if (own.bytes < bytes) {
        own.lines = std::make_unique<Line[]>((bytes + sizeof(Line) - 1) / sizeof(Line));
        own.bytes = bytes;
      }
      return own.lines[0].byte;
    }

  private:
    friend class SharedRounds;
    SharedRounds& all_;
    int number_;
    std::uint64_t round_, due_;
  };

  /// walk(thread) goes through some rounds, the same for each Thread.
  template <ExecutionSpace Exec, class Walk>
  void launch(const Exec& exec, const char* label, const Walk& walk) {
    each_thread(exec, label, threads(), [&](int thread) { run(thread, walk); });
    finish();
  }
  /// What one thread comes to do. They may run at the same time or one after another.
  template <class Walk>
  void run(int number, const Walk& walk) {
    Thread thread(*this, number);
    walk(thread);
    if (number == 0) {
      round_after_ = thread.round_;
      due_after_ = thread.due_;
    }
  }
  /// After all threads.
  void finish() {
    round_ = round_after_;
    due_ = due_after_;
  }

private:
  struct alignas(64) Line {
    std::byte byte[64];
  };
  /// Of a thread, alone in its cache line: a counter of all would be waited for by each that adds to it.
  struct alignas(64) Own {
    std::atomic<std::uint64_t> done = 0; ///< items, in all rounds
    std::unique_ptr<Line[]> lines;
    std::size_t bytes = 0;
  };

  /// Items that all have done. Whoever sees as many as there are up to some round sees what was done in them: those that count others,
  /// of later rounds, have seen it before.
  std::uint64_t done() const {
    std::uint64_t sum = 0;
    for (const Own& own : own_) {
      sum += own.done.load(std::memory_order_acquire);
    }
    return sum;
  }

  Shares shares_;
  std::vector<Own> own_;
  std::uint64_t round_ = 0, due_ = 0; ///< made before, and their items
  std::uint64_t round_after_ = 0, due_after_ = 0;
};

/// The same in a launch by itself.
template <ExecutionSpace Exec, class Walk>
void launch_rounds(const Exec& exec, const char* label, const Walk& walk) {
  SharedRounds(exec.concurrency()).launch(exec, label, walk);
}

/// How many of so many things are best an item for so many threads, a multiple of `unit`: each has some items, if there are enough.
inline int item_size(std::int64_t things, int threads, int unit, int most) {
  constexpr std::int64_t enough = 4;
  const std::int64_t each = things / (threads > 1 ? enough * threads : 1);
  return static_cast<int>(std::clamp<std::int64_t>(each / unit * unit, unit, most));
}

} // namespace neel::update
