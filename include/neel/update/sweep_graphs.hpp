// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several sweeps of all systems submitted at once, with measurements between them, as a graph of kernels. On a device, where each of them
// takes no longer than its launch, that is most of the time saved.

#include <neel/update/launch_graph.hpp>
#include <neel/update/launch_parameters.hpp>
#include <neel/update/sweep_batch.hpp>

#include <bit>
#include <compare>
#include <map>
#include <memory>

namespace neel::update {

/// Graphs of 4, 8, 16, ... sweeps, and of sweeps that are measured at even distances. `Add` adds the kernels of a sweep to a chain.
template <ExecutionSpace Exec, class Add>
class SweepGraphs {
public:
  /// Graphs have `most` sweeps at most.
  SweepGraphs(const Exec& exec, const Add& add, int most)
      : exec_(exec), add_(add), most_(most), next_("neel::update::next_sweep") {}

  /// Makes sweeps from number `first` on, as many of `count` as there are graphs for; returns how many.
  int submit(std::uint64_t first, int count) {
    int done = 0;
    for (int size = most_; size >= least; size /= 2) {
      while (count - done >= size) {
        const std::uint64_t number = first + static_cast<std::uint64_t>(done);
        LaunchParameters next = at_;
        next.number = static_cast<std::uint32_t>(number);
        if (!submit_one(number, next, {size, 0}, [&] { return make(size); })) {
          break;
        }
        done += size;
      }
    }
    return done;
  }

  /// The same for a span of whole periods: `every` sweeps, the last of which is measured, to a place of its own. Graphs have two measurements or
  /// more: as many as fit, or the largest power of two of what is left, so that there are few graphs whatever spans come.
  int submit_measured(const SweepBatch& batch) {
    const int full = most_ / batch.every;
    if (batch.sums == nullptr || batch.count != batch.measurements * batch.every || !add_.measures()) {
      return 0;
    }
    LaunchParameters next{.number = static_cast<std::uint32_t>(batch.first),
                          .fixed = batch.fixed,
                          .adapting = batch.adapting,
                          .sums = batch.sums,
                          .counters_apart = batch.counters_apart,
                          .sums_apart = batch.sums_apart};
    int done = 0; // measurements
    while (done < batch.measurements) {
      const int left = batch.measurements - done;
      const int size = left >= full ? full : static_cast<int>(std::bit_floor(static_cast<unsigned>(left)));
      if (size < 2 || !submit_one(
                          batch.first + static_cast<std::uint64_t>(done * batch.every), next, {batch.every, size},
                          [&] { return make_measured(batch.every, size); })) {
        break;
      }
      next = at_;
      done += size;
    }
    return done * batch.every;
  }

private:
  using Graph = LaunchGraph<Exec>;
  static constexpr int least = 4;

  /// So many sweeps, and if there are measurements, so many times.
  struct Size {
    int every, measurements;
    auto operator<=>(const Size&) const = default;
    int sweeps() const { return measurements > 0 ? every * measurements : every; }
  };

  /// False where the low bits of the sweep's number would overflow: a kernel has its high bits, and counts the low ones.
  template <class Make>
  bool submit_one(std::uint64_t first, const LaunchParameters& next, const Size& size, const Make& make) {
    const std::uint64_t end = first + static_cast<std::uint64_t>(size.sweeps());
    if (end >> 32 != first >> 32) {
      return false;
    }
    if (first >> 32 != high_) {
      graphs_.clear();
      high_ = first >> 32;
    }
    std::unique_ptr<Graph>& graph = graphs_[size];
    if (!graph) {
      graph = make();
    }
    if (next != at_) {
      const Prologue<Exec> begin{next_.data(), next};
      Kokkos::parallel_for(begin.label, begin.policy(exec_), begin);
    }
    graph->submit(exec_);
    at_ = next.after(static_cast<std::uint32_t>(size.sweeps()), size.measurements);
    return true;
  }

  std::unique_ptr<Graph> make(int sweeps) const {
    return std::make_unique<Graph>(exec_, [&](auto& chain) {
      for (int n = 0; n < sweeps; ++n) {
        add_(chain, number(n), &next_.data()->number);
      }
      chain.add(Advance<Exec>{next_.data(), static_cast<std::uint32_t>(sweeps), 0});
    });
  }
  std::unique_ptr<Graph> make_measured(int every, int measurements) {
    if (counted_.size() == 0) {
      counted_ = View<std::int64_t*>("neel::update::counted",
                                     static_cast<std::size_t>(most_) * Counted::size(add_.systems(), Add::terms));
    }
    return std::make_unique<Graph>(exec_, [&](auto& chain) {
      for (int m = 0; m < measurements; ++m) {
        const Counted to = Counted::at(counted_.data(), m, add_.systems(), Add::terms);
        for (int n = 1; n <= every; ++n) {
          add_(chain, number(every * m + n - 1), &next_.data()->number, n == every ? &to : nullptr);
        }
      }
      chain.add(Epilogue<Exec>{next_.data(), counted_.data(), measurements, add_.systems(), Add::terms});
      chain.add(Advance<Exec>{next_.data(), static_cast<std::uint32_t>(every * measurements), measurements});
    });
  }
  /// Of sweep n of a graph, if next_ counts from zero.
  std::uint64_t number(int n) const { return (high_ << 32) + static_cast<std::uint64_t>(n); }

  template <class T>
  using View = Kokkos::View<T, typename Exec::memory_space>;

  Exec exec_;
  Add add_;
  int most_;
  View<LaunchParameters> next_;
  View<std::int64_t*> counted_; ///< of each measurement of a graph; zero between graphs
  LaunchParameters at_;         ///< what is at next_ once all is done that was submitted
  std::uint64_t high_ = 0;      ///< of the sweeps that the graphs are for
  std::map<Size, std::unique_ptr<Graph>> graphs_;
};

} // namespace neel::update
