// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several sweeps within one launch: what the ways to do this have in common.

#include <neel/update/quad_sweep.hpp>
#include <neel/update/span.hpp>

namespace neel::update {

/// `Way` has sweep<M>(on, when, n), move M of sweep n by a thread or a team, `on`, of a device.
template <class Way, models::SitePhysics Model, bool Whole, bool Open>
class QuadSpan : protected QuadMoves<Model, Whole, Open> {
protected:
  using Base = QuadMoves<Model, Whole, Open>;
  using Base::quads_, Base::stream_, Base::half_volume_;

  /// `moves`: where the kernel can read them.
  template <class List>
  QuadSpan(const Model& model, const lattice::Geometry& geometry, const List& moves, const Seed& seed, const Span& span)
      : Base(model, geometry, seed), moves_(moves.data()), moves_count_(static_cast<int>(moves.size())), span_(span) {}

  /// All moves of all sweeps.
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
        static_cast<const Way&>(*this).template sweep<M>(
            on, stream_.of(span_.first + static_cast<std::uint64_t>(n), static_cast<std::uint32_t>(k)), n);
      }
    }
  }

  const models::Move* moves_;
  int moves_count_;

protected:
  Span span_;
};

} // namespace neel::update
