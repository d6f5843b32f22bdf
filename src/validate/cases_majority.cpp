// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "validate/case_list.hpp"

#include "validate/clusters.hpp"
#include <neel/core/platform.hpp>

namespace neel::validate {

namespace {

/// How an automaton is stepped. The last two steps before it is looked at are made one by one.
struct Stepping {
  std::string kept, how, keys;
  bool first_steps; ///< also looked at after one step and after two

  std::string name() const { return kept + ", " + how; }
  std::string tables() const { return "[cells]\nkept_as = \"" + kept + "\"\n[sweep]\n" + keys; }
};

std::vector<Stepping> steppings() {
  const std::string rows = "strategy = \"rows\"\nsteps = ";
  std::vector<Stepping> all{{"bits", "rows, 1 step", rows + "1\n", true},
                            {"bits", "rows, 2 steps", rows + "2\n", false},
                            {"bits", "rows, 4 steps", rows + "4\n", false},
                            {"bits", "rows, 8 steps", rows + "8\n", false},
                            {"bits", "graph", rows + "1\ngraph = 2\n", false},
                            {"bytes", "graph", "strategy = \"sites\"\ngraph = 2\n", false}};
  for (const char* kept : {"bits", "bytes"}) {
    all.push_back({kept, "sites", "strategy = \"sites\"\nblock = 2\n", true});
    all.push_back(
        {kept, "tiles",
         std::string("strategy = \"tiles\"\nsteps = 3\ntile = ") + (kept[1] == 'i' ? "[4, 16]\n" : "[32, 16]\n"),
         true});
    all.push_back({kept, "looking for cycles", "strategy = \"sites\"\nstop_at_cycle = true\n", false});
    if (runs_on_host<Kokkos::DefaultExecutionSpace>) { // by one thread of a host
      all.push_back({kept, "sequential", "strategy = \"sequential\"\n", true});
    }
  }
  return all;
}

std::string quench(int time) {
  return "[schedule]\nkind = \"quench\"\ntimes = [" + std::to_string(time) + "]\n[measure]\nclusters = false\n";
}

} // namespace

void add_majority(CaseList& list) {
  const std::string head = model("majority"), all_boards = "average over all 65536 boards";
  const int later = 10;
  const BoardAverages a = majority_boards(4, 4, later);
  const double after_two = majority_walls_after_two();
  const auto large = [&](const Stepping& s, int time, const std::string& word, const Expectation& walls) {
    list.add({"majority",
              "300 x 200, " + word + " from random cells",
              s.name(),
              head + lattice("[300, 200]") + s.tables() + quench(time) + algorithm({list.full() ? 512 : 64, 0, 0, 0}),
              {walls}});
  };
  for (const Stepping& s : steppings()) {
    list.add({"majority",
              "4 x 4 torus, " + std::to_string(later) + " steps",
              s.name(),
              head + lattice("[4, 4]") + s.tables() + quench(later) + algorithm({list.full() ? 65536 : 4096, 0, 0, 0}),
              {{"wall_density", a.walls, list.resolution(8e-3), 0, all_boards},
               {"magnetisation_squared", a.magnetisation_squared, list.resolution(2e-2), 0, all_boards},
               {"period", a.period, list.resolution(2e-2), 0, all_boards}}});
    large(s, later, "ten steps",
          {"wall_density", majority_walls_after_ten.value, list.resolution(1e-3), 0, "independent simulation",
           majority_walls_after_ten.error});
    if (s.first_steps) {
      large(s, 1, "one step",
            {"wall_density", 23.0 / 64, list.resolution(1e-3), 0,
             "(1 - C(1, 0)) / 2, C(1, 0) = 9/32 (docs/majority.md)"});
      large(s, 2, "two steps",
            {"wall_density", after_two, list.resolution(1e-3), 0, "sum over the 18 cells that count"});
    }
  }
}

} // namespace neel::validate
