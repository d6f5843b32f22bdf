// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Energies of dipole interactions: from the fields, and, for checks, from all pairs.

#include <neel/measure/graph_check.hpp>
#include <neel/models/dipoles.hpp>

namespace neel::measure {

/// The moment at an entry of a system, in whole units.
template <models::GraphPhysics P>
NEEL_FUNCTION models::WholeMoment moment_at(const models::GraphContents<P>& all, const models::DipoleUnits& units,
                                            int entry) {
  return units.whole(all.occupants[all.occupant[entry]].moment,
                     all.sites[entry]); // the spin is zero where there is none
}

/// The sum over a system, an integer.
template <models::GraphPhysics P, ExecutionSpace Exec>
class DipoleEnergy {
public:
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

  DipoleEnergy(const models::GraphState<P, Exec>& state, const models::DipoleField& field, const LongFixedPoint& format,
               std::int64_t* result)
      : all_(state.contents()), field_(field), format_(format), result_(result) {}

  void launch(const Exec& exec, int systems) const {
    Kokkos::parallel_for("neel::measure::dipole_energy",
                         Kokkos::TeamPolicy<Exec>(exec, systems, runs_on_host<Exec> ? 1 : 128), *this);
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int system = team.league_rank();
    const models::GraphContents<P> all = all_.from(system);
    const models::DipoleField field = field_.of_system(system);
    std::int64_t sum = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, all.graph.entries),
        [&](int entry, std::int64_t& part) {
          if (const std::uint32_t number = all.graph.number[entry]; number != crystal::Tables::no_site) {
            part +=
                format_(field.energy(field.shape.site(field.shape.place(number)), moment_at(all, field.units, entry)));
          }
        },
        sum);
    Kokkos::single(Kokkos::PerTeam(team), [&]() { result_[system] += sum; });
  }

private:
  models::GraphContents<P> all_;
  models::DipoleField field_;
  LongFixedPoint format_;
  std::int64_t* result_;
};

/// Of single sites of a system.
template <models::GraphPhysics P, ExecutionSpace Exec>
class DipoleLocalEnergy {
public:
  DipoleLocalEnergy(const models::GraphContents<P>& all, const models::DipoleField& field, const OfSites<Exec>& result)
      : all_(all), field_(field), result_(result) {}
  KOKKOS_FUNCTION void operator()(int entry) const {
    if (const std::uint32_t number = all_.graph.number[entry];
        number != crystal::Tables::no_site && result_.has(number)) {
      result_.values(result_.place(number)) = static_cast<float>(
          field_.energy(field_.shape.site(field_.shape.place(number)), moment_at(all_, field_.units, entry)));
    }
  }

private:
  models::GraphContents<P> all_;
  models::DipoleField field_;
  OfSites<Exec> result_;
};

/// The sum over all pairs of all systems, in double precision, without the fields.
template <models::GraphPhysics P>
class DipolePairs {
public:
  DipolePairs(const models::GraphContents<P>& all, const models::DipoleField& field) : all_(all), field_(field) {}

  KOKKOS_FUNCTION void operator()(std::int64_t index, double& sum) const {
    const int system = static_cast<int>(index / all_.graph.entries),
              own = static_cast<int>(index - std::int64_t{system} * all_.graph.entries);
    const models::GraphContents<P> all = all_.from(system);
    const std::uint32_t number = all.graph.number[own];
    if (number == crystal::Tables::no_site || !all.occupants[all.occupant[own]].occupied) {
      return;
    }
    const models::DipoleShape& shape = field_.shape;
    const int site = shape.site(shape.place(number)), row = shape.row_of(site), x = site - row * shape.row_length();
    double h[3] = {0, 0, 0};
    for (int entry = 0; entry < all.graph.entries; ++entry) {
      if (const std::uint32_t other = all.graph.number[entry]; other != crystal::Tables::no_site) {
        const float m = all.occupants[all.occupant[entry]].moment;
        const models::Spin s = all.sites[entry];
        const double v[3] = {double{m} * s.x, double{m} * s.y, double{m} * s.z};
        const std::int32_t* const d = field_.tensor + shape.first(shape.place(other), row) + x;
        for (int k = 0; k < 3; ++k) {
          for (int l = 0; l < 3; ++l) {
            h[k] += d[(k == l ? k : k + l + 2) * shape.size()] * v[l];
          }
        }
      }
    }
    const models::Spin s = all.sites[own];
    sum += 0.5 * field_.units.tensor * all.occupants[all.occupant[own]].moment * (s.x * h[0] + s.y * h[1] + s.z * h[2]);
  }

private:
  models::GraphContents<P> all_;
  models::DipoleField field_;
};

} // namespace neel::measure
