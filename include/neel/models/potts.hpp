// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The q-state Potts model. With every bond counted once, and J > 0 ferromagnetic,
//
//   E = -J sum_bonds delta(n, n') - H sum_i delta(n_i, 0)

#include <neel/models/discrete.hpp>

namespace neel::models {

struct Potts {
  using Site = StateByte<Potts, 1>;
  using Quenched = NoQuenched;
  using Conditions = models::Conditions;
  static constexpr unsigned moves = moves_of(Move::metropolis, Move::heat_bath);
  /// Random words per site.
  static NEEL_FUNCTION constexpr int words(Move m) { return words_among_states(m); }

  float coupling = 1.0F; ///< J
  int q = 2;             ///< states

  /// How many neighbours are in that state.
  template <class Neighbourhood>
  static NEEL_FUNCTION int neighbours(const Neighbourhood& n, int state) {
    int count = 0;
    lattice::for_each_neighbour(n, [&](const Site& s, const NoQuenched&, int)
                                       NEEL_INLINE_LAMBDA { count += s.value() == state ? 1 : 0; });
    return count;
  }
  /// The energy of a state beside `count` neighbours in it.
  NEEL_FUNCTION float energy_of(const Conditions& at, int state, int count) const {
    return -math::fma(coupling, static_cast<float>(count), state == 0 ? at.field : 0.0F);
  }

  template <Move M, class Neighbourhood>
  NEEL_FUNCTION Step<Site> update(const Conditions& at, const Neighbourhood& n, const random::Draw& draw) const {
    if constexpr (M == Move::metropolis) {
      const Step<int> step = move_among<M>(
          q, n.site().value(), at, draw, [&](int k) NEEL_INLINE_LAMBDA { return energy_of(at, k, neighbours(n, k)); });
      return {Site::of(step.site), step.accepted};
    } else {
      return {Site::of(drawn(at, n, random::uniform(draw.a))), 1U};
    }
  }

  /// A state by its Boltzmann factor. All states but 0 and those of neighbours, `others` of them, have the same.
  template <class Neighbourhood>
  NEEL_FUNCTION int drawn(const Conditions& at, const Neighbourhood& n, float uniform) const {
    constexpr int count = lattice::directions + 1;
    int state[count] = {}; // the last one is 0
    float energy[count];
    bool first[count]; // of its state
    int others = q;
    lattice::for_each_neighbour(n, [&](const Site& s, const NoQuenched&, int k)
                                       NEEL_INLINE_LAMBDA { state[k] = s.value(); });
    NEEL_UNROLLED_LOOP
    for (int k = 0; k < count; ++k) {
      bool earlier = state[k] < 0;
      int same = 0;
      NEEL_UNROLLED_LOOP
      for (int i = 0; i < lattice::directions; ++i) {
        same += state[i] == state[k] ? 1 : 0;
        earlier = earlier | ((i < k) & (state[i] == state[k]));
      }
      first[k] = !earlier;
      others -= earlier ? 0 : 1;
      energy[k] = energy_of(at, state[k], same);
    }
    float least = math::select(others > 0 && energy[count - 1] > 0.0F, 0.0F, energy[count - 1]);
    NEEL_UNROLLED_LOOP
    for (int k = 0; k + 1 < count; ++k) {
      least = math::select(first[k] & (energy[k] < least), energy[k], least);
    }
    const float factor = math::exp_clamped(at.inverse_temperature * least),
                of_others = factor * static_cast<float>(others);
    float passed[count], all = of_others;
    NEEL_UNROLLED_LOOP
    for (int k = 0; k < count; ++k) {
      all += math::select(first[k], math::exp_clamped(at.inverse_temperature * (least - energy[k])), 0.0F);
      passed[k] = all;
    }
    const float at_last = uniform * all;
    int special = 0; // the first state with at_last <= passed
    NEEL_UNROLLED_LOOP
    for (int k = count - 1; k >= 0; --k) {
      special = at_last <= passed[k] ? state[k] : special;
    }
    const int place =
        static_cast<int>(math::clamped(at_last / factor, 0.0F, static_cast<float>(others - 1))); // of the others
    int other = place;
    NEEL_UNROLLED_LOOP
    for (int round = 0; round < count; ++round) { // past each of the states between
      int passed_states = 0;
      NEEL_UNROLLED_LOOP
      for (int k = 0; k < count; ++k) {
        passed_states += (first[k] & (state[k] <= other)) ? 1 : 0;
      }
      other = place + passed_states;
    }
    return at_last <= of_others ? other : special;
  }

  /// J of E = -J S.S' of a bond, S being unit vectors with S.S' = (q delta - 1) / (q - 1), and m of E = -H m S.h, for cluster moves.
  NEEL_FUNCTION float ferromagnetic(const NoQuenched& /*a*/, const NoQuenched& /*b*/) const {
    return coupling * static_cast<float>(q - 1) / static_cast<float>(q);
  }
  static NEEL_FUNCTION float moment_of(const NoQuenched& /*site*/) { return 1; }

  static NEEL_FUNCTION bool valid(const Site& s) { return s.exists(); }

  /// The site's share of the energy: half of that of its bonds, and its own. For checks.
  template <class Neighbourhood>
  NEEL_FUNCTION double energy(const Conditions& at, const Neighbourhood& n) const {
    const int state = n.site().value();
    return -double{coupling} * neighbours(n, state) / 2 - (state == 0 ? double{at.field} : 0.0);
  }

  /// What one site contributes to the sums over its colour: bonds of equal states, which count at their even site, and whether it is in each
  /// of the states that this pass counts.
  static constexpr int states_per_pass = 7, terms = 1 + states_per_pass;
  enum Term : int { bonds, states };
  struct Terms {
    std::int32_t value[terms];
  };
  struct Formats {
    int first = 0; ///< state
    Formats of_pass(int pass) const { return {pass * states_per_pass}; }
    double value(int /*term*/, std::int64_t sum) const { return static_cast<double>(sum); }
  };
  template <lattice::Colour C, class Neighbourhood>
  NEEL_FUNCTION Terms measure(const Conditions& /*at*/, const Neighbourhood& n, const Formats& f) const {
    const int state = n.site().value();
    Terms all{{C == lattice::Colour::even ? neighbours(n, state) : 0}};
    NEEL_UNROLLED_LOOP
    for (int k = 0; k < states_per_pass; ++k) {
      all.value[states + k] = state == f.first + k ? 1 : 0;
    }
    return all;
  }
};
static_assert(SitePhysics<Potts>);

} // namespace neel::models
