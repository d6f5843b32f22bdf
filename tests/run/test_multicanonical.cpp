// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "testing/without_lattice.hpp"

#include <neel/simulation/multicanonical.hpp>

#include <catch2/catch_test_macros.hpp>

#include <array>
#include <cmath>

using namespace neel;
using simulation::EnergyWeights;
using simulation::Multicanonical;

namespace {

/// The sum of eight energies with the distribution exp(-E/T) each: <E> = 8 T, Z = T^8. A sweep draws one of them anew, forward or backward,
/// which is its own reversal.
class Gamma final : public testing::WithoutLattice, public run::Tempering, public run::Undo {
public:
  static constexpr int parts = 8;

  Gamma(int systems, std::uint64_t seed) : WithoutLattice(systems), part_(energy_.size()), seed_(seed) {
    for (std::size_t s = 0; s < energy_.size(); ++s) {
      part_[s].fill(1.0);
      add_up(s);
    }
    temperature_.assign(energy_.size(), 1.0);
  }

  void apply_conditions(double temperature, double /*field*/) override {
    std::fill(temperature_.begin(), temperature_.end(), temperature);
  }
  void set_temperatures(std::span<const double> each) override { temperature_.assign(each.begin(), each.end()); }
  void exchange(run::Pairs /*pairs*/) override {}
  void advance(std::uint64_t number, run::Sweep kind) override {
    for (std::size_t s = 0; s < energy_.size(); ++s) {
      const random::Draw draw = random::Stream({seed_}, random::Purpose::update, static_cast<std::uint32_t>(s), number,
                                               kind == run::Sweep::backward ? 1 : 0)(0);
      part_[s][draw.a % parts] = -temperature_[s] * std::log((static_cast<double>(draw.b) + 0.5) * 0x1p-32);
      add_up(s);
    }
    if (kind == run::Sweep::measured) {
      measure();
    }
  }
  void remember() override { before_ = part_; }
  void go_back(std::span<const int> systems) override {
    for (const int s : systems) {
      part_[static_cast<std::size_t>(s)] = before_[static_cast<std::size_t>(s)];
      add_up(static_cast<std::size_t>(s));
    }
  }
  std::vector<run::Array> save() override {
    std::vector<std::uint64_t> numbers;
    for (const auto& of_system : part_) {
      for (const double x : of_system) {
        numbers.push_back(std::bit_cast<std::uint64_t>(x));
      }
    }
    return {run::to_array("parts", numbers)};
  }
  void load(std::vector<run::Array>& arrays) override {
    const auto numbers = run::numbers_from_array(arrays, "parts", {part_.size() * parts});
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      part_[k / parts][k % parts] = std::bit_cast<double>(numbers[k]);
    }
    for (std::size_t s = 0; s < part_.size(); ++s) {
      add_up(s);
    }
  }

private:
  void draw_energies(std::uint64_t /*sweep*/) override {}
  void add_up(std::size_t s) {
    energy_[s] = 0;
    for (const double x : part_[s]) {
      energy_[s] += x;
    }
  }

  std::vector<std::array<double, parts>> part_, before_;
  std::vector<double> temperature_;
  std::uint64_t seed_;
};

const std::vector<double> temperatures{4.0, 2.0, 1.0, 0.5};

std::unique_ptr<Multicanonical> make(int systems, std::int64_t thermalize, std::uint64_t seed) {
  auto all = std::make_unique<Multicanonical>(std::make_unique<Gamma>(systems, seed),
                                              simulation::MulticanonicalOptions{temperatures, 1, thermalize, {seed}});
  all->set_conditions(1, 0);
  return all;
}

/// Sums of what is handed over: (temperature, system), of E w, w, w of the first temperature, ln of the unit.
using Sums = std::vector<std::array<double, 4>>;
void measure(Multicanonical& m, std::uint64_t number, Sums& to) {
  m.sweep_and_measure(number);
  m.collect([&](int place, std::span<const double> raw) {
    for (std::size_t k = 0; k < 4; ++k) {
      to[static_cast<std::size_t>(place)][k] += raw[k];
    }
  });
}

} // namespace

TEST_CASE("S(E) is continuous, and keeps its values at all energies when its ends move", "[run]") {
  const simulation::CanonicalPoint hot{0.5, -10, 2}, warm{1, -20, 3}, cold{2, -40, 1};
  EnergyWeights w({hot, warm, cold});
  CHECK(w.nodes().front() == -40);
  CHECK(w.nodes().back() == -10);
  for (double e = -45; e < -5; e += 0.01) {
    CHECK(std::abs(w(e + 1e-6) - w(e)) < 1e-5);
    CHECK(std::abs(w.energy(w.scaled(e)) - e) < 1e-9);
  }
  CHECK(std::abs(w(-20) - w(-40) - 30) < 0.1); // the mean of 2 and 1, times 20
  CHECK(std::abs(w(-50) - w(-40) + 20) < 1e-9);
  const EnergyWeights before = w;
  w.extend(-47.3);
  w.extend(-3);
  CHECK(w.nodes().front() == -47.3);
  for (double e = -50; e < 0; e += 0.1) {
    CHECK(std::abs(w(e) - before(e)) < 1e-9);
  }
}

TEST_CASE("averages and ln Z at all temperatures, with errors as long as they should be", "[run]") {
  constexpr int systems = 200;
  constexpr std::int64_t thermalize = 8000, measured = 4000;
  const auto m = make(systems, thermalize, 3);
  Sums sums(temperatures.size() * systems);
  for (std::uint64_t n = 0; n < thermalize; ++n) {
    m->thermalize(n);
  }
  for (std::uint64_t n = thermalize; n < thermalize + measured; ++n) {
    measure(*m, n, sums);
  }
  for (std::size_t t = 0; t < temperatures.size(); ++t) {
    std::array<double, 4> all{};
    for (std::size_t s = 0; s < systems; ++s) {
      for (std::size_t k = 0; k < 4; ++k) {
        all[k] += sums[t * systems + s][k];
      }
    }
    const double energy = all[0] / all[1], log_z = std::log(all[1] / all[2]) + all[3] / (systems * measured);
    double squares = 0, log_squares = 0; // of each system's part in them
    for (std::size_t s = 0; s < systems; ++s) {
      const auto& own = sums[t * systems + s];
      const double part = (own[0] - energy * own[1]) / all[1], log_part = own[1] / all[1] - own[2] / all[2];
      squares += part * part;
      log_squares += log_part * log_part;
    }
    INFO("T " << temperatures[t] << ": <E>/8T " << energy / (8 * temperatures[t]) << " +- "
              << std::sqrt(squares) / (8 * temperatures[t]) << ", ln Z " << log_z << " +- " << std::sqrt(log_squares));
    CHECK(std::abs(energy - 8 * temperatures[t]) < 4 * std::sqrt(squares));
    CHECK(std::abs(log_z - 8 * std::log(temperatures[t] / 4)) < 4 * std::sqrt(log_squares) + 1e-12);
    CHECK(std::sqrt(squares) < 0.01 * 8 * temperatures[t]);
  }
  const std::string text = m->ending().text;
  INFO(text);
  CHECK(text.starts_with("multicanonical: "));
  CHECK(std::stod(text.substr(16)) > 50); // of the pairs of sweeps, in percent
}

TEST_CASE("multicanonical sampling goes on from what was saved as if nothing had happened", "[run]") {
  constexpr std::int64_t thermalize = 1024;
  const auto whole = make(3, thermalize, 5);
  auto parts = make(3, thermalize, 5);
  Sums a(temperatures.size() * 3), b = a;
  for (std::uint64_t n = 0; n < thermalize + 40; ++n) {
    if (n % 37 == 0 || n == thermalize) { // while energies are taken, S is learnt, its ends move, and when it stays
      std::vector<run::Array> arrays = parts->save();
      parts = make(3, thermalize, 5);
      parts->load(arrays);
    }
    if (n < thermalize) {
      whole->thermalize(n);
      parts->thermalize(n);
    } else {
      measure(*whole, n, a);
      measure(*parts, n, b);
    }
  }
  CHECK(a == b);
  CHECK(whole->ending().text == parts->ending().text);
  std::vector<run::Array> arrays = parts->save();
  arrays.back().bytes.back() = std::byte{0xFF};
  arrays.back().bytes[arrays.back().bytes.size() - 2] = std::byte{0xFF}; // no number
  CHECK_THROWS_AS(make(3, thermalize, 5)->load(arrays), std::invalid_argument);
}
