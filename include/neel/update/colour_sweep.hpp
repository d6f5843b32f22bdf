// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The colour sweep: every site of one colour is updated, then every site of the other. Sites of one colour are not
// neighbours, so all of them, in all systems, may move at once.

#include <neel/models/concepts.hpp>
#include <neel/models/state.hpp>
#include <neel/random/philox_lanes.hpp>

#include <type_traits>

namespace neel::update {

/// Updates all sites of one colour by one kind of move, and adds accepted proposals per system if `accepted` is not
/// null. On devices, Count says so at compile time, since adding up in a team costs as much as a light update.
/// `number`: which of the sweep's moves this is.
template <models::SitePhysics Model, ExecutionSpace Exec, bool Count, models::Move M>
class HalfSweep {
public:
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

  HalfSweep(const Model& model, const lattice::Geometry& geometry, lattice::Colour colour, std::uint64_t seed,
            std::uint64_t sweep, std::uint32_t number)
      : model_(model), geometry_(geometry), traversal_(geometry), colour_(colour), seed_(seed), sweep_(sweep),
        number_(number),
        per_system_(static_cast<int>(runs_on_host<Exec> ? lattice::Blocks(geometry).per_plane() * geometry.lz
                                                        : (Count ? (geometry.half_volume() + team_size - 1) / team_size
                                                                 : geometry.half_volume()))),
        by_system_(per_system_) {}

  void launch(const Exec& exec, const models::State<Model, Exec>& state, std::int64_t* accepted) {
    const int batch = lattice::systems_per_launch(state.systems, geometry_.half_volume());
    for (first_system_ = 0; first_system_ < state.systems; first_system_ += batch) {
      const models::Contents<Model> contents = state.contents().from(first_system_);
      own_ = contents.own(colour_);
      halves_ = contents.around(colour_);
      conditions_ = contents.conditions;
      accepted_ = accepted == nullptr ? nullptr : accepted + first_system_;
      const int items = per_system_ * Kokkos::min(batch, state.systems - first_system_);
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
      KOKKOS_IF_ON_HOST((update_block(system, in_system);))
    } else {
      update_entry(system, in_system);
    }
  }

  /// Device, counting: a team takes consecutive entries of one system and adds up its accepted proposals.
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int system = by_system_.quotient(team.league_rank());
    const int entry = (team.league_rank() - system * per_system_) * team_size + static_cast<int>(team.team_rank());
    std::uint32_t accepted = entry < geometry_.half_volume() ? update_entry(system, entry) : 0U;
    team.team_reduce(Kokkos::Sum<std::uint32_t>(accepted));
    if (team.team_rank() == 0) {
      Kokkos::atomic_add(&accepted_[system], std::int64_t{accepted});
    }
  }

private:
  static constexpr int team_size = 256;
  using Traversal = std::conditional_t<runs_on_host<Exec>, lattice::Blocks, lattice::Locator>;

  // Below, `system` counts from the first of the launch.

  void update_block(int system, int index) const {
    const std::int64_t start = system * geometry_.half_volume();
    const auto block = traversal_(index);
    typename models::Contents<Model>::Buffer buffer;
    typename models::Contents<Model>::Rows rows;
    const int count = buffer.prepare(geometry_, block, colour_, halves_ + start, rows);
    const auto target = own_ + (start + geometry_.entry(block.i0, block.y0, block.z));
    const auto conditions = conditions_[system];
    const auto number = static_cast<std::uint32_t>(first_system_ + system);
    random::Draws<lattice::Blocks::capacity> draws;
    draws.fill(seed_, random::Purpose::update, number, sweep_, number_, buffer.numbers(), count);
    const Model model = model_;
    std::uint32_t accepted = 0;
    NEEL_INDEPENDENT_LOOP
    for (int i = 0; i < count; ++i) {
      const auto step = model.template update<M>(conditions, rows.at(i), draws[i]);
      target.store(i, step.site);
      accepted += step.accepted;
    }
    if (accepted_ != nullptr) {
      Kokkos::atomic_add(&accepted_[system], std::int64_t{accepted});
    }
  }

  /// Returns 1 if the proposal was accepted.
  NEEL_FUNCTION std::uint32_t update_entry(int system, int entry) const {
    const int start = system * static_cast<int>(geometry_.half_volume());
    const auto here = traversal_(geometry_, entry, start, colour_, halves_);
    if (!here.exists) {
      return 0;
    }
    const auto number = static_cast<std::uint32_t>(first_system_ + system);
    const random::Stream stream(seed_, random::Purpose::update, number, sweep_, number_);
    const auto step = model_.template update<M>(conditions_[system], here.at, stream(here.number));
    own_.store(start + entry, step.site);
    return step.accepted;
  }

  Model model_;
  lattice::Geometry geometry_;
  Traversal traversal_;
  lattice::Colour colour_;
  std::uint64_t seed_, sweep_;
  std::uint32_t number_;
  int per_system_; ///< blocks, teams or entries
  Divisor by_system_;
  // Of the systems of one launch:
  int first_system_ = 0;
  lattice::SitePointer<typename Model::Site, false> own_{};
  lattice::Around<typename Model::Site, typename Model::Quenched> halves_{};
  const typename Model::Conditions* conditions_ = nullptr;
  std::int64_t* accepted_ = nullptr;
};

/// One sweep by one kind of move: even sites, then odd.
template <models::Move M = models::Move::metropolis, class Model, ExecutionSpace Exec>
  requires models::Knows<Model, M>
void sweep(const Exec& exec, const Model& model, const models::State<Model, Exec>& state, std::uint64_t seed,
           std::uint64_t sweep_number, std::int64_t* accepted = nullptr, std::uint32_t number = 0) {
  for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
    const auto launch = [&](auto count) {
      HalfSweep<Model, Exec, decltype(count)::value, M>(model, state.geometry, c, seed, sweep_number, number)
          .launch(exec, state, accepted);
    };
    if (runs_on_host<Exec> || accepted == nullptr) {
      launch(std::false_type());
    } else if constexpr (!runs_on_host<Exec>) {
      launch(std::true_type());
    }
  }
}

} // namespace neel::update
