// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/heisenberg/measures.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

namespace neel::models {

namespace {

using Vector = std::array<double, 3>;

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// Fills in a vector's components, from the handle of the first on.
void put(Raw raw, Handle first, const Vector& v) { std::copy(v.begin(), v.end(), raw.begin() + first); }

} // namespace

double most(const std::vector<double>& values) {
  double m = 0;
  for (const double v : values) {
    m = std::max(m, std::abs(v));
  }
  return m;
}

double most_of_pairs(const std::vector<std::vector<double>>& pairs) {
  double m = 0;
  for (const auto& row : pairs) {
    m = std::max(m, most(row));
  }
  return m;
}

double largest_site_energy(const input::RunInput& run, const Material& material) {
  return lattice::directions * (most_of_pairs(material.exchange) + most_of_pairs(material.dm)) +
         most(material.anisotropy) + most(run.schedule.field) * most(material.moment);
}

Handle HeisenbergMoments::vector(const std::string& name, const std::string& long_name, const std::string& units) {
  const Handle first = moments().size();
  for (const char* axis : {"_x", "_y", "_z"}) {
    measured(name + axis, long_name + ", component " + (axis + 1), units);
  }
  return first;
}

HeisenbergMoments::HeisenbergMoments(const input::RunInput& run, const Material& material)
    : Observables(to_geometry(run.lattice).sites()), material_(material),
      moves_(static_cast<double>(moves_of_sweep(run))), largest_(largest_site_energy(run, material)) {
  for (std::size_t c = 0; c < material.fractions.size(); ++c) {
    orders_.push_back(mean_field_order(material, c));
  }
  const std::string e = run.unit.label() + "/site", per_energy = "1/(" + run.unit.label() + ")";
  const std::string m =
      run.unit.moment_in_magnetons ? "(" + input::exact(*run.unit.moment_in_magnetons) + " mu_B)/site" : "m/site";
  energy_ = moment("energy", "energy", e);
  energy2_ = moment("energy_squared", "squared energy", "(" + e + ")^2");
  mean(energy_, energy2_);
  specific_heat("specific heat", energy_, energy2_);
  parts_ = measured("energy_exchange", "exchange energy", e);
  measured("energy_dm", "Dzyaloshinskii-Moriya energy", e);
  measured("energy_anisotropy", "anisotropy energy", e);
  measured("energy_zeeman", "Zeeman energy", e);

  weak_ =
      moment("weak_moment",
             "weak moment w: magnetisation along the field axis times the sign of the staggered magnetisation along "
             "the anisotropy axis",
             m);
  weak2_ = moment("weak_moment_squared", "squared weak moment", "(" + m + ")^2");
  mean(weak_, weak2_);
  weak_ion_ = moments().size();
  for (const std::string& ion : material.ions) {
    measured("weak_moment_" + ion, "part of the weak moment that the " + ion + " ions carry", m);
  }
  m_ = vector("magnetisation", "magnetisation, spins weighted with their moments", m);
  m2_ = moment("magnetisation_squared", "squared magnetisation", "(" + m + ")^2");
  susceptibility("susceptibility", "susceptibility N/T (<M.M> - <M>.<M>)", per_energy, {m2_, m_, 3});
  squares_ = susceptibilities(m_, 3, per_energy);
  m_ion_ = moments().size();
  for (const std::string& ion : material.ions) {
    vector("magnetisation_" + ion, "magnetisation of the " + ion + " ions", m);
  }

  n2_ = moment("staggered_squared", "squared staggered magnetisation");
  n4_ = moment("staggered_fourth", "fourth power of the staggered magnetisation");
  n1_ = moment("staggered_magnetisation", "staggered magnetisation |n|, n = m_even - m_odd");
  mean(n1_, n2_);
  susceptibility("staggered_susceptibility", "staggered susceptibility N/T (<n^2> - <|n|>^2)", per_energy, {n2_, n1_});
  binder_ratio("staggered_binder", "Binder ratio <n^4>/<n^2>^2 of the staggered magnetisation", n2_, n4_);
  n_ = vector("staggered", "staggered magnetisation n = m_even - m_odd", "1");
  sublattice_ = moments().size();
  for (const char* colour : {"even", "odd"}) {
    const std::string name = std::string("sublattice_") + colour;
    const Handle first = vector(name, std::string("sum of spins on ") + colour + " sites over N", "1");
    const Handle square =
        moment(name + "_squared", std::string("square of the sum of spins on ") + colour + " sites over N");
    susceptibility(std::string("susceptibility_") + colour,
                   std::string("susceptibility of the ") + colour + " sublattice, N/T (<m.m> - <m>.<m>)", per_energy,
                   {square, first, 3});
  }
  accepted_ = moment("acceptance", "accepted fraction of proposals");
  mean(accepted_).own = tunes_proposals(to_moves(run));
  m1_ = moment("magnetisation_magnitude", "|magnetisation|", m);
  m4_ = moment("magnetisation_fourth", "fourth power of the magnetisation", "(" + m + ")^4");
  mean(m1_, m2_);
  mean(m2_, m4_);
  susceptibility("magnetisation_susceptibility", "susceptibility of |M|, N/T (<M^2> - <|M|>^2)", per_energy,
                 {m2_, m1_});
  binder_ratio("magnetisation_binder", "Binder ratio <M^4>/<M^2>^2 of the magnetisation", m2_, m4_);
  std::set<std::string> shown{"energy", "acceptance"}; // of an order that no composition has, nothing
  for (const Order& order : orders_) {
    shown.insert(order_parameter(order));
    if (!order.uniform) {
      shown.insert(name(weak_));
    }
  }
  show(shown);
}

bool HeisenbergMoments::uniform() const {
  return std::all_of(orders_.begin(), orders_.end(), [](const Order& o) { return o.uniform; });
}

std::string HeisenbergMoments::order_parameter() const {
  std::vector<std::string> names;
  for (const Order& order : orders_) {
    names.push_back(order_parameter(order));
  }
  std::string text = names.front();
  if (std::adjacent_find(names.begin(), names.end(), std::not_equal_to<>()) != names.end()) {
    for (std::size_t c = 1; c < names.size(); ++c) {
      text += "," + names[c];
    }
  }
  return text;
}

std::vector<std::pair<std::string, double>> HeisenbergMoments::field_conjugate() const {
  std::vector<std::pair<std::string, double>> weights;
  for (std::size_t k = 0; k < 3; ++k) {
    if (material_.field_axis[k] != 0) {
      weights.emplace_back(name(m_ + k), -material_.field_axis[k]);
    }
  }
  return weights;
}

void HeisenbergMoments::measure(const SpinSums& sums, Raw raw) const {
  const double per_site = 1 / sites();
  const std::array<double, 4> parts{sums.exchange * per_site, sums.dm * per_site, sums.anisotropy * per_site,
                                    sums.zeeman * per_site};
  raw[energy_] = parts[0] + parts[1] + parts[2] + parts[3];
  raw[energy2_] = raw[energy_] * raw[energy_];
  std::copy(parts.begin(), parts.end(), raw.begin() + parts_);
  Vector total{}, even{}, odd{}, n{};
  std::vector<Vector> by_ion(material_.ions.size());
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t s = 0; s < by_ion.size(); ++s) {
      by_ion[s][k] = material_.moment[s] * (sums.spins[0][s][k] + sums.spins[1][s][k]) * per_site;
      total[k] += by_ion[s][k];
      if (material_.moment[s] != 0) {
        even[k] += sums.spins[0][s][k] * per_site;
        odd[k] += sums.spins[1][s][k] * per_site;
        n[k] += (sums.spins[0][s][k] - sums.spins[1][s][k]) * per_site; // to the bit as `total` in the mirror image
      }
    }
  }
  const double sign = dot(n, material_.anisotropy_axis) < 0 ? -1.0 : 1.0;
  raw[weak_] = sign * dot(total, material_.field_axis);
  raw[weak2_] = raw[weak_] * raw[weak_];
  for (std::size_t s = 0; s < by_ion.size(); ++s) {
    raw[weak_ion_ + s] = sign * dot(by_ion[s], material_.field_axis);
    put(raw, m_ion_ + 3 * s, by_ion[s]);
  }
  put(raw, m_, total);
  put(raw, squares_, {total[0] * total[0], total[1] * total[1], total[2] * total[2]});
  raw[m2_] = dot(total, total);
  raw[m1_] = std::sqrt(raw[m2_]);
  raw[m4_] = raw[m2_] * raw[m2_];
  put(raw, n_, n);
  raw[n2_] = dot(n, n);
  raw[n1_] = std::sqrt(raw[n2_]);
  raw[n4_] = raw[n2_] * raw[n2_];
  put(raw, sublattice_, even);
  raw[sublattice_ + 3] = dot(even, even);
  put(raw, sublattice_ + 4, odd);
  raw[sublattice_ + 7] = dot(odd, odd);
  raw[accepted_] = sums.accepted * per_site;
}

} // namespace neel::models
