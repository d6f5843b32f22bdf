// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Inputs of ESpinS.

#include "import/espins.hpp"

#include "import/written.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

using namespace neel;
using namespace neel::imports;
using testing::check_refused;
using testing::Folder;

namespace {

/// Iron and cobalt in a cell of 2 x 3 x 4 angstrom. J is 3 meV between them along x, 1 meV from iron to iron along y.
const std::string good = R"(
  Begin Unit_Cell_Cart
   Ang
    2.0  0.0  0.0
    0.0  3.0  0.0
    0.0  0.0  4.0
  End Unit_Cell_Cart

  Begin Atoms_Frac
   Fe  0.0  0.0  0.0   2.00
   Co  0.5  0.0  0.25 -1.50   ! points the other way at the start
  End Atoms_Frac

  tem_start = 5
  supercell_size = 4  5  1
  Ham_bij = .True.
  ham_dij : T
  Ham_singleion = true
  Ham_field = .true.
  !! Boundary = Open

  Begin Jij_parameters
   f1= 0.0, 0.0, 0.0:f2= 0.5, 0.0, 0.25:jij= 0.003!:sh= 1!:t1= 1:t2= 2
   f1= 0.5, 0.0, 0.25:f2= 0.0, 0.0, 0.0:jij= 0.003:sh= 1
   f1= 0.0, 0.0, 0.0:f2= 0.0, 1.0, 0.0:jij= 0.001
   c1= 0.0, 0.0, 0.0:c2= 0.0, -3.0, 0.0:jij= 0.001
  End Jij_parameters
  Begin Bij_parameters
   ryd, ang
   f1= 0.0, 0.0, 0.0:f2= 0.5, 0.0, 0.25:bij= 0.0001
   f1= 0.5, 0.0, 0.25:f2= 0.0, 0.0, 0.0:bij= 0.0001
  End Bij_parameters
  Begin Dij_parameters
   f1= 0.0, 0.0, 0.0:f2= 0.5, 0.0, 0.25:dij= 0.0002
   f1= 0.5, 0.0, 0.25:f2= 0.0, 0.0, 0.0:dij= 0.0002
  End Dij_parameters
  Begin Dij_Vectors_Frac
   1.5  1.0  1.0
  -1.5 -1.0 -1.0
  End Dij_Vectors_Frac
  Begin SingleIon_Axes_Cart
   Fe  0.0  0.0  2.0  -0.00003
   Co  0.0  0.0  1.0   0.0001
  End SingleIon_Axes_Cart
  Begin Field_Axes_Cart
   Fe  0.0  0.0  3.0  1.5
   Co  0.0  0.0  3.0  1.5
  End Field_Axes_Cart
)";

std::string with(const std::string& from, const std::string& to) {
  std::string text = good;
  return text.replace(text.find(from), from.size(), to);
}

double dot(const Vector& s, const Vector& t) { return s[0] * t[0] + s[1] * t[1] + s[2] * t[2]; }

} // namespace

TEST_CASE("an input of ESpinS has the energy that ESpinS gives it", "[import]") {
  const Folder folder;
  const Imported in = read_espins(folder.write("a.mcin", good), false);
  REQUIRE(in.bonds.size() == 2);
  CHECK(in.size == std::array{4, 5, 1});
  CHECK(in.periodic == std::array{true, true, true});
  double mev = 0;
  for (int y = 0; y < 3; ++y) {
    const Vector fe = testing::spin(0, {0, y, 0}), co = testing::spin(1, {0, y, 0}),
                 next = testing::spin(0, {0, (y + 1) % 3, 0}), last = testing::spin(0, {0, (y + 2) % 3, 0});
    const Vector cross{fe[1] * co[2] - fe[2] * co[1], fe[2] * co[0] - fe[0] * co[2], fe[0] * co[1] - fe[1] * co[0]};
    const double third = 0.2 / std::sqrt(34.0); // the vector is (3, 3, 4) in angstrom
    const Vector d{3 * third, 3 * third, 4 * third};
    // every line a term, and half of their sum
    mev += 0.5 * (-2 * 3 * dot(fe, co) - 1 * (dot(fe, next) + dot(fe, last)));
    mev += 0.5 * 2 * 0.1 * 13.605693122994 * 2 * 1.5 * dot(fe, co) * dot(fe, co); // moments 2 and 1.5
    mev += 0.5 * 2 * dot(d, cross);
  }
  CHECK(testing::energy(in, {1, 3, 1}) == Catch::Approx(mev).epsilon(1e-12));
  CHECK(std::abs(mev) > 1);
  // Delta (S.z)^2 with S as long as the moment: -0.03 * 2^2 and 0.1 * 1.5^2; mu_B H.S: a field of -1.5 T along z
  CHECK(in.ions.at(0).moment == 2);
  CHECK(in.ions.at(0).anisotropy == Catch::Approx(0.12));
  CHECK(in.ions.at(1).moment == 1.5);
  CHECK(in.ions.at(1).anisotropy == Catch::Approx(-0.225));
  CHECK(in.sites.at(0).axis == Vector{0, 0, 1});
  CHECK(in.field == Vector{0, 0, -1.5});
}

TEST_CASE("terms that are switched off are left out", "[import]") {
  const Folder folder;
  const auto read = [&](const std::string& text) { return read_espins(folder.write("a.mcin", text), false); };
  CHECK(read(with("ham_dij : T", "ham_dij : F")).bonds[1].matrix == Matrix{{{3, 0, 0}, {0, 3, 0}, {0, 0, 3}}});
  CHECK(read(with("Ham_bij = .True.", "")).bonds[1].biquadratic == 0);
  CHECK(read(with("Ham_singleion = true", "")).ions[0].anisotropy == 0);
  CHECK(!read(with("Ham_field = .true.", "")).field);
  CHECK(read(with("!! Boundary", "Boundary")).periodic == std::array{false, false, false});
  std::string bohr_cell = with("   Ang\n    2.0", "   Bohr\n    2.0");
  const std::string cartesian = "c1= 0.0, 0.0, 0.0:c2= 0.0, -3.0, 0.0"; // in angstrom
  bohr_cell.replace(bohr_cell.find(cartesian), cartesian.size(), "f1= 0.0, 0.0, 0.0:f2= 0.0, -1.0, 0.0");
  const Imported bohr = read(bohr_cell);
  CHECK(bohr.cell[0][0] == Catch::Approx(1.058354).epsilon(1e-6));
}

TEST_CASE("malformed inputs of ESpinS are refused with file and line", "[import]") {
  const Folder folder;
  const auto refused = [&](const std::string& from, const std::string& to, const std::string& place,
                           const std::string& part) {
    check_refused([&] { read_espins(folder.write("a.mcin", with(from, to)), false); }, place, part);
  };
  refused("0.0  3.0  0.0", "0.0  0.0  0.0", "a.mcin", "three vectors that span a volume");
  refused("0.0  0.0   2.00", "0.0  0.0   0.00", "a.mcin:10", "a moment of zero");
  refused("Atoms_Frac", "Atoms", "a.mcin", "there is no block atoms_cart");
  refused("f2= 0.5, 0.0, 0.25:jij= 0.003!", "f2= 0.5, 0.1, 0.25:jij= 0.003!", "a.mcin:23", "there is no atom at f2");
  refused("f2= 0.0, 1.0, 0.0:jij= 0.001", "f2= 0.0, 1.0, 0.0", "a.mcin:25", "two places and a coupling");
  refused("f2= 0.0, 1.0, 0.0:jij", "f2= 0.0, 1.0, 0.0:bij", "a.mcin:25", "two places and a coupling");
  refused("c2= 0.0, -3.0, 0.0:jij= 0.001", "c2= 0.0, -3.0, 0.0:jij= 0.002", "a.mcin:26", "has another coupling");
  refused("c2= 0.0, -3.0", "c2= 0.0, 3.0", "a.mcin:26", "stands at");
  refused("  -1.5 -1.0 -1.0\n", "", "a.mcin:37", "a vector for each line of dij_parameters");
  refused("  -1.5 -1.0 -1.0\n", "0 0 0\n", "a.mcin:39", "three zeros");
  refused("   Co  0.0  0.0  1.0   0.0001\n", "", "a.mcin:41", "a line for each atom");
  refused("Co  0.0  0.0  3.0  1.5", "Co  0.0  0.0  3.0  1.0", "a.mcin:47", "one field for all");
  refused("Jij_parameters", "Parameters_Jij", "a.mcin", "there is no block jij_parameters, which `mc.x -inp2` writes");
  refused("tem_start = 5", "Spin_glass = .True.", "a.mcin:14", "spin_glass is not imported");
  refused("tem_start = 5", "Ham_jij_matrix = .True.", "a.mcin:14", "ham_jij_matrix is not imported");
  refused("End Field_Axes_Cart", "", "a.mcin:48", "the file ends where end field_axes_cart was expected");
}
