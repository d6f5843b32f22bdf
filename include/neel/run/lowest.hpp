// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The lowest energy that each sample of a run has seen, and the configuration that had it.

#include <neel/run/forwarding.hpp>

#include <cmath>
#include <cstring>
#include <limits>

namespace neel::run {

/// Per sample.
struct LowestSeen {
  std::vector<double> energy;        ///< of a site
  std::vector<std::uint64_t> sweeps; ///< that were done when it was first seen
};

/// Around a simulation whose configuration c is of sample c mod `samples` (replicas, rungs of a ladder): looks at all energies that
/// are measured, and at those that tempering asks for.
class Lowest final : public Forwarding, public Energies {
public:
  Lowest(std::unique_ptr<Simulation> inner, int samples)
      : Forwarding(std::move(inner)), energies_(get<Energies>(*inner_)), states_(get<BestStates>(*inner_)) {
    shape_.capacity = 1; // what was measured is still there
    const auto count = static_cast<std::size_t>(samples);
    seen_ = {std::vector(count, std::numeric_limits<double>::infinity()), std::vector<std::uint64_t>(count, 0)};
    states_.make_room(samples);
  }

  const LowestSeen& seen() const { return seen_; }

  void advance(std::uint64_t number, Sweep kind) override {
    inner_->advance(number, kind);
    done_ = number + 1;
  }
  void collect(const std::function<void(int, std::span<const double>)>& receive) override {
    std::vector<double> all(static_cast<std::size_t>(systems()));
    bool any = false;
    inner_->collect([&](int system, std::span<const double> raw) {
      all[static_cast<std::size_t>(system)] = raw.front();
      any = true;
      receive(system, raw);
    });
    if (any) {
      look_at(configurations() == systems() ? all : per_site(energies_.energies()));
    }
  }
  std::vector<double> energies() override {
    std::vector<double> all = energies_.energies();
    look_at(per_site(all));
    return all;
  }

  std::vector<Array> save() override {
    std::vector<Array> all = inner_->save();
    std::vector<std::uint64_t> numbers;
    for (std::size_t s = 0; s < seen_.energy.size(); ++s) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, &seen_.energy[s], sizeof bits);
      numbers.insert(numbers.end(), {bits, seen_.sweeps[s]});
    }
    all.push_back(to_array("lowest", numbers, shape()));
    all.push_back(to_array("lowest_sweeps", {done_}));
    return all;
  }
  void load(std::vector<Array>& arrays) override {
    const std::vector<std::uint64_t> numbers = numbers_from_array(arrays, "lowest", shape());
    for (std::size_t s = 0; s < seen_.energy.size(); ++s) {
      std::memcpy(&seen_.energy[s], &numbers[2 * s], sizeof seen_.energy[s]);
      seen_.sweeps[s] = numbers[2 * s + 1];
    }
    done_ = numbers_from_array(arrays, "lowest_sweeps", {1}).front();
    for (std::size_t s = 0; s < seen_.energy.size(); ++s) {
      const bool seen = std::isfinite(seen_.energy[s]);
      if ((!seen && !(seen_.energy[s] > 0)) || seen_.sweeps[s] > (seen ? done_ : 0)) {
        throw std::invalid_argument("its lowest energies are damaged");
      }
    }
    inner_->load(arrays);
  }

private:
  std::vector<std::uint64_t> shape() const { return {seen_.energy.size(), 2}; }

  std::vector<double> per_site(std::vector<double> energies) const {
    for (double& e : energies) {
      e /= static_cast<double>(sites());
    }
    return energies;
  }

  /// Keeps the configurations that are lower than all before them; of equal ones, the first.
  void look_at(const std::vector<double>& energies) {
    const std::size_t samples = seen_.energy.size();
    std::vector<int> lower(samples, -1);
    for (std::size_t c = 0; c < energies.size(); ++c) {
      const std::size_t sample = c % samples;
      if (energies[c] < seen_.energy[sample]) {
        seen_.energy[sample] = energies[c];
        seen_.sweeps[sample] = done_;
        lower[sample] = static_cast<int>(c);
      }
    }
    std::vector<std::pair<int, int>> pairs;
    for (std::size_t s = 0; s < samples; ++s) {
      if (lower[s] >= 0) {
        pairs.emplace_back(lower[s], static_cast<int>(s));
      }
    }
    if (!pairs.empty()) {
      states_.keep(pairs);
    }
  }

  Energies& energies_;
  BestStates& states_;
  LowestSeen seen_;
  std::uint64_t done_ = 0; ///< sweeps
};

} // namespace neel::run
