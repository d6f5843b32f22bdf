// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several sweeps of half-lattices within one launch: what the ways to do this have in common.

#include <neel/update/quad_sweep.hpp>
#include <neel/update/span.hpp>

namespace neel::update {

/// See SpanOfMoves.
template <class Way, models::SitePhysics Model, bool Whole, bool Open>
class QuadSpan : protected QuadMoves<Model, Whole, Open>, protected SpanOfMoves<Way, Model> {
protected:
  using Quads = QuadMoves<Model, Whole, Open>;
  using Quads::quads_, Quads::stream_, Quads::start;
  friend SpanOfMoves<Way, Model>;

  template <class List>
  QuadSpan(const Model& model, const lattice::Geometry& geometry, const List& moves, const Seed& seed, const Span& span)
      : Quads(model, geometry, seed), SpanOfMoves<Way, Model>(moves, span) {}

  NEEL_FUNCTION const random::QuadStream& stream() const { return stream_; }
};

} // namespace neel::update
