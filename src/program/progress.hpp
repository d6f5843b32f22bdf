// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a run says while it works: a bar on a terminal, else a line a minute; or JSON for programs.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace neel::program {

class Progress {
public:
  enum class Kind { bar, line, json, none };

  /// `kind`: auto, bar, line, json or none. `updates`: of one sweep.
  Progress(const std::string& kind, double updates, std::size_t points);

  /// The run is continued after so many sweeps.
  void start_from(std::uint64_t sweeps) { first_ = sweeps; }
  /// Shows how far the run is, where it is time to: sweeps done, and left to do; `place`: "T 0.5 J". An acceptance that is NaN
  /// is left out.
  void show(std::uint64_t done, std::int64_t left, std::size_t point, const std::string& place, double acceptance);
  void finish();
  double seconds() const;
  double updates_per_ns(std::uint64_t done) const;

private:
  bool due(std::size_t point);

  Kind kind_;
  double updates_;
  std::size_t points_;
  std::chrono::steady_clock::time_point start_, last_;
  std::uint64_t first_ = 0;
  bool shown_ = false;
  std::optional<std::size_t> last_point_; ///< that was shown
};

/// "1:02:03".
std::string duration(double seconds);

} // namespace neel::program
