// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/crystal/crystal_setup.hpp"

namespace neel::models {

bool CrystalPlan::diluted() const {
  for (const std::vector<double>& f : in.fractions) {
    for (std::size_t ion = 0; ion < f.size(); ++ion) {
      if (f[ion] > 0 && !carries(ion)) {
        return true;
      }
    }
  }
  return false;
}

void count_spins(CrystalPlan& plan) {
  CrystalMeasured& m = plan.measured;
  m.groups.clear();
  m.spins = 0;
  const std::int64_t cells = plan.in.crystal.cells.sites() / plan.in.crystal.cells.basis;
  for (std::size_t b = 0; b < plan.in.fractions.size(); ++b) {
    const std::vector<std::int64_t> counts = ion_counts(plan.in.fractions[b], cells);
    for (std::size_t ion = 0; ion < counts.size(); ++ion) {
      if (counts[ion] > 0 && plan.carries(ion)) {
        m.groups.push_back({b, ion, plan.moment[ion]});
        m.spins += counts[ion];
      }
    }
  }
}

int crystal_slabs(const CrystalPlan& plan) {
  if (plan.samples) {
    return 1;
  }
  const crystal::Cells& cells = plan.in.crystal.cells;
  const std::vector<crystal::Bond> bonds = bond_classes(plan.in, plan.all_bonds(), plan.ions.size()).bonds;
  return crystal::find_pattern(cells, bonds) ? cells.size[2] / crystal::reach(bonds) : 1;
}

} // namespace neel::models
