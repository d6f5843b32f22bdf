// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// NAME.vtkhdf of a run at work: its snapshots and its final state.

#include "model/model.hpp"
#include "output/snapshot_file.hpp"

#include <neel/run/anneal.hpp>

#include <chrono>

namespace neel::program {

class Snapshots {
public:
  /// `base`: of the names of the run's files. `aside`: finished results are there, whose file stays until the end.
  Snapshots(const models::Model& model, const input::RunInput& run, run::Simulation& simulation, std::string base,
            bool aside);

  /// From a checkpoint. Throws std::invalid_argument or FileError if its snapshots cannot be gone on with.
  void go_on(const std::vector<std::uint64_t>& numbers);
  /// Of the present configuration, unless there is one of this moment already.
  void take(const run::Schedule& schedule, const run::Position& position);
  /// Seconds that keep() will wait, about. Throws FileError if a snapshot could not be written.
  double left() { return file_ ? file_->left() : 0; }
  /// What a checkpoint keeps; what is in the file is then safe on the disk.
  std::vector<std::uint64_t> keep();
  /// The end of the run: the final state, and the file is complete.
  void finish(const run::Schedule& schedule, const run::Position& position);
  /// `neel view` asks by the file NAME.watch for a picture of the present state, which becomes NAME.live.vtkhdf. It takes one part in a
  /// hundred of the time at most, and a run does not fail for it.
  void show_live(const run::Schedule& schedule, const run::Position& position);
  /// A line for the log, or nothing.
  std::string told() const;

private:
  output::Moment moment(const run::Schedule& schedule, const run::Position& position) const;
  /// Writes the present configuration to a file of its own.
  void show(const run::Schedule& schedule, const run::Position& position, const std::string& path);
  int shown_system() const;
  output::Shot shoot(int place, const run::SiteRange& range);
  /// Of a range, after those before it.
  void keep_picture(const run::Configuration& shown, const run::SiteRange& range);
  output::SnapshotFile& file();
  std::string plain_path() const { return base_ + ".vtkhdf"; }
  std::string path() const { return base_ + (aside_ ? ".new.vtkhdf" : ".vtkhdf"); }

  const input::RunInput& run_;
  run::Simulation& simulation_;
  std::string base_;
  bool aside_;
  output::SnapshotHead head_;
  std::unique_ptr<output::SnapshotFile> file_; ///< made when there is something to write
  bool knows_picture_ = false;                 ///< whether the shown configuration of the end is a picture
  std::vector<std::uint8_t> picture_;          ///< that, or nothing
  std::chrono::steady_clock::time_point showed_ = std::chrono::steady_clock::now(); ///< last answer to `neel view`
  double show_seconds_ = 0;                                                         ///< that it took
};

} // namespace neel::program
