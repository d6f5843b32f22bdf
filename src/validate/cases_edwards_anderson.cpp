// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "validate/case_list.hpp"
#include "validate/clusters.hpp"
#include "validate/exact.hpp"

namespace neel::validate {

namespace {

std::string couplings(double positive) { return "[couplings]\npositive = " + number(positive) + "\n"; }
/// Couplings for which T is on the Nishimori line.
std::string nishimori(double t) { return couplings(nishimori_probability(t)); }

const char* const no_correlations = "[measure]\ncorrelations = false\n";

struct Coding {
  int words;
  std::string order, generator;

  std::string name() const { return std::to_string(32 * words) + " samples a word, " + order + ", " + generator; }
  std::string table(int replicas) const {
    return "[coding]\nwords = " + std::to_string(words) + "\nreplicas = " + std::to_string(replicas) + "\norder = \"" +
           order + "\"\ngenerator = \"" + generator + "\"\n" + (generator == "philox" ? "" : "streams = 4096\n");
  }
  /// The samples of a word move together, so there must be many words, whatever they hold.
  int systems() const { return words == 1 ? 128 : 32; }
};

void add_codings(CaseList& list, const Coding& c, bool full) {
  const Length l = list.longer({c.systems(), 100, 100, 5});
  list.add({"edwards-anderson",
            "4 x 4 x 4, Nishimori line, T = 1.8",
            c.name(),
            model("edwards-anderson") + lattice("[4, 4, 4]") + nishimori(1.8) + c.table(1) + schedule("1.8", l) +
                algorithm(l),
            {{"energy", nishimori_energy(1.8), list.resolution(6e-3), 0, "Nishimori 1981"}},
            full});
  const Length cube = list.wider({c.systems(), 100, 100, 5});
  list.add({"edwards-anderson",
            "2 x 2 x 2, T = 2",
            c.name(),
            model("edwards-anderson") + lattice("[2, 2, 2]") + couplings(0.5) + c.table(2) + schedule("2.0", cube) +
                no_correlations + algorithm(cube),
            {{"energy", glass_cube_at_two.energy, list.resolution(8e-3), 0, "sum over all states and couplings"},
             {"overlap_squared", glass_cube_at_two.overlap_squared, list.resolution(4e-3), 0,
              "sum over all states and couplings"}},
            full});
}

void add_large(CaseList& list) {
  for (const Coding& c :
       {Coding{1, "standard", "philox"}, Coding{4, "sliced", "philox"}, Coding{16, "bitwise", "philox"}}) {
    const Length cube = list.longer({c.words == 1 ? 64 : 32, 50, 150, 10});
    list.add({"edwards-anderson",
              "8 x 8 x 8, T = 4",
              c.name(),
              model("edwards-anderson") + lattice("[8, 8, 8]") + couplings(0.5) + c.table(2) + schedule("4.0", cube) +
                  algorithm(cube),
              {{"energy", glass_series(4), list.resolution(3e-3), 0, "high-temperature series"}}});
  }
  const Length single = list.longer({64, 50, 60, 10});
  list.add({"edwards-anderson",
            "16 x 16 x 64, T = 4",
            "one sample, sites in a word",
            model("edwards-anderson") + lattice("[16, 16, 64]") + couplings(0.5) +
                "[coding]\nkind = \"synchronous\"\nreplicas = 2\n" + schedule("4.0", single) + no_correlations +
                algorithm(single),
            {{"energy", glass_series(4), list.resolution(3e-3), 0, "high-temperature series"},
             {"spin_glass_susceptibility", glass_susceptibility_series(4), list.resolution(0.5), 0,
              "high-temperature series", 0.012}}});
}

void add_ladders(CaseList& list) {
  for (const Coding& c :
       {Coding{1, "standard", "philox"}, Coding{4, "standard", "philox"}, Coding{16, "standard", "philox"}}) {
    const Length l = list.longer({32, 100, 200, 10});
    list.add({"edwards-anderson",
              "4 x 4 x 4, ladder T = 3, 2.2, 1.6, 1.2; Nishimori line at T = 1.6",
              c.name() + ", tempering",
              model("edwards-anderson") + lattice("[4, 4, 4]") + nishimori(1.6) + c.table(1) +
                  schedule("[3.0, 2.2, 1.6, 1.2]", l, ladder) + algorithm(l),
              {{"energy", nishimori_energy(1.6), list.resolution(1.2e-2), 2, "Nishimori 1981"}}});
  }
  const Length slabs = list.longer({32, 60, 60, 10});
  list.add({"edwards-anderson",
            "4 x 4 x 64, ladder T = 3, 2.2, 1.8; Nishimori line at T = 2.2",
            "one sample, sites in a word, tempering",
            model("edwards-anderson") + lattice("[4, 4, 64]") + nishimori(2.2) +
                "[coding]\nkind = \"synchronous\"\nreplicas = 2\n" + schedule("[3.0, 2.2, 1.8]", slabs, ladder) +
                algorithm(slabs),
            {{"energy", nishimori_energy(2.2), list.resolution(1.2e-2), 1, "Nishimori 1981"}}});
}

const char* const houdayer = "[\"metropolis\", \"houdayer\"]";

/// The square lattice, and moves of two replicas.
void add_planes(CaseList& list) {
  const auto small = [&](const Coding& c, const std::string& update) {
    const Length l = list.longer({c.systems(), 100, 200, 10});
    list.add({"edwards-anderson",
              "8 x 8, Nishimori line, T = 1.5",
              c.name() + (update.empty() ? "" : ", houdayer"),
              model("edwards-anderson") + lattice("[8, 8]") + nishimori(1.5) + c.table(2) + schedule("1.5", l) +
                  no_correlations + algorithm(l, update),
              {{"energy", nishimori_energy(1.5, 2), list.resolution(8e-3), 0, "Nishimori 1981"}}});
  };
  small({4, "bitwise", "philox"}, "");
  for (const int words : {1, 4, 16}) {
    small({words, "standard", "philox"}, houdayer);
  }
  const Coding cubes{1, "sliced", "philox"};
  const Length cube = list.wider({cubes.systems(), 100, 100, 5});
  list.add({"edwards-anderson",
            "2 x 2 x 2, T = 2",
            cubes.name() + ", houdayer",
            model("edwards-anderson") + lattice("[2, 2, 2]") + couplings(0.5) + cubes.table(2) + schedule("2.0", cube) +
                no_correlations + algorithm(cube, houdayer),
            {{"energy", glass_cube_at_two.energy, list.resolution(8e-3), 0, "sum over all states and couplings"},
             {"overlap_squared", glass_cube_at_two.overlap_squared, list.resolution(4e-3), 0,
              "sum over all states and couplings"}}});
  const Coding coded{4, "standard", "philox"};
  const Length l = list.longer({coded.systems(), 100, 200, 10});
  list.add({"edwards-anderson",
            "8 x 8, ladder T = 2.2, 1.5, 1; Nishimori line at T = 1.5",
            coded.name() + ", tempering, houdayer",
            model("edwards-anderson") + lattice("[8, 8]") + nishimori(1.5) + coded.table(2) +
                schedule("[2.2, 1.5, 1.0]", l, ladder) + algorithm(l, houdayer),
            {{"energy", nishimori_energy(1.5, 2), list.resolution(1.2e-2), 1, "Nishimori 1981"}}});
  const Length strips = list.longer({64, 60, 60, 10});
  list.add({"edwards-anderson",
            "8 x 64, Nishimori line, T = 1.8",
            "one sample, sites in a word, houdayer",
            model("edwards-anderson") + lattice("[8, 64]") + nishimori(1.8) +
                "[coding]\nkind = \"synchronous\"\nreplicas = 2\n" + schedule("1.8", strips) + no_correlations +
                algorithm(strips, houdayer),
            {{"energy", nishimori_energy(1.8, 2), list.resolution(1.2e-2), 0, "Nishimori 1981"}}});
}

} // namespace

void add_edwards_anderson(CaseList& list) {
  const char* const stored[] = {"minstd", "parisi-rapuano", "xorwow", "mt19937"};
  std::size_t next = 0; // of the generators, every one has its turn
  for (const int words : {1, 4, 16}) {
    for (const char* order : {"standard", "bitwise", "sliced"}) {
      add_codings(list, {words, order, "philox"}, false);
      for (std::size_t k = 0; k < 4; ++k) {
        add_codings(list, {words, order, stored[k]}, k != next % 4);
      }
      ++next;
    }
  }
  add_large(list);
  add_ladders(list);
  add_planes(list);
}

} // namespace neel::validate
