// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Couplings that the symmetry carries to orbits of bonds: the energy of any configuration is that of the configuration which an
// operation makes of it.

#include "models/crystal/bonds_input.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cmath>

using namespace neel;
using crystal::Matrix;
using crystal::Vector;

namespace {

constexpr int cells = 3;

struct Magnet {
  crystal::Crystal c;
  crystal::Symmetry symmetry;

  Magnet(const Matrix& cell, const std::vector<Vector>& positions, const std::vector<std::string>& generators)
      : c(made(cell, positions)), symmetry(c, std::vector<int>(positions.size(), 0), read(generators)) {}

  static crystal::Crystal made(const Matrix& cell, const std::vector<Vector>& positions) {
    crystal::Crystal c;
    c.cell = cell;
    c.basis.clear();
    for (const Vector& p : positions) {
      c.basis.push_back({std::string(1, static_cast<char>('A' + c.basis.size())), p});
    }
    c.cells = {{cells, cells, cells}, {true, true, true}, static_cast<int>(positions.size())};
    return c;
  }
  static std::vector<crystal::Operation> read(const std::vector<std::string>& texts) {
    std::vector<crystal::Operation> all;
    for (const std::string& t : texts) {
      all.push_back(crystal::parse_operation(t).value());
    }
    return all;
  }

  std::vector<models::CrystalBond> bonds(const std::string& entry) const {
    input::Reader in = input::Reader::from_text("[[couplings.bonds]]\n" + entry, "test");
    const models::CrystalBonds read = models::read_bonds(in, c, &symmetry, {"spin"}, {true, false, false});
    in.finish();
    return read.bonds;
  }
};

const double height = std::sqrt(0.75);

Magnet chiral() {
  return {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
          {{0.138, 0.138, 0.138}, {0.362, 0.862, 0.638}, {0.862, 0.638, 0.362}, {0.638, 0.362, 0.862}},
          {"-x+1/2,-y,z+1/2", "z,x,y"}};
}
Magnet chains() { // P 6_3/m m c
  return {
      {{{1, 0, 0}, {-0.5, height, 0}, {0, 0, 0.83}}}, {{0, 0, 0}, {0, 0, 0.5}}, {"x-y,x,z+1/2", "y,x,-z", "-x,-y,-z"}};
}
Magnet layers() { // B m a b
  return {{{{1, 0, 0}, {0, 1.01, 0}, {0, 0, 2.4}}},
          {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}},
          {"x+1/2,y,z+1/2", "-x,-y,-z", "-x,y,z", "-x,-y+1/2,z+1/2"}};
}

using Spins = std::vector<Vector>;

Spins some_spins(const crystal::Crystal& c) {
  Spins all;
  for (std::int64_t n = 0; n < c.cells.sites(); ++n) {
    const double a = 1.3 * static_cast<double>(n * n % 97), b = 0.7 * static_cast<double>(n);
    all.push_back({std::sin(a) * std::cos(b), std::sin(a) * std::sin(b), std::cos(a)});
  }
  return all;
}

std::size_t number(const crystal::Crystal& c, int site, const std::array<int, 3>& cell) {
  const auto at = [&](std::size_t a) { return crystal::wrapped(cell[a], cells, true); };
  return static_cast<std::size_t>(c.cells.number(site, at(0), at(1), at(2)));
}

template <class F>
void for_cells(const F& f) {
  for (int z = 0; z < cells; ++z) {
    for (int y = 0; y < cells; ++y) {
      for (int x = 0; x < cells; ++x) {
        f(std::array<int, 3>{x, y, z});
      }
    }
  }
}

double energy(const crystal::Crystal& c, const std::vector<models::CrystalBond>& bonds, const Spins& spins) {
  double e = 0;
  for_cells([&](const std::array<int, 3>& cell) {
    for (const models::CrystalBond& b : bonds) {
      const auto& o = b.pair.offset;
      const Vector& s = spins[number(c, b.pair.from, cell)];
      const Vector& t = spins[number(c, b.pair.to, {cell[0] + o[0], cell[1] + o[1], cell[2] + o[2]})];
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
          e += s[i] * b.by_ions[0][0].matrix[i][j] * t[j];
        }
      }
    }
  });
  return e;
}

/// The configuration that an operation makes.
Spins moved(const Magnet& m, std::size_t operation, const Spins& spins) {
  Spins all(spins.size());
  const auto& w = m.symmetry.operations()[operation].rotation;
  const Matrix& r = m.symmetry.spin_rotation(operation);
  for_cells([&](const std::array<int, 3>& cell) {
    for (int site = 0; site < m.c.cells.basis; ++site) {
      auto [to, at] = m.symmetry.image(operation, site);
      for (std::size_t a = 0; a < 3; ++a) {
        at[a] += w[a][0] * cell[0] + w[a][1] * cell[1] + w[a][2] * cell[2];
      }
      const Vector& s = spins[number(m.c, site, cell)];
      for (std::size_t a = 0; a < 3; ++a) {
        all[number(m.c, to, at)][a] = r[a][0] * s[0] + r[a][1] * s[1] + r[a][2] * s[2];
      }
    }
  });
  return all;
}

/// The largest change of the energy by an operation.
double change(const Magnet& m, const std::vector<models::CrystalBond>& bonds) {
  const Spins spins = some_spins(m.c);
  const double e = energy(m.c, bonds, spins);
  double most = 0;
  for (std::size_t k = 0; k < m.symmetry.operations().size(); ++k) {
    most = std::max(most, std::abs(energy(m.c, bonds, moved(m, k, spins)) - e));
  }
  return most;
}

void check_refused(const Magnet& m, const std::string& entry, const std::string& part) {
  INFO(entry);
  CHECK_THROWS_MATCHES(m.bonds(entry), InputError,
                       Catch::Matchers::MessageMatches(Catch::Matchers::ContainsSubstring(part)));
}

} // namespace

TEST_CASE("an orbit's energy is invariant under the space group", "[models]") {
  const std::vector<std::tuple<Magnet, std::string, std::size_t>> known{
      {chiral(), "from = 'A'\nto = 'B'\noffset = [0, -1, -1]\norbit = true\nJ = -1\ndm = [0.3, -0.7, 0.2]\n", 12},
      {chiral(), "from = 'B'\nto = 'A'\noffset = [0, 1, 1]\norbit = true\nmatrix = [[1, 2, 3], [4, 5, 6], [7, 8, 0]]\n",
       12},
      {chains(), "from = 'A'\nto = 'B'\noffset = [1, 0, 0]\norbit = true\nJ = 0.2\ndm = [0.5, 0, 0.1]\n", 12},
      {chains(),
       "from = 'A'\nto = 'A'\noffset = [1, 0, 0]\norbit = true\nmatrix = [[1, 0, 0], [0, 2, 0.3], [0, 0.3, 3]]\n", 6},
      {layers(), "from = 'A'\nto = 'B'\noffset = [0, 0, 0]\norbit = true\nJ = 1\ndm = [0.1, 0.04, 0]\n", 8}};
  for (const auto& [magnet, entry, count] : known) {
    INFO(entry);
    const auto bonds = magnet.bonds(entry);
    CHECK(bonds.size() == count);
    CHECK(std::abs(energy(magnet.c, bonds, some_spins(magnet.c))) > 1);
    CHECK(change(magnet, bonds) < 1e-10);
    std::vector<models::CrystalBond> wrong = bonds; // an error in one of them shows
    wrong.front().by_ions[0][0] = wrong.front().by_ions[0][0].reversed();
    wrong.front().by_ions[0][0].matrix[0][0] += 0.1;
    CHECK(change(magnet, wrong) > 1e-3);
  }
}

TEST_CASE("D of La2CuO4 lies in the layer and alternates", "[models]") {
  const Magnet m = layers();
  const auto bonds = m.bonds("from = 'A'\nto = 'B'\noffset = [0, 0, 0]\norbit = true\nJ = 1\ndm = [0.1, 0.04, 0]\n");
  int checked = 0;
  for (const models::CrystalBond& b : bonds) {
    const Vector d = b.by_ions[0][0].dm();
    CHECK(d[2] == 0);
    if (b.pair.from ==
        0) { // from the same copper along [1 1 0] and [-1 -1 0]: D from A to B is the same there and there
      const auto& o = b.pair.offset;
      const bool along = o[0] == o[1];
      CHECK(std::abs(d[0]) == 0.1);
      CHECK(d[1] == (along ? 1 : -1) * 0.04 * (d[0] > 0 ? 1 : -1));
      checked += along ? 1 : 0;
      if (along) {
        CHECK(d == Vector{0.1, 0.04, 0}); // so in one direction from bond to bond D, -D, D, ...
      }
    }
  }
  CHECK(checked == 2);
}

TEST_CASE("D and matrices that the space group forbids are refused, with what it allows", "[models]") {
  check_refused(
      chains(), "from = 'A'\nto = 'B'\noffset = [0, 0, 0]\norbit = true\nJ = 1\ndm = [0, 0, 0.1]\n",
      "couplings.bonds.1.dm: lattice.symmetry maps the bond A(0,0,0)-B(0,0,0) onto itself, which leaves no D");
  check_refused(layers(), "from = 'A'\nto = 'B'\noffset = [0, 0, 0]\norbit = true\ndm = [0.1, 0, 0.1]\n",
                "expected D across [0, 0, 1]");
  check_refused(layers(),
                "from = 'A'\nto = 'A'\noffset = [1, 0, 0]\norbit = true\nmatrix = [[1, 0, 0], [0, 1, 1], [0, 0, 1]]\n",
                "expected a matrix of the form [[a, 0, 0], [0, b, c], [0, c, d]]");
  check_refused(layers(), "shell = 1\norbit = true\nJ = 1\n", "orbit: is for a single bond");
  check_refused(layers(), "from = 'A'\nto = 'B'\noffset = [0, 0, 0]\norbit = true\nJ = 0.0\n",
                "all couplings are zero");
  check_refused(layers(), "from = 'A'\nto = 'B'\noffset = [0, 0, 0]\norbit = true\ndm = {along = 'bond', D = 0.1}\n",
                "expected three energies");
}

TEST_CASE("a shell of several orbits has a J for each", "[models]") {
  const Magnet m = layers();
  const auto bonds = m.bonds("from = 'A'\nto = 'A'\noffset = [1, 0, 0]\norbit = true\nJ = 1\n[[couplings.bonds]]\n"
                             "from = 'A'\nto = 'A'\noffset = [0, 1, 0]\norbit = true\nJ = 2\n[[couplings.bonds]]\n"
                             "from = 'A'\nto = 'C'\noffset = [0, 0, 0]\norbit = true\nJ = 0\n");
  REQUIRE(bonds.size() == 8); // that without a coupling has no bonds
  for (const auto& b : bonds) {
    CHECK(b.by_ions[0][0].exchange() == (b.pair.offset[0] == 1 ? 1 : 2));
  }
}
