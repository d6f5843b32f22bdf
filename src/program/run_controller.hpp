// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A run at work: it reports, checks itself, and keeps what it has on the disk.

#include "output/checkpoint.hpp"
#include "output/results.hpp"
#include "program/log.hpp"
#include "program/progress.hpp"
#include "program/snapshots.hpp"
#include "program/stop.hpp"

namespace neel::program {

/// How a run is to be watched.
struct RunControllerOptions {
  std::string base; ///< path of the output files without their endings
  std::string progress = "auto";
  bool keep_results = false; ///< those that are there stay until the end
  bool joined = false;       ///< what it goes on from was made of several runs: the log begins anew
};

class RunController final : run::Observer {
public:
  /// Makes the simulation, for which memory can be missing; writes nothing.
  RunController(const models::Model& model, const input::RunInput& run, const RunControllerOptions& options, Log& log,
                Stop& stop, std::optional<output::FoundCheckpoint> from);
  /// Starts anew, or goes on from the checkpoint. The log begins with `header`; `note`: what had to be overcome.
  void begin(const std::string& header, const std::string& note);
  /// Works until all is done (true) or something stops it, in which case a checkpoint tells how far it came.
  bool work();

private:
  using Clock = std::chrono::steady_clock;

  RunAction busy(const run::Position& position) override;
  void save(const run::Position& position) override;
  bool enough(const run::Position& position) override;
  void show(const run::Position& position) override;
  void finished(const run::Position& position) override;

  void start();
  void go_on(output::Checkpoint c, const std::string& note);
  void check(const run::Position& position);
  void write_results(std::optional<std::uint64_t> final_hash); ///< of the end of the run
  void take_lowest();
  void finish();
  void write_news();
  output::Timing timing() const;
  double acceptance() const;
  std::string place(std::size_t point) const;
  bool checkpoints() const { return run_.output.checkpoint_seconds > 0 || run_.output.checkpoint_points > 0; }
  std::string checkpoint_path() const { return options_.base + ".chk.h5"; }

  const models::Model& model_;
  const input::RunInput& run_;
  RunControllerOptions options_;
  Log& log_;
  run::Schedule schedule_;
  output::Results results_;
  std::string started_;
  std::unique_ptr<run::Simulation> simulation_;
  Snapshots snapshots_;
  run::Position position_;
  double earlier_seconds_ = 0; ///< worked before the run was interrupted
  std::int64_t interruptions_ = 0;
  Progress progress_;
  Stop& stop_;
  std::optional<output::FoundCheckpoint> from_;
  std::string stopped_by_;

  Clock::time_point saved_ = Clock::now(), looked_ = saved_; ///< last checkpoint; last call of busy()
  double save_seconds_ = 0, longest_wait_ = 0;               ///< for a checkpoint; between calls of busy()
  double other_seconds_ = 0;                                 ///< for checks and output, all in all
  std::size_t saved_point_ = 0;
  std::uint64_t checked_sweeps_ = 0;
  Clock::time_point wrote_ = saved_; ///< last results
  double write_seconds_ = 0;
};

} // namespace neel::program
