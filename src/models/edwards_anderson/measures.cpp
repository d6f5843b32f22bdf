// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/edwards_anderson/measures.hpp"

#include <algorithm>
#include <cmath>

namespace neel::models {

namespace {

std::array<int, 3> sizes(const EdwardsAndersonOptions& o) { return {o.geometry.lx, o.geometry.ly, o.geometry.lz}; }

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
  const auto size = sizes(options);
  longest_ = *std::max_element(size.begin(), size.end());
  turns_ = statistics::turns(static_cast<std::size_t>(longest_), 1);
  most_ = what.correlations ? *std::min_element(size.begin(), size.end()) / 2 : 0;
  add_energy();
  if (pairs_ > 0) {
    overlaps_ = OverlapMoments(*this, pairs_, true, true, "the longest axes");
    overlaps_.add_length(*this, longest_, 1, "lattice");
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

void EdwardsAndersonMoments::measure_energies(EdwardsAndersonEngine& glass, std::vector<double>& raw) const {
  const std::size_t width = moments().size();
  for (const EdwardsAndersonEngine::Counts& u : glass.unsatisfied()) {
    for (std::size_t s = 0; s < u.size(); ++s) {
      const double e = (2 * static_cast<double>(u[s]) - 3 * sites()) / sites();
      raw[s * width + energy_] += e / options_.replicas;
      raw[s * width + energy2_] += e * e / options_.replicas;
    }
  }
}

void EdwardsAndersonMoments::add_pair(std::size_t pair, const EdwardsAndersonEngine::Comparison& all,
                                      std::vector<double>& raw) const {
  const std::size_t width = moments().size();
  const double share = 1.0 / pairs_;
  const auto size = sizes(options_);
  const EdwardsAndersonEngine::Counts &total = all.disagreements, &links = all.links;
  std::vector<PairOverlap> of(total.size());
  for (std::size_t s = 0; s < of.size(); ++s) {
    const double q = 1 - 2 * static_cast<double>(total[s]) / sites();
    of[s] = {q, std::abs(q), q * q, 0, 1 - 2 * static_cast<double>(links[s]) / (3 * sites())};
  }
  const auto longest = static_cast<double>(std::count(size.begin(), size.end(), longest_));
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (size[axis] == longest_) {
      const std::vector<double> modes = modes_of(all.planes[axis]);
      for (std::size_t s = 0; s < modes.size(); ++s) {
        of[s].mode += modes[s] / longest;
      }
    }
    for (std::size_t r = 0; r < all.different[axis].size(); ++r) {
      for (std::size_t s = 0; s < total.size(); ++s) {
        raw[s * width + correlation_ + r] +=
            share / 3 * (1 - 2 * static_cast<double>(all.different[axis][r][s]) / sites());
      }
    }
  }
  for (std::size_t s = 0; s < of.size(); ++s) {
    overlaps_.add(pair, of[s], std::span(raw).subspan(s * width, width));
  }
}

std::vector<double> EdwardsAndersonMoments::modes_of(const std::vector<EdwardsAndersonEngine::Counts>& planes) const {
  std::vector<double> re(planes.front().size()), im(re.size());
  for (std::size_t p = 0; p < planes.size(); ++p) {
    for (std::size_t s = 0; s < re.size(); ++s) {
      re[s] += static_cast<double>(planes[p][s]) * turns_[p].cos; // what is the same in all planes adds up to nothing
      im[s] += static_cast<double>(planes[p][s]) * turns_[p].sin;
    }
  }
  for (std::size_t s = 0; s < re.size(); ++s) {
    re[s] = 4 * (re[s] * re[s] + im[s] * im[s]) / (sites() * sites());
  }
  return re;
}

std::vector<double> EdwardsAndersonMoments::measure(EdwardsAndersonEngine& glass, std::int64_t time) const {
  const std::size_t width = moments().size();
  std::vector<double> raw(static_cast<std::size_t>(options_.samples()) * width, 0.0);
  measure_energies(glass, raw);
  glass.compare(EdwardsAndersonEngine::all_pairs(options_.replicas), most_,
                [&](std::size_t pair, const EdwardsAndersonEngine::Comparison& all) { add_pair(pair, all, raw); });
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
