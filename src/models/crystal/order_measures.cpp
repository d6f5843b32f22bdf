// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Order parameters of crystals beyond the magnetisation: modes, correlation lengths, helicity modulus, topological charge.

#include "models/crystal/crystal_measures.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <numeric>

namespace neel::models {

void CrystalMoments::declare_modes(const std::string& per_energy) {
  for (const NamedMode& m : what_.modes) {
    const Mode mode{moment(m.name + "_magnitude", "|" + m.name + "|, " + m.long_name),
                    moment(m.name + "_squared", "|" + m.name + "|^2"),
                    moment(m.name + "_fourth", "|" + m.name + "|^4")};
    mean(mode.magnitude, mode.square);
    mean(mode.square, mode.fourth);
    susceptibility(m.name + "_susceptibility", "susceptibility N/T (<|" + m.name + "|^2> - <|" + m.name + "|>^2)",
                   per_energy, {mode.square, mode.magnitude});
    binder_ratio(m.name + "_binder", "Binder ratio <|" + m.name + "|^4>/<|" + m.name + "|^2>^2", mode.square,
                 mode.fourth);
    modes_.push_back(mode);
  }
}

void CrystalMoments::declare_lengths() {
  if (what_.lengths.empty()) {
    return;
  }
  order_structure_ = measured("structure_0", "|M(q)|^2 at the order's q, unit spins");
  for (const MeasuredLength& l : what_.lengths) {
    const Handle here = measured(fmt::format("structure_{}", l.axis + 1),
                                 fmt::format("|M(q)|^2 one step away from the order's q, along axis {}", l.axis + 1));
    structure_ = &l == &what_.lengths.front() ? here : structure_;
  }
  std::vector<std::size_t> all;
  bool alike = true;
  for (std::size_t k = 0; k < what_.lengths.size(); ++k) {
    const MeasuredLength& l = what_.lengths[k];
    alike = alike && l.cells == what_.lengths[0].cells && std::abs(l.spacing / what_.lengths[0].spacing - 1) < 1e-9;
    all.push_back(k);
    if (what_.lengths.size() > 1) {
      add_length(fmt::format("_{}", l.axis + 1), fmt::format("along axis {}", l.axis + 1), {k});
    }
  }
  if (alike) {
    add_length("", all.size() > 1 ? "of the axes together, which are equally long" : "along the axis", all);
  }
}

/// xi = a / (2 sin(pi/L)) sqrt(S(q) / S(q + step) - 1), a the distance of planes of cells, and xi / (L a).
void CrystalMoments::add_length(const std::string& suffix, const std::string& where,
                                const std::vector<std::size_t>& of) {
  const MeasuredLength& l = what_.lengths[of.front()];
  const double step = 2 * std::sin(std::numbers::pi / l.cells);
  const auto root = [first = structure_, zero = order_structure_, of](std::span<const double> mean) {
    double near = 0;
    for (const std::size_t k : of) {
      near += mean[first + k] / static_cast<double>(of.size());
    }
    return std::sqrt(mean[zero] / near - 1);
  };
  add("correlation_length" + suffix, "second-moment correlation length " + where, "length",
      [=, scale = l.spacing / step](std::span<const double> mean, double) { return scale * root(mean); });
  add("correlation_length_over_L" + suffix, "it over the length of the crystal", "1",
      [=, scale = 1 / (step * l.cells)](std::span<const double> mean, double) { return scale * root(mean); });
}

void CrystalMoments::declare_stiffness(const std::string& unit) {
  const MeasuredStiffness& s = what_.stiffness;
  for (const std::size_t e : s.axes) {
    const char axis = "xyz"[e];
    const Handle curvature =
        moment(fmt::format("twist_curvature_{}", axis), "second derivative of the energy by a twist, per volume",
               unit + " length^2/volume");
    const Handle square = moment(fmt::format("twist_slope_squared_{}", axis), "square of the first, per volume",
                                 "(" + unit + ")^2 length^2/volume");
    stiffness_ = e == s.axes.front() ? curvature : stiffness_;
    add(fmt::format("stiffness_{}", axis),
        what_.components == 2
            ? fmt::format("helicity modulus along {}, per volume", axis)
            : fmt::format("spin stiffness along {}, per volume, mean over three axes of rotation", axis),
        unit + " length^2/volume",
        [=](std::span<const double> mean, double t) { return mean[curvature] - mean[square] / t; });
  }
}

void CrystalMoments::declare_skyrmions() {
  if (what_.layers > 0) {
    charge_ = moment("skyrmion_charge", "topological charge of a layer, mean over layers");
    const Handle square = moment("skyrmion_charge_squared", "squared topological charge of a layer, mean over layers");
    mean(charge_, square);
    mean(square);
  }
}

/// Turning all spins together by an angle a about an axis changes the free energy by -a times the torque along it: so that along e_phi
/// is -dF/dtheta, and that along z is -dF/dphi.
void CrystalMoments::declare_torque(const std::string& unit) {
  torque_ = vector("torque", "torque -1/N sum S x dE/dS, per radian", unit);
  measured("torque_theta", "torque along z x n, -dF/dtheta, per radian", unit);
}

void CrystalMoments::declare_overlaps() {
  overlaps_ = OverlapMoments(*this, static_cast<int>(pairs()), what_.components == 1, what_.overlap_modes.size() > 1,
                             "the longest periodic axes");
  if (what_.overlap_modes.size() > 1) {
    overlaps_.add_length(*this, what_.overlap_planes, what_.overlap_spacing, "length");
  }
}

void CrystalMoments::measure_modes(const CrystalSums& sums, Raw raw) const {
  const double per_square = 1 / (sites() * sites());
  const std::size_t named = modes_.size();
  for (std::size_t m = 0; m < named; ++m) {
    raw[modes_[m].square] = sums.modes[m] * per_square;
    if (m == 0 && !what_.arms.empty()) {
      const auto first = sums.modes.begin() + static_cast<std::ptrdiff_t>(named + what_.steps.size());
      raw[modes_[m].square] = what_.arm_sites * std::accumulate(first, sums.modes.end(), sums.modes[m]) * per_square;
    }
    raw[modes_[m].magnitude] = std::sqrt(raw[modes_[m].square]);
    raw[modes_[m].fourth] = raw[modes_[m].square] * raw[modes_[m].square];
  }
  for (std::size_t k = 0; k < what_.lengths.size(); ++k) {
    raw[order_structure_] = sums.modes[named] * per_square;
    const std::vector<std::size_t>& near = what_.lengths[k].modes;
    for (const std::size_t m : near) {
      raw[structure_ + k] += sums.modes[named + m] * per_square / static_cast<double>(near.size());
    }
  }
}

/// E'' = - sum g (e.r)^2 (S.S' less its part along the axis of rotation), E' = sum g (e.r) (S x S') along it.
void CrystalMoments::measure_stiffness(const CrystalSums& sums, Raw raw) const {
  const double axes_of_rotation = what_.components == 3 ? 3 : 1, across = what_.components == 3 ? 2.0 / 3 : 1;
  for (std::size_t k = 0; k < what_.stiffness.axes.size(); ++k) {
    const std::array<double, 4>& t = sums.twists[what_.stiffness.axes[k]];
    raw[stiffness_ + 2 * k] = -across * t[0] / what_.stiffness.volume;
    raw[stiffness_ + 2 * k + 1] =
        (t[1] * t[1] + t[2] * t[2] + t[3] * t[3]) / (axes_of_rotation * what_.stiffness.volume);
  }
}

} // namespace neel::models
