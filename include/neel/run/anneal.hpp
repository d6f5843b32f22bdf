// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The run loop: at each point of a schedule, thermalise, then sweep and measure. It can be stopped after any sweep and
// goes on from there as if nothing had happened.

#include <neel/run/simulation.hpp>
#include <neel/statistics/statistics.hpp>

#include <chrono>

namespace neel::run {

/// One point of a schedule.
struct Point {
  double temperature = 1;
  double field = 0;
  std::int64_t thermalize = 0;    ///< sweeps before measuring
  std::int64_t measurements = 0;  ///< at most: Observer::enough can end the point earlier
  std::int64_t measure_every = 1; ///< sweeps

  std::int64_t sweeps() const { return thermalize + measurements * measure_every; }
};

/// When configurations are shown on the way. Sweeps are counted from the beginning of each point, or of the run.
struct Showing {
  std::int64_t every = 0;       ///< sweeps; 0: not so
  std::vector<std::int64_t> at; ///< after so many sweeps, increasing
  bool of_run = false;          ///< count from the beginning of the run

  bool due(std::int64_t sweeps_in_point, std::uint64_t sweeps) const {
    const std::int64_t n = of_run ? static_cast<std::int64_t>(sweeps) : sweeps_in_point;
    return (every > 0 && n > 0 && n % every == 0) || std::binary_search(at.begin(), at.end(), n);
  }
};

struct Schedule {
  std::vector<Point> points;
  int bins = 32; ///< at least, per point; statistics::Bins
  Showing showing{};

  /// From the beginning of point `first` on.
  std::int64_t sweeps_after(std::size_t first) const {
    std::int64_t n = 0;
    for (std::size_t p = first; p < points.size(); ++p) {
      n += points[p].sweeps();
    }
    return n;
  }
};

/// Where a run is. Together with the configuration, this is all that is needed to continue.
struct Position {
  std::size_t point = 0;              ///< index of the point being worked on
  std::int64_t sweeps_in_point = 0;   ///< done
  std::uint64_t sweeps = 0;           ///< done in the whole run: names the random numbers of the next one
  std::vector<statistics::Bins> bins; ///< of the point, one per system
};

/// Is told how the run goes. Bins are up to date in every call but busy().
class Observer {
public:
  enum class RunAction { go_on, save, stop };
  virtual ~Observer() = default;
  /// Called about ten times a second, between sweeps. With save or stop, save() is called next.
  virtual RunAction busy(const Position& position) = 0;
  virtual void save(const Position& position) = 0;
  /// Is the point measured well enough to end it now? Asked when the number of measurements says so, so that the answer
  /// may depend on nothing but the measurements.
  virtual bool enough(const Position& position) = 0;
  /// The configurations are to be shown. Can be called again after the same sweep: at the beginning of the next point, or
  /// when the run goes on. Measurements may be waiting for collect().
  virtual void show(const Position& /*position*/) {}
  /// The point is done.
  virtual void finished(const Position& position) = 0;
};

namespace detail {

/// Says when to call busy(), about ten times a second, without waiting for the device after every sweep.
class PollInterval {
public:
  explicit PollInterval(Simulation& simulation) : simulation_(simulation) {}

  /// Call once per sweep; true when it is time (all work is then done).
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

inline void collect(Simulation& simulation, Position& position) {
  simulation.collect(
      [&](int system, std::span<const double> raw) { position.bins[static_cast<std::size_t>(system)].add(raw); });
}

/// The number of measurements at the point if the last sweep was measured, else 0.
inline std::int64_t measurement_just_taken(const Point& point, const Position& position) {
  const std::int64_t measured = position.sweeps_in_point - point.thermalize;
  return measured > 0 && measured % point.measure_every == 0 ? measured / point.measure_every : 0;
}

/// The next sweep, with its measurement where one is due.
inline void step(Simulation& simulation, const Point& point, Position& position) {
  const std::uint64_t number = position.sweeps++;
  ++position.sweeps_in_point;
  if (position.sweeps_in_point <= point.thermalize) {
    simulation.thermalize(number);
  } else if (measurement_just_taken(point, position) > 0) {
    simulation.sweep_and_measure(number);
  } else {
    simulation.sweep(number);
  }
}

/// Works on one point until it is done (true) or stopped (false).
inline bool work(Simulation& simulation, const Schedule& schedule, Position& position, Observer& observer,
                 PollInterval& pace) {
  const Point& point = schedule.points[position.point];
  int held = 0; // measurements not yet collected
  const auto up_to_date = [&] {
    collect(simulation, position);
    held = 0;
  };
  const auto show = [&] {
    if (schedule.showing.due(position.sweeps_in_point, position.sweeps)) {
      observer.show(position);
    }
  };
  if (position.sweeps_in_point == 0) {
    show();
  }
  while (position.sweeps_in_point < point.sweeps()) {
    if (statistics::Bins::is_milestone(measurement_just_taken(point, position), schedule.bins)) {
      up_to_date();
      if (observer.enough(position)) {
        break;
      }
    }
    step(simulation, point, position);
    show();
    held += measurement_just_taken(point, position) > 0 ? 1 : 0;
    if (held == simulation.capacity()) {
      up_to_date();
    }
    if (pace.due()) {
      if (const Observer::RunAction wish = observer.busy(position); wish != Observer::RunAction::go_on) {
        up_to_date();
        observer.save(position);
        if (wish == Observer::RunAction::stop) {
          return false;
        }
      }
    }
  }
  up_to_date();
  return true;
}

} // namespace detail

/// Runs the schedule from `position` on, the configuration being carried from point to point. False: the observer stopped
/// it.
inline bool anneal(Simulation& simulation, const Schedule& schedule, Position& position, Observer& observer) {
  detail::PollInterval pace(simulation);
  for (; position.point < schedule.points.size(); ++position.point, position.sweeps_in_point = 0) {
    const Point& point = schedule.points[position.point];
    simulation.set_conditions(point.temperature, point.field);
    if (position.sweeps_in_point == 0) {
      position.bins.assign(static_cast<std::size_t>(simulation.systems()),
                           statistics::Bins(simulation.moments(), schedule.bins));
    }
    if (!detail::work(simulation, schedule, position, observer, pace)) {
      return false;
    }
    observer.finished(position);
  }
  return true;
}

} // namespace neel::run
