// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several sweeps of several moves.

#include <neel/models/concepts.hpp>

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

} // namespace neel::update
