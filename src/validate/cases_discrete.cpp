// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The clock, Potts and Blume-Capel models.
#include "validate/case_list.hpp"
#include "validate/discrete_exact.hpp"
#include "validate/exact.hpp"

#include <neel/core/math.hpp>

#include <cmath>
#include <numbers>

namespace neel::validate {

namespace {

/// A torus of 4 x 2 sites by all moves.
struct Torus {
  std::string model, parameters; ///< of [couplings], beside J
  std::string along;             ///< the observable that the field acts on
  double temperature, field;
  DiscreteModel in_field, antiferromagnet; ///< J = 1 in the field; J = -1 without
  bool keeps_size = false;                 ///< clusters need moves of single spins
};

void add_torus(CaseList& list, const Torus& t) {
  const Length small = list.longer({1024, 300, 200, 2});
  const double fine = list.resolution(8e-3), finer = list.resolution(6e-3);
  const std::string source = "sum over all states", temperature = number(t.temperature);
  const DiscreteAverages a = discrete_torus(t.in_field, 4, 2, t.temperature),
                         b = discrete_torus(t.antiferromagnet, 4, 2, t.temperature);
  for (const std::string move : {"metropolis", "heatbath", "cluster", "wolff"}) {
    const bool clusters = move == "cluster" || move == "wolff";
    const std::string name = clusters && t.keeps_size ? "heatbath, " + move : move,
                      update = clusters && t.keeps_size ? "[\"heatbath\", \"" + move + "\"]" : "[\"" + move + "\"]",
                      head = model(t.model) + lattice("[4, 2]") + "[couplings]\n" + t.parameters;
    list.add({t.model,
              "4 x 2 torus, H = " + number(t.field) + ", T = " + temperature,
              name,
              head + schedule(temperature, small, "field = " + number(t.field) + "\n") + algorithm(small, update),
              {{"energy", a.energy, fine, 0, source},
               {"specific_heat", a.specific_heat, list.resolution(5e-2), 0, source},
               {t.along, a.along, fine, 0, source},
               {"magnetisation_squared", a.squared, fine, 0, source}}});
    Case anti{t.model,
              "4 x 2 torus, J = -1, T = " + temperature,
              name,
              head + "J = -1\n" + schedule(temperature, small) + algorithm(small, update),
              {{"energy", b.energy, fine, 0, source}, {"staggered_squared", b.staggered_squared, fine, 0, source}}};
    if (clusters) {
      anti.expectations.push_back({"order_squared_improved", b.staggered_squared, finer, 0, source});
    }
    list.add(anti);
  }
}

/// A ladder of temperatures, and a population.
void add_ladders(CaseList& list, const std::string& name, const std::string& parameters, const DiscreteModel& m) {
  const std::string head = model(name) + lattice("[4, 2]") + "[couplings]\n" + parameters, move = "\"heatbath\"";
  const double t[] = {2.0, 1.2, 0.8};
  Case tempering{name,
                 "4 x 2 torus, ladder T = 2, 1.2, 0.8",
                 "heatbath, tempering",
                 head + schedule("[2.0, 1.2, 0.8]", list.longer({1024, 50, 200, 2}), ladder) +
                     algorithm({256, 0, 0, 0}, move),
                 {}};
  Case population{name,
                  "4 x 2 torus, T = 4 to 0.8",
                  "heatbath, populations",
                  head +
                      schedule("[4.0, 2.0, 1.2, 0.8]", {0, 2, 6, 2},
                               "kind = \"population\"\n[pa]\npopulation = " +
                                   std::to_string(2000 * (list.full() ? 10 : 1)) + "\n") +
                      algorithm({1, 0, 0, 0}, move),
                  {}};
  for (std::size_t k = 0; k < 3; ++k) {
    const DiscreteAverages a = discrete_torus(m, 4, 2, t[k]);
    const std::string source = "T = " + number(t[k]) + ": sum over all states";
    tempering.expectations.push_back({"energy", a.energy, list.resolution(1.5e-2), k, source});
    population.expectations.push_back({"energy", a.energy, list.resolution(3e-2), k + 1, source});
    population.expectations.push_back({"free_energy", -t[k] * a.log_partition, list.resolution(3e-2), k + 1, source});
  }
  list.add(tempering);
  list.add(population);
}

/// The energy per site of a larger lattice.
void add_energy(CaseList& list, const std::string& name, const std::string& parameters, const std::string& title,
                const std::string& size, double temperature, double energy, const std::string& source) {
  const Length l = list.longer({128, 300, 1200, 4});
  list.add({name,
            title,
            "heatbath",
            model(name) + lattice(size) + "[couplings]\n" + parameters + schedule(number(temperature), l) +
                algorithm(l, "\"heatbath\""),
            {{"energy", energy, list.resolution(6e-3), 0, source}}});
}

/// E = -J sum of delta at the first-order transition of q = 10: from order and from disorder.
void add_latent_heat(CaseList& list) {
  const double root = std::sqrt(10.0), tc = 1 / math::log(1 + root), mean = -(1 + 1 / root), latent = 0.6960494;
  for (const bool order : {true, false}) {
    const Length l{2, 2000, list.full() ? 40000 : 4000, 10};
    list.add({"potts",
              std::string("128 x 128 torus, q = 10, T = T_c, from ") + (order ? "order" : "disorder"),
              "heatbath",
              model("potts") + lattice("[128, 128]") + "[couplings]\nq = 10\n" +
                  schedule(number(tc), l, std::string("start = \"") + (order ? "up" : "random") + "\"\n") +
                  algorithm(l, "\"heatbath\""),
              {{"energy", mean + (order ? -latent : latent) / 2, list.resolution(1.5e-2), 0,
                "-1 - 1/sqrt q, and half the latent heat, Baxter 1973"}}});
  }
}

} // namespace

void add_discrete(CaseList& list) {
  const std::string kaufman = "Kaufman 1949", strip = "transfer matrices of 81 states";
  const double tc = 2 / math::log(1 + std::sqrt(2.0));
  add_torus(list, {"clock", "q = 3\n", "magnetisation_x", 2.0, 0.2, clock_model(3, 1, 0.2), clock_model(3, -1, 0)});
  add_ladders(list, "clock", "q = 4\n", clock_model(4, 1, 0));
  add_energy(list, "clock", "q = 2\n", "16 x 16 torus, q = 2, T = T_c", "[16, 16]", tc, ising_torus_energy(16, tc),
             kaufman + ": the Ising model");
  add_energy(list, "clock", "q = 4\n", "16 x 16 torus, q = 4, T = T_c", "[16, 16]", tc / 2, ising_torus_energy(16, tc),
             kaufman + ": two Ising models with J/2");
  add_energy(list, "clock", "q = 255\n", "ring of 4, q = 255, T = 0.8", "[4]", 0.8, planar_ring(4, 0.8),
             "Z = sum over n of I_n(J/T)^N: the XY model");

  const double root = std::sqrt(3.0), tc3 = 1 / math::log(1 + root);
  add_torus(list, {"potts", "q = 3\n", "density_0", 1.4, 0.2, potts_model(3, 1, 0.2), potts_model(3, -1, 0)});
  add_ladders(list, "potts", "q = 4\n", potts_model(4, 1, 0));
  add_energy(list, "potts", "q = 2\n", "16 x 16 torus, q = 2, T = T_c", "[16, 16]", tc / 2,
             ising_torus_energy(16, tc) / 2 - 1, kaufman + ": the Ising model with J/2");
  add_energy(list, "potts", "q = 3\n", "4 x 16 torus, q = 3, T = T_c", "[4, 16]", tc3,
             discrete_strip_energy(potts_model(3, 1, 0), 4, 16, tc3), strip);
  add_energy(list, "potts", "q = 9\n", "2 x 16 torus, q = 9, T = 0.8", "[2, 16]", 0.8,
             discrete_strip_energy(potts_model(9, 1, 0), 2, 16, 0.8), strip);
  add_latent_heat(list);

  add_torus(list, {"blume-capel", "D = 0.8\n", "magnetisation", 2.0, 0.2, blume_capel_model(1, 0.8, 0.2),
                   blume_capel_model(-1, 0.8, 0), true});
  add_ladders(list, "blume-capel", "D = 0.8\n", blume_capel_model(1, 0.8, 0));
  add_energy(list, "blume-capel", "D = -50\n", "16 x 16 torus, D = -50, T = T_c of spins +-1", "[16, 16]", tc,
             ising_torus_energy(16, tc) - 50, kaufman + ": the Ising model");
  add_energy(list, "blume-capel", "D = 1.9\n", "4 x 16 torus, D = 1.9, T = 0.7", "[4, 16]", 0.7,
             discrete_strip_energy(blume_capel_model(1, 1.9, 0), 4, 16, 0.7), strip);
}

} // namespace neel::validate
