// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Reasons to stop a run early: a signal, a file, the end of its time.

#include <chrono>
#include <optional>
#include <string>

namespace neel::program {

class Stop {
public:
  /// From now on SIGINT, SIGTERM and SIGUSR1 ask the run to stop, once: a second signal ends the program. So do the file
  /// `path`, which is removed when it is seen, and the end of `seconds` from the start of the program (if given) or of
  /// the Slurm job around it.
  Stop(std::string path, std::optional<double> seconds);
  ~Stop();
  Stop(const Stop&) = delete;
  Stop& operator=(const Stop&) = delete;

  /// Why the run should stop now, if it should. `reserve`: seconds that stopping takes.
  std::optional<std::string> reason(double reserve);

private:
  using Clock = std::chrono::system_clock;
  std::string path_;
  std::optional<Clock::time_point> end_, slurm_end_;
};

} // namespace neel::program
