// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Parallel tempering (Hukushima and Nemoto, J. Phys. Soc. Jpn. 65, 1604 (1996)): each chain has a system at every temperature
// of a ladder, and neighbours on it exchange places with the probability min(1, exp((1/T - 1/T')(E - E'))), which leaves the
// product of their Boltzmann distributions as it is.

#include <neel/core/math.hpp>
#include <neel/random/philox.hpp>
#include <neel/run/forwarding.hpp>
#include <neel/simulation/host_parts.hpp>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace neel::simulation {

struct TemperingOptions {
  std::vector<double> temperatures; ///< of the rungs, rising or falling
  int groups = 1;                   ///< of chains, equally many in each: acceptance is told for each
  std::int64_t every = 1;           ///< sweeps between exchanges
  std::int64_t thermalize = 0;      ///< sweeps before measuring
  bool tune = false;                ///< temperatures meanwhile, for equal acceptance
  Seed seed = 1;
};

/// Tempering around a simulation whose systems are (walker, chain), or (rung, chain) where configurations move; chain
/// fastest. To the outside, systems are (rung, chain).
class Tempered final : public run::Forwarding, public run::Places {
public:
  Tempered(std::unique_ptr<run::Simulation> systems, const TemperingOptions& options)
      : Forwarding(std::move(systems)), options_(options), energies_(run::get<run::Energies>(*inner_)),
        tempering_(run::get<run::Tempering>(*inner_)), ladder_(options.temperatures, configurations(), options.groups) {
    shape_.capacity = 1; // places must not change before a measurement is handed over
  }

  const run::Ladder* ladder() const override { return &ladder_; }
  int system_at(int place) const override { return configuration_at(place / chains(), place % chains(), chains()); }

  /// The temperatures are those of the ladder.
  void apply_conditions(double temperature, double field) override {
    inner_->apply_conditions(temperature, field);
    put_temperatures();
  }
  void advance(std::uint64_t number, run::Sweep kind) override {
    make_exchanges(number);
    inner_->advance(number, kind);
    if (kind == run::Sweep::adapting) {
      after_thermalizing(static_cast<std::int64_t>(number) + 1);
    }
  }
  void collect(const std::function<void(int, std::span<const double>)>& receive) override {
    inner_->collect([&](int system, std::span<const double> raw) {
      receive(rung_of(system / chains(), system % chains()) * chains() + system % chains(), raw);
    });
  }

  std::vector<run::Array> save() override {
    std::vector<run::Array> all = inner_->save();
    all.push_back(run::to_array("ladder", ladder_.numbers()));
    return all;
  }
  void load(std::vector<run::Array>& arrays) override {
    ladder_.restore(run::numbers_from_array(arrays, "ladder", {ladder_.numbers().size()}));
    inner_->load(arrays);
    put_temperatures();
  }

private:
  static constexpr int exchanges_worth_a_thread = 512; ///< some ten microseconds

  int chains() const { return systems() / ladder_.rungs(); }
  /// Where configurations move, place r of a ladder is always its rung r.
  int configuration_at(int rung, int ladder, int ladders) const {
    return (moves_configurations() ? rung : ladder_.walker_at(rung, ladder)) * ladders + ladder;
  }
  int rung_of(int walker, int ladder) const {
    return moves_configurations() ? walker : ladder_.rung_of(walker, ladder);
  }

  void put_temperatures() {
    std::vector<double> each;
    for (int s = 0; s < systems(); ++s) {
      each.push_back(ladder_.temperature(rung_of(s / chains(), s % chains())));
    }
    tempering_.set_temperatures(each);
  }

  /// Before sweep `number`: every other pair of neighbours, in turn (Okabe et al., Chem. Phys. Lett. 335, 435 (2001)).
  void make_exchanges(std::uint64_t number) {
    const auto every = static_cast<std::uint64_t>(options_.every);
    if (number == 0 || number % every != 0) {
      return;
    }
    const std::vector<double> energies = energies_.energies();
    const int ladders = ladder_.ladders(), first = static_cast<int>(number / every % 2);
    constexpr std::pair<int, int> none{-1, -1};
    pairs_.assign(static_cast<std::size_t>(ladder_.rungs() / 2) * static_cast<std::size_t>(ladders), none);
    ladder_.exchange(
        first,
        [&](int n, const auto& work) {
          in_host_parts(n, std::max(1, exchanges_worth_a_thread / ladder_.rungs()), work);
        },
        [&](int gap, int l) {
          const int a = configuration_at(gap, l, ladders), b = configuration_at(gap + 1, l, ladders);
          const double gain = (1 / ladder_.temperature(gap) - 1 / ladder_.temperature(gap + 1)) *
                              (energies[static_cast<std::size_t>(a)] - energies[static_cast<std::size_t>(b)]);
          const bool accepted = gain >= 0 || uniform(number, gap, l) <= math::exp_clamped(gain);
          if (accepted) {
            pairs_[static_cast<std::size_t>(gap / 2) * static_cast<std::size_t>(ladders) +
                   static_cast<std::size_t>(l)] = {a, b};
          }
          return accepted;
        });
    std::erase(pairs_, none);
    tempering_.exchange(pairs_);
  }

  double uniform(std::uint64_t sweep, int gap, int ladder) const {
    const random::Stream numbers(options_.seed, random::Purpose::swap, static_cast<std::uint32_t>(ladder), sweep);
    return (static_cast<double>(numbers(static_cast<std::uint32_t>(gap)).a) + 0.5) * 0x1p-32;
  }

  /// Tunes at an eighth, a quarter and half of thermalisation, from what was seen since the time before.
  void after_thermalizing(std::int64_t done) {
    for (const int part : {8, 4, 2}) {
      if (options_.tune && done == options_.thermalize / part) {
        ladder_.tune();
        put_temperatures();
      }
    }
    if (done == options_.thermalize) {
      ladder_.forget();
    }
  }

  TemperingOptions options_;
  run::Energies& energies_;
  run::Tempering& tempering_;
  run::Ladder ladder_;
  std::vector<std::pair<int, int>> pairs_; ///< that exchange places in a round
};

} // namespace neel::simulation
