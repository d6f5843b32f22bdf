// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several sweeps of a network in one launch, each system by itself: a block of a device's threads has all of its sites in shared memory.
// A colour costs a barrier of the block, and neighbours are as near as they can be.

#include <neel/core/backend/blocks.hpp>
#include <neel/core/copy.hpp>
#include <neel/update/graph_moves.hpp>
#include <neel/update/sweep_batch.hpp>

#include <algorithm>
#include <vector>

namespace neel::update {

template <models::GraphPhysics P, ExecutionSpace Exec>
class GraphTeamSweeps : GraphMoves<P>, BatchOfMoves<GraphTeamSweeps<P, Exec>, P> {
public:
  static constexpr int most_threads = 512;
  using Colours = Kokkos::View<const lattice::ColourVectors*, typename Exec::memory_space>;

  GraphTeamSweeps(const P& physics, const models::GraphState<P, Exec>& state, const Colours& colours,
                  const Moves<Exec>& moves, const Seed& seed, const SweepBatch& batch)
      : Base(physics, state, seed), BatchOfMoves<GraphTeamSweeps, P>(moves, batch), contents_(state.contents()),
        each_colour_(colours.data()) {}

  NEEL_FUNCTION void operator()(const GridThread& all) const {
    Own own{all, contents_.from(all.block())};
    const int entries = own.contents.graph.entries;
    const lattice::SitePointer<Site, false> there = own.contents.sites;
    for (int k = 0; k < Site::components; ++k) {
      own.contents.sites.at[k] = reinterpret_cast<typename Site::Component*>(all.shared()) + k * entries;
    }
    for (int entry = all.thread(); entry < entries; entry += all.threads()) {
      own.contents.sites.store(entry, there.read()[entry]);
    }
    all.sync();
    this->sweeps(own);
    for (int entry = all.thread(); entry < entries; entry += all.threads()) {
      there.store(entry, own.contents.sites.read()[entry]);
    }
  }

private:
  using Base = GraphMoves<P>;
  using Base::physics_, Base::colours_, Base::stream_;
  using BatchOfMoves<GraphTeamSweeps, P>::batch_;
  using typename Base::Site, typename Base::LocalField;
  friend BatchOfMoves<GraphTeamSweeps, P>;

  /// A thread, and its block's system, whose sites are in shared memory.
  struct Own {
    const GridThread& all;
    models::GraphContents<P> contents;
  };

  NEEL_FUNCTION const random::VectorStream& stream() const { return stream_; }

  template <models::Move M>
  NEEL_FUNCTION void sweep(const Own& own, const random::VectorStream::Of& when, int m) const {
    using crystal::vector_length;
    const GridThread& all = own.all;
    std::uint32_t accepted = 0;
    NEEL_ROLLED_LOOP
    for (int colour = 0; colour < colours_; ++colour) {
      const lattice::ColourVectors vectors = each_colour_[colour];
      NEEL_ROLLED_LOOP
      for (int index = all.thread(); index < vector_length * vectors.vectors; index += all.threads()) {
        accepted += move<M>(own, vectors, colour, when, index / vector_length, index % vector_length);
      }
      all.sync();
    }
    if (std::int64_t* const counter = batch_.counter(M, m); counter != nullptr) {
      all.add(counter + all.block(), accepted);
    }
  }
  template <models::Move M>
  NEEL_FUNCTION std::uint32_t move(const Own& own, const lattice::ColourVectors& vectors, int colour,
                                   const random::VectorStream::Of& when, int q, int j) const {
    const models::GraphContents<P>& all = own.contents;
    lattice::RowPart at = vectors(q);
    at.place += j;
    at.entry += j;
    const Site site = all.sites.read()[at.entry];
    const typename P::SiteSpecies occupant = all.occupants[all.occupant[at.entry]];
    const typename P::Conditions conditions = *all.conditions;
    LocalField felt = physics_.onsite_field(conditions, occupant);
    models::gather_listed<models::GatherField<P>>(all, at, site, felt);
    const random::Draw draw = random::draw_one<P::words(M)>(stream_, when, static_cast<std::uint32_t>(own.all.block()),
                                                            graph_vector(vectors.before + q, colours_, colour), j);
    const auto step = physics_.template update<M>(conditions, occupant, site, felt, draw);
    all.sites.store(at.entry, step.site);
    return step.accepted;
  }

  models::GraphContents<P> contents_;
  const lattice::ColourVectors* each_colour_;
};

/// Keeps what such launches of a network need.
template <models::GraphPhysics P, ExecutionSpace Exec>
class GraphTeamLauncher {
public:
  GraphTeamLauncher(const models::GraphState<P, Exec>& state, const std::vector<models::Move>& moves)
      : moves_(copied<Exec>(moves)), colours_(device_list<Exec>("neel::update::colours", state.graph.colours())) {
    constexpr int warp = 32;
    int most = 1; // sites of a colour
    for (const lattice::ColourVectors& c : state.graph.colours()) {
      most = std::max(most, crystal::vector_length * c.vectors);
    }
    blocks_ = {state.systems, std::min((most + warp - 1) / warp * warp, GraphTeamSweeps<P, Exec>::most_threads),
               static_cast<std::size_t>(state.graph.entries()) * P::Site::components *
                   sizeof(typename P::Site::Component)};
    listed_ = state.graph.pointers().listed();
  }

  /// Whether sites have lists of neighbours, and shared memory has room for them.
  bool fits(const Exec& exec) const { return listed_ && blocks_.shared <= most_shared_bytes(exec); }

  /// False where it cannot be; then nothing was done.
  bool run(const Exec& exec, const P& physics, const models::GraphState<P, Exec>& state, const Seed& seed,
           const SweepBatch& batch) const {
    return launch_blocks(exec, GraphTeamSweeps<P, Exec>(physics, state, colours_, moves_, seed, batch), blocks_);
  }

  /// The shape of a launch, with so many threads to a block.
  Blocks blocks(int threads) const { return {blocks_.count, threads, blocks_.shared}; }

private:
  Moves<Exec> moves_;
  typename GraphTeamSweeps<P, Exec>::Colours colours_;
  Blocks blocks_;
  bool listed_ = false;
};

} // namespace neel::update
