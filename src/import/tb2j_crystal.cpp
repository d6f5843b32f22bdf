// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "import/tb2j_crystal.hpp"

#include "import/cell.hpp"
#include "import/elements.hpp"
#include "import/names.hpp"

#include <Eigen/Eigenvalues>

#include <cmath>

namespace neel::imports {

int Tb2jCrystal::site_of(Tb2jAtom& a) {
  if (a.site < 0) {
    a.site = static_cast<int>(ions.size());
    ions.push_back({element_of(a.name).empty() ? plain_name(a.name) : element_of(a.name), a.moment, 0, 0, a.from, ""});
    in.sites.push_back({"", a.position, 0, {}, a.name + ", " + a.from, {}});
  }
  return a.site;
}

Imported Tb2jCrystal::finish(const std::string& path, bool average) {
  in.bonds = couplings.bonds(Directions::both, average, in.notes);
  in.source = file_name(path) + " of TB2J, " + path;
  in.files = {path};
  in.unit = "meV";
  in.factor = -2;
  in.moments = true;
  in.convention = {
      "TB2J has E = - sum over i of S.K S - sum over i and j, each bond in both directions, of J S.S' + S.J_ani S' "
      "+ D.(S x S'): couplings.factor = -2 makes each bond count once."};
  for (const Tb2jAtom& a : atoms) {
    if (a.tensor && a.site >= 0) {
      set_anisotropy(a, *a.tensor);
    }
  }
  share_ions(in, ions);
  return std::move(in);
}

/// K of a tensor that has one axis, whose trace is a constant; else A.
void Tb2jCrystal::set_anisotropy(const Tb2jAtom& a, const Matrix& whole) {
  constexpr double equal = 1e-3; // of the largest difference
  Eigen::Matrix3d k;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const auto x = static_cast<std::size_t>(i), y = static_cast<std::size_t>(j);
      k(i, j) = (whole[x][y] + whole[y][x]) / 2;
    }
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solved(k);
  const Eigen::Vector3d& values = solved.eigenvalues(); // in rising order
  const double spread = values[2] - values[0];
  if (!(spread > 1e-9)) {
    return;
  }
  const bool easy = values[1] - values[0] <= equal * spread, hard = values[2] - values[1] <= equal * spread;
  const auto site = static_cast<std::size_t>(a.site);
  ions[site].anisotropy_from = file_name(in.files.front());
  if (!easy && !hard) {
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        ions[site].tensor[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = k(i, j) == 0 ? 0 : -k(i, j);
      }
    }
    return;
  }
  const Eigen::Vector3d n = solved.eigenvectors().col(easy ? 2 : 0);
  const double sign = n[2] < -1e-9 || (std::abs(n[2]) <= 1e-9 && n[0] + n[1] < 0) ? -1 : 1;
  in.sites[site].axis = rounded({sign * n[0], sign * n[1], sign * n[2]});
  ions[site].anisotropy = (easy ? spread : -spread);
}

} // namespace neel::imports
