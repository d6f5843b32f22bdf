// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Sweeps of half-lattices by any of several strategies. All leave the same bits.

#include <neel/measure/site_sums.hpp>
#include <neel/update/host_sweeps.hpp>
#include <neel/update/point_to_point_sweeps.hpp>
#include <neel/update/strategy.hpp>
#include <neel/update/sweep_graphs.hpp>
#include <neel/update/system_sweeps.hpp>
#include <neel/update/vector_half_sweeps.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

namespace neel::update {

template <models::SitePhysics Model, ExecutionSpace Exec>
class SweepExecutor {
public:
  SweepExecutor(const Exec& exec, const Model& model, const models::State<Model, Exec>& state,
                const std::vector<models::Move>& moves, const Seed& seed, const typename Model::Formats& formats = {})
      : exec_(exec), model_(model), formats_(formats), state_(state), moves_(moves), seed_(seed) {
    if constexpr (!runs_on_host<Exec>) {
      moves_there_ = copied<Exec>(moves);
    }
  }

  /// That may fit: the first is the best guess, the last always fits.
  std::vector<Strategy> strategies() const { return strategies(state_.geometry, state_.systems); }

  /// Bytes that strategies take beside the lattice, at most; `measured`: batches have measurements.
  static std::size_t memory(const lattice::Geometry& geometry, int systems, bool measured) {
    std::size_t most = 0;
    if (!runs_on_host<Exec> && Kokkos::is_initialized()) {
      for (const Strategy s : strategies(geometry, systems)) {
        using Value = Stamped<typename Model::Site>;
        most = std::max(most, s == Strategy::graphs && measured
                                  ? most_at_once * Counted::size(systems, 2 * Model::terms) * sizeof(std::int64_t)
                              : s == Strategy::point_to_point
                                  ? 2 * sizeof(typename Value::Word) * Value::words *
                                        static_cast<std::size_t>(systems * geometry.half_volume())
                                  : 0);
      }
    }
    return most;
  }

  /// Sweeps that are best made at once: a power of two.
  int most() const {
    return sweeps_at_once(static_cast<double>(state_.geometry.sites()) * state_.systems *
                          static_cast<double>(moves_.size()));
  }

  /// Batches are best made of whole periods that end with a measurement: graphs have those.
  static bool in_periods(Strategy strategy) { return strategy == Strategy::graphs; }

  /// What their speed depends on, beside the machine.
  std::string key() const {
    const lattice::Geometry& g = state_.geometry;
    std::string text = typeid(Model).name();
    for (const auto& [length, periodic] : {std::pair{g.lx, g.periodic_x}, {g.ly, g.periodic_y}, {g.lz, g.periodic_z}}) {
      text += " " + std::to_string(length) + (periodic ? "" : " open");
    }
    text += ", " + std::to_string(state_.systems) + " systems";
    for (const models::Move move : moves_) {
      text += ", " + std::to_string(static_cast<int>(move));
    }
    return text;
  }
  void wait() const { exec_.fence("neel::update::sweeps"); }

  /// False where this strategy is not possible; then nothing was done. May return before the sweeps are done.
  bool run(const SweepBatch& batch, Strategy strategy) {
    prepare(strategy);
    if (strategy == Strategy::point_to_point && !runs_on_host<Exec>) {
      return by_neighbours(batch);
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
    return true;
  }

private:
  using Graphs = SweepGraphs<Exec, VectorHalfSweeps<Model, Exec>>;

  static std::vector<Strategy> strategies(const lattice::Geometry& geometry, int systems) {
    using enum Strategy;
    constexpr std::int64_t most_bytes = 1 << 20; // of a system by itself: as much as fits the caches beside a core
    const bool small = geometry.sites() * static_cast<std::int64_t>(sizeof(typename Model::Site::Component)) *
                           Model::Site::components <=
                       most_bytes;
    std::vector<Strategy> all;
    if constexpr (runs_on_host<Exec>) {
      const int threads = Exec().concurrency();
      if (small && systems > 1) {
        all.push_back(team_per_system);
      }
      all.insert(systems < threads ? all.begin() : all.end(), point_to_point);
    } else {
      const std::int64_t pairs = systems * geometry.half_volume(); // a thread each
      if (launches_cooperatively<Exec> && pairs <= Exec().concurrency() &&
          PointToPointLauncher<Model, Exec>::whole_warps(geometry, systems)) {
        all.push_back(point_to_point);
      }
      if (lattice::systems_per_launch(systems, geometry.half_volume()) == systems) { // a graph has one launch for all
        all.push_back(graphs);
      }
      if (small) {
        all.push_back(team_per_system);
      }
    }
    all.push_back(launches);
    return all;
  }

  /// What this strategy keeps from batch to batch.
  void prepare(Strategy strategy) {
    if (strategy == ready_) {
      return;
    }
    ready_ = strategy;
    host_.reset();
    graphs_.reset();
    point_to_point_.reset();
    if constexpr (runs_on_host<Exec>) {
      if (strategy != Strategy::launches) {
        host_ = std::make_shared<HostSweeps<Model, Exec>>(model_, state_, moves_, seed_,
                                                          strategy == Strategy::point_to_point, exec_.concurrency());
      }
    } else if (strategy == Strategy::point_to_point) {
      point_to_point_ = std::make_shared<PointToPointLauncher<Model, Exec>>();
    } else if (strategy == Strategy::graphs) {
      graphs_ = std::make_shared<Graphs>(exec_, VectorHalfSweeps<Model, Exec>{model_, state_, moves_, seed_, formats_},
                                         sweeps_of_graph(2 * moves_.size()));
    }
  }

  /// The last sweep is the one that is measured, if any; without sums.
  void sweep(const SweepBatch& batch) const {
    int done = 0;
    if constexpr (runs_on_host<Exec>) {
      if (host_) {
        host_->launch(exec_, batch);
        return;
      }
    } else {
      if (ready_ == Strategy::team_per_system) {
        team_sweeps(exec_, model_, state_, moves_there_, seed_, batch);
        return;
      }
      if (graphs_) { // the last sweep by itself where it counts: counters change
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
      return point_to_point_->run(exec_, model_, state_, moves_there_, seed_, batch, formats_);
    }
    return false;
  }
  /// Sweep n of the batch.
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
  Moves<Exec> moves_there_;
  Strategy ready_ = Strategy::launches;
  std::shared_ptr<Graphs> graphs_;
  std::shared_ptr<PointToPointLauncher<Model, Exec>> point_to_point_;
  std::shared_ptr<HostSweeps<Model, Exec>> host_;
};

} // namespace neel::update
