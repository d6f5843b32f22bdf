// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Crystals from CIFs and POSCARs: sites, orbits of bonds, and the D that each may have.

#include "import/import.hpp"
#include "import/structure.hpp"
#include "import/written.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <cstdlib>
#include <map>

using namespace neel;
using namespace neel::imports;
using testing::check_refused;
using testing::Folder;

namespace {

std::string data(const std::string& name) { return std::string(NEEL_SOURCE) + "/tests/data/import/cif/" + name; }

Imported crystal_of_cif(const std::string& name, const StructureOptions& o = {}) {
  return magnetic_crystal(read_cif(data(name)), o);
}

/// Length in angstrom, bonds at a site, components of D.
struct Expected {
  double length;
  int neighbours, components;
};

struct Magnet {
  const char* file;
  std::size_t sites; ///< of a cell
  std::vector<Expected> orbits;
};

int components_of(const BondOrbit& o) {
  const std::string& says = o.says.front();
  return says.find("no D") != std::string::npos       ? 0
         : says.find("D along") != std::string::npos  ? 1
         : says.find("D across") != std::string::npos ? 2
                                                      : 3;
}

double length_of(const Imported& in, const crystal::Pair& p) {
  Vector f{};
  for (std::size_t a = 0; a < 3; ++a) {
    f[a] = p.offset[a] + in.sites[static_cast<std::size_t>(p.to)].position[a] -
           in.sites[static_cast<std::size_t>(p.from)].position[a];
  }
  double squares = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double x = f[0] * in.cell[0][k] + f[1] * in.cell[1][k] + f[2] * in.cell[2][k];
    squares += x * x;
  }
  return std::sqrt(squares);
}

} // namespace

TEST_CASE("CIFs of magnets have the sites and orbits of bonds of their published models", "[import]") {
  // D by Moriya's rules at the bonds' midpoints: by inversion 0, on one axis or mirror 1 or 2, without symmetry 3.
  const std::vector<Magnet> magnets{
      {"La2CuO4.cif", 4, {{3.8085, 4, 2}, {5.363, 2, 0}, {5.409, 2, 0}}}, // Coffey, Rice and Zhang (1991): in the layer
      {"MnSi.cif", 4, {{2.7962, 6, 3}}},
      {"CsNiCl3.cif", 2, {{2.965, 2, 0}, {5.93, 2, 0}, {7.18, 6, 0}, {7.7681, 12, 2}}},
      {"Fe.cif", 2, {{2.4825, 8, 0}, {2.8665, 6, 0}, {4.0538, 12, 0}}},
      {"NiO.cif", 4, {{2.9537, 12, 0}, {4.1771, 6, 0}, {5.1159, 24, 0}}},
      {"MnF2.cif", 2, {{3.3107, 2, 0}, {3.8233, 8, 1}, {4.8738, 4, 0}}},
      {"Cr2O3.cif",
       12,
       {{2.6518, 1, 1}, {2.8899, 3, 0}, {3.4266, 3, 2}, {3.6524, 6, 3}, {4.1477, 1, 0}}}, // Samuelsen (1970)
      {"Fe2O3.cif", 12, {{2.9004, 1, 1}, {2.971, 3, 0}, {3.3642, 3, 2}, {3.7053, 6, 3}, {3.9856, 1, 0}}},
      {"FeTiO3.cif", 6, {{3.0027, 3, 0}, {4.0744, 1, 0}, {5.0884, 6, 3}}},
      {"BiFeO3.cif", 6, {{3.9645, 6, 3}, {5.5787, 6, 3}}},
      {"LaFeO3.cif", 4, {{3.931, 2, 2}, {3.9319, 4, 3}}},
      {"KCuF3.cif", 4, {{3.9244, 2, 0}, {4.1414, 4, 0}}},
      {"CuO.cif", 4, {{2.9005, 2, 0}, {2.9005, 2, 0}, {3.083, 4, 3}, {3.1733, 2, 2}, {3.4226, 2, 0}, {3.7485, 2, 2}}},
      {"ZnCr2O4.cif", 16, {{2.9442, 6, 1}, {5.0995, 12, 2}, {5.8884, 6, 0}, {5.8884, 6, 0}}}, // third ones of two kinds
      {"Dy2Ti2O7.cif", 16, {{3.5794, 6, 1}, {6.1997, 12, 2}}},
      {"YMnO3.cif", 6, {{3.5406, 2, 2}, {3.546, 4, 3}}},                 // triangles of two sizes
      {"MnTe.cif", 2, {{3.3555, 2, 0}, {4.147, 6, 0}, {5.3346, 12, 2}}}, // Szuszkiewicz et al. (2006)
      {"CrI3.cif", 6, {{3.9647, 3, 0}, {6.6159, 1, 0}, {6.867, 6, 3}}},  // D on second neighbours alone
      {"Sr2IrO4.cif", 8, {{3.8782, 4, 2}}}};
  for (const Magnet& m : magnets) {
    const Imported in = crystal_of_cif(m.file, {{}, m.orbits.back().length + 0.001});
    INFO(m.file);
    CHECK(in.sites.size() == m.sites);
    REQUIRE(in.orbits.size() == m.orbits.size());
    for (std::size_t k = 0; k < m.orbits.size(); ++k) {
      const BondOrbit& o = in.orbits[k];
      INFO(o.says.front());
      CHECK(length_of(in, o.first) == Catch::Approx(m.orbits[k].length).margin(2e-4));
      CHECK(2 * o.bonds.size() == m.sites * static_cast<std::size_t>(m.orbits[k].neighbours)); // all sites are alike
      CHECK(components_of(o) == m.orbits[k].components);
    }
  }
}

TEST_CASE("the sites of a CIF can be of several kinds", "[import]") {
  const Imported in = crystal_of_cif("Cu2OSeO3.cif");
  REQUIRE(in.sites.size() == 16); // 4a and 12b of P 2_1 3
  CHECK(in.ions.size() == 1);
  CHECK(in.symmetry.size() <= 3);
  const std::vector<std::pair<double, std::string>> nearest{
      {3.0493, "3 at Cu1 and 1 at Cu5"}, {3.0542, "2 at Cu5"}, {3.2265, "2 at Cu5"}, {3.3042, "3 at Cu1 and 1 at Cu5"}};
  for (std::size_t k = 0; k < nearest.size(); ++k) { // Janson et al., Nat. Commun. 5, 5376 (2014)
    const BondOrbit& o = in.orbits.at(k);
    INFO(o.says.front());
    CHECK(length_of(in, o.first) == Catch::Approx(nearest[k].first).margin(2e-4));
    CHECK(o.bonds.size() == 12);
    CHECK(components_of(o) == 3);
  }
}

TEST_CASE("shared sites have fractions, and all open shells are told from closed ones", "[import]") {
  const Imported mixed = crystal_of_cif("Ga95Mn5As.cif");
  REQUIRE(mixed.sites.size() == 4);
  REQUIRE(mixed.ions.size() == 2);
  CHECK(mixed.ions[0].name == "Mn");
  CHECK(mixed.ions[1].name == "Ga");
  CHECK(mixed.ions[1].moment == 0);
  CHECK(mixed.sites[2].mixed == std::vector<std::pair<std::size_t, double>>{{0, 0.05}, {1, 0.95}});
  CHECK(crystal_of_cif("FeTiO3.cif").ions.size() == 1); // not Ti4+
  CHECK(crystal_of_cif("FeTiO3.cif", {{"Fe", "Ti"}, {}}).sites.size() == 12);
  CHECK_THROWS_AS(crystal_of_cif("FeTiO3.cif", {{"Co"}, {}}), InputError);
}

TEST_CASE("a CIF with vacancies, sites given twice, and two ions of one element", "[import]") {
  const Folder folder;
  const std::string head = "data_a\n_cell_length_a 4\n_cell_length_b 4\n_cell_length_c 5\n_cell_angle_alpha 90\n"
                           "_cell_angle_beta 90\n_cell_angle_gamma 90\n_space_group_name_H-M_alt 'P 4/m m m'\nloop_\n"
                           "_atom_site_label\n_atom_site_fract_x\n_atom_site_fract_y\n_atom_site_fract_z\n"
                           "_atom_site_occupancy\n";
  const auto read = [&](const std::string& atoms) {
    return magnetic_crystal(read_cif(folder.write("a.cif", head + atoms)), {});
  };
  const Imported in = read("Fe1 0 0 0 0.9\nFe1a 0 0 1 1\nMn 0 0.5 0.5 0.25(2)\nCo 0.5 0 0.499 0.5\nO1 0.5 0.5 0 1\n");
  REQUIRE(in.sites.size() == 3);
  CHECK(in.sites[0].mixed.size() == 2);
  CHECK(in.sites[2].mixed.size() == 3);
  CHECK(in.sites[1].position[2] == 0.5);
  const Imported hollow = read("Fe1 0.4999 0.5001 0.2 1\n");
  REQUIRE(hollow.sites.size() == 2);
  CHECK(hollow.sites[0].position == Vector{0.5, 0.5, 0.2});
  check_refused([&] { read("Fe1 0 0 0 1\nMn1 0 0 0 1\n"); }, "a.cif", "atoms Fe1 and Mn1 are at one place");
  check_refused([&] { read("Fe1 0 0 0 1.2\n"); }, "a.cif:9", "the occupancy of atom Fe1 lies between 0 and 1");
  check_refused([&] { read("Fe1 0 0 1/2 1\n"); }, "a.cif:9", "a coordinate of atom Fe1 is a number, found 1/2");
  check_refused([&] { read("Wat 0 0 0 1\nXx 0 0 0 1\n"); }, "a.cif:9", "atom Xx names no element");
  check_refused([&] { read("O1 0 0 0 1\n"); }, "a.cif", "no element of O has an open d or f shell; --ions says");
}

TEST_CASE("malformed CIFs are refused with file and line", "[import]") {
  const Folder folder;
  const std::string good =
      "data_a\n_cell_length_a 4.1(1)\n_cell_length_b 4\n_cell_length_c 5\n_cell_angle_alpha 90\n"
      "_cell_angle_beta 90\n_cell_angle_gamma 90\nloop_\n_symmetry_equiv_pos_as_xyz\nx,y,z\n-x,-y,-z\n"
      "loop_\n_atom_site_label\n_atom_site_fract_x\n_atom_site_fract_y\n_atom_site_fract_z\nFe1 0 0 0.1\n";
  const auto refused = [&](int line, const std::string& text, const std::string& place, const std::string& part) {
    check_refused([&] { magnetic_crystal(read_cif(folder.write("a.cif", testing::with_line(good, line, text))), {}); },
                  place, part);
  };
  CHECK_NOTHROW(magnetic_crystal(read_cif(folder.write("a.cif", good)), {}));
  refused(2, "_cell_length_a ?", "a.cif:2", "_cell_length_a is a number, found ?");
  refused(2, "_cell_length_a -4", "a.cif:2", "_cell_length_a is above 0");
  refused(2, "_cell_length_x 4", "a.cif", "has no block with a cell");
  refused(4, "", "a.cif", "has no _cell_length_c");
  refused(5, "_cell_angle_alpha 179.99", "a.cif", "the angles of the cell span no volume");
  refused(11, "y,x,z", "a.cif", "the operation y,x,z does not keep the lengths");
  refused(11, "u,x,z", "a.cif:8", "expected operations such as -x,1/2+y,z, found u,x,z");
  refused(16, "_atom_site_z", "a.cif", "has no list of atoms");
  refused(17, "Fe1 0 0", "a.cif:12", "number of values in loop");
  refused(3, "_cell_length_a 4", "a.cif:3", "duplicate tag _cell_length_a");
  check_refused([&] { read_cif(folder.write("b.cif", "data_a\n_cell_length_a 'x\n")); }, "b.cif:2", "unterminated");
}

TEST_CASE("a magnetic CIF gives moments, and its group without time reversal", "[import]") {
  const Imported in = crystal_of_cif("MnF2.mcif");
  CHECK(in.sites.size() == 2);
  CHECK(in.moments);
  CHECK(in.ions.at(0).moment == 4.6);
  CHECK(in.orbits.at(1).bonds.size() == 8);
  CHECK(in.lost.size() == 1); // directions
}
