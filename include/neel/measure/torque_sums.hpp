// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The torque -sum_i S_i x dE/dS_i on all spins of a system.

#include <neel/core/fixed_point.hpp>
#include <neel/measure/sums.hpp>
#include <neel/models/graph_gather.hpp>
#include <neel/models/heisenberg_graph.hpp>

namespace neel::measure {

/// Adds the three components of each system to result[3 system + component].
template <models::GraphPhysics P, ExecutionSpace Exec>
class TorqueSums {
public:
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

  TorqueSums(const P& physics, const models::GraphState<P, Exec>& state, const LongFixedPoint& format,
             std::int64_t* result)
      : physics_(physics), all_(state.contents()), format_(format), result_(result) {}

  void launch(const Exec& exec, int systems) const {
    Kokkos::parallel_for("neel::measure::torque_sums",
                         Kokkos::TeamPolicy<Exec>(exec, systems, runs_on_host<Exec> ? 1 : 128), *this);
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int system = team.league_rank();
    Sums<3> total;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, all_.graph.entries), [&](int entry, Sums<3>& sum) { add(system, entry, sum); },
        Kokkos::Sum<Sums<3>>(total));
    Kokkos::single(Kokkos::PerTeam(team), [&]() {
      for (int k = 0; k < 3; ++k) {
        result_[3 * system + k] += total.value[k];
      }
    });
  }

private:
  NEEL_FUNCTION void add(int system, int entry, Sums<3>& sum) const {
    const int start = system * all_.graph.entries;
    const typename P::SiteSpecies o = all_.occupants[all_.occupant[start + entry]];
    if (all_.graph.number[entry] == crystal::Tables::no_site || !o.occupied) {
      return;
    }
    const lattice::RowPart at = models::place_of(all_.graph, entry);
    const models::Spin s = all_.sites.read()[start + entry];
    typename P::LocalField felt = physics_.onsite_field(all_.conditions[system], o);
    const models::SomeNeighbours first(all_.graph, start, at, 0);
    models::gather_one<models::GatherField<P>>(all_, system, at, first, s, felt);
    const models::DoubleVector spin = models::exact(s), own = o.onsite().gradient(spin),
                               by_dyad{2 * (felt.xx * spin.x + felt.xy * spin.y + felt.xz * spin.z),
                                       2 * (felt.xy * spin.x + felt.yy * spin.y + felt.yz * spin.z),
                                       2 * (felt.xz * spin.x + felt.yz * spin.y + felt.zz * spin.z)};
    const models::DoubleVector slope{felt.x + by_dyad.x + own.x, felt.y + by_dyad.y + own.y,
                                     felt.z + by_dyad.z + own.z},
        torque = models::cross(slope, spin);
    sum.value[0] += format_(torque.x);
    sum.value[1] += format_(torque.y);
    sum.value[2] += format_(torque.z);
  }

  P physics_;
  models::GraphContents<P> all_;
  LongFixedPoint format_;
  std::int64_t* result_;
};

} // namespace neel::measure
