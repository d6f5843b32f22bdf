// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How a device moves sites of a network: a site vector, or one of its sites.

#include <neel/models/graph_gather.hpp>
#include <neel/random/philox_lanes.hpp>

namespace neel::update {

static_assert(crystal::vector_length == random::vector_length);

/// The number of a site vector, as it keys random numbers: its place among those of its colour times the number of colours, plus its
/// colour. For two colours these are the numbers of half-lattices.
NEEL_FUNCTION std::uint32_t graph_vector(int place, int colours, int colour) {
  return static_cast<std::uint32_t>(colours) * static_cast<std::uint32_t>(place) + static_cast<std::uint32_t>(colour);
}

/// Moves sites of a network on a device: site vectors, or single ones.
template <models::GraphPhysics P>
class GraphMoves {
public:
  template <ExecutionSpace Exec>
  GraphMoves(const P& physics, const models::GraphState<P, Exec>& state, const Seed& seed)
      : physics_(physics), colours_(static_cast<int>(state.graph.colours().size())),
        stream_(seed, random::Purpose::update) {}

protected:
  using Site = typename P::Site;
  using LocalField = typename P::LocalField;

  /// Moves the sites of site vector q of those of a colour. `all`: contents of the site vector's system; `number`: that system's, for draws. Returns
  /// the number of accepted proposals.
  template <models::Move M>
  NEEL_FUNCTION std::uint32_t move_vector(const models::GraphContents<P>& all, const lattice::ColourVectors& vectors,
                                          int colour, const random::VectorStream::Of& when, int number, int q) const {
    using crystal::vector_length;
    const lattice::RowPart at = vectors(q);
    const typename P::Conditions conditions = *all.conditions;
    const std::uint8_t* const index = all.occupant + at.entry;
    const auto occupant_at = [&](int j) { return all.occupants[index[j]]; };
    const auto same = [&](int j) { // a row begins with a site, and so does a site vector of it
      typename P::SiteSpecies o = all.occupants[index[0]];
      o.occupied = index[j] != 0;
      return o;
    };
    LocalField felt[vector_length];
    const auto local_field = [&](const auto& occupant) {
      NEEL_UNROLLED_LOOP
      for (int j = 0; j < vector_length; ++j) {
        felt[j] = physics_.onsite_field(conditions, occupant(j));
      }
    };
    if (all.alike) {
      local_field(same);
    } else {
      local_field(occupant_at);
    }
    Site own[vector_length] = {}; // loaded when it is wanted: a field does not ask for it
    models::gather<models::GatherField<P>>(all, at, own, felt);
    lattice::load_vector(all.sites.read(), at.entry, own);
    random::Draw draw[vector_length];
    random::draw_vector<P::words(M)>(stream_, when, static_cast<std::uint32_t>(number),
                                     graph_vector(vectors.before + q, colours_, colour), draw);
    std::uint32_t accepted = 0;
    const auto move = [&](const auto& occupant) {
      NEEL_UNROLLED_LOOP
      for (int j = 0; j < vector_length; ++j) {
        const auto step = physics_.template update<M>(conditions, occupant(j), own[j], felt[j], draw[j]);
        own[j] = step.site;
        accepted += step.accepted;
      }
    };
    if (all.alike) { // one occupant in registers, not four
      move(same);
    } else {
      move(occupant_at);
    }
    lattice::store_vector(all.sites, at.entry, own);
    return accepted;
  }

  /// A site, and all of its move that does not ask for what neighbours are.
  struct Mover {
    int system, entry; ///< counted from the first system's first
    lattice::RowPart at;
    Site own;
    typename P::SiteSpecies occupant;
    random::Draw draw;
    models::SomeNeighbours neighbours;
  };
  /// Of site j of site vector q, in a system counted from the first of `all`, which is number 0 for draws.
  template <models::Move M>
  NEEL_FUNCTION Mover mover(const models::GraphContents<P>& all, const lattice::ColourVectors& vectors, int colour,
                            const random::VectorStream::Of& when, int system, int q, int j) const {
    lattice::RowPart at = vectors(q);
    at.place += j;
    at.entry += j;
    const int start = system * all.graph.entries, entry = start + at.entry;
    return {system,
            entry,
            at,
            all.sites.read()[entry],
            all.occupants[all.occupant[entry]],
            random::draw_one<P::words(M)>(stream_, when, static_cast<std::uint32_t>(system),
                                          graph_vector(vectors.before + q, colours_, colour), j),
            models::SomeNeighbours(all.graph, start, at, 0)};
  }
  template <models::Move M>
  NEEL_FUNCTION std::uint32_t move_one(const models::GraphContents<P>& all, const Mover& m) const {
    const typename P::Conditions conditions = all.conditions[m.system];
    LocalField felt = physics_.onsite_field(conditions, m.occupant);
    models::gather_one<models::GatherField<P>>(all, m.system, m.at, m.neighbours, m.own, felt);
    const auto step = physics_.template update<M>(conditions, m.occupant, m.own, felt, m.draw);
    all.sites.store(m.entry, step.site);
    return step.accepted;
  }

  P physics_;
  int colours_;
  random::VectorStream stream_;
};

} // namespace neel::update
