// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Which files of a folder are runs, so that all of them can be given: neel analyze *.h5.

#include <string>
#include <vector>

namespace neel::analysis {

struct Choice {
  struct Other {
    std::string path, what; ///< "a checkpoint"
  };
  std::vector<std::string> runs;
  std::vector<Other> others;
};

/// Sets aside what is no run: checkpoints, earlier analyses, and the grid of a scan where runs of it are given, too.
/// Throws FileError if a file cannot be read, InputError if no run is left.
Choice choose_runs(const std::vector<std::string>& paths);

} // namespace neel::analysis
