// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "validate/case_list.hpp"
#include "validate/exact.hpp"

namespace neel::validate {

namespace {

std::string couplings(double mass_squared, double g, double inverse_cutoff) {
  return "[couplings]\nmass_squared = " + number(mass_squared) + "\ng = " + number(g) +
         "\ninverse_cutoff = " + number(inverse_cutoff) + "\n";
}

/// Sites see their nearest neighbours, or (with the cut-off) those two steps away; N components.
void add_fields(CaseList& list, int components, int dimensions, bool wide, const std::string& kind) {
  const bool plane = dimensions == 2;
  const std::string size = plane ? (wide ? "10 x 10" : "8 x 8") : "8 x 8 x 8";
  const std::string table = plane ? (wide ? "[10, 10]" : "[8, 8]") : "[8, 8, 8]";
  const std::vector<int> lengths = plane ? (wide ? std::vector{10, 10} : std::vector{8, 8}) : std::vector{8, 8, 8};
  const double cutoff = wide ? 0.5 : 0, g = wide ? 20 : 4, n = components;
  const std::string sweep = "[field]\ncomponents = " + std::to_string(components) + "\n[sweep]\nkind = \"" + kind +
                            "\"\n" + (kind == "tiles" ? "local_sweeps = 2\n" : "");
  const std::string which = kind + (components == 1 ? "" : ", " + std::to_string(components) + " components");
  const Length l{(plane ? 12 : 3) * (list.full() ? 10 : 1), 60, 150, 5};
  list.add({"phi4",
            size + ", free, mu^2 = 1" + (wide ? ", 1/Lambda = 0.5" : ""),
            which,
            model("phi4") + lattice(table) + couplings(1, 0, cutoff) + sweep + schedule("1.0", l) + algorithm(l),
            {{"phi_squared", n * free_field(lengths, 1, cutoff, 1), list.resolution(1e-2 * n), 0, "sum over modes"},
             {"energy", n / 2, list.resolution(2e-2 * n), 0, "equipartition"}}});
  list.add({"phi4",
            size + ", mu^2 = 0.5, g = " + (wide ? "20" : "4") + (wide ? ", 1/Lambda = 0.5" : ""),
            which,
            model("phi4") + lattice(table) + couplings(0.5, g, cutoff) + sweep + schedule("1.0", l) + algorithm(l),
            {{"virial", 1, list.resolution(3e-2), 0, "virial theorem"}}});
}

} // namespace

void add_phi4(CaseList& list) {
  for (int components = 1; components <= 4; ++components) {
    for (const int dimensions : {2, 3}) {
      for (const bool wide : {false, true}) {
        for (const char* kind : {"colours", "tiles"}) {
          add_fields(list, components, dimensions, wide, kind);
        }
      }
    }
  }
  const Length l = list.longer({64, 100, 500, 10});
  for (const char* kind : {"colours", "tiles"}) {
    list.add({"phi4",
              "8 x 8, mu^2 = 1, g = 1",
              kind,
              model("phi4") + lattice("[8, 8]") + couplings(1, 1, 0) + "[sweep]\nkind = \"" + kind + "\"\n" +
                  schedule("1.0", l) + algorithm(l),
              {{"phi_squared", 0.24394, list.resolution(4e-3), 0, "independent Monte Carlo", 6e-5},
               {"phi_fourth", 0.17523, list.resolution(4e-3), 0, "independent Monte Carlo", 9e-5}}});
  }
  Case tempered{"phi4",
                "8 x 8, free, mu^2 = 0.5, ladder T = 1.5, 1, 0.6",
                "colours, tempering",
                model("phi4") + lattice("[8, 8]") + couplings(0.5, 0, 0) + schedule("[1.5, 1.0, 0.6]", l, ladder) +
                    algorithm(l),
                {}};
  const double t[] = {1.5, 1.0, 0.6};
  for (std::size_t k = 0; k < 3; ++k) {
    tempered.expectations.push_back(
        {"energy", t[k] / 2, list.resolution(4e-3), k, "T = " + number(t[k]) + ": equipartition"});
  }
  list.add(tempered);
}

} // namespace neel::validate
