// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "validate/coverage.hpp"

#include "model/schedule.hpp"
#include "output/estimates.hpp"
#include "validate/case_list.hpp"

#include <neel/run/anneal.hpp>

#include <cmath>

namespace neel::validate {

namespace {

using statistics::Bins;

/// Keeps the bins of all systems at every point; of tempering, of every (point, system) at once.
struct Keeper : run::Observer {
  RunAction busy(const run::Position& /*position*/) override { return RunAction::go_on; }
  void save(const run::Position& /*position*/) override {}
  bool enough(const run::Position& /*position*/) override { return false; }
  void finished(const run::Position& position) override {
    bins.insert(bins.end(), position.bins.begin(), position.bins.end());
  }
  std::vector<Bins> bins; ///< (point, system)
};

/// The values of one element of a quantity over independent runs.
struct Scatter {
  double sum = 0, squares = 0, claimed = 0, converged = 0;
  int runs = 0;

  void add(const output::Result& r) {
    sum += r.value;
    squares += r.value * r.value;
    claimed += r.error * r.error;
    converged += r.converged ? 1 : 0;
    ++runs;
  }
  double variance() const { return std::max(0.0, squares - sum * sum / runs) / (runs - 1); }
};

/// Elements of one quantity together: the mean squares of all.
Claim together(const std::string& name, const std::vector<Scatter>& elements) {
  Claim c{name};
  double used = 0;
  for (const Scatter& e : elements) {
    const double rounding = 1e-12 * std::abs(e.sum / e.runs), own = e.claimed / e.runs;
    if (std::isfinite(own) && std::isfinite(e.variance()) && std::sqrt(own) > rounding) {
      c.scatter += e.variance() / own; // each in units of its own error
      c.claimed += own;
      c.value += e.sum / e.runs;
      c.converged += e.converged / e.runs;
      ++used;
    }
  }
  c.claimed = std::sqrt(c.claimed / used);
  c.scatter = std::sqrt(c.scatter / used) * c.claimed;
  c.value /= used;
  c.converged /= used;
  return c;
}

} // namespace

std::vector<Claim> calibrate(const CoverageCase& c) {
  input::Reader in = input::Reader::from_text(c.input, c.model + ": " + c.name);
  input::RunInput input;
  const models::Model model = models::read_input(in, input);
  const std::unique_ptr<run::Simulation> simulation = models::make_simulation(model, input);
  run::Position position;
  Keeper keeper;
  run::anneal(*simulation, models::to_schedule(input), position, keeper);
  const auto& observables = model.observables;
  const auto all = static_cast<std::size_t>(model.systems), each = all / static_cast<std::size_t>(c.runs);
  std::vector<std::vector<Scatter>> scatter(observables.size(), std::vector<Scatter>(input.schedule.points()));
  for (std::size_t p = 0; p < input.schedule.points(); ++p) {
    const output::Conditions at{input.schedule.temperature[p], input.schedule.measure_every,
                                std::min(model.correlated_set, static_cast<int>(each)), model.disordered[0],
                                input.schedule.population > 0};
    for (std::size_t s = 0; s < all; s += each) {
      const output::Estimates e = output::estimate(observables, std::span(keeper.bins).subspan(p * all + s, each), at);
      for (std::size_t o = 0; o < observables.size(); ++o) {
        scatter[o][p].add(e.results[o]);
      }
    }
  }
  std::vector<Claim> claims;
  for (std::size_t o = 0, to = 0; o < observables.size(); o = to) {
    std::vector<Scatter> elements;
    for (; to < observables.size() && observables[to].name == observables[o].name; ++to) {
      elements.insert(elements.end(), scatter[to].begin(), scatter[to].end());
    }
    Claim claim = together(observables[o].name, elements);
    claim.converged = input.schedule.quench() ? std::nan("") : claim.converged;
    if (std::isfinite(claim.ratio())) {
      claims.push_back(claim);
    }
  }
  return claims;
}

namespace {

std::string torus(const std::string& name, const std::string& size, const std::string& more = "") {
  return model(name) + lattice(size) + more;
}

/// With random numbers that no other page shares.
std::string systems(int n, const std::string& more = "") {
  return "[algorithm]\nseed = 7\nsystems = " + std::to_string(n) + "\n" + more;
}

void add_sites(std::vector<CoverageCase>& all) {
  all.push_back({"ising",
                 "16 x 16, T = 2.4, Metropolis, 1 system",
                 torus("ising", "[16, 16]") + schedule("2.4", {0, 1000, 8000, 2}, "field = 0.02\n") + systems(200),
                 200,
                 {}});
  all.push_back({"ising",
                 "16 x 16, T_c, 40 systems of 30 tau",
                 torus("ising", "[16, 16]") + schedule("2.269185314213", {0, 1000, 1600, 4}) +
                     systems(4000, "update = \"heatbath\"\n"),
                 100,
                 {}});
  all.push_back({"ising",
                 "8 x 8, ladder T = 3, 2.4, 2, tempering, 2 systems",
                 torus("ising", "[8, 8]") + schedule("[3.0, 2.4, 2.0]", {0, 200, 2000, 2}, ladder) +
                     systems(400, "update = \"heatbath\"\n"),
                 200,
                 {}});
  all.push_back({"ising",
                 "8 x 8, T = 5 to 2, a population of 400",
                 torus("ising", "[8, 8]") +
                     schedule("[5.0, 4.2, 3.6, 3.2, 2.9, 2.6, 2.4, 2.2, 2.0]", {0, 2, 10, 2},
                              "kind = \"population\"\n[pa]\npopulation = 400\n") +
                     systems(100, "update = \"heatbath\"\n"),
                 100,
                 {}});
  all.push_back({"ising",
                 "16 x 16, T_c, Swendsen-Wang, 1 system",
                 torus("ising", "[16, 16]") + schedule("2.269185314213", {0, 200, 4000, 1}) +
                     systems(200, "update = \"cluster\"\n"),
                 200,
                 {}});
  all.push_back({"ising",
                 "6 x 6 Gaussian glass, T = 0.8, two replicas, Houdayer, 16 samples",
                 torus("ising", "[6, 6]\nkind = \"square\"",
                       "[couplings]\ndisorder = \"gaussian\"\nbonds = [{shell = 1, width = 1.0}]\n") +
                     schedule("0.8", {0, 300, 1500, 3}) +
                     systems(1600, "replicas = 2\nupdate = [\"heatbath\", \"houdayer\"]\n"),
                 100,
                 {}});
  all.push_back({"xy",
                 "8 x 8, T = 0.9, Wolff, 1 system",
                 torus("xy", "[8, 8]") + schedule("0.9", {0, 200, 4000, 1}) + systems(200, "update = \"wolff:2\"\n"),
                 200,
                 {}});
  const std::string iron = "[material]\nions = [\"Fe\"]\nexchange = {Fe-Fe = 1.0}\ndm = {Fe-Fe = 0.2}\n"
                           "anisotropy = {Fe = 0.1}\n";
  all.push_back(
      {"heisenberg",
       "6 x 6 x 6, T = 1.4, J, D, K, H, 1 system",
       torus("heisenberg", "[6, 6, 6]", iron) + schedule("1.4", {0, 500, 16000, 8}, "field = 0.1\n") + systems(200),
       200,
       {}});
  all.push_back({"heisenberg",
                 "4 x 4 x 4, T = 1.4, 20 systems of 40 tau",
                 torus("heisenberg", "[4, 4, 4]", iron) + schedule("1.4", {0, 300, 400, 4}) + systems(2000),
                 100,
                 {}});
  const std::string alloy = "[material]\nions = [\"Fe\", \"Cr\"]\nfractions = {Fe = 0.6, Cr = 0.4}\n"
                            "exchange = {Fe-Fe = 1.0, Fe-Cr = 0.3, Cr-Cr = 0.2}\ndm = {Fe-Fe = 0.1, Fe-Cr = -0.1, "
                            "Cr-Cr = 0.05}\nanisotropy = {Fe = 0.1, Cr = 0.05}\nmoment = {Fe = 1.0, Cr = 0.6}\n";
  all.push_back(
      {"heisenberg",
       "4 x 4 x 4 alloy of two ions, T = 0.5, 16 disorder samples",
       torus("heisenberg", "[4, 4, 4]", alloy) + schedule("0.5", {0, 500, 3000, 10}, "field = 0.1\n") + systems(1600),
       100,
       {}});
}

void add_others(std::vector<CoverageCase>& all) {
  const auto glass = [](const std::string& size, const std::string& more) {
    return torus("edwards-anderson", size, "[coding]\nwords = 1\n" + more);
  };
  all.push_back({"edwards-anderson",
                 "6 x 6 x 6, T = 1.6, 4 coded systems of 32 samples",
                 glass("[6, 6, 6]", "") + schedule("1.6", {0, 500, 4000, 10}) + systems(400),
                 100,
                 {}});
  all.push_back({"edwards-anderson",
                 "6 x 6 x 6, T = 4, 4 coded systems of 32 samples",
                 glass("[6, 6, 6]", "") + schedule("4.0", {0, 100, 640, 2}) + systems(400),
                 100,
                 {}});
  all.push_back(
      {"edwards-anderson",
       "6 x 6 x 6, T = 5, all couplings positive, 4 coded systems that count as 4 samples",
       glass("[6, 6, 6]", "[couplings]\npositive = 1.0\n") + schedule("5.0", {0, 200, 2560, 2}) + systems(400),
       100,
       {}});
  all.push_back({"edwards-anderson",
                 "16 x 16 x 16, quench to T = 1.1, 8 coded systems of 32 samples",
                 glass("[16, 16, 16]", "replicas = 2\n") +
                     "[schedule]\nkind = \"quench\"\nT = 1.1\ntimes = [4, 16, 64, 256]\n" + systems(640),
                 80,
                 {}});
  const std::string field = "[couplings]\nmass_squared = -0.5\ng = 1.0\n";
  all.push_back({"phi4",
                 "8 x 8, mu^2 = -0.5, g = 1, 1 system",
                 torus("phi4", "[8, 8]", field) + schedule("1.0", {0, 500, 6000, 2}) + systems(200),
                 200,
                 {{"phi", "a run stays in one of two states and cannot know of the other; several systems can"},
                  {"acceptance", "every run tunes its own width of proposals, and knows its own acceptance"}}});
  all.push_back({"phi4",
                 "16 x 16, mu^2 = -1.27, g = 6, near criticality, 20 short systems",
                 torus("phi4", "[16, 16]", "[couplings]\nmass_squared = -1.27\ng = 6.0\n") +
                     schedule("1.0", {0, 1000, 1600, 4}) + systems(2000),
                 100,
                 {}});
  all.push_back({"phi4",
                 "8 x 8 x 8, two components, tiles, 1 system",
                 torus("phi4", "[8, 8, 8]",
                       "[field]\ncomponents = 2\n[couplings]\nmass_squared = 0.2\ng = 1.0\n"
                       "inverse_cutoff = 0.5\n[sweep]\nkind = \"tiles\"\n") +
                     schedule("1.0", {0, 200, 2000, 2}) + systems(100),
                 100,
                 {{"acceptance", "as above"}}});
  all.push_back({"majority",
                 "64 x 64, random start, 16 boards",
                 torus("majority", "[64, 64]") + "[schedule]\nkind = \"quench\"\ntimes = [1, 4, 32]\n" + systems(1600),
                 100,
                 {}});
}

} // namespace

std::vector<CoverageCase> coverage_cases() {
  std::vector<CoverageCase> all;
  add_sites(all);
  add_others(all);
  std::erase_if(all, [](const CoverageCase& c) { return !is_built(c.model); });
  return all;
}

} // namespace neel::validate
