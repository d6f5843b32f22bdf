// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "analysis/run_data.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace neel::analysis {

double RunData::sites() const {
  return std::accumulate(size.begin(), size.end(), 1.0,
                         [](double n, std::int64_t l) { return n * static_cast<double>(l); });
}

std::string RunData::order_parameter() const {
  std::string names;
  for (const std::string& name : std::set(order.begin(), order.end())) {
    names += (names.empty() ? "" : " or ") + name;
  }
  return names;
}

double RunData::length() const {
  const auto axes = std::count_if(size.begin(), size.end(), [](std::int64_t l) { return l > 1; });
  return std::pow(sites(), 1.0 / static_cast<double>(std::max<std::ptrdiff_t>(1, axes)));
}

Definition RunData::definition() const { return {sites(), model != "phi4"}; }

std::vector<double> RunData::temperatures() const {
  std::vector<double> all = temperature;
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

void RunData::add(std::size_t chain, std::span<const double> at, Measurements& all) const {
  const std::size_t states = at.size();
  all.width = Definition::moments;
  if (all.beta.empty()) {
    std::transform(at.rbegin(), at.rend(), std::back_inserter(all.beta), [](double t) { return 1 / t; });
  }
  for (std::size_t p = 0; p < temperature.size(); ++p) {
    const auto found = std::find(at.begin(), at.end(), temperature[p]);
    if (found == at.end()) {
      continue;
    }
    const std::size_t state = states - 1 - static_cast<std::size_t>(found - at.begin());
    for (std::size_t d = 0; d < measured[p]; ++d) {
      const std::size_t n = (p * chains + chain) * draws + d;
      all.add(static_cast<std::uint32_t>(state), static_cast<std::uint32_t>(d * jackknife_blocks / measured[p]),
              sites() * energy[n], Definition::row(energy[n], moment[n]));
    }
  }
}

Reweighting reweighting(const RunData& run, std::size_t group, std::span<const double> at) {
  const std::size_t chains = run.chains / run.groups(), first = group * chains;
  const bool samples = run.disorder[group] && chains > 1;
  std::vector<Measurements> all(samples ? chains : 1);
  for (std::size_t c = 0; c < chains; ++c) {
    run.add(first + c, at, all[samples ? c : 0]);
  }
  return samples ? Reweighting::of_samples(run.definition(), all) : Reweighting::of_blocks(run.definition(), all[0]);
}

} // namespace neel::analysis
