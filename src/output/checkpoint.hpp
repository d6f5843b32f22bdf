// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// NAME.chk.h5: all that a run needs to go on as if nothing had happened. The last one before it is kept as
// NAME.chk.h5.prev.

#include <neel/run/anneal.hpp>

#include <cstdint>
#include <optional>

namespace neel::output {

inline constexpr const char* checkpoint_format = "neel-checkpoint";
inline constexpr std::int64_t checkpoint_version = 4; ///< of that format, written
inline constexpr std::int64_t oldest_version =
    3; ///< that is read; where what a model measures has changed since, bins tell

struct Checkpoint {
  std::string input; ///< resolved
  run::Position position;
  std::vector<std::vector<statistics::Bins>> finished; ///< (point, system)
  std::vector<run::Array> configuration;
  std::vector<std::uint64_t> snapshots; ///< SnapshotFile::numbers()
  double seconds = 0;                   ///< that the run has worked so far
  std::int64_t interruptions = 0;       ///< how often it was continued so far
};

/// Writes NAME.chk.h5 beside, keeps the former one as NAME.chk.h5.prev, then renames. Throws FileError if that fails, in which
/// case the former one is still there under one of the two names. What is written is forgotten on the way, to save memory.
void write_checkpoint(Checkpoint checkpoint, const std::string& path);

/// Reads one file. Throws FileError if any part of it is damaged or of an unknown format version.
Checkpoint read_checkpoint(const std::string& path);

/// A checkpoint, and what had to be overcome to read it (empty: nothing).
struct FoundCheckpoint {
  Checkpoint checkpoint;
  std::string trouble;
};
/// Reads NAME.chk.h5, or else NAME.chk.h5.prev. Nothing if there is neither. Throws FileError if none can be read.
std::optional<FoundCheckpoint> find_checkpoint(const std::string& path);
std::string previous(const std::string& path);

} // namespace neel::output
