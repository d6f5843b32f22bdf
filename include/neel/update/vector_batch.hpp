// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several sweeps of half-lattices within one launch: what the ways to do this have in common.

#include <neel/update/sweep_batch.hpp>
#include <neel/update/vector_sweep.hpp>

namespace neel::update {

/// See BatchOfMoves.
template <class Strategy, models::SitePhysics Model, bool Whole, bool Open>
class VectorBatch : protected VectorMoves<Model, Whole, Open>, protected BatchOfMoves<Strategy, Model> {
protected:
  using SiteVectors = VectorMoves<Model, Whole, Open>;
  using SiteVectors::vectors_, SiteVectors::stream_, SiteVectors::start;
  friend BatchOfMoves<Strategy, Model>;

  template <class List>
  VectorBatch(const Model& model, const lattice::Geometry& geometry, const List& moves, const Seed& seed,
              const SweepBatch& batch)
      : SiteVectors(model, geometry, seed), BatchOfMoves<Strategy, Model>(moves, batch) {}

  NEEL_FUNCTION const random::VectorStream& stream() const { return stream_; }
};

} // namespace neel::update
