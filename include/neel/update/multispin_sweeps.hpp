// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several sweeps of wide sites at once, by any of several strategies. On a small lattice a half-sweep takes no longer than its launch:
// there all threads move one colour, wait for one another, and go on with the next; or each waits for its neighbours alone
// (multispin_point_to_point.hpp).

#include <neel/core/backend/cooperative.hpp>
#include <neel/update/multispin_point_to_point.hpp>
#include <neel/update/multispin_sweep.hpp>
#include <neel/update/strategy.hpp>
#include <neel/update/sweep_batch.hpp>

#include <limits>
#include <memory>
#include <string>
#include <typeinfo>
#include <vector>

namespace neel::update {

/// In one launch. A thread moves the replicas of an entry that have a draw in common.
template <class Model, class Order, ExecutionSpace Exec>
class MultispinPersistentSweeps {
public:
  static constexpr int most_threads = 128;

  MultispinPersistentSweeps(const Model& model, const models::State<Model, Exec>& state, const Order& order,
                            const Seed& seed, const SweepBatch& batch)
      : halves_{half(model, state, order, lattice::Colour::even), half(model, state, order, lattice::Colour::odd)},
        seed_(seed), batch_(batch), places_(halves_[0].places()), draws_of_system_(places_.size * groups(state)),
        draws_(state.systems * draws_of_system_.size) {}

  /// Of a colour, in all systems; no more than fit an int, or there is no MultispinPersistentSweeps.
  static std::int64_t draws(const models::State<Model, Exec>& state, const Order& order) {
    return std::int64_t{state.systems} * typename Half::Tiles(order).size() * groups(state);
  }
  int threads(int at_once) const { return Kokkos::min(draws_, at_once); }

  NEEL_FUNCTION void operator()(GridThread all) const {
    NEEL_ROLLED_LOOP
    for (int half = 0; half < 2 * batch_.count; ++half) {
      const random::PhiloxSource source{seed_, batch_.first + static_cast<std::uint64_t>(half / 2)};
      if (half > 0) {
        all.arrive();
        all.wait();
      }
      NEEL_ROLLED_LOOP
      for (int index = all.rank(); index < draws_; index += all.size()) {
        const int system = draws_of_system_.quotient(index), draw = draws_of_system_.remainder(index, system);
        const int group = places_.quotient(draw);
        halves_[half % 2].update_group(system, places_.remainder(draw, group), Model::group * group, source);
      }
    }
  }

private:
  using Half = MultispinHalfSweep<Model, Order, random::PhiloxSource, Exec>;

  /// Draws of an entry.
  static int groups(const models::State<Model, Exec>& state) {
    return (state.replicas + Model::group - 1) / Model::group;
  }
  static Half half(const Model& model, const models::State<Model, Exec>& state, const Order& order, lattice::Colour c) {
    Half all(model, order, 0, order.rows() / order.plane(), c, random::PhiloxSource{});
    all.take(state, 0);
    return all;
  }

  Half halves_[2];
  Seed seed_;
  SweepBatch batch_;
  lattice::AnyLength places_, draws_of_system_;
  int draws_;
};

/// Sweeps with random numbers from Philox; half-sweeps of a host are phases that threads share. All strategies leave the same bits, and
/// count nothing.
template <class Model, class Order, ExecutionSpace Exec>
class MultispinSweeps {
public:
  MultispinSweeps(const Exec& exec, const Model& model, const models::State<Model, Exec>& state, const Order& order,
                  const Seed& seed)
      : exec_(exec), model_(model), state_(state), order_(order), seed_(seed), arrived_("neel::update::arrived") {
    if constexpr (runs_on_host<Exec>) {
      phases_ = std::make_shared<PhaseScheduler>(exec.concurrency());
    }
  }

  /// That may fit: the first is the best guess, the last always fits.
  std::vector<Strategy> strategies() const {
    std::vector<Strategy> all;
    if constexpr (!runs_on_host<Exec> && launches_cooperatively<Exec>) {
      if (PointToPointLauncher::fits(state_)) {
        all.push_back(Strategy::point_to_point);
      }
      if (Launch::draws(state_, order_) <= std::numeric_limits<int>::max()) {
        all.push_back(Strategy::persistent);
      }
    }
    all.push_back(Strategy::launches);
    return all;
  }
  /// Sweeps that are best made at once.
  int most() const {
    constexpr double bytes = 4; // that take as long as a proposal
    return sweeps_at_once(static_cast<double>(2 * state_.replicas * state_.replica_stride()) *
                          sizeof(typename Model::Site) / bytes);
  }
  static bool in_periods(Strategy /*strategy*/) { return false; }
  /// What their speed depends on, beside the machine.
  std::string key() const {
    return std::string(typeid(Launch).name()) + " " + std::to_string(state_.geometry.lx) + " " +
           std::to_string(state_.geometry.ly) + " " + std::to_string(state_.geometry.lz) + ", " +
           std::to_string(state_.systems) + " systems of " + std::to_string(state_.replicas);
  }
  void wait() const { exec_.fence("neel::update::sweeps"); }

  /// False where this strategy is not possible; then nothing was done. May return before the sweeps are done.
  bool run(const SweepBatch& batch, Strategy strategy) {
    if constexpr (runs_on_host<Exec>) {
      phases_->launch(exec_, "neel::update::ordered_sweeps", [&](PhaseScheduler::Thread& thread) {
        for (int n = 0; n < batch.count; ++n) {
          const random::PhiloxSource source{seed_, batch.first + static_cast<std::uint64_t>(n)};
          for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
            Half(model_, order_, 0, order_.rows() / order_.plane(), c, source).phase(thread, state_);
          }
        }
      });
    } else {
      if (strategy != Strategy::point_to_point) {
        point_to_point_.reset();
      } else if constexpr (PointToPointLauncher::possible) {
        if (!point_to_point_) {
          point_to_point_ = std::make_shared<PointToPointLauncher>(state_);
        }
        return point_to_point_->run(exec_, model_, state_, order_, seed_, batch);
      }
      if (strategy == Strategy::persistent) {
        return launch_cooperative(exec_, Launch(model_, state_, order_, seed_, batch), arrived_.data());
      }
      for (int n = 0; n < batch.count; ++n) {
        ordered_sweep(exec_, model_, state_, order_, seed_, batch.first + static_cast<std::uint64_t>(n));
      }
    }
    return true;
  }

private:
  using Launch = MultispinPersistentSweeps<Model, Order, Exec>;
  using Half = MultispinHalfSweep<Model, Order, random::PhiloxSource, Exec>;
  using PointToPointLauncher = MultispinPointToPointLauncher<Model, Order, Exec>;

  Exec exec_;
  Model model_;
  models::State<Model, Exec> state_;
  Order order_;
  Seed seed_;
  Kokkos::View<BarrierCount, typename Exec::memory_space> arrived_;
  std::shared_ptr<PointToPointLauncher> point_to_point_;
  std::shared_ptr<PhaseScheduler> phases_; ///< host
};

} // namespace neel::update
