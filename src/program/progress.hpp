// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a run says while it works: a bar on a terminal, else a line a minute.

#include <chrono>
#include <cstdint>
#include <string>

namespace neel::program {

class Progress {
public:
  enum class Kind { bar, line, none };

  /// `kind`: auto, bar, line or none. `total` counts sweeps, `sites` the sites that one sweep updates.
  Progress(const std::string& kind, std::int64_t total, double sites, std::size_t points);

  /// Shows how far the run is, where it is time to.
  void show(std::int64_t done, std::size_t point, double temperature, double acceptance);
  void finish();
  double seconds() const;
  double updates_per_ns(std::int64_t done) const;

private:
  Kind kind_;
  std::int64_t total_;
  double sites_;
  std::size_t points_;
  std::chrono::steady_clock::time_point start_, last_;
  bool shown_ = false;
};

/// "1:02:03".
std::string duration(double seconds);

} // namespace neel::program
