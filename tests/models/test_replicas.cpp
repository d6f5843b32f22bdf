// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Replicas of crystals and graphs: their overlaps against all states of small samples, with local and Houdayer moves, in a field, with
// vacancies and on a ladder; against closed forms for XY and Heisenberg spins; the same bits in all spaces and after a stop.

#include "testing/exact_ising.hpp"
#include "testing/exact_overlaps.hpp"
#include "testing/program_run.hpp"
#include "testing/sigma.hpp"

#include <catch2/generators/catch_generators.hpp>

#include <bit>
#include <neel/run/lowest.hpp>

#include <catch2/catch_approx.hpp>
#include <map>

using namespace neel;
using testing::check_sigma;
using testing::Prepared;

namespace {

std::vector<double> energies(run::Simulation& simulation) { return run::get<run::Energies>(simulation).energies(); }

std::string glass(const std::string& update, double field, const std::string& schedule, int replicas) {
  return "[model]\nname = \"ising\"\n[lattice]\nkind = \"square\"\nsize = [4, 3]\n"
         "[couplings]\ndisorder = \"gaussian\"\nseed = 2\nbonds = [{shell = 1, width = 1.0}]\n[schedule]\n" +
         schedule + "thermalize = 100\nsweeps = 1000\nmeasure_every = 1\nfield = " + std::to_string(field) +
         "\n[algorithm]\nsystems = 48\nreplicas = " + std::to_string(replicas) + "\nupdate = " + update + "\n";
}

/// Per system (rung, sample): means of all moments.
std::vector<std::vector<double>> means(const Prepared& p, std::int64_t sweeps) {
  const auto simulation = models::make_simulation(p.model, p.run);
  simulation->set_conditions(p.run.schedule.temperature.front(), p.run.schedule.field.front());
  std::uint64_t number = 0;
  while (number < 200) {
    simulation->thermalize(number++);
  }
  std::vector<std::vector<double>> mean(static_cast<std::size_t>(simulation->systems()),
                                        std::vector<double>(simulation->moments()));
  for (std::int64_t k = 0; k < sweeps; ++k) {
    simulation->sweep_and_measure(number++);
    simulation->collect([&](int system, std::span<const double> raw) {
      for (std::size_t m = 0; m < raw.size(); ++m) {
        mean[static_cast<std::size_t>(system)][m] += raw[m] / static_cast<double>(sweeps);
      }
    });
  }
  return mean;
}

/// Mean and error of numbers that should be zero on average.
statistics::Estimate spread(const std::vector<double>& of) {
  statistics::Bins bins(1, static_cast<int>(of.size()));
  for (const double x : of) {
    bins.add(std::vector<double>{x});
  }
  return statistics::jackknife(bins, [](auto mean) { return mean[0]; });
}

constexpr int samples = 48;

/// Each sample against its own exact averages, at a rung of its ladder; 4 sigma.
void check_overlaps(const Prepared& p, const std::vector<std::vector<double>>& measured, double temperature,
                    double field, int rung) {
  std::map<std::string, std::vector<double>> off;
  for (int s = 0; s < samples; ++s) {
    const testing::ExactOverlaps exact(4, 3, p.model.bonds.of(s), temperature, field);
    const std::vector<double>& m = measured[static_cast<std::size_t>(rung * samples + s)];
    off["overlap_squared"].push_back(m[p.moment("overlap_squared")] - exact.power(2));
    off["overlap_fourth"].push_back(m[p.moment("overlap_fourth")] - exact.power(4));
    off["overlap_modulus"].push_back(m[p.moment("overlap_modulus")] - exact.power(1));
    off["overlap_mode"].push_back(m[p.moment("overlap_mode")] - exact.mode());
    off["link_overlap"].push_back(m[p.moment("link_overlap")] - exact.link());
    const double lowest = exact.mean([](std::uint32_t x) { return 1 - 2.0 * std::popcount(x) / 12; });
    off["overlap"].push_back(m[p.moment("overlap")] - lowest);
  }
  for (const auto& [name, d] : off) {
    check_sigma(name, spread(d), 0, name == "overlap" ? 4e-2 : 1.5e-2);
  }
}

} // namespace

TEST_CASE("overlaps of replicas are those of all pairs of states", "[replicas][statistics]") {
  const std::string update =
      GENERATE("\"heatbath\"", "[\"heatbath\", \"houdayer\"]", "[\"metropolis:2\", \"houdayer:2\"]");
  const double field = GENERATE(0.0, 0.4);
  const int replicas = field > 0 ? 3 : 2;
  CAPTURE(update, field, replicas);
  const Prepared p(glass(update, field, "T = 1.1\n", replicas));
  check_overlaps(p, means(p, 1500), 1.1, field, 0);
}

TEST_CASE("replicas on a ladder are compared at one temperature", "[replicas][statistics]") {
  const std::string update = GENERATE("\"heatbath\"", "[\"heatbath\", \"houdayer\"]");
  CAPTURE(update);
  const Prepared p(glass(update, 0, "kind = \"temper\"\nT = [0.5, 0.8, 1.3]\n", 3));
  const auto measured = means(p, 1500);
  for (const auto& [rung, t] : {std::pair(0, 0.5), std::pair(1, 0.8), std::pair(2, 1.3)}) {
    CAPTURE(rung);
    check_overlaps(p, measured, t, 0, rung);
  }
}

// Two bound spins: <q^2> = (1 + L^2) / 2 and the link overlap is L^2, L the mean of S.S'. 4 sigma.
TEST_CASE("overlaps of two vectors", "[replicas][statistics]") {
  const bool xy = GENERATE(true, false);
  const double t = 0.7, l = xy ? std::cyl_bessel_i(1, 1 / t) / std::cyl_bessel_i(0, 1 / t) : 1 / std::tanh(1 / t) - t;
  const Prepared p(std::string("[model]\nname = \"") + (xy ? "xy" : "heisenberg") +
                   "\"\n[lattice]\nkind = \"cubic\"\nsize = [2, 1, 1]\nboundary = \"open\"\n"
                   "[couplings]\nbonds = [{shell = 1, J = " +
                   (xy ? "1.0" : "-1.0") +
                   "}]\n[schedule]\nT = 0.7\nthermalize = 1\nsweeps = 10\n"
                   "[algorithm]\nsystems = 64\nreplicas = 2\nupdate = \"metropolis:4\"\n");
  std::vector<double> square, link;
  for (const std::vector<double>& m : means(p, 1000)) {
    square.push_back(m[p.moment("overlap_squared")]);
    link.push_back(m[p.moment("link_overlap")]);
  }
  check_sigma("q^2", spread(square), (1 + l * l) / 2, 4e-3);
  check_sigma("link", spread(link), l * l, 5e-3);
}

// 40 samples of the square lattice, periodic along x alone: the lowest energies that a ladder with Houdayer moves has seen.
TEST_CASE("ground states of two-dimensional samples", "[replicas]") {
  const Prepared p(
      "[model]\nname = \"ising\"\n[lattice]\nkind = \"square\"\nsize = [6, 10]\n"
      "boundary = [\"periodic\", \"open\"]\n"
      "[couplings]\ndisorder = \"gaussian\"\nseed = 7\nbonds = [{shell = 1, width = 1.0}]\n"
      "[schedule]\nkind = \"temper\"\nT = [1.6, 1.2, 0.9, 0.7, 0.5, 0.35, 0.25]\nthermalize = 1\nsweeps = 10\n"
      "[pt]\nevery = 1\n[algorithm]\nsystems = 40\nreplicas = 2\n"
      "update = [\"heatbath:2\", \"houdayer\"]\n[measure]\nlowest = true\n");
  const auto simulation = models::make_simulation(p.model, p.run);
  simulation->set_conditions(1, 0);
  for (std::uint64_t n = 0; n < 400; ++n) {
    simulation->sweep(n);
  }
  const run::LowestSeen& lowest = run::get<run::Lowest>(*simulation).seen();
  for (int sample = 0; sample < 40; ++sample) {
    const double exact = testing::TransferMatrix(p.model.bonds.of(sample), 1.0).solve(testing::row_by_row(60)).lowest;
    CHECK(lowest.energy[static_cast<std::size_t>(sample)] * 60 == Catch::Approx(exact).epsilon(1e-6));
  }
}

// Whatever happens to one replica of a pair happens to the other; so the sum of their energies stays, but each changes.
TEST_CASE("Houdayer moves keep the energy of two replicas together", "[replicas]") {
  const Prepared p(glass("[\"heatbath\", \"houdayer\"]", 0.3, "T = 1.1\n", 2)),
      local(glass("\"heatbath\"", 0.3, "T = 1.1\n", 2));
  const auto with = models::make_simulation(p.model, p.run), without = models::make_simulation(local.model, local.run);
  for (const auto& s : {with.get(), without.get()}) {
    s->set_conditions(1.1, 0.3);
    s->sweep(0);
  }
  CHECK(with->hash() != without->hash());
  const std::vector<double> a = energies(*with), b = energies(*without); // (replica, sample)
  int changed = 0;
  for (std::size_t s = 0; s < samples; ++s) {
    CHECK(std::abs(a[s] + a[s + samples] - b[s] - b[s + samples]) < 1e-4);
    changed += std::abs(a[s] - b[s]) > 1e-4 ? 1 : 0;
  }
  CHECK(changed > samples / 4);
  CHECK(with->check().empty());
}

TEST_CASE("vacancies and bonds of zero take no part in overlaps", "[replicas]") {
  const Prepared p("[model]\nname = \"ising\"\n[lattice]\nkind = \"square\"\nsize = [6, 6]\n"
                   "[material]\nions = [\"A\", \"V\"]\nfractions = {V = 0.25}\nmoment = {A = 1, V = 0}\n"
                   "[couplings]\ndisorder = \"pm\"\nseed = 4\nbonds = [{shell = 1, J = 1.0}]\n"
                   "[schedule]\nT = 1.0\nthermalize = 1\nsweeps = 10\nstart = \"up\"\n"
                   "[algorithm]\nsystems = 3\nreplicas = 2\nupdate = [\"metropolis\", \"houdayer\"]\n");
  const auto simulation = models::make_simulation(p.model, p.run);
  simulation->set_conditions(1, 0);
  CHECK(simulation->sites() == 27);
  simulation->measure(); // both up
  simulation->collect([&](int /*system*/, std::span<const double> raw) {
    CHECK(raw[p.moment("overlap")] == 1);
    CHECK(raw[p.moment("link_overlap")] == 1);
  });
  simulation->sweep(0);
  CHECK(simulation->check().empty());
}

TEST_CASE("replicas leave the same bits in every space, and after a stop", "[replicas]") {
  const Prepared p(glass("[\"metropolis\", \"houdayer\"]", 0, "kind = \"temper\"\nT = [0.5, 0.8, 1.3]\n", 4));
  const run::Space space = GENERATE(run::Space::default_space, run::Space::host, run::Space::serial);
  const auto whole = models::make_simulation(p.model, p.run, space),
             rest = models::make_simulation(p.model, p.run, space);
  whole->set_conditions(0.5, 0);
  rest->set_conditions(0.5, 0);
  for (std::uint64_t n = 0; n < 40; ++n) {
    if (n == 25) {
      auto arrays = whole->save();
      rest->load(arrays);
    }
    whole->sweep(n);
    if (n >= 25) {
      rest->sweep(n);
    }
  }
  CHECK(whole->hash() == rest->hash());
  CHECK(whole->hash() == 0xb8c313ad4320c26e); // "golden"
  CHECK(energies(*whole) == energies(*rest));
  auto damaged = whole->save();
  for (run::Array& a : damaged) {
    if (a.name == "replica_places") {
      std::swap(a.bytes[0], a.bytes[8]); // replicas of one sample change places
    }
  }
  CHECK_THROWS(rest->load(damaged));
}

TEST_CASE("replicas where they make no sense are refused", "[replicas]") {
  const auto refused = [](const std::string& text, const std::string& part) {
    try {
      const Prepared p(text);
      FAIL("taken: " << text);
    } catch (const std::exception& e) {
      INFO(e.what());
      CHECK(std::string(e.what()).find(part) != std::string::npos);
    }
  };
  const std::string end = "[schedule]\nT = 1.0\nthermalize = 1\nsweeps = 10\n";
  const std::string ising = "[model]\nname = \"ising\"\n[lattice]\nsize = [4, 4]\n" + end;
  refused(ising + "[algorithm]\nupdate = [\"metropolis\", \"houdayer\"]\n", "algorithm.replicas = 2");
  refused(ising + "[algorithm]\nreplicas = 2\nupdate = [\"houdayer\"]\n", "beside moves of single spins");
  refused(ising + "[algorithm]\nreplicas = 2\nupdate = [\"metropolis\", \"wolff\", \"houdayer\"]\n",
          "beside moves of single spins");
  refused(ising + "[algorithm]\nreplicas = 2\n[measure]\ncorrelation_length = true\n", "of their overlaps");
  refused(ising + "[algorithm]\nreplicas = 2\n[measure.structure]\nq = \"grid\"\n", "of one configuration");
  refused(ising + "[algorithm]\nreplicas = 2\n[measure.observables]\nx = \"mean(S)\"\n", "of one configuration");
  refused(ising + "[algorithm]\nsystems = 1000000\nreplicas = 16\n", "more than 100000000 configurations, or pairs");
  refused("[model]\nname = \"xy\"\n[lattice]\nsize = [4, 4]\n" + end +
              "[algorithm]\nreplicas = 2\nupdate = [\"metropolis\", \"houdayer\"]\n",
          "is not one of");
}
