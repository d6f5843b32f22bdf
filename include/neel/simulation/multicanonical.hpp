// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Multicanonical sampling with sweeps as proposals. A sweep at a fixed temperature leaves exp(-beta E) as it is; followed by one backward, by
// all moves and colours in reverse order, it is its own reversal in time: it proposes a configuration by a kernel that is in detailed
// balance with exp(-beta E). Which beta: from the energy u that is drawn about E on a scale y(E), beta = S'(u). So the joint weight of
// configuration and u is
//
//   W = exp(-S(E)) exp(-(y(u) - y(E))^2 / 2) y'(u),
//
// u is drawn anew before each pair of sweeps, and the pair is accepted with the probability min(1, h(E')/h(E)), h = exp(beta E) W. Where S is the
// entropy, and y counts canonical standard deviations, h is constant but for cubic terms: most are accepted.
//
// S is learnt while thermalising (learnt_weights.hpp).

#include <neel/core/math.hpp>
#include <neel/random/philox.hpp>
#include <neel/run/forwarding.hpp>
#include <neel/simulation/learnt_weights.hpp>

#include <bit>
#include <cmath>

namespace neel::simulation {

struct MulticanonicalOptions {
  std::vector<double> temperatures; ///< averages are at these; S is learnt between the mean energies at the ends
  int groups = 1;                   ///< of systems with one S each
  std::int64_t thermalize = 0;      ///< sweeps in which it is learnt
  Seed seed = 1;
};

/// Around a simulation of n systems; to the outside, systems are (temperature, system). What is handed over of one are its moments times
/// w = exp(S(E) - E/T) / c(T), and own moments behind them: means over w are canonical averages at T.
class Multicanonical final : public run::Forwarding, public run::Places {
public:
  /// w at T; w at the first temperature; ln c(T) - ln c(first).
  static constexpr std::size_t own_moments = 3;

  Multicanonical(std::unique_ptr<run::Simulation> systems, const MulticanonicalOptions& options)
      : Forwarding(std::move(systems)), options_(options), energies_(run::get<run::Energies>(*inner_)),
        tempering_(run::get<run::Tempering>(*inner_)), undo_(run::get<run::Undo>(*inner_)),
        energy_(count(inner_->systems()), 0.0), systems_(energy_.size()) {
    shape_.systems = inner_->systems() * static_cast<int>(options.temperatures.size());
    shape_.moments += own_moments;
    shape_.capacity = 1; // energies must be those of the measurement
    const auto [lowest, highest] = std::minmax_element(options.temperatures.begin(), options.temperatures.end());
    groups_.assign(count(options.groups), LearntWeights(1 / *highest, 1 / *lowest, options.thermalize,
                                                        energy_.size() / count(options.groups)));
  }

  int system_at(int place) const override { return place % inner_->systems(); }

  void advance(std::uint64_t number, run::Sweep kind) override {
    const auto n = static_cast<std::int64_t>(number);
    if (kind == run::Sweep::adapting && groups_.front().canonical(n)) {
      sweep_canonical(number);
    } else if (!groups_.front().known()) { // to be timed, or looked at
      inner_->advance(number, kind);
      known_ = false;
    } else {
      propose(number, kind);
      if (kind == run::Sweep::adapting) {
        by_group([&](LearntWeights& group, std::span<const double> energies) { group.learn(n, energies); });
      }
      if (kind == run::Sweep::measured) {
        inner_->measure();
      }
    }
  }

  void collect(const std::function<void(int, std::span<const double>)>& receive) override {
    const int n = inner_->systems();
    std::vector<std::vector<double>> all(count(n));
    inner_->collect(
        [&](int system, std::span<const double> raw) { all[count(system)].assign(raw.begin(), raw.end()); });
    if (all.front().empty()) {
      return;
    }
    know_energies();
    std::vector<double> raw(moments());
    const double first = 1 / options_.temperatures.front();
    for (std::size_t t = 0; t < options_.temperatures.size(); ++t) {
      const double beta = 1 / options_.temperatures[t];
      double log_c = 0, log_first = 0;
      for (int s = 0; s < n; ++s) {
        double w = 1, w_first = 1;
        if (groups_.front().known()) {
          const EnergyWeights& weights = group(s).weights();
          const double energy = energy_[count(s)], entropy = weights(energy);
          if (count(s) % in_group() == 0) {
            log_c = weights.peak(beta).exponent;
            log_first = weights.peak(first).exponent;
          }
          w = math::exp_clamped(entropy - beta * energy - log_c);
          w_first = math::exp_clamped(entropy - first * energy - log_first);
        }
        std::transform(all[count(s)].begin(), all[count(s)].end(), raw.begin(), [&](double x) { return w * x; });
        raw[raw.size() - 3] = w;
        raw[raw.size() - 2] = w_first;
        raw[raw.size() - 1] = log_c - log_first;
        receive(static_cast<int>(t) * n + s, raw);
      }
    }
  }

  run::FinalReport ending() override {
    run::FinalReport report = inner_->ending();
    double sweeps = 0, accepted = 0, trips = 0;
    for (const System& s : systems_) {
      sweeps += static_cast<double>(s.sweeps);
      accepted += static_cast<double>(s.accepted);
      trips += static_cast<double>(s.trips) / static_cast<double>(systems_.size());
    }
    report.text += (report.text.empty() ? "" : "\n") + std::string("multicanonical: ") + percent(accepted / sweeps) +
                   " of pairs of sweeps accepted, " + rounded(trips) +
                   " round trips per system between both temperatures";
    return report;
  }

  std::vector<run::Array> save() override {
    std::vector<run::Array> all = inner_->save();
    std::vector<std::uint64_t> numbers;
    exchange([&](auto& value) {
      if constexpr (std::is_same_v<std::decay_t<decltype(value)>, double>) {
        numbers.push_back(std::bit_cast<std::uint64_t>(value));
      } else {
        numbers.push_back(value);
      }
    });
    all.push_back(run::to_array("multicanonical", numbers));
    return all;
  }
  void load(std::vector<run::Array>& arrays) override {
    const std::vector<std::uint64_t> numbers = run::numbers_from_array(arrays, "multicanonical", {numbers_saved()});
    auto from = numbers.begin();
    bool sound = true;
    exchange([&](auto& value) {
      if constexpr (std::is_same_v<std::decay_t<decltype(value)>, double>) {
        value = std::bit_cast<double>(*from++);
        sound = sound && std::isfinite(value);
      } else {
        value = *from++;
      }
    });
    for (LearntWeights& group : groups_) {
      sound = sound && group.unpack();
    }
    if (!sound) {
      throw std::invalid_argument("its weights of energies are damaged");
    }
    inner_->load(arrays);
    known_ = false;
  }

private:
  struct System { ///< since S is known
    std::uint64_t sweeps = 0, accepted = 0, trips = 0;
    std::uint64_t from = 0; ///< the end that it was at last: 1 low, 2 high, 0 none
  };

  static std::size_t count(int n) { return static_cast<std::size_t>(n); }
  static std::string rounded(double x) {
    std::string text = std::to_string(x);
    return text.substr(0, text.size() - 5); // one digit behind the point
  }
  static std::string percent(double part) { return rounded(100 * part) + " %"; }

  std::size_t in_group() const { return energy_.size() / groups_.size(); }
  const LearntWeights& group(int system) const { return groups_[count(system) / in_group()]; }
  /// Calls use(group, energies of its systems).
  template <class Use>
  void by_group(const Use& use) {
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      use(groups_[g], std::span<const double>(energy_).subspan(g * in_group(), in_group()));
    }
  }

  /// At one temperature.
  void sweep_canonical(std::uint64_t number) {
    const auto n = static_cast<std::int64_t>(number);
    tempering_.set_temperatures(std::vector<double>(energy_.size(), 1 / groups_.front().beta(n)));
    inner_->advance(number, run::Sweep::adapting);
    known_ = false;
    if (groups_.front().counts(n)) {
      know_energies();
      by_group([&](LearntWeights& group, std::span<const double> energies) { group.add_canonical(n, energies); });
    }
  }

  /// A sweep of all systems forward, and one backward.
  void propose(std::uint64_t number, run::Sweep kind) {
    know_energies();
    const int n = inner_->systems();
    std::vector<double> pivot, beta, temperature;
    std::vector<std::uint32_t> word;
    for (int s = 0; s < n; ++s) {
      const EnergyWeights& weights = group(s).weights();
      const random::Draw draw = stream(s, number)(0);
      const double radius = math::sqrt(-2 * math::log((draw.a + 0.5) * 0x1p-32)),
                   normal = radius * math::sincos2pi(draw.b * 0x1p-32).cos;
      pivot.push_back(weights.scaled(energy_[count(s)]) + normal);
      beta.push_back(static_cast<float>(weights.slope(weights.energy(pivot.back())))); // as kernels have it
      temperature.push_back(1 / beta.back());
      word.push_back(draw.c);
    }
    undo_.remember();
    tempering_.set_temperatures(temperature);
    inner_->advance(number, kind == run::Sweep::adapting ? kind : run::Sweep::plain);
    inner_->advance(number, run::Sweep::backward);
    const std::vector<double> energies = energies_.energies();
    std::vector<int> rejected;
    for (int s = 0; s < n; ++s) {
      System& system = systems_[count(s)];
      const EnergyWeights& weights = group(s).weights();
      const double b = beta[count(s)], to = energies[count(s)];
      const auto log_h = [&](double e) {
        const double off = pivot[count(s)] - weights.scaled(e);
        return b * e - weights(e) - off * off / 2;
      };
      const double gain = log_h(to) - log_h(energy_[count(s)]);
      const bool accepted = gain >= 0 || (word[count(s)] + 0.5) * 0x1p-32 < math::exp_clamped(gain);
      if (accepted) {
        energy_[count(s)] = to;
      } else {
        rejected.push_back(s);
      }
      if (kind != run::Sweep::adapting) {
        ++system.sweeps;
        system.accepted += accepted ? 1 : 0;
        note_end(system, energy_[count(s)], group(s));
      }
    }
    if (!rejected.empty()) {
      undo_.go_back(rejected);
    }
  }

  static void note_end(System& s, double energy, const LearntWeights& group) {
    const std::uint64_t end = energy <= group.low_end() ? 1 : (energy >= group.high_end() ? 2 : 0);
    if (end == 0 || end == s.from) {
      return;
    }
    s.trips += s.from != 0 && end == 1 ? 1 : 0;
    s.from = end;
  }

  void know_energies() {
    if (!known_) {
      energy_ = energies_.energies();
      known_ = true;
    }
  }

  random::Stream stream(int system, std::uint64_t number) const {
    return {options_.seed, random::Purpose::swap, static_cast<std::uint32_t>(system), number};
  }

  /// Calls use(number) for all that the next sweep depends on, in this order.
  template <class Use>
  void exchange(const Use& use) {
    for (System& s : systems_) {
      for (std::uint64_t* n : {&s.sweeps, &s.accepted, &s.trips, &s.from}) {
        use(*n);
      }
    }
    for (LearntWeights& group : groups_) {
      group.exchange(use);
    }
  }
  std::uint64_t numbers_saved() {
    std::uint64_t n = 0;
    exchange([&](auto& /*value*/) { ++n; });
    return n;
  }

  MulticanonicalOptions options_;
  run::Energies& energies_;
  run::Tempering& tempering_;
  run::Undo& undo_;
  std::vector<LearntWeights> groups_;
  std::vector<double> energy_; ///< of each system
  bool known_ = false;         ///< they are those of the configurations
  std::vector<System> systems_;
};

} // namespace neel::simulation
