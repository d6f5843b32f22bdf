// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/heisenberg_observables.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

namespace neel::models {

namespace {

constexpr const char* axes[] = {"_x", "_y", "_z"};

constexpr const char *staggered_order = "staggered_magnetisation", *uniform_order = "magnetisation_magnitude";

double dot(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

} // namespace

std::string order_parameter(const Order& order) { return order.uniform ? uniform_order : staggered_order; }

std::size_t HeisenbergObservables::add_moment(const std::string& name, const std::string& long_name,
                                              const std::string& units) {
  moments_.push_back({name, long_name, units});
  return moments_.size() - 1;
}

void HeisenbergObservables::add_mean(std::size_t moment, std::ptrdiff_t square) {
  const Moment& m = moments_[moment];
  observables_.push_back({m.name, m.long_name, m.units,
                          [moment](std::span<const double> mean, double) { return mean[moment]; },
                          static_cast<std::ptrdiff_t>(moment), square});
}

void HeisenbergObservables::add_vector(const std::string& name, const std::string& long_name,
                                       const std::string& units) {
  for (const char* axis : axes) {
    add_mean(add_moment(name + axis, long_name + ", component " + (axis + 1), units));
  }
}

void HeisenbergObservables::add_variance(const std::string& name, const std::string& long_name, std::size_t first,
                                         std::size_t count, std::size_t square) {
  observables_.push_back({name, long_name, "1/(" + energy_units_ + ")",
                          [=, n = sites_](std::span<const double> mean, double temperature) {
                            double squares = 0;
                            for (std::size_t k = first; k < first + count; ++k) {
                              squares += mean[k] * mean[k];
                            }
                            return n / temperature * (mean[square] - squares);
                          },
                          -1, -1});
}

void HeisenbergObservables::add_binder(const std::string& name, const std::string& long_name, std::size_t square,
                                       std::size_t fourth) {
  observables_.push_back(
      {name, long_name, "1",
       [=](std::span<const double> mean, double) { return mean[fourth] / (mean[square] * mean[square]); }, -1, -1});
}

// The order here is the order in which measure() fills the moments.
HeisenbergObservables::HeisenbergObservables(const Material& material, const input::EnergyUnit& unit,
                                             std::int64_t sites)
    : material_(material), sites_(static_cast<double>(sites)), energy_units_(unit.label()) {
  for (std::size_t c = 0; c < material.fractions.size(); ++c) {
    orders_.push_back(mean_field_order(material, c));
  }
  const std::string e = energy_units_ + "/site";
  const std::string moment =
      unit.moment_in_magnetons ? "(" + input::exact(*unit.moment_in_magnetons) + " mu_B)/site" : "m/site";
  const std::size_t energy = add_moment("energy", "energy", e);
  const std::size_t energy2 = add_moment("energy_squared", "squared energy", "(" + e + ")^2");
  add_mean(energy, static_cast<std::ptrdiff_t>(energy2));
  observables_.push_back({"specific_heat", "specific heat", "k_B/site",
                          [=, n = sites_](std::span<const double> mean, double temperature) {
                            return n * (mean[energy2] - mean[energy] * mean[energy]) / (temperature * temperature);
                          },
                          -1, -1});
  add_mean(add_moment("energy_exchange", "exchange energy", e));
  add_mean(add_moment("energy_dm", "Dzyaloshinskii-Moriya energy", e));
  add_mean(add_moment("energy_anisotropy", "anisotropy energy", e));
  add_mean(add_moment("energy_zeeman", "Zeeman energy", e));

  const std::size_t weak = add_moment("weak_moment",
                                      "weak moment w: magnetisation along the field axis times the sign "
                                      "of the staggered magnetisation along the anisotropy axis",
                                      moment);
  const std::size_t weak2 = add_moment("weak_moment_squared", "squared weak moment", "(" + moment + ")^2");
  add_mean(weak, static_cast<std::ptrdiff_t>(weak2));

  for (const std::string& ion : material.ions) {
    add_mean(add_moment("weak_moment_" + ion, "part of the weak moment that the " + ion + " ions carry", moment));
  }

  const std::size_t m = moments_.size();
  add_vector("magnetisation", "magnetisation, spins weighted with their moments", moment);
  const std::size_t m2 = add_moment("magnetisation_squared", "squared magnetisation", "(" + moment + ")^2");
  add_variance("susceptibility", "susceptibility N/T (<M.M> - <M>.<M>)", m, 3, m2);
  for (const std::string& ion : material.ions) {
    add_vector("magnetisation_" + ion, "magnetisation of the " + ion + " ions", moment);
  }

  const std::size_t n2 = add_moment("staggered_squared", "squared staggered magnetisation", "1");
  const std::size_t n4 = add_moment("staggered_fourth", "fourth power of the staggered magnetisation", "1");
  const std::size_t n1 = add_moment(staggered_order, "staggered magnetisation |n|, n = m_even - m_odd", "1");
  add_mean(n1, static_cast<std::ptrdiff_t>(n2));
  add_variance("staggered_susceptibility", "staggered susceptibility N/T (<n^2> - <|n|>^2)", n1, 1, n2);
  add_binder("staggered_binder", "Binder ratio <n^4>/<n^2>^2 of the staggered magnetisation", n2, n4);
  add_vector("staggered", "staggered magnetisation n = m_even - m_odd", "1");
  for (const char* colour : {"even", "odd"}) {
    const std::string name = std::string("sublattice_") + colour;
    const std::size_t first = moments_.size();
    add_vector(name, std::string("sum of spins on ") + colour + " sites over N", "1");
    const std::size_t square = add_moment(name + "_squared", "its square", "1");
    add_variance(std::string("susceptibility_") + colour,
                 std::string("susceptibility of the ") + colour + " sublattice, N/T (<m.m> - <m>.<m>)", first, 3,
                 square);
  }
  add_mean(add_moment("acceptance", "accepted fraction of proposals", "1"));
  const std::size_t m1 = add_moment(uniform_order, "|magnetisation|", moment);
  const std::size_t m4 = add_moment("magnetisation_fourth", "fourth power of the magnetisation", "(" + moment + ")^4");
  add_mean(m1, static_cast<std::ptrdiff_t>(m2));
  add_mean(m2, static_cast<std::ptrdiff_t>(m4));
  add_variance("magnetisation_susceptibility", "susceptibility of |M|, N/T (<M^2> - <|M|>^2)", m1, 1, m2);
  add_binder("magnetisation_binder", "Binder ratio <M^4>/<M^2>^2 of the magnetisation", m2, m4);
  choose_headlines();
}

bool HeisenbergObservables::uniform() const {
  return std::all_of(orders_.begin(), orders_.end(), [](const Order& o) { return o.uniform; });
}

std::string HeisenbergObservables::order_parameter() const {
  std::vector<std::string> names;
  for (const Order& order : orders_) {
    names.push_back(models::order_parameter(order));
  }
  std::string text = names.front();
  if (std::adjacent_find(names.begin(), names.end(), std::not_equal_to<>()) != names.end()) {
    for (std::size_t c = 1; c < names.size(); ++c) {
      text += "," + names[c];
    }
  }
  return text;
}

/// What the log shows: of an order that no composition has, nothing.
void HeisenbergObservables::choose_headlines() {
  std::set<std::string> names{"energy", "acceptance"};
  for (const Order& order : orders_) {
    names.insert(models::order_parameter(order));
    if (!order.uniform) {
      names.insert("weak_moment");
    }
  }
  for (Observable& o : observables_) {
    o.headline = names.contains(o.name);
  }
}

void HeisenbergObservables::measure(const SpinSums& sums, std::vector<double>& raw) const {
  raw.clear();
  const double per_site = 1 / sites_;
  const std::array<double, 4> parts{sums.exchange * per_site, sums.dm * per_site, sums.anisotropy * per_site,
                                    sums.zeeman * per_site};
  const double energy = parts[0] + parts[1] + parts[2] + parts[3];
  std::array<double, 3> total{}, even{}, odd{}, n{};
  std::vector<std::array<double, 3>> by_ion(material_.ions.size());
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
  const double weak = sign * dot(total, material_.field_axis);
  const double n2 = dot(n, n), m2 = dot(total, total);
  const auto push = [&](std::initializer_list<double> values) { raw.insert(raw.end(), values); };
  push({energy, energy * energy, parts[0], parts[1], parts[2], parts[3], weak, weak * weak});
  for (const auto& ion : by_ion) {
    push({sign * dot(ion, material_.field_axis)});
  }
  push({total[0], total[1], total[2], m2});
  for (const auto& ion : by_ion) {
    push({ion[0], ion[1], ion[2]});
  }
  push({n2, n2 * n2, std::sqrt(n2), n[0], n[1], n[2]});
  push({even[0], even[1], even[2], dot(even, even)});
  push({odd[0], odd[1], odd[2], dot(odd, odd)});
  push({sums.accepted * per_site, std::sqrt(m2), m2 * m2});
}

} // namespace neel::models
