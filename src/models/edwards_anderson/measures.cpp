// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/edwards_anderson/measures.hpp"

#include <algorithm>
#include <cmath>

namespace neel::models {

namespace {

std::vector<double> numbers(int first, int count) {
  std::vector<double> n;
  for (int k = 0; k < count; ++k) {
    n.push_back(first + k);
  }
  return n;
}

} // namespace

std::string kept_name(std::int64_t waiting_time) { return kept_prefix + std::to_string(waiting_time); }

Handle EdwardsAndersonMoments::of_averages(const std::string& name, const std::string& long_name, int axis) {
  const Handle first = moment(name, long_name, "1", axis);
  mean(first, true);
  return first;
}

EdwardsAndersonMoments::EdwardsAndersonMoments(const EdwardsAndersonOptions& options,
                                               const EdwardsAndersonMeasurement& what)
    : Observables(options.geometry.sites()), options_(options), what_(what),
      pairs_(options.replicas * (options.replicas - 1) / 2) {
  const std::vector<int> size = options.sizes();
  most_ = pairs_ > 0 && what.correlations ? *std::min_element(size.begin(), size.end()) / 2 : 0;
  add_energy();
  if (pairs_ > 0) {
    overlaps_ = OverlapMoments(*this, pairs_, true, true, "the longest axes");
    overlaps_.add_length(*this, *std::max_element(size.begin(), size.end()), 1, "lattice");
    if (what_.correlations) {
      add_correlations();
    }
  }
  if (!what.waiting.empty()) {
    const int t_w = axis({"t_w", "waiting time", "sweep", {what.waiting.begin(), what.waiting.end()}});
    two_time_ = of_averages("two_time_correlation",
                            "C(t, t_w): average over sites of s(t) s(t_w), t counted from the start", t_w);
  }
}

void EdwardsAndersonMoments::add_energy() {
  energy_ = moment("energy", "energy", "J/site");
  energy2_ = moment("energy_squared", "squared energy", "(J/site)^2");
  Observable& energy = mean(energy_, energy2_);
  energy.primary = true;
  energy.by_correlated_set = true;
  if (!what_.quench) {
    specific_heat("specific heat N/T^2 (<e^2> - <e>^2)", energy_, energy2_);
  }
}

void EdwardsAndersonMoments::add_correlations() {
  const int r = axis({"r", "distance along an axis", "lattice", numbers(1, most_)});
  correlation_ =
      of_averages("overlap_correlation", "C_4(r): average of q(x) q(x + r) over sites, axes and pairs of replicas", r);
  const auto c4 = [first = correlation_, n = static_cast<std::size_t>(most_)](std::span<const double> mean) {
    std::vector<double> all{1};
    all.insert(all.end(), mean.begin() + static_cast<std::ptrdiff_t>(first),
               mean.begin() + static_cast<std::ptrdiff_t>(first + n));
    return all;
  };
  Observable& xi = add("integral_length", "xi_12 = sum r^2 C_4(r) / sum r C_4(r), up to the cut", "lattice",
                       [c4](std::span<const double> mean, double) { return statistics::integral_length(c4(mean)); });
  xi.of_averages = xi.primary = true;
  add("integral_length_cut", "where the sums of xi_12 end: 1 + 3.5 d, C_4(1 + d) = C_4(1) / 10", "lattice",
      [c4](std::span<const double> mean, double) { return statistics::integral_cut(c4(mean)); })
      .of_averages = true;
}

void EdwardsAndersonMoments::add_energies(const EdwardsAndersonEngine::Measured& now, std::vector<double>& raw) const {
  const std::size_t width = moments().size();
  for (std::size_t k = 0; k < now.unsatisfied.size(); ++k) {
    const double e = (2 * now.unsatisfied[k] - bonds()) / sites();
    double* const of_sample = raw.data() + k % now.samples * width;
    of_sample[energy_] += e / options_.replicas;
    of_sample[energy2_] += e * e / options_.replicas;
  }
}

void EdwardsAndersonMoments::add_pairs(const EdwardsAndersonEngine::Measured& now, std::vector<double>& raw) const {
  const std::size_t width = moments().size();
  for (std::size_t pair = 0; pair < static_cast<std::size_t>(pairs_); ++pair) {
    const auto disagreements = now.disagreements(pair), links = now.links(pair), modes = now.modes(pair);
    for (std::size_t s = 0; s < now.samples; ++s) {
      const double q = 1 - 2 * disagreements[s] / sites();
      overlaps_.add(pair, {q, std::abs(q), q * q, modes[s], 1 - 2 * links[s] / bonds()},
                    std::span(raw).subspan(s * width, width));
    }
  }
  for (std::size_t k = 0; k < now.correlations.size(); ++k) {
    raw[k % now.samples * width + correlation_ + k / now.samples] = now.correlations[k];
  }
}

std::vector<double> EdwardsAndersonMoments::measure(EdwardsAndersonEngine& glass, std::int64_t time) const {
  const std::size_t width = moments().size();
  std::vector<double> raw(static_cast<std::size_t>(options_.samples()) * width, 0.0);
  const EdwardsAndersonEngine::Measured now = glass.measure(EdwardsAndersonEngine::all_pairs(options_.replicas), most_);
  add_energies(now, raw);
  add_pairs(now, raw);
  for (std::size_t n = 0; n < what_.waiting.size(); ++n) {
    const bool kept = what_.waiting[n] <= time;
    const std::vector<EdwardsAndersonEngine::Counts> different =
        kept ? glass.since(kept_name(what_.waiting[n])) : std::vector<EdwardsAndersonEngine::Counts>();
    for (std::size_t a = 0; a < static_cast<std::size_t>(options_.replicas); ++a) {
      for (std::size_t s = 0; s < raw.size() / width; ++s) {
        const double c = kept ? 1 - 2 * static_cast<double>(different[a][s]) / sites() : std::nan("");
        raw[s * width + two_time_ + n] += c / options_.replicas;
      }
    }
  }
  for (std::size_t s = 0; s < raw.size() / width; ++s) {
    count(std::span(raw).subspan(s * width, width)); // in histograms
  }
  return raw;
}

} // namespace neel::models
