// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Reweighting against exact sums over states.

#include "analysis/enumerated.hpp"
#include "testing/sigma.hpp"

#include "analysis/free_energies.hpp"
#include "analysis/reweighting.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace neel;
using analysis::Measurements;
using analysis::MultiHistogram;
using testing::EnumeratedIsing;

namespace {

const std::vector<double> temperatures{1.8, 2.2, 2.7, 3.4};

const EnumeratedIsing& square() {
  static const EnumeratedIsing all(4, 4);
  return all;
}

/// MBAR as its paper writes it, measurement by measurement, by direct iteration.
std::vector<double> plain_free_energies(const Measurements& all) {
  const std::size_t states = all.beta.size();
  std::vector<double> f(states, 0), number(states, 0);
  for (const std::uint32_t k : all.state) {
    number[k] += 1;
  }
  for (int step = 0; step < 3000; ++step) {
    std::vector<double> z(states, 0);
    for (const double energy : all.energy) {
      double denominator = 0;
      for (std::size_t k = 0; k < states; ++k) {
        denominator += number[k] * std::exp(f[k] - all.beta[k] * energy);
      }
      for (std::size_t k = 0; k < states; ++k) {
        z[k] += std::exp(-all.beta[k] * energy) / denominator;
      }
    }
    for (std::size_t k = 0; k < states; ++k) {
      f[k] = -std::log(z[k] / z[0]);
    }
  }
  return f;
}

} // namespace

TEST_CASE("reweighted averages of an enumerated lattice are exact", "[analysis]") {
  const auto run = analysis::Reweighting::of_blocks(square().definition(), square().sample(temperatures, 50'000, 1));
  const char* names[] = {"energy", "specific heat", "|m|", "susceptibility", "Binder ratio", "ln Z"};
  const double resolution[] = {0.003, 0.005, 0.002, 0.005, 0.005, 0.002};
  for (const double t : {1.8, 2.0, 2.2, 2.4, 2.7, 3.0, 3.4}) {
    const analysis::Estimates found = run.estimates(t);
    analysis::Values exact = square().values(t);
    exact[analysis::quantity::log_partition] = (square().log_z({t}) - square().log_z({temperatures.back()})) / 16;
    const bool hottest = t == temperatures.back(); // where ln Z begins
    for (std::size_t q = 0; q < analysis::quantity::count - (hottest ? 1 : 0); ++q) {
      testing::check_sigma(std::string(names[q]) + " at T = " + std::to_string(t), found[q], exact[q], resolution[q]);
    }
  }
}

TEST_CASE("free energies of an enumerated lattice are exact", "[analysis]") {
  const Measurements all = square().sample(temperatures, 50'000, 2);
  const analysis::Partition cells = partition(all);
  const MultiHistogram whole(all, cells);
  CHECK(std::abs(whole.at(1 / temperatures.back()).log_z) < 1e-8); // to what it is solved for, not to its error
  for (const double t : {1.8, 2.0, 2.4}) {
    std::vector<double> without;
    for (std::uint32_t b = 0; b < 20; ++b) {
      without.push_back(MultiHistogram(all, cells, b, whole.free_energies()).at(1 / t).log_z);
    }
    const double exact = square().log_z({t}) - square().log_z({temperatures.back()});
    testing::check_sigma("log Z at T = " + std::to_string(t), analysis::jackknife(whole.at(1 / t).log_z, without),
                         exact, 0.02);
  }
}

// A field mixes with the bonds in the energy; a coupling is nothing but another temperature.
TEST_CASE("averages reweighted along a field or a coupling are exact", "[analysis]") {
  using At = EnumeratedIsing::At;
  const At base{2.6, 0.05, 1};
  const double resolution[] = {0.006, 0.01, 0.003, 0.006, 0.006, 0.002};
  const std::pair<EnumeratedIsing::Axis, std::vector<double>> axes[] = {{&At::h, {-0.2, 0, 0.1, 0.3}},
                                                                        {&At::j, {0.7, 0.85, 1, 1.2}}};
  for (const auto& [axis, values] : axes) {
    const Measurements all = square().sample(values, 50'000, 7, 20, 1, axis, base);
    const auto run = analysis::Reweighting::of_blocks(square().definition(axis, base), all);
    for (std::size_t k = 0; k < 2 * values.size() - 1; ++k) {
      At at = base;
      at.*axis = (values[k / 2] + values[(k + 1) / 2]) / 2;
      const analysis::Estimates found = run.estimates(at.*axis);
      analysis::Values exact = square().values(at);
      At first = base;
      first.*axis = values.front();
      exact[analysis::quantity::log_partition] = (square().log_z(at) - square().log_z(first)) / 16;
      for (std::size_t q = 0; q < analysis::quantity::count - (k == 0 ? 1 : 0); ++q) { // ln Z is that of the first
        testing::check_sigma("quantity " + std::to_string(q) + " at H = " + std::to_string(at.h) +
                                 ", J = " + std::to_string(at.j),
                             found[q], exact[q], resolution[q]);
      }
      std::vector<double> without;
      const analysis::Partition cells = partition(all);
      const double beta = square().definition(axis, base).beta(at.*axis);
      const MultiHistogram whole(all, cells);
      for (std::uint32_t b = 0; b < 20; ++b) {
        without.push_back(MultiHistogram(all, cells, b, whole.free_energies()).at(beta).log_z);
      }
      if (k > 0) {
        testing::check_sigma("log Z", analysis::jackknife(whole.at(beta).log_z, without),
                             square().log_z(at) - square().log_z(first), 0.02);
      }
    }
  }
}

// The error of 20 blocks follows Student's t with 19 degrees of freedom, whose width is sqrt(19/17) = 1.06.
TEST_CASE("pulls of reweighted averages have unit width, correlated or not", "[analysis]") {
  constexpr std::size_t repetitions = 200;
  for (const std::size_t repeated : {1U, 5U}) {
    for (const double t : {2.0, 2.4}) {
      analysis::Values exact = square().values(t);
      exact[analysis::quantity::log_partition] = (square().log_z({t}) - square().log_z({temperatures.back()})) / 16;
      std::array<double, analysis::quantity::count> mean{}, square_sum{};
      for (std::size_t r = 0; r < repetitions; ++r) {
        const auto run = analysis::Reweighting::of_blocks(square().definition(),
                                                          square().sample(temperatures, 400, 100 + r, 20, repeated));
        const analysis::Estimates found = run.estimates(t);
        for (std::size_t q = 0; q < analysis::quantity::count; ++q) {
          const double pull = (found[q].value - exact[q]) / found[q].error;
          mean[q] += pull / repetitions;
          square_sum[q] += pull * pull / repetitions;
        }
      }
      for (std::size_t q = 0; q < analysis::quantity::count; ++q) {
        const double width = std::sqrt(square_sum[q]);
        INFO("quantity " << q << " at T = " << t << ", each draw " << repeated << " times: pulls have mean " << mean[q]
                         << " and width " << width);
        CHECK(std::abs(mean[q]) < 4 * 1.06 / std::sqrt(repetitions));
        CHECK(std::abs(width - 1.06) < 0.25); // 4 sigma of a width from 200 such pulls
      }
    }
  }
}

TEST_CASE("cells of energies give what measurement by measurement gives", "[analysis]") {
  const std::vector<double> t{1.0, 1.2, 1.45};
  const Measurements all = testing::oscillators(20, t, 300, 3);
  const analysis::Partition cells = partition(all);
  CHECK(cells.energy.size() < 800); // there is something to test
  const MultiHistogram fast(all, cells);
  const std::vector<double> plain = plain_free_energies(all);
  for (std::size_t k = 0; k < t.size(); ++k) {
    const double f = fast.free_energies()[k] + (all.beta[k] - all.beta[0]) * cells.origin;
    INFO("state " << k << ": " << f << " and " << plain[k]);
    CHECK(std::abs(f - plain[k]) < 1e-5); // the statistical error is 0.05
    CHECK(std::abs(fast.at(all.beta[k]).log_z + f) < 1e-8);
  }
}

TEST_CASE("free energies are found from where Newton's matrix is singular", "[analysis]") {
  const Measurements all = testing::oscillators(20, std::vector{1.0, 1.2, 1.45}, 300, 3);
  const analysis::Cells cells = gather(all, partition(all), analysis::no_block);
  const std::vector<double> found = analysis::find_free_energies(all.beta, cells, {});
  for (const double far : {500.0, -500.0}) { // states that share in no measurement: rows of zeros
    const std::vector<double> again = analysis::find_free_energies(all.beta, cells, {0, far, far / 2});
    for (std::size_t k = 0; k < found.size(); ++k) {
      CHECK(std::abs(again[k] - found[k]) < 1e-6);
    }
  }
  const std::vector<double> one{1.0};
  const Measurements alone = testing::oscillators(20, one, 300, 3);
  const analysis::Cells few = gather(alone, partition(alone), analysis::no_block);
  CHECK(analysis::find_free_energies(one, few, {}) == std::vector{0.0});
}

TEST_CASE("energies of a million T neither overflow nor lose the free energy", "[analysis]") {
  const double d = 2e6; // energies 10^6 T, fluctuations 10^3 T
  std::vector<double> t;
  for (int k = 0; k < 12; ++k) {
    t.push_back(std::pow(1.0015, k));
  }
  const Measurements all = testing::oscillators(d, t, 2000, 4);
  const analysis::Partition cells = partition(all);
  const MultiHistogram whole(all, cells);
  std::vector<double> without;
  for (std::uint32_t b = 0; b < 20; ++b) {
    without.push_back(MultiHistogram(all, cells, b, whole.free_energies()).at(1 / t[0]).log_z);
  }
  const double exact = d / 2 * std::log(t.front() / t.back()); // -16488
  testing::check_sigma("log Z ratio", analysis::jackknife(whole.at(1 / t[0]).log_z, without), exact, 1.0);
  CHECK(std::abs(whole.at(all.beta[0]).log_z) < 1e-6);
}

TEST_CASE("temperatures far apart converge, and what lies between is not trusted", "[analysis]") {
  const Measurements far = testing::oscillators(2000, std::vector{1.0, 1.02, 2.0, 2.04}, 500, 5);
  const MultiHistogram whole(far, partition(far));
  CHECK(whole.at(1 / 1.01).effective > 800);
  CHECK(whole.at(1 / 1.4).effective < 20);
  CHECK(whole.at(1 / 2.02).effective > 800);
  const auto run = analysis::Reweighting::of_blocks({}, far);
  CHECK(run.joined(1.0, 1.02));
  CHECK(run.joined(2.04, 2.0));
  CHECK(!run.joined(1.02, 2.0));
}

TEST_CASE("temperatures that share no measurement keep theirs", "[analysis]") {
  const std::vector t{0.1, 1.0, 1.02, 9.0, 300.0};
  const Measurements far = testing::oscillators(20'000, t, 500, 5);
  const MultiHistogram whole(far, partition(far));
  for (const double at : t) {
    INFO("at " << at);
    CHECK(whole.at(1 / at).effective > 450);
  }
  const double exact = 20'000 / 2 * std::log(1.02);
  CHECK(std::abs(whole.at(1 / 1.02).log_z - whole.at(1 / 1.0).log_z - exact) < 0.5); // 4 sigma
}

TEST_CASE("one temperature is reweighted as far as it carries", "[analysis]") {
  const auto run =
      analysis::Reweighting::of_blocks(square().definition(), square().sample(std::vector{2.4}, 20'000, 6));
  const analysis::Interval range = run.range(2.4);
  INFO("from " << range.from << " to " << range.to);
  CHECK(range.from < 1.25); // many measurements are of the ground state, which says all about low temperatures
  CHECK(range.to > 3.0);
  CHECK(!run.trusted(range.to * 1.1));
  testing::check_sigma("energy at 2.1", run.estimates(2.1)[0], square().values(2.1)[0], 0.01);
  const auto plain = run.estimates(2.4)[analysis::quantity::binder_ratio];
  testing::check_sigma("Binder ratio at 2.4", plain, square().values(2.4)[analysis::quantity::binder_ratio], 0.02);
}

TEST_CASE("disorder samples are averaged, and their spread is the error", "[analysis]") {
  const EnumeratedIsing other(4, 3);
  std::vector<Measurements> chains;
  for (std::uint64_t c = 0; c < 8; ++c) {
    chains.push_back((c % 2 == 0 ? square() : other).sample(temperatures, 5000, 50 + c));
  }
  const auto run = analysis::Reweighting::of_samples(square().definition(), chains);
  CHECK(run.replicas() == 8);
  const double a = square().values(2.0)[0], b = other.values(2.0)[0];
  const analysis::Estimate e = run.estimates(2.0)[0];
  CHECK(std::abs(e.value - (a + b) / 2) < 0.01);
  CHECK(std::abs(e.error - std::abs(a - b) / 2 / std::sqrt(7.0)) < 0.01); // four of each of two values
  CHECK(std::abs(run.at(2.0)[0] - e.value) < 1e-12);
  const auto first = analysis::Reweighting::of_samples(square().definition(), std::span(chains).first(1));
  CHECK(std::abs(8 * e.value - 7 * run.at(2.0, 0)[0] - first.at(2.0)[0]) < 1e-12);
}
