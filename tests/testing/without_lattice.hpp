// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Systems without a lattice, whose energy E > 0 has the distribution exp(-E/T): Z = T, <E> = T, and all is known exactly.

#include <neel/random/philox.hpp>
#include <neel/run/capabilities.hpp>

#include <cmath>
#include <cstring>

namespace neel::testing {

class WithoutLattice : public run::Simulation, public run::Energies {
public:
  void advance(std::uint64_t number, run::Sweep kind) override {
    draw_energies(number);
    if (kind == run::Sweep::measured) {
      measure();
    }
  }
  void measure() override { measured_ = energy_; }
  /// The first moment is the energy of a site.
  std::vector<double> energies() override {
    std::vector<double> all(static_cast<std::size_t>(systems()));
    measure();
    collect([&](int system, std::span<const double> raw) {
      all[static_cast<std::size_t>(system)] = raw.front() * static_cast<double>(sites());
    });
    return all;
  }
  void wait() override {}
  void collect(const std::function<void(int, std::span<const double>)>& receive) override {
    for (std::size_t s = 0; s < measured_.size(); ++s) {
      receive(static_cast<int>(s), {&measured_[s], 1});
    }
    measured_.clear();
  }
  std::uint64_t hash() override { return 0; }
  std::vector<run::Array> save() override {
    std::vector<std::uint64_t> numbers(energy_.size());
    std::memcpy(numbers.data(), energy_.data(), energy_.size() * sizeof(double));
    return {run::to_array("energy", numbers)};
  }
  void load(std::vector<run::Array>& arrays) override {
    const auto numbers = run::numbers_from_array(arrays, "energy", {energy_.size()});
    std::memcpy(energy_.data(), numbers.data(), energy_.size() * sizeof(double));
  }
  std::string check() override { return {}; }
  run::Configuration configuration_of(int /*system*/, const run::SiteRange& /*range*/) override { return {}; }

protected:
  explicit WithoutLattice(int systems) : Simulation({systems}), energy_(static_cast<std::size_t>(systems), 1.0) {}

  virtual void draw_energies(std::uint64_t sweep) = 0;
  /// A new energy of system s.
  void draw(std::size_t s, double temperature, std::uint64_t seed, std::uint64_t number) {
    const std::uint32_t word =
        random::Stream({seed}, random::Purpose::update, static_cast<std::uint32_t>(s), number)(0).a;
    energy_[s] = -temperature * std::log((static_cast<double>(word) + 0.5) * 0x1p-32);
  }

  std::vector<double> energy_, measured_;
};

} // namespace neel::testing
