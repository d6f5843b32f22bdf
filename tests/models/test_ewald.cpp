// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Ewald sums of dipoles against known values, bare interactions and direct sums.

#include "testing/dipoles.hpp"

#include <catch2/catch_test_macros.hpp>

#include <functional>
#include <numbers>

using namespace neel;
using crystal::Matrix;
using crystal::Vector;
using models::EwaldSum;
using testing::bare;
using testing::Dipole;
using testing::dot;
using testing::ewald_energy;
using testing::product;

namespace {

constexpr double pi = std::numbers::pi;
const Matrix cube{{{4, 0, 0}, {0, 4, 0}, {0, 0, 4}}}, brick{{{3, 0, 0}, {0, 5, 0}, {0, 0, 9}}},
    skew{{{3, 0.2, 0.4}, {-1, 5, 0.3}, {0.5, 0.7, 4}}}, needle{{{1, 0, 0}, {0, 1, 0}, {0, 0, 60}}};
const Vector sphere{1.0 / 3, 1.0 / 3, 1.0 / 3}, plate{0, 0, 1};

/// The energy of each site of a lattice with the basis and the cubic cells of a named one; `spin` by basis site and cell.
double lattice_energy(const std::string& kind, int cells, const std::function<Vector(int, int, int)>& spin,
                      const Vector& demagnetisation) {
  const crystal::Crystal c = crystal::named_lattice(kind, 1);
  std::vector<Dipole> all;
  for (int n = 0; n < cells * cells * cells; ++n) {
    const std::array<int, 3> at{n % cells, n / cells % cells, n / cells / cells};
    for (const crystal::BasisSite& b : c.basis) {
      all.push_back({{at[0] + b.position[0], at[1] + b.position[1], at[2] + b.position[2]}, spin(at[0], at[1], at[2])});
    }
  }
  const auto l = static_cast<double>(cells);
  return ewald_energy(EwaldSum({{{l, 0, 0}, {0, l, 0}, {0, 0, l}}}, demagnetisation), all) /
         static_cast<double>(all.size());
}

/// Of each dipole with all images within a distance R, weighted by (1 - r^2/R^2)^2: what fills a sphere with a soft edge.
double direct_energy(const Matrix& box, const std::vector<Dipole>& all, double far) {
  double sum = 0;
  const int reach = static_cast<int>(far / 2.5);
  for (int x = -reach; x <= reach; ++x) {
    for (int y = -reach; y <= reach; ++y) {
      for (int z = -reach; z <= reach; ++z) {
        for (const Dipole& a : all) {
          for (const Dipole& b : all) {
            Vector r{};
            for (std::size_t k = 0; k < 3; ++k) {
              r[k] = b.place[k] - a.place[k] + x * box[0][k] + y * box[1][k] + z * box[2][k];
            }
            const double left = 1 - dot(r, r) / (far * far);
            if (left > 0 && left < 1) {
              sum += left * left * bare(a.moment, b.moment, r) / 2;
            }
          }
        }
      }
    }
  }
  return sum;
}

const std::vector<Dipole> three{
    {{0, 0, 0}, {0.3, 0.4, 0.8}}, {{1.1, 0.4, 2.9}, {-0.6, 0.1, 0.7}}, {{0.3, 2.2, 1.6}, {0.9, -0.3, 0.1}}};

} // namespace

TEST_CASE("erfc of + - * / alone", "[dipoles]") {
  for (double x = 0; x < 8; x += 0.0078125) {
    REQUIRE(std::abs(models::complementary_error_function(x) - std::erfc(x)) < 2e-15);
  }
}

TEST_CASE("Ewald sums do not depend on how they are split", "[dipoles]") {
  for (const Matrix& box : {cube, brick, skew, needle}) {
    const EwaldSum one(box, {0.1, 0.2, 0.7}), more(box, {0.1, 0.2, 0.7}, 1.5), less(box, {0.1, 0.2, 0.7}, 0.6);
    for (const Vector& r : {Vector{0, 0, 0}, Vector{1, 0, 0}, Vector{0.3, 0.2, 0.9}, Vector{0.3, -7, 12}}) {
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
          CHECK(std::abs(one(r)[i][j] - more(r)[i][j]) < 1e-12);
          CHECK(std::abs(one(r)[i][j] - less(r)[i][j]) < 1e-12);
        }
      }
    }
  }
}

// The field of a uniform magnetisation M is that of its surface and of its Lorentz sphere: E = 2 pi M.(N - 1/3) M per volume on
// lattices of cubic symmetry.
TEST_CASE("known energies of dipole lattices", "[dipoles]") {
  const auto up = [](int, int, int) { return Vector{0, 0, 1}; };
  const auto along_x = [](int, int, int) { return Vector{1, 0, 0}; };
  for (const auto& [kind, sites] : {std::pair{"cubic", 1}, {"bcc", 2}, {"fcc", 4}}) {
    CHECK(std::abs(lattice_energy(kind, 2, up, {}) + 2 * pi / 3 * sites) < 1e-12);
    CHECK(std::abs(lattice_energy(kind, 2, up, sphere)) < 1e-12);
    CHECK(std::abs(lattice_energy(kind, 2, up, plate) - 4 * pi / 3 * sites) < 1e-12);
    CHECK(std::abs(lattice_energy(kind, 2, along_x, plate) + 2 * pi / 3 * sites) < 1e-12);
  }
  // Luttinger, Tisza, Phys. Rev. 70, 954 (1946): columns along z, neighbouring ones against one another
  const double ground =
      lattice_energy("cubic", 4, [](int x, int y, int) { return Vector{0, 0, (x + y) % 2 == 0 ? 1.0 : -1.0}; }, sphere);
  CHECK(std::abs(ground + 2.676) < 1e-3);
}

TEST_CASE("two dipoles in a large box have the bare energy", "[dipoles]") {
  const EwaldSum ewald({{{200, 0, 0}, {0, 200, 0}, {0, 0, 200}}}, sphere);
  const Vector a{0.2, -0.7, 0.4}, b{0.9, 0.3, -0.5}, r{1.1, 0.6, -1.9};
  CHECK(std::abs(product(a, ewald(r), b) - bare(a, b, r)) < 1e-9); // images: r^2/L^5
}

// Images in a sphere with a soft edge; what is missing falls as 1/R^2, and two radii take it away.
TEST_CASE("Ewald sums are those of a growing sphere", "[dipoles]") {
  const double near = direct_energy(skew, three, 60), far = direct_energy(skew, three, 120),
               whole = ewald_energy(EwaldSum(skew, sphere), three);
  CAPTURE(near, far, (4 * far - near) / 3, whole);
  CHECK(std::abs((4 * far - near) / 3 - whole) < 1e-7);
}
