// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "analysis/analysis.hpp"

#include "errors/errors.hpp"
#include "input/run_input.hpp"

#include <algorithm>
#include <cmath>

namespace neel::analysis {

namespace {

std::vector<double> evenly(Interval range, int points) {
  std::vector<double> grid;
  for (int k = 0; k < points; ++k) {
    grid.push_back(range.from + (range.to - range.from) * k / std::max(1, points - 1));
  }
  return grid;
}

/// The grid that was asked for; of a run at one temperature, as far as its groups reach.
std::vector<double> grid_of(const RunData& run, std::span<const Reweighting> groups, const GridOptions& options) {
  const std::vector<double> own = run.temperatures();
  Interval range{own.front(), own.back()};
  for (const Reweighting& group : groups) {
    if (own.size() == 1) {
      const Interval reach = group.range(own.front());
      range = {std::min(range.from, reach.from), std::max(range.to, reach.to)};
    }
  }
  range = {options.from.value_or(range.from), options.to.value_or(range.to)};
  if (!(range.from > 0 && range.from < range.to && std::isfinite(range.to))) {
    throw InputError("expected temperatures from one above zero to a higher one, found " + input::exact(range.from) +
                     " to " + input::exact(range.to));
  }
  return evenly(range, options.points);
}

/// Neighbours on a grid that all are fine, in stretches.
template <class Fine>
std::vector<std::vector<double>> stretches(std::span<const double> grid, const Fine& fine) {
  std::vector<std::vector<double>> all;
  bool before = false;
  for (const double t : grid) {
    const bool now = fine(t);
    if (now && !before) {
      all.emplace_back();
    }
    if (now) {
      all.back().push_back(t);
    }
    before = now;
  }
  return all;
}

std::optional<Peak> highest_peak(const Reweighting& run, quantity::Index of, std::span<const double> grid) {
  std::optional<Peak> highest;
  for (const std::vector<double>& stretch : stretches(grid, [&](double t) { return run.trusted(t); })) {
    const std::optional<Peak> peak = find_peak(run, of, stretch);
    if (peak && (!highest || peak->height.value > highest->height.value)) {
      highest = peak;
    }
  }
  return highest;
}

GroupAnalysis analyze_group(const RunData& run, std::size_t group, Reweighting whole, std::span<const double> grid) {
  GroupAnalysis a{std::move(whole), {}, {}, {}, {}, {}};
  Estimates unknown;
  unknown.fill({std::nan(""), std::nan("")});
  for (const double t : grid) {
    a.effective.push_back(a.reweighting.effective(t));
    a.curve.push_back(a.reweighting.trusted(t) ? a.reweighting.estimates(t) : unknown);
  }
  for (const double t : run.temperatures()) {
    a.measured.push_back(reweighting(run, group, std::span(&t, 1)).estimates(t));
  }
  a.specific_heat = highest_peak(a.reweighting, quantity::specific_heat, grid);
  a.susceptibility = highest_peak(a.reweighting, quantity::susceptibility, grid);
  return a;
}

} // namespace

RunAnalysis analyze_run(RunData data, const GridOptions& options) {
  RunAnalysis run{std::move(data), {}, {}, {}};
  std::vector<Reweighting> groups;
  for (std::size_t g = 0; g < run.data.groups(); ++g) {
    groups.push_back(reweighting(run.data, g, run.data.temperatures()));
  }
  run.grid = grid_of(run.data, groups, options);
  const auto reached = [&](double t) {
    return std::any_of(groups.begin(), groups.end(), [t](const Reweighting& group) { return group.trusted(t); });
  };
  if (std::none_of(run.grid.begin(), run.grid.end(), reached)) {
    throw InputError("cannot analyse " + run.data.path + ": its measurements say nothing of temperatures from " +
                     input::exact(run.grid.front()) + " to " + input::exact(run.grid.back()));
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    run.groups.push_back(analyze_group(run.data, g, std::move(groups[g]), run.grid));
  }
  return run;
}

void check_comparable(std::span<const RunData> runs) {
  for (std::size_t k = 1; k < runs.size(); ++k) {
    const RunData &a = runs[k - 1], &b = runs[k];
    const std::string both = "cannot compare " + a.path + " and " + b.path + ": ";
    if (a.sites() == b.sites()) {
      throw InputError(both + "they are of one size; give one run per size");
    }
    if (a.field != b.field) {
      throw InputError(both + "their fields are " + input::exact(a.field) + " and " + input::exact(b.field));
    }
    if (a.scan != b.scan || a.scanned != b.scanned) {
      throw InputError(both + "they do not go through the same values of " + (a.scan.empty() ? b.scan : a.scan));
    }
    if (a.order != b.order) {
      throw InputError(both + "their order parameters are " + a.order_parameter() + " and " + b.order_parameter());
    }
    for (const input::Difference& d : input::differences(a.input, b.input)) {
      const std::string table = d.key.substr(0, d.key.find('.'));
      if (d.key != "lattice.size" && table != "schedule" && table != "algorithm" && table != "measure" &&
          table != "sweep") {
        throw InputError(both + d.key + " is " + d.before + " in one and " + d.now + " in the other");
      }
    }
  }
}

namespace {

std::optional<Crossing> crossing(const RunAnalysis& a, const RunAnalysis& b, std::size_t group) {
  const Reweighting &smaller = a.groups[group].reweighting, &larger = b.groups[group].reweighting;
  const Interval common{std::max(a.grid.front(), b.grid.front()), std::min(a.grid.back(), b.grid.back())};
  const int points = static_cast<int>(std::min(a.grid.size(), b.grid.size()));
  if (!(common.from < common.to)) {
    return {};
  }
  const auto fine = [&](double t) { return smaller.trusted(t) && larger.trusted(t); };
  std::vector<std::vector<double>> found = stretches(evenly(common, points), fine);
  std::stable_sort(found.begin(), found.end(), [](const auto& x, const auto& y) { return x.size() > y.size(); });
  return found.empty() ? std::nullopt : find_crossing(smaller, larger, found.front());
}

} // namespace

std::vector<Crossings> find_crossings(std::span<const RunAnalysis> runs) {
  std::vector<double> length;
  for (const RunAnalysis& run : runs) {
    length.push_back(run.data.length());
  }
  std::vector<Crossings> all(runs.front().groups.size());
  for (std::size_t g = 0; g < all.size(); ++g) {
    std::vector<Crossing> known;
    for (std::size_t k = 1; k < runs.size(); ++k) {
      const std::optional<Crossing> found = crossing(runs[k - 1], runs[k], g);
      all[g].pairs.push_back(found);
      if (found) {
        known.push_back(*found);
      }
    }
    if (known.size() + 1 == runs.size()) {
      all[g].critical = extrapolate(known, length);
    }
  }
  return all;
}

} // namespace neel::analysis
