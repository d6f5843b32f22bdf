// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Crystals: the simple cubic lattice beside the fast path, then lattices with more bonds, matrices, ions, long lists.

#include "backend/backend.hpp"
#include "bench/inputs.hpp"

namespace neel::bench {

namespace {

const std::string iron = "material.ions = [\"Fe\"]\n";
const std::string nearest = "[[couplings.bonds]]\nshell = 1\nJ = 1.0\n";

struct Crystal {
  std::string name;     ///< of the case
  std::string keys;     ///< of the lattice and its ions
  std::string bonds;    ///< [[couplings.bonds]]
  int bonds_a_site = 0; ///< what is shown of them
};

/// Periodic, so many cells each way, at T = 1.
Case on_crystal(const Crystal& crystal, const std::vector<int>& cells, const std::string& update) {
  Case one;
  one.labels = {{"lattice", crystal.name}, {"cells", fmt::format("{}", fmt::join(cells, "x"))}, {"update", update}};
  if (crystal.bonds_a_site > 0) {
    one.labels.emplace_back("bonds", std::to_string(crystal.bonds_a_site));
  }
  one.input = head("heisenberg", cells, 1.0) + update_key(update) + crystal.keys + crystal.bonds;
  one.measuring = true;
  return one;
}

/// The same by half-lattices.
Case on_half_lattices(const std::vector<int>& cells, const std::string& update) {
  return on_crystal({"half-lattices", iron + "material.exchange.Fe-Fe = 1.0\n", "", 6}, cells, update);
}

std::string of_kind(const std::string& kind) { return "lattice.kind = \"" + kind + "\"\n" + iron; }

std::vector<int> cube(int n) { return {n, n, n}; }

} // namespace

void crystal(Bench& bench) {
  bench.begin("crystal", "Heisenberg antiferromagnets on crystals at T = 1, periodic");
  for (const int l : bench.sizes({32, 64}, {64, 128, 256})) {
    for (const char* update : {"metropolis", "heatbath"}) {
      bench.time(on_half_lattices(cube(l), update));
      bench.time(on_crystal({"cubic", of_kind("cubic"), nearest, 6}, cube(l), update));
    }
  }
  const std::string shells =
      nearest + "[[couplings.bonds]]\nshell = 2\nJ = 0.5\n" + "[[couplings.bonds]]\nshell = 3\nJ = -0.1\n";
  const std::string dm =
      "[[couplings.bonds]]\nfrom = \"A\"\nto = \"A\"\noffset = [1, 0, 0]\nJ = -1.0\ndm = [0.7, 0, 0]\n"
      "[[couplings.bonds]]\nfrom = \"A\"\nto = \"A\"\noffset = [0, 1, 0]\nJ = -1.0\ndm = [0, 0.7, 0]\n"
      "[[couplings.bonds]]\nfrom = \"A\"\nto = \"A\"\noffset = [0, 0, 1]\nJ = -1.0\ndm = [0, 0, 0.7]\n";
  const std::string alloy = "lattice.kind = \"bcc\"\nmaterial = {ions = [\"Fe\", \"Co\"], fractions.Co = 0.25}\n";
  const std::string pairs = "[[couplings.bonds]]\nshell = 1\nJ = 1.0\n"
                            "[[couplings.bonds]]\nshell = 2\nions = [\"Fe\", \"Co\"]\nJ = 0.5\n";
  for (const int n : bench.sizes({12, 16, 32}, {16, 32, 64, 128})) {
    bench.time(on_crystal({"bcc", of_kind("bcc"), shells, 26}, cube(n), "metropolis"));
    bench.time(on_crystal({"pyrochlore", of_kind("pyrochlore"), nearest, 6}, cube((n + 1) / 2), "metropolis"));
  }
  for (const int n : bench.sizes({32}, {128})) {
    bench.time(on_crystal({"fcc", of_kind("fcc"), nearest, 12}, cube(n), "metropolis"));
    bench.time(on_crystal({"chiral", of_kind("cubic"), dm, 6}, cube(n), "metropolis"));
    bench.time(on_crystal({"alloy", alloy, pairs, 14}, cube(n), "metropolis"));
    bench.time(on_crystal({"odd", of_kind("fcc"), nearest, 12}, cube(n - 1), "metropolis"));
  }
}

} // namespace neel::bench
