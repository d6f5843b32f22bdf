// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "validate/case_list.hpp"
#include "validate/clusters.hpp"
#include "validate/exact.hpp"

namespace neel::validate {

namespace {

/// What a sweep is made of; no update: the model's default.
struct Sampler {
  const char *name, *update;
};
constexpr Sampler metropolis{"metropolis", "[\"metropolis\"]"}, cone{"cone", "[\"cone:3\"]"},
    heat_bath{"heatbath", "[\"heatbath\"]"}, usual{"default: heatbath, overrelax", ""},
    reflecting{"metropolis, overrelax:3", "[\"metropolis\", \"overrelax:3\"]"};

std::string pure(const std::string& more) { return "[material]\nions = [\"Fe\"]\nexchange = {Fe-Fe = 1.0}\n" + more; }

/// One ion, and few of the terms.
void add_pure(CaseList& list, const Sampler& s) {
  const Length tiny = list.longer({1024, 60, 180, 3});
  const double fine = list.resolution(4e-3);
  const auto add = [&](const std::string& name, const std::string& where, const std::string& material,
                       const std::string& when, int systems, double energy, const std::string& source,
                       bool often = true) {
    list.add({"heisenberg",
              name,
              s.name,
              model("heisenberg") + where + pure(material) + when + algorithm({systems, 0, 0, 0}, s.update),
              {{"energy", energy, fine, 0, source}},
              s.update == reflecting.update && !often});
  };
  add("free spin, m = 0.6, H = 2, T = 0.4", lattice("[1]", true), "moment = 0.6\n",
      schedule("0.4", tiny, "field = 2.0\n"), 1024, -1.2 * langevin(3), "-m H L(m H / T)", false);
  add("free spin, easy axis K = 1, T = 0.4", lattice("[1]", true), "anisotropy = 1.0\n", schedule("0.4", tiny), 1024,
      -easy_axis(2.5), "integral over the sphere", false);
  add("two spins, J = 1, D = 0.5, T = 1", lattice("[2]", true), "dm = {Fe-Fe = 0.5}\n", schedule("1.0", tiny), 1024,
      dimer(1, 0.5, 1) / 2, "integral over the sphere");
  add("open chain of 8, T = 0.7", lattice("[8]", true), "", schedule("0.7", tiny), 256, -7.0 / 8 * langevin(1 / 0.7),
      "-(N - 1) L(J/T) / N, Fisher 1964", false);
  add("ring of 4, T = 1", lattice("[4]"), "", schedule("1.0", tiny), 512, heisenberg_ring(4, 1, 1), "Joyce 1967");
}

/// The table of an alloy, couplings times `factor`; `unused` ions stand first, none of which is placed.
std::string material(const Alloy& a, double factor, bool unused) {
  const auto text = [](const std::array<double, 3>& v) {
    return input::exact(std::vector<double>(v.begin(), v.end()));
  };
  std::vector<std::string> ions = a.ions;
  if (unused) {
    ions.insert(ions.begin(), "None");
  }
  std::string names, fractions, moments, anisotropies, exchange, dm;
  const auto append = [](std::string& to, const std::string& key, double value) {
    to += (to.empty() ? "" : ", ") + key + " = " + number(value);
  };
  const std::size_t skipped = unused ? 1 : 0;
  for (std::size_t k = 0; k < ions.size(); ++k) {
    const bool placed = k >= skipped;
    names += (k == 0 ? "\"" : ", \"") + ions[k] + "\"";
    append(fractions, ions[k], placed ? a.fraction[k - skipped] : 0);
    append(moments, ions[k], placed ? a.moment[k - skipped] : 9);
    append(anisotropies, ions[k], placed ? a.anisotropy[k - skipped] : 9);
    for (std::size_t l = k; l < ions.size(); ++l) {
      append(exchange, ions[k] + "-" + ions[l], placed ? factor * a.exchange[k - skipped][l - skipped] : 9);
      append(dm, ions[k] + "-" + ions[l], placed ? factor * a.dm[k - skipped][l - skipped] : 9);
    }
  }
  return "[material]\nions = [" + names + "]\n" + (ions.size() > 1 ? "fractions = {" + fractions + "}\n" : "") +
         "moment = {" + moments + "}\nanisotropy = {" + anisotropies + "}\nexchange = {" + exchange + "}\ndm = {" + dm +
         "}\naxes = {dm = " + text(a.dm_axis) + ", anisotropy = " + text(a.anisotropy_axis) +
         ", field = " + text(a.field_axis) + "}\n";
}

/// A cluster of random ions with J, D, K and H along axes of their own: energies, and what the signs of D and H do.
struct Cluster {
  std::string name, table; ///< [lattice]
  std::size_t ions;
  double factor = 1;   ///< of the couplings
  bool unused = false; ///< another ion, of which there is none
};

const char* const counted[] = {"no ion", "1 ion", "2 ions", "3 ions"};

std::vector<Expectation> expected(const CaseList& list, const Alloy& a, const AlloyAverages& e, std::size_t point,
                                  const std::string& source) {
  const double fine = list.resolution(8e-3);
  return {{"energy", e.energy, list.resolution(1.2e-2), point, source},
          {"energy_dm", e.dm, fine, point, source},
          {"energy_anisotropy", e.anisotropy, fine, point, source},
          {"staggered_y", e.staggered, fine, point, source},
          {"magnetisation_" + a.ions.back() + "_z", e.last_ion, fine, point, source}};
}

void add_cluster(CaseList& list, const Cluster& c, const AlloyAverages& e, const Sampler& s, bool full = false) {
  const Length l{list.full() ? 16384 : 1024, 30, 40, 4}; // more ways to place the ions, not more sweeps
  const Alloy a = alloy(c.ions);
  const std::string ions = c.unused ? "2 of 3 ions" : counted[c.ions];
  list.add({"heisenberg", c.name + ", " + ions + ", J, D, K, H, T = 1", s.name,
            model("heisenberg") + c.table + material(a, c.factor, c.unused) +
                schedule("1.0", l, "field = " + number(a.field) + "\n") + algorithm(l, s.update),
            expected(list, a, e, 0, "integral over the spheres"), full});
}

/// Rings of four along each axis, and squares across two of them.
void add_rings(CaseList& list, std::size_t ions) {
  const AlloyAverages e = alloy_ring(alloy(ions), 1);
  const Cluster along_x{"ring of 4 along x", lattice("[4]"), ions};
  for (const Sampler& s : {metropolis, cone, heat_bath, usual}) {
    add_cluster(list, along_x, e, s, ions == 1);
  }
  add_cluster(list, {"ring of 4 along y", lattice("[1, 4]"), ions}, e, usual);
  add_cluster(list, {"ring of 4 along z", lattice("[1, 1, 4]"), ions}, e, usual);
  add_cluster(list, {"square in the yz plane", lattice("[1, 2, 2]", true), ions}, e, reflecting, ions == 1);
}

/// Cluster moves, which are for exchange alone, behind moves that change (S.k)^2.
void add_cluster_rings(CaseList& list, std::size_t ions) {
  Alloy a = alloy(ions);
  for (std::vector<double>& row : a.dm) {
    std::fill(row.begin(), row.end(), 0.0);
  }
  const AlloyAverages e = alloy_ring(a, 1);
  const Length l{list.full() ? 16384 : 1024, 30, 120, 1};
  std::vector<Expectation> all = expected(list, a, e, 0, "integral over the spheres");
  std::erase_if(all, [](const Expectation& x) { return x.observable == "energy_dm"; });
  for (const char* cluster : {"cluster", "wolff"}) {
    list.add({"heisenberg", std::string("ring of 4 along x, ") + counted[ions] + ", J, K, H, T = 1",
              std::string("metropolis, ") + cluster,
              model("heisenberg") + lattice("[4]") + material(a, 1, false) +
                  schedule("1.0", l, "field = " + number(a.field) + "\n") +
                  algorithm(l, std::string("[\"metropolis\", \"") + cluster + "\"]"),
              all});
  }
}

void add_cubes(CaseList& list) {
  const std::string open = lattice("[2, 2, 2]", true), torus = lattice("[2, 2, 2]");
  for (const Sampler& s : {metropolis, cone, heat_bath, usual}) {
    add_cluster(list, {"open cube", open, 1}, cube_of_one, s, s.update != usual.update);
    add_cluster(list, {"open cube", open, 2}, cube_of_two, s);
  }
  add_cluster(list, {"open cube", open, 2, 1, true}, cube_of_two, cone, true);
  // On the torus neighbours have two bonds each.
  add_cluster(list, {"2 x 2 x 2 torus", torus, 1, 0.5}, cube_of_one, usual);
  add_cluster(list, {"2 x 2 x 2 torus", torus, 2, 0.5}, cube_of_two, usual);
  add_cluster(list, {"open cube", open, 2, 1, true}, cube_of_two, usual);
  add_cluster(list, {"2 x 2 x 2 torus", torus, 2, 0.5, true}, cube_of_two, metropolis, true);
}

void add_ladder(CaseList& list, std::size_t ions) {
  const Length l{list.full() ? 8192 : 512, 40, 120, 4};
  const double t[] = {2.0, 1.4, 1.0};
  const Alloy a = alloy(ions);
  Case c{"heisenberg",
         std::string("ring of 4 along x, ") + counted[ions] + ", J, D, K, H, ladder T = 2, 1.4, 1",
         "default: heatbath, overrelax, tempering",
         model("heisenberg") + lattice("[4]") + material(a, 1, false) +
             schedule("[2.0, 1.4, 1.0]", l, "field = " + number(a.field) + "\n" + ladder) + algorithm(l),
         {}};
  for (std::size_t k = 0; k < 3; ++k) {
    const AlloyAverages e = alloy_ring(a, t[k]);
    c.expectations.push_back(
        {"energy", e.energy, list.resolution(1.6e-2), k, "T = " + number(t[k]) + ": integral over the spheres"});
    c.expectations.push_back({"staggered_y", e.staggered, list.resolution(1.2e-2), k,
                              "T = " + number(t[k]) + ": integral over the spheres"});
  }
  list.add(c);
}

} // namespace

void add_heisenberg(CaseList& list) {
  for (const Sampler& s : {metropolis, cone, heat_bath, usual, reflecting}) {
    add_pure(list, s);
  }
  const Length l = list.longer({16, 100, 150, 5});
  list.add({"heisenberg",
            "8 x 8 x 8 torus, T = 2",
            usual.name,
            model("heisenberg") + lattice("[8, 8, 8]") + pure("") + schedule("2.0", l) + algorithm(l),
            {{"energy", -0.56365, list.resolution(4e-3), 0, "independent Monte Carlo", 1.7e-4}}});
  for (const std::size_t ions : {1U, 2U, 3U}) {
    add_rings(list, ions);
    add_cluster_rings(list, ions);
  }
  add_cubes(list);
  add_ladder(list, 1);
  if (list.full()) {
    add_ladder(list, 2);
    add_ladder(list, 3);
  }
}

} // namespace neel::validate
