// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The clock, Potts and Blume-Capel models against exact results, in every execution space, by every move.
#include "testing/ensemble.hpp"
#include "testing/sigma.hpp"
#include "testing/spaces.hpp"
#include "validate/discrete_exact.hpp"

#include <neel/models/blume_capel.hpp>
#include <neel/models/clock.hpp>
#include <neel/models/potts.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

using namespace neel;
using lattice::Colour;
using models::BlumeCapel;
using models::Clock;
using models::Move;
using models::Potts;

namespace {

template <class Site>
struct RandomState {
  int first, count;
  KOKKOS_FUNCTION Site operator()(const models::Place& at) const {
    const random::Stream stream(5, random::Purpose::start, static_cast<std::uint32_t>(at.system), 0);
    return Site::of(first + models::uniform_below(count, stream(at.number).a));
  }
};

template <class P, class Exec>
testing::Sites<P, Exec> ensemble(const lattice::Geometry& g, int systems, const P& physics, int first, int count,
                                 float temperature, float field) {
  testing::Sites<P, Exec> s(g, systems, physics, {}, {1 / temperature, field}, 4);
  s.lattice.place("start", RandomState<typename P::Site>{first, count});
  return s;
}

/// Energies per site and the field's share, by `energy` and `along` of a system's sums.
template <class S, class Measure>
void compare(S s, const validate::DiscreteAverages& exact, Move move, const Measure& measure) {
  struct Two {
    double energy, along;
  };
  s.moves = {move};
  s.sweep(100);
  const auto next = [&] {
    s.sweep(2);
    std::vector<Two> all;
    s.measure_each([&](const auto& sums) {
      const auto both = [&](int term) { return sums(0, Colour::even, term) + sums(0, Colour::odd, term); };
      const auto [energy, along] = measure(both);
      const auto n = static_cast<double>(s.state.geometry.sites());
      all.push_back({energy / n, along / n});
    });
    return all;
  };
  const auto mean =
      testing::average<Two>(100, next, {[](const Two& t) { return t.energy; }, [](const Two& t) { return t.along; }});
  CAPTURE(static_cast<int>(move));
  testing::check_sigma("energy", mean[0], exact.energy, 0.006);
  testing::check_sigma("along the field", mean[1], exact.along, 0.01);
}

constexpr Move both_moves[] = {Move::metropolis, Move::heat_bath};
const lattice::Geometry torus{4, 2, 1, true, true}, ring{6, 1, 1, true};

} // namespace

TEMPLATE_LIST_TEST_CASE("Clock: all states of small lattices", "[clock][statistics]", testing::Spaces) {
  struct Case {
    lattice::Geometry g;
    int q;
    float J, temperature, field;
  };
  for (const Case& c : {Case{torus, 2, 1.0F, 2.5F, 0.3F}, Case{torus, 3, 1.0F, 1.2F, -0.4F},
                        Case{torus, 3, -1.0F, 0.7F, 0.5F}, Case{ring, 5, -1.0F, 0.6F, 0.3F}}) {
    for (const Move move : both_moves) {
      CAPTURE(c.q, c.J);
      compare(ensemble<Clock, TestType>(c.g, 1024, {c.J, c.q}, 0, c.q, c.temperature, c.field),
              validate::discrete_torus(validate::clock_model(c.q, c.J, c.field), c.g.lx, c.g.ly, c.temperature), move,
              [&](const auto& sum) {
                return std::pair(-c.J * sum(Clock::bonds) - c.field * sum(Clock::along), sum(Clock::along));
              });
    }
  }
}

TEMPLATE_LIST_TEST_CASE("Potts: all states of small lattices", "[potts][statistics]", testing::Spaces) {
  struct Case {
    lattice::Geometry g;
    int q;
    float J, temperature, field;
  };
  for (const Case& c : {Case{torus, 2, -1.0F, 0.6F, 0.5F}, Case{torus, 3, 1.0F, 0.9F, 0.2F},
                        Case{torus, 4, -1.0F, 0.4F, -0.6F}, Case{ring, 5, 1.0F, 0.4F, 0.1F}}) {
    for (const Move move : both_moves) {
      CAPTURE(c.q, c.J);
      compare(ensemble<Potts, TestType>(c.g, 1024, {c.J, c.q}, 0, c.q, c.temperature, c.field),
              validate::discrete_torus(validate::potts_model(c.q, c.J, c.field), c.g.lx, c.g.ly, c.temperature), move,
              [&](const auto& sum) {
                return std::pair(-c.J * sum(Potts::bonds) - c.field * sum(Potts::states), sum(Potts::states));
              });
    }
  }
}

TEMPLATE_LIST_TEST_CASE("Blume-Capel: all states of small lattices", "[blume_capel][statistics]", testing::Spaces) {
  struct Case {
    float J, D, temperature, field;
  };
  for (const Case& c : {Case{1.0F, 0, 1.7F, 0.2F}, Case{1.0F, 1.9F, 0.6F, -0.3F}, Case{-1.0F, 0.5F, 1.2F, 0.7F}}) {
    for (const Move move : both_moves) {
      CAPTURE(c.J, c.D);
      compare(ensemble<BlumeCapel, TestType>(torus, 1024, {c.J, c.D}, -1, 3, c.temperature, c.field),
              validate::discrete_torus(validate::blume_capel_model(c.J, c.D, c.field), 4, 2, c.temperature), move,
              [&](const auto& sum) {
                return std::pair(-c.J * sum(BlumeCapel::bonds) + c.D * sum(BlumeCapel::square) -
                                     c.field * sum(BlumeCapel::spin),
                                 sum(BlumeCapel::spin));
              });
    }
  }
}

TEMPLATE_LIST_TEST_CASE("Discrete states: the same bits everywhere", "[clock][potts][blume_capel][determinism]",
                        testing::Spaces) {
  const lattice::Geometry g{10, 6, 5, true, true, false};
  const auto hash = [](auto s) {
    s.moves = {Move::metropolis, Move::heat_bath};
    s.sweep(50);
    CHECK(s.lattice.first_invalid() == measure::no_site);
    return s.hash();
  };
  CHECK(hash(ensemble<Clock, TestType>(g, 3, {0.8F, 7}, 0, 7, 0.9F, 0.1F)) == 0xACE3FFA578F07461ULL);
  CHECK(hash(ensemble<Potts, TestType>(g, 3, {0.8F, 11}, 0, 11, 0.5F, 0.1F)) == 0xAF524BB3C7269EBDULL);
  CHECK(hash(ensemble<BlumeCapel, TestType>(g, 3, {0.8F, 0.3F}, -1, 3, 2.0F, 0.1F)) == 0x7073A4B4F100CD5AULL);
}

TEST_CASE("Discrete states: exact results agree with each other", "[validate]") {
  using Catch::Matchers::WithinAbs;
  const auto clock = validate::clock_model(3, 1, 0.2);
  CHECK_THAT(validate::discrete_strip_energy(clock, 4, 2, 0.9),
             WithinAbs(validate::discrete_torus(clock, 4, 2, 0.9).energy, 1e-7));
  // cos(2 pi (n - n')/3) = 3/2 delta - 1/2
  const double potts = validate::discrete_torus(validate::potts_model(3, 1.5, 0), 4, 2, 0.9).energy;
  CHECK_THAT(validate::discrete_torus(validate::clock_model(3, 1, 0), 4, 2, 0.9).energy, WithinAbs(potts + 1, 1e-12));
}
