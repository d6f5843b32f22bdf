// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "crystal/symmetry.hpp"

#include "crystal/matrix.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <stdexcept>
#include <tuple>

namespace neel::crystal {

namespace {

constexpr double near_site = 2e-3;   ///< in units of the cell's vectors
constexpr double near_metric = 2e-3; ///< relative, of lengths squared

Matrix of_integers(const std::array<std::array<int, 3>, 3>& w) {
  Matrix m{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      m[i][j] = w[i][j];
    }
  }
  return m;
}

/// Numbers that crystals turn by, without roundings.
double tidy(double x) {
  for (const double known : {0.0, 0.5, 1.0, std::sqrt(0.75)}) {
    if (std::abs(std::abs(x) - known) < 1e-9) {
      return x < 0 && known != 0 ? -known : known;
    }
  }
  return x;
}

std::string site_name(const Crystal& c, int site) { return c.basis[static_cast<std::size_t>(site)].name; }

} // namespace

bool keeps_lengths(const Matrix& cell, const Operation& o) {
  const Matrix metric = product(cell, transposed(cell)), w = of_integers(o.rotation);
  const Matrix turned = product(transposed(w), product(metric, w));
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      if (!(std::abs(turned[a][b] - metric[a][b]) <= near_metric * std::sqrt(metric[a][a] * metric[b][b]))) {
        return false;
      }
    }
  }
  return true;
}

Direction each_once(const Pair& p) {
  const bool turned =
      p.from > p.to || (p.from == p.to && std::tuple(p.offset[2], p.offset[1], p.offset[0]) < std::tuple(0, 0, 0));
  return {turned ? Pair{p.to, p.from, {-p.offset[0], -p.offset[1], -p.offset[2]}, p.distance} : p, turned};
}

Symmetry::Symmetry(const Crystal& c, const std::vector<int>& kinds, const std::vector<Operation>& generators)
    : crystal_(c) {
  for (const Operation& g : generators) {
    check(g, kinds);
  }
  operations_ = generated(generators);
  if (operations_.empty()) {
    throw std::invalid_argument(fmt::format("the operations make a group of more than {}", most_operations));
  }
  for (const Operation& o : operations_) {
    check(o, kinds); // products, too, whose roundings have added up
    rotations_.push_back(cartesian(o));
    for (int site = 0; site < static_cast<int>(c.basis.size()); ++site) {
      images_.push_back(find(o, site).value_or(SiteImage{})); // there is one: check()
    }
  }
}

void Symmetry::check(const Operation& o, const std::vector<int>& kinds) const {
  if (!keeps_lengths(crystal_.cell, o)) {
    throw std::invalid_argument(fmt::format("{} does not keep the lengths and angles of the cell", operation_text(o)));
  }
  for (int site = 0; site < static_cast<int>(crystal_.basis.size()); ++site) {
    const auto to = find(o, site);
    if (!to) {
      const Vector r = o(crystal_.basis[static_cast<std::size_t>(site)].position);
      throw std::invalid_argument(fmt::format("{} takes site {} to ({:.5g}, {:.5g}, {:.5g}), where there is none",
                                              operation_text(o), site_name(crystal_, site), r[0], r[1], r[2]));
    }
    if (kinds[static_cast<std::size_t>(site)] != kinds[static_cast<std::size_t>(to->first)]) {
      throw std::invalid_argument(fmt::format("{} takes site {} to site {}, which has other ions", operation_text(o),
                                              site_name(crystal_, site), site_name(crystal_, to->first)));
    }
  }
}

std::optional<SiteImage> Symmetry::find(const Operation& o, int site) const {
  const Vector r = o(crystal_.basis[static_cast<std::size_t>(site)].position);
  for (std::size_t b = 0; b < crystal_.basis.size(); ++b) {
    std::array<int, 3> cell{0, 0, 0};
    bool here = true;
    for (std::size_t a = 0; a < 3; ++a) {
      const double apart = r[a] - crystal_.basis[b].position[a], cells = std::round(apart);
      here = here && std::abs(apart - cells) < near_site;
      cell[a] = here ? static_cast<int>(cells) : 0;
    }
    if (here) {
      return std::pair(static_cast<int>(b), cell);
    }
  }
  return {};
}

/// det(R) R: proper rotations of axial vectors. An exact one near that of the cell, which roundings may have left a little skew.
Matrix Symmetry::cartesian(const Operation& o) const {
  const Matrix columns = transposed(crystal_.cell);
  const Matrix back = transposed(inverse_transposed(columns));
  Matrix r = product(columns, product(of_integers(o.rotation), back));
  for (int step = 0; step < 8; ++step) { // towards the nearest orthogonal matrix
    const Matrix other = inverse_transposed(r);
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b) {
        r[a][b] = (r[a][b] + other[a][b]) / 2;
      }
    }
  }
  const double sign = determinant(r) < 0 ? -1 : 1;
  for (Vector& row : r) {
    for (double& x : row) {
      x = tidy(sign * x);
    }
  }
  return r;
}

Direction Symmetry::image(std::size_t operation, const Pair& p) const {
  const auto [from, from_cell] = image(operation, p.from);
  const auto [to, to_cell] = image(operation, p.to);
  const auto& w = operations_[operation].rotation;
  Pair moved{from, to, {0, 0, 0}, p.distance};
  for (std::size_t a = 0; a < 3; ++a) {
    moved.offset[a] = to_cell[a] - from_cell[a] + w[a][0] * p.offset[0] + w[a][1] * p.offset[1] + w[a][2] * p.offset[2];
  }
  return each_once(moved);
}

std::vector<OrbitBond> Symmetry::orbit(const Pair& p) const {
  std::map<std::tuple<int, int, std::array<int, 3>>, OrbitBond> all;
  for (std::size_t k = 0; k < operations_.size(); ++k) {
    const Direction to = image(k, p);
    all.try_emplace({to.pair.from, to.pair.to, to.pair.offset}, OrbitBond{to.pair, to.turned, k});
  }
  std::vector<OrbitBond> bonds;
  for (const auto& [key, bond] : all) {
    bonds.push_back(bond);
  }
  return bonds;
}

std::vector<int> Symmetry::site_orbits() const {
  std::vector<int> orbit(crystal_.basis.size(), -1);
  int next = 0;
  for (std::size_t site = 0; site < orbit.size(); ++site) {
    if (orbit[site] < 0) {
      for (std::size_t k = 0; k < operations_.size(); ++k) {
        orbit[static_cast<std::size_t>(image(k, static_cast<int>(site)).first)] = next;
      }
      ++next;
    }
  }
  return orbit;
}

std::vector<std::pair<std::size_t, bool>> Symmetry::keeping(const Pair& p) const {
  const Direction own = each_once(p);
  std::vector<std::pair<std::size_t, bool>> all;
  for (std::size_t k = 0; k < operations_.size(); ++k) {
    const Direction to = image(k, p);
    if (to.pair.from == own.pair.from && to.pair.to == own.pair.to && to.pair.offset == own.pair.offset) {
      all.emplace_back(k, to.turned != own.turned);
    }
  }
  return all;
}

Matrix Symmetry::carried(std::size_t operation, const Matrix& m) const {
  const Matrix& r = rotations_[operation];
  return product(r, product(m, transposed(r)));
}

} // namespace neel::crystal
