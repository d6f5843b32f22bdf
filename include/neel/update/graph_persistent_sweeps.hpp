// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several sweeps of a network in one launch, where a device has a thread for each site, or site vector, of a colour: all threads move one
// colour, wait for one another, and go on. That saves a launch for each of perhaps many colours.

#include <neel/core/backend/cooperative.hpp>
#include <neel/core/copy.hpp>
#include <neel/update/graph_colour_sweep.hpp>
#include <neel/update/sweep_batch.hpp>

#include <algorithm>
#include <vector>

namespace neel::update {

/// The sites of a colour, in each of several systems.
struct ColourSites {
  lattice::ColourVectors vectors;
  int colour = 0;
  int sites = 0; ///< of a system, places without one included
  Divisor by_system{};
};

template <ExecutionSpace Exec>
using Colours = Kokkos::View<const ColourSites*, typename Exec::memory_space>;

template <models::GraphPhysics P, ExecutionSpace Exec>
class GraphPersistentSweeps : GraphMoves<P>, BatchOfMoves<GraphPersistentSweeps<P, Exec>, P> {
public:
  static constexpr int least_blocks = 2; ///< see launch_cooperative()

  /// `some`: the colours that have sites; `most`: site vectors of the largest in all systems.
  GraphPersistentSweeps(const P& physics, const models::GraphState<P, Exec>& state, const Colours<Exec>& some, int most,
                        const Moves<Exec>& moves, const Seed& seed, const SweepBatch& batch, bool by_site)
      : Base(physics, state, seed), BatchOfMoves<GraphPersistentSweeps, P>(moves, batch), contents_(state.contents()),
        some_(some.data()), some_count_(static_cast<int>(some.size())), systems_(state.systems), most_(most),
        by_site_(by_site) {}

  /// One for each site of a colour, or for each site vector, where there are so many.
  int threads(int at_once) {
    by_site_ = by_site_ || crystal::vector_length * most_ <= at_once;
    return by_site_ ? crystal::vector_length * most_ : (most_ <= at_once ? most_ : 0);
  }

  NEEL_FUNCTION void operator()(GridThread all) const { this->sweeps(all); }

private:
  using Base = GraphMoves<P>;
  using Base::stream_;
  using BatchOfMoves<GraphPersistentSweeps, P>::batch_;
  friend BatchOfMoves<GraphPersistentSweeps, P>;

  NEEL_FUNCTION const random::VectorStream& stream() const { return stream_; }

  template <models::Move M>
  NEEL_FUNCTION void sweep(GridThread& all, const random::VectorStream::Of& when, int m) const {
    NEEL_ROLLED_LOOP
    for (int k = 0; k < some_count_; ++k) {
      if (by_site_) {
        move_sites<M>(all, some_[k], when, batch_.counter(M, m));
      } else {
        move_vectors<M>(all, some_[k], when, batch_.counter(M, m));
      }
      all.arrive();
    }
  }

  /// What does not depend on neighbours is done before they are there.
  template <models::Move M>
  NEEL_FUNCTION void move_sites(const GridThread& all, const ColourSites& colour, const random::VectorStream::Of& when,
                                std::int64_t* counter) const {
    const int count = systems_ * colour.sites;
    const auto mover = [&](int index) NEEL_INLINE_LAMBDA {
      const int system = colour.by_system.quotient(index), site = index - system * colour.sites;
      return this->template mover<M>(contents_, colour.vectors, colour.colour, when, system,
                                     site / crystal::vector_length, site % crystal::vector_length);
    };
    typename Base::Mover next = mover(Kokkos::min(all.rank(), count - 1));
    all.wait();
    Accepted accepted(counter, systems_);
    NEEL_ROLLED_LOOP
    for (int index = all.rank(); index < count; index += all.size()) {
      if (index != all.rank()) {
        next = mover(index);
      }
      accepted.add(next.system, this->template move_one<M>(contents_, next));
    }
    accepted.done(all);
  }

  template <models::Move M>
  NEEL_FUNCTION void move_vectors(const GridThread& all, const ColourSites& colour,
                                  const random::VectorStream::Of& when, std::int64_t* counter) const {
    const int count = systems_ * colour.vectors.vectors;
    all.wait();
    Accepted accepted(counter, systems_);
    NEEL_ROLLED_LOOP
    for (int index = all.rank(); index < count; index += all.size()) {
      const int system = colour.by_system.quotient(crystal::vector_length * index),
                q = index - system * colour.vectors.vectors;
      accepted.add(system, this->template move_vector<M>(contents_.from(system), colour.vectors, colour.colour, when,
                                                         system, q));
    }
    accepted.done(all);
  }

  /// Counts what a thread has accepted; one system's is added up warp by warp.
  struct Accepted {
    std::int64_t* counter;
    int systems;
    std::uint32_t all_of_one = 0;

    NEEL_FUNCTION Accepted(std::int64_t* c, int n) : counter(c), systems(n) {}
    NEEL_FUNCTION void add(int system, std::uint32_t moved) {
      if (systems == 1) {
        all_of_one += moved;
      } else if (counter != nullptr && moved != 0) {
        Kokkos::atomic_add(counter + system, std::int64_t{moved});
      }
    }
    NEEL_FUNCTION void done(const GridThread& all) const {
      if (systems == 1 && counter != nullptr) {
        all.add(counter, all_of_one);
      }
    }
  };

  models::GraphContents<P> contents_;
  const ColourSites* some_;
  int some_count_, systems_, most_;
  bool by_site_;
};

/// Keeps what such launches of a network need.
template <models::GraphPhysics P, ExecutionSpace Exec>
class GraphPersistentLauncher {
public:
  GraphPersistentLauncher(const models::GraphState<P, Exec>& state, const std::vector<models::Move>& moves)
      : moves_(copied<Exec>(moves)), arrived_("neel::update::arrived") {
    std::vector<ColourSites> all;
    for (const lattice::ColourVectors& vectors : state.graph.colours()) {
      if (const int sites = crystal::vector_length * vectors.vectors; sites > 0) {
        all.push_back({vectors, static_cast<int>(&vectors - state.graph.colours().data()), sites, Divisor(sites)});
        most_ = std::max(most_, std::int64_t{state.systems} * vectors.vectors);
      }
    }
    colours_ = device_list<Exec>("neel::update::colours", all);
  }

  /// A device might have so many threads at once, if they needed few registers.
  bool fits(const Exec& exec) const { return launches_cooperatively<Exec> && most_ <= exec.concurrency(); }

  /// False where it cannot be; then nothing was done. `by_site`: a site to a thread even where it then has several.
  bool run(const Exec& exec, const P& physics, const models::GraphState<P, Exec>& state, const Seed& seed,
           const SweepBatch& batch, bool by_site = false) const {
    set_zero(exec, arrived_); // the last launch may have had other blocks
    return launch_cooperative(
        exec,
        GraphPersistentSweeps<P, Exec>(physics, state, colours_, static_cast<int>(most_), moves_, seed, batch, by_site),
        arrived_.data());
  }

private:
  std::int64_t most_ = 0; ///< site vectors of the largest colour in all systems
  Moves<Exec> moves_;
  Colours<Exec> colours_;
  Kokkos::View<BarrierCount, typename Exec::memory_space> arrived_;
};

} // namespace neel::update
