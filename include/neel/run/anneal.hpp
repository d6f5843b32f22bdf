// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The run loop: at each point of a schedule, thermalise, then sweep and measure.

#include <neel/measure/statistics.hpp>
#include <neel/run/simulation.hpp>

#include <chrono>

namespace neel::run {

/// One point of a schedule.
struct Point {
  double temperature;
  double field;
};

struct Schedule {
  std::vector<Point> points;
  std::int64_t thermalize = 0;    ///< sweeps before measuring
  std::int64_t measurements = 0;  ///< taken at each point
  std::int64_t measure_every = 1; ///< sweeps
  int bins = 32;

  std::int64_t sweeps_per_point() const { return thermalize + measurements * measure_every; }
};

/// How far a run is.
struct Status {
  std::size_t point = 0; ///< index of the point being worked on
  std::int64_t sweeps_in_point = 0;
  double temperature = 0;
};

/// Told about progress: `busy` about ten times a second, `finished` with the bins of every system after each point.
struct Observer {
  std::function<void(const Status&)> busy;
  std::function<void(std::size_t point, const std::vector<measure::Bins>& systems)> finished;
};

namespace detail {

/// Reports progress about ten times a second, without waiting for the device after every sweep.
class Pace {
public:
  explicit Pace(Simulation& simulation) : simulation_(simulation) {}

  /// Call once per sweep; true when a report is due (all work is then done).
  bool due() {
    if (++since_ < batch_) {
      return false;
    }
    simulation_.wait();
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    batch_ =
        seconds < 0.05 ? std::min<std::int64_t>(2 * batch_, 1'000'000) : (seconds > 0.2 ? (batch_ + 1) / 2 : batch_);
    since_ = 0;
    last_ = now;
    return true;
  }

private:
  Simulation& simulation_;
  std::int64_t batch_ = 1, since_ = 0;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

} // namespace detail

/// Runs the schedule from its first point, the configuration being carried from point to point.
inline void anneal(Simulation& simulation, const Schedule& schedule, const Observer& observer) {
  std::uint64_t number = 0;
  detail::Pace pace(simulation);
  for (std::size_t p = 0; p < schedule.points.size(); ++p) {
    Status status{p, 0, schedule.points[p].temperature};
    const auto count = [&] {
      ++number;
      ++status.sweeps_in_point;
      if (pace.due()) {
        observer.busy(status);
      }
    };
    std::vector<measure::Bins> bins(static_cast<std::size_t>(simulation.systems()),
                                    measure::Bins(simulation.moments(), schedule.measurements, schedule.bins));
    const auto collect = [&] {
      simulation.collect(
          [&](int system, std::span<const double> raw) { bins[static_cast<std::size_t>(system)].add(raw); });
    };
    simulation.set_conditions(schedule.points[p].temperature, schedule.points[p].field);
    for (std::int64_t s = 0; s < schedule.thermalize; ++s, count()) {
      simulation.sweep(number);
    }
    for (std::int64_t m = 0; m < schedule.measurements; ++m) {
      for (std::int64_t s = 1; s < schedule.measure_every; ++s, count()) {
        simulation.sweep(number);
      }
      simulation.sweep_and_measure(number);
      count();
      if ((m + 1) % simulation.capacity() == 0) {
        collect();
      }
    }
    collect();
    observer.finished(p, bins);
  }
}

} // namespace neel::run
