// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A slab of a network: how it is swept, and how its rows lie in the whole.

#include <neel/simulation/graph_setup.hpp>
#include <neel/simulation/halo.hpp>
#include <neel/simulation/slabs.hpp>
#include <neel/update/graph_colour_sweep.hpp>
#include <neel/update/sweep_batch.hpp>

namespace neel::simulation {

template <models::GraphPhysics P, ExecutionSpace Exec>
class GraphHalo {
public:
  using State = models::GraphState<P, Exec>;

  /// Tables and slab must stay.
  GraphHalo(const crystal::Tables& tables, const GraphSlab& slab, int systems, run::Communicator& ranks)
      : tables_(&tables), slab_(&slab), length_(tables.vacuum() / tables.rows()),
        halo_(P::Site::components * systems, std::int64_t{tables.entries}, most(), slab.periodic, ranks) {}

  /// Move `number` of a sweep.
  void sweep(const Exec& exec, const P& physics, const State& state, models::Move move, std::uint32_t number,
             const Seed& seed, const update::SweepBatch& one) const {
    update::with_move<P>(move, [&]<models::Move M>() {
      for (int c = 0; c < colours(); ++c) {
        const lattice::ColourVectors& all = state.graph.colours()[static_cast<std::size_t>(c)];
        halo_.swap(exec, state.sites.all().data(), runs(c), own(c).rows, seen(c).low, seen(c).high,
                   [&](const Exec& instance, int first, int past) {
                     update::GraphColourSweep<P, Exec, M>(physics, state, all.rows(first, past), c, seed, one.first,
                                                          number)
                         .launch(instance, state, one.counter(M));
                   });
      }
    });
  }
  void fill(const Exec& exec, const State& state) const {
    for (int c = 0; c < colours(); ++c) {
      halo_.fill(exec, state.sites.all().data(), runs(c));
    }
  }

  /// Of arrays of shape (component, system, entry).
  Cut cut() const {
    const auto n = [](int v) { return static_cast<std::uint64_t>(v); };
    Cut all{2, {n(tables_->entries)}, {n(slab_->entries)}, {}};
    for (const crystal::ColourRows& c : tables_->colours) {
      const int begin = c.rows == 0 ? 0 : slab_->row[static_cast<std::size_t>(c.first_row)] * length_;
      all.runs.push_back({n(c.first_entry), n(c.rows * length_), n(begin)});
    }
    return all;
  }

private:
  int colours() const { return static_cast<int>(tables_->colours.size()); }
  const crystal::ColourRows& own(int c) const { return tables_->colours[static_cast<std::size_t>(c)]; }
  const crystal::SlabColour& seen(int c) const { return slab_->colours[static_cast<std::size_t>(c)]; }

  HaloRuns runs(int c) const {
    const auto run = [&](int row, int rows) { return HaloRuns::Run{std::int64_t{row} * length_, rows * length_}; };
    const int past = own(c).first_row + own(c).rows;
    return {run(own(c).first_row, seen(c).low), run(past - seen(c).high, seen(c).high),
            run(seen(c).below, seen(c).from_below), run(seen(c).above, seen(c).from_above)};
  }
  int most() const {
    int most = 0;
    for (int c = 0; c < colours(); ++c) {
      most = std::max(most, runs(c).most());
    }
    return most;
  }

  const crystal::Tables* tables_;
  const GraphSlab* slab_;
  int length_; ///< of a row, in entries
  Halo<typename P::Site::Component, Exec> halo_;
};

} // namespace neel::simulation
