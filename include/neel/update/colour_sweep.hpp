// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The colour sweep: every site of one colour is updated, then every site of the other. Sites of one colour are not
// neighbours, so all of them, in all systems, may move at once.

#include <neel/random/philox_lanes.hpp>
#include <neel/update/vector_sweep.hpp>
#include <neel/update/work_stealing.hpp>

namespace neel::update {

/// Updates all sites of one colour by one kind of move on a host, where a row is a loop; adds accepted proposals per system
/// if `accepted` is not null. `number`: which of the sweep's moves this is.
template <models::SitePhysics Model, ExecutionSpace Exec, models::Move M>
class BlockHalfSweep {
public:
  BlockHalfSweep(const Model& model, const lattice::Geometry& geometry, lattice::Colour colour, const Seed& seed,
                 std::uint64_t sweep, std::uint32_t number)
      : BlockHalfSweep(model, geometry, lattice::Planes::all(geometry), colour, seed, sweep, number) {}
  /// Of these planes.
  BlockHalfSweep(const Model& model, const lattice::Geometry& geometry, const lattice::Planes& planes,
                 lattice::Colour colour, const Seed& seed, std::uint64_t sweep, std::uint32_t number)
      : model_(model), geometry_(geometry), blocks_(geometry), planes_(planes), colour_(colour), seed_(seed),
        sweep_(sweep), number_(number), per_system_(blocks_.per_plane() * planes.count) {}

  /// `from`: the contents from system `first` on, which the next blocks are of.
  void take(const models::Contents<Model>& from, int first, std::int64_t* accepted) {
    half_ = {from, colour_, first};
    accepted_ = accepted == nullptr ? nullptr : accepted + first;
  }
  int per_system() const { return per_system_; }

  void launch(const Exec& exec, const models::State<Model, Exec>& state, std::int64_t* accepted) {
    take(state.contents(), 0, accepted);
    launch_phases(exec, "neel::update::half_sweep", [&](PhaseScheduler::Thread& thread) {
      thread.phase(std::int64_t{per_system_} * state.systems, *this);
    });
  }

  /// One block, counted from the first system's first.
  void operator()(std::int64_t index) const {
    const auto system = static_cast<int>(index / per_system_);
    const std::int64_t start = std::int64_t{system} * geometry_.half_volume();
    auto block = blocks_(static_cast<int>(index - std::int64_t{system} * per_system_));
    block.z = planes_[block.z];
    typename models::Contents<Model>::Buffer buffer;
    typename models::Contents<Model>::Rows rows;
    const int count = buffer.prepare(geometry_, block, colour_, half_.halves + start, rows);
    const auto target = half_.own + (start + geometry_.entry(block.i0, block.y0, block.z));
    const auto conditions = half_.conditions[system];
    const int stride = lattice::vectors_x(geometry_);
    const auto first =
        static_cast<std::uint32_t>(geometry_.row_number(block.y0, block.z)) * static_cast<std::uint32_t>(stride);
    random::VectorDraws<lattice::Blocks::capacity, Model::words(M)> draws;
    draws.fill(seed_, random::Purpose::update, static_cast<std::uint32_t>(half_.first + system), sweep_, number_,
               lattice::vector_number(first + static_cast<std::uint32_t>(block.i0 / random::vector_length), colour_),
               2 * stride, block.i1 - block.i0, block.y1 - block.y0);
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

private:
  Model model_;
  lattice::Geometry geometry_;
  lattice::Blocks blocks_;
  lattice::Planes planes_;
  lattice::Colour colour_;
  Seed seed_;
  std::uint64_t sweep_;
  std::uint32_t number_;
  int per_system_; ///< blocks
  // Of the systems of one launch:
  CheckerboardView<Model> half_{};
  std::int64_t* accepted_ = nullptr;
};

/// Half a sweep by one kind of move: the sites of one colour in these planes.
template <models::Move M = models::Move::metropolis, class Model, ExecutionSpace Exec>
  requires models::Knows<Model, M>
void half_sweep(const Exec& exec, const Model& model, const models::State<Model, Exec>& state,
                const lattice::Planes& planes, lattice::Colour c, const Seed& seed, std::uint64_t sweep_number,
                std::int64_t* accepted, std::uint32_t number) {
  if (planes.count == 0) {
    return;
  }
  if constexpr (runs_on_host<Exec>) {
    BlockHalfSweep<Model, Exec, M>(model, state.geometry, planes, c, seed, sweep_number, number)
        .launch(exec, state, accepted);
  } else {
    vector_half_sweep<M>(exec, model, state, planes, c, seed, sweep_number, accepted, number);
  }
}

/// One sweep by one kind of move: even sites, then odd.
template <models::Move M = models::Move::metropolis, class Model, ExecutionSpace Exec>
  requires models::Knows<Model, M>
void sweep(const Exec& exec, const Model& model, const models::State<Model, Exec>& state, const Seed& seed,
           std::uint64_t sweep_number, std::int64_t* accepted = nullptr, std::uint32_t number = 0) {
  for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
    half_sweep<M>(exec, model, state, lattice::Planes::all(state.geometry), c, seed, sweep_number, accepted, number);
  }
}

} // namespace neel::update
