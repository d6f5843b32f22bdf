// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several sweeps of several moves.

#include <neel/core/copy.hpp>
#include <neel/models/concepts.hpp>

#include <vector>

namespace neel::update {

/// Consecutive sweeps of several moves each. Some of them, `every` apart, are measured: accepted proposals are added, per system,
/// to `adapting` for moves that adapt (Move::cone), to `fixed` for the others, and after the sweep the model's terms of all sites
/// to `sums`, of shape (system, colour, term). Null: not so. Each measurement has its place behind the one before.
struct SweepBatch {
  std::uint64_t first = 0;
  int count = 1;
  std::int64_t *fixed = nullptr, *adapting = nullptr, *sums = nullptr;
  int measurements = 1, every = 1, after = 0;      ///< sweeps after the last measured one
  std::int64_t counters_apart = 0, sums_apart = 0; ///< from one measurement to the next

  /// The measurement of sweep n of the span; negative: none.
  NEEL_FUNCTION int measurement(int n) const {
    const int back = count - 1 - after - n, m = measurements - 1 - back / every;
    return back >= 0 && back % every == 0 ? m : -1;
  }
  NEEL_FUNCTION std::int64_t* counter(models::Move m) const { return m == models::Move::cone ? adapting : fixed; }
  /// The counters and the sums of measurement m; null if that is negative.
  NEEL_FUNCTION std::int64_t* counter(models::Move move, int m) const {
    return place(counter(move), counters_apart, m);
  }
  NEEL_FUNCTION std::int64_t* sums_of(int m) const { return place(sums, sums_apart, m); }

  /// From sweep n up to the next that is measured.
  SweepBatch part(int n) const {
    int last = n;
    while (last + 1 < count && measurement(last) < 0) {
      ++last;
    }
    SweepBatch p{first + static_cast<std::uint64_t>(n), last - n + 1};
    if (const int m = measurement(last); m >= 0) {
      p.fixed = counter(models::Move::metropolis, m);
      p.adapting = counter(models::Move::cone, m);
      p.sums = sums_of(m);
    }
    return p;
  }

  /// The part from sweep n on; and if that is `every` long and ends with a measurement, with all parts up to the last measurement.
  SweepBatch alike(int n) const {
    SweepBatch s = part(n);
    if (const int m = measurement(n + s.count - 1); s.count == every && m >= 0) {
      s.measurements = measurements - m;
      s.every = every;
      s.count = every * s.measurements;
      s.counters_apart = counters_apart;
      s.sums_apart = sums_apart;
    }
    return s;
  }

  /// One more sweep.
  void add() {
    ++count;
    ++after;
  }
  /// Whether one more can be measured to there.
  bool takes(const std::int64_t* accepted, const std::int64_t* to) const {
    return measurements < 2 || (after + 1 == every && accepted == fixed + measurements * counters_apart &&
                                to == sums + measurements * sums_apart);
  }
  void add_measured(std::int64_t* accepted, std::int64_t* to) {
    add();
    if (measurements == 0) {
      fixed = adapting = accepted;
      sums = to;
    } else if (measurements == 1) {
      every = after;
      counters_apart = accepted - fixed;
      sums_apart = to - sums;
    }
    ++measurements;
    after = 0;
  }

private:
  static NEEL_FUNCTION std::int64_t* place(std::int64_t* first_one, std::int64_t apart, int m) {
    return first_one == nullptr || m < 0 ? nullptr : first_one + m * apart;
  }
};

/// Calls use.template operator()<M>() for the move `m`, if the model knows it.
template <class Model, class Use>
void with_move(models::Move m, const Use& use) {
  using models::Move;
  const auto one = [&]<Move M>() {
    if constexpr (models::Knows<Model, M>) {
      if (m == M) {
        use.template operator()<M>();
      }
    }
  };
  one.template operator()<Move::metropolis>();
  one.template operator()<Move::heat_bath>();
  one.template operator()<Move::over_relaxation>();
  one.template operator()<Move::cone>();
}

/// The moves of a sweep, in order, where kernels can read them.
template <ExecutionSpace Exec>
using Moves = Kokkos::View<const models::Move*, typename Exec::memory_space>;

template <ExecutionSpace Exec>
Moves<Exec> copied(const std::vector<models::Move>& moves) {
  return device_list<Exec>("neel::update::moves", moves);
}

/// All moves of a span in one kernel: `Way` has stream() and sweep<M>(on, when, m), move M of a sweep by a thread or a team, `on`;
/// measurement m is of that sweep, if m is not negative.
template <class Strategy, class Model>
class BatchOfMoves {
protected:
  /// `moves`: where the kernel can read them.
  template <class List>
  BatchOfMoves(const List& moves, const SweepBatch& batch)
      : moves_(moves.data()), moves_count_(static_cast<int>(moves.size())), batch_(batch) {}

  template <class On>
  NEEL_FUNCTION void sweeps(On& on) const {
    using models::Move;
    const int unmeasured = batch_.count - batch_.after;
    int next = unmeasured - 1 - (batch_.measurements - 1) * batch_.every; // to be measured
    NEEL_ROLLED_LOOP
    for (int n = 0; n < batch_.count; ++n) {
      const int m = n == next && n < unmeasured ? batch_.measurement(n) : -1;
      NEEL_ROLLED_LOOP
      for (int k = 0; k < moves_count_; ++k) {
        const Move move = moves_[k];
        sweep_if<Move::metropolis>(move, on, n, k, m);
        sweep_if<Move::heat_bath>(move, on, n, k, m);
        sweep_if<Move::over_relaxation>(move, on, n, k, m);
        sweep_if<Move::cone>(move, on, n, k, m);
      }
      if (m >= 0) {
        static_cast<const Strategy&>(*this).measure(on, m);
        next += batch_.every;
      }
    }
  }
  /// What else is done after a sweep that is measured: nothing, unless `Way` says otherwise.
  template <class On>
  NEEL_FUNCTION void measure(On& /*on*/, int /*m*/) const {}

private:
  /// Move k of sweep n, if that is M.
  template <models::Move M, class On>
  NEEL_FUNCTION void sweep_if(models::Move move, On& on, int n, int k, int m) const {
    if constexpr (models::Knows<Model, M>) {
      if (move == M) {
        const Strategy& strategy = static_cast<const Strategy&>(*this);
        strategy.template sweep<M>(
            on, strategy.stream().of(batch_.first + static_cast<std::uint64_t>(n), static_cast<std::uint32_t>(k)), m);
      }
    }
  }

  const models::Move* moves_;
  int moves_count_;

protected:
  SweepBatch batch_;
};

} // namespace neel::update
