// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several configurations of each system, its replicas, with the same couplings and random numbers of their own: what is measured is
// averaged over them, and their overlaps are measured. To the outside, systems are (rung, sample); inside, each replica is one by
// itself, (walker, sample, replica), replica fastest. Temperatures are exchanged inside, and here is which replica is where.

#include <neel/measure/overlap_sums.hpp>
#include <neel/run/forwarding.hpp>
#include <neel/simulation/site_simulation.hpp>

#include <algorithm>
#include <memory>
#include <numeric>

namespace neel::simulation {

/// `Moments` has add_overlaps(const measure::OverlapsOfPairs&, first pair, raw) and count_overlaps(raw).
template <class Lattice, class Moments>
class Replicas final : public run::Forwarding,
                       public run::Start,
                       public run::Energies,
                       public run::Tempering,
                       public run::Resampling,
                       public run::BestStates {
public:
  using Inner = SiteSimulation<Lattice, Moments>;
  using Physics = typename Lattice::Physics;
  using Space = typename Lattice::Space;

  /// `moves`: cluster moves that `inner` makes of pairs of replicas, or null.
  Replicas(std::unique_ptr<Inner> inner, Moments measures, int replicas, int rungs,
           std::shared_ptr<clusters::PairedMoves> moves)
      : Forwarding(std::move(inner)), one_(&static_cast<Inner&>(*inner_)), lattice_(&one_->lattice()),
        measures_(std::move(measures)), replicas_(replicas), rungs_(rungs), moves_(std::move(moves)),
        at_(count(inner_->systems())),
        pairs_("neel::simulation::pairs", 2 * at_.size() / count(replicas) * count(pairs_of_sample())),
        overlaps_(lattice_->state(),
                  measure::ModeTables<Space>(lattice_->setup().cells, lattice_->setup().basis,
                                             lattice_->setup().overlap_modes),
                  inner_->systems() / replicas * pairs_of_sample()) {
    shape_.systems = inner_->systems() / replicas; // their configurations are (rung, replica, sample)
    shape_.capacity = 1;                           // overlaps are those of the present configurations
    shape_.moves_configurations = true;
    std::iota(at_.begin(), at_.end(), 0);
    pair();
  }

  /// What a single configuration can do is not what several can.
  run::Simulation* inner() override { return nullptr; }

  void set_temperatures(std::span<const double> each) override {
    std::vector<double> inside(at_.size());
    for (std::size_t place = 0; place < at_.size(); ++place) {
      inside[count(at_[place])] = each[place / count(replicas_)];
    }
    one_->set_temperatures(inside);
  }
  void exchange(run::Pairs pairs) override {
    std::vector<std::pair<int, int>> inside;
    for (const auto& [a, b] : pairs) {
      int &at_a = at_[place_of(a)], &at_b = at_[place_of(b)];
      inside.emplace_back(at_a, at_b);
      std::swap(at_a, at_b);
    }
    one_->exchange(inside);
    pair();
  }
  void copy(run::Pairs pairs) override {
    std::vector<std::pair<int, int>> inside;
    for (const auto& [from, to] : pairs) {
      inside.emplace_back(at_[place_of(from)], at_[place_of(to)]);
    }
    one_->copy(inside);
  }
  std::vector<double> energies() override {
    const std::vector<double> inside = one_->energies();
    std::vector<double> all(inside.size());
    for (int c = 0; c < configurations(); ++c) {
      all[count(c)] = inside[count(at_[place_of(c)])];
    }
    return all;
  }

  void measure() override {
    inner_->measure();
    overlaps_.launch(lattice_->exec(), pairs_.data());
  }
  void advance(std::uint64_t number, run::Sweep kind) override {
    inner_->advance(number, kind);
    if (kind == run::Sweep::measured) {
      overlaps_.launch(lattice_->exec(), pairs_.data());
    }
  }
  void collect(const std::function<void(int, std::span<const double>)>& receive) override {
    std::vector<std::vector<double>> inside(at_.size());
    inner_->collect(
        [&](int system, std::span<const double> raw) { inside[count(system)].assign(raw.begin(), raw.end()); });
    if (inside.front().empty()) {
      return;
    }
    const auto overlaps = overlaps_.host();
    for (int system = 0; system < systems(); ++system) {
      std::vector<double> mean(moments());
      for (int a = 0; a < replicas_; ++a) {
        const std::vector<double>& one = inside[count(system_of_replica(system, a))];
        for (std::size_t k = 0; k < mean.size(); ++k) {
          mean[k] += one[k] / replicas_;
        }
      }
      measures_.add_overlaps(overlaps, count(system) * count(pairs_of_sample()), mean);
      measures_.count_overlaps(mean);
      receive(system, mean);
    }
  }

  void be_part(int first, int all) override { one_->be_part(first * replicas_, all * replicas_); }

  /// That of the first replica. Of Ising spins, others follow from their overlaps with it.
  run::Configuration configuration_of(int system, const run::SiteRange& range) override {
    run::Configuration c = inner_->configuration_of(system_of_replica(system, 0), range);
    if (c.components == 1) {
      const auto others = count(replicas_ - 1);
      c.overlaps.resize(others * c.values.size());
      for (std::size_t a = 0; a < others; ++a) {
        const run::Configuration other =
            inner_->configuration_of(system_of_replica(system, static_cast<int>(a) + 1), range);
        for (std::size_t site = 0; site < c.values.size(); ++site) {
          c.overlaps[others * site + a] = c.values[site] * other.values[site];
        }
      }
    }
    return c;
  }
  void set_configuration(int system, const run::Configuration& c) override {
    const std::size_t others = c.overlaps.empty() ? 0 : c.overlaps.size() / c.values.size();
    for (int a = 0; a < replicas_; ++a) {
      run::Configuration one = c;
      one.overlaps.clear();
      for (std::size_t site = 0; a > 0 && others > 0 && site < c.values.size(); ++site) {
        one.values[site] *= c.overlaps[others * site + count(a) - 1];
      }
      one_->set_configuration(system_of_replica(system, a), one);
    }
  }
  std::vector<float> local_energy(int system, const run::SiteRange& range) override {
    return inner_->local_energy(system_of_replica(system, 0), range);
  }

  void make_room(int samples) override { one_->make_room(samples); }
  void keep(run::Pairs pairs) override {
    std::vector<std::pair<int, int>> inside;
    for (const auto& [configuration, sample] : pairs) {
      inside.emplace_back(at_[place_of(configuration)], sample);
    }
    one_->keep(inside);
  }
  void kept(const std::function<void(int, const run::Configuration&)>& receive) override { one_->kept(receive); }

  std::vector<run::Array> save() override {
    std::vector<run::Array> all = inner_->save();
    if (rungs_ > 1) {
      all.push_back(run::to_array(places, {at_.begin(), at_.end()}));
    }
    return all;
  }
  void load(std::vector<run::Array>& arrays) override {
    if (rungs_ > 1) {
      const std::vector<std::uint64_t> numbers = run::numbers_from_array(arrays, places, {at_.size()});
      std::vector<bool> seen(at_.size());
      const std::size_t of_rung = at_.size() / count(rungs_);
      for (std::size_t place = 0; place < at_.size(); ++place) { // a replica of the same sample, and each one once
        const std::uint64_t n = numbers[place];
        if (n >= at_.size() || n % of_rung != place % of_rung || seen[n]) {
          throw std::invalid_argument("its places of replicas are damaged");
        }
        seen[n] = true;
        at_[place] = static_cast<int>(n);
      }
    }
    inner_->load(arrays);
    pair();
  }

private:
  static constexpr const char* places = "replica_places";

  static std::size_t count(int n) { return static_cast<std::size_t>(n); }
  int pairs_of_sample() const { return replicas_ * (replicas_ - 1) / 2; }
  int samples() const { return systems() / rungs_; }
  /// Of configuration (rung, replica, sample): its place among (rung, sample, replica).
  std::size_t place_of(int configuration) const {
    const int row = configuration / samples(), sample = configuration % samples();
    return count((row / replicas_ * samples() + sample) * replicas_ + row % replicas_);
  }
  int system_of_replica(int system, int replica) const { return at_[count(system * replicas_ + replica)]; }

  /// Which systems are compared, and which are moved together: replicas 0 and 1, 2 and 3, ...
  void pair() {
    std::vector<int> compared, moved;
    for (int system = 0; system < systems(); ++system) {
      for (int b = 1; b < replicas_; ++b) {
        for (int a = 0; a < b; ++a) {
          const std::array<int, 2> both{system_of_replica(system, a), system_of_replica(system, b)};
          compared.insert(compared.end(), both.begin(), both.end());
          if (a % 2 == 0 && b == a + 1) {
            moved.insert(moved.end(), both.begin(), both.end());
          }
        }
      }
    }
    inner_->wait();
    copy_numbers(pairs_, host_view(compared));
    if (moves_) {
      moves_->set_pairs(moved);
    }
  }

  Inner* one_; ///< of each replica by itself
  Lattice* lattice_;
  Moments measures_;
  int replicas_, rungs_;
  std::shared_ptr<clusters::PairedMoves> moves_;
  std::vector<int> at_; ///< (rung, sample, replica): the system inside
  DeviceList<int, Space> pairs_;
  measure::OverlapSums<Physics, Space> overlaps_;
};

} // namespace neel::simulation
