// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The measurement of a network: one pass over all sites adds up everything that a model measures, per system. Terms are
// integers, so the sums do not depend on the order of addition.

#include <neel/measure/sums.hpp>
#include <neel/models/stretch_gather.hpp>

namespace neel::measure {

template <models::NetworkPhysics P, ExecutionSpace Exec>
class NetworkSums {
public:
  using Total = Sums<P::terms>;
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;
  /// Sums of shape (system, term).
  using Result = Kokkos::View<std::int64_t**, Kokkos::LayoutRight, typename Exec::memory_space>;

  NetworkSums(const P& physics, const models::NetworkState<P, Exec>& state, const typename P::Formats& formats)
      : physics_(physics), formats_(formats), contents_(state.contents()), systems_(state.systems) {}

  /// Adds to `result`.
  void launch(const Exec& exec, const models::NetworkState<P, Exec>& state, const Result& result) {
    result_ = result.data();
    for (const lattice::ColourQuads& quads : state.network.colours()) {
      quads_ = quads;
      parts_ = (quads.quads + per_part - 1) / per_part;
      if (parts_ == 0) {
        continue;
      }
      by_part_ = Divisor(parts_);
      if constexpr (runs_on_host<Exec>) {
        Kokkos::parallel_for(label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(exec, 0, parts_ * systems_),
                             *this);
      } else {
        Kokkos::parallel_for(label, Kokkos::TeamPolicy<Exec>(exec, parts_ * systems_, team_size), *this);
      }
    }
  }

  KOKKOS_FUNCTION void operator()(int index) const { KOKKOS_IF_ON_HOST((measure_part(index);)) }
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int system = by_part_.quotient(team.league_rank());
    const int q0 = (team.league_rank() - system * parts_) * per_part;
    const models::NetworkContents<P> all = contents_.from(system);
    Total total;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, q0, Kokkos::min(q0 + per_part, quads_.quads)),
        [&](int q, Total& partial) { measure_quad(all, quads_(q), partial); }, Kokkos::Sum<Total>(total));
    Kokkos::single(Kokkos::PerTeam(team), [&]() { add(system, total); });
  }

private:
  using Shares = typename P::Shares;
  static constexpr const char* label = "neel::measure::network_sums";
  static constexpr int team_size = 128;
  static constexpr int capacity = models::StretchGather<models::GatherShares<P>, P>::capacity;
  static constexpr int per_part = runs_on_host<Exec> ? capacity / crystal::quad : 4 * team_size; ///< quads

  KOKKOS_FUNCTION void measure_quad(const models::NetworkContents<P>& all, const lattice::RowPart& at,
                                    Total& to) const {
    typename P::Site own[crystal::quad];
    Shares share[crystal::quad] = {};
    for (int j = 0; j < crystal::quad; ++j) {
      own[j] = all.sites[at.entry + j];
    }
    models::gather<models::GatherShares<P>>(all, at, own, share);
    for (int j = 0; j < crystal::quad; ++j) {
      const auto occupant = all.occupants[all.occupant[at.entry + j]];
      const auto term = physics_.measure(*all.conditions, occupant, own[j], share[j], formats_);
      for (int k = 0; k < P::terms; ++k) {
        to.value[k] += occupant.occupied ? term.value[k] : 0;
      }
    }
  }

  void measure_part(int index) const {
    const int system = by_part_.quotient(index), q0 = (index - system * parts_) * per_part;
    const int q1 = std::min(q0 + per_part, quads_.quads);
    const models::NetworkContents<P> all = contents_.from(system);
    const auto conditions = *all.conditions;
    models::Stretch<Shares, capacity> stretch;
    const auto share = stretch.pointer();
    models::StretchGather<models::GatherShares<P>, P> gather;
    const P physics = physics_;
    const typename P::Formats formats = formats_;
    Total total;
    const int entries = crystal::quad * (q1 - q0), entry = quads_(q0).entry;
    const auto own = all.sites.read() + entry;
    const std::uint8_t* const occupant = all.occupant + entry;
    for (int i = 0; i < entries; ++i) {
      share.store(i, Shares{});
    }
    gather(all, quads_, q0, q1 - q0, own, share);
    NEEL_INDEPENDENT_LOOP
    for (int i = 0; i < entries; ++i) {
      const typename P::Occupant o = all.occupants[occupant[i]];
      const auto term = physics.measure(conditions, o, own[i], share[i], formats);
      for (int k = 0; k < P::terms; ++k) {
        total.value[k] += o.occupied ? term.value[k] : 0;
      }
    }
    add(system, total);
  }

  KOKKOS_FUNCTION void add(int system, const Total& total) const {
    for (int k = 0; k < P::terms; ++k) {
      Kokkos::atomic_add(&result_[system * P::terms + k], total.value[k]);
    }
  }

  P physics_;
  typename P::Formats formats_;
  models::NetworkContents<P> contents_;
  int systems_;
  std::int64_t* result_ = nullptr;
  // Of one launch:
  lattice::ColourQuads quads_;
  int parts_ = 0;
  Divisor by_part_;
};

} // namespace neel::measure
