// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "analysis/analysis.hpp"

#include "analysis/reasons.hpp"
#include "errors/errors.hpp"
#include "input/run_input.hpp"

#include <algorithm>
#include <cmath>

namespace neel::analysis {

namespace {

/// The grid that was asked for; of a run at one temperature, as far as its groups reach.
std::vector<double> grid_of(const RunData& run, std::span<const Reweighting> groups, const FieldOptions& options) {
  const std::vector<double> own = run.values();
  Interval range{own.front(), own.back()};
  for (const Reweighting& group : groups) {
    if (own.size() == 1) {
      const Interval reach = group.range(own.front());
      range = {std::min(range.from, reach.from), std::max(range.to, reach.to)};
    }
  }
  range = {options.from.value_or(range.from), options.to.value_or(range.to)};
  const bool possible = std::isfinite(range.from) && (range.from > 0 || !run.along_temperature());
  if (!(possible && range.from < range.to && std::isfinite(range.to))) {
    throw InputError("expected " +
                     (run.along_temperature() ? std::string("temperatures from one above zero")
                                              : "values of " + run.along().name + " from one") +
                     " to a higher one, found " + input::exact(range.from) + " to " + input::exact(range.to));
  }
  return evenly(range, options.points);
}

/// Neighbours on a grid that all are fine, in stretches.
template <class Fine>
std::vector<std::vector<double>> stretches(std::span<const double> grid, const Fine& fine) {
  std::vector<std::vector<double>> all;
  bool before = false;
  for (const double x : grid) {
    const bool now = fine(x);
    if (now && !before) {
      all.emplace_back();
    }
    if (now) {
      all.back().push_back(x);
    }
    before = now;
  }
  return all;
}

/// Which points single histograms of neighbouring values reach together.
class Joined {
public:
  Joined(const Reweighting& run, std::vector<double> values) : run_(run), values_(std::move(values)) {
    for (std::size_t k = 1; k < values_.size(); ++k) {
      if (!run.joined(values_[k - 1], values_[k])) {
        gaps_.push_back({values_[k - 1], values_[k]});
      }
    }
  }
  const std::vector<Interval>& gaps() const { return gaps_; }
  /// Between joined values; or anywhere trusted, of a run at one value.
  bool within(double x) const {
    return run_.trusted(x) &&
           (values_.size() == 1 || (values_.front() <= x && x <= values_.back() &&
                                    std::none_of(gaps_.begin(), gaps_.end(),
                                                 [x](const Interval& gap) { return gap.from < x && x < gap.to; })));
  }
  /// No gap lies between x and a value of the run, but for the part of one that is trusted from x's side on.
  bool joined(double x, double value) const {
    const double low = std::min(x, value), high = std::max(x, value);
    return std::all_of(gaps_.begin(), gaps_.end(), [&](const Interval& gap) {
      if (high <= gap.from || gap.to <= low) {
        return true;
      }
      return (gap.from < low && run_.joined(low, gap.to)) || (high < gap.to && run_.joined(gap.from, high));
    });
  }

private:
  const Reweighting& run_;
  std::vector<double> values_;
  std::vector<Interval> gaps_;
};

std::optional<Peak> highest_peak(const Reweighting& run, quantity::Index of, std::span<const double> grid,
                                 const Joined& joined) {
  std::optional<Peak> highest;
  for (const std::vector<double>& stretch : stretches(grid, [&](double x) { return joined.within(x); })) {
    const std::optional<Peak> peak = find_peak(run, of, stretch);
    if (peak && (!highest || peak->height.value > highest->height.value)) {
      highest = peak;
    }
  }
  return highest;
}

/// What the curve is where it was measured, beside the mean there.
void compare(const Values& curve, const Estimates& mean, double x, Deviation& worst) {
  for (const quantity::Index q : {quantity::energy, quantity::order_parameter}) {
    constexpr double rounding = 1e-9;
    const double error = mean[q].error + rounding * std::abs(mean[q].value);
    if (const double errors = std::abs(curve[q] - mean[q].value) / error; errors > worst.errors) {
      worst = {x, errors, q};
    }
  }
}

GroupAnalysis analyze_group(const RunData& run, std::size_t group, Reweighting whole, std::span<const double> grid) {
  GroupAnalysis a{std::move(whole), {}, {}, {}, {}, {}};
  Estimates unknown;
  unknown.fill({std::nan(""), std::nan("")});
  const std::vector<double> own = run.values(group);
  const Joined joined(a.reweighting, own);
  a.gaps = joined.gaps();
  for (const double x : grid) {
    a.effective.push_back(a.reweighting.effective(x));
    a.curve.push_back(a.reweighting.trusted(x) ? a.reweighting.estimates(x) : unknown);
    if (!joined.joined(x, run.along_temperature() ? own.back() : own.front())) {
      a.curve.back()[quantity::log_partition] = unknown[quantity::log_partition];
    }
  }
  for (const double x : run.values()) {
    const bool there = std::binary_search(own.begin(), own.end(), x);
    a.measured.push_back(there ? reweighting(run, group, std::span(&x, 1)).estimates(x) : unknown);
    if (there) {
      compare(a.reweighting.at(x), a.measured.back(), x, a.worst);
    }
  }
  a.specific_heat = highest_peak(a.reweighting, quantity::specific_heat, grid, joined);
  a.susceptibility = highest_peak(a.reweighting, quantity::susceptibility, grid, joined);
  return a;
}

} // namespace

RunAnalysis analyze_run(RunData data, const FieldOptions& options) {
  RunAnalysis run{std::move(data), {}, {}};
  std::vector<Reweighting> groups;
  for (std::size_t g = 0; g < run.data.groups.size(); ++g) {
    groups.push_back(reweighting(run.data, g, run.data.values(g)));
  }
  run.grid = grid_of(run.data, groups, options);
  const auto reached = [&](double x) {
    return std::any_of(groups.begin(), groups.end(), [x](const Reweighting& group) { return group.trusted(x); });
  };
  if (std::none_of(run.grid.begin(), run.grid.end(), reached)) {
    throw InputError("cannot analyse " + run.data.path + ": its measurements say nothing of " +
                     (run.data.along_temperature() ? "temperatures" : run.data.along().name) + " from " +
                     input::exact(run.grid.front()) + " to " + input::exact(run.grid.back()));
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    run.groups.push_back(analyze_group(run.data, g, std::move(groups[g]), run.grid));
  }
  return run;
}

namespace {

/// The values of a coordinate, or nothing where the run has none of that name.
std::optional<std::vector<double>> values_of(const RunData& run, const std::string& name) {
  for (std::size_t c = 0; c < run.coordinates.size(); ++c) {
    if (run.coordinates[c].name != name) {
      continue;
    }
    const auto other =
        std::find_if(run.others.begin(), run.others.end(), [c](const auto& o) { return o.coordinate == c; });
    return other == run.others.end() ? std::vector{run.states.front().at[c]} : other->values;
  }
  return {};
}

/// Coordinates but the axis must have the same values, and be there in both if they have several.
void check_values(const RunData& a, const RunData& b, const std::string& both) {
  for (const RunData* const run : {&a, &b}) {
    for (const Coordinate& c : run->coordinates) {
      const auto x = values_of(a, c.name), y = values_of(b, c.name);
      if (c.name == a.along().name || x == y || (!x && y->size() == 1) || (!y && x->size() == 1)) {
        continue;
      }
      if (x && y && x->size() == 1 && y->size() == 1) {
        throw InputError(both + (c.key.empty() ? c.name : c.key) + " is " + input::exact(x->front()) + " in one and " +
                         input::exact(y->front()) + " in the other");
      }
      throw InputError(both + "they do not go through the same values of " + c.name);
    }
  }
}

} // namespace

void check_comparable(std::span<const RunData> runs) {
  for (std::size_t k = 1; k < runs.size(); ++k) {
    const RunData &a = runs[k - 1], &b = runs[k];
    const std::string both = "cannot compare " + a.path + " and " + b.path + ": ";
    check_values(a, b, both);
    for (std::size_t g = 0; g < a.groups.size(); ++g) {
      if (a.order(g) != b.order(g)) {
        throw InputError(both + "their order parameters are " + a.order(g) + " and " + b.order(g));
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
  const auto fine = [&](double x) { return smaller.trusted(x) && larger.trusted(x); };
  std::vector<std::vector<double>> found = stretches(evenly(common, points), fine);
  std::stable_sort(found.begin(), found.end(), [](const auto& x, const auto& y) { return x.size() > y.size(); });
  const SampleNeighbours side = a.data.along_temperature() ? SampleNeighbours::below : SampleNeighbours::either;
  return found.empty() ? std::nullopt : find_crossing(smaller, larger, found.front(), side);
}

} // namespace

std::vector<Crossings> find_crossings(std::span<const RunAnalysis> runs, double exponent) {
  std::vector<double> length;
  for (const RunAnalysis& run : runs) {
    length.push_back(run.data.length());
  }
  std::vector<Crossings> all(runs.front().groups.size());
  for (std::size_t g = 0; g < all.size(); ++g) {
    all[g].exponent = exponent;
    std::vector<Crossing> known;
    for (std::size_t k = 1; k < runs.size(); ++k) {
      const std::optional<Crossing> found = crossing(runs[k - 1], runs[k], g);
      all[g].pairs.push_back(found);
      if (found) {
        known.push_back(*found);
      }
    }
    if (known.size() + 1 == runs.size() && why_no_order(runs.front().data).empty()) {
      all[g].critical = extrapolate(known, length, exponent);
    }
  }
  return all;
}

} // namespace neel::analysis
