// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Overlaps of replicas, and moves of two of them together.
#include "validate/case_list.hpp"
#include "validate/crystal_exact.hpp"
#include "validate/exact.hpp"

namespace neel::validate {

namespace {

const char* const two_replicas = "replicas = 2\n";

void add_frustrated(CaseList& list, const std::string& local, double field) {
  const Length small = list.longer({512, 50, 200, 1});
  const double t = 1.8, fine = list.resolution(6e-3);
  const auto bonds = triangular_bonds(4, 4);
  const OverlapAverages a = ising_overlaps(16, bonds, -1, t, field);
  const IsingAverages one = ising_graph(16, bonds, -1, t, field);
  list.add({"ising",
            "two replicas of a triangular antiferromagnet of 4 x 4, H = " + number(field) + ", T = " + number(t),
            local + ", houdayer",
            model("ising") + lattice("[4, 4]\nkind = \"triangular\"") +
                schedule(number(t), small, "field = " + number(field) + "\n") +
                algorithm(small, "[\"" + local + "\", \"houdayer\"]") + two_replicas +
                "[[couplings.bonds]]\nshell = 1\nJ = -1.0\n",
            {{"overlap_squared", a.squared, fine, 0, "sum over all states of <s s'>^2"},
             {"link_overlap", a.link, fine, 0, "sum over all states of <s s'>^2"},
             {"energy", one.energy, list.resolution(1e-2), 0, "sum over all states"},
             {"magnetisation_squared", one.squared, fine, 0, "sum over all states"}}});
}

/// Two bound spins, l the mean of S.S': q^2 = 1/N^2 sum_ij (S_i.S_j) (S'_i.S'_j).
void add_dimer(CaseList& list, const std::string& name, double l) {
  const Length tiny = list.longer({512, 50, 200, 1});
  list.add({name,
            "two replicas of two bound spins, T = 0.7",
            "metropolis",
            model(name) + lattice("[2, 1, 1]\nkind = \"cubic\"", true) + schedule("0.7", tiny) +
                algorithm(tiny, "\"metropolis:4\"") + two_replicas + "[[couplings.bonds]]\nshell = 1\nJ = 1.0\n",
            {{"overlap_squared", (1 + l * l) / 2, list.resolution(4e-3), 0, "(1 + L^2) / 2, L the mean of S.S'"},
             {"link_overlap", l * l, list.resolution(5e-3), 0, "L^2, L the mean of S.S'"}}});
}

} // namespace

void add_replicas(CaseList& list) {
  add_frustrated(list, "metropolis", 0);
  add_frustrated(list, "heatbath", 0.5);
  add_dimer(list, "xy", planar_langevin(1 / 0.7));
  add_dimer(list, "heisenberg", langevin(1 / 0.7));
}

} // namespace neel::validate
