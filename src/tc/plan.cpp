// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "tc/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace neel::tc {

namespace {
constexpr std::size_t most_rungs = 20, most_rungs_of_wide = 64;
constexpr std::int64_t most_measurements = 20'000; ///< of a system at a temperature
} // namespace

double RunPlan::updates(const Question& question) const {
  return static_cast<double>(question.sites(multiple)) * static_cast<double>(temperatures.size()) * systems *
         static_cast<double>(thermalize + sweeps);
}

std::vector<std::string> RunPlan::keys(const Question& question) const {
  std::vector<std::string> all{"lattice.size=" + list_of(question.size(multiple)),
                               "schedule.T=" + input::exact(temperatures),
                               fmt::format("schedule.thermalize={}", thermalize),
                               fmt::format("schedule.sweeps={}", sweeps),
                               fmt::format("schedule.measure_every={}", every),
                               fmt::format("pt.every={}", every),
                               fmt::format("measure.bins={}", std::max<std::int64_t>(2, (sweeps / every + 1) / 2)),
                               fmt::format("algorithm.systems={}", systems),
                               fmt::format("algorithm.seed={}", question.seed() + number)};
  if (question.expected().disordered) {
    all.push_back(fmt::format("material.disorder_seed={}", question.disorder_seed() + number));
  }
  return all;
}

RunPlan pilot(const Question& question, double from, double to) {
  constexpr int rungs = 16;
  RunPlan p;
  const double t = question.expected().temperature;
  for (int k = 0; k < rungs; ++k) {
    p.temperatures.push_back(t * to * std::pow(from / to, static_cast<double>(k) / (rungs - 1)));
  }
  p.thermalize = 200;
  p.sweeps = 1200;
  p.every = 6;
  p.systems = question.expected().disordered ? samples : clean_systems;
  return p;
}

std::vector<double> ladder(Interval window, double specific_heat, double sites) {
  constexpr double apart = 1.4;                  // fluctuations: about a third of the exchanges are accepted
  const bool wide = window.from < window.to / 2; // then temperatures are a factor apart
  const double middle = wide ? 1 : (window.from + window.to) / 2,
               length = wide ? std::log(window.to / window.from) : window.to - window.from,
               step = apart * middle / std::sqrt(std::max(0.1, specific_heat) * sites);
  const auto gaps = static_cast<std::size_t>(
      std::clamp(std::ceil(length / step), 2.0, static_cast<double>((wide ? most_rungs_of_wide : most_rungs) - 1)));
  std::vector<double> all;
  for (std::size_t k = 0; k <= gaps; ++k) {
    const double part = static_cast<double>(k) / static_cast<double>(gaps);
    all.push_back(wide ? window.from * std::exp(length * part) : window.from + length * part);
  }
  return all;
}

void set_sweeps(RunPlan& plan, double tau, double independent) {
  constexpr double thermal = 15, least = 60;
  constexpr std::int64_t between = 3; // a measurement takes about as long as some sweeps
  tau = std::max(0.5, tau);
  plan.thermalize = static_cast<std::int64_t>(std::ceil(thermal * tau)) + 50;
  const double wanted = std::max(least * tau, independent * 2 * tau / plan.systems);
  const auto sweeps = static_cast<std::int64_t>(std::ceil(std::max(200.0, wanted)));
  plan.every = std::max<std::int64_t>(
      {between, static_cast<std::int64_t>(tau), (sweeps + most_measurements - 1) / most_measurements});
  plan.sweeps = (sweeps + plan.every - 1) / plan.every * plan.every;
}

Reach reach_of(const Curves& pilot, int dimension, double highest) {
  constexpr double disordered = 0.4; // at transitions xi/L is .56 to .65 in three dimensions, .75 to .91 in two
  const double ordered = dimension == 3 ? 0.85 : 1.15;
  constexpr int points = 201;
  Reach r{pilot.range(), false};
  const Interval all = r.window;
  for (int k = 0; k < points; ++k) { // from cold to hot
    const double t = all.from * std::pow(all.to / all.from, static_cast<double>(k) / (points - 1));
    const double ratio = pilot.trusted(t) ? pilot.at(Ratio::length, t) : ordered;
    if (pilot.trusted(t) && ratio >= ordered) {
      r.ordered = true;
      r.window.from = t;
    }
    if (pilot.trusted(t) && ratio >= disordered) {
      r.window.to =
          all.from * std::pow(all.to / all.from, static_cast<double>(std::min(k + 1, points - 1)) / (points - 1));
    }
  }
  r.window.to = std::min(std::max(r.window.to, 1.1 * r.window.from), highest);
  return r;
}

Interval window_around(const Curves& largest, const Pair& pair) {
  constexpr double apart = 1.2, errors = 4;
  constexpr int points = 201;
  const double least = errors * pair.at.error, here = largest.at(Ratio::length, pair.at.value);
  Interval w{pair.at.value, pair.at.value};
  for (int k = 0; k < points; ++k) {
    const double t = largest.range().from + (largest.range().to - largest.range().from) * k / (points - 1);
    const double ratio = largest.trusted(t) ? largest.at(Ratio::length, t) / here : 0;
    if (ratio > 1 / apart && ratio < apart) {
      w = {std::min(w.from, t), std::max(w.to, t)};
    }
  }
  return {std::min(w.from, pair.at.value - least), std::max(w.to, pair.at.value + least)};
}

Interval window_of(std::span<const Pair> pairs, int length) {
  constexpr double errors = 4;
  Interval w{HUGE_VAL, 0};
  for (const Pair& p : pairs) {
    if (p.smaller == length || p.larger == length) {
      w = {std::min(w.from, p.at.value - errors * p.at.error), std::max(w.to, p.at.value + errors * p.at.error)};
    }
  }
  return w;
}

} // namespace neel::tc
