// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "analysis/relaxation.hpp"

#include <neel/statistics/correlation_length.hpp>

#include <fmt/format.h>

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace neel::analysis {

namespace {

/// xi_12 at a time: without each sample, then of all.
std::vector<double> lengths(const GlassRun& run, std::size_t point) {
  const std::size_t n = run.samples, r = run.distances;
  const auto own = std::span(run.correlation).subspan(point * n * r, n * r);
  std::vector<double> sum(r, 0.0), all, c4(r + 1, 1.0);
  for (std::size_t k = 0; k < own.size(); ++k) {
    sum[k % r] += own[k];
  }
  for (std::size_t s = 0; s <= n; ++s) {
    for (std::size_t k = 0; k < r; ++k) {
      c4[k + 1] = s < n ? (sum[k] - own[s * r + k]) / static_cast<double>(n - 1) : sum[k] / static_cast<double>(n);
    }
    all.push_back(statistics::integral_length(c4));
  }
  return all;
}

/// Times [first, end) of the window.
struct Range {
  std::size_t first = 0, end = 0;
};

Range find_times(const GlassRun& run, std::span<const Estimate> length, const Window& window) {
  const double longest = Window::part * run.shortest();
  Range r;
  const auto before = [&](std::size_t k) {
    return window.from ? run.points[k] < *window.from : !(length[k].value >= Window::shortest);
  };
  while (r.first < run.points.size() && before(r.first)) {
    ++r.first;
  }
  r.end = r.first;
  while (r.end < run.points.size() && std::isfinite(length[r.end].value) && run.points[r.end] > 0 &&
         (window.to ? run.points[r.end] <= *window.to : length[r.end].value <= longest)) {
    ++r.end;
  }
  return r;
}

/// The straight line through points (x, y) with errors of y: the same weights for every y.
class Line {
public:
  Line(std::vector<double> x, std::span<const double> error) : x_(std::move(x)) {
    for (const double e : error) {
      weight_.push_back(1 / (e * e));
    }
    double s = 0;
    for (std::size_t k = 0; k < x_.size(); ++k) {
      s += weight_[k];
      middle_ += weight_[k] * x_[k];
    }
    middle_ /= s;
    total_ = s;
    for (std::size_t k = 0; k < x_.size(); ++k) {
      spread_ += weight_[k] * (x_[k] - middle_) * (x_[k] - middle_);
    }
  }
  struct Result {
    double slope, intercept;
  };
  Result operator()(std::span<const double> y) const {
    double slope = 0, height = 0;
    for (std::size_t k = 0; k < x_.size(); ++k) {
      slope += weight_[k] * (x_[k] - middle_) * y[k] / spread_;
      height += weight_[k] * y[k] / total_;
    }
    return {slope, height - slope * middle_};
  }

private:
  std::vector<double> x_, weight_;
  double middle_ = 0, total_ = 0, spread_ = 0;
};

/// Of y without each sample, then of all; (sample, time).
double chi_squared(const std::vector<double>& x, const std::vector<std::vector<double>>& y) {
  const std::size_t n = y.size() - 1;
  const auto times = static_cast<Eigen::Index>(x.size());
  if (n < 4 * x.size()) {
    return std::nan("");
  }
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(times);
  for (std::size_t s = 0; s < n; ++s) {
    mean += Eigen::Map<const Eigen::VectorXd>(y[s].data(), times) / static_cast<double>(n);
  }
  Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(times, times);
  for (std::size_t s = 0; s < n; ++s) {
    const Eigen::VectorXd d = Eigen::Map<const Eigen::VectorXd>(y[s].data(), times) - mean;
    covariance += d * d.transpose() * (static_cast<double>(n - 1) / static_cast<double>(n));
  }
  Eigen::MatrixXd design(times, 2);
  for (Eigen::Index k = 0; k < times; ++k) {
    design(k, 0) = 1;
    design(k, 1) = x[static_cast<std::size_t>(k)];
  }
  const Eigen::LDLT<Eigen::MatrixXd> factors(covariance);
  const Eigen::VectorXd all = Eigen::Map<const Eigen::VectorXd>(y[n].data(), times);
  const Eigen::MatrixXd normal = design.transpose() * factors.solve(design);
  const Eigen::VectorXd best = normal.ldlt().solve(design.transpose() * factors.solve(all));
  const Eigen::VectorXd rest = all - design * best;
  const double samples = static_cast<double>(n), contrasts = static_cast<double>(times - 2);
  return rest.dot(factors.solve(rest)) * (samples - contrasts - 2) / (samples - 1);
}

GrowthLaw fit(const GlassRun& run, const std::vector<std::vector<double>>& all, Range times) {
  std::vector<double> x, error;
  std::vector<std::vector<double>> y(run.samples + 1);
  for (std::size_t p = times.first; p < times.end; ++p) {
    x.push_back(std::log(run.points[p]));
    std::vector<double> own;
    for (std::size_t s = 0; s <= run.samples; ++s) {
      own.push_back(std::log(all[p][s]));
      y[s].push_back(own.back());
    }
    error.push_back(jackknife(own.back(), std::span(own).first(run.samples)).error);
  }
  const Line line(x, error);
  std::vector<double> z, amplitude;
  for (const std::vector<double>& one : y) {
    const Line::Result found = line(one);
    z.push_back(1 / found.slope);
    amplitude.push_back(std::exp(found.intercept));
  }
  const auto estimate = [&](const std::vector<double>& v) {
    return jackknife(v.back(), std::span(v).first(run.samples));
  };
  const Line::Result all_of = line(y.back());
  GrowthLaw law{estimate(z), estimate(amplitude), run.points[times.first], run.points[times.end - 1]};
  law.times = times.end - times.first;
  law.chi_squared = chi_squared(x, y);
  law.slope = all_of.slope;
  law.intercept = all_of.intercept;
  return law;
}

} // namespace

Relaxation relax(const GlassRun& run, const Window& window) {
  Relaxation r;
  if (run.correlation.empty()) {
    r.why = "it did not measure C_4(r); run it with measure.correlations = true";
    return r;
  }
  std::vector<std::vector<double>> all;
  for (std::size_t p = 0; p < run.points.size(); ++p) {
    all.push_back(lengths(run, p));
    const bool known = std::all_of(all.back().begin(), all.back().end(), [](double v) { return v > 0; });
    const auto without = std::span(all.back()).first(run.samples);
    r.length.push_back(known ? jackknife(all.back().back(), without) : Estimate{std::nan(""), std::nan("")});
  }
  const Range times = find_times(run, r.length, window);
  if (const std::size_t n = times.end - times.first; n < Window::fewest) {
    r.why =
        fmt::format("{} of its times {} in the window{}, and a fit needs {}; run longer, or with more times, or give "
                    "--from and --to in sweeps",
                    n, n == 1 ? "is" : "are",
                    window.from || window.to ? ""
                                             : fmt::format(" of xi_12 from {:g} to L/8 = {:g}", Window::shortest,
                                                           Window::part * run.shortest()),
                    Window::fewest);
    return r;
  }
  r.law = fit(run, all, times);
  return r;
}

} // namespace neel::analysis
