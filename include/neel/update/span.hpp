// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several sweeps of several moves.

#include <neel/models/concepts.hpp>

#include <vector>

namespace neel::update {

/// Consecutive sweeps of several moves each. Accepted proposals of the last one are added, per system, to `adapting` for moves
/// that adapt (Move::cone), to `fixed` for the others; null: not counted.
struct Span {
  std::uint64_t first = 0;
  int count = 1;
  std::int64_t *fixed = nullptr, *adapting = nullptr;

  NEEL_FUNCTION std::int64_t* counter(models::Move m) const { return m == models::Move::cone ? adapting : fixed; }
  /// The counter in sweep n of the span.
  NEEL_FUNCTION std::int64_t* counter(models::Move m, int n) const { return n + 1 == count ? counter(m) : nullptr; }
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
  const Kokkos::View<models::Move*, typename Exec::memory_space> there("neel::update::moves", moves.size());
  Kokkos::deep_copy(there,
                    Kokkos::View<const models::Move*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
                        moves.data(), moves.size()));
  return there;
}

/// All moves of a span in one kernel: `Way` has stream() and sweep<M>(on, when, n), move M of sweep n by a thread or a team, `on`.
template <class Way, class Model>
class SpanOfMoves {
protected:
  /// `moves`: where the kernel can read them.
  template <class List>
  SpanOfMoves(const List& moves, const Span& span)
      : moves_(moves.data()), moves_count_(static_cast<int>(moves.size())), span_(span) {}

  template <class On>
  NEEL_FUNCTION void sweeps(On& on) const {
    using models::Move;
    NEEL_ROLLED_LOOP
    for (int n = 0; n < span_.count; ++n) {
      NEEL_ROLLED_LOOP
      for (int k = 0; k < moves_count_; ++k) {
        const Move m = moves_[k];
        sweep_if<Move::metropolis>(m, on, n, k);
        sweep_if<Move::heat_bath>(m, on, n, k);
        sweep_if<Move::over_relaxation>(m, on, n, k);
        sweep_if<Move::cone>(m, on, n, k);
      }
    }
  }

private:
  /// Move k of sweep n, if that is M.
  template <models::Move M, class On>
  NEEL_FUNCTION void sweep_if(models::Move m, On& on, int n, int k) const {
    if constexpr (models::Knows<Model, M>) {
      if (m == M) {
        const Way& way = static_cast<const Way&>(*this);
        way.template sweep<M>(
            on, way.stream().of(span_.first + static_cast<std::uint64_t>(n), static_cast<std::uint32_t>(k)), n);
      }
    }
  }

  const models::Move* moves_;
  int moves_count_;

protected:
  NEEL_FUNCTION int moves_per_sweep() const { return moves_count_; }

  Span span_;
};

} // namespace neel::update
