// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The Edwards-Anderson model as a simulation.

#include "models/edwards_anderson/measures.hpp"

#include <neel/run/capabilities.hpp>
#include <neel/simulation/host_parts.hpp>

#include <algorithm>
#include <optional>

namespace neel::models {

/// Sweeps and measures all samples at once.
class EdwardsAndersonSimulation final : public run::Simulation,
                                        public run::Start,
                                        public run::Energies,
                                        public run::Tempering,
                                        public run::BestStates,
                                        public run::Fields {
public:
  EdwardsAndersonSimulation(const EdwardsAndersonOptions& options, const EdwardsAndersonMoments& measures,
                            std::vector<std::int64_t> waiting, run::ExecutionContext where)
      : Simulation({options.samples(), options.geometry.sites(), measures.moments().size(), 1,
                    options.replicas * options.samples(), true}), // one temperature serves all samples of a word
        options_(options), measures_(measures), waiting_(std::move(waiting)),
        glass_(make_edwards_anderson(options, where)) {}

  void apply_conditions(double temperature, double /*field*/) override { glass_->set_temperature(temperature); }
  void set_temperatures(std::span<const double> each) override {
    std::vector<double> of_coded;
    for (std::size_t s = 0; s < each.size(); s += static_cast<std::size_t>(options_.samples_per_system())) {
      of_coded.push_back(each[s]);
    }
    glass_->set_temperatures(of_coded);
  }
  /// Of (rung, replica, sample).
  std::vector<double> energies() override {
    std::vector<double> all(static_cast<std::size_t>(configurations()));
    const std::vector<EdwardsAndersonEngine::Counts>& unsatisfied = glass_->unsatisfied();
    const auto bonds = static_cast<double>(options_.geometry.bonds());
    const auto samples = static_cast<std::ptrdiff_t>(samples_of_rung());
    simulation::in_host_parts(options_.rungs * options_.replicas, 1, [&](int from, int to) {
      for (int row = from; row < to; ++row) {
        const auto first =
            unsatisfied[static_cast<std::size_t>(row % options_.replicas)].begin() + row / options_.replicas * samples;
        std::transform(first, first + samples, all.begin() + row * samples,
                       [&](std::int64_t u) { return 2.0 * static_cast<double>(u) - bonds; });
      }
    });
    return all;
  }
  void exchange(run::Pairs pairs) override {
    exchanged_.clear();
    for (const auto& [a, b] : pairs) {
      exchanged_.push_back(of_configuration(std::min(a, b)));
    }
    taken_.reset();
    glass_->exchange(exchanged_);
  }

  void advance(std::uint64_t number, run::Sweep kind) override {
    taken_.reset();
    glass_->sweep(number);
    time_ = static_cast<std::int64_t>(number) + 1;
    if (std::find(waiting_.begin(), waiting_.end(), time_) != waiting_.end()) {
      glass_->remember(kept_name(time_));
    }
    if (kind == run::Sweep::measured) {
      measure();
    }
  }
  void measure() override { raw_ = measures_.measure(*glass_, time_); }
  void wait() override { glass_->wait(); }
  void collect(const std::function<void(int, std::span<const double>)>& receive) override {
    for (std::size_t s = 0; s * moments() < raw_.size(); ++s) {
      receive(static_cast<int>(s), std::span(raw_).subspan(s * moments(), moments()));
    }
    raw_.clear();
  }
  void make_room(int /*samples*/) override { glass_->make_room(); }
  void keep(run::Pairs pairs) override {
    std::vector<update::SampleOfReplica> all;
    for (const auto& [configuration, sample] : pairs) {
      all.push_back(of_configuration(configuration));
    }
    glass_->keep(all);
  }
  void kept(const std::function<void(int, const run::Configuration&)>& receive) override {
    glass_->kept([&](int sample, std::vector<float> spins) { receive(sample, {std::move(spins), 1, {}}); });
  }
  void fields(int system, double* to) override { glass_->overlaps(system, to); }
  std::uint64_t hash() override { return glass_->hash(); }
  void be_part(int first, int all) override {
    const int each = options_.samples_per_system();
    glass_->be_part(first / each, all / each);
  }
  /// A sample's spins are bits in words of many: all are taken out at once, for the ranges that follow.
  run::Configuration configuration_of(int system, const run::SiteRange& range) override {
    if (range.first == 0 || !taken_ || taken_of_ != system) {
      taken_.reset();
      taken_ = all_of(system);
      taken_of_ = system;
    }
    const run::SiteRange part = range.of(taken_->values.size());
    const auto of = [&](const std::vector<float>& all, std::size_t each) {
      const auto first = all.begin() + static_cast<std::ptrdiff_t>(each * part.first);
      return std::vector(first, first + static_cast<std::ptrdiff_t>(each * part.count));
    };
    const std::size_t others = taken_->values.empty() ? 0 : taken_->overlaps.size() / taken_->values.size();
    run::Configuration c{of(taken_->values, 1), 1, {}};
    c.overlaps = of(taken_->overlaps, others);
    if (range.end() >= static_cast<std::uint64_t>(sites())) {
      taken_.reset();
    }
    return c;
  }
  /// The other replicas follow from their overlaps; where there are none, all are alike.
  void set_configuration(int system, const run::Configuration& c) override {
    taken_.reset();
    const std::size_t others = c.overlaps.size() / c.values.size();
    for (int a = 0; a < options_.replicas; ++a) {
      std::vector<float> spins = c.values;
      for (std::size_t site = 0; a > 0 && others > 0 && site < spins.size(); ++site) {
        spins[site] *= c.overlaps[others * site + static_cast<std::size_t>(a) - 1];
      }
      glass_->set_spins(system, a, spins);
    }
  }
  std::vector<run::Array> save() override { return glass_->save(); }
  void load(std::vector<run::Array>& arrays) override {
    taken_.reset();
    glass_->load(arrays);
  }

  /// Every spin is valid; couplings are stored at both ends of a bond, and must be the same there.
  std::string check() override {
    const auto from_even = glass_->unsatisfied(lattice::Colour::even),
               from_odd = glass_->unsatisfied(lattice::Colour::odd);
    for (std::size_t a = 0; a < from_even.size(); ++a) {
      const EdwardsAndersonEngine::Counts &even = from_even[a], &odd = from_odd[a];
      const auto differ = std::mismatch(even.begin(), even.end(), odd.begin());
      if (differ.first != even.end()) {
        return "in sample " + std::to_string(differ.first - even.begin()) + ", replica " + std::to_string(a) +
               ", the even sites have " + std::to_string(*differ.first) + " unsatisfied bonds, but the odd ones " +
               std::to_string(*differ.second);
      }
    }
    return {};
  }

private:
  run::Configuration all_of(int system) {
    run::Configuration c{glass_->spins(system, 0), 1, {}};
    const auto others = static_cast<std::size_t>(options_.replicas) - 1;
    c.overlaps.resize(others * c.values.size());
    for (std::size_t a = 0; a < others; ++a) {
      const std::vector<float> spins = glass_->spins(system, static_cast<int>(a) + 1);
      for (std::size_t site = 0; site < spins.size(); ++site) {
        c.overlaps[others * site + a] = c.values[site] * spins[site];
      }
    }
    return c;
  }
  /// The configuration (rung, replica, sample) as the engine counts.
  update::SampleOfReplica of_configuration(int configuration) const {
    const auto of_rung = static_cast<int>(samples_of_rung()), row = configuration / of_rung;
    return {row % options_.replicas, row / options_.replicas * of_rung + configuration % of_rung};
  }
  std::size_t samples_of_rung() const { return static_cast<std::size_t>(options_.samples() / options_.rungs); }

  EdwardsAndersonOptions options_;
  EdwardsAndersonMoments measures_;
  std::vector<std::int64_t> waiting_;
  std::unique_ptr<EdwardsAndersonEngine> glass_;
  std::int64_t time_ = 0;   ///< sweeps done
  std::vector<double> raw_; ///< (sample, moment)
  std::vector<EdwardsAndersonEngine::Exchange> exchanged_;
  std::optional<run::Configuration> taken_; ///< while ranges of it are asked for
  int taken_of_ = 0;
};

} // namespace neel::models
