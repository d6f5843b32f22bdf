// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/crystal/expected_order.hpp"

#include "models/crystal/crystal_model.hpp"
#include "models/models.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace neel::models {

namespace {

using Offset = std::array<int, 3>;

bool couples(const CrystalBond& b) {
  return std::any_of(b.by_ions.begin(), b.by_ions.end(), [](const auto& row) {
    return std::any_of(row.begin(), row.end(), [](const PairCoupling& c) { return c != PairCoupling{}; });
  });
}

/// A walk along bonds that ends in another cell, on the basis site that it began on, is a vector of the lattice. How
/// many directions they span.
int dimension_of(const std::vector<CrystalBond>& all, std::size_t basis) {
  std::vector<CrystalBond> bonds;
  std::copy_if(all.begin(), all.end(), std::back_inserter(bonds), couples);
  std::vector<std::optional<Offset>> cell(basis); // in which a walk from the first site of its piece meets a basis site
  for (std::size_t first = 0; first < basis; ++first) {
    if (cell[first]) {
      continue;
    }
    cell[first] = Offset{};
    for (bool more = true; more;) {
      more = false;
      for (const CrystalBond& b : bonds) {
        auto &from = cell[static_cast<std::size_t>(b.pair.from)], &to = cell[static_cast<std::size_t>(b.pair.to)];
        if (from.has_value() != to.has_value()) {
          more = true;
          Offset there{};
          for (std::size_t a = 0; a < 3; ++a) {
            there[a] = from ? (*from)[a] + b.pair.offset[a] : (*to)[a] - b.pair.offset[a];
          }
          (from ? to : from) = there;
        }
      }
    }
  }
  Eigen::MatrixXd walks = Eigen::MatrixXd::Zero(3, std::max<Eigen::Index>(1, static_cast<Eigen::Index>(bonds.size())));
  for (std::size_t k = 0; k < bonds.size(); ++k) {
    const crystal::Pair& p = bonds[k].pair;
    for (std::size_t a = 0; a < 3; ++a) {
      walks(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(k)) =
          (*cell[static_cast<std::size_t>(p.from)])[a] + p.offset[a] - (*cell[static_cast<std::size_t>(p.to)])[a];
    }
  }
  return static_cast<int>(Eigen::FullPivLU<Eigen::MatrixXd>(walks).rank());
}

/// Exchange, and what else depends on S.S' alone.
bool scalar_products(const std::vector<CrystalBond>& bonds) {
  return std::all_of(bonds.begin(), bonds.end(), [](const CrystalBond& b) {
    return std::all_of(b.by_ions.begin(), b.by_ions.end(), [](const auto& row) {
      return std::all_of(row.begin(), row.end(),
                         [](const PairCoupling& c) { return PairCoupling{c.matrix, 0}.isotropic(); });
    });
  });
}

bool all_zero(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return v == 0; });
}

} // namespace

ExpectedOrder expected_order(input::Reader in) {
  ExpectedOrder e;
  CrystalRun c;
  input::read_model(in, models_on_crystals, c.run);
  e.model = c.run.model;
  e.unit = c.run.unit;
  e.components = e.model == "ising" ? 1 : e.model == "xy" ? 2 : 3;
  is_crystal(in, e.components);
  const Material material = read_material(in, c.run, CouplingsIn::bonds, e.components);
  input::ModelTraits traits{{}};
  set_traits_of_crystal(in, traits);
  traits.field = traits.energy = traits.structure = true;
  traits.updates = moves();
  input::read_run(in, traits, c.run);
  c.plan.measured.components = e.components;
  read_crystal_run(in, c, material, e.components == 3 ? 1 : -1, 0);
  in.finish();
  const CrystalPlan& plan = c.plan;
  e.unit = c.run.unit;
  e.text = describe(c.order, plan.in.crystal);
  e.size = plan.in.crystal.cells.size;
  e.basis = plan.in.crystal.cells.basis;
  e.dimension = dimension_of(plan.bonds, plan.in.crystal.basis.size());
  const bool free = e.components > 1 && scalar_products(plan.bonds) && !material.sixth_order();
  e.rotations = free && all_zero(material.anisotropy) && all_zero(material.cubic);
  e.easy_plane = free && e.components == 3 && !e.rotations && all_zero(material.cubic) &&
                 std::all_of(material.anisotropy.begin(), material.anisotropy.end(), [](double k) { return k <= 0; });
  e.disordered = plan.in.disordered();
  e.temperature = c.order.temperature;
  e.q = c.order.q;
  e.degenerate = c.order.degenerate;
  return e;
}

} // namespace neel::models
