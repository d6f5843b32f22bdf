// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/glass_observables.hpp"

#include <neel/measure/correlation_length.hpp>

#include <algorithm>
#include <cmath>

namespace neel::models {

namespace {

std::array<int, 3> sizes(const GlassOptions& o) { return {o.geometry.lx, o.geometry.ly, o.geometry.lz}; }

std::vector<double> numbers(int first, int count) {
  std::vector<double> n;
  for (int k = 0; k < count; ++k) {
    n.push_back(first + k);
  }
  return n;
}

Function mean_of(std::size_t moment) {
  return [moment](std::span<const double> mean, double) { return mean[moment]; };
}

} // namespace

std::string kept_name(std::int64_t waiting_time) { return kept_prefix + std::to_string(waiting_time); }

std::size_t GlassObservables::add_moment(const std::string& name, const std::string& long_name,
                                         const std::string& units, int axis) {
  const std::size_t count = axis == scalar ? 1 : axes_[static_cast<std::size_t>(axis)].values.size();
  const std::size_t first = moments_.size();
  moments_.insert(moments_.end(), count, {name, long_name, units, axis});
  return first;
}

/// A vector moment that is an observable, too.
std::size_t GlassObservables::add_axis_mean(const std::string& name, const std::string& long_name, int axis) {
  const std::size_t first = add_moment(name, long_name, "1", axis);
  for (std::size_t k = first; k < moments_.size(); ++k) {
    Observable o{name, long_name, "1", mean_of(k)};
    o.axis = axis;
    o.of_averages = true;
    observables_.push_back(o);
  }
  return first;
}

GlassObservables::GlassObservables(const GlassOptions& options, const GlassMeasurement& what)
    : options_(options), what_(what), sites_(static_cast<double>(options.geometry.sites())),
      pairs_(options.replicas * (options.replicas - 1) / 2) {
  const auto size = sizes(options);
  longest_ = *std::max_element(size.begin(), size.end());
  most_ = what.correlations ? *std::min_element(size.begin(), size.end()) / 2 : 1;
  add_energy();
  if (pairs_ > 0) {
    add_overlaps();
    add_lengths();
  }
  if (!what.waiting.empty()) {
    axes_.push_back({"t_w", "waiting time", "sweep", {what.waiting.begin(), what.waiting.end()}});
    two_time_ =
        add_axis_mean("two_time_correlation", "C(t, t_w): average over sites of s(t) s(t_w), t counted from the start",
                      static_cast<int>(axes_.size()) - 1);
  }
}

void GlassObservables::add_energy() {
  energy_ = add_moment("energy", "energy", "J/site");
  const std::size_t square = add_moment("energy_squared", "squared energy", "(J/site)^2");
  Observable energy{"energy",
                    "energy",
                    "J/site",
                    mean_of(energy_),
                    static_cast<std::ptrdiff_t>(energy_),
                    static_cast<std::ptrdiff_t>(square)};
  energy.headline = true;
  energy.by_family = true;
  observables_.push_back(energy);
  if (!what_.quench) {
    observables_.push_back({"specific_heat", "specific heat N/T^2 (<e^2> - <e>^2)", "k_B/site",
                            [e = energy_, square, n = sites_](std::span<const double> mean, double temperature) {
                              return n * (mean[square] - mean[e] * mean[e]) / (temperature * temperature);
                            }});
  }
}

void GlassObservables::add_overlaps() {
  axes_.push_back({"pair", "pair of replicas: (0, 1), (0, 2), (1, 2), (0, 3) ...", "1", numbers(0, pairs_)});
  overlap_ = add_moment("overlap", "overlap q of a pair of replicas", "1", 0);
  overlap_abs_ = add_moment("overlap_modulus", "|q|, average over pairs of replicas", "1");
  overlap2_ = add_moment("overlap_squared", "q^2, average over pairs of replicas", "1");
  overlap4_ = add_moment("overlap_fourth", "q^4, average over pairs of replicas", "1");
  mode_ = add_moment("overlap_mode", "|sum_x q(x) exp(ikx)|^2 / N^2 at the smallest k along the longest axes", "1");
  link_ = add_moment("link_overlap", "average of q(x) q(x') over bonds", "1");
  Observable q{"overlap", "overlap q, average over pairs of replicas", "1",
               [first = overlap_, n = static_cast<std::size_t>(pairs_)](std::span<const double> mean, double) {
                 double sum = 0;
                 for (std::size_t k = 0; k < n; ++k) {
                   sum += mean[first + k];
                 }
                 return sum / static_cast<double>(n);
               }};
  observables_.push_back(q);
  const auto add = [&](const std::string& name, const std::string& long_name, const Function& f,
                       bool headline = false) {
    Observable o{name, long_name, "1", f};
    o.of_averages = true;
    o.headline = headline;
    observables_.push_back(o);
  };
  add("overlap_modulus", "[<|q|>]", mean_of(overlap_abs_));
  add("overlap_squared", "[<q^2>]", mean_of(overlap2_));
  add("link_overlap", "link overlap: average of q(x) q(x') over bonds", mean_of(link_));
  add(
      "spin_glass_susceptibility", "spin-glass susceptibility N [<q^2>]",
      [n = sites_, q2 = overlap2_](std::span<const double> mean, double) { return n * mean[q2]; }, true);
  add("binder_ratio", "Binder ratio [<q^4>] / [<q^2>]^2",
      [q2 = overlap2_, q4 = overlap4_](std::span<const double> mean, double) {
        return mean[q4] / (mean[q2] * mean[q2]);
      });
}

void GlassObservables::add_lengths() {
  const auto length = [l = longest_, q2 = overlap2_, mode = mode_](std::span<const double> mean, double) {
    return measure::second_moment_length(mean[q2], mean[mode], l);
  };
  const auto add = [&](const std::string& name, const std::string& long_name, const std::string& units,
                       const Function& f) {
    Observable o{name, long_name, units, f};
    o.of_averages = true;
    observables_.push_back(o);
  };
  add("correlation_length", "second-moment correlation length xi, from the overlaps at k = 0 and the smallest k",
      "lattice", length);
  add("correlation_length_over_L", "xi / L, L the longest length", "1",
      [length, l = longest_](std::span<const double> mean, double t) { return length(mean, t) / l; });
  if (!what_.correlations) {
    return;
  }
  axes_.push_back({"r", "distance along an axis", "lattice", numbers(1, most_)});
  correlation_ = add_axis_mean("overlap_correlation",
                               "C_4(r): average of q(x) q(x + r) over sites, axes and pairs of replicas", 1);
  const auto c4 = [first = correlation_, n = static_cast<std::size_t>(most_)](std::span<const double> mean) {
    std::vector<double> all{1};
    all.insert(all.end(), mean.begin() + static_cast<std::ptrdiff_t>(first),
               mean.begin() + static_cast<std::ptrdiff_t>(first + n));
    return all;
  };
  add("integral_length", "xi_12 = sum r^2 C_4(r) / sum r C_4(r), up to the cut", "lattice",
      [c4](std::span<const double> mean, double) { return measure::integral_length(c4(mean)); });
  observables_.back().headline = true;
  add("integral_length_cut", "where the sums of xi_12 end: 1 + 3.5 d, C_4(1 + d) = C_4(1) / 10", "lattice",
      [c4](std::span<const double> mean, double) { return measure::integral_cut(c4(mean)); });
}

void GlassObservables::measure_energies(Glass& glass, std::vector<double>& raw) const {
  const std::size_t width = moments_.size();
  for (int a = 0; a < options_.replicas; ++a) {
    const Glass::Counts u = glass.unsatisfied(a);
    for (std::size_t s = 0; s < u.size(); ++s) {
      const double e = (2 * static_cast<double>(u[s]) - 3 * sites_) / sites_;
      raw[s * width + energy_] += e / options_.replicas;
      raw[s * width + energy_ + 1] += e * e / options_.replicas;
    }
  }
}

void GlassObservables::measure_pair(Glass& glass, int a, int b, std::size_t pair, std::vector<double>& raw) const {
  const std::size_t width = moments_.size();
  const double share = 1.0 / pairs_;
  const Glass::Correlations all = glass.correlations(a, b, most_);
  const auto size = sizes(options_);
  const Glass::Counts total = glass.disagreements(a, b);
  std::vector<double> plane(static_cast<std::size_t>(longest_));
  for (std::size_t s = 0; s < total.size(); ++s) {
    double* const row = raw.data() + s * width;
    const double q = 1 - 2 * static_cast<double>(total[s]) / sites_, q2 = q * q;
    row[overlap_ + pair] = q;
    row[overlap_abs_] += share * std::abs(q);
    row[overlap2_] += share * q2;
    row[overlap4_] += share * q2 * q2;
    const auto longest = static_cast<double>(std::count(size.begin(), size.end(), longest_));
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (size[axis] == longest_) {
        for (std::size_t p = 0; p < plane.size(); ++p) {
          plane[p] = 1.0 / longest_ - 2 * static_cast<double>(all.planes[axis][p][s]) / sites_;
        }
        row[mode_] += share / longest * measure::mode(plane, 1);
      }
      const auto c4 = [&](int r) {
        return 1 - 2 * static_cast<double>(all.different[axis][static_cast<std::size_t>(r - 1)][s]) / sites_;
      };
      row[link_] += share / 3 * c4(1);
      for (int r = 1; what_.correlations && r <= most_; ++r) {
        row[correlation_ + static_cast<std::size_t>(r - 1)] += share / 3 * c4(r);
      }
    }
  }
}

std::vector<double> GlassObservables::measure(Glass& glass, std::int64_t time) const {
  const std::size_t width = moments_.size();
  std::vector<double> raw(static_cast<std::size_t>(options_.samples()) * width, 0.0);
  measure_energies(glass, raw);
  std::size_t pair = 0;
  for (int b = 1; b < options_.replicas; ++b) {
    for (int a = 0; a < b; ++a) {
      measure_pair(glass, a, b, pair++, raw);
    }
  }
  for (std::size_t n = 0; n < what_.waiting.size(); ++n) {
    for (int a = 0; a < options_.replicas; ++a) {
      const bool kept = what_.waiting[n] <= time;
      const Glass::Counts different = kept ? glass.since(kept_name(what_.waiting[n]), a) : Glass::Counts();
      for (std::size_t s = 0; s < raw.size() / width; ++s) {
        const double c = kept ? 1 - 2 * static_cast<double>(different[s]) / sites_ : std::nan("");
        raw[s * width + two_time_ + n] += c / options_.replicas;
      }
    }
  }
  return raw;
}

} // namespace neel::models
