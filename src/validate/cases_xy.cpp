// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "validate/case_list.hpp"
#include "validate/exact.hpp"

namespace neel::validate {

void add_xy(CaseList& list) {
  const std::string head = model("xy");
  const Length tiny = list.longer({512, 60, 240, 3});
  const double fine = list.resolution(4e-3), u = planar_langevin(1 / 0.7);
  double squared = 0; // of an open chain: <s_i . s_j> = u^|i - j|
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 8; ++j) {
      double along = 1;
      for (int k = std::min(i, j); k < std::max(i, j); ++k) {
        along *= u;
      }
      squared += along / 64;
    }
  }
  for (const std::string update : {"\"metropolis\"", "[\"metropolis\", \"overrelax:3\"]"}) {
    const std::string name = update.size() > 12 ? "metropolis, overrelax:3" : "metropolis";
    list.add({"xy",
              "open chain of 8, T = 0.7",
              name,
              head + lattice("[8]", true) + schedule("0.7", tiny) + algorithm(tiny, update),
              {{"energy", -7.0 / 8 * u, fine, 0, "-(N - 1) I1(J/T) / (N I0(J/T))"},
               {"magnetisation_squared", squared, fine, 0, "<s . s'> = (I1/I0)^distance"}}});
    list.add({"xy",
              "ring of 4, T = 0.8",
              name,
              head + lattice("[4]") + schedule("0.8", tiny) + algorithm(tiny, update),
              {{"energy", planar_ring(4, 0.8), fine, 0, "Z = sum over n of I_n(J/T)^N"}}});
    list.add({"xy",
              "open 2 x 2 in the yz plane, T = 0.8",
              name,
              head + lattice("[1, 2, 2]", true) + schedule("0.8", tiny) + algorithm(tiny, update),
              {{"energy", planar_ring(4, 0.8), fine, 0, "a ring of 4"}}});
    list.add({"xy",
              "free spins, H = 1.5, T = 0.8",
              name,
              head + lattice("[4]", true) + "[couplings]\nJ = 0\n" + schedule("0.8", tiny, "field = 1.5\n") +
                  algorithm(tiny, update),
              {{"magnetisation_x", planar_langevin(1.5 / 0.8), fine, 0, "I1(H/T) / I0(H/T)"}}});
  }
  Case tempering{"xy",
                 "ring of 4, ladder T = 1.6, 0.8, 0.4",
                 "metropolis, tempering",
                 head + lattice("[4]") + schedule("[1.6, 0.8, 0.4]", tiny, ladder) +
                     algorithm({128, 0, 0, 0}, "\"metropolis\""),
                 {}};
  const double t[] = {1.6, 0.8, 0.4};
  for (std::size_t k = 0; k < 3; ++k) {
    tempering.expectations.push_back({"energy", planar_ring(4, t[k]), list.resolution(1e-2), k,
                                      "T = " + number(t[k]) + ": Z = sum over n of I_n(J/T)^N"});
  }
  list.add(tempering);
}

} // namespace neel::validate
