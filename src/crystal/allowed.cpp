// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Couplings that symmetry allows, and orbits of bonds.

#include "crystal/matrix.hpp"
#include "crystal/symmetry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
#include <tuple>

namespace neel::crystal {

Matrix Symmetry::allowed(const Pair& p, const Matrix& m) const {
  const auto keep = keeping(p);
  Matrix sum{};
  for (const auto& [k, turned] : keep) {
    const Matrix made = turned ? transposed(carried(k, m)) : carried(k, m);
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b) {
        sum[a][b] += made[a][b] / static_cast<double>(keep.size());
      }
    }
  }
  return sum;
}

namespace {

/// Its direction, with 1 as the largest component.
std::string direction(Vector v) {
  const auto largest = std::max_element(v.begin(), v.end(), [](double a, double b) {
    return std::abs(a) < std::abs(b) - 1e-9; // of equal ones the first
  });
  const double by = *largest;
  for (double& x : v) {
    x = std::abs(x / by) < 1e-9 ? 0 : x / by;
  }
  return fmt::format("[{:.6g}, {:.6g}, {:.6g}]", v[0], v[1], v[2]);
}

const Vector& longest(const Matrix& rows) {
  const auto length = [](const Vector& v) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; };
  return *std::max_element(rows.begin(), rows.end(),
                           [&](const Vector& a, const Vector& b) { return length(a) < length(b) - 1e-9; });
}

} // namespace

std::pair<int, std::string> Symmetry::allowed_dm(const Pair& p) const {
  Matrix projector{}; // symmetric, as operations are orthogonal
  for (std::size_t a = 0; a < 3; ++a) {
    Vector unit{};
    unit[a] = 1;
    projector[a] = dm_of_matrix(allowed(p, matrix_of_dm(unit)));
  }
  const int components = static_cast<int>(std::lround(projector[0][0] + projector[1][1] + projector[2][2]));
  if (components == 1) {
    return {1, "along " + direction(longest(projector))};
  }
  if (components == 2) {
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b) {
        projector[a][b] = (a == b ? 1 : 0) - projector[a][b];
      }
    }
    return {2, "across " + direction(longest(projector))};
  }
  return {components, components == 0 ? "none" : "any"};
}

std::string Symmetry::allowed_matrix(const Pair& p) const {
  std::array<std::array<double, 9>, 9> rows{}; // what is allowed of each element
  for (std::size_t e = 0; e < 9; ++e) {
    Matrix unit{};
    unit[e / 3][e % 3] = 1;
    const Matrix made = allowed(p, unit);
    for (std::size_t f = 0; f < 9; ++f) {
      rows[e][f] = made[f / 3][f % 3];
    }
  }
  std::array<std::string, 9> text;
  std::size_t rank = 0;
  for (std::size_t column = 0; column < 9; ++column) { // to reduced echelon form
    const auto pivot = std::max_element(
        rows.begin() + static_cast<std::ptrdiff_t>(rank), rows.end(),
        [&](const auto& a, const auto& b) { return std::abs(a[column]) < std::abs(b[column]) - 1e-9; });
    if (pivot == rows.end() || std::abs((*pivot)[column]) < 1e-6) {
      continue;
    }
    std::swap(*pivot, rows[rank]);
    const double by = rows[rank][column];
    for (double& x : rows[rank]) {
      x /= by;
    }
    for (std::size_t other = 0; other < 9; ++other) {
      const double times = other == rank ? 0 : rows[other][column];
      for (std::size_t f = 0; f < 9; ++f) {
        rows[other][f] -= times * rows[rank][f];
      }
    }
    ++rank;
  }
  std::string all;
  for (std::size_t e = 0; e < 9; ++e) {
    for (std::size_t k = 0; k < rank; ++k) {
      const double x = rows[k][e];
      if (std::abs(x) > 1e-6) {
        text[e] += (x < 0 ? "-" : (text[e].empty() ? "" : "+")) +
                   (std::abs(std::abs(x) - 1) < 1e-6 ? "" : fmt::format("{:.4g} ", std::abs(x))) +
                   std::string(1, static_cast<char>('a' + k));
      }
    }
    all += (e % 3 == 0 ? (e == 0 ? "[[" : "], [") : ", ") + (text[e].empty() ? "0" : text[e]);
  }
  return all + "]]";
}

namespace {

/// Of two bonds, the one of smaller offset; of equally small ones, the one forward.
bool nearer_home(const Pair& p, const Pair& q) {
  const auto order = [](const Pair& b) {
    const auto& o = b.offset;
    return std::tuple(std::abs(o[0]) + std::abs(o[1]) + std::abs(o[2]), b.from, b.to, -o[0], -o[1], -o[2]);
  };
  return order(p) < order(q);
}

} // namespace

std::vector<Orbit> orbits_within(const Crystal& c, const Symmetry& s, double distance) {
  std::vector<Orbit> orbits;
  std::set<std::tuple<int, int, std::array<int, 3>>> taken;
  for (const Shell& shell : shells_within(c, distance)) {
    for (const Pair& p : shell.pairs) {
      if (taken.contains({p.from, p.to, p.offset})) {
        continue;
      }
      Orbit orbit{p, {}};
      for (const OrbitBond& b : s.orbit(p)) {
        taken.insert({b.pair.from, b.pair.to, b.pair.offset});
        orbit.bonds.push_back(b.pair);
      }
      orbit.first = *std::min_element(orbit.bonds.begin(), orbit.bonds.end(), nearer_home);
      orbits.push_back(std::move(orbit));
    }
  }
  return orbits;
}

} // namespace neel::crystal
