// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Vampire's unit cell and material files.

#include "import/vampire.hpp"
#include "import/written.hpp"
#include "models/onsite.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace neel;
using namespace neel::imports;
using testing::check_refused;
using testing::Folder;
using testing::with_line;

namespace {

constexpr double mev = 1.602176634e-22;

const std::string chain = R"(# lengths
3 3 4
1 0 0
0 1 0
0 0 1
2 2
0 0 0 0 0
1 0 0 0.5 1
4 tensorial
0 0 1 0 0 0  -2e-21 3e-22 1e-22  -3e-22 -2e-21 5e-22  0 -5e-22 -1e-21
1 1 0 0 0 0  -2e-21 -3e-22 0  3e-22 -2e-21 -5e-22  1e-22 5e-22 -1e-21
2 0 1 0 0 -1  1e-21 0 2e-22  0 1e-21 0  4e-22 0 1e-21
3 1 0 0 0 1  1e-21 0 4e-22  0 1e-21 0  2e-22 0 1e-21
)";

const std::string materials = R"(material:num-materials=2
material[1]:material-name = Fe 3+
material[1]:atomic-spin-moment=5 !muB
material[1]:uniaxial-anisotropy-constant=1.602176634e-24
material[1]:uniaxial-anisotropy-direction = 1,0,0
material[1]:damping-constant=0.1
material[2]:material-name = Fe 3+
material[2]:atomic-spin-moment=4.63700503915e-23 !J/T
material[2]:exchange-matrix[1] = 1, 2, 4 !meV
)";

Imported read(const Folder& folder, const std::string& text, const VampireMaterials& with = {}) {
  return read_vampire(folder.write("a.ucf", text), with, false);
}

} // namespace

TEST_CASE("a unit cell file has the energy that Vampire gives it", "[import]") {
  const Folder folder;
  const Imported in = read(folder, chain);
  CHECK(in.sites.size() == 2);
  REQUIRE(in.bonds.size() == 2);
  CHECK(in.cell[2] == Vector{0, 0, 4});
  // E = -1/2 sum_i sum_j S_i.J_ij S_j over the four lines, for a ring of three cells
  const Matrix lines[4] = {{{{-2e-21, 3e-22, 1e-22}, {-3e-22, -2e-21, 5e-22}, {0, -5e-22, -1e-21}}},
                           {{{-2e-21, -3e-22, 0}, {3e-22, -2e-21, -5e-22}, {1e-22, 5e-22, -1e-21}}},
                           {{{1e-21, 0, 2e-22}, {0, 1e-21, 0}, {4e-22, 0, 1e-21}}},
                           {{{1e-21, 0, 4e-22}, {0, 1e-21, 0}, {2e-22, 0, 1e-21}}}};
  double joules = 0;
  for (int z = 0; z < 3; ++z) {
    joules -= testing::bilinear(testing::spin(0, {0, 0, z}), lines[0], testing::spin(1, {0, 0, z})) / 2;
    joules -= testing::bilinear(testing::spin(1, {0, 0, z}), lines[1], testing::spin(0, {0, 0, z})) / 2;
    joules -= testing::bilinear(testing::spin(0, {0, 0, z}), lines[2], testing::spin(1, {0, 0, (z + 2) % 3})) / 2;
    joules -= testing::bilinear(testing::spin(1, {0, 0, z}), lines[3], testing::spin(0, {0, 0, (z + 1) % 3})) / 2;
  }
  CHECK(std::abs(testing::energy(in, {1, 1, 3}) - joules / mev) < 1e-12);
  CHECK(std::abs(joules / mev) > 1);
}

TEST_CASE("types of exchange, with and without the materials' own", "[import]") {
  const Folder folder;
  const VampireMaterials m = read_vampire_materials(folder.write("a.mat", materials));
  const auto first = [&](const std::string& type, const std::string& numbers) {
    const std::string head = chain.substr(0, chain.find("4 tensorial"));
    return read(folder, head + "2 " + type + "\n0 1 0 0 0 0 " + numbers + "\n1 0 1 0 0 0 " + numbers + "\n", m)
        .bonds.at(0)
        .matrix;
  };
  CHECK(first("isotropic", "1.602176634e-22") == Matrix{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
  CHECK(first("0", "1.602176634e-22") == first("isotropic", "1.602176634e-22"));
  CHECK(first("vectorial", "1.602176634e-22 3.204353268e-22 0") == Matrix{{{1, 0, 0}, {0, 2, 0}, {0, 0, 0}}});
  VampireMaterials both = m;
  both.materials[0].exchange[1] = both.materials[1].exchange[0]; // or the two directions would differ
  const std::string head = chain.substr(0, chain.find("4 tensorial"));
  const Imported in = read(folder, head + "2 normalised-isotropic\n0 1 0 0 0 0 0.5\n1 0 1 0 0 0 0.5\n", both);
  CHECK(in.bonds.at(0).matrix == Matrix{{{0.5, 0, 0}, {0, 1, 0}, {0, 0, 2}}});
  check_refused([&] { first("normalised-isotropic", "0.5"); }, "a.ucf:11", "has another coupling");
}

TEST_CASE("biquadratic interactions follow the others", "[import]") {
  const Folder folder;
  const Imported in = read(folder, chain + "2 isotropic\n0 0 1 0 0 0 1.602176634e-22\n1 1 0 0 0 0 1.602176634e-22\n");
  REQUIRE(in.bonds.size() == 2);
  const Bond& bond = in.bonds[0].pair.offset[2] == 0 ? in.bonds[0] : in.bonds[1];
  CHECK(in.factor * bond.biquadratic == 1); // E = -J (S.S')^2 in both
}

TEST_CASE("moments and anisotropies come from the materials", "[import]") {
  const Folder folder;
  const VampireMaterials m = read_vampire_materials(folder.write("a.mat", materials));
  const Imported in = read(folder, chain, m);
  REQUIRE(in.ions.size() == 2);
  CHECK(in.moments);
  CHECK(in.ions[0].name == "Fe1"); // they are called the same, but differ
  CHECK(in.ions[1].name == "Fe2");
  CHECK(in.ions[0].moment == 5);
  CHECK(std::abs(in.ions[1].moment - 5) < 1e-12);
  CHECK(std::abs(in.ions[0].anisotropy - 0.01) < 1e-15);
  CHECK(in.sites[0].axis == Vector{1, 0, 0});
  CHECK_FALSE(in.sites[1].axis.has_value());
  CHECK(m.lost == std::vector<std::string>{"a.mat:6: damping-constant"});
}

TEST_CASE("anisotropies of higher order have the energies that Vampire gives them", "[import]") {
  const Folder folder;
  const VampireMaterials m = read_vampire_materials(folder.write("a.mat", materials + R"(
material[1]:fourth-order-uniaxial-anisotropy-constant = 2 !meV
material[1]:sixth-order-uniaxial-anisotropy-constant = -3 !meV
material[2]:sixth-order-cubic-anisotropy-constant = 5 !meV
material[2]:second-order-triaxial-anisotropy-vector = 0.1, 0.2, 0.4 !meV
)"));
  const Imported in = read(folder, chain, m);
  const auto energy = [&](std::size_t site, const Vector& s) {
    const Ion& i = in.ions[in.sites[site].ion];
    models::OnsiteTerms terms{i.anisotropy, i.fourth, i.sixth, i.cubic, i.tensor, {}};
    for (const auto& [name, b] : i.stevens) {
      terms.stevens[models::stevens_numbers(name)] = b;
    }
    const auto v =
        models::sixth_order(terms, in.sites[site].axis.value_or(Vector{}), {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
    return v.exact_energy({static_cast<float>(s[0]), static_cast<float>(s[1]), static_cast<float>(s[2])});
  };
  const Vector first = testing::spin(0, {0, 0, 0});
  for (int k = 0; k < 20; ++k) { // up to a constant
    const Vector s = testing::spin(k, {1, 2, 0});
    const auto uniaxial = [](double c) { // k = (1, 0, 0)
      const double c2 = c * c;
      return -0.01 * c2 - 2.0 / 12 * (35 * c2 * c2 - 30 * c2) +
             3.0 / 24 * (231 * c2 * c2 * c2 - 315 * c2 * c2 + 105 * c2);
    };
    CHECK(std::abs(energy(0, s) - energy(0, first) - (uniaxial(s[0]) - uniaxial(first[0]))) < 2e-5);
    const auto other = [](const Vector& v) {
      const double x = v[0] * v[0], y = v[1] * v[1], z = v[2] * v[2];
      return 5 * x * y * z - 0.1 * x - 0.2 * y - 0.4 * z;
    };
    CHECK(std::abs(energy(1, s) - energy(1, first) - (other(s) - other(first))) < 2e-6);
  }
  CHECK(m.lost == std::vector<std::string>{"a.mat:6: damping-constant"});
}

TEST_CASE("a malformed unit cell file is refused with file and line", "[import]") {
  const Folder folder;
  const auto refused = [&](int line, const std::string& text, const std::string& place, const std::string& part) {
    check_refused([&] { read(folder, with_line(chain, line, text)); }, "a.ucf:" + place, part);
  };
  refused(2, "3 3", "2", "expected the lengths of the unit cell");
  refused(2, "3 0 4", "2", "above zero");
  refused(4, "0 a 0", "4", "found \"a\"");
  refused(6, "0 2", "6", "1 to 1024 atoms");
  refused(7, "1 0 0 0 0", "7", "expected atom 0");
  refused(8, "1 0 0", "8", "expected an atom");
  refused(6, "3 2", "9", "expected atom 2"); // what follows is no atom
  refused(9, "4", "9", "expected the type of exchange");
  refused(9, "4 tensor", "9", "is not one of isotropic, vectorial, tensorial");
  refused(9, "4 normalised-tensorial", "9", "--materials");
  refused(9, "5 tensorial", "13", "the file ends where interaction 5 of 5");
  refused(9, "3 tensorial", "13", "expected the end of the file"); // three lines are the list
  refused(10, "0 0 2 0 0 0 1 0 0 0 1 0 0 0 1", "10", "there is no atom 2");
  refused(10, "0 0 1 0 0 0 1 0 0 0 1 0 0 0", "10", "9 energies in joules");
  refused(10, "0 0 1 0.5 0 0 1 0 0 0 1 0 0 0 1", "10", "found \"0.5\"");
  refused(12, "2 0 1 0 0 0 1 0 0 0 1 0 0 0 1", "12", "stands at");
  refused(12, "2 0 1 0 0 -2 1 0 0 0 1 0 0 0 1", "12", "other direction");
}

TEST_CASE("a malformed file of materials is refused with file and line", "[import]") {
  const Folder folder;
  const auto refused = [&](int line, const std::string& text, const std::string& part) {
    check_refused([&] { read_vampire_materials(folder.write("a.mat", with_line(materials, line, text))); },
                  "a.mat:" + std::to_string(line), part);
  };
  refused(1, "material:num-materials=0", "from 1 to 100");
  refused(1, "material[1]:material-name=Fe", "as the first line");
  refused(2, "materials[1]:material-name=Fe", "expected material[NUMBER]");
  refused(3, "material[1]:atomic-spin-moment=5", "a moment above zero, as in 2.2 !muB"); // joules per tesla
  refused(3, "material[1]:atomic-spin-moment=x !muB", "expected a number for atomic-spin-moment");
  refused(4, "material[1]:uniaxial-anisotropy-constant=1 !kJ", "!kJ is none of");
  refused(5, "material[1]:uniaxial-anisotropy-direction=0,0,0", "three zeros");
  refused(9, "material[2]:exchange-matrix[x] = 1", "expected exchange-matrix[NUMBER]");
}
