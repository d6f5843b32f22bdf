// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Energies against the definition of models/heisenberg.hpp, written out in double precision over all bonds.
#include "testing/ensemble.hpp"

#include <catch2/catch_test_macros.hpp>

#include <array>

using namespace neel;
using Host = Kokkos::DefaultHostExecutionSpace;
using Vector = std::array<double, 3>;

namespace {

/// Spins and species of one system by coordinates.
struct Plain {
  lattice::Geometry g;
  std::vector<Vector> spin;
  std::vector<int> species;

  template <class State>
  Plain(const State& state, int system)
      : g(state.geometry), spin(static_cast<std::size_t>(g.sites())), species(static_cast<std::size_t>(g.sites())) {
    for (int z = 0; z < g.lz; ++z) {
      for (int y = 0; y < g.ly; ++y) {
        for (int x = 0; x < g.lx; ++x) {
          const lattice::Colour c = lattice::Geometry::colour(x, y, z);
          const models::Spin s = state.sites.sites(c, system)[g.entry(x / 2, y, z)];
          spin[g.short_number(x, y, z)] = {s.x, s.y, s.z};
          species[g.short_number(x, y, z)] = state.quenched.sites(c, system)[g.entry(x / 2, y, z)].species;
        }
      }
    }
  }

  /// visit(even site, odd site) for each bond once.
  template <class Visit>
  void for_bonds(Visit&& visit) const {
    const int size[3] = {g.lx, g.ly, g.lz};
    const bool periodic[3] = {g.periodic_x, g.periodic_y, g.periodic_z};
    for (int z = 0; z < g.lz; ++z) {
      for (int y = 0; y < g.ly; ++y) {
        for (int x = 0; x < g.lx; ++x) {
          for (int axis = 0; axis < 3; ++axis) {
            int to[3] = {x, y, z};
            ++to[axis];
            if (to[axis] == size[axis]) {
              if (!periodic[axis]) {
                continue;
              }
              to[axis] = 0;
            }
            const auto a = g.short_number(x, y, z), b = g.short_number(to[0], to[1], to[2]);
            (x + y + z) % 2 == 0 ? visit(a, b) : visit(b, a);
          }
        }
      }
    }
  }
};

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Vector vector(const models::Spin& s) { return {s.x, s.y, s.z}; }

testing::Energies energies(const Plain& p, const models::Heisenberg<2>& m, double field) {
  testing::Energies e;
  const auto ion = [&](std::uint32_t site) { return models::Ion{static_cast<std::uint8_t>(p.species[site])}; };
  p.for_bonds([&](std::uint32_t even, std::uint32_t odd) {
    e.exchange += static_cast<double>(m.exchange(ion(even), ion(odd))) * dot(p.spin[even], p.spin[odd]);
    e.dm += static_cast<double>(m.dm(ion(even), ion(odd))) * dot(cross(p.spin[even], p.spin[odd]), vector(m.dm_axis));
  });
  for (std::uint32_t i = 0; i < p.spin.size(); ++i) {
    const double along = dot(p.spin[i], vector(m.anisotropy_axis));
    e.anisotropy -= static_cast<double>(m.anisotropy(ion(i))) * along * along;
    e.zeeman -= field * static_cast<double>(m.moment(ion(i))) * dot(p.spin[i], vector(m.field_axis));
  }
  return e;
}

void close(double a, double b) {
  INFO(a << " against " << b);
  CHECK(std::abs(a - b) < 2e-6 * (1 + std::abs(b)));
}

models::Heisenberg<2> tilted() {
  models::Heisenberg<2> m = testing::perovskite();
  m.dm = {{0.4F, -0.3F}, 0.7F, nullptr};
  m.anisotropy = {{0.3F, 0.9F}, nullptr};
  m.dm_axis = {0.6F, 0.0F, 0.8F};
  m.anisotropy_axis = {0.0F, 0.6F, -0.8F};
  m.field_axis = {0.48F, 0.6F, 0.64F};
  return m;
}

const std::vector<lattice::Geometry> geometries{
    {6, 4, 4, true, true, true}, {5, 3, 4}, {2, 1, 1}, {8, 6, 1, true, true}, {4, 6, 2, true, false, true}};

} // namespace

TEST_CASE("measured energies are those of the Hamiltonian, for any axes and boundaries", "[heisenberg]") {
  for (const models::Heisenberg<2>& model : {testing::perovskite(), tilted()}) {
    for (const lattice::Geometry& g : geometries) {
      testing::Ensemble<2, Host> ensemble(g, 3, model, 1.0, 0.37);
      const auto measured = ensemble.measure();
      for (int s = 0; s < 3; ++s) {
        const testing::Energies exact = energies(Plain(ensemble.state, s), model, static_cast<double>(0.37F));
        const auto& m = measured[static_cast<std::size_t>(s)];
        close(m.exchange, exact.exchange);
        close(m.dm, exact.dm);
        close(m.anisotropy, exact.anisotropy);
        close(m.zeeman, exact.zeeman);
      }
    }
  }
}

TEST_CASE("the energy change of a step is the change of the total energy", "[heisenberg]") {
  for (const models::Heisenberg<2>& model : {testing::perovskite(), tilted()}) {
    for (const lattice::Geometry& g : geometries) {
      testing::Ensemble<2, Host> ensemble(g, 1, model, 1.0, 0.37);
      const double before = energies(Plain(ensemble.state, 0), model, static_cast<double>(0.37F)).total();
      for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
        for (int entry = 0; entry < g.half_volume(); ++entry) {
          const auto here = lattice::locate(g, c, entry, ensemble.state.contents().around(c));
          if (!here.exists) {
            continue;
          }
          const models::Spin from = here.at.site();
          const auto number = static_cast<std::uint32_t>(here.number);
          const models::Spin to = models::uniform_on_sphere(number * 2654435761U, number * 40503U + 7U);
          const models::Uniaxial rest{model.anisotropy_axis, model.anisotropy(here.at.quenched())};
          const float change = rest.change(from, to, model.linear_field(ensemble.state.conditions(0), here.at));
          const auto sites = ensemble.state.sites.sites(c, 0);
          sites.store(entry, to);
          const double after = energies(Plain(ensemble.state, 0), model, static_cast<double>(0.37F)).total();
          sites.store(entry, from);
          INFO("entry " << entry << " change " << change << " exact " << after - before);
          CHECK(std::abs(static_cast<double>(change) - (after - before)) < 5e-6);
        }
      }
    }
  }
}

TEST_CASE("models with one, two and any number of species agree where they overlap", "[heisenberg]") {
  const lattice::Geometry g{6, 4, 4, true, true, true};
  const models::Heisenberg<2> two = testing::perovskite();
  std::vector<float> j(512, 0), d(512, 0), k(2), m(2);
  for (std::uint8_t a = 0; a < 2; ++a) {
    for (std::uint8_t b = 0; b < 2; ++b) {
      j[256U * a + b] = two.exchange({a}, {b});
      d[256U * a + b] = two.dm({a}, {b});
    }
    k[a] = two.anisotropy({a});
    m[a] = two.moment({a});
  }
  models::Heisenberg<models::any_species> any;
  any.exchange.table = j.data();
  any.dm.table = d.data();
  any.anisotropy.table = k.data();
  any.moment.table = m.data();
  testing::Ensemble<2, Host> first(g, 2, two, 0.5, 0.002);
  testing::Ensemble<models::any_species, Host> second(g, 2, any, 0.5, 0.002);
  first.sweep(50);
  second.sweep(50);
  CHECK(first.hash() == second.hash());
}

// With K = H = 0 a pure compound is an XXZ magnet: turning the odd spins about y by atan(D/J) gives couplings
// sqrt(J^2 + D^2) for x and z, and J for y.
TEST_CASE("a pure compound with DM interaction is an XXZ magnet", "[heisenberg]") {
  const lattice::Geometry g{4, 4, 4, true, true, true};
  const double j = 1.0, d = 0.5, angle = std::atan2(d, j);
  testing::Ensemble<1, Host> ensemble(g, 1, testing::pure(1.0F, 0.5F), 1.0, 0.0);
  const Plain p(ensemble.state, 0);
  double xxz = 0;
  p.for_bonds([&](std::uint32_t even, std::uint32_t odd) {
    const Vector& e = p.spin[even];
    const Vector& o = p.spin[odd];
    const Vector turned{std::cos(angle) * o[0] - std::sin(angle) * o[2], o[1],
                        std::sin(angle) * o[0] + std::cos(angle) * o[2]};
    xxz += std::hypot(j, d) * (e[0] * turned[0] + e[2] * turned[2]) + j * e[1] * turned[1];
  });
  // e_z o_x - e_x o_z = sin part of the rotation with this sense; the other sense would change its sign.
  const testing::Energies e = ensemble.measure().front();
  close(e.exchange + e.dm, xxz);
}
