// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Launches of sweeps by bricks.

#include <neel/update/brick_sweeps.hpp>

namespace neel::update {

/// Launches BrickSweeps, and keeps what they need.
template <models::SitePhysics Model, ExecutionSpace Exec>
class BrickLauncher {
public:
  /// `version`: the first; one less than a multiple of 2^16 would be what memory begins with.
  explicit BrickLauncher(const BrickPlan& plan, std::uint32_t version = 1) : plan_(plan), version_(version) {}

  /// Sweeps of a launch at most: versions are not to meet those of the launch before.
  std::uint64_t most(int systems, std::size_t moves) const {
    return plan_.cut() ? (versions_of_a_launch - 1) / (rounds(systems) * moves) : versions_of_a_launch;
  }

  /// False where it cannot be.
  bool run(const Exec& exec, const Model& model, const models::State<Model, Exec>& state, const Moves<Exec>& moves,
           const Seed& seed, const Span& span, const typename Model::Formats& formats = {}) {
    if (plan_.groups == 0 || static_cast<std::uint64_t>(span.count) > most(state.systems, moves.size())) {
      return false;
    }
    const std::uint64_t moved = rounds(state.systems) * static_cast<std::uint64_t>(span.count) * moves.size();
    const lattice::Bricks bricks(state.geometry, plan_.along_y, plan_.along_z);
    if (plan_.cut() && flow_.size() == 0) {
      flow_ = Flow<typename Model::Site, Exec>("neel::update::flow", 2, plan_.groups * state.geometry.half_volume(),
                                               Tagged<typename Model::Site>::words);
      arrived_ = Kokkos::View<Arrivals, typename Exec::memory_space>("neel::update::arrived");
    }
    bool done = false;
    lattice::with_quads_of(bricks.stored(), [&]<bool Whole, bool Open>() {
      done = run_together(exec,
                          BrickSweeps<Model, Exec, Whole, Open>(model, state, bricks, plan_.groups, moves, seed, span,
                                                                formats, flow_, version_),
                          arrived_.data());
    });
    version_ += done ? static_cast<std::uint32_t>(moved) + 1 : 0;
    return done;
  }

private:
  std::uint64_t rounds(int systems) const {
    return static_cast<std::uint64_t>((systems + plan_.groups - 1) / plan_.groups);
  }

  BrickPlan plan_;
  Flow<typename Model::Site, Exec> flow_;
  Kokkos::View<Arrivals, typename Exec::memory_space> arrived_;
  std::uint32_t version_;
};

} // namespace neel::update
