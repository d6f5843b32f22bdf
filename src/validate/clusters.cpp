// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "validate/clusters.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace neel::validate {

namespace {

using Vector = std::array<double, 3>;
using Table = std::vector<double>;

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Vector unit(const Vector& v) {
  const double length = std::sqrt(dot(v, v));
  return {v[0] / length, v[1] / length, v[2] / length};
}

/// Points on the unit sphere with weights that add up to 1.
struct Sphere {
  std::vector<Vector> point;
  Table weight;

  Sphere() {
    add({1, 0, 0}, 4.0 / 315);
    add({1, 1, 0}, 64.0 / 2835);
    add({1, 1, 1}, 27.0 / 1280);
    add({1, 1, 3}, 14641.0 / 725760);
  }
  std::size_t size() const { return point.size(); }

private:
  /// All vectors that a symmetry of the cube makes of one.
  void add(Vector v, double w) {
    std::sort(v.begin(), v.end());
    do {
      for (unsigned sign = 0; sign < 8; ++sign) {
        Vector p = v;
        bool is_new = true;
        for (std::size_t k = 0; k < 3; ++k) {
          if ((sign >> k & 1U) != 0) {
            is_new = is_new && p[k] != 0; // else it has been there
            p[k] = -p[k];
          }
        }
        if (is_new) {
          point.push_back(unit(p));
          weight.push_back(w);
        }
      }
    } while (std::next_permutation(v.begin(), v.end()));
  }
};

/// What is varied to get averages as derivatives of log Z.
struct Variation {
  double beta = 1, dm = 1, anisotropy = 1, field = 1; ///< factors
  double staggered = 0, last_ion = 0;                 ///< fields that couple to these averages
};

/// Boltzmann weights of the sites and pairs of an alloy, on the points of the sphere.
class Weights {
public:
  Weights(const Alloy& a, double temperature, const Variation& v) : q_(sphere_.size()), ions_(a.ions.size()) {
    const double beta = v.beta / temperature;
    for (const double colour : {1.0, -1.0}) {
      for (std::size_t ion = 0; ion < ions_; ++ion) {
        site_.push_back(site_weights(a, beta, v, ion, colour));
      }
    }
    const Vector d = unit(a.dm_axis);
    for (std::size_t ion = 0; ion < ions_; ++ion) {
      for (std::size_t other = 0; other < ions_; ++other) {
        Table table;
        for (const Vector& even : sphere_.point) {
          for (const Vector& odd : sphere_.point) {
            table.push_back(std::exp(-beta * (a.exchange[ion][other] * dot(even, odd) +
                                              v.dm * a.dm[ion][other] * dot(cross(even, odd), d))));
          }
        }
        pair_.push_back(table);
      }
    }
  }
  std::size_t points() const { return q_; }
  std::size_t ions() const { return ions_; }
  const Table& even(std::size_t ion) const { return site_[ion]; }
  const Table& odd(std::size_t ion) const { return site_[ions_ + ion]; }
  /// (point of the even site, point of the odd one).
  const Table& pair(std::size_t even_ion, std::size_t odd_ion) const { return pair_[even_ion * ions_ + odd_ion]; }

private:
  Table site_weights(const Alloy& a, double beta, const Variation& v, std::size_t ion, double colour) const {
    const Vector k = unit(a.anisotropy_axis), h = unit(a.field_axis);
    Table w;
    for (std::size_t i = 0; i < q_; ++i) {
      const Vector& s = sphere_.point[i];
      const double along = dot(s, k);
      const double minus_energy = v.anisotropy * a.anisotropy[ion] * along * along +
                                  v.field * a.field * a.moment[ion] * dot(s, h) + v.staggered * colour * s[1] +
                                  (ion + 1 == ions_ ? v.last_ion * a.moment[ion] * s[2] : 0);
      w.push_back(sphere_.weight[i] * std::exp(beta * minus_energy));
    }
    return w;
  }

  Sphere sphere_;
  std::size_t q_, ions_;
  std::vector<Table> site_, pair_;
};

/// The mean of log Z over all ways to place ions on a ring of four.
double ring(const Alloy& a, const Weights& w) {
  const std::size_t q = w.points(), n = w.ions();
  std::vector<Table> over_odd; // (even ion, odd ion, even ion): the odd site between two even ones summed over
  for (std::size_t p = 0; p < n * n * n; ++p) {
    const std::size_t b = p / n % n;
    const Table &left = w.pair(p / (n * n), b), &right = w.pair(p % n, b), &own = w.odd(b);
    Table sum(q * q, 0.0);
    for (std::size_t i = 0; i < q; ++i) {
      for (std::size_t k = 0; k < q; ++k) {
        for (std::size_t j = 0; j < q; ++j) {
          sum[i * q + k] += left[i * q + j] * own[j] * right[k * q + j];
        }
      }
    }
    over_odd.push_back(sum);
  }
  double mean = 0;
  for (std::size_t p = 0; p < n * n * n * n; ++p) {
    const std::size_t ion[4] = {p / (n * n * n), p / (n * n) % n, p / n % n, p % n};
    const Table &one = over_odd[(ion[0] * n + ion[1]) * n + ion[2]],
                &two = over_odd[(ion[0] * n + ion[3]) * n + ion[2]];
    double z = 0, probability = 1;
    for (std::size_t i = 0; i < q; ++i) {
      for (std::size_t k = 0; k < q; ++k) {
        z += w.even(ion[0])[i] * w.even(ion[2])[k] * one[i * q + k] * two[i * q + k];
      }
    }
    for (const std::size_t i : ion) {
      probability *= a.fraction[i];
    }
    mean += probability * std::log(z);
  }
  return mean;
}

/// The odd corner of a cube with ion `b`, summed over, given its three neighbours: (i, j, k).
Table corner(const Weights& w, std::size_t b, std::size_t first, std::size_t second, std::size_t third) {
  const std::size_t q = w.points();
  const Table &one = w.pair(first, b), &two = w.pair(second, b), &three = w.pair(third, b), &own = w.odd(b);
  Table transposed(q * q), sum(q * q * q, 0.0);
  for (std::size_t k = 0; k < q; ++k) {
    for (std::size_t m = 0; m < q; ++m) {
      transposed[m * q + k] = three[k * q + m];
    }
  }
  for (std::size_t i = 0; i < q; ++i) {
    for (std::size_t j = 0; j < q; ++j) {
      double* const row = sum.data() + (i * q + j) * q;
      for (std::size_t m = 0; m < q; ++m) {
        const double weight = own[m] * one[i * q + m] * two[j * q + m];
        for (std::size_t k = 0; k < q; ++k) {
          row[k] += weight * transposed[m * q + k];
        }
      }
    }
  }
  return sum;
}

/// log Z of a cube: even ions, and the odd one opposite to each.
double log_cube(const Weights& w, const std::array<std::size_t, 4>& even, const std::array<std::size_t, 4>& odd) {
  const std::size_t q = w.points();
  const Table f0 = corner(w, odd[0], even[1], even[2], even[3]), f1 = corner(w, odd[1], even[0], even[2], even[3]),
              f2 = corner(w, odd[2], even[0], even[1], even[3]), f3 = corner(w, odd[3], even[0], even[1], even[2]);
  double z = 0;
  for (std::size_t i = 0; i < q; ++i) {
    for (std::size_t j = 0; j < q; ++j) {
      for (std::size_t k = 0; k < q; ++k) {
        const double *const a = &f0[(j * q + k) * q], *const b = &f1[(i * q + k) * q], *const c = &f2[(i * q + j) * q];
        double sum = 0;
        for (std::size_t l = 0; l < q; ++l) {
          sum += a[l] * b[l] * c[l] * w.even(even[3])[l];
        }
        z += sum * f3[(i * q + j) * q + k] * w.even(even[0])[i] * w.even(even[1])[j] * w.even(even[2])[k];
      }
    }
  }
  return std::log(z);
}

/// The mean of log Z over all ways to place ions on a cube. Pairs of opposite corners may change places.
double cube(const Alloy& a, const Weights& w) {
  const std::size_t n = w.ions(), kinds = n * n;
  double mean = 0;
  std::array<std::size_t, 4> t{};
  for (t[0] = 0; t[0] < kinds; ++t[0]) {
    for (t[1] = t[0]; t[1] < kinds; ++t[1]) {
      for (t[2] = t[1]; t[2] < kinds; ++t[2]) {
        for (t[3] = t[2]; t[3] < kinds; ++t[3]) {
          std::array<std::size_t, 4> even{}, odd{}, order = t;
          double probability = 0;
          do {
            probability += 1;
          } while (std::next_permutation(order.begin(), order.end()));
          for (std::size_t c = 0; c < 4; ++c) {
            even[c] = t[c] / n;
            odd[c] = t[c] % n;
            probability *= a.fraction[even[c]] * a.fraction[odd[c]];
          }
          mean += probability == 0 ? 0 : probability * log_cube(w, even, odd);
        }
      }
    }
  }
  return mean;
}

AlloyAverages averages(const Alloy& alloy, double temperature, double sites,
                       double (*mean_log)(const Alloy&, const Weights&)) {
  const auto derivative = [&](double Variation::* what) {
    constexpr double h = 0.02;
    const auto f = [&](double step) {
      Variation v;
      v.*what += step * h;
      return mean_log(alloy, Weights(alloy, temperature, v));
    };
    return (8 * (f(1) - f(-1)) - (f(2) - f(-2))) / (12 * h); // error of order h^4
  };
  const double t = temperature / sites;
  return {-t * derivative(&Variation::beta),       -t * derivative(&Variation::dm),
          -t * derivative(&Variation::anisotropy), -t * derivative(&Variation::field),
          t * derivative(&Variation::staggered),   t * derivative(&Variation::last_ion)};
}

} // namespace

Alloy alloy(std::size_t ions) {
  constexpr double j[3][3] = {{1.0, 0.6, 0.8}, {0.6, 0.4, 0.3}, {0.8, 0.3, 0.7}};
  constexpr double d[3][3] = {{0.5, 0.3, 0.4}, {0.3, 0.2, 0.1}, {0.4, 0.1, 0.25}};
  const std::vector<double> fractions[] = {{1.0}, {0.5, 0.5}, {0.4, 0.35, 0.25}};
  const std::vector<double> moments{1.0, 0.6, 1.4}, anisotropies{0.8, 0.4, 1.0};
  const char* const names[] = {"Fe", "Cr", "Mn"};
  Alloy a;
  const auto first = [ions](const auto& all) { return std::vector(std::begin(all), std::begin(all) + ions); };
  a.ions.assign(names, names + ions);
  a.fraction = fractions[ions - 1];
  a.moment = first(moments);
  a.anisotropy = first(anisotropies);
  for (std::size_t ion = 0; ion < ions; ++ion) {
    a.exchange.push_back(first(j[ion]));
    a.dm.push_back(first(d[ion]));
  }
  a.dm_axis = {1, 2, 2};
  a.anisotropy_axis = {2, 1, -2};
  a.field_axis = {0, 3, 4};
  a.field = 0.9;
  return a;
}

AlloyAverages alloy_ring(const Alloy& alloy, double temperature) { return averages(alloy, temperature, 4, ring); }
AlloyAverages alloy_cube(const Alloy& alloy, double temperature) { return averages(alloy, temperature, 8, cube); }

} // namespace neel::validate
