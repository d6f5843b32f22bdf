// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "analysis/run_data.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace neel::analysis {

std::int64_t RunData::cells() const {
  return std::accumulate(size.begin(), size.end(), std::int64_t{1}, std::multiplies<>());
}

double RunData::length() const {
  const auto axes = std::count_if(size.begin(), size.end(), [](std::int64_t l) { return l > 1; });
  return std::pow(static_cast<double>(cells()), 1.0 / static_cast<double>(std::max<std::ptrdiff_t>(1, axes)));
}

std::vector<double> RunData::values(std::size_t group) const {
  std::set<double> all;
  for (const std::size_t s : groups[group].states) {
    all.insert(states[s].at[axis]);
  }
  return {all.begin(), all.end()};
}

std::vector<double> RunData::values() const {
  std::set<double> all;
  for (const State& s : states) {
    all.insert(s.at[axis]);
  }
  return {all.begin(), all.end()};
}

std::size_t RunData::chains(std::size_t group) const {
  std::size_t most = 0;
  for (const std::size_t s : groups[group].states) {
    most = std::max(most, states[s].chains);
  }
  return most;
}

std::size_t RunData::systems(std::size_t group) const {
  std::map<std::uint64_t, std::size_t> of_seed;
  for (const std::size_t s : groups[group].states) {
    std::size_t& most = of_seed[states[s].seed];
    most = std::max(most, states[s].chains);
  }
  return std::accumulate(of_seed.begin(), of_seed.end(), std::size_t{0},
                         [](std::size_t n, const auto& seed) { return n + seed.second; });
}

std::size_t RunData::draws() const {
  return std::max_element(states.begin(), states.end(),
                          [](const State& a, const State& b) { return a.draws < b.draws; })
      ->draws;
}

std::string RunData::order_parameter() const {
  std::set<std::string> all;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    all.insert(order(g));
  }
  std::string names;
  for (const std::string& moment : all) {
    names += (names.empty() ? "" : " or ") + moment;
  }
  return names;
}

Definition RunData::definition(std::size_t group) const {
  Definition d{sites(group), susceptibility_over_temperature};
  if (!along_temperature()) {
    d.temperature = states[groups[group].states.front()].at[0];
  }
  return d;
}

void RunData::add(std::size_t group, std::size_t chain, std::span<const double> at, Measurements& all) const {
  const Definition definition = this->definition(group);
  all.width = definition.moments();
  if (all.beta.empty()) {
    std::transform(at.begin(), at.end(), std::back_inserter(all.beta), [&](double x) { return definition.beta(x); });
    std::sort(all.beta.begin(), all.beta.end());
  }
  for (const std::size_t number : groups[group].states) {
    const State& s = states[number];
    const double x = s.at[axis];
    if (chain >= s.chains || std::find(at.begin(), at.end(), x) == at.end()) {
      continue;
    }
    const auto place = std::lower_bound(all.beta.begin(), all.beta.end(), definition.beta(x)) - all.beta.begin();
    for (std::size_t d = 0; d < s.draws; ++d) {
      const std::size_t n = chain * s.draws + d;
      const double slope = along_temperature() ? 0 : s.derivatives[axis][n];
      const double weighed = along_temperature() ? s.energy[n] : slope;
      const auto row = Definition::row(s.energy[n] - x * slope, s.moment[n], slope);
      all.add(static_cast<std::uint32_t>(place), jackknife_block(chain, s.chains, d, s.draws), s.sites * weighed,
              std::span(row).first(all.width));
    }
  }
}

Reweighting reweighting(const RunData& run, std::size_t group, std::span<const double> at) {
  const std::size_t chains = run.chains(group);
  const bool samples = run.disorder(group) && chains > 1;
  std::vector<Measurements> all(samples ? chains : 1);
  for (std::size_t c = 0; c < chains; ++c) {
    run.add(group, c, at, all[samples ? c : 0]);
  }
  const Definition definition = run.definition(group);
  return samples ? Reweighting::of_samples(definition, all) : Reweighting::of_blocks(definition, all[0]);
}

} // namespace neel::analysis
