// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How S(E) of a multicanonical ensemble is learnt (energy_weights.hpp). In a quarter of the sweeps, sampling is canonical, at falling
// temperatures: mean energies give a first S, deviations its scale. In the rest each visit of an energy adds to S there, ever less (F. Liang,
// C. Liu, R. J. Carroll, J. Am. Stat. Assoc. 102, 305 (2007)), and the mean over the second half of it stays.

#include <neel/simulation/energy_weights.hpp>

#include <cstdint>
#include <functional>
#include <span>

namespace neel::simulation {

class LearntWeights {
public:
  /// Between these 1/T, in so many sweeps of so many systems, which share S.
  LearntWeights(double lowest_beta, double highest_beta, std::int64_t sweeps, std::size_t systems)
      : lowest_beta_(lowest_beta), highest_beta_(highest_beta), sweeps_(sweeps), own_(systems), steps_(canonical_steps),
        mean_(EnergyWeights::most_nodes, 0.0) {}

  const EnergyWeights& weights() const { return weights_; }
  /// Is there one, from the canonical sweeps at least?
  bool known() const { return !weights_.nodes().empty(); }
  /// The most likely energies at the ends of the temperatures, once all is learnt.
  double low_end() const { return low_end_; }
  double high_end() const { return high_end_; }

  /// Of all sweeps, counted from 0, the first are canonical.
  bool canonical(std::int64_t sweep) const { return sweep < canonical_sweeps(); }
  double beta(std::int64_t sweep) const { return beta_of_step(step_of(sweep).number); }
  /// Are energies taken after it? So in the second half of each temperature.
  bool counts(std::int64_t sweep) const {
    const Step step = step_of(sweep);
    return 2 * (sweep - step.begin) >= step.end - step.begin;
  }
  void add_canonical(std::int64_t sweep, std::span<const double> energies) {
    for (std::size_t s = 0; s < own_.size(); ++s) {
      own_[s].add(energies[s]);
    }
    const Step step = step_of(sweep);
    if (sweep + 1 == step.end) {
      for (Sums& own : own_) {
        steps_[static_cast<std::size_t>(step.number)].join(own);
        own = {};
      }
    }
    if (sweep + 1 == canonical_sweeps()) {
      weights_ = EnergyWeights(canonical_points());
    }
  }

  /// After another sweep.
  void learn(std::int64_t sweep, std::span<const double> energies) {
    const std::int64_t done = sweep + 1 - canonical_sweeps(), all = sweeps_ - canonical_sweeps();
    const double nodes = static_cast<double>(weights_.nodes().size()), systems = static_cast<double>(energies.size());
    const double visit = std::min(most_learnt, nodes / (visits_per_learnt * static_cast<double>(done))) / systems;
    for (const double e : energies) {
      weights_.add(e, visit);
      if (weights_.beyond(e) > 0) {
        (e < weights_.nodes().front() ? low_ : high_).add(e);
      }
    }
    if (2 * done <= all && done % std::max<std::int64_t>(1, all / extensions) == 0) {
      extend();
    }
    if (2 * done > all) {
      const std::vector<double>& now = weights_.entropy();
      std::transform(now.begin(), now.end(), mean_.begin(), mean_.begin(), std::plus<>());
      in_mean_ += 1;
    }
    if (done == all) {
      finish();
    }
  }

  /// Calls use(number) for all that learning and sampling depend on, in this order; after it has changed them, unpack() says whether they
  /// make sense.
  template <class Use>
  void exchange(const Use& use) {
    pack();
    for (std::vector<Sums>* list : {&own_, &steps_}) {
      for (Sums& sums : *list) {
        sums.exchange(use);
      }
    }
    low_.exchange(use);
    high_.exchange(use);
    for (double* x : {&low_end_, &high_end_, &in_mean_}) {
      use(*x);
    }
    for (std::vector<double>* list : {&mean_, &packed_}) {
      for (double& x : *list) {
        use(x);
      }
    }
  }
  bool unpack() {
    const auto n = static_cast<std::ptrdiff_t>(packed_[0]);
    if (packed_[0] != static_cast<double>(n) || n < 0 || n == 1 ||
        n > static_cast<std::ptrdiff_t>(EnergyWeights::most_nodes)) {
      return false;
    }
    const auto list = [&](std::ptrdiff_t k) {
      const auto from = packed_.begin() + before_lists + k * n;
      return std::vector<double>(from, from + n);
    };
    weights_ = {list(0), list(1), {packed_[1], packed_[2]}, {packed_[3], packed_[4]}};
    return std::is_sorted(weights_.nodes().begin(), weights_.nodes().end(), std::less_equal<>());
  }

private:
  static constexpr int canonical_steps = 16;       ///< inverse temperatures from the lowest to the highest, evenly
  static constexpr double most_learnt = 1;         ///< in a sweep, where all systems are at one energy
  static constexpr std::int64_t extensions = 64;   ///< chances of an end to move, half of them while S is learnt first
  static constexpr double visits_per_learnt = 0.1; ///< of each node, in all sweeps so far
  static constexpr std::ptrdiff_t before_lists = 5;

  struct Sums { ///< over energies, and their changes from sweep to sweep
    double energy = 0, square = 0, number = 0, change = 0, changes = 0, last = 0;

    void add(double e) {
      if (number > 0 && e != last) {
        change += std::abs(e - last);
        changes += 1;
      }
      energy += e;
      square += e * e;
      number += 1;
      last = e;
    }
    /// Squares about the mean of each.
    void join(const Sums& of) {
      energy += of.energy;
      square += std::max(0.0, of.square - of.energy * of.energy / of.number);
      number += of.number;
      change += of.change;
      changes += of.changes;
    }
    template <class Use>
    void exchange(const Use& use) {
      for (double* x : {&energy, &square, &number, &change, &changes, &last}) {
        use(*x);
      }
    }
  };
  struct Step {
    int number;
    std::int64_t begin, end;
  };

  std::int64_t canonical_sweeps() const { return sweeps_ / 4; }
  Step step_of(std::int64_t sweep) const {
    const std::int64_t all = canonical_sweeps(), k = sweep * canonical_steps / all;
    const auto begin = [&](std::int64_t step) { return (step * all + canonical_steps - 1) / canonical_steps; };
    return {static_cast<int>(k), begin(k), begin(k + 1)};
  }
  double beta_of_step(int k) const { return lowest_beta_ + (highest_beta_ - lowest_beta_) * k / (canonical_steps - 1); }

  /// Deviations at most those of the neighbours: where a system goes from one phase to another, they are not of one phase; but at least a
  /// mean change: where most sweeps change nothing, that is what a step is.
  std::vector<CanonicalPoint> canonical_points() const {
    std::vector<CanonicalPoint> all;
    std::vector<double> deviation;
    for (const Sums& sums : steps_) {
      deviation.push_back(std::sqrt(sums.square / sums.number));
    }
    for (std::size_t k = 0; k < steps_.size(); ++k) {
      const double before = deviation[k == 0 ? 1 : k - 1], after = deviation[k + 1 == steps_.size() ? k - 1 : k + 1];
      const double change = steps_[k].changes > 0 ? steps_[k].change / steps_[k].changes : 0;
      all.push_back({beta_of_step(static_cast<int>(k)), steps_[k].energy / steps_[k].number,
                     std::max(change, std::min(deviation[k], std::max(before, after)))});
    }
    return all;
  }

  /// Beyond an end is half of a canonical distribution, whose mean is 1.6 nodes away; where it is twice that, the end is too near.
  void extend() {
    for (Sums* beyond : {&low_, &high_}) {
      const double mean = beyond->number > 0 ? beyond->energy / beyond->number : weights_.nodes().front();
      if (weights_.beyond(mean) > 2 * 1.6) {
        weights_.extend(mean);
      }
      *beyond = {};
    }
  }
  void finish() {
    for (double& s : mean_) {
      s /= in_mean_;
    }
    weights_.set_entropy({mean_.begin(), mean_.begin() + static_cast<std::ptrdiff_t>(weights_.nodes().size())});
    low_end_ = weights_.peak(highest_beta_).energy;
    high_end_ = weights_.peak(lowest_beta_).energy;
  }

  /// The weights, in as many numbers as there can be.
  void pack() {
    const auto n = static_cast<double>(weights_.nodes().size());
    packed_ = {n, weights_.low().slope, weights_.low().step, weights_.high().slope, weights_.high().step};
    for (const std::vector<double>* list : {&weights_.nodes(), &weights_.entropy()}) {
      packed_.insert(packed_.end(), list->begin(), list->end());
    }
    packed_.resize(2 * EnergyWeights::most_nodes + static_cast<std::size_t>(before_lists), 0.0);
  }

  double lowest_beta_, highest_beta_;
  std::int64_t sweeps_;
  EnergyWeights weights_;
  std::vector<Sums> own_, steps_; ///< of each system at the present temperature; of all, by temperature
  Sums low_, high_;               ///< visits beyond the ends, of late
  std::vector<double> mean_;      ///< sum of S over the second half
  double in_mean_ = 0;            ///< sweeps
  double low_end_ = 0, high_end_ = 0;
  std::vector<double> packed_;
};

} // namespace neel::simulation
