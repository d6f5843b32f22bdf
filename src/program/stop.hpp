// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Reasons to stop a run early: a signal, a file, the end of its time.

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace neel::program {

class Stop {
public:
  /// From now on SIGINT, SIGTERM, SIGUSR1, SIGXCPU and SIGHUP (unless it is ignored: nohup) ask the run to stop; another
  /// one more than a second later ends the program. So do the file `path`, which is removed when it is seen, and the end of
  /// `seconds` from the start of the program (if given) or of the Slurm job around it. There can be one at a time; of several, all see the same signals.
  Stop(std::string path, std::optional<double> seconds);
  ~Stop();
  /// Another rank got this signal.
  static void ask(int signal);
  /// The signal that this process got, or 0.
  static int caught_signal();
  Stop(const Stop&) = delete;
  Stop& operator=(const Stop&) = delete;

  /// From now on reason() asks this, too: has another process been told to stop?
  void listen(std::function<bool()> others) { others_ = std::move(others); }

  /// Why the run should stop now, if it should. `reserve`: seconds that stopping takes.
  std::optional<std::string> reason(double reserve);
  /// The last reason that was given.
  const std::string& given() const { return given_; }

private:
  std::optional<std::string> find_reason(double reserve);

  std::string path_, given_;
  std::function<bool()> others_;
  std::optional<double> end_, slurm_end_; ///< seconds from the start of the program
};

} // namespace neel::program
