// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Sweeps of half-lattices in whatever way is fastest there. All ways leave the same bits.

#include <neel/measure/site_sums.hpp>
#include <neel/update/host_sweeps.hpp>
#include <neel/update/point_to_point_sweeps.hpp>
#include <neel/update/sweep_graphs.hpp>
#include <neel/update/system_sweeps.hpp>
#include <neel/update/vector_half_sweeps.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

namespace neel::update {

/// How several sweeps are made: half-sweep by half-sweep; as graphs of these (devices); in one launch, by sites (host: bands) that
/// wait for their neighbours; in one by a team (host: a thread) for each system.
enum class Strategy { launches, graphs, point_to_point, team_per_system };

template <models::SitePhysics Model, ExecutionSpace Exec>
class SweepExecutor {
public:
  /// Without a `way`, the fastest.
  SweepExecutor(const Exec& exec, const Model& model, const models::State<Model, Exec>& state,
                const std::vector<models::Move>& moves, const Seed& seed, std::optional<Strategy> strategy = {},
                const typename Model::Formats& formats = {})
      : exec_(exec), model_(model), formats_(formats), state_(state), moves_(moves), seed_(seed),
        strategy_(strategy ? *strategy : choose(exec, state.geometry, state.systems)) {
    if constexpr (runs_on_host<Exec>) { // without the kernels of devices
      if (strategy_ == Strategy::team_per_system || strategy_ == Strategy::point_to_point) {
        shared_ = std::make_shared<Shared>(model, state, moves, seed, strategy_ == Strategy::point_to_point,
                                           exec.concurrency());
      } else {
        strategy_ = Strategy::launches;
      }
    } else {
      if (strategy_ == Strategy::team_per_system || strategy_ == Strategy::point_to_point) {
        moves_there_ = copied<Exec>(moves);
      }
      if (strategy_ == Strategy::point_to_point) {
        point_to_point_ = std::make_shared<PointToPointLauncher<Model, Exec>>();
      } else if (strategy_ == Strategy::graphs) {
        graphs_ =
            std::make_shared<Graphs>(exec, VectorHalfSweeps<Model, Exec>{model, state, moves, seed, formats}, most());
      }
    }
  }

  /// Bytes that they take beside the lattice.
  static std::size_t memory(const lattice::Geometry& geometry, int systems) {
    if constexpr (!runs_on_host<Exec>) {
      if (!Kokkos::is_initialized()) {
        return 0;
      }
      const Strategy strategy = choose(Exec(), geometry, systems);
      if (strategy == Strategy::graphs) {
        return most_at_once * Counted::size(systems, 2 * Model::terms) * sizeof(std::int64_t);
      }
      if (strategy == Strategy::point_to_point) {
        using Value = Stamped<typename Model::Site>;
        return 2 * sizeof(typename Value::Word) * Value::words *
               static_cast<std::size_t>(systems * geometry.half_volume());
      }
    }
    return 0;
  }

  /// Sweeps that are best made at once: a power of two.
  int most() const {
    constexpr std::size_t kernels = 256; // half-sweeps of a graph
    return strategy_ == Strategy::launches ? 1
           : strategy_ == Strategy::graphs
               ? static_cast<int>(
                     std::bit_floor(std::clamp<std::size_t>(kernels / (2 * moves_.size()), 1, most_at_once)))
               : most_at_once;
  }

  /// Spans are best made of whole periods that end with a measurement: graphs have those.
  bool in_periods() const { return graphs_ != nullptr; }

  /// May return before they are done.
  void run(const SweepBatch& batch) const {
    if (by_neighbours(batch)) {
      return;
    }
    for (int done = 0; done < batch.count;) {
      if constexpr (!runs_on_host<Exec>) {
        if (graphs_) {
          const SweepBatch alike = batch.alike(done);
          if (const int made = graphs_->submit_measured(alike); made > 0) {
            done += made;
            continue;
          }
        }
      }
      SweepBatch part = batch.part(done);
      std::int64_t* const sums = std::exchange(part.sums, nullptr);
      sweep(part);
      if (sums != nullptr) {
        using SiteSums = measure::SiteSums<Model, Exec>;
        SiteSums(model_, state_, formats_)
            .launch(exec_, state_, typename SiteSums::Result(sums, state_.systems, 2, Model::terms));
      }
      done += part.count;
    }
  }

private:
  static constexpr int most_at_once = 64;
  using Shared = HostSweeps<Model, Exec>;
  using Graphs = SweepGraphs<Exec, VectorHalfSweeps<Model, Exec>>;

  /// From what was measured on an H200, systems by themselves up to 40^3; on hosts they fit a core's cache.
  static Strategy choose(const Exec& exec, const lattice::Geometry& geometry, int count) {
    const auto sites = static_cast<double>(geometry.sites()), systems = static_cast<double>(count);
    const double threads = exec.concurrency();
    constexpr double most_bytes = 1 << 20; // of a system by itself
    const bool small = sites * Model::Site::components * sizeof(typename Model::Site::Component) <= most_bytes;
    if constexpr (runs_on_host<Exec>) {
      const bool balanced = std::fmod(systems, threads) == 0 || systems >= 8 * threads;
      return small && balanced                                                        ? Strategy::team_per_system
             : StripWavefront::enough_for(geometry, count, static_cast<int>(threads)) ? Strategy::point_to_point
                                                                                      : Strategy::launches;
    } else {
      if (lattice::systems_per_launch(count, geometry.half_volume()) < count) {
        return Strategy::launches; // a graph has one launch for all
      }
      // ns of a sweep of all systems; two teams share a multiprocessor of 2048 threads.
      const double teams = threads / 1024, alone = std::min(1.0, systems / (teams / 2));
      const double by_systems = std::max(2400.0, std::ceil(systems / teams) * sites / (1.25 - 0.6 * alone));
      const double by_graphs = std::max(5600.0, 1500 + systems * sites / 100);
      const double together =
          fits_point_to_point(exec, geometry, count) ? 1000 : std::numeric_limits<double>::infinity();
      return small && by_systems < std::min(together, by_graphs) ? Strategy::team_per_system
             : together < by_graphs                              ? Strategy::point_to_point
                                                                 : Strategy::graphs;
    }
  }

  /// A pair of sites to a thread, all at once, if that can be.
  static bool fits_point_to_point(const Exec& exec, const lattice::Geometry& geometry, int systems) {
    return launches_cooperatively<Exec> && 2 * systems * geometry.sites() < exec.concurrency() &&
           PointToPointLauncher<Model, Exec>::whole_warps(geometry, systems);
  }

  /// The last sweep is the one that is measured, if any; without sums.
  void sweep(const SweepBatch& batch) const {
    int done = 0;
    if constexpr (runs_on_host<Exec>) {
      if (shared_) {
        shared_->launch(exec_, batch);
        return;
      }
    } else {
      if (strategy_ == Strategy::team_per_system) {
        team_sweeps(exec_, model_, state_, moves_there_, seed_, batch);
        return;
      }
      if (by_neighbours(batch)) {
        return;
      }
      if (strategy_ == Strategy::graphs) { // the last sweep by itself where it counts: counters change
        const bool counts = batch.fixed != nullptr || batch.adapting != nullptr;
        done = graphs_->submit(batch.first, batch.count - (counts ? 1 : 0));
      }
    }
    for (; done < batch.count; ++done) {
      by_launches(batch, done);
    }
  }

  /// In one launch whose threads wait for their neighbours, if that can be.
  bool by_neighbours(const SweepBatch& batch) const {
    if constexpr (!runs_on_host<Exec>) {
      return point_to_point_ && point_to_point_->run(exec_, model_, state_, moves_there_, seed_, batch, formats_);
    }
    return false;
  }
  /// Sweep n of the span.
  void by_launches(const SweepBatch& batch, int n) const {
    for (std::uint32_t k = 0; k < moves_.size(); ++k) {
      with_move<Model>(moves_[k], [&]<models::Move M>() {
        update::sweep<M>(exec_, model_, state_, seed_, batch.first + static_cast<std::uint64_t>(n),
                         batch.counter(M, batch.measurement(n)), k);
      });
    }
  }

  Exec exec_;
  Model model_;
  typename Model::Formats formats_;
  models::State<Model, Exec> state_;
  std::vector<models::Move> moves_;
  Seed seed_;
  Strategy strategy_;
  Moves<Exec> moves_there_;
  std::shared_ptr<Graphs> graphs_;
  std::shared_ptr<PointToPointLauncher<Model, Exec>> point_to_point_;
  std::shared_ptr<Shared> shared_;
};

} // namespace neel::update
