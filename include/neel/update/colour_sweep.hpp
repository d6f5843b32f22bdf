// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The colour sweep: every site of one colour is updated, then every site of the other. Sites of one colour are not
// neighbours, so all of them, in all systems, may move at once.

#include <neel/models/state.hpp>
#include <neel/random/philox.hpp>

namespace neel::update {

/// Updates all sites of one colour. With Count, adds the accepted proposals of each system to `accepted`.
template <class Model, ExecutionSpace Exec, bool Count>
class HalfSweep {
public:
  using State = models::State<Model, Exec>;
  using Counters = typename State::template View<std::int64_t*>; ///< per system
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

  HalfSweep(const Model& model, const State& state, lattice::Colour colour, std::uint64_t seed, std::uint64_t sweep,
            const Counters& accepted)
      : model_(model), state_(state), blocks_(state.geometry), colour_(colour), seed_(seed), sweep_(sweep),
        accepted_(accepted) {}

  void launch(const Exec& exec) const {
    if constexpr (runs_on_host<Exec>) {
      const std::int64_t blocks = std::int64_t{state_.systems} * state_.geometry.lz * blocks_.per_plane();
      Kokkos::parallel_for("neel::update::half_sweep",
                           Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, blocks), *this);
    } else if constexpr (Count) {
      const std::int64_t teams = state_.systems * teams_per_system();
      Kokkos::parallel_for("neel::update::half_sweep_counting",
                           Kokkos::TeamPolicy<Exec>(exec, static_cast<int>(teams), team_size), *this);
    } else {
      const std::int64_t entries = state_.systems * state_.geometry.half_volume();
      Kokkos::parallel_for("neel::update::half_sweep",
                           Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, entries), *this);
    }
  }

  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    if constexpr (runs_on_host<Exec>) {
      KOKKOS_IF_ON_HOST((update_block(index);))
    } else {
      const std::int64_t volume = state_.geometry.half_volume();
      const int system = static_cast<int>(index / volume);
      update_entry(system, static_cast<int>(index - system * volume));
    }
  }

  /// Device, counting: a team takes consecutive entries of one system and adds up its accepted proposals.
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto per_system = static_cast<int>(teams_per_system());
    const int system = team.league_rank() / per_system;
    const std::int64_t entry =
        std::int64_t{team.league_rank() % per_system} * team_size + static_cast<int>(team.team_rank());
    std::uint32_t accepted = entry < state_.geometry.half_volume() ? update_entry(system, static_cast<int>(entry)) : 0U;
    team.team_reduce(Kokkos::Sum<std::uint32_t>(accepted));
    if (team.team_rank() == 0) {
      Kokkos::atomic_add(&accepted_(system), std::int64_t{accepted});
    }
  }

private:
  static constexpr int team_size = 256;

  KOKKOS_FUNCTION std::int64_t teams_per_system() const {
    return (state_.geometry.half_volume() + team_size - 1) / team_size;
  }

  void update_block(std::int64_t index) const {
    const int per_system = blocks_.per_plane() * state_.geometry.lz;
    const int system = static_cast<int>(index / per_system);
    const auto own = state_.sites.sites(colour_, system);
    const lattice::Blocks::Block block = blocks_(static_cast<int>(index % per_system));
    typename State::Buffer buffer;
    typename State::Rows rows;
    const int count = buffer.prepare(state_.geometry, block, colour_, state_.around(colour_, system), rows);
    const auto target = own + state_.geometry.entry(block.i0, block.y0, block.z);
    const auto conditions = state_.conditions(system);
    const random::Stream stream(seed_, random::Purpose::update, system, sweep_);
    const Model model = model_;
    std::uint32_t accepted = 0;
    NEEL_INDEPENDENT_LOOP
    for (int i = 0; i < count; ++i) {
      const auto step = model.update(conditions, rows.at(i), stream(buffer.number(i)));
      target.store(i, step.site);
      accepted += step.accepted;
    }
    if constexpr (Count) {
      Kokkos::atomic_add(&accepted_(system), std::int64_t{accepted});
    }
  }

  /// Returns 1 if the proposal was accepted.
  NEEL_FUNCTION std::uint32_t update_entry(int system, int entry) const {
    const auto here = lattice::locate(state_.geometry, entry, colour_, state_.around(colour_, system));
    if (!here.exists) {
      return 0;
    }
    const random::Stream stream(seed_, random::Purpose::update, static_cast<std::uint32_t>(system), sweep_);
    const auto step = model_.update(state_.conditions(system), here.at, stream(here.number));
    state_.sites.sites(colour_, system).store(entry, step.site);
    return step.accepted;
  }

  Model model_;
  State state_;
  lattice::Blocks blocks_;
  lattice::Colour colour_;
  std::uint64_t seed_, sweep_;
  Counters accepted_;
};

/// One sweep: even sites, then odd.
template <bool Count, class Model, ExecutionSpace Exec>
void sweep(const Exec& exec, const Model& model, const models::State<Model, Exec>& state, std::uint64_t seed,
           std::uint64_t number, const typename HalfSweep<Model, Exec, Count>::Counters& accepted) {
  for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
    HalfSweep<Model, Exec, Count>(model, state, c, seed, number, accepted).launch(exec);
  }
}

} // namespace neel::update
