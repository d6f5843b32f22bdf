// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Population annealing: averages at each temperature, and the partition function.
#include "validate/case_list.hpp"
#include "validate/crystal_exact.hpp"
#include "validate/exact.hpp"

namespace neel::validate {

namespace {

/// Populations of `members`, ten times as many in the long validation.
std::string populations(const CaseList& list, const std::string& temperatures, const Length& l, int members,
                        const std::string& more = "") {
  return schedule(temperatures, l,
                  "kind = \"population\"\n" + more +
                      "[pa]\npopulation = " + std::to_string(members * (list.full() ? 10 : 1)) + "\n");
}

const std::string at(double temperature, const std::string& source) {
  return "T = " + number(temperature) + ": " + source;
}

void add_ising_populations(CaseList& list) {
  const std::string all_states = "sum over all 65536 states";
  const double t[] = {10, 6.5, 5, 4, 3.5, 3, 2.6, 2.3, 2, 1.6};
  Case torus{"ising",
             "4 x 4 torus, H = 0.2, T = 10 to 1.6",
             "heatbath, populations",
             model("ising") + lattice("[4, 4]") +
                 populations(list, "[10.0, 6.5, 5.0, 4.0, 3.5, 3.0, 2.6, 2.3, 2.0, 1.6]", {0, 2, 6, 2}, 2000,
                             "field = 0.2\n") +
                 algorithm({1, 0, 0, 0}, "\"heatbath\""),
             {}};
  for (const std::size_t k : {2U, 6U, 9U}) {
    const IsingAverages a = ising_torus(4, 4, t[k], 0.2);
    torus.expectations.push_back({"energy", a.energy, list.resolution(3e-2), k, at(t[k], all_states)});
    torus.expectations.push_back(
        {"free_energy", -t[k] * a.log_partition, list.resolution(5e-2), k, at(t[k], all_states)});
    torus.expectations.push_back(
        {"entropy", a.log_partition + a.energy / t[k], list.resolution(2e-2), k, at(t[k], all_states)});
  }
  list.add(torus);
  const std::vector<std::pair<int, int>> bonds = triangular_bonds(4, 4);
  const double cold[] = {6, 3, 2, 1.4, 1, 0.7};
  Case frustrated{"ising",
                  "triangular antiferromagnet of 4 x 4, T = 6 to 0.7",
                  "metropolis, populations",
                  model("ising") + lattice("[4, 4]\nkind = \"triangular\"") +
                      populations(list, "[6.0, 3.0, 2.0, 1.4, 1.0, 0.7]", {0, 2, 6, 2}, 2000) +
                      algorithm({1, 0, 0, 0}, "\"metropolis\"") + "[[couplings.bonds]]\nshell = 1\nJ = -1.0\n",
                  {}};
  for (const std::size_t k : {1U, 3U, 5U}) {
    const IsingAverages a = ising_graph(16, bonds, -1, cold[k], 0);
    frustrated.expectations.push_back({"energy", a.energy, list.resolution(2e-2), k, at(cold[k], all_states)});
    frustrated.expectations.push_back(
        {"entropy", a.log_partition + a.energy / cold[k], list.resolution(1e-2), k, at(cold[k], all_states)});
  }
  list.add(frustrated);
}

/// ln Z(T)/Z(1/T = 0) per site, of spins whose energy at each temperature is known.
void add_spins(CaseList& list, Case c, double (*energy)(double temperature), const std::string& source) {
  const double t[] = {3, 2, 1.4, 1, 0.7, 0.5};
  c.sampler = "metropolis, populations";
  c.input += populations(list, "[3.0, 2.0, 1.4, 1.0, 0.7, 0.5]", {0, 8, 8, 2}, 2000) +
             algorithm({1, 0, 0, 0}, "\"metropolis\"");
  for (const std::size_t k : {0U, 3U, 5U}) {
    c.expectations.push_back({"energy", energy(t[k]), list.resolution(2e-2), k, at(t[k], source)});
    c.expectations.push_back(
        {"log_partition", log_partition(energy, t[k]), list.resolution(1e-2), k, at(t[k], source + ", integrated")});
  }
  list.add(c);
}

} // namespace

void add_populations(CaseList& list) {
  add_ising_populations(list);
  add_spins(
      list, {"xy", "ring of 4, T = 3 to 0.5", "", model("xy") + lattice("[4]"), {}},
      [](double t) { return planar_ring(4, t); }, "Z = sum over n of I_n(J/T)^N");
  const std::string iron = "[material]\nions = [\"Fe\"]\nexchange = {Fe-Fe = 1.0}\n";
  add_spins(
      list, {"heisenberg", "ring of 4, T = 3 to 0.5", "", model("heisenberg") + lattice("[4]") + iron, {}},
      [](double t) { return heisenberg_ring(4, 1, t); }, "Joyce 1967");
  const double t[] = {1.5, 1.35, 1.2, 1.1, 1.0};
  Case field{"phi4",
             "4 x 4, free, mu^2 = 0.5, T = 1.5 to 1",
             "colours, populations",
             model("phi4") + lattice("[4, 4]") + "[couplings]\nmass_squared = 0.5\ng = 0.0\n" +
                 populations(list, "[1.5, 1.35, 1.2, 1.1, 1.0]", {0, 40, 20, 4}, 1000) + algorithm({1, 0, 0, 0}),
             {}};
  for (const std::size_t k : {2U, 4U}) {
    field.expectations.push_back({"energy", t[k] / 2, list.resolution(2e-2), k, at(t[k], "equipartition")});
    field.expectations.push_back({"log_partition", std::log(t[k] / t[0]) / 2, list.resolution(2e-2), k,
                                  at(t[k], "Gaussian integral, from T = 1.5")});
  }
  list.add(field);
}

} // namespace neel::validate
