// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Ferromagnets: the mirror images of antiferromagnets, and measured by their magnetisation.
#include "models/heisenberg/measures.hpp"
#include "models/models.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include <cmath>
#include <map>

using namespace neel;
using Catch::Matchers::WithinAbs;

namespace {

std::string text_of(const std::string& material, const std::string& more) {
  return "model.name = \"heisenberg\"\nlattice = {size = [6, 4, 3], boundary = [\"periodic\", \"periodic\", "
         "\"open\"]}\n"
         "schedule = {T = 0.8, thermalize = 1, sweeps = 1, measure_every = 1" +
         more + "\n[material]\n" + material;
}

/// One to three ions of moment 1, placed at random, whose couplings have the sign `sign`.
std::string material_of(int ions, int sign) {
  const std::string s = sign < 0 ? "-" : "";
  if (ions == 1) {
    return "ions = [\"A\"]\nanisotropy = 0.3\nexchange.A-A = " + s + "1.0\n";
  }
  if (ions == 2) {
    return "ions = [\"A\", \"B\"]\nfractions.B = 0.35\nanisotropy = {A = 0.3, B = -0.1}\nexchange = {A-A = " + s +
           "1.0, A-B = " + s + "0.24, B-B = " + s + "0.18}\n";
  }
  return "ions = [\"A\", \"B\", \"C\"]\nfractions = {B = 0.3, C = 0.2}\nexchange = {A-A = " + s + "1.0, A-B = " + s +
         "0.24, A-C = " + s + "0.7, B-B = " + s + "0.18, B-C = " + s + "0.4, C-C = " + s + "0.9}\n";
}

struct Run {
  std::string order;
  std::map<std::string, std::vector<double>> series; ///< of each moment: measurements of all systems
};

/// Thermalises for `sweeps`, so that cones adapt, and measures as often again; without sweeps, the start configuration.
Run run_of(const std::string& text, std::uint64_t sweeps) {
  input::Reader in = input::Reader::from_text(text, "input");
  input::RunInput run;
  const auto model = models::read_input(in, run);
  const auto simulation = model.make(run::Space::default_space);
  simulation->set_conditions(run.schedule.temperature.front(), 0);
  for (std::uint64_t k = 0; k < sweeps; ++k) {
    simulation->thermalize(k);
  }
  for (std::uint64_t k = 0; k < sweeps; ++k) {
    simulation->sweep_and_measure(sweeps + k);
  }
  if (sweeps == 0) {
    simulation->measure();
  }
  Run found{model.order_parameter, {}};
  simulation->collect([&](int, std::span<const double> raw) {
    for (std::size_t k = 0; k < raw.size(); ++k) {
      found.series[model.moments[k].name].push_back(raw[k]);
    }
  });
  return found;
}

/// All that the energies and order parameters of a run with J and a run with -J have in common, bit by bit.
void check_mirrored(const Run& plus, const Run& minus) {
  for (const char* name : {"energy", "energy_squared", "energy_exchange", "energy_anisotropy", "acceptance"}) {
    INFO(name);
    CHECK(plus.series.at(name) == minus.series.at(name));
  }
  for (const auto& [staggered, uniform] : {std::pair{"staggered_magnetisation", "magnetisation_magnitude"},
                                           {"staggered_squared", "magnetisation_squared"},
                                           {"staggered_fourth", "magnetisation_fourth"}}) {
    INFO(staggered);
    CHECK(plus.series.at(staggered) == minus.series.at(uniform));
    CHECK(plus.series.at(uniform) == minus.series.at(staggered));
  }
}

} // namespace

TEST_CASE("a ferromagnet is the mirror image of the antiferromagnet, bit by bit", "[heisenberg]") {
  for (const int ions : {1, 2, 3}) {
    for (const std::string update : {"\"metropolis\"", "\"cone\"", "\"heatbath\"", "[\"heatbath\", \"overrelax:2\"]",
                                     "[\"metropolis\", \"overrelax\", \"cone\"]"}) {
      CAPTURE(ions, update);
      const auto text = [&](int sign, const std::string& start) {
        return text_of(material_of(ions, sign),
                       start + "}\nalgorithm = {systems = 3, seed = 7, update = " + update + "}\n");
      };
      const Run plus = run_of(text(1, ""), 40), minus = run_of(text(-1, ""), 40);
      CHECK(plus.order == "staggered_magnetisation");
      CHECK(minus.order == "magnetisation_magnitude");
      check_mirrored(plus, minus);
      CHECK(plus.series.at("energy").size() == 120);
      CHECK(plus.series.at("energy").front() != plus.series.at("energy").back());
      check_mirrored(run_of(text(1, ", start = \"domain+\""), 10), run_of(text(-1, ", start = \"up\""), 10));
    }
  }
}

TEST_CASE("a ferromagnet starts with all spins along the anisotropy axis", "[heisenberg]") {
  const Run up = run_of(text_of(material_of(1, -1) + "axes.anisotropy = [3, 0, 4]\n", ", start = \"up\"}\n"), 0);
  CHECK_THAT(up.series.at("magnetisation_magnitude").front(), WithinAbs(1, 1e-6));
  CHECK_THAT(up.series.at("magnetisation_x").front(), WithinAbs(0.6, 1e-6));
  CHECK_THAT(up.series.at("magnetisation_z").front(), WithinAbs(0.8, 1e-6));
  CHECK_THAT(up.series.at("staggered_magnetisation").front(), WithinAbs(0, 1e-6));
  CHECK_THAT(up.series.at("energy_exchange").front(), WithinAbs(-(2 + 2.0 / 3), 1e-6));
}

TEST_CASE("the log says how a material orders, and which ions point against each other", "[heisenberg]") {
  const auto description = [](const std::string& material) {
    input::Reader in = input::Reader::from_text(text_of(material, "}\n"), "input");
    input::RunInput run;
    return models::read_input(in, run).description;
  };
  const auto has = [](const std::string& text, const std::string& part) {
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
  };
  has(description(material_of(1, 1)), "order: staggered, mean field; order parameter staggered_magnetisation\n");
  has(description(material_of(2, -1)), "order: uniform, mean field; order parameter magnetisation_magnitude\n");
  has(description("ions = [\"A\", \"B\"]\nfractions.B = 0.4\nexchange = {A-A = -1, A-B = 0.7, B-B = -1}\n"),
      "order: uniform, mean field, where A ions point against B ions; order parameter magnetisation_magnitude\n");
}

TEST_CASE("compositions that order differently have order parameters of their own", "[heisenberg]") {
  const std::string scanned = "ions = [\"A\", \"B\"]\nfractions.B = [0.1, 0.9]\n";
  const Run both = run_of(text_of(scanned + "exchange = {A-A = 1, A-B = 0.1, B-B = -1}\n", "}\n"), 0);
  CHECK(both.order == "staggered_magnetisation,magnetisation_magnitude");
  const Run one = run_of(text_of(scanned + "exchange = {A-A = 1, A-B = 0.1, B-B = 1}\n", "}\n"), 0);
  CHECK(one.order == "staggered_magnetisation");
}

namespace {

input::RunInput ten_sites() {
  input::RunInput run;
  run.lattice.size = {10, 1, 1};
  run.schedule.field = {0.0};
  return run;
}

} // namespace

// Four sites up and three down: n without the ions of no moment, M by moments.
TEST_CASE("ions without moment enter no order parameter", "[heisenberg]") {
  models::Material m;
  m.ions = {"A", "B", "C"};
  m.moment = {1, 0, 0.5};
  m.exchange.assign(3, std::vector<double>(3, 1.0));
  m.fractions = {{0.4, 0.3, 0.3}};
  const models::HeisenbergMoments observables(ten_sites(), m);
  models::SpinSums sums;
  sums.spins[0] = {{0, 0, 2}, {0, 0, 3}, {0, 4, 0}};
  sums.spins[1] = {{0, 0, -1}, {5, 5, 5}, {0, 1, 0}};
  std::vector<double> raw(observables.moments().size());
  observables.measure(sums, raw);
  std::map<std::string, double> value;
  for (std::size_t k = 0; k < raw.size(); ++k) {
    value[observables.moments()[k].name] = raw[k];
  }
  const auto check = [&](const std::string& name, double expected) {
    CAPTURE(name);
    CHECK_THAT(value.at(name), WithinAbs(expected, 1e-15));
  };
  check("staggered_x", 0);
  check("staggered_y", 0.3);
  check("staggered_z", 0.3);
  check("staggered_magnetisation", std::sqrt(0.18));
  check("staggered_fourth", 0.18 * 0.18);
  check("sublattice_even_y", 0.4);
  check("sublattice_odd_squared", 0.02);
  check("magnetisation_y", 0.25);
  check("magnetisation_magnitude", std::sqrt(0.0625 + 0.01));
  check("magnetisation_squared", 0.0725);
  check("magnetisation_fourth", 0.0725 * 0.0725);
}

TEST_CASE("the magnetisation has a susceptibility and a Binder ratio", "[heisenberg]") {
  models::Material m;
  m.ions = {"A"};
  m.moment = {1};
  m.exchange = {{-1}};
  m.fractions = {{1}};
  const models::HeisenbergMoments observables(ten_sites(), m);
  std::vector<double> mean(observables.moments().size(), 0.0);
  for (std::size_t k = 0; k < mean.size(); ++k) {
    const std::string& name = observables.moments()[k].name;
    mean[k] = name == "magnetisation_magnitude" ? 0.5 : name == "magnetisation_squared" ? 0.3 : 0.0;
    mean[k] = name == "magnetisation_fourth" ? 0.12 : mean[k];
  }
  std::map<std::string, double> value;
  std::map<std::string, bool> primary;
  for (const models::Observable& o : observables.observables()) {
    value[o.name] = o.derive(mean, 2.0);
    primary[o.name] = o.primary;
  }
  CHECK_THAT(value.at("magnetisation_magnitude"), WithinAbs(0.5, 1e-15));
  CHECK_THAT(value.at("magnetisation_squared"), WithinAbs(0.3, 1e-15));
  CHECK_THAT(value.at("magnetisation_susceptibility"), WithinAbs(10 / 2.0 * (0.3 - 0.25), 1e-15));
  CHECK_THAT(value.at("susceptibility"), WithinAbs(10 / 2.0 * 0.3, 1e-15));
  CHECK_THAT(value.at("magnetisation_binder"), WithinAbs(0.12 / 0.09, 1e-15));
  CHECK(primary.at("magnetisation_magnitude"));
  CHECK(!primary.at("staggered_magnetisation"));
}
