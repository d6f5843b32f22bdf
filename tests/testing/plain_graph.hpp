// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Spins on a graph, written down plainly and in double precision: matrices of bonds and of sites, and what they add up to.
// The same as a setup for kernels, and by itself to compare with.

#include "models/onsite.hpp"
#include "testing/graph.hpp"
#include "testing/stevens.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <array>
#include <random>

namespace neel::testing {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

inline double product(const Vector& a, const Matrix& m, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      sum += a[i] * m[i][j] * b[j];
    }
  }
  return sum;
}
inline double product(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Matrix transposed(const Matrix& m) {
  Matrix t{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      t[i][j] = m[j][i];
    }
  }
  return t;
}

/// E = S_a.M S_b - B (S_a.S_b)^2.
struct PlainBond {
  int a, b;
  Matrix m;
  double biquadratic = 0;

  double energy(const Vector& s, const Vector& t) const {
    return product(s, m, t) - biquadratic * product(s, t) * product(s, t);
  }
};

/// -K (S.k)^2 + C (x^2 y^2 + y^2 z^2 + z^2 x^2) - H m S_z, the same on all sites; and K4, K6, A, B of `more`, which has its own K
/// and C as well, along the axes of `frame`.
struct PlainSite {
  Vector axis{1, 0, 0};
  double anisotropy = 0, cubic = 0, moment = 1;
  models::OnsiteTerms more{};
  Matrix frame{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

  double energy(const Vector& s, double field) const {
    const double along = product(s, axis), x = s[0] * s[0], y = s[1] * s[1], z = s[2] * s[2];
    return -anisotropy * along * along + cubic * (x * y + y * z + z * x) - field * moment * s[2] + energy_of_more(s);
  }
  double energy_of_more(const Vector& s) const {
    const double along = product(s, axis), c = along * along;
    const Vector t{product(s, frame[0]), product(s, frame[1]), product(s, frame[2])};
    const double x = t[0] * t[0], y = t[1] * t[1], z = t[2] * t[2];
    double e = -more.second * c - more.fourth * c * c - more.sixth * c * c * c + more.cubic * (x * y + y * z + z * x) +
               product(t, more.tensor, t);
    for (const auto& [numbers, b] : more.stevens) {
      e += b * stevens_functions().at(numbers)(t[0], t[1], t[2]);
    }
    return e;
  }
};

struct PlainGraph {
  int sites = 0;
  std::vector<PlainBond> bonds;
  PlainSite site;
  double field = 0;

  double energy(const std::vector<Vector>& s) const {
    double sum = 0;
    for (const PlainBond& b : bonds) {
      sum += b.energy(s[static_cast<std::size_t>(b.a)], s[static_cast<std::size_t>(b.b)]);
    }
    for (const Vector& v : s) {
      sum += site.energy(v, field);
    }
    return sum;
  }
  /// The part that depends on one spin.
  double energy_at(const std::vector<Vector>& s, int i) const {
    double sum = site.energy(s[static_cast<std::size_t>(i)], field);
    for (const PlainBond& b : bonds) {
      if (b.a == i || b.b == i) {
        sum += b.energy(s[static_cast<std::size_t>(b.a)], s[static_cast<std::size_t>(b.b)]);
      }
    }
    return sum;
  }
};

/// J, D and G of a matrix.
template <models::BondTerms B>
models::SpinCoupling<B> coupling(const Matrix& m, double biquadratic) {
  const double j = (m[0][0] + m[1][1] + m[2][2]) / 3;
  const auto half = [](double x) { return static_cast<float>(x / 2); };
  models::SpinCoupling<B> c;
  c.j = static_cast<float>(j);
  if constexpr (B != models::BondTerms::exchange) {
    c.d = {half(m[1][2] - m[2][1]), half(m[2][0] - m[0][2]), half(m[0][1] - m[1][0])};
    c.xx = half(2 * (m[0][0] - j));
    c.yy = half(2 * (m[1][1] - j));
    c.zz = half(2 * (m[2][2] - j));
    c.xy = half(m[0][1] + m[1][0]);
    c.xz = half(m[0][2] + m[2][0]);
    c.yz = half(m[1][2] + m[2][1]);
    c.b = static_cast<float>(biquadratic);
  }
  return c;
}

/// A network whose bonds all have couplings of their own, on a lattice with all that is simulated.
template <models::BondTerms B, ExecutionSpace Exec, bool SixthOrderOnsite = false>
class NetworkEnsemble {
public:
  using P = models::HeisenbergGraph<B, SixthOrderOnsite>;

  NetworkEnsemble(const PlainGraph& n, int systems, double temperature, const std::vector<models::Move>& moves,
                  std::uint64_t seed = 1)
      : lattice({systems, 1, 1, moves, seed}, setup(n, systems), P{}, network_formats<P>()), systems_(systems) {
    lattice.set_conditions(
        std::vector(static_cast<std::size_t>(systems), models::Conditions{1 / temperature, n.field, 0.7}));
    lattice.place([&](int system, std::uint32_t number) { return random_spin(seed, system, number); });
  }

  void sweep(int count) {
    for (int k = 0; k < count; ++k) {
      lattice.sweep(number_++, nullptr, nullptr);
    }
  }

  std::vector<Vector> spins(int system) const {
    const run::Configuration c = lattice.store().configuration(system, {});
    std::vector<Vector> s(c.values.size() / 3);
    for (std::size_t i = 0; i < s.size(); ++i) {
      s[i] = {c.values[3 * i], c.values[3 * i + 1], c.values[3 * i + 2]};
    }
    return s;
  }

  /// The energies of each system as the kernels measure them.
  std::vector<double> energies() const {
    lattice.clear();
    lattice.measure(0);
    const auto host = lattice.host_sums();
    std::vector<double> all;
    for (int system = 0; system < systems_; ++system) {
      const auto sums = lattice.sums(host, 0, system);
      double e = 0;
      for (int term = P::exchange_energy; term < P::terms; ++term) {
        e += sums(0, term);
      }
      all.push_back(e);
    }
    return all;
  }

  simulation::GraphLattice<P, Exec> lattice;

private:
  static std::shared_ptr<const Setup<P>> setup(const PlainGraph& n, int systems) {
    std::vector<crystal::SitePair> pairs;
    std::vector<models::SpinCoupling<B>> couplings;
    for (const PlainBond& b : n.bonds) {
      const auto kind = static_cast<int>(couplings.size());
      pairs.push_back({b.a, b.b, kind, kind + 1});
      couplings.push_back(coupling<B>(b.m, b.biquadratic));
      couplings.push_back(coupling<B>(transposed(b.m), b.biquadratic));
    }
    typename P::SiteSpecies o = species(n.site);
    o.moment = static_cast<float>(n.site.moment);
    Setup<P> s = network_setup<P>(crystal::graph_tables(n.sites, pairs, crystal::greedy_colours(n.sites, pairs)),
                                  couplings, o, systems);
    return std::make_shared<const Setup<P>>(std::move(s));
  }

  static typename P::SiteSpecies species(const PlainSite& site) {
    if constexpr (SixthOrderOnsite) {
      return {models::sixth_order(site.more, site.axis, site.frame)};
    } else {
      const auto& [x, y, z] = site.axis;
      return {{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)},
              static_cast<float>(site.anisotropy),
              static_cast<float>(site.cubic)};
    }
  }

  int systems_;
  std::uint64_t number_ = 0;
};

/// After five sweeps of all `systems`, energies that are measured and checked are those of the formula.
template <class Ensemble>
void check_energies(Ensemble& all, const PlainGraph& n, int systems) {
  all.sweep(5);
  const std::vector<double> measured = all.energies();
  double total = 0;
  for (int system = 0; system < systems; ++system) {
    const double plain = n.energy(all.spins(system));
    CHECK(measured[static_cast<std::size_t>(system)] == Catch::Approx(plain).epsilon(1e-5));
    total += plain;
  }
  CHECK(all.lattice.energy() == Catch::Approx(total).epsilon(1e-6));
  CHECK(all.lattice.first_invalid() == measure::no_site);
}

/// A random graph of `sites` sites with `bonds` bonds, and random matrices of size about `scale`.
inline PlainGraph random_network(int sites, int bonds, double scale, double biquadratic, unsigned seed) {
  std::mt19937 random(seed);
  const auto number = [&] { return scale * (2.0 * static_cast<double>(random()) / 4294967296.0 - 1); };
  PlainGraph n;
  n.sites = sites;
  for (int k = 0; k < bonds; ++k) {
    const int a = static_cast<int>(random() % static_cast<unsigned>(sites));
    const int b = (a + 1 + static_cast<int>(random() % static_cast<unsigned>(sites - 1))) % sites;
    PlainBond bond{a, b, {}, biquadratic == 0 ? 0 : biquadratic * number()};
    for (Vector& row : bond.m) {
      row = {number(), number(), number()};
    }
    n.bonds.push_back(bond);
  }
  n.site = {{0.6, 0, 0.8}, 0.3, 0.4, 0.9};
  n.field = 0.25;
  return n;
}

} // namespace neel::testing
