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
// S is learnt while thermalising: energies at falling temperatures give a first one; then each visit of an energy adds to S there, ever
// less (F. Liang, C. Liu, R. J. Carroll, J. Am. Stat. Assoc. 102, 305 (2007)), and the mean over the second half of it stays.

#include <neel/core/math.hpp>
#include <neel/random/philox.hpp>
#include <neel/run/forwarding.hpp>
#include <neel/simulation/energy_weights.hpp>

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
        groups_(count(options.groups)), of_system_(count(inner_->systems())) {
    shape_.systems = inner_->systems() * static_cast<int>(options.temperatures.size());
    shape_.moments += own_moments;
    shape_.capacity = 1; // energies must be those of the measurement
    for (Group& g : groups_) {
      g.steps.resize(count(canonical_steps));
    }
  }

  int system_at(int place) const override { return place % inner_->systems(); }

  void advance(std::uint64_t number, run::Sweep kind) override {
    const auto n = static_cast<std::int64_t>(number);
    if (kind == run::Sweep::adapting && n < canonical_sweeps()) {
      sweep_canonical(number);
      return;
    }
    if (!learnt()) { // to be timed, or looked at
      inner_->advance(number, kind);
      known_ = false;
      return;
    }
    propose(number, kind);
    if (kind == run::Sweep::adapting) {
      learn(n + 1 - canonical_sweeps());
    }
    if (kind == run::Sweep::measured) {
      inner_->measure();
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
        if (learnt()) {
          const EnergyWeights& weights = group(s).weights;
          const double energy = of_system_[count(s)].energy, entropy = weights(energy);
          if (count(s) % systems_in_group() == 0) {
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
    for (const System& s : of_system_) {
      sweeps += static_cast<double>(s.sweeps);
      accepted += static_cast<double>(s.accepted);
      trips += static_cast<double>(s.trips) / static_cast<double>(of_system_.size());
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
    for (Group& g : groups_) {
      sound = sound && g.unpack();
    }
    if (!sound) {
      throw std::invalid_argument("its weights of energies are damaged");
    }
    inner_->load(arrays);
    known_ = false;
  }

private:
  static constexpr int canonical_steps = 16;       ///< inverse temperatures from the lowest to the highest, evenly
  static constexpr double most_learnt = 1;         ///< in a sweep, at an energy that all systems are at
  static constexpr std::int64_t extensions = 64;   ///< chances of an end to move, half of them while S is learnt first
  static constexpr double visits_per_learnt = 0.1; ///< of each node, in all sweeps so far

  struct Sums { ///< of energies, and of their changes from sweep to sweep
    double energy = 0, square = 0, number = 0, change = 0, changes = 0;
  };
  struct System {
    double energy = 0;
    Sums of_step;                                      ///< while sampling is canonical
    std::uint64_t sweeps = 0, accepted = 0, trips = 0; ///< since S is known
    std::uint64_t from = 0;                            ///< the end that it was at last: 1 low, 2 high, 0 none
  };
  struct Group {
    std::vector<Sums> steps; ///< of all systems; squares about the mean of each
    EnergyWeights weights;
    std::vector<double> mean = std::vector<double>(EnergyWeights::most_nodes, 0.0); ///< sum of S over the second half
    double in_mean = 0;
    Sums low, high;                 ///< visits beyond the ends, of late
    double lowest = 0, highest = 0; ///< the most likely energies at the ends of the temperatures
    std::vector<double> packed;     ///< of weights, as arrays hold them

    std::size_t size() const { return 2 * EnergyWeights::most_nodes + 5; }
    /// What weights are made of, in as many numbers as there can be.
    void pack() {
      const auto n = static_cast<double>(weights.nodes().size());
      packed = {n, weights.low().slope, weights.low().step, weights.high().slope, weights.high().step};
      for (const std::vector<double>* list : {&weights.nodes(), &weights.entropy()}) {
        packed.insert(packed.end(), list->begin(), list->end());
      }
      packed.resize(size(), 0.0);
    }
    bool unpack() {
      const auto n = static_cast<std::ptrdiff_t>(packed[0]);
      if (packed[0] != static_cast<double>(n) || n < 0 || n == 1 ||
          n > static_cast<std::ptrdiff_t>(EnergyWeights::most_nodes)) {
        return false;
      }
      const auto list = [&](std::ptrdiff_t k) {
        return std::vector<double>(packed.begin() + 5 + k * n, packed.begin() + 5 + (k + 1) * n);
      };
      weights = {list(0), list(1), {packed[1], packed[2]}, {packed[3], packed[4]}};
      return std::is_sorted(weights.nodes().begin(), weights.nodes().end(), std::less_equal<>());
    }
  };

  static std::size_t count(int n) { return static_cast<std::size_t>(n); }
  static std::string rounded(double x) {
    std::string text = std::to_string(x);
    return text.substr(0, text.size() - 5); // one digit behind the point
  }
  static std::string percent(double part) { return rounded(100 * part) + " %"; }

  bool learnt() const { return !groups_.front().weights.nodes().empty(); }
  std::int64_t canonical_sweeps() const { return options_.thermalize / 4; }
  std::size_t systems_in_group() const { return of_system_.size() / groups_.size(); }
  Group& group(int system) { return groups_[count(system) / systems_in_group()]; }
  double lowest_beta() const {
    return 1 / *std::max_element(options_.temperatures.begin(), options_.temperatures.end());
  }
  double highest_beta() const {
    return 1 / *std::min_element(options_.temperatures.begin(), options_.temperatures.end());
  }
  double beta_of_step(int k) const {
    return lowest_beta() + (highest_beta() - lowest_beta()) * k / (canonical_steps - 1);
  }

  /// The same for all systems.
  void sweep_canonical(std::uint64_t number) {
    const auto n = static_cast<std::int64_t>(number);
    const std::int64_t all = canonical_sweeps();
    const auto step = static_cast<int>(n * canonical_steps / all);
    const std::int64_t begin = (step * all + canonical_steps - 1) / canonical_steps,
                       end = ((step + 1) * all + canonical_steps - 1) / canonical_steps;
    tempering_.set_temperatures(std::vector<double>(of_system_.size(), 1 / beta_of_step(step)));
    inner_->advance(number, run::Sweep::adapting);
    known_ = false;
    if (2 * (n - begin) >= end - begin) {
      std::vector<double> before;
      for (const System& system : of_system_) {
        before.push_back(system.energy);
      }
      know_energies();
      for (std::size_t s = 0; s < of_system_.size(); ++s) {
        add(of_system_[s].of_step, of_system_[s].energy, before[s]);
      }
      known_ = false;
    }
    if (n + 1 == end) {
      end_step(step);
    }
    if (n + 1 == all) {
      for (Group& g : groups_) {
        g.weights = EnergyWeights(canonical_points(g.steps));
      }
    }
  }
  static void add(Sums& sums, double energy, double before) {
    if (sums.number > 0 && energy != before) {
      sums.change += std::abs(energy - before);
      sums.changes += 1;
    }
    sums.energy += energy;
    sums.square += energy * energy;
    sums.number += 1;
  }
  void end_step(int step) {
    for (std::size_t s = 0; s < of_system_.size(); ++s) {
      Sums &own = of_system_[s].of_step, &all = group(static_cast<int>(s)).steps[count(step)];
      all.energy += own.energy;
      all.square += std::max(0.0, own.square - own.energy * own.energy / own.number);
      all.number += own.number;
      all.change += own.change;
      all.changes += own.changes;
      own = {};
    }
  }
  /// Deviations at most those of the neighbours: where a system goes from one phase to another, they are not of one phase; but at least a
  /// mean change: where most sweeps change nothing, that is what a step is.
  std::vector<CanonicalPoint> canonical_points(const std::vector<Sums>& steps) const {
    std::vector<CanonicalPoint> all;
    std::vector<double> deviation;
    for (const Sums& sums : steps) {
      deviation.push_back(std::sqrt(sums.square / sums.number));
    }
    for (std::size_t k = 0; k < steps.size(); ++k) {
      const double before = deviation[k == 0 ? 1 : k - 1], after = deviation[k + 1 == steps.size() ? k - 1 : k + 1];
      const double change = steps[k].changes > 0 ? steps[k].change / steps[k].changes : 0;
      all.push_back({beta_of_step(static_cast<int>(k)), steps[k].energy / steps[k].number,
                     std::max(change, std::min(deviation[k], std::max(before, after)))});
    }
    return all;
  }

  /// A sweep of all systems forward, and one backward.
  void propose(std::uint64_t number, run::Sweep kind) {
    know_energies();
    const int n = inner_->systems();
    std::vector<double> pivot, beta, temperature;
    std::vector<std::uint32_t> word;
    for (int s = 0; s < n; ++s) {
      const EnergyWeights& weights = group(s).weights;
      const random::Draw draw = stream(s, number)(0);
      const double radius = math::sqrt(-2 * math::log((draw.a + 0.5) * 0x1p-32)),
                   normal = radius * math::sincos2pi(draw.b * 0x1p-32).cos;
      pivot.push_back(weights.scaled(of_system_[count(s)].energy) + normal);
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
      System& system = of_system_[count(s)];
      const EnergyWeights& weights = group(s).weights;
      const double b = beta[count(s)], to = energies[count(s)];
      const auto log_h = [&](double e) {
        const double off = pivot[count(s)] - weights.scaled(e);
        return b * e - weights(e) - off * off / 2;
      };
      const double gain = log_h(to) - log_h(system.energy);
      const bool accepted = gain >= 0 || (word[count(s)] + 0.5) * 0x1p-32 < math::exp_clamped(gain);
      if (accepted) {
        system.energy = to;
      } else {
        rejected.push_back(s);
      }
      if (kind != run::Sweep::adapting) {
        ++system.sweeps;
        system.accepted += accepted ? 1 : 0;
        note_end(system, group(s));
      }
    }
    if (!rejected.empty()) {
      undo_.go_back(rejected);
    }
  }

  static void note_end(System& s, const Group& group) {
    const std::uint64_t end = s.energy <= group.lowest ? 1 : (s.energy >= group.highest ? 2 : 0);
    if (end == 0 || end == s.from) {
      return;
    }
    s.trips += s.from != 0 && end == 1 ? 1 : 0;
    s.from = end;
  }

  /// After sweep number `done` of those in which S is learnt.
  void learn(std::int64_t done) {
    const std::int64_t all = options_.thermalize - canonical_sweeps();
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      Group& group = groups_[g];
      const double nodes = static_cast<double>(group.weights.nodes().size());
      const double visit = std::min(most_learnt, nodes / (visits_per_learnt * static_cast<double>(done))) /
                           static_cast<double>(systems_in_group());
      for (std::size_t s = g * systems_in_group(); s < (g + 1) * systems_in_group(); ++s) {
        const double e = of_system_[s].energy;
        group.weights.add(e, visit);
        if (group.weights.beyond(e) > 0) {
          add(e < group.weights.nodes().front() ? group.low : group.high, e, e);
        }
      }
      if (2 * done <= all && done % std::max<std::int64_t>(1, all / extensions) == 0) {
        extend(group);
      }
      if (2 * done > all) {
        const std::vector<double>& now = group.weights.entropy();
        std::transform(now.begin(), now.end(), group.mean.begin(), group.mean.begin(), std::plus<>());
        group.in_mean += 1;
      }
      if (done == all) {
        for (double& s : group.mean) {
          s /= group.in_mean;
        }
        const auto nodes_end = group.mean.begin() + static_cast<std::ptrdiff_t>(group.weights.nodes().size());
        group.weights.set_entropy({group.mean.begin(), nodes_end});
        group.lowest = group.weights.peak(highest_beta()).energy;
        group.highest = group.weights.peak(lowest_beta()).energy;
      }
    }
  }

  /// Beyond an end is half of a canonical distribution, whose mean is 1.6 nodes away; where it is twice that, the end is too near.
  static void extend(Group& group) {
    for (Sums* beyond : {&group.low, &group.high}) {
      if (const double mean = beyond->energy / beyond->number; group.weights.beyond(mean) > 2 * 1.6) {
        group.weights.extend(mean);
      }
      *beyond = {};
    }
  }

  void know_energies() {
    if (known_) {
      return;
    }
    const std::vector<double> all = energies_.energies();
    for (std::size_t s = 0; s < all.size(); ++s) {
      of_system_[s].energy = all[s];
    }
    known_ = true;
  }

  random::Stream stream(int system, std::uint64_t number) const {
    return {options_.seed, random::Purpose::swap, static_cast<std::uint32_t>(system), number};
  }

  /// Calls use(number) for all that the next sweep depends on, in this order.
  template <class Use>
  void exchange(const Use& use) {
    for (System& s : of_system_) {
      for (std::uint64_t* n : {&s.sweeps, &s.accepted, &s.trips, &s.from}) {
        use(*n);
      }
      use(s.energy);
      exchange_sums(s.of_step, use);
    }
    for (Group& g : groups_) {
      for (Sums& sums : g.steps) {
        exchange_sums(sums, use);
      }
      exchange_sums(g.low, use);
      exchange_sums(g.high, use);
      g.pack();
      use(g.lowest);
      use(g.highest);
      use(g.in_mean);
      for (double& x : g.mean) {
        use(x);
      }
      for (double& x : g.packed) {
        use(x);
      }
    }
  }
  template <class Use>
  static void exchange_sums(Sums& sums, const Use& use) {
    for (double* x : {&sums.energy, &sums.square, &sums.number, &sums.change, &sums.changes}) {
      use(*x);
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
  std::vector<Group> groups_;
  std::vector<System> of_system_;
  bool known_ = false; ///< energies are those of the configurations
};

} // namespace neel::simulation
