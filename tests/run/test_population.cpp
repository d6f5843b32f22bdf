// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "testing/without_lattice.hpp"

#include <neel/simulation/population.hpp>

#include <catch2/catch_test_macros.hpp>

#include <array>
#include <cmath>

using namespace neel;
using simulation::PopulationAnnealing;

namespace {

/// A sweep draws energies anew, or lets them be.
class Exponential final : public testing::WithoutLattice, public run::Resampling {
public:
  Exponential(int systems, std::uint64_t seed, bool moves) : WithoutLattice(systems), seed_(seed), moves_(moves) {}

  void apply_conditions(double temperature, double /*field*/) override {
    const bool first = temperature_ == 0;
    temperature_ = temperature;
    if (first) {
      draw_all(1'000'000);
    }
  }
  void copy(run::Pairs pairs) override {
    copied.assign(pairs.begin(), pairs.end());
    for (const auto& [from, to] : pairs) {
      energy_[static_cast<std::size_t>(to)] = energy_[static_cast<std::size_t>(from)];
    }
  }
  void load(std::vector<run::Array>& arrays) override {
    WithoutLattice::load(arrays);
    temperature_ = 1; // they are not drawn anew
  }

  std::vector<std::pair<int, int>> copied; ///< by the last resampling

private:
  void draw_energies(std::uint64_t sweep) override {
    if (moves_) {
      draw_all(sweep);
    }
  }
  void draw_all(std::uint64_t number) {
    for (std::size_t s = 0; s < energy_.size(); ++s) {
      draw(s, temperature_, seed_, number);
    }
  }
  double temperature_ = 0;
  std::uint64_t seed_;
  bool moves_;
};

/// Its last measurement: of each system, moment by moment.
std::vector<std::vector<double>> measure(PopulationAnnealing& p, std::uint64_t number) {
  std::vector<std::vector<double>> all(static_cast<std::size_t>(p.systems()));
  p.sweep_and_measure(number);
  p.collect([&](int system, std::span<const double> raw) {
    all[static_cast<std::size_t>(system)].assign(raw.begin(), raw.end());
  });
  return all;
}

/// The mean of a moment over `blocks` systems from `first` on, and its squared error from their scatter.
std::array<double, 2> estimate(const std::vector<std::vector<double>>& all, std::size_t first, int blocks,
                               std::size_t moment) {
  double mean = 0, square = 0;
  for (std::size_t b = first; b < first + static_cast<std::size_t>(blocks); ++b) {
    mean += all[b][moment] / blocks;
  }
  for (std::size_t b = first; b < first + static_cast<std::size_t>(blocks); ++b) {
    square += (all[b][moment] - mean) * (all[b][moment] - mean) / (blocks * (blocks - 1.0));
  }
  return {mean, square};
}

/// From T = 4 to 1 in as many populations: energies and ln Z against what they are, claimed errors against the scatter.
void compare(bool moves, int members, int steps) {
  constexpr int populations = 400, blocks = 20;
  PopulationAnnealing p(std::make_unique<Exponential>(populations * members, 11, moves), {members, blocks, false, {5}});
  std::vector<std::vector<double>> all;
  for (int k = 0; k <= steps; ++k) {
    p.set_conditions(1 / (0.25 + 0.75 * k / steps), 0);
    all = measure(p, static_cast<std::uint64_t>(k));
  }
  double energy = 0, energies = 0, claimed = 0, ratio = 0, ratios = 0, log_z = 0, log_zs = 0, log_claimed = 0;
  for (std::size_t s = 0; s < populations; ++s) {
    const auto [e, e2] = estimate(all, s * blocks, blocks, 0);
    const auto [l, l2] = estimate(all, s * blocks, blocks, 1);
    const double z = std::exp(l) * 4; // Z(1) / Z(4) = 1/4
    energy += e / populations;
    energies += e * e / populations;
    claimed += e2 / populations;
    ratio += z / populations;
    ratios += z * z / populations;
    log_z += l / populations;
    log_zs += l * l / populations;
    log_claimed += l2 / populations;
  }
  const double scatter = energies - energy * energy, log_scatter = log_zs - log_z * log_z;
  INFO("energy " << energy << " scatter " << scatter << " claimed " << claimed << "; Z " << ratio << "; ln Z " << log_z
                 << " scatter " << log_scatter << " claimed " << log_claimed);
  CHECK(std::abs(ratio - 1) < 4 * std::sqrt((ratios - ratio * ratio) / populations)); // without bias
  CHECK(std::abs(energy - 1) < 4 * std::sqrt(scatter / populations) + 2.0 / members);
  const double known = 4 * std::sqrt(2.0 / populations);
  CHECK(std::abs(claimed / scatter - 1) < known);
  CHECK(std::abs(log_claimed / log_scatter - 1) < known);
}

/// What becomes of members between T = 2 and 0.8: their numbers of copies, and what these are on average.
struct Copies {
  std::vector<int> number;
  std::vector<double> tau;
};
Copies resampled(int members, int populations) {
  auto own = std::make_unique<Exponential>(populations * members, 3, false);
  Exponential* const inner = own.get();
  PopulationAnnealing p(std::move(own), {members, 1, false, {7}});
  p.set_conditions(2, 0);
  measure(p, 0);
  CHECK(inner->copied.empty());
  const std::vector<double> energy = inner->energies();
  Copies c{std::vector<int>(energy.size(), 1), std::vector<double>(energy.size())};
  std::vector<double> sum(static_cast<std::size_t>(populations), 0.0);
  for (std::size_t s = 0; s < energy.size(); ++s) {
    c.tau[s] = members * std::exp((1 / 2.0 - 1 / 0.8) * energy[s]);
    sum[s % sum.size()] += c.tau[s] / members;
  }
  p.set_conditions(0.8, 0);
  measure(p, 1);
  for (const auto& [from, to] : inner->copied) {
    CHECK(from % populations == to % populations);
    ++c.number[static_cast<std::size_t>(from)];
    --c.number[static_cast<std::size_t>(to)];
  }
  for (std::size_t s = 0; s < energy.size(); ++s) {
    c.tau[s] /= sum[s % sum.size()];
  }
  return c;
}

} // namespace

TEST_CASE("each member has as many copies as its weight says, but for less than one", "[run]") {
  const Copies c = resampled(50, 2);
  int all[2] = {0, 0};
  for (std::size_t s = 0; s < c.tau.size(); ++s) {
    INFO(c.number[s] << " copies, " << c.tau[s]);
    CHECK(std::abs(c.number[s] - c.tau[s]) < 1);
    all[s % 2] += c.number[s];
  }
  CHECK(all[0] == 50);
  CHECK(all[1] == 50);
}

TEST_CASE("on average a member has just as many copies as its weight says", "[run]") {
  constexpr int populations = 2000;
  const Copies c = resampled(2, populations);
  double first = 0; // members of each population
  for (std::size_t s = 0; s < populations; ++s) {
    first += c.number[s] - c.tau[s];
  }
  CHECK(std::abs(first) < 4 * 0.5 * std::sqrt(populations));
}

TEST_CASE("systems that sample exactly: Z and its error", "[run]") { compare(true, 100, 12); }

TEST_CASE("systems that cannot move sample by copies alone, and families tell the error", "[run]") {
  compare(false, 400, 6);
}

TEST_CASE("a population at 1/T = 0 begins to count there", "[run]") {
  PopulationAnnealing p(std::make_unique<Exponential>(100, 3, true), {100, 1, true, {7}});
  p.set_conditions(2, 0);
  CHECK(measure(p, 0)[0][1] < 0); // ln of the mean of exp(-E/2)
  CHECK(measure(p, 1)[0][1] == measure(p, 2)[0][1]);
}

TEST_CASE("populations go on from what was saved as if nothing had happened", "[run]") {
  const auto make = [] {
    return std::make_unique<PopulationAnnealing>(std::make_unique<Exponential>(120, 3, true),
                                                 simulation::PopulationOptions{40, 8, false, {7}});
  };
  auto whole = make(), parts = make();
  std::uint64_t number = 0;
  for (const double t : {3.0, 2.5, 2.0, 1.6}) {
    whole->set_conditions(t, 0);
    parts->set_conditions(t, 0);
    for (int k = 0; k < 3; ++k) {
      std::vector<run::Array> arrays = parts->save();
      parts = make();
      parts->load(arrays);
      parts->set_conditions(t, 0);
      CHECK(measure(*whole, number) == measure(*parts, number));
      ++number;
    }
  }
  std::vector<run::Array> arrays = parts->save();
  arrays.back().bytes.back() = std::byte{1}; // the last family's number
  CHECK_THROWS_AS(make()->load(arrays), std::invalid_argument);
}
