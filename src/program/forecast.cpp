// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/forecast.hpp"

#include "model/schedule.hpp"
#include "output/results.hpp"
#include "program/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace neel::program {

namespace {

/// Seconds of a point's sweeps: one while thermalising, and those from one measurement to the next.
struct PollInterval {
  double thermalize = 0, measured = 0;
};

/// Works on a run in the run's own loop, as long as it likes.
class Trial final : run::Observer {
public:
  static constexpr std::int64_t between_checks = 200; ///< sweeps (Job::finished)

  Trial(const models::Model& model, const input::RunInput& run)
      : model_(model), run_(run), schedule_(models::to_schedule(run)),
        simulation_(program::make_simulation(model, run)) {
    making_ = since(begin_);
    first_sweep_ = work({schedule_.points.front(), 1, 0});
    for (int k = 0; k < 4 && first_sweep_ > 0.05 && first_sweep_ < 0.5; ++k) { // held up by other programs, perhaps
      first_sweep_ = std::min(first_sweep_, work({schedule_.points.front(), 1, 0}));
    }
    for (const run::Point& p : schedule_.points) {
      sweeps_ += p.sweeps();
      measurements_ += p.measurements;
    }
  }

  using Clock = std::chrono::steady_clock;
  static double since(Clock::time_point then) { return std::chrono::duration<double>(Clock::now() - then).count(); }

  double making() const { return making_; }
  double spent() const { return since(begin_); }
  /// The first sweep of all took longer than there is time: no time for more than needed.
  bool slow(double seconds) const { return first_sweep_ > seconds; }

  /// At a point, in about so many seconds.
  PollInterval pace(std::size_t p, double seconds) {
    const run::Point& at = schedule_.points[p];
    PollInterval found;
    found.thermalize =
        slow(seconds) ? first_sweep_ : repeated(sweeps_, seconds / 2, [&](std::int64_t n) { return work({at, n, 0}); });
    const double before = found.thermalize * static_cast<double>(at.measure_every - 1);
    if (before > seconds / 2) { // sweeps without a measurement are as those of thermalising
      found.measured = before + work({at, 0, 1, 1});
    } else {
      found.measured =
          repeated(measurements_, seconds / 2, [&](std::int64_t n) { return work({at, 0, n, at.measure_every}); });
    }
    return found;
  }

  double check() {
    const auto begin = Clock::now();
    simulation_->check();
    return since(begin);
  }

  /// Deriving the results of one point of `bins` bins, as if they were like those seen last.
  double derive(std::int64_t bins) const {
    constexpr std::int64_t most_numbers = 1'000'000;
    const auto moments = static_cast<std::int64_t>(simulation_->moments());
    const std::int64_t tried = std::clamp<std::int64_t>(most_numbers / (moments * simulation_->systems()), 1, bins);
    std::vector<statistics::Bins> systems;
    for (const statistics::Bins& seen : bins_) {
      std::vector<double> sums;
      for (std::int64_t b = 0; b < tried; ++b) {
        const auto bin = static_cast<std::size_t>(b) % seen.bins();
        const std::vector<double> mean = seen.means(bin, bin + 1);
        sums.insert(sums.end(), mean.begin(), mean.end());
      }
      systems.emplace_back(seen.moments(), static_cast<int>(tried), 1, tried, sums);
    }
    output::Results results(model_, run_);
    const auto begin = Clock::now();
    results.add(systems);
    return since(begin) * static_cast<double>(bins) / static_cast<double>(tried);
  }

private:
  /// A point of the schedule with other numbers of sweeps.
  struct Part {
    run::Point at;
    std::int64_t thermalize, measurements, every = 1;
  };

  double work(const Part& part) {
    const run::Point point{part.at.temperature, part.at.field, part.thermalize, part.measurements, part.every};
    const auto begin = Clock::now();
    position_.point = 0;
    position_.sweeps_in_point = 0;
    run::anneal(*simulation_, {{point}, schedule_.bins, {}}, position_, *this);
    simulation_->wait();
    return since(begin);
  }

  /// Seconds of one repetition, of `most` at most: so many that they take half of the time.
  template <class Work>
  static double repeated(std::int64_t most, double seconds, const Work& work) {
    for (std::int64_t n = 1;; n = std::min(2 * n, most)) {
      const double taken = work(n);
      if (n >= most || taken > seconds / 2) {
        return taken / static_cast<double>(n);
      }
    }
  }

  RunAction busy(const run::Position& /*position*/) override { return RunAction::go_on; }
  void save(const run::Position& /*position*/) override {}
  bool enough(const run::Position& /*position*/) override { return false; }
  void finished(const run::Position& position) override { bins_ = position.bins; }

  const models::Model& model_;
  const input::RunInput& run_;
  run::Schedule schedule_;
  Clock::time_point begin_ = Clock::now();
  std::unique_ptr<run::Simulation> simulation_;
  double making_ = 0, first_sweep_ = 0;
  std::int64_t sweeps_ = 0, measurements_ = 0; ///< of the whole run: no more are tried of each at a point
  run::Position position_;
  std::vector<statistics::Bins> bins_; ///< seen last
};

} // namespace

namespace {

/// The points that are tried: sweeps take more or less time as it gets colder, if there is time to see it.
std::vector<std::size_t> points_to_try(const input::RunInput& run, std::size_t points, bool slow) {
  if (points == 1 || run.schedule.quench() || slow) {
    return {0};
  }
  return points == 2 ? std::vector<std::size_t>{0, 1} : std::vector<std::size_t>{0, points / 2, points - 1};
}

/// Measurements after which a point can end.
std::int64_t fewest(const input::RunInput& run, const run::Point& point) {
  return run.target_error.empty() ? point.measurements : std::min<std::int64_t>(point.measurements, run.bins);
}

} // namespace

Forecast forecast(const models::Model& model, const input::RunInput& run, double seconds) {
  const run::Schedule schedule = models::to_schedule(run);
  const std::size_t points = schedule.points.size();
  Trial trial(model, run);
  const std::vector<std::size_t> tried = points_to_try(run, points, trial.slow(seconds / 8));
  std::vector<PollInterval> paces;
  Forecast f;
  for (const std::size_t p : tried) {
    paces.push_back(trial.pace(p, seconds / static_cast<double>(tried.size())));
    const double updates = model.updates * 1e-9 / static_cast<double>(tried.size());
    f.thermalizing += updates / paces.back().thermalize;
    f.measuring += updates * static_cast<double>(schedule.points[p].measure_every) / paces.back().measured;
  }
  double longest = 0, shortest = 0, checks = 1;
  for (std::size_t p = 0; p < points; ++p) {
    const run::Point& at = schedule.points[p];
    const std::size_t next = static_cast<std::size_t>(std::upper_bound(tried.begin(), tried.end(), p) - tried.begin());
    const PollInterval& pace = paces[next - 1];
    const double before = pace.thermalize * static_cast<double>(at.thermalize);
    longest += before + pace.measured * static_cast<double>(at.measurements);
    shortest += before + pace.measured * static_cast<double>(fewest(run, at));
    checks += at.sweeps() >= Trial::between_checks ? 1 : 0;
  }
  const double beside = trial.making() + checks * trial.check();
  const double all = static_cast<double>(points);
  f.seconds = longest + beside + all * trial.derive(bins_kept(schedule.points.front().measurements, run.bins));
  f.least_seconds = f.seconds;
  if (shortest < longest) {
    f.least_seconds = shortest + beside + all * trial.derive(bins_kept(fewest(run, schedule.points.front()), run.bins));
  }
  f.tried = trial.spent();
  return f;
}

std::string rough_duration(double seconds) {
  const auto part = [](double n) { return static_cast<long long>(n); };
  if (seconds < 99.5) {
    return seconds < 9.95 ? fmt::format("about {:.2g} s", seconds) : fmt::format("about {:.0f} s", seconds);
  }
  const double minutes = seconds / 60, hours = minutes / 60, days = hours / 24;
  if (minutes < 60) {
    return fmt::format("about {} min {:02} s", part(minutes), part(seconds) % 60);
  }
  return hours < 48 ? fmt::format("about {} h {:02} min", part(hours), part(minutes) % 60)
                    : fmt::format("about {} days {} h", part(days), part(hours) % 24);
}

} // namespace neel::program
