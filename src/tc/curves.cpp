// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "tc/curves.hpp"

#include "analysis/file_table.hpp"
#include "analysis/run_data.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace neel::tc {

using analysis::Measurements;

namespace {

/// What a measurement keeps. Energies are counted from one of them, so that powers lose no digits.
enum Moment : std::size_t { square, fourth, here, near, e1, e2, e3, e4, curvature, slope, moments };

/// A moment of all chains and draws of a state of a file; the mean of several.
std::vector<double> values_of(const files::Hdf5Reader& file, const std::string& path,
                              const std::vector<std::string>& names, std::size_t point, const analysis::State& s) {
  std::vector<double> mean(s.chains * s.draws, 0.0);
  for (const std::string& name : names) {
    const analysis::FileTable<double> table(file, path, "/samples/" + name);
    const std::size_t draws = table.sizes().back();
    const auto values = table.from({{table.axes().front(), point}}, s.chains * draws);
    for (std::size_t c = 0; c < s.chains; ++c) {
      for (std::size_t d = 0; d < s.draws; ++d) {
        mean[c * s.draws + d] += values[c * draws + d] / static_cast<double>(names.size());
      }
    }
  }
  return mean;
}

/// Names in /samples that begin so.
std::vector<std::string> names_of(const files::Hdf5Reader& file, const std::string& begin) {
  std::vector<std::string> names;
  for (const std::string& name : file.members("/samples")) {
    if (name.starts_with(begin)) {
      names.push_back(name);
    }
  }
  return names;
}

/// The same measurements with the states of `betas`, which include theirs.
void renumber(Measurements& m, const std::vector<double>& betas) {
  for (std::uint32_t& s : m.state) {
    s = static_cast<std::uint32_t>(std::lower_bound(betas.begin(), betas.end(), m.beta[s]) - betas.begin());
  }
  m.beta = betas;
}

void append(Measurements& to, Measurements from) {
  std::vector<double> betas = to.beta;
  betas.insert(betas.end(), from.beta.begin(), from.beta.end());
  std::sort(betas.begin(), betas.end());
  betas.erase(std::unique(betas.begin(), betas.end()), betas.end());
  renumber(to, betas);
  renumber(from, betas);
  to.width = from.width;
  to.state.insert(to.state.end(), from.state.begin(), from.state.end());
  to.block.insert(to.block.end(), from.block.begin(), from.block.end());
  to.energy.insert(to.energy.end(), from.energy.begin(), from.energy.end());
  to.moments.insert(to.moments.end(), from.moments.begin(), from.moments.end());
}

} // namespace

std::string name_of(Ratio ratio) {
  return ratio == Ratio::length ? "xi/L" : ratio == Ratio::binder ? "Binder ratio" : "helicity modulus";
}

void Curves::add(const std::string& path) {
  const std::vector<analysis::RunData> runs = analysis::read_runs(path);
  const analysis::RunData& run = runs.front();
  const files::Hdf5Reader file(path, false); // which has just been checked
  std::vector<std::string> around = names_of(file, "structure_");
  std::erase(around, "structure_0");
  const std::vector<std::string> curved = names_of(file, "twist_curvature_"), sloped = names_of(file, "twist_slope_");
  const bool first = chains_.empty();
  const analysis::State& middle = run.states[run.states.size() / 2];
  samples_ = middle.disorder && middle.chains > 1;
  sites_ = middle.sites;
  energy_ = first ? middle.energy.front() : energy_;
  std::vector<Measurements> chains(samples_ ? middle.chains : 1);
  for (Measurements& m : chains) {
    m.width = moments;
    for (const analysis::State& s : run.states) {
      m.beta.push_back(1 / s.at.front());
    }
    std::sort(m.beta.begin(), m.beta.end());
  }
  for (std::size_t p = 0; p < run.states.size(); ++p) {
    const analysis::State& s = run.states[p];
    const std::vector<double> at_q = values_of(file, path, {"structure_0"}, p, s),
                              beside = values_of(file, path, around, p, s), curve = values_of(file, path, curved, p, s),
                              tilt = values_of(file, path, sloped, p, s);
    const auto state = static_cast<std::uint32_t>(
        std::lower_bound(chains[0].beta.begin(), chains[0].beta.end(), 1 / s.at.front()) - chains[0].beta.begin());
    for (std::size_t n = 0; n < s.energy.size(); ++n) {
      const double m2 = s.moment[n] * s.moment[n], e = s.energy[n] - energy_;
      const double row[moments] = {m2,    m2 * m2,   at_q[n],       beside[n], e,
                                   e * e, e * e * e, e * e * e * e, curve[n],  tilt[n]};
      const std::size_t chain = n / s.draws;
      chains[samples_ ? chain : 0].add(state, analysis::jackknife_block(chain, s.chains, n % s.draws, s.draws),
                                       sites_ * s.energy[n], row);
    }
    const double t = s.at.front();
    range_ = first && p == 0 ? Interval{t, t} : Interval{std::min(range_.from, t), std::max(range_.to, t)};
  }
  if (samples_ || first) {
    std::move(chains.begin(), chains.end(), std::back_inserter(chains_));
  } else {
    append(chains_.front(), std::move(chains.front()));
  }
}

void Curves::solve() {
  histograms_.clear();
  if (samples_) {
    for (const Measurements& chain : chains_) {
      histograms_.emplace_back(chain, analysis::partition(chain));
    }
    return;
  }
  const Measurements& all = chains_.front();
  const analysis::Partition cells = analysis::partition(all);
  analysis::MultiHistogram whole(all, cells);
  const std::uint32_t blocks = 1 + *std::max_element(all.block.begin(), all.block.end());
  for (std::uint32_t b = 0; b < blocks; ++b) {
    histograms_.emplace_back(all, cells, b, whole.free_energies());
  }
  histograms_.push_back(std::move(whole));
}

std::size_t Curves::measurements() const {
  std::size_t n = 0;
  for (const Measurements& m : chains_) {
    n += m.energy.size();
  }
  return n;
}

bool Curves::trusted(double temperature) const {
  const auto enough = [&](const analysis::MultiHistogram& h) {
    return h.at(1 / temperature).effective >= std::max(analysis::Trust::least, analysis::Trust::part * h.fewest());
  };
  return samples_ ? std::all_of(histograms_.begin(), histograms_.end(), enough) : enough(histograms_.back());
}

/// Of disorder, averages over samples.
std::vector<double> Curves::means(double temperature, std::size_t without) const {
  if (!samples_) {
    return histograms_[without].at(1 / temperature).moments;
  }
  std::vector<double> mean(moments, 0.0);
  const double counted = static_cast<double>(replicas() - (without < replicas() ? 1 : 0));
  for (std::size_t c = 0; c < replicas(); ++c) {
    const std::vector<double> own = c == without ? mean : histograms_[c].at(1 / temperature).moments;
    for (std::size_t m = 0; c != without && m < moments; ++m) {
      mean[m] += own[m] / counted;
    }
  }
  return mean;
}

std::vector<double> Curves::all(double temperature, std::size_t without) const {
  const std::vector<double> m = means(temperature, without);
  const double step = 2 * std::sin(std::numbers::pi / length_);
  const double y = m[curvature] - m[slope] / temperature;
  return {std::sqrt(std::max(0.0, m[here] / m[near] - 1)) / (step * length_), m[fourth] / (m[square] * m[square]),
          std::numbers::pi * y / (2 * temperature) - 1};
}

Estimate Curves::estimate(Ratio ratio, double temperature) const {
  std::vector<double> without;
  for (std::size_t r = 0; r < replicas(); ++r) {
    without.push_back(at(ratio, temperature, r));
  }
  return analysis::jackknife(at(ratio, temperature), without);
}

double Curves::energy(double temperature) const { return energy_ + means(temperature, replicas())[e1]; }

double Curves::correlation_length(double temperature) const { return length_ * at(Ratio::length, temperature); }

double Curves::specific_heat(double temperature) const {
  const std::vector<double> m = means(temperature, replicas());
  return sites_ * (m[e2] - m[e1] * m[e1]) / (temperature * temperature);
}

EnergySpread Curves::widest(int points) const {
  const auto spread = [&](double t) { return trusted(t) ? specific_heat(t) : 0; };
  const double step = (range_.to - range_.from) / (points - 1);
  double best = range_.from;
  for (int k = 1; k < points; ++k) {
    const double t = range_.from + step * k;
    best = spread(t) > spread(best) ? t : best;
  }
  if (!trusted(best)) {
    return {};
  }
  const std::optional<analysis::Maximum> top = analysis::climb(spread, best, step / 2, range_);
  const double t = top ? top->at : best;
  const std::vector<double> m = means(t, replicas());
  const double mean = m[e1], variance = m[e2] - mean * mean;
  const double fourth_power = m[e4] - 4 * mean * m[e3] + 6 * mean * mean * m[e2] - 3 * mean * mean * mean * mean;
  const double apart = std::sqrt(std::max(0.0, (3 * variance * variance - fourth_power) / 2));
  return {t, fourth_power / (variance * variance), 2 * std::sqrt(apart)};
}

} // namespace neel::tc
