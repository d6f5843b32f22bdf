// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Multicanonical sampling: averages at several temperatures of one run, and ln Z.
#include "validate/case_list.hpp"
#include "validate/crystal_exact.hpp"
#include "validate/discrete_exact.hpp"
#include "validate/exact.hpp"

#include <functional>

namespace neel::validate {

namespace {

/// Averages per site at one temperature.
struct Canonical {
  double energy, log_partition;
};

/// One run at these temperatures, `input` being all but its schedule and algorithm.
void add_run(CaseList& list, Case c, const std::string& move, const std::string& source,
             const std::function<Canonical(double temperature)>& exact) {
  const double t[] = {3, 2, 1.4, 0.8};
  const Length l = list.longer({64, 4000, 12000, 4});
  c.sampler = move + ", multicanonical";
  c.input += schedule("[3.0, 2.0, 1.4, 0.8]", l, "kind = \"multicanonical\"\n") + algorithm(l, "\"" + move + "\"");
  const double first = exact(t[0]).log_partition;
  for (std::size_t k = 0; k < 4; ++k) {
    const Canonical a = exact(t[k]);
    const std::string at = "T = " + number(t[k]) + ": " + source;
    c.expectations.push_back({"energy", a.energy, list.resolution(1e-2), k, at});
    if (k > 0) {
      c.expectations.push_back({"log_partition", a.log_partition - first, list.resolution(1e-2), k, at});
    }
  }
  list.add(c);
}

/// On the 4 x 2 torus.
void add_discrete_run(CaseList& list, const std::string& name, const std::string& parameters, const DiscreteModel& m) {
  add_run(list,
          {name, "4 x 2 torus, T = 3 to 0.8", "", model(name) + lattice("[4, 2]") + "[couplings]\n" + parameters, {}},
          "metropolis", "sum over all states", [&](double t) {
            const DiscreteAverages a = discrete_torus(m, 4, 2, t);
            return Canonical{a.energy, a.log_partition};
          });
}

/// Spins whose energy is known at each temperature.
void add_ring(CaseList& list, const std::string& name, const std::string& material,
              double (*energy)(double temperature), const std::string& source) {
  add_run(list, {name, "ring of 4, T = 3 to 0.8", "", model(name) + lattice("[4]") + material, {}}, "metropolis",
          source, [&](double t) { return Canonical{energy(t), log_partition(energy, t)}; });
}

} // namespace

void add_multicanonical(CaseList& list) {
  add_run(list, {"ising", "4 x 4 torus, T = 3 to 0.8", "", model("ising") + lattice("[4, 4]"), {}}, "heatbath",
          "sum over all 65536 states", [](double t) {
            const IsingAverages a = ising_torus(4, 4, t, 0);
            return Canonical{a.energy, a.log_partition};
          });
  const std::vector<std::pair<int, int>> bonds = triangular_bonds(4, 4);
  add_run(list,
          {"ising",
           "triangular antiferromagnet of 4 x 4, T = 3 to 0.8",
           "",
           model("ising") + lattice("[4, 4]\nkind = \"triangular\"") + "[[couplings.bonds]]\nshell = 1\nJ = -1.0\n",
           {}},
          "metropolis", "sum over all 65536 states", [&](double t) {
            const IsingAverages a = ising_graph(16, bonds, -1, t, 0);
            return Canonical{a.energy, a.log_partition};
          });
  add_discrete_run(list, "clock", "q = 4\n", clock_model(4, 1, 0));
  add_discrete_run(list, "potts", "q = 4\n", potts_model(4, 1, 0));
  add_discrete_run(list, "blume-capel", "D = 0.8\n", blume_capel_model(1, 0.8, 0));
  add_ring(list, "xy", "", [](double t) { return planar_ring(4, t); }, "Z = sum over n of I_n(J/T)^N");
  add_ring(
      list, "heisenberg", "[material]\nions = [\"Fe\"]\nexchange = {Fe-Fe = 1.0}\n",
      [](double t) { return heisenberg_ring(4, 1, t); }, "Joyce 1967");
}

} // namespace neel::validate
