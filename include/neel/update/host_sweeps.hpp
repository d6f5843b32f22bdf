// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several sweeps in one launch on a host: a thread sweeps a system by itself, which stays in the caches next to it, or threads
// share all systems by bands.

#include <neel/update/colour_sweep.hpp>
#include <neel/update/strip_wavefront.hpp>
#include <neel/update/sweep_batch.hpp>

#include <optional>
#include <vector>

namespace neel::update {

template <models::SitePhysics Model, ExecutionSpace Exec>
class HostSweeps {
public:
  HostSweeps(const Model& model, const models::State<Model, Exec>& state, const std::vector<models::Move>& moves,
             const Seed& seed, bool by_bands, int threads)
      : model_(model), contents_(state.contents()), moves_(moves), seed_(seed), number_of_systems_(state.systems),
        threads_(threads) {
    if (by_bands) {
      bands_.emplace(state.geometry, state.systems, threads);
    } else {
      systems_.emplace(threads);
    }
  }

  void launch(const Exec& exec, const SweepBatch& batch) {
    each_thread(exec, "neel::update::shared_sweeps", threads_, [&, this](int thread) { run(batch, thread); });
    finish(batch);
  }

  /// What one thread comes to do. Threads may run at the same time or one after another, as Kokkos lets them.
  void run(const SweepBatch& batch, int thread) {
    if (systems_) {
      systems_->with(thread, spans_, number_of_systems_, [&](std::int64_t system) {
        with_halves(batch, [&](auto sweep, std::uint64_t /*half*/, std::int64_t* accepted) {
          sweep.take(contents_.from(static_cast<int>(system)), static_cast<int>(system), accepted);
          move(sweep, 0, sweep.per_system());
        });
      });
      return;
    }
    with_halves(batch, [&](auto sweep, std::uint64_t in_span, std::int64_t* accepted) {
      bands_->with_half(thread, halves_ + in_span, [&](std::int64_t band) {
        const auto system = static_cast<int>(band / bands_->of_system());
        const auto in_system = static_cast<int>(band - std::int64_t{system} * bands_->of_system());
        sweep.take(contents_.from(system), system, accepted);
        move(sweep, in_system * bands_->blocks(), bands_->blocks());
      });
    });
  }
  /// After all threads.
  void finish(const SweepBatch& batch) {
    ++spans_;
    halves_ += 2 * static_cast<std::uint64_t>(batch.count) * moves_.size();
  }

private:
  /// Calls use(sweep, half, accepted) for each colour of each move of each sweep.
  template <class Use>
  void with_halves(const SweepBatch& batch, const Use& use) const {
    std::uint64_t half = 0;
    for (int n = 0; n < batch.count; ++n) {
      for (std::uint32_t k = 0; k < moves_.size(); ++k) {
        with_move<Model>(moves_[k], [&]<models::Move M>() {
          for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
            use(BlockHalfSweep<Model, Exec, M>(model_, contents_.geometry, c, seed_,
                                               batch.first + static_cast<std::uint64_t>(n), k),
                half++, batch.counter(M, batch.measurement(n)));
          }
        });
      }
    }
  }
  /// Out of line, so that it is compiled once.
  template <class HalfSweep>
  [[gnu::noinline]] static void move(const HalfSweep& sweep, int first, int blocks) {
    for (int block = first; block < first + blocks; ++block) {
      sweep(block);
    }
  }

  Model model_;
  models::Contents<Model> contents_;
  std::vector<models::Move> moves_;
  Seed seed_;
  int number_of_systems_, threads_;
  std::optional<WorkStealing> systems_;
  std::optional<StripWavefront> bands_;
  std::uint64_t spans_ = 0, halves_ = 0; ///< made before
};

} // namespace neel::update
