// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Parallel tempering (Hukushima and Nemoto, J. Phys. Soc. Jpn. 65, 1604 (1996)): each chain has a system at every temperature
// of a ladder, and neighbours on it exchange places with the probability min(1, exp((1/T - 1/T')(E - E'))), which leaves the
// product of their Boltzmann distributions as it is.

#include <neel/core/math.hpp>
#include <neel/random/philox.hpp>
#include <neel/run/forwarding.hpp>

#include <memory>
#include <utility>

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
class Tempered final : public run::Forwarding {
public:
  Tempered(std::unique_ptr<run::Simulation> systems, const TemperingOptions& options)
      : Forwarding(std::move(systems)), options_(options),
        ladder_(options.temperatures, inner_->configurations(), options.groups) {}

  const run::Ladder* ladder() const override { return &ladder_; }
  /// The system at the lowest temperature of the first chain.
  int shown() const override {
    const int last = ladder_.rungs() - 1, rung = ladder_.temperature(0) < ladder_.temperature(last) ? 0 : last;
    return (inner_->moves_configurations() ? rung : ladder_.walker_at(rung, 0)) * (systems() / ladder_.rungs());
  }

  int capacity() const override { return 1; } // places must not change before a measurement is handed over

  /// The temperatures are those of the ladder.
  void set_conditions(double temperature, double field) override {
    inner_->set_conditions(temperature, field);
    put_temperatures();
  }
  void thermalize(std::uint64_t number) override {
    make_exchanges(number);
    inner_->thermalize(number);
    after_thermalizing(static_cast<std::int64_t>(number) + 1);
  }
  void sweep(std::uint64_t number) override {
    make_exchanges(number);
    inner_->sweep(number);
  }
  void sweep_and_measure(std::uint64_t number) override {
    make_exchanges(number);
    inner_->sweep_and_measure(number);
  }
  void collect(const std::function<void(int, std::span<const double>)>& receive) override {
    const int chains = systems() / ladder_.rungs();
    inner_->collect([&](int system, std::span<const double> raw) {
      const int place = system / chains, chain = system % chains;
      receive((inner_->moves_configurations() ? place : ladder_.rung_of(place, chain)) * chains + chain, raw);
    });
  }
  int system_of(int index) const override {
    const int chains = systems() / ladder_.rungs(), rung = index / chains, chain = index % chains;
    return inner_->moves_configurations() ? index : ladder_.walker_at(rung, chain) * chains + chain;
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
  /// The system that holds configuration `walker` of a ladder is at the temperature of its rung.
  void put_temperatures() {
    const int places = inner_->systems() / ladder_.rungs();
    std::vector<double> each;
    for (int s = 0; s < inner_->systems(); ++s) {
      const int rung = inner_->moves_configurations() ? s / places : ladder_.rung_of(s / places, s % places);
      each.push_back(ladder_.temperature(rung));
    }
    inner_->set_temperatures(each);
  }

  /// Before sweep `number`: every other pair of neighbours, in turn (Okabe et al., Chem. Phys. Lett. 335, 435 (2001)).
  void make_exchanges(std::uint64_t number) {
    const auto every = static_cast<std::uint64_t>(options_.every);
    if (number == 0 || number % every != 0) {
      return;
    }
    const std::vector<double> energies = inner_->energies();
    const int ladders = ladder_.ladders();
    std::vector<std::pair<int, int>> pairs;
    for (int gap = static_cast<int>(number / every % 2); gap + 1 < ladder_.rungs(); gap += 2) {
      for (int l = 0; l < ladders; ++l) {
        const auto place = [&](int rung) {
          return (inner_->moves_configurations() ? rung : ladder_.walker_at(rung, l)) * ladders + l;
        };
        const int a = place(gap), b = place(gap + 1);
        const double gain = (1 / ladder_.temperature(gap) - 1 / ladder_.temperature(gap + 1)) *
                            (energies[static_cast<std::size_t>(a)] - energies[static_cast<std::size_t>(b)]);
        const random::Draw draw = random::Stream(options_.seed, random::Purpose::swap, static_cast<std::uint32_t>(l),
                                                 number)(static_cast<std::uint32_t>(gap));
        const double u = (static_cast<double>(draw.a) + 0.5) * 0x1p-32;
        const bool accepted = gain >= 0 || u <= math::exp_clamped(gain);
        ladder_.tried(gap, l, accepted);
        if (accepted) {
          pairs.emplace_back(a, b);
        }
      }
    }
    ladder_.arrived();
    inner_->exchange(pairs);
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
  run::Ladder ladder_;
};

} // namespace neel::simulation
