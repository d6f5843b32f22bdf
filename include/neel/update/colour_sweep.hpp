// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The colour sweep: every site of one colour is updated, then every site of the other. Sites of one colour are not
// neighbours, so all of them, in all systems, may move at once.

#include <neel/models/state.hpp>
#include <neel/random/philox.hpp>

#include <type_traits>

namespace neel::update {

/// Accepted proposals per system.
template <ExecutionSpace Exec>
using Counters = Kokkos::View<std::int64_t*, Kokkos::LayoutRight, typename Exec::memory_space>;

/// Updates all sites of one colour. With Count, adds the accepted proposals of each system to `accepted`.
template <class Model, ExecutionSpace Exec, bool Count>
class HalfSweep {
public:
  using Contents = models::Contents<Model>;
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

  HalfSweep(const Model& model, const models::State<Model, Exec>& state, lattice::Colour colour, std::uint64_t seed,
            std::uint64_t sweep, const Counters<Exec>& accepted)
      : model_(model), contents_(state.contents()), traversal_(state.geometry), colour_(colour), seed_(seed),
        sweep_(sweep), accepted_(accepted.data()),
        per_system_(static_cast<int>(runs_on_host<Exec>
                                         ? blocks_per_system(state.geometry)
                                         : (Count ? teams_per_system(state.geometry) : state.geometry.half_volume()))),
        by_system_(per_system_) {}

  void launch(const Exec& exec, int systems) {
    const int batch = lattice::systems_per_launch(systems, contents_.geometry.half_volume());
    for (first_system_ = 0; first_system_ < systems; first_system_ += batch) {
      const int items = per_system_ * Kokkos::min(batch, systems - first_system_);
      if constexpr (Count && !runs_on_host<Exec>) {
        Kokkos::parallel_for("neel::update::half_sweep_counting", Kokkos::TeamPolicy<Exec>(exec, items, team_size),
                             *this);
      } else {
        Kokkos::parallel_for("neel::update::half_sweep",
                             Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(exec, 0, items), *this);
      }
    }
  }

  /// Host: one block. Device: one entry.
  KOKKOS_FUNCTION void operator()(int index) const {
    const int system = by_system_.quotient(index);
    const int in_system = index - system * per_system_;
    if constexpr (runs_on_host<Exec>) {
      KOKKOS_IF_ON_HOST((update_block(first_system_ + system, in_system);))
    } else {
      update_entry(system, in_system);
    }
  }

  /// Device, counting: a team takes consecutive entries of one system and adds up its accepted proposals.
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int system = by_system_.quotient(team.league_rank());
    const int entry =
        (team.league_rank() - system * per_system_) * team_size + static_cast<int>(team.team_rank());
    std::uint32_t accepted = entry < contents_.geometry.half_volume() ? update_entry(system, entry) : 0U;
    team.team_reduce(Kokkos::Sum<std::uint32_t>(accepted));
    if (team.team_rank() == 0) {
      Kokkos::atomic_add(&accepted_[first_system_ + system], std::int64_t{accepted});
    }
  }

private:
  static constexpr int team_size = 256;
  using Traversal = std::conditional_t<runs_on_host<Exec>, lattice::Blocks, lattice::Locator>;

  static std::int64_t blocks_per_system(const lattice::Geometry& g) { return lattice::Blocks(g).per_plane() * g.lz; }
  static std::int64_t teams_per_system(const lattice::Geometry& g) {
    return (g.half_volume() + team_size - 1) / team_size;
  }

  void update_block(int system, int index) const {
    const auto block = traversal_(index);
    typename Contents::Buffer buffer;
    typename Contents::Rows rows;
    const int count = buffer.prepare(contents_.geometry, block, colour_, contents_.around(colour_, system), rows);
    const auto target = contents_.own(colour_, system) + contents_.geometry.entry(block.i0, block.y0, block.z);
    const auto conditions = contents_.conditions[system];
    const random::Stream stream(seed_, random::Purpose::update, static_cast<std::uint32_t>(system), sweep_);
    const Model model = model_;
    std::uint32_t accepted = 0;
    NEEL_INDEPENDENT_LOOP
    for (int i = 0; i < count; ++i) {
      const auto step = model.update(conditions, rows.at(i), stream(buffer.number(i)));
      target.store(i, step.site);
      accepted += step.accepted;
    }
    if constexpr (Count) {
      Kokkos::atomic_add(&accepted_[system], std::int64_t{accepted});
    }
  }

  /// `system` counts from the first of this launch. Returns 1 if the proposal was accepted.
  NEEL_FUNCTION std::uint32_t update_entry(int system, int entry) const {
    const int start = system * static_cast<int>(contents_.geometry.half_volume());
    const auto here =
        traversal_(contents_.geometry, entry, start, colour_, contents_.around(colour_, first_system_));
    if (!here.exists) {
      return 0;
    }
    const int number = first_system_ + system;
    const random::Stream stream(seed_, random::Purpose::update, static_cast<std::uint32_t>(number), sweep_);
    const auto step = model_.update(contents_.conditions[number], here.at, stream(here.number));
    contents_.own(colour_, first_system_).store(start + entry, step.site);
    return step.accepted;
  }

  Model model_;
  Contents contents_;
  Traversal traversal_;
  lattice::Colour colour_;
  std::uint64_t seed_, sweep_;
  std::int64_t* accepted_;
  int per_system_; ///< blocks, teams or entries
  Divisor by_system_;
  int first_system_ = 0;
};

/// One sweep: even sites, then odd.
template <bool Count, class Model, ExecutionSpace Exec>
void sweep(const Exec& exec, const Model& model, const models::State<Model, Exec>& state, std::uint64_t seed,
           std::uint64_t number, const Counters<Exec>& accepted) {
  for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
    HalfSweep<Model, Exec, Count>(model, state, c, seed, number, accepted).launch(exec, state.systems);
  }
}

} // namespace neel::update
