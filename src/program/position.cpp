// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/position.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace neel::program {

namespace {

using statistics::Bins;

[[noreturn]] void impossible(const std::string& what) { throw std::invalid_argument(what); }

void keep_more(std::vector<Bins>& bins, int least) {
  for (Bins& b : bins) {
    if (b.length() == 1 && b.least() < static_cast<std::size_t>(least)) {
      b = Bins(b.moments(), least, 1, b.measurements(), std::vector(b.sums().begin(), b.sums().end()));
    }
  }
}

/// After so many sweeps of a point.
std::int64_t measurements_after(const run::Point& point, std::int64_t sweeps) {
  return std::max<std::int64_t>(0, sweeps - point.thermalize) / point.measure_every;
}

/// Bins double their length when there are twice as many as the least: so it follows from the number of measurements.
std::int64_t length_of_bins(std::int64_t measurements, int least) {
  std::int64_t length = 1;
  while (measurements > std::int64_t{2} * least * length) {
    length *= 2;
  }
  return length;
}

/// What cannot be measured yet, such as a correlation with a later time, is not a number in any system.
void check_sums(const std::vector<Bins>& systems) {
  for (std::size_t k = 0; k < systems.front().moments(); ++k) {
    std::size_t unknown = 0, all = 0;
    for (const Bins& b : systems) {
      for (std::size_t at = k; at < b.sums().size(); at += b.moments(), ++all) {
        unknown += std::isnan(b.sums()[at]) ? 1 : 0;
        if (std::isinf(b.sums()[at])) {
          impossible("a sum of measurements is infinite");
        }
      }
    }
    if (unknown != 0 && unknown != all) {
      impossible("a sum of measurements is not a number");
    }
  }
}

void check_bins(const std::vector<Bins>& systems, std::int64_t measurements, int least,
                const run::Simulation& simulation) {
  if (systems.size() != static_cast<std::size_t>(simulation.systems())) {
    impossible("its measurements are not those of this input");
  }
  for (const Bins& b : systems) {
    if (b.moments() != simulation.moments()) {
      impossible("it has sums of " + std::to_string(b.moments()) + " quantities where this Neel measures " +
                 std::to_string(simulation.moments()) +
                 ": continue it with the Neel that wrote it, or start over with --restart");
    }
    if (b.least() != static_cast<std::size_t>(least)) {
      impossible("its measurements are not those of this input");
    }
    if (b.measurements() != measurements || b.length() != length_of_bins(measurements, least)) {
      impossible("its bins are not those of so many sweeps");
    }
  }
  check_sums(systems);
}

/// Where points may end by their target errors: is it one of the numbers of measurements at which they do?
bool can_end_after(const run::Point& point, std::int64_t measurements, int least, bool ended_early) {
  return measurements == point.measurements ||
         (ended_early && measurements < point.measurements && Bins::is_milestone(measurements, least));
}

} // namespace

void check_position(const output::Checkpoint& c, const run::Schedule& schedule, bool ended_early,
                    const run::Simulation& simulation) {
  const run::Position& at = c.position;
  if (at.point >= schedule.points.size() || at.sweeps_in_point > schedule.points[at.point].sweeps()) {
    impossible("its position is beyond the end of the run");
  }
  std::int64_t sweeps = at.sweeps_in_point;
  for (std::size_t p = 0; p < c.finished.size(); ++p) {
    const run::Point& point = schedule.points[p];
    const std::int64_t measurements = c.finished[p].front().measurements();
    if (!can_end_after(point, measurements, schedule.bins, ended_early)) {
      impossible("a point has another number of measurements than this input asks for");
    }
    check_bins(c.finished[p], measurements, schedule.bins, simulation);
    sweeps += point.thermalize + measurements * point.measure_every;
  }
  if (at.sweeps != static_cast<std::uint64_t>(sweeps)) {
    impossible("it counts " + std::to_string(at.sweeps) + " sweeps, but its points have " + std::to_string(sweeps));
  }
  check_bins(at.bins, measurements_after(schedule.points[at.point], at.sweeps_in_point), schedule.bins, simulation);
}

void keep_more_bins(output::Checkpoint& c, int least) {
  keep_more(c.position.bins, least);
  for (std::vector<Bins>& bins : c.finished) {
    keep_more(bins, least);
  }
}

} // namespace neel::program
