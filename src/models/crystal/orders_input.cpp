// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/crystal/orders_input.hpp"

#include <Eigen/Dense>

#include <cmath>
#include <numbers>

namespace neel::models {

using crystal::Crystal;
using crystal::Vector;

namespace {

bool flag(input::Reader& in, const input::Key& key) {
  const bool on = in.flag(key, false);
  if (!on) {
    in.resolve(key.path, ""); // inputs say nothing of what they do not ask for
  }
  return on;
}

/// Axes that are not flat.
std::vector<std::size_t> long_axes(const Crystal& c) {
  std::vector<std::size_t> axes;
  for (std::size_t a = 0; a < 3; ++a) {
    if (!crystal::is_flat(c, a)) {
      axes.push_back(a);
    }
  }
  return axes;
}
bool periodic_somewhere(const Crystal& c) { return c.cells.periodic[0] || c.cells.periodic[1] || c.cells.periodic[2]; }

/// An axis has waves.
bool has_waves(const Crystal& c, std::size_t axis) { return c.cells.periodic[axis] && c.cells.size[axis] > 1; }

/// Products of the cell's vectors along the long axes.
Eigen::MatrixXd gram(const Crystal& c) {
  const std::vector<std::size_t> axes = long_axes(c);
  const auto n = static_cast<Eigen::Index>(axes.size());
  Eigen::MatrixXd g(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      const Vector &a = c.cell[axes[static_cast<std::size_t>(i)]], &b = c.cell[axes[static_cast<std::size_t>(j)]];
      g(i, j) = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }
  }
  return g;
}

bool exchange_alone(const std::vector<CrystalBond>& bonds) {
  for (const CrystalBond& b : bonds) {
    for (const auto& row : b.by_ions) {
      for (const PairCoupling& p : row) {
        if (!p.isotropic()) {
          return false;
        }
      }
    }
  }
  return true;
}

void set_stiffness(input::Reader& in, CrystalPlan& plan) {
  const Crystal& c = plan.in.crystal;
  MeasuredStiffness& s = plan.measured.stiffness;
  if (!exchange_alone(plan.bonds)) {
    in.error("measure.stiffness", "is that of exchange J: with DM vectors, matrices or biquadratic couplings, turning "
                                  "all spins together changes the energy, and a twist has no one meaning");
    return;
  }
  if (!periodic_somewhere(c)) {
    in.error("measure.stiffness", "needs a periodic axis: along open ones, every twist can be undone");
    return;
  }
  for (std::size_t e = 0; e < 3; ++e) { // x, y and z that a periodic axis leads along
    for (std::size_t a = 0; a < 3; ++a) {
      if (c.cells.periodic[a] && std::abs(c.cell[a][e]) > 1e-9) {
        s.axes.push_back(e);
        break;
      }
    }
  }
  s.volume = std::sqrt(gram(c).determinant()) * static_cast<double>(c.cells.sites()) / c.cells.basis;
}

/// The mode one step (1, or -1) of the lattice along an axis away from another.
measure::Mode shifted(measure::Mode m, const Crystal& c, std::size_t axis, int step) {
  const double turn = 2 * std::numbers::pi * step / c.cells.size[axis];
  m.phase[axis] += turn;
  for (std::size_t b = 0; b < c.basis.size(); ++b) {
    m.weight[b] *= std::polar(1.0, -turn * c.basis[b].position[axis]);
  }
  return m;
}

/// Spins at q and at -q are the same mode.
bool turns(const Vector& q) {
  return std::any_of(q.begin(), q.end(), [](double x) { return std::abs(2 * x - std::round(2 * x)) > 1e-9; });
}

void set_lengths(input::Reader& in, CrystalPlan& plan, const CrystalOrder& order) {
  const Crystal& c = plan.in.crystal;
  CrystalMeasured& what = plan.measured;
  if (!has_waves(c, 0) && !has_waves(c, 1) && !has_waves(c, 2)) {
    in.error("measure.correlation_length", "needs a periodic axis of more than one cell, along which there are waves");
    return;
  }
  measure::Mode at{{0, 0, 0}, std::vector<std::complex<double>>(c.basis.size(), 1.0)};
  if (what.ordered) {
    at = what.modes.front().mode;
  }
  what.steps = {at};
  const Eigen::MatrixXd dual = gram(c).inverse();
  const std::vector<std::size_t> axes = long_axes(c);
  for (std::size_t k = 0; k < axes.size(); ++k) {
    const std::size_t a = axes[k];
    if (!has_waves(c, a)) {
      continue;
    }
    const auto i = static_cast<Eigen::Index>(k);
    MeasuredLength l{a, c.cells.size[a], 1 / std::sqrt(dual(i, i)), {}};
    for (const int step : what.ordered&& turns(order.q) ? std::vector<int>{1, -1} : std::vector<int>{1}) {
      l.modes.push_back(what.steps.size());
      what.steps.push_back(shifted(at, c, a, step));
    }
    what.lengths.push_back(l);
  }
}

/// The smallest waves along the longest periodic axes, which have as many planes of cells, as far apart.
void set_overlap_modes(CrystalPlan& plan) {
  const Crystal& c = plan.in.crystal;
  CrystalMeasured& what = plan.measured;
  const measure::Mode all{{0, 0, 0}, std::vector<std::complex<double>>(c.basis.size(), 1.0)};
  what.overlap_modes = {all};
  const Eigen::MatrixXd dual = gram(c).inverse();
  const std::vector<std::size_t> axes = long_axes(c);
  double longest = 0;
  for (std::size_t k = 0; k < axes.size() && plan.in.kind != "graph"; ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    const int planes = c.cells.size[axes[k]];
    const double spacing = 1 / std::sqrt(dual(i, i)), length = planes * spacing;
    if (!has_waves(c, axes[k]) || length < (1 - 1e-9) * longest) {
      continue;
    }
    if (length > (1 + 1e-9) * longest || planes != what.overlap_planes) {
      what.overlap_modes = {all};
      longest = length;
    }
    what.overlap_planes = planes;
    what.overlap_spacing = spacing;
    what.overlap_modes.push_back(shifted(all, c, axes[k], 1));
  }
}

void set_skyrmions(input::Reader& in, CrystalPlan& plan) {
  const crystal::Cells& cells = plan.in.crystal.cells;
  if (!has_waves(plan.in.crystal, 0) || !has_waves(plan.in.crystal, 1)) {
    in.error("measure.skyrmions",
             "needs layers that are closed: periodic along the first two axes, of several cells each");
  } else if (plan.diluted()) {
    in.error("measure.skyrmions", "needs layers without gaps, and some sites can have no spin");
  } else {
    plan.measured.layers = static_cast<double>(cells.basis) * cells.size[2];
  }
}

template <class Visit>
void for_each_cell(const crystal::Cells& cells, std::pair<int, int> planes, const Visit& visit) {
  for (int z = planes.first; z < planes.second; ++z) {
    for (int y = 0; y < cells.size[1]; ++y) {
      for (int x = 0; x < cells.size[0]; ++x) {
        visit(x, y, z);
      }
    }
  }
}

measure::HelicityBonds twist_list(const CrystalPlan& plan, std::pair<int, int> planes, const std::vector<int>& entry,
                                  int vacuum) {
  const crystal::Cells& cells = plan.in.crystal.cells;
  measure::HelicityBonds t;
  t.cells = cells.size[0] * cells.size[1] * (planes.second - planes.first);
  t.ions = static_cast<int>(plan.ions.size());
  t.ion = {0};
  for (const SpinGroup& g : plan.measured.groups) {
    t.ion.push_back(static_cast<std::uint8_t>(g.ion));
  }
  for (const CrystalBond& b : plan.bonds) {
    const Vector r = plan.in.crystal.between(b.pair.from, b.pair.to, b.pair.offset);
    t.step.push_back({static_cast<float>(r[0]), static_cast<float>(r[1]), static_cast<float>(r[2])});
    for (const auto& row : b.by_ions) {
      for (const PairCoupling& p : row) {
        t.coupling.push_back(static_cast<float>(plan.sign * p.exchange()));
      }
    }
    for_each_cell(cells, planes, [&](int x, int y, int z) {
      const int at[] = {crystal::wrapped(x + b.pair.offset[0], cells.size[0], cells.periodic[0]),
                        crystal::wrapped(y + b.pair.offset[1], cells.size[1], cells.periodic[1]),
                        crystal::wrapped(z + b.pair.offset[2], cells.size[2], cells.periodic[2])};
      const bool there = at[0] >= 0 && at[1] >= 0 && at[2] >= 0;
      t.from.push_back(entry[static_cast<std::size_t>(cells.number(b.pair.from, x, y, z))]);
      t.to.push_back(there ? entry[static_cast<std::size_t>(cells.number(b.pair.to, at[0], at[1], at[2]))] : vacuum);
    });
  }
  return t;
}

/// Each parallelogram of a layer is cut along its shorter diagonal.
std::vector<int> triangle_list(const Crystal& c, std::pair<int, int> planes, const std::vector<int>& entry) {
  const crystal::Cells& cells = c.cells;
  const Vector &a = c.cell[0], &b = c.cell[1];
  const bool blunt = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] < -1e-9; // then a + b is the shorter one
  std::vector<int> corners;
  for_each_cell(cells, planes, [&](int x, int y, int z) {
    for (int basis = 0; basis < cells.basis; ++basis) {
      const auto at = [&](int i, int j) {
        return entry[static_cast<std::size_t>(
            cells.number(basis, (x + i) % cells.size[0], (y + j) % cells.size[1], z))];
      };
      const int here = at(0, 0), right = at(1, 0), up = at(0, 1), far = at(1, 1);
      for (const int corner : {here, right, blunt ? far : up, blunt ? here : right, far, up}) {
        corners.push_back(corner);
      }
    }
  });
  return corners;
}

} // namespace

OrderKeys read_order_keys(input::Reader& in, int components) {
  OrderKeys keys;
  if (components > 1) {
    keys.stiffness = flag(in, {"measure.stiffness", "true measures the helicity modulus (spin stiffness)"});
  }
  keys.length = flag(in, {"measure.correlation_length", "true measures the second-moment correlation length xi "
                                                        "of the order parameter, and xi over L"});
  if (components == 3) {
    keys.skyrmions = flag(in, {"measure.skyrmions", "true measures the topological charge of layers"});
  }
  return keys;
}

void set_orders(input::Reader& in, CrystalPlan& plan, const CrystalOrder& order, const OrderKeys& keys) {
  if (keys.stiffness && plan.samples) {
    in.error("measure.stiffness", "is known for the bonds of [[couplings.bonds]] alone, not for drawn or given ones");
  } else if (keys.stiffness && (plan.dipoles || !plan.four_spin.empty())) {
    in.error("measure.stiffness",
             "is that of bonds; leave it or " + std::string(plan.dipoles ? "[dipoles]" : four_spin_key) + " out");
  } else if (keys.stiffness) {
    set_stiffness(in, plan);
  }
  if (keys.length) {
    set_lengths(in, plan, order);
  }
  if (keys.skyrmions) {
    set_skyrmions(in, plan);
  }
  if (plan.measured.replicas > 1) {
    set_overlap_modes(plan);
    if (keys.length) {
      in.error("measure.correlation_length",
               "the correlation length of replicas is that of their overlaps, which is measured; leave it out");
    }
  }
}

simulation::OrderLists order_lists(const CrystalPlan& plan, const crystal::Tables& tables, std::pair<int, int> planes) {
  simulation::OrderLists lists;
  const bool twist = !plan.measured.stiffness.axes.empty(), layers = plan.measured.layers > 0;
  if (twist || layers) {
    std::vector<int> entry(static_cast<std::size_t>(plan.in.crystal.cells.sites()));
    for (std::size_t e = 0; e < tables.number.size(); ++e) {
      if (tables.number[e] != crystal::Tables::no_site) {
        entry[tables.number[e]] = static_cast<int>(e);
      }
    }
    if (twist) {
      lists.twist = twist_list(plan, planes, entry, tables.vacuum());
    }
    if (layers) {
      lists.triangles = triangle_list(plan.in.crystal, planes, entry);
    }
  }
  return lists;
}

} // namespace neel::models
