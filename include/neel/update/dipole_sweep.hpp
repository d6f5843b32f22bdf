// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Sweeps of spins with dipole interactions. Every spin acts on every other, so sites move one by one, in the order of their
// entries: a team of threads has a system, and adds what an accepted move changes to the fields of all sites. Systems are
// independent. Random numbers are those of sweeps colour by colour.

#include <neel/models/dipoles.hpp>
#include <neel/update/graph_moves.hpp>

namespace neel::update {

/// The fields of one system, as a team changes them.
template <ExecutionSpace Exec>
struct TeamField {
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;
  static constexpr int threads = runs_on_host<Exec> ? 1 : 256;

  const Team& team;
  const models::DipoleField& of;

  /// Each thread changes the same sites every time.
  NEEL_FUNCTION void add(const models::DipoleShape::Place& from, const models::WholeMoment& change) const {
    if constexpr (runs_on_host<Exec>) {
      for (int row = team.team_rank(); row < of.shape.rows(); row += team.team_size()) {
        of.add_to_row(from, change, row);
      }
    } else {
      for (int site = team.team_rank(); site < of.shape.sites(); site += team.team_size()) {
        of.add_to_site(from, change, site);
      }
    }
  }
};

template <models::GraphPhysics P, ExecutionSpace Exec, models::Move M>
class DipoleSweep : GraphMoves<P> {
public:
  using Team = typename TeamField<Exec>::Team;
  using Colours = Kokkos::View<lattice::ColourVectors*, typename Exec::memory_space>;

  /// Move `index` of sweep `number`. `accepted`: a counter per system, or null.
  DipoleSweep(const P& physics, const models::GraphState<P, Exec>& state, const Colours& colours,
              const models::DipoleField& field, const Seed& seed, std::uint64_t number, std::uint32_t index,
              std::int64_t* accepted)
      : GraphMoves<P>(physics, state, seed), all_(state.contents()), colours_(colours), field_(field),
        when_(stream_.of(number, index)), accepted_(accepted) {}

  void launch(const Exec& exec, int systems) const {
    Kokkos::parallel_for("neel::update::dipole_sweep",
                         Kokkos::TeamPolicy<Exec>(exec, systems, TeamField<Exec>::threads), *this);
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int system = team.league_rank();
    const models::DipoleField field = field_.of_system(system);
    const TeamField<Exec> fields{team, field};
    std::int64_t accepted = 0;
    for (int c = 0; c < static_cast<int>(colours_.extent(0)); ++c) {
      for (int q = 0; q < colours_(c).vectors; ++q) {
        for (int j = 0; j < crystal::vector_length; ++j) {
          accepted += move(fields, colours_(c), c, system, q, j) ? 1 : 0;
        }
      }
    }
    if (accepted_ != nullptr && team.team_rank() == 0) {
      accepted_[system] += accepted;
    }
  }

private:
  using GraphMoves<P>::stream_, GraphMoves<P>::physics_;

  /// All threads draw, and come to, the same.
  KOKKOS_FUNCTION bool move(const TeamField<Exec>& fields, const lattice::ColourVectors& vectors, int colour,
                            int system, int q, int j) const {
    const auto m = this->template mover<M>(all_, vectors, colour, when_, system, q, j);
    if (!m.occupant.occupied) {
      return false;
    }
    const typename P::Conditions conditions = all_.conditions[system];
    const models::DipoleShape::Place at = fields.of.shape.place(all_.graph.number[m.at.entry]);
    typename P::LocalField felt = physics_.onsite_field(conditions, m.occupant);
    models::gather_one<models::GatherField<P>>(all_, system, m.at, m.neighbours, m.own, felt);
    felt = fields.of.add_to(felt, at, m.occupant.moment, m.own);
    const auto step = physics_.template update<M>(conditions, m.occupant, m.own, felt, m.draw);
    if (step.accepted == 0) {
      return false;
    }
    const models::WholeMoment before = fields.of.units.whole(m.occupant.moment, m.own),
                              after = fields.of.units.whole(m.occupant.moment, step.site);
    fields.team.team_barrier(); // all have read
    fields.add(at, {after.x - before.x, after.y - before.y, after.z - before.z});
    if (fields.team.team_rank() == 0) {
      all_.sites.store(m.entry, step.site);
    }
    fields.team.team_barrier();
    return true;
  }

  models::GraphContents<P> all_;
  Colours colours_;
  models::DipoleField field_;
  random::VectorStream::Of when_;
  std::int64_t* accepted_;
};

/// Makes the fields of all systems from their spins.
template <models::GraphPhysics P, ExecutionSpace Exec>
class DipoleFields {
public:
  using Team = typename TeamField<Exec>::Team;

  DipoleFields(const models::GraphState<P, Exec>& state, const models::DipoleField& field)
      : all_(state.contents()), field_(field) {}

  void launch(const Exec& exec, int systems) const {
    Kokkos::parallel_for("neel::update::dipole_fields",
                         Kokkos::TeamPolicy<Exec>(exec, systems, TeamField<Exec>::threads), *this);
  }

  /// To fields that are zero.
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const models::DipoleField field = field_.of_system(team.league_rank());
    const models::GraphContents<P> all = all_.from(team.league_rank());
    for (int entry = 0; entry < all.graph.entries; ++entry) {
      const typename P::SiteSpecies o = all.occupants[all.occupant[entry]];
      if (o.occupied) {
        TeamField<Exec>{team, field}.add(field.shape.place(all.graph.number[entry]),
                                         field.units.whole(o.moment, all.sites[entry]));
      }
    }
  }

private:
  models::GraphContents<P> all_;
  models::DipoleField field_;
};

} // namespace neel::update
