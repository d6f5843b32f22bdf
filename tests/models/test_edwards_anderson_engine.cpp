// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The spin glass as the program drives it, on the default device: codings and orders, a quench, and what it means that the
// samples of a coded system share random numbers.
#include "models/edwards_anderson/engine.hpp"
#include "testing/sigma.hpp"

#include <neel/statistics/correlation_length.hpp>

#include <catch2/catch_test_macros.hpp>

#include <complex>
#include <functional>
#include <numbers>
#include <numeric>

using namespace neel;
using models::EdwardsAndersonEngine;
using models::EdwardsAndersonOptions;

namespace {

using Row = std::vector<double>;

EdwardsAndersonOptions cube(int l) {
  EdwardsAndersonOptions o;
  o.geometry = {l, l, l, true, true, true};
  return o;
}

std::uint64_t hash_after(const EdwardsAndersonOptions& o, int sweeps) {
  const auto glass = models::make_edwards_anderson(o);
  glass->set_temperature(1.1);
  for (int s = 0; s < sweeps; ++s) {
    glass->sweep(static_cast<std::uint64_t>(s));
  }
  return glass->hash();
}

EdwardsAndersonEngine::Measured measure(EdwardsAndersonEngine& glass, int most,
                                        const EdwardsAndersonEngine::Pair& pair = {0, 1}) {
  return glass.measure({&pair, 1}, most);
}
Row copy(std::span<const double> numbers) { return {numbers.begin(), numbers.end()}; }

/// Sites of a sample where two replicas differ, one by one.
std::int64_t differ(EdwardsAndersonEngine& glass, int sample, int a, int b) {
  const std::vector<float> one = glass.spins(sample, a), other = glass.spins(sample, b);
  std::int64_t count = 0;
  for (std::size_t site = 0; site < one.size(); ++site) {
    count += one[site] != other[site] ? 1 : 0;
  }
  return count;
}

statistics::Estimate average(const std::vector<Row>& rows,
                             const std::function<double(std::span<const double>)>& function) {
  statistics::Bins bins(rows.front().size(), static_cast<int>(rows.size()));
  for (const Row& row : rows) {
    bins.add(row);
  }
  return statistics::jackknife(bins, function);
}

} // namespace

TEST_CASE("storage orders have one trajectory, generators have their own", "[glass]") {
  EdwardsAndersonOptions o = cube(8);
  o.words = 1;
  o.replicas = 2;
  const std::uint64_t hash = hash_after(o, 10);
  for (const char* order : {"bitwise", "sliced"}) {
    o.order = order;
    CHECK(hash_after(o, 10) == hash);
  }
  for (const char* generator : {"minstd", "xorwow", "parisi-rapuano", "mt19937"}) {
    o.generator = generator;
    CHECK(hash_after(o, 10) != hash);
    CHECK(hash_after(o, 10) == hash_after(o, 10));
  }
}

TEST_CASE("impossible spin glasses are refused", "[glass]") {
  CHECK_FALSE(cube(8).objection());
  const auto refused = [](const std::function<void(EdwardsAndersonOptions&)>& change, const std::string& because) {
    EdwardsAndersonOptions o = cube(8);
    change(o);
    REQUIRE(o.objection());
    INFO(o.objection()->text);
    CHECK(o.objection()->text.find(because) != std::string::npos);
  };
  refused([](EdwardsAndersonOptions& o) { o.words = 3; }, "1, 4 or 16, not 3");
  refused([](EdwardsAndersonOptions& o) { o.replicas = 33; }, "1 to 32 replicas of a sample, not 33");
  refused([](EdwardsAndersonOptions& o) { o.geometry.lz = 7; }, "even lengths");
  refused([](EdwardsAndersonOptions& o) { o.geometry.periodic_x = false; }, "periodic");
  refused([](EdwardsAndersonOptions& o) { o.geometry.lx = 6, o.order = "bitwise"; }, "powers of two, not 6 x 8 x 8");
  refused([](EdwardsAndersonOptions& o) { o.geometry.lx = 6, o.order = "sliced"; }, "a cube, not 6 x 8 x 8");
  refused([](EdwardsAndersonOptions& o) { o.synchronous = true; }, "multiple of 64");
  refused([](EdwardsAndersonOptions& o) { o.synchronous = true, o.generator = "minstd"; }, "Philox only");
}

TEST_CASE("more pairs of replicas than are compared at the same time", "[glass]") {
  EdwardsAndersonOptions o;
  o.geometry = {4, 6, 8, true, true, true};
  o.words = 1;
  o.replicas = 12;
  o.systems = 2;
  const auto glass = models::make_edwards_anderson(o);
  glass->set_temperature(1.0);
  glass->sweep(0);
  const auto pairs = EdwardsAndersonEngine::all_pairs(o.replicas);
  REQUIRE(pairs.size() > EdwardsAndersonEngine::most_pairs);
  const EdwardsAndersonEngine::Measured now = glass->measure(pairs, 2);
  const Row all = copy(now.pairs), correlations = copy(now.correlations);
  REQUIRE(all.size() == 3 * pairs.size() * now.samples);
  Row mean(correlations.size());
  for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
    const std::size_t sample = pair % now.samples;
    CHECK(all[3 * pair * now.samples + sample] ==
          static_cast<double>(differ(*glass, static_cast<int>(sample), pairs[pair].first, pairs[pair].second)));
    const EdwardsAndersonEngine::Measured alone = measure(*glass, 2, pairs[pair]);
    CHECK(std::equal(alone.pairs.begin(), alone.pairs.end(),
                     all.begin() + static_cast<std::ptrdiff_t>(3 * pair * now.samples)));
    for (std::size_t k = 0; k < mean.size(); ++k) {
      mean[k] += alone.correlations[k] / static_cast<double>(pairs.size());
    }
  }
  for (std::size_t k = 0; k < mean.size(); ++k) {
    CHECK(std::abs(mean[k] - correlations[k]) < 1e-12);
  }
}

namespace {

/// |sum_x q(x) exp(ikx)|^2 / N^2 at the smallest k of a cube, averaged over axes, and the mean of q(x) q(x + r) over sites and axes.
struct PlainOverlap {
  double mode = 0;
  Row correlation;
};
PlainOverlap plain_overlap(EdwardsAndersonEngine& glass, int sample, int l) {
  const std::vector<float> a = glass.spins(sample, 0), b = glass.spins(sample, 1);
  const int step[3] = {1, l, l * l};
  PlainOverlap of{0, Row(static_cast<std::size_t>(l / 2))};
  for (const int along : step) {
    std::complex<double> sum = 0;
    for (int n = 0; n < l * l * l; ++n) {
      const int at = n / along % l;
      const auto q = [&](int site) { return a[static_cast<std::size_t>(site)] * b[static_cast<std::size_t>(site)]; };
      sum += std::polar(1.0, 2 * std::numbers::pi * at / l) * static_cast<double>(q(n));
      for (int r = 1; r <= l / 2; ++r) {
        const int there = n + ((at + r) % l - at) * along;
        of.correlation[static_cast<std::size_t>(r - 1)] += q(n) * q(there) / (3.0 * l * l * l);
      }
    }
    of.mode += std::norm(sum) / (3.0 * std::pow(l, 6));
  }
  return of;
}

} // namespace

TEST_CASE("overlaps of samples at a distance and at the smallest k, site by site, in both codings", "[glass]") {
  for (const bool synchronous : {false, true}) {
    EdwardsAndersonOptions o = cube(synchronous ? 64 : 8);
    o.words = 1;
    o.replicas = 2;
    o.synchronous = synchronous;
    o.systems = 2;
    const auto glass = models::make_edwards_anderson(o);
    glass->set_temperature(0.8);
    glass->remember("before");
    for (int s = 0; s < 3; ++s) {
      glass->sweep(static_cast<std::uint64_t>(s));
    }
    glass->remember("now");
    const EdwardsAndersonEngine::Measured all = measure(*glass, o.geometry.lx / 2);
    REQUIRE(all.samples == static_cast<std::size_t>(o.samples()));
    for (const std::size_t sample : {std::size_t{0}, all.samples / 2, all.samples - 1}) {
      CHECK(all.disagreements(0)[sample] == static_cast<double>(differ(*glass, static_cast<int>(sample), 0, 1)));
      const PlainOverlap plain = plain_overlap(*glass, static_cast<int>(sample), o.geometry.lx);
      CHECK(std::abs(all.modes(0)[sample] - plain.mode) < 1e-12);
      for (std::size_t r = 0; r < plain.correlation.size(); ++r) {
        CHECK(std::abs(all.correlations[r * all.samples + sample] - plain.correlation[r]) < 1e-12);
      }
      for (std::size_t replica = 0; replica < 2; ++replica) {
        CHECK(all.unsatisfied[replica * all.samples + sample] ==
              static_cast<double>(glass->unsatisfied()[replica][sample]));
      }
    }
    const std::size_t total = all.samples;
    CHECK(glass->since("now") == std::vector(2, EdwardsAndersonEngine::Counts(total, 0)));
    for (const EdwardsAndersonEngine::Counts& since : glass->since("before")) {
      CHECK(since != EdwardsAndersonEngine::Counts(total, 0));
    }
  }
}

TEST_CASE("exchanges move the spins of a sample to the next rung, where its couplings are the same", "[glass]") {
  for (const bool synchronous : {false, true}) {
    EdwardsAndersonOptions o = cube(synchronous ? 64 : 8);
    o.words = synchronous ? 1 : 4;
    o.order = synchronous ? "standard" : "sliced";
    o.replicas = 2;
    o.synchronous = synchronous;
    o.rungs = 3;
    o.systems = 2 * o.rungs;
    const auto glass = models::make_edwards_anderson(o);
    const std::vector<double> temperatures{0.5, 0.5, 1.0, 1.0, 2.0, 2.0};
    glass->set_temperatures(temperatures);
    for (int s = 0; s < 3; ++s) {
      glass->sweep(static_cast<std::uint64_t>(s));
    }
    const int of_rung = o.samples() / o.rungs;
    const std::vector<EdwardsAndersonEngine::Exchange> pairs =
        synchronous ? std::vector<EdwardsAndersonEngine::Exchange>{{1, 0}, {0, 1}, {1, 3}}
                    : std::vector<EdwardsAndersonEngine::Exchange>{
                          {1, 0}, {0, 0}, {1, 37}, {0, of_rung + 255}, {1, 2 * of_rung - 1}};
    const std::vector<EdwardsAndersonEngine::Counts> before = glass->unsatisfied();
    const std::uint64_t hash = glass->hash();
    const std::vector<float> cold = glass->spins(pairs[2].sample, 1), hot = glass->spins(pairs[2].sample + of_rung, 1);
    glass->exchange(pairs);
    std::vector<EdwardsAndersonEngine::Counts> expected = before;
    for (const EdwardsAndersonEngine::Exchange& e : pairs) {
      EdwardsAndersonEngine::Counts& counts = expected[static_cast<std::size_t>(e.replica)];
      std::swap(counts[static_cast<std::size_t>(e.sample)], counts[static_cast<std::size_t>(e.sample + of_rung)]);
    }
    CHECK(glass->unsatisfied() == expected); // energies move along, so the bonds are the same on both rungs
    CHECK(glass->spins(pairs[2].sample, 1) == hot);
    CHECK(glass->spins(pairs[2].sample + of_rung, 1) == cold);
    CHECK(glass->hash() != hash);
    glass->exchange(pairs);
    CHECK(glass->hash() == hash);
  }
}

// Critical relaxation at T = 1.1 from random spins, L = 64: independent Monte Carlo gave E after 1 sweep -1.1784(8), after
// 64 -1.6705(4). Coded systems are independent; the samples of one are not quite (below). For xi_12 after 64 sweeps it gave
// 2.36, without an error and without saying how far C_4 was summed; 1024 samples of W = 16 gave 2.324 up to r = 6, 2.375 up
// to 7, 2.411 up to 9 and 2.413(8) up to 12.
TEST_CASE("quench to the critical temperature", "[glass][statistics]") {
  EdwardsAndersonOptions o = cube(64);
  o.words = 1;
  o.replicas = 2;
  o.systems = 8;
  const auto glass = models::make_edwards_anderson(o);
  glass->set_temperature(1.1);
  const double sites = 64.0 * 64 * 64;
  const auto energies = [&] {
    std::vector<Row> rows(8, Row(1));
    for (const EdwardsAndersonEngine::Counts& u : glass->unsatisfied()) {
      for (std::size_t s = 0; s < u.size(); ++s) {
        rows[s / 32][0] += (2 * static_cast<double>(u[s]) / sites - 3) / 64;
      }
    }
    return average(rows, [](std::span<const double> x) { return x[0]; });
  };
  glass->sweep(0);
  testing::check_sigma("energy after 1 sweep", energies(), -1.1784, 5e-4, 8e-4, 3);
  for (std::uint64_t s = 1; s < 64; ++s) {
    glass->sweep(s);
  }
  testing::check_sigma("energy after 64 sweeps", energies(), -1.6705, 5e-4, 4e-4, 3);

  const EdwardsAndersonEngine::Measured all = measure(*glass, 32);
  std::vector<Row> rows(256, Row(33));
  for (std::size_t s = 0; s < 256; ++s) {
    rows[s][0] = 1;
    for (std::size_t r = 1; r <= 32; ++r) {
      rows[s][r] = all.correlations[(r - 1) * all.samples + s];
    }
  }
  const auto up_to = [&](double cut) {
    return average(rows, [&](std::span<const double> x) { return statistics::length_up_to(x, cut); }).value;
  };
  CHECK(up_to(6) < 2.36);
  CHECK(2.36 < up_to(7));
  const auto xi = average(rows, [](std::span<const double> x) { return statistics::integral_length(x); });
  INFO("xi_12 = " << xi.value << " +- " << xi.error);
  testing::check_sigma("xi_12", xi, 2.413, 0.04, 0.008, 3);
}

namespace {

/// How much larger the variance of an average over the 32 samples of a word is than that of independent samples.
double variance_ratio(const Row& value) {
  const double mean = std::accumulate(value.begin(), value.end(), 0.0) / static_cast<double>(value.size());
  double single = 0, together = 0;
  for (std::size_t word = 0; word < value.size() / 32; ++word) {
    double sum = 0;
    for (std::size_t s = 32 * word; s < 32 * word + 32; ++s) {
      single += (value[s] - mean) * (value[s] - mean);
      sum += value[s] - mean;
    }
    together += sum * sum;
  }
  return together / single;
}

} // namespace

// Each sample by itself moves exactly as one with random numbers of its own (tests/models/test_edwards_anderson_*.cpp).
// Together they are correlated: the same small numbers let spins turn uphill in all samples of a word. Energies notice,
// overlaps of replicas (which have different numbers) do not. With 512 words a ratio is known to 1 / 16.
TEST_CASE("sharing random numbers correlates the energies of samples, not their overlaps", "[glass][statistics]") {
  EdwardsAndersonOptions o = cube(8);
  o.words = 1;
  o.replicas = 2;
  o.systems = 512;
  const auto glass = models::make_edwards_anderson(o);
  glass->set_temperature(1.1);
  for (std::uint64_t s = 0; s < 64; ++s) {
    glass->sweep(s);
  }
  Row energy, overlap, square;
  const EdwardsAndersonEngine::Counts unsatisfied = glass->unsatisfied().front();
  for (const std::int64_t u : unsatisfied) {
    energy.push_back(static_cast<double>(u) / 512);
  }
  const EdwardsAndersonEngine::Measured all = measure(*glass, 0);
  for (const double d : all.disagreements(0)) {
    overlap.push_back(1 - 2 * d / 512);
    square.push_back(overlap.back() * overlap.back());
  }
  const double of_energy = variance_ratio(energy), of_overlap = variance_ratio(overlap),
               of_square = variance_ratio(square);
  INFO("energy " << of_energy << ", q " << of_overlap << ", q^2 " << of_square);
  CHECK(of_energy > 3); // a correlation of 0.10 makes it 1 + 31 x 0.10
  CHECK(of_energy < 5.5);
  CHECK(std::abs(of_overlap - 1) < 4.0 / 16);
  CHECK(std::abs(of_square - 1) < 4.0 / 16);
}
