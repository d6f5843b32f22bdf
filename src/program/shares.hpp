// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Some of the systems of a run as a run of their own, and the ends of such runs put together into that of all systems.

#include "output/checkpoint.hpp"
#include "program/single_run.hpp"

namespace neel::program {

/// Is every sweep done?
bool at_end(const input::RunInput& run, const run::Position& at);

/// The run of `count` systems of `whole` from `first` on, with files of its own; its checkpoint is kept, and no configuration is
/// written. Throws InputError with the reason where systems cannot run apart, since what they do depends on how many there
/// are in all; of some inputs this is found only where `first` is not 0.
SingleRun share_of(const SingleRun& whole, std::int64_t first, std::int64_t count, const std::string& base);

/// The end of a run of all systems of `whole`, from the ends of shares of them.
class JoinedEnd {
public:
  /// Throws DeviceError where memory is short.
  explicit JoinedEnd(const SingleRun& whole);

  /// The next `systems` systems; `base`: their files. Throws FileError if they do not fit to those before them.
  void add(output::Checkpoint end, std::int64_t systems, const std::string& base);
  /// Once all are there.
  output::Checkpoint take();

private:
  void find_shapes();
  void join_configurations(std::vector<run::Array>& more, std::int64_t systems);

  const SingleRun& whole_;
  std::int64_t systems_ = 0;       ///< so far
  output::Checkpoint end_;         ///< of these
  std::vector<run::Array> shapes_; ///< of all systems, without numbers
};

} // namespace neel::program
