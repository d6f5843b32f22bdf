// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The list of what is validated. Seeds are fixed, so that every machine does the same.

#include "validate/exact.hpp"
#include "validate/validate.hpp"

#include <neel/core/math.hpp>

#include <cmath>

namespace neel::validate {

namespace {

std::string n(double value) { return input::exact(value); }

/// How long a run is.
struct Length {
  int systems, thermalize, sweeps, every;
};

std::string schedule(const std::string& temperatures, const Length& l, const std::string& more = "") {
  return "[schedule]\nT = " + temperatures + "\nthermalize = " + std::to_string(l.thermalize) +
         "\nsweeps = " + std::to_string(l.sweeps) + "\nmeasure_every = " + std::to_string(l.every) + "\n" + more;
}

std::string algorithm(const Length& l, const std::string& update = "") {
  return "[algorithm]\nsystems = " + std::to_string(l.systems) + "\n" +
         (update.empty() ? "" : "update = " + update + "\n");
}

std::string lattice(const std::string& size, bool open = false) {
  return "[lattice]\nsize = " + size + (open ? "\nboundary = \"open\"\n" : "\n");
}

using Flaws = std::vector<Flaw>;
Flaws operator+(Flaws all, Flaw more) {
  all.push_back(more);
  return all;
}
/// A free spin has no second colour; one of the colours of a pair is as good as both.
const Flaws of_few_sites{Flaw::wrong_sign, Flaw::wrong_acceptance, Flaw::same_numbers};
const Flaws usual = of_few_sites + Flaw::skipped_colour;
const Flaws of_ladder = usual + Flaw::wrong_exchange;
/// Generators with a state go on by themselves.
const Flaws of_streams{Flaw::wrong_sign, Flaw::wrong_acceptance, Flaw::skipped_colour};

const char* const ladder = "kind = \"temper\"\n[pt]\nevery = 2\n";

class List {
public:
  explicit List(bool full) : full_(full) {
    ising();
    heisenberg();
    glass();
    field();
    majority();
  }
  std::vector<Case> all;

private:
  /// Each case has random numbers of its own.
  void add(Case c) {
    const std::string key = "[algorithm]\n";
    c.input.insert(c.input.find(key) + key.size(), "seed = " + std::to_string(++seed_) + "\n");
    if (full_ || !c.full) {
      all.push_back(std::move(c));
    }
  }
  /// Ten times as many measurements in the long validation.
  Length longer(Length l) const {
    l.sweeps *= full_ ? 10 : 1;
    return l;
  }
  double resolution(double r) const { return full_ ? r / 2.5 : r; }

  void ising() {
    const std::string head = "[model]\nname = \"ising\"\n";
    const Length small = longer({1024, 100, 400, 2});
    const IsingAverages a = ising_torus(4, 4, 2.5, 0.2);
    const std::string all_states = "sum over all 65536 states";
    for (const char* update : {"metropolis", "heatbath"}) {
      add({"ising",
           "4 x 4 torus, T = 2.5, H = 0.2",
           update,
           head + lattice("[4, 4]") + schedule("2.5", small, "field = 0.2\n") +
               algorithm(small, "\"" + std::string(update) + "\""),
           {{"energy", a.energy, resolution(4e-3), 0, all_states},
            {"magnetisation", a.magnetisation, resolution(1e-2), 0, all_states},
            {"magnetisation_squared", a.squared, resolution(4e-3), 0, all_states}},
           usual});
      const Length critical = longer({128, 500, 2000, 4});
      const double tc = 2 / math::log(1 + std::sqrt(2.0));
      add({"ising",
           "16 x 16 torus, T = T_c",
           update,
           head + lattice("[16, 16]") + schedule(n(tc), critical) +
               algorithm(critical, "\"" + std::string(update) + "\""),
           {{"energy", ising_torus_energy(16, tc), resolution(4e-3), 0, "Kaufman 1949"}},
           usual});
    }
    const Length cube = longer({1024, 200, 400, 4});
    add({"ising",
         "4 x 4 x 4 torus, T = 4",
         "heatbath",
         head + lattice("[4, 4, 4]") + schedule("4.0", cube) + algorithm(cube, "\"heatbath\""),
         {{"energy", -1.883343499, resolution(4e-3), 0, "sum over all states by transfer matrices"},
          {"specific_heat", 1.200374, resolution(2e-2), 0, "sum over all states by transfer matrices"}},
         usual});
    const std::vector<double> t{4.0, 2.5, 1.5};
    Case tempering{"ising",
                   "4 x 4 torus, ladder T = 4, 2.5, 1.5",
                   "heatbath, tempering",
                   head + lattice("[4, 4]") + schedule("[4.0, 2.5, 1.5]", small, ladder) +
                       algorithm({256, 0, 0, 0}, "\"heatbath\""),
                   {},
                   of_ladder};
    for (std::size_t k = 0; k < t.size(); ++k) {
      tempering.expectations.push_back(
          {"energy", ising_torus(4, 4, t[k], 0).energy, resolution(8e-3), k, "T = " + n(t[k]) + ": " + all_states});
    }
    add(tempering);
  }

  void heisenberg() {
    const std::string head = "[model]\nname = \"heisenberg\"\n";
    const auto material = [](const std::string& more) {
      return "[material]\nions = [\"Fe\"]\nexchange = {Fe-Fe = 1.0}\n" + more;
    };
    const std::pair<const char*, const char*> updates[] = {
        {"metropolis", "[\"metropolis\"]"},
        {"cone", "[\"cone:3\"]"},
        {"heatbath", "[\"heatbath\"]"},
        {"heatbath, overrelax", "[\"heatbath\", \"overrelax\"]"},
        {"metropolis, overrelax:3", "[\"metropolis\", \"overrelax:3\"]"},
    };
    const Length tiny = longer({1024, 100, 300, 3});
    for (const auto& [name, update] : updates) {
      add({"heisenberg",
           "free spin, m = 0.6, H = 2, T = 0.4",
           name,
           head + lattice("[1]", true) + material("moment = 0.6\n") + schedule("0.4", tiny, "field = 2.0\n") +
               algorithm(tiny, update),
           {{"energy", -1.2 * langevin(3), resolution(4e-3), 0, "-m H L(m H / T)"}},
           of_few_sites});
      add({"heisenberg",
           "free spin, easy axis K = 1, T = 0.4",
           name,
           head + lattice("[1]", true) + material("anisotropy = 1.0\n") + schedule("0.4", tiny) +
               algorithm(tiny, update),
           {{"energy", -easy_axis(2.5), resolution(4e-3), 0, "integral over the sphere"}},
           of_few_sites});
      add({"heisenberg",
           "two spins, J = 1, D = 0.5, T = 1",
           name,
           head + lattice("[2]", true) + material("dm = {Fe-Fe = 0.5}\n") + schedule("1.0", tiny) +
               algorithm(tiny, update),
           {{"energy", dimer(1, 0.5, 1) / 2, resolution(4e-3), 0, "integral over the sphere"}},
           of_few_sites + Flaw::half_sphere});
      add({"heisenberg",
           "open chain of 8, T = 0.7",
           name,
           head + lattice("[8]", true) + material("") + schedule("0.7", tiny) + algorithm({256, 0, 0, 0}, update),
           {{"energy", -7.0 / 8 * langevin(1 / 0.7), resolution(4e-3), 0, "-(N - 1) L(J/T) / N, Fisher 1964"}},
           usual + Flaw::half_sphere});
      add({"heisenberg",
           "ring of 4, T = 1",
           name,
           head + lattice("[4]") + material("") + schedule("1.0", tiny) + algorithm({512, 0, 0, 0}, update),
           {{"energy", heisenberg_ring(4, 1, 1), resolution(4e-3), 0, "Joyce 1967"}},
           usual + Flaw::half_sphere});
    }
  }

  void glass() {
    const std::string head = "[model]\nname = \"edwards-anderson\"\n";
    const auto couplings = [](double t) { return "[couplings]\npositive = " + n(nishimori_probability(t)) + "\n"; };
    const Length cube = longer({128, 200, 400, 10});
    for (const char* generator : {"philox", "minstd", "parisi-rapuano", "mt19937", "xorwow"}) {
      add({"edwards-anderson",
           "8 x 8 x 8, Nishimori line, T = 1.8",
           std::string("32 samples a word, ") + generator,
           head + lattice("[8, 8, 8]") + couplings(1.8) + "[coding]\nwords = 1\nreplicas = 2\ngenerator = \"" +
               generator + "\"\n" + schedule("1.8", cube) + algorithm(cube),
           {{"energy", nishimori_energy(1.8), resolution(3e-3), 0, "Nishimori 1981"}},
           generator == std::string("philox") ? usual : of_streams,
           generator != std::string("philox")});
    }
    add({"edwards-anderson",
         "8 x 8 x 8, T = 4",
         "128 samples a word, sliced",
         head + lattice("[8, 8, 8]") + "[coding]\nwords = 4\nreplicas = 2\norder = \"sliced\"\n" +
             schedule("4.0", cube) + algorithm(cube),
         {{"energy", glass_series(4), resolution(3e-3), 0, "high-temperature series"}},
         usual});
    const Length single = longer({64, 50, 60, 10});
    add({"edwards-anderson",
         "16 x 16 x 64, T = 4",
         "one sample, sites in a word",
         head + lattice("[16, 16, 64]") + "[coding]\nkind = \"synchronous\"\nreplicas = 1\n" + schedule("4.0", single) +
             algorithm(single),
         {{"energy", glass_series(4), resolution(3e-3), 0, "high-temperature series"}},
         usual});
    const Length tempered = longer({128, 200, 400, 10});
    add({"edwards-anderson",
         "6 x 6 x 6, ladder T = 3, 2.2, 1.6, 1.2; Nishimori line at T = 1.6",
         "32 samples a word, tempering",
         head + lattice("[6, 6, 6]") + couplings(1.6) + "[coding]\nwords = 1\nreplicas = 2\n" +
             schedule("[3.0, 2.2, 1.6, 1.2]", tempered, ladder) + algorithm(tempered),
         {{"energy", nishimori_energy(1.6), resolution(6e-3), 2, "Nishimori 1981"}},
         of_ladder});
  }

  void field() {
    const std::string head = "[model]\nname = \"phi4\"\n";
    const Length l = longer({64, 200, 1000, 10});
    for (const char* kind : {"colours", "tiles"}) {
      const std::string sweep = "[sweep]\nkind = \"" + std::string(kind) + "\"\n";
      add({"phi4",
           "8 x 8 x 8, free, mu^2 = 1, 1/Lambda = 0.5",
           kind,
           head + lattice("[8, 8, 8]") + "[couplings]\nmass_squared = 1.0\ng = 0.0\ninverse_cutoff = 0.5\n" + sweep +
               schedule("1.0", l) + algorithm({16, 0, 0, 0}),
           {{"phi_squared", free_field({8, 8, 8}, 1, 0.5, 1), resolution(4e-4), 0, "sum over modes"},
            {"energy", 0.5, resolution(4e-3), 0, "equipartition"}},
           usual});
      add({"phi4",
           "8 x 8, two components, mu^2 = -0.5, g = 1, T = 0.7",
           kind,
           head + lattice("[8, 8]") + "[field]\ncomponents = 2\n[couplings]\nmass_squared = -0.5\ng = 1.0\n" + sweep +
               schedule("0.7", l) + algorithm(l),
           {{"virial", 1, resolution(3e-3), 0, "virial theorem"}},
           {Flaw::wrong_sign, Flaw::skipped_colour, Flaw::same_numbers}}); // the theorem holds at any temperature
    }
    for (const char* kind : {"colours", "tiles"}) {
      add({"phi4",
           "8 x 8, mu^2 = 1, g = 1",
           kind,
           head + lattice("[8, 8]") + "[couplings]\nmass_squared = 1.0\ng = 1.0\n[sweep]\nkind = \"" + kind + "\"\n" +
               schedule("1.0", l) + algorithm(l),
           {{"phi_squared", 0.24394, resolution(4e-3), 0, "independent Monte Carlo", 6e-5},
            {"phi_fourth", 0.17523, resolution(4e-3), 0, "independent Monte Carlo", 9e-5}},
           usual});
    }
    Case ladder_of_fields{"phi4",
                          "8 x 8, free, mu^2 = 0.5, ladder T = 1.5, 1, 0.6",
                          "colours, tempering",
                          head + lattice("[8, 8]") + "[couplings]\nmass_squared = 0.5\ng = 0.0\n" +
                              schedule("[1.5, 1.0, 0.6]", l, ladder) + algorithm(l),
                          {},
                          of_ladder};
    const double t[] = {1.5, 1.0, 0.6};
    for (std::size_t k = 0; k < 3; ++k) {
      ladder_of_fields.expectations.push_back(
          {"energy", t[k] / 2, resolution(4e-3), k, "T = " + n(t[k]) + ": equipartition"});
    }
    add(ladder_of_fields);
  }

  void majority() {
    for (const char* strategy : {"rows", "sites", "tiles"}) {
      add({"majority",
           "512 x 512, one step from random cells",
           strategy,
           "[model]\nname = \"majority\"\n[lattice]\nsize = [512, 512]\n[sweep]\nsteps = 1\nstrategy = \"" +
               std::string(strategy) + "\"\n[schedule]\nkind = \"quench\"\ntimes = [1]\n[measure]\nclusters = false\n" +
               algorithm({full_ ? 256 : 64, 0, 0, 0}),
           {{"wall_density", 23.0 / 64, resolution(1e-3), 0, "(1 - C(1, 0)) / 2, C(1, 0) = 9/32 (docs/majority.md)"}},
           {}}); // no sampler: compared bit by bit in the tests
    }
  }

  bool full_;
  int seed_ = 100;
};

} // namespace

std::vector<Case> cases(bool full) { return List(full).all; }

} // namespace neel::validate
