// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/convergence.hpp"

#include "model/population.hpp"
#include "output/real_units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace neel::program {

namespace {

/// Rounded up to two digits.
std::int64_t generous(double n) {
  const double unit = std::pow(10.0, std::max(0.0, std::floor(std::log10(n)) - 1));
  return static_cast<std::int64_t>(std::ceil(n / unit) * unit);
}

struct Doubtful {
  std::size_t count = 0;
  std::string list; ///< the first of them
  double longer = 0;
};

Doubtful find_doubtful(const output::Results& results, const models::Coordinate& axis) {
  constexpr std::size_t most_shown = 6;
  const output::ShownTemperature shown =
      axis.name == "T" ? output::shown_temperature(results.run().unit) : output::ShownTemperature{1, ""};
  Doubtful all;
  for (std::size_t g = 0; g < results.groups(); ++g) {
    for (std::size_t p = 0; p < results.points(); ++p) {
      const output::Results::Verdict v = results.verdict(g, p);
      if (v.converged) {
        continue;
      }
      if (++all.count <= most_shown) {
        all.list += (all.list.empty() ? "" : ", ") + fmt::format("{:.6g}", axis.values[p] * shown.factor);
        if (results.groups() > 1) {
          all.list += fmt::format(" ({} {:.4g})", results.model().scan.name, results.model().scan.values[g]);
        }
      }
      all.longer = v.longer <= all.longer ? all.longer : v.longer;
    }
  }
  all.list += (all.count > most_shown ? " ..." : "") + std::string(shown.factor == 1 ? "" : " K");
  return all;
}

/// Errors from a few systems are rough.
std::string few_systems(const output::Results& results) {
  constexpr std::size_t few = 8;
  const std::size_t systems = static_cast<std::size_t>(results.model().systems) / results.groups();
  bool disordered = false;
  for (std::size_t g = 0; g < results.groups(); ++g) {
    disordered = disordered || results.model().disordered[g];
  }
  if (!disordered || systems == 1 || systems >= few) {
    return {};
  }
  return fmt::format(
      "note: errors rest on the spread of {} systems (Student's factor included) and are known to {:.0f} %\n", systems,
      100 / std::sqrt(2 * (static_cast<double>(systems) - 1)));
}

/// How large families have become, and where they are too few.
std::string families(const output::Results& results) {
  const auto& observables = results.model().observables;
  const auto rho_t =
      static_cast<std::size_t>(std::find_if(observables.begin(), observables.end(),
                                            [](const models::Observable& o) { return o.name == models::rho_t; }) -
                               observables.begin());
  const models::Coordinate axis = results.point_axis();
  double largest = 0;
  std::size_t at = 0, poor = 0, points = 0;
  for (std::size_t p = 0; p < results.points(); ++p) {
    std::size_t here = 0;
    for (std::size_t g = 0; g < results.groups(); ++g) {
      here += results.poor_populations(g, p);
      const double size = results.at(g, p)[rho_t].value;
      at = size > largest ? p : at;
      largest = std::max(largest, size);
    }
    poor = std::max(poor, here);
    points += here > 0 ? 1 : 0;
  }
  std::string text = fmt::format("families: mean square size rho_t = {:.4g} at most, at {} = {:.6g}\n", largest,
                                 axis.name, axis.values[at]);
  if (poor > 0) {
    text += fmt::format(
        "{} of {} populations have too few families, at {} of {} points: rho_t is more than 1/{:.0f} of "
        "pa.population, so that errors are too small; take more configurations, more temperatures, or "
        "more sweeps at each\n",
        poor, results.model().systems / results.model().blocks, points, results.points(), models::enough_families);
  }
  return text;
}

} // namespace

std::string convergence(const output::Results& results) {
  const input::ScheduleInput& schedule = results.run().schedule;
  std::string text = few_systems(results);
  if (schedule.quench() || schedule.field_loop()) { // a loop is in no equilibrium, and not to be
    return text;
  }
  if (schedule.population > 0) {
    return text + families(results);
  }
  const models::Coordinate axis = results.point_axis();
  const Doubtful doubtful = find_doubtful(results, axis);
  if (doubtful.count == 0) {
    return text;
  }
  const std::size_t all = results.groups() * results.points();
  text += fmt::format("{} of {} point{} {} not converged: {} = {}\n", doubtful.count, all, all == 1 ? "" : "s",
                      doubtful.count == 1 ? "is" : "are", axis.name, doubtful.list);
  if (doubtful.longer > 1) {
    const double sweeps = static_cast<double>(schedule.measurements()) * static_cast<double>(schedule.measure_every);
    text += fmt::format("run longer, for 50 autocorrelation times: schedule.sweeps = {} at least\n",
                        generous(sweeps * doubtful.longer));
  } else if (std::isnan(doubtful.longer)) {
    text += "too few measurements to tell: measure more often, or run longer\n";
  } else {
    text += "halves of the runs, or systems, differ: thermalise longer, or look for states that a run does not leave\n";
  }
  return text;
}

} // namespace neel::program
