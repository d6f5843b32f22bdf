// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "testing/without_lattice.hpp"

#include <neel/simulation/tempered.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>

using namespace neel;
using run::Ladder;

namespace {

/// At each sweep the energy is drawn anew.
class Exponential final : public testing::WithoutLattice, public run::Tempering {
public:
  Exponential(int rungs, int chains) : WithoutLattice(rungs * chains), temperature_(energy_) {}

  void apply_conditions(double /*temperature*/, double /*field*/) override {}
  void set_temperatures(std::span<const double> each) override { temperature_.assign(each.begin(), each.end()); }
  void exchange(run::Pairs pairs) override {
    for (const auto& [a, b] : pairs) {
      std::swap(temperature_[static_cast<std::size_t>(a)], temperature_[static_cast<std::size_t>(b)]);
    }
  }

  bool stuck = false; ///< only systems of the hot end of the ladder move

private:
  void draw_energies(std::uint64_t sweep) override {
    for (std::size_t s = 0; s < energy_.size(); s += draws_every(s)) {
      draw(s, temperature_[s], 3, sweep);
    }
  }
  std::size_t draws_every(std::size_t s) const {
    std::size_t k = 1;
    while (stuck && s + k < energy_.size() && temperature_[s + k] < 5.5) {
      ++k;
    }
    return k;
  }
  std::vector<double> temperature_;
};

struct Means {
  std::vector<double> energy, square;
};

/// Mean energies by rung.
Means means(simulation::Tempered& tempered, std::uint64_t& number, int sweeps, int rungs) {
  Means m{std::vector<double>(static_cast<std::size_t>(rungs)), std::vector<double>(static_cast<std::size_t>(rungs))};
  const int chains = tempered.systems() / rungs;
  for (int k = 0; k < sweeps; ++k) {
    tempered.sweep_and_measure(number++);
    tempered.collect([&](int system, std::span<const double> raw) {
      m.energy[static_cast<std::size_t>(system / chains)] += raw[0] / sweeps / chains;
      m.square[static_cast<std::size_t>(system / chains)] += raw[0] * raw[0] / sweeps / chains;
    });
  }
  return m;
}

} // namespace

// The systems sample exactly without exchanges, and must go on doing so with them: <E> = T, <E^2> = 2 T^2. Acceptance is exact,
// too: between T and T', P = 2 min(T, T') / (T + T').
TEST_CASE("exchanges keep each rung's distribution, and are accepted as often as they should", "[run]") {
  const std::vector<double> t{1, 2, 3.5, 6};
  auto own = std::make_unique<Exponential>(4, 50);
  simulation::Tempered tempered(std::move(own), {t, 1, 1, 0, false, 5});
  tempered.set_conditions(1, 0);
  std::uint64_t number = 0;
  constexpr int sweeps = 4000;
  const Means m = means(tempered, number, sweeps, 4);
  for (std::size_t r = 0; r < 4; ++r) {
    const double error = t[r] / std::sqrt(50.0 * sweeps);
    INFO("T = " << t[r] << ": " << m.energy[r] << " +- " << error);
    CHECK(std::abs(m.energy[r] - t[r]) < 4 * error);
    CHECK(std::abs(m.square[r] - 2 * t[r] * t[r]) < 4 * t[r] * error * std::sqrt(20.0));
  }
  for (int gap = 0; gap < 3; ++gap) {
    const double a = t[static_cast<std::size_t>(gap)], b = t[static_cast<std::size_t>(gap) + 1],
                 exact = 2 * a / (a + b);
    CHECK(std::abs(tempered.ladder()->acceptance(gap, 0) - exact) < 4 * 0.5 / std::sqrt(50.0 * sweeps / 2));
  }
}

// Only systems above T = 5.5 move by themselves; all others get their energies by exchanges alone.
TEST_CASE("cold systems that cannot move sample through the ladder", "[run]") {
  const std::vector<double> t{6, 4.5, 3.2, 2};
  auto own = std::make_unique<Exponential>(4, 64);
  own->stuck = true;
  simulation::Tempered tempered(std::move(own), {t, 1, 1, 0, false, 5});
  tempered.set_conditions(1, 0);
  std::uint64_t number = 0;
  means(tempered, number, 1000, 4);
  const Means m = means(tempered, number, 8000, 4);
  for (std::size_t r = 0; r < 4; ++r) { // some twenty sweeps for an independent energy
    CHECK(std::abs(m.energy[r] / t[r] - 1) < 4 * std::sqrt(40 / (64.0 * 8000)));
  }
  for (int l = 0; l < 64; ++l) {
    CHECK(tempered.ladder()->round_trips(l) > 0);
  }
  CHECK(tempered.ladder()->hot_part(0) == 1);
  CHECK(tempered.ladder()->hot_part(1) > tempered.ladder()->hot_part(2));
  CHECK(tempered.ladder()->hot_part(3) < 0.01);
}

TEST_CASE("tuned temperatures are accepted equally often", "[run]") {
  const std::vector<double> t{1, 1.1, 1.3, 4, 20};
  simulation::Tempered tempered(std::make_unique<Exponential>(5, 100), {t, 1, 1, 4000, true, 5});
  tempered.set_conditions(1, 0);
  std::uint64_t number = 0;
  while (number < 4000) {
    tempered.thermalize(number++);
  }
  means(tempered, number, 2000, 5);
  const Ladder& ladder = *tempered.ladder();
  CHECK(ladder.temperature(0) == 1);
  CHECK(ladder.temperature(4) == 20);
  for (int gap = 0; gap < 4; ++gap) {
    INFO("gap " << gap << " from T = " << ladder.temperature(gap) << ": " << ladder.acceptance(gap, 0));
    CHECK(std::abs(ladder.acceptance(gap, 0) - ladder.acceptance(0, 0)) < 0.05); // before: from 0.33 to 0.95
  }
}

TEST_CASE("a tempered run goes on from what was saved as if nothing had happened", "[run]") {
  const simulation::TemperingOptions options{{1, 2, 3}, 2, 2, 400, true, 9};
  const auto make = [&] {
    auto t = std::make_unique<simulation::Tempered>(std::make_unique<Exponential>(3, 8), options);
    t->set_conditions(1, 0);
    return t;
  };
  const auto whole = make();
  auto parts = make();
  std::uint64_t number = 0;
  for (; number < 1500; ++number) {
    if (number % 137 == 0) {
      std::vector<run::Array> arrays = run::completed(parts->save());
      parts = make();
      parts->load(arrays);
      parts->set_conditions(1, 0);
    }
    for (simulation::Tempered* t : {whole.get(), parts.get()}) {
      number < 400 ? t->thermalize(number) : t->sweep(number);
    }
  }
  CHECK(whole->ladder()->numbers() == parts->ladder()->numbers());
  CHECK(whole->ladder()->temperatures() == parts->ladder()->temperatures());
  CHECK(whole->ladder()->history().size() <= 512 * 3 * 8);
  CHECK(run::completed(whole->save()).front().bytes == run::completed(parts->save()).front().bytes);
  std::vector<run::Array> arrays = run::completed(whole->save());
  std::vector<std::uint64_t> numbers = whole->ladder()->numbers();
  numbers[3 + 3] = 77; // a walker that is not there
  arrays.back() = run::to_array("ladder", numbers);
  CHECK_THROWS_AS(parts->load(arrays), std::invalid_argument);
}
