// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several sweeps of all systems submitted at once, as a graph of half-sweeps. On a device, where each of them takes no longer
// than its launch, that is most of the time saved.

#include <neel/measure/site_sums.hpp>
#include <neel/update/next_sweep.hpp>
#include <neel/update/pass_graph.hpp>
#include <neel/update/quad_sweep.hpp>
#include <neel/update/span.hpp>

#include <bit>
#include <compare>
#include <map>
#include <memory>
#include <vector>

namespace neel::update {

/// Adds the half-sweeps of one sweep of half-lattices to a chain of kernels.
template <models::SitePhysics Model, ExecutionSpace Exec>
struct QuadHalfSweeps {
  Model model;
  models::State<Model, Exec> state;
  std::vector<models::Move> moves;
  Seed seed;
  typename Model::Formats formats{};

  static constexpr int terms = 2 * Model::terms; ///< sums that a measurement has of each system
  int systems() const { return state.systems; }
  /// One launch adds up all systems.
  bool measures() const {
    return lattice::systems_per_launch(state.systems, 2 * state.geometry.half_volume()) == state.systems;
  }

  /// Of sweep `number`, or so many later as `since` counts when the kernels run; which is measured, if `to` is not null.
  template <class Chain>
  void operator()(Chain& chain, std::uint64_t number, const std::uint32_t* since, const Counted* to = nullptr) const {
    with_half_sweep_of<Model>(state.geometry, [&]<bool Whole, bool Open, int Wide>() {
      for (std::uint32_t k = 0; k < moves.size(); ++k) {
        with_move<Model>(moves[k], [&]<models::Move M>() {
          for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
            QuadHalfSweep<Model, Exec, M, Whole, Open, !Whole, Wide> kernel(model, state, c, seed, number, k, since);
            if (to != nullptr) {
              kernel.take(state, 0, state.systems, to->counter(M));
            }
            chain.add(kernel);
          }
        });
      }
    });
    if (to != nullptr) {
      measure::with_device_sums_of(model, state, formats, [&](auto sums) {
        sums.take(state.contents(), to->sums, state.systems);
        chain.add(sums);
      });
    }
  }
};

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
        NextSweep next = at_;
        next.number = static_cast<std::uint32_t>(number);
        if (!submit(number, next, {size, 0}, [&] { return make(size); })) {
          break;
        }
        done += size;
      }
    }
    return done;
  }

  /// The same for a span each of whose measurements comes after as many sweeps. Graphs have two measurements or more: as many as fit, and powers
  /// of two of what is left, so that they are few whatever spans there are.
  int submit_measured(const Span& span) {
    const int full = most_ / span.every;
    if (span.count != span.measurements * span.every || !add_.measures()) {
      return 0;
    }
    NextSweep next{.number = static_cast<std::uint32_t>(span.first),
                   .fixed = span.fixed,
                   .adapting = span.adapting,
                   .sums = span.sums,
                   .counters_apart = span.counters_apart,
                   .sums_apart = span.sums_apart};
    int done = 0; // measurements
    while (done < span.measurements) {
      const int left = span.measurements - done;
      const int size = left >= full ? full : static_cast<int>(std::bit_floor(static_cast<unsigned>(left)));
      if (size < 2 || !submit(
                          span.first + static_cast<std::uint64_t>(done * span.every), next, {span.every, size},
                          [&] { return make_measured(span.every, size); })) {
        break;
      }
      next = at_;
      done += size;
    }
    return done * span.every;
  }

private:
  using Graph = PassGraph<Exec>;
  static constexpr int least = 4;

  /// So many sweeps; or so many measurements, each after so many sweeps.
  struct Size {
    int sweeps, measurements;
    auto operator<=>(const Size&) const = default;
    int count() const { return measurements > 0 ? sweeps * measurements : sweeps; }
  };

  /// False where the low bits of the sweep's number would overflow: a kernel has its high bits, and counts the low ones.
  template <class Make>
  bool submit(std::uint64_t first, const NextSweep& next, const Size& size, const Make& make) {
    const std::uint64_t end = first + static_cast<std::uint64_t>(size.count());
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
      Kokkos::parallel_for("neel::update::begin", Kokkos::RangePolicy<Exec>(exec_, 0, 1),
                           Begin<Exec>{next_.data(), next});
    }
    graph->submit(exec_);
    at_ = next.after(static_cast<std::uint32_t>(size.count()), size.measurements);
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
  std::unique_ptr<Graph> make_measured(int sweeps, int measurements) {
    if (counted_.size() == 0) {
      counted_ = View<std::int64_t*>("neel::update::counted",
                                     static_cast<std::size_t>(most_) * Counted::size(add_.systems(), Add::terms));
    }
    return std::make_unique<Graph>(exec_, [&](auto& chain) {
      for (int m = 0; m < measurements; ++m) {
        const Counted to = Counted::at(counted_.data(), m, add_.systems(), Add::terms);
        for (int n = 1; n <= sweeps; ++n) {
          add_(chain, number(sweeps * m + n - 1), &next_.data()->number, n == sweeps ? &to : nullptr);
        }
      }
      chain.add(Deliver<Exec>{next_.data(), counted_.data(), measurements, add_.systems(), Add::terms});
      chain.add(Advance<Exec>{next_.data(), static_cast<std::uint32_t>(sweeps * measurements), measurements});
    });
  }
  /// Of sweep n of a graph, if next_ counts from zero.
  std::uint64_t number(int n) const { return (high_ << 32) + static_cast<std::uint64_t>(n); }

  template <class T>
  using View = Kokkos::View<T, typename Exec::memory_space>;

  Exec exec_;
  Add add_;
  int most_;
  View<NextSweep> next_;
  View<std::int64_t*> counted_; ///< of each measurement of a graph; zero between graphs
  NextSweep at_;                ///< what is at next_ once all is done that was submitted
  std::uint64_t high_ = 0;      ///< of the sweeps that the graphs are for
  std::map<Size, std::unique_ptr<Graph>> graphs_;
};

} // namespace neel::update
