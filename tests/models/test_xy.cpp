// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The XY model against exact results, in every execution space, by every move.
#include "testing/ensemble.hpp"
#include "testing/sigma.hpp"
#include "testing/spaces.hpp"
#include "validate/exact.hpp"

#include <neel/models/xy.hpp>

#include <catch2/catch_template_test_macros.hpp>

using namespace neel;
using models::Move;
using models::XY;

namespace {

struct RandomRotor {
  KOKKOS_FUNCTION models::Rotor operator()(const models::Place& at) const {
    return models::at_turn(
        random::Stream(5, random::Purpose::start, static_cast<std::uint32_t>(at.system), 0)(at.number).a);
  }
};

template <class Exec>
testing::Sites<XY, Exec> rotors(const lattice::Geometry& g, int systems, float J, float temperature, float field) {
  testing::Sites<XY, Exec> s(g, systems, XY{J}, {}, {1 / temperature, field}, 4);
  s.lattice.place("start", RandomRotor());
  return s;
}

/// The energy per site of each system.
template <class S>
std::vector<double> energies(const S& s, double field) {
  using lattice::Colour;
  std::vector<double> all;
  s.measure_each([&](const auto& sums) {
    const double along = sums(0, Colour::even, XY::along) + sums(0, Colour::odd, XY::along);
    all.push_back((-s.model.coupling * sums(0, Colour::even, XY::bonds) - field * along) /
                  static_cast<double>(s.state.geometry.sites()));
  });
  return all;
}

} // namespace

TEMPLATE_LIST_TEST_CASE("XY: chains, rings and fields", "[xy][statistics][nightly]", testing::Spaces) {
  struct Case {
    lattice::Geometry g;
    float J, temperature, field;
    double energy;
  };
  for (const Case& c : {Case{{9}, 1.0F, 0.7F, 0, -8.0 / 9 * validate::planar_langevin(1 / 0.7)},
                        Case{{5}, -2.0F, 1.0F, 0, -8.0 / 5 * validate::planar_langevin(2)},
                        Case{{6, 1, 1, true}, 1.0F, 0.5F, 0, validate::planar_ring(6, 0.5)},
                        Case{{1, 2, 2}, 1.0F, 0.8F, 0, validate::planar_ring(4, 0.8)},
                        Case{{3, 2}, 0.0F, 0.8F, 1.5F, -1.5 * validate::planar_langevin(1.5 / 0.8)}}) {
    for (const std::vector<Move>& moves : {std::vector{Move::metropolis}, {Move::metropolis, Move::over_relaxation}}) {
      auto s = rotors<TestType>(c.g, 2048, c.J, c.temperature, c.field);
      s.moves = moves;
      s.sweep(200);
      const auto next = [&] {
        s.sweep(3);
        return energies(s, c.field);
      };
      const auto mean = testing::average<double>(200, next, {[](const double& e) { return e; }});
      CAPTURE(c.g.lx, c.J, c.field, moves.size());
      testing::check_sigma("energy", mean[0], c.energy, 0.003);
    }
  }
}

TEMPLATE_LIST_TEST_CASE("XY: over-relaxation keeps the energy", "[xy]", testing::Spaces) {
  auto s = rotors<TestType>({8, 8, 4, true, true, false}, 2, 1.0F, 0.8F, 0.4F);
  s.sweep(20);
  const double before = energies(s, 0.4F).front();
  s.moves = {Move::over_relaxation};
  s.sweep(500);
  CHECK(std::abs(energies(s, 0.4F).front() - before) < 1e-4);
  CHECK(s.lattice.first_invalid() == measure::no_site);
}

TEMPLATE_LIST_TEST_CASE("XY: the same bits everywhere", "[xy][determinism]", testing::Spaces) {
  auto s = rotors<TestType>({10, 6, 5, true, true, false}, 3, 0.8F, 0.9F, 0.1F);
  s.moves = {Move::metropolis, Move::over_relaxation};
  s.sweep(50);
  CHECK(s.hash() == 0x2D1F31E695A8F2D0ULL);
}
