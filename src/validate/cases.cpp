// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The list of what is validated. Seeds are fixed, so that every machine does the same.

#include "models/models.hpp"
#include "validate/case_list.hpp"
#include "validate/exact.hpp"

#include <neel/core/math.hpp>

#include <algorithm>
#include <cmath>

namespace neel::validate {

namespace {

/// FNV-1a, of what a case is called.
std::uint32_t hash(const std::string& text) {
  std::uint32_t h = 2166136261U;
  for (const char c : text) {
    h = (h ^ static_cast<unsigned char>(c)) * 16777619U;
  }
  return h;
}

} // namespace

void CaseList::add(Case c) {
  const std::string seed = "seed = " + std::to_string(hash(c.model + c.name + c.sampler) % 1'000'000) + "\n";
  for (const std::string key : {"[algorithm]\n", "[couplings]\npositive", "[material]\n"}) {
    if (const std::size_t at = c.input.find(key); at != std::string::npos) {
      const std::size_t line = key.find('\n') + 1;
      c.input.insert(at + line, (key.starts_with("[material]") ? "disorder_" : "") + seed);
    }
  }
  if (full_ || !c.full) {
    all.push_back(std::move(c));
  }
}

void add_ising_bits(CaseList& list) {
  const std::string head = model("ising") + "[coding]\nkind = \"bits\"\n", up = "start = \"up\"\n";
  const Length plane = list.longer({64, 1000, 4000, 10}), tube = list.longer({256, 500, 1000, 5});
  const double tc = 2 / math::log(1 + std::sqrt(2.0));
  for (const std::string update : {"metropolis", "heatbath"}) {
    const std::string quoted = "\"" + update + "\"";
    list.add({"ising",
              "64 x 64 torus, T = T_c",
              update + ", bits",
              head + lattice("[64, 64]") + schedule(number(tc), plane, up) + algorithm(plane, quoted),
              {{"energy", ising_torus_energy(64, tc), list.resolution(4e-3), 0, "Kaufman 1949"}}});
    for (const double t : {6.0, 3.0}) {
      list.add({"ising",
                "256 x 2 x 2, periodic, T = " + number(t),
                update + ", bits",
                head + lattice("[256, 2, 2]") + schedule(number(t), tube, up) + algorithm(tube, quoted),
                {{"energy", ising_tube_energy(256, t), list.resolution(4e-3), 0, "transfer matrices"}}});
    }
  }
}

void add_ising(CaseList& list) {
  const std::string head = model("ising"), all_states = "sum over all 65536 states";
  const Length small = list.longer({1024, 100, 400, 2}), critical = list.longer({128, 300, 1200, 4}),
               cube = list.longer({256, 100, 400, 4});
  const IsingAverages a = ising_torus(4, 4, 2.5, 0.2);
  const double tc = 2 / math::log(1 + std::sqrt(2.0));
  for (const std::string update : {"metropolis", "heatbath"}) {
    const std::string quoted = "\"" + update + "\"";
    list.add({"ising",
              "4 x 4 torus, T = 2.5, H = 0.2",
              update,
              head + lattice("[4, 4]") + schedule("2.5", small, "field = 0.2\n") + algorithm(small, quoted),
              {{"energy", a.energy, list.resolution(4e-3), 0, all_states},
               {"magnetisation", a.magnetisation, list.resolution(1e-2), 0, all_states},
               {"magnetisation_squared", a.squared, list.resolution(4e-3), 0, all_states}}});
    list.add({"ising",
              "16 x 16 torus, T = T_c",
              update,
              head + lattice("[16, 16]") + schedule(number(tc), critical) + algorithm(critical, quoted),
              {{"energy", ising_torus_energy(16, tc), list.resolution(4e-3), 0, "Kaufman 1949"}}});
    list.add({"ising",
              "4 x 4 x 4 torus, T = 4",
              update,
              head + lattice("[4, 4, 4]") + schedule("4.0", cube) + algorithm(cube, quoted),
              {{"energy", -1.883343499, list.resolution(1.2e-2), 0, "sum over all states by transfer matrices"},
               {"specific_heat", 1.200374, list.resolution(5e-2), 0, "sum over all states by transfer matrices"}}});
  }
  add_ising_bits(list);
  const double t[] = {4.0, 2.5, 1.5};
  Case tempering{"ising",
                 "4 x 4 torus, ladder T = 4, 2.5, 1.5",
                 "heatbath, tempering",
                 head + lattice("[4, 4]") + schedule("[4.0, 2.5, 1.5]", small, ladder) +
                     algorithm({256, 0, 0, 0}, "\"heatbath\""),
                 {}};
  for (std::size_t k = 0; k < 3; ++k) {
    tempering.expectations.push_back({"energy", ising_torus(4, 4, t[k], 0).energy, list.resolution(8e-3), k,
                                      "T = " + number(t[k]) + ": " + all_states});
  }
  list.add(tempering);
}

bool is_built(const std::string& model) {
  const std::vector<std::string> built = models::names();
  return std::find(built.begin(), built.end(), model) != built.end();
}

std::vector<Case> cases(bool full) {
  CaseList list(full);
  add_ising(list);
  add_heisenberg(list);
  add_edwards_anderson(list);
  add_phi4(list);
  add_majority(list);
  add_xy(list);
  add_discrete(list);
  add_crystals(list);
  add_onsite(list);
  add_constraint(list);
  add_cluster_moves(list);
  add_replicas(list);
  add_populations(list);
  add_multicanonical(list);
  std::erase_if(list.all, [](const Case& c) { return !is_built(c.model); });
  return std::move(list.all);
}

} // namespace neel::validate
