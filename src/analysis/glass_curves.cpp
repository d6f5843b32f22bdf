// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "analysis/glass_curves.hpp"

#include "errors/errors.hpp"
#include "input/run_input.hpp"

#include <neel/statistics/correlation_length.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace neel::analysis {

namespace {

/// Averages over samples: of all, and without one of them.
class Averages {
public:
  Averages(std::span<const double> moments, std::size_t samples, std::size_t point)
      : own_(moments.empty() ? moments : moments.subspan(point * samples, samples)),
        sum_(std::accumulate(own_.begin(), own_.end(), 0.0)) {}
  double operator()(std::size_t without) const {
    const double n = static_cast<double>(own_.size());
    return without < own_.size() ? (sum_ - own_[without]) / (n - 1) : sum_ / n;
  }

private:
  std::span<const double> own_;
  double sum_;
};

/// At one point of a run: without each sample, then of all.
std::vector<double> values(const GlassRun& run, overlaps::Index quantity, std::size_t point) {
  const Averages square(run.square, run.samples, point), fourth(run.fourth, run.samples, point),
      mode(run.mode, run.samples, point);
  std::vector<double> all;
  for (std::size_t s = 0; s <= run.samples; ++s) {
    const double q2 = square(s);
    all.push_back(quantity == overlaps::binder_ratio
                      ? fourth(s) / (q2 * q2)
                      : statistics::second_moment_length(q2, mode(s), run.length) / run.length);
  }
  return all;
}

} // namespace

Column overlaps::column(Index quantity) {
  return quantity == length_ratio ? Column{"correlation_length_over_L", "1", "xi / L, L the longest length"}
                                  : Column{"binder_ratio", "1", "Binder ratio [<q^4>] / [<q^2>]^2"};
}

GlassCurve::GlassCurve(const GlassRun& run, overlaps::Index quantity) : quantity_(quantity) {
  std::vector<double> known;
  values_.resize(run.samples + 1);
  for (std::size_t p = 0; p < run.points.size(); ++p) {
    const std::vector<double> own = values(run, quantity, p);
    if (!std::all_of(own.begin(), own.end(), [](double v) { return std::isfinite(v); })) {
      measured_.push_back(no_estimate);
      continue;
    }
    measured_.push_back(jackknife(own.back(), std::span(own).first(run.samples)));
    known.push_back(run.points[p]);
    for (std::size_t s = 0; s <= run.samples; ++s) {
      values_[s].push_back(own[s]);
    }
  }
  if (known.size() < 2) {
    return;
  }
  reach_ = {known.front(), known.back()};
  for (std::size_t nearest = LocalCubic::most; nearest >= LocalCubic::least; --nearest) {
    kind_ = "local cubic of " + std::to_string(std::min(nearest, known.size()));
    weights_ = [cubic = LocalCubic(known, nearest)](double t) { return cubic.weights(t); };
    if (follows(known)) {
      return;
    }
  }
  kind_ = "natural spline";
  weights_ = [spline = NaturalSpline(known)](double t) { return spline.weights(t); };
}

/// Whether it misses no value by more than the error of the difference allows.
bool GlassCurve::follows(std::span<const double> known) const {
  constexpr double allowed = 3, rounding = 1e-9;
  for (std::size_t p = 0; p < known.size(); ++p) {
    const std::vector<double> weights = weights_(known[p]);
    std::vector<double> missed;
    for (const std::vector<double>& own : values_) {
      missed.push_back(std::inner_product(weights.begin(), weights.end(), own.begin(), -own[p]));
    }
    const Estimate off = jackknife(missed.back(), std::span(missed).first(missed.size() - 1));
    if (std::abs(off.value) > allowed * off.error + rounding) {
      return false;
    }
  }
  return true;
}

double GlassCurve::at(double temperature, std::size_t without) const {
  const std::vector<double> weights = weights_(temperature);
  return std::inner_product(weights.begin(), weights.end(), values_[without].begin(), 0.0);
}

Estimate GlassCurve::at(double temperature) const {
  if (!(temperature >= reach_.from && temperature <= reach_.to)) {
    return no_estimate;
  }
  const std::vector<double> weights = weights_(temperature);
  std::vector<double> all;
  for (const std::vector<double>& own : values_) {
    all.push_back(std::inner_product(weights.begin(), weights.end(), own.begin(), 0.0));
  }
  return jackknife(all.back(), std::span(all).first(all.size() - 1));
}

KnownCurve GlassCurve::to_cross() const {
  const double sign = quantity_ == overlaps::length_ratio ? -1 : 1;
  return {{values_.size() - 1, [this, sign](double t, std::size_t without) { return sign * at(t, without); },
           [this, sign](double t) {
             const Estimate e = at(t);
             return Estimate{sign * e.value, e.error};
           }},
          reach_};
}

GlassCurves glass_curves(GlassRun run, const FieldOptions& options) {
  GlassCurves g{std::move(run), {}, {}, {}};
  const Interval range{options.from.value_or(g.run.points.front()), options.to.value_or(g.run.points.back())};
  if (!(range.from > 0 && range.from <= range.to && std::isfinite(range.to))) {
    throw InputError("expected temperatures from one above zero to a higher one, found " + input::exact(range.from) +
                     " to " + input::exact(range.to));
  }
  g.grid = range.from < range.to ? evenly(range, options.points) : std::vector{range.from};
  for (const overlaps::Index q : {overlaps::length_ratio, overlaps::binder_ratio}) {
    g.curves.emplace_back(g.run, q);
    for (const double t : g.grid) {
      g.on_grid[q].push_back(g.curves[q].at(t));
    }
  }
  return g;
}

Crossings cross_sizes(std::span<const GlassCurves> runs, overlaps::Index quantity, double exponent) {
  Crossings all;
  all.exponent = exponent;
  std::vector<double> length;
  std::vector<Crossing> known;
  for (std::size_t k = 0; k < runs.size(); ++k) {
    length.push_back(runs[k].run.head.length());
    if (k == 0) {
      continue;
    }
    const KnownCurve a = runs[k - 1].curves[quantity].to_cross(), b = runs[k].curves[quantity].to_cross();
    const Interval both{std::max({a.reach.from, b.reach.from, runs[k].grid.front()}),
                        std::min({a.reach.to, b.reach.to, runs[k].grid.back()})};
    std::optional<Crossing> found;
    if (a.reach.from < a.reach.to && b.reach.from < b.reach.to && both.from < both.to) {
      found = find_crossing(a.curve, b.curve, evenly(both, static_cast<int>(runs[k].grid.size())));
    }
    if (found && quantity == overlaps::length_ratio) {
      found->height.value = -found->height.value;
    }
    if (found) {
      known.push_back(*found);
    }
    all.pairs.push_back(found);
  }
  if (known.size() + 1 == runs.size()) {
    all.critical = extrapolate(known, length, exponent);
  }
  return all;
}

} // namespace neel::analysis
