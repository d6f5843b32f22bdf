// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The Edwards-Anderson model plainly: one int per spin, energies added up, one comparison per proposal.
#include "testing/glass.hpp"

#include <catch2/catch_test_macros.hpp>

#include <cmath>

namespace neel::testing {

/// One replica of one sample (or a single large system), plainly.
struct Plain {
  lattice::Geometry g;
  std::vector<int> spin, bond[3]; // bond[a][i] joins site i to the next one along axis a

  int at(int x, int y, int z) const {
    return static_cast<int>(g.site_number((x + g.lx) % g.lx, (y + g.ly) % g.ly, (z + g.lz) % g.lz));
  }

  int turning_costs(int x, int y, int z) const {
    const int s = spin[static_cast<std::size_t>(at(x, y, z))];
    int field = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const int dx = axis == 0 ? 1 : 0, dy = axis == 1 ? 1 : 0, dz = axis == 2 ? 1 : 0;
      const auto& j = bond[axis];
      const auto here = static_cast<std::size_t>(at(x, y, z)),
                 before = static_cast<std::size_t>(at(x - dx, y - dy, z - dz)),
                 after = static_cast<std::size_t>(at(x + dx, y + dy, z + dz));
      field += j[here] * spin[after] + j[before] * spin[before];
    }
    return 2 * s * field;
  }

  /// number(site) is the 32-bit random number of a site.
  template <class Number>
  void sweep(double temperature, Number&& number) {
    for (const int colour : {0, 1}) {
      for (int z = 0; z < g.lz; ++z) {
        for (int y = 0; y < g.ly; ++y) {
          for (int x = 0; x < g.lx; ++x) {
            if ((x + y + z) % 2 == colour) {
              const int cost = turning_costs(x, y, z);
              const double p = std::exp(-cost / temperature);
              if (cost <= 0 || number(at(x, y, z)) < std::floor(p * 0x1p32 + 0.5)) {
                spin[static_cast<std::size_t>(at(x, y, z))] *= -1;
              }
            }
          }
        }
      }
    }
  }
};

/// Bonds that are not satisfied.
inline int unsatisfied(const Plain& p) {
  int count = 0;
  for (int n = 0; n < p.g.sites(); ++n) {
    const int x = n % p.g.lx, y = n / p.g.lx % p.g.ly, z = n / (p.g.lx * p.g.ly);
    const auto here = static_cast<std::size_t>(n);
    const int after[3] = {p.at(x + 1, y, z), p.at(x, y + 1, z), p.at(x, y, z + 1)};
    for (int axis = 0; axis < 3; ++axis) {
      count += p.bond[axis][here] * p.spin[here] * p.spin[static_cast<std::size_t>(after[axis])] < 0 ? 1 : 0;
    }
  }
  return count;
}

/// Sites whose overlap of a and b differs from that r further along an axis.
inline int different(const Plain& a, const Plain& b, int axis, int r) {
  int count = 0;
  for (int n = 0; n < a.g.sites(); ++n) {
    const int x = n % a.g.lx, y = n / a.g.lx % a.g.ly, z = n / (a.g.lx * a.g.ly);
    const auto here = static_cast<std::size_t>(n),
               there = static_cast<std::size_t>(
                   a.at(x + (axis == 0 ? r : 0), y + (axis == 1 ? r : 0), z + (axis == 2 ? r : 0)));
    count += a.spin[here] * b.spin[here] != a.spin[there] * b.spin[there] ? 1 : 0;
  }
  return count;
}

template <class G>
Plain plain_copy(G& glass, int system, int replica, int sample) {
  const lattice::Geometry& g = glass.state.geometry;
  Plain plain{g, {}, {}};
  constexpr int words = G::Model::words;
  const auto bit = [&](const std::vector<std::uint32_t>& all, std::size_t site) {
    return (all[site * words + static_cast<std::size_t>(sample / 32)] >> (sample % 32)) & 1U;
  };
  const auto spins = glass.spins(system, replica);
  for (std::size_t i = 0; i < static_cast<std::size_t>(g.sites()); ++i) {
    plain.spin.push_back(bit(spins, i) != 0 ? 1 : -1);
  }
  for (int d = 0; d < lattice::directions; ++d) {
    const auto j = natural(glass.state.quenched, g, glass.order, system, d);
    for (int x = 0; x < g.lx; ++x) {
      const lattice::Step step = decltype(glass.order)::step(static_cast<lattice::Direction>(d), x);
      plain.bond[step.axis].resize(static_cast<std::size_t>(g.sites()));
      for (int yz = 0; step.sign > 0 && yz < g.ly * g.lz; ++yz) {
        const auto i = static_cast<std::size_t>(g.site_number(x, yz % g.ly, yz / g.ly));
        plain.bond[step.axis][i] = bit(j, i) != 0 ? -1 : 1;
      }
    }
  }
  if (models::is_plane(g)) {
    plain.bond[1].assign(static_cast<std::size_t>(g.sites()), 0); // there are none
  }
  return plain;
}

/// The number that replica `a` of a coded system uses at a site.
inline std::uint32_t number_of(std::uint64_t seed, int system, std::uint64_t sweep, int site, int a) {
  const random::Draw d = random::Stream(seed, random::Purpose::update, static_cast<std::uint32_t>(system), sweep,
                                        static_cast<std::uint32_t>(a / 4))(static_cast<std::uint32_t>(site));
  const std::uint32_t word[4] = {d.a, d.b, d.c, d.d};
  return word[a % 4];
}

template <int W, class Order, class Exec>
void compare_with_plain(const lattice::Geometry& g, int replicas, int sweeps = 100) {
  constexpr int systems = 2;
  const double temperature = 1.1019;
  Glass<W, Order, Exec> glass(g, systems, replicas, temperature, 0.6, 5);
  struct Case {
    int system, replica, sample;
    Plain plain;
  };
  std::vector<Case> cases;
  for (int n = 0; n < 8; ++n) {
    const int system = n % 2, replica = n % replicas, sample = n == 0 ? 0 : (n == 1 ? 32 * W - 1 : (n * 13) % (32 * W));
    cases.push_back({system, replica, sample, plain_copy(glass, system, replica, sample)});
  }
  glass.sweep(sweeps);
  for (Case& c : cases) {
    for (std::uint64_t s = 0; s < static_cast<std::uint64_t>(sweeps); ++s) {
      c.plain.sweep(temperature, [&](int site) { return number_of(5, c.system, s, site, c.replica); });
    }
    CHECK(c.plain.spin == plain_copy(glass, c.system, c.replica, c.sample).spin);
  }
}

template <class Order, class Exec>
void compare_with_plain() {
  compare_with_plain<1, Order, Exec>(cube(8), 1);
  compare_with_plain<4, Order, Exec>(cube(8), 4);
  compare_with_plain<4, Order, Exec>(cube(4), 7); // two draws of Philox a site
  compare_with_plain<16, Order, Exec>(cube(4), 2);
  compare_with_plain<1, Order, Exec>(cube(64), 5, 3); // teams of a device take tiles
}

} // namespace neel::testing
