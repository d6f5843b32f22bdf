// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Swendsen-Wang's and Wolff's cluster moves of all models.
#include "validate/case_list.hpp"
#include "validate/crystal_exact.hpp"
#include "validate/exact.hpp"

#include <neel/core/math.hpp>

#include <cmath>

namespace neel::validate {

namespace {

/// A sweep of this cluster move, behind a move of single spins if there is one.
struct Moves {
  std::string name, update;
};
Moves moves(const std::string& cluster, const std::string& local = "") {
  return local.empty() ? Moves{cluster, "[\"" + cluster + "\"]"}
                       : Moves{local + ", " + cluster, "[\"" + local + "\", \"" + cluster + "\"]"};
}

void add_ising_clusters(CaseList& list, const std::string& cluster) {
  const Moves m = moves(cluster);
  const Length small = list.longer({1024, 50, 200, 1}), critical = list.longer({128, 50, 400, 1});
  const double fine = list.resolution(5e-3), tc = 2 / math::log(1 + std::sqrt(2.0));
  const std::string source = "sum over all 65536 states";
  const IsingAverages in_field = ising_torus(4, 4, 2.5, 0.2), free = ising_torus(4, 4, 2.5, 0);
  list.add({"ising",
            "4 x 4 torus, T = 2.5, H = 0.2",
            m.name,
            model("ising") + lattice("[4, 4]") + schedule("2.5", small, "field = 0.2\n") + algorithm(small, m.update),
            {{"energy", in_field.energy, fine, 0, source},
             {"magnetisation", in_field.magnetisation, list.resolution(1e-2), 0, source},
             {"magnetisation_squared", in_field.squared, fine, 0, source}}});
  for (const double j : {1.0, -1.0}) {
    list.add(
        {"ising",
         "4 x 4 torus, J = " + number(j) + ", T = 2.5",
         m.name,
         model("ising") + lattice("[4, 4]") + "[couplings]\nJ = " + number(j) + "\n" + schedule("2.5", small) +
             algorithm(small, m.update),
         {{"energy", free.energy, fine, 0, source},
          {j > 0 ? "magnetisation_squared" : "staggered_squared", free.squared, fine, 0, source},
          {"order_squared_improved", free.squared, fine, 0, source},
          {"order_binder_improved", free.fourth / (free.squared * free.squared), list.resolution(1e-2), 0, source}}});
  }
  list.add({"ising",
            "16 x 16 torus, T = T_c",
            m.name,
            model("ising") + lattice("[16, 16]") + schedule(number(tc), critical) + algorithm(critical, m.update),
            {{"energy", ising_torus_energy(16, tc), list.resolution(4e-3), 0, "Kaufman 1949"}}});
  list.add({"ising",
            "4 x 4 x 4 torus, T = 4",
            m.name,
            model("ising") + lattice("[4, 4, 4]") + schedule("4.0", small) + algorithm(small, m.update),
            {{"energy", -1.883343499, list.resolution(1.2e-2), 0, "sum over all states by transfer matrices"}}});
  for (const auto& [name, table, sites, bonds, t] :
       {std::tuple{"triangular torus of 4 x 4", "[4, 4]\nkind = \"triangular\"", 16, triangular_bonds(4, 4), 4.5},
        std::tuple{"honeycomb torus of 3 x 3 cells", "[3, 3]\nkind = \"honeycomb\"", 18, honeycomb_bonds(3, 3), 2.0}}) {
    for (const double h : {0.0, 0.3}) {
      const IsingAverages a = ising_graph(sites, bonds, 1, t, h);
      Case c{"ising",
             std::string(name) + ", H = " + number(h) + ", T = " + number(t),
             m.name,
             model("ising") + lattice(table) + schedule(number(t), small, "field = " + number(h) + "\n") +
                 algorithm(small, m.update) + "[[couplings.bonds]]\nshell = 1\nJ = 1.0\n",
             {{"energy", a.energy, list.resolution(8e-3), 0, "sum over all states"},
              {"magnetisation_squared", a.squared, fine, 0, "sum over all states"}}};
      if (h == 0) {
        c.expectations.push_back({"order_squared_improved", a.squared, fine, 0, "sum over all states"});
      }
      list.add(c);
    }
  }
}

/// <(sum of s)^2> / n^2 of an open chain of n spins, <s_i . s_j> = u^|i - j|.
double squared_of_chain(int n, double u) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      sum += std::pow(u, std::abs(i - j)) / (n * n);
    }
  }
  return sum;
}

void add_xy_clusters(CaseList& list, const std::string& cluster) {
  const Moves m = moves(cluster);
  const Length tiny = list.longer({512, 50, 200, 1});
  const double fine = list.resolution(4e-3), u = planar_langevin(1 / 0.7);
  list.add({"xy",
            "open chain of 8, T = 0.7",
            m.name,
            model("xy") + lattice("[8]", true) + schedule("0.7", tiny) + algorithm(tiny, m.update),
            {{"energy", -7.0 / 8 * u, fine, 0, "-(N - 1) I1(J/T) / (N I0(J/T))"},
             {"order_squared_improved", squared_of_chain(8, u), fine, 0, "<s . s'> = (I1/I0)^distance"}}});
  list.add({"xy",
            "free spins, H = 1.5, T = 0.8",
            m.name,
            model("xy") + lattice("[4]", true) + "[couplings]\nJ = 0\n" + schedule("0.8", tiny, "field = 1.5\n") +
                algorithm(tiny, m.update),
            {{"magnetisation_x", planar_langevin(1.5 / 0.8), fine, 0, "I1(H/T) / I0(H/T)"}}});
  list.add({"xy",
            "crystal: ring of 6 along x, T = 0.5",
            m.name,
            model("xy") + lattice("[6]\nkind = \"square\"") + schedule("0.5", tiny) + algorithm(tiny, m.update) +
                "[[couplings.bonds]]\nshell = 1\nJ = 1.0\n",
            {{"energy", planar_ring(6, 0.5), fine, 0, "Z = sum over n of I_n(J/T)^N"}}});
}

void add_heisenberg_clusters(CaseList& list, const std::string& cluster) {
  const Moves m = moves(cluster);
  const Length tiny = list.longer({512, 50, 200, 1});
  const double fine = list.resolution(4e-3), u = langevin(1 / 0.7);
  const std::string iron = "[material]\nions = [\"Fe\"]\n", exchange = "exchange = {Fe-Fe = 1.0}\n";
  list.add(
      {"heisenberg",
       "open chain of 8, T = 0.7",
       m.name,
       model("heisenberg") + lattice("[8]", true) + iron + exchange + schedule("0.7", tiny) + algorithm(tiny, m.update),
       {{"energy", -7.0 / 8 * u, fine, 0, "-(N - 1) L(J/T) / N, Fisher 1964"},
        {"order_squared_improved", squared_of_chain(8, u), fine, 0, "<S . S'> = L^distance"}}});
  list.add({"heisenberg",
            "ring of 4, T = 1",
            m.name,
            model("heisenberg") + lattice("[4]") + iron + exchange + schedule("1.0", tiny) + algorithm(tiny, m.update),
            {{"energy", heisenberg_ring(4, 1, 1), fine, 0, "Joyce 1967"}}});
  const TwoGroups bcc = two_groups(8, 1, 2.0);
  list.add(
      {"heisenberg",
       "bcc torus of 2 x 2 x 2 cells, T = 2",
       m.name,
       model("heisenberg") + lattice("[2, 2, 2]\nkind = \"bcc\"") + iron + schedule("2.0", tiny) +
           algorithm(tiny, m.update) + "[[couplings.bonds]]\nshell = 1\nJ = 1.0\n",
       {{"energy", bcc.energy, list.resolution(1e-2), 0, "each spin sees all eight others: integral over |A|, |B|"},
        {"order_squared", bcc.staggered_squared, list.resolution(6e-3), 0, "the same"},
        {"order_squared_improved", bcc.staggered_squared, list.resolution(6e-3), 0, "the same"}}});
  const Moves both = moves(cluster, "metropolis");
  const double k = 0.7;
  list.add({"heisenberg",
            "free spins on a triangular lattice with K = 0.7 in a field, T = 0.5",
            both.name,
            model("heisenberg") + lattice("[3, 5]\nkind = \"triangular\"") + iron +
                "moment = 0.6\nanisotropy = 0.7\naxes = {anisotropy = [1, 1, 0]}\n" +
                schedule("0.5", tiny, "field = 1.5\n") + algorithm(tiny, both.update) +
                "[[couplings.bonds]]\nshell = 1\nJ = 0.0\n",
            {{"energy", star({0.6, k, 0, 1.5, {1, 1, 0}, {0, 0, 1}, {}}, 0.5).energy, fine, 0,
              "integral over the sphere"}}});
}

void add_field_clusters(CaseList& list, const std::string& cluster) {
  const Moves m = moves(cluster, "metropolis");
  for (const int n : {1, 2, 3, 4}) {
    const Length l{24 * (list.full() ? 10 : 1), 60, 300, 2};
    const std::string text = n == 1 ? "" : ", " + std::to_string(n) + " components",
                      field = "[field]\ncomponents = " + std::to_string(n) + "\n";
    list.add({"phi4",
              "8 x 8, free, mu^2 = 1" + text,
              m.name,
              model("phi4") + lattice("[8, 8]") + "[couplings]\nmass_squared = 1\ng = 0\n" + field +
                  schedule("1.0", l) + algorithm(l, m.update),
              {{"phi_squared", n * free_field({8, 8}, 1, 0, 1), list.resolution(1e-2 * n), 0, "sum over modes"},
               {"order_squared_improved", n / 64.0, list.resolution(2e-3 * n), 0, "n / (N mu^2)"}}});
    list.add({"phi4",
              "8 x 8 x 8, mu^2 = -1, g = 6" + text,
              m.name,
              model("phi4") + lattice("[8, 8, 8]") + "[couplings]\nmass_squared = -1\ng = 6\n" + field +
                  schedule("1.0", l) + algorithm(l, m.update),
              {{"virial", 1, list.resolution(3e-2), 0, "virial theorem"}}});
  }
}

} // namespace

void add_cluster_moves(CaseList& list) {
  for (const std::string cluster : {"cluster", "wolff"}) {
    add_ising_clusters(list, cluster);
    add_xy_clusters(list, cluster);
    add_heisenberg_clusters(list, cluster);
    add_field_clusters(list, cluster);
  }
}

} // namespace neel::validate
