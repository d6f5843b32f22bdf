// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/crystal/crystal_clusters.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace neel::models {

namespace {

/// Sites with a sign relative to another site of their set (weighted union-find).
class Signs {
public:
  explicit Signs(std::int64_t sites) : parent_(static_cast<std::size_t>(sites)), sign_(parent_.size(), 1) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }

  /// Asks for signs of a and b that have this product; false where they have the other one.
  bool require(std::int64_t a, std::int64_t b, int product) {
    const std::size_t x = root(static_cast<std::size_t>(a)), y = root(static_cast<std::size_t>(b));
    const int now = sign_[static_cast<std::size_t>(a)] * sign_[static_cast<std::size_t>(b)];
    if (x == y) {
      return now == product || (a == b && product == 1);
    }
    parent_[x] = y;
    sign_[x] = static_cast<std::int8_t>(now * product);
    return true;
  }

private:
  /// The root of a site's set, to which the site is attached, with its sign.
  std::size_t root(std::size_t site) {
    std::size_t top = site;
    int sign = 1;
    while (parent_[top] != top) {
      sign *= sign_[top];
      top = parent_[top];
    }
    while (parent_[site] != site) {
      const std::size_t next = parent_[site];
      const int rest = sign * sign_[site];
      parent_[site] = top;
      sign_[site] = static_cast<std::int8_t>(sign);
      sign = rest;
      site = next;
    }
    return top;
  }

  std::vector<std::size_t> parent_;
  std::vector<std::int8_t> sign_;
};

int sign_of(double j) { return j > 0 ? 1 : (j < 0 ? -1 : 0); }

bool samples_are_unfrustrated(const CrystalPlan& plan, double ferromagnetic) {
  const BondSamples& samples = *plan.samples;
  for (int sample = 0; sample < (samples.alike() ? 1 : plan.chains); ++sample) {
    Signs signs(plan.in.crystal.cells.sites());
    const std::vector<double> j = samples.of(sample);
    for (std::size_t k = 0; k < j.size(); ++k) {
      const int sign = sign_of(ferromagnetic * j[k]);
      if (sign != 0 && !signs.require(samples.pairs()[k].a, samples.pairs()[k].b, sign)) {
        return false;
      }
    }
  }
  return true;
}

/// The same crystal, smaller where signs repeat from cell to cell: lengths that agree modulo 12 have the same loops.
crystal::Cells smaller(crystal::Cells cells) {
  constexpr int step = 12;
  for (int& length : cells.size) {
    length = length <= 2 * step ? length : step + length % step;
  }
  return cells;
}

} // namespace

bool is_unfrustrated(const CrystalPlan& plan, const input::RunInput& run) {
  const double ferromagnetic = -plan.sign;
  if (plan.samples) {
    return samples_are_unfrustrated(plan, ferromagnetic);
  }
  const bool drawn = plan.in.disordered() || !plan.in.placed.empty();
  const crystal::Cells cells = drawn ? plan.in.crystal.cells : smaller(plan.in.crystal.cells);
  std::vector<crystal::Bond> bonds = plan.bare_bonds();
  for (std::size_t k = 0; k < bonds.size(); ++k) {
    bonds[k].kind = static_cast<int>(k);
  }
  const std::vector<crystal::SitePair> pairs = crystal::all_bonds(cells, bonds);
  std::vector<std::uint8_t> of_basis; // without disorder
  for (const std::vector<double>& f : plan.in.fractions) {
    of_basis.push_back(static_cast<std::uint8_t>(std::max_element(f.begin(), f.end()) - f.begin()));
  }
  for (int chain = 0; chain < (drawn ? plan.chains : 1); ++chain) {
    const std::vector<std::uint8_t> placed =
        drawn ? place_ions(plan.in, {plan.disorder_seed, run.first_system}, static_cast<std::uint32_t>(chain))
              : std::vector<std::uint8_t>{};
    const auto ion = [&](std::int64_t site) {
      return std::size_t{drawn ? placed[static_cast<std::size_t>(site)]
                               : of_basis[static_cast<std::size_t>(site % cells.basis)]};
    };
    Signs signs(cells.sites());
    for (const crystal::SitePair& p : pairs) {
      const std::size_t a = ion(p.a), b = ion(p.b);
      const double j = plan.bonds[static_cast<std::size_t>(p.kind)].by_ions[a][b].exchange();
      const int sign = plan.carries(a) && plan.carries(b) ? sign_of(ferromagnetic * j) : 0;
      if (sign != 0 && !signs.require(p.a, p.b, sign)) {
        return false;
      }
    }
  }
  return true;
}

Clusters read_crystal_clusters(input::Reader& in, const input::RunInput& run, const CrystalPlan& plan,
                               const Material& m, int held, Observables& all) {
  const std::string key = "algorithm.update";
  ClusterSpins spins;
  spins.components = plan.measured.components;
  spins.sites = plan.in.crystal.cells.sites();
  spins.spins = plan.measured.spins;
  spins.systems = plan.systems;
  spins.held = held;
  for (const double moment : plan.moment) {
    spins.largest_moment = std::max(spins.largest_moment, std::abs(moment));
  }
  spins.field_axis = plan.measured.field_axis;
  const auto some = [](const std::vector<double>& of) {
    return std::any_of(of.begin(), of.end(), [](double x) { return x != 0; });
  };
  bool one_axis = true;
  if (spins.components == 3 && some(m.anisotropy)) {
    crystal::Vector axis = m.anisotropy_axis;
    if (!plan.in.axis.empty()) {
      axis = plan.in.axis.front().value_or(axis);
    }
    for (const std::optional<crystal::Vector>& own : plan.in.axis) {
      one_axis = one_axis && own == plan.in.axis.front();
    }
    const double length = std::sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    for (double& x : axis) {
      x /= length;
    }
    spins.easy_axis = axis;
  }
  const Clusters c = read_clusters(in, run, spins, all);
  if (!c || in.errors() > 0) {
    return c;
  }
  const auto is_exchange = [](const CrystalBond& b) {
    return std::all_of(b.by_ions.begin(), b.by_ions.end(), [](const auto& row) {
      return std::all_of(row.begin(), row.end(),
                         [](const PairCoupling& p) { return p.isotropic() && p.biquadratic == 0; });
    });
  };
  if (!std::all_of(plan.bonds.begin(), plan.bonds.end(), is_exchange)) {
    in.error(key, "cluster moves are for exchange alone, not for DM vectors, matrices or biquadratic couplings");
  } else if (spins.components == 3 && some(m.cubic)) {
    in.error(key, "cluster moves are not for a cubic anisotropy, which no reflection in any plane leaves as it is");
  } else if (spins.components == 3 && m.sixth_order()) {
    in.error(key, "cluster moves are not for anisotropy_4, anisotropy_6, tensor and stevens; leave these or cluster "
                  "moves out");
  } else if (!one_axis) {
    in.error(key, "cluster moves are for one axis of anisotropy, the same for all sites");
  } else if (!is_unfrustrated(plan, run)) {
    in.error(key,
             "the bonds are frustrated: no configuration satisfies all of them, and clusters would be nearly the whole "
             "lattice; leave cluster moves out");
  }
  return c;
}

} // namespace neel::models
