// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The phi^4 field with the injected fault.

#define Phi4 SoundPhi4
#include "../../../../../include/neel/models/phi4.hpp"
#undef Phi4

#include "mutation/fault.hpp"

namespace neel::models {

/// Surroundings in which the site at one displacement is not seen: zero, or the site itself.
template <int N, class Neighbourhood>
struct FaultyField {
  const Neighbourhood& n;
  lattice::Offset missing;
  bool replaced; ///< by the site itself

  lattice::Vector<N> operator()(const lattice::Offset& d) const {
    if (d.x == missing.x && d.y == missing.y && d.z == missing.z) {
      return replaced ? n({0, 0, 0}) : lattice::Vector<N>{};
    }
    return n(d);
  }
};

/// So many steps along x and y; in two dimensions rows are planes.
template <int Dim>
lattice::Offset along(int x, int y) {
  return Dim == 2 ? lattice::Offset{x, 0, y} : lattice::Offset{x, y, 0};
}
/// The displacement whose site is missing in moves; nothing is that far away if there is none.
template <int Dim>
lattice::Offset missing_offset() {
  using mutation::Fault;
  switch (mutation::injected) {
  case Fault::no_neighbour_x:
    return along<Dim>(1, 0);
  case Fault::no_neighbour_y:
    return along<Dim>(0, 1);
  case Fault::no_neighbour_z:
    return {0, 0, 1};
  case Fault::no_second_neighbour:
    return along<Dim>(0, 2);
  case Fault::no_diagonal_neighbour:
    return along<Dim>(1, 1);
  default:
    return {99, 99, 99};
  }
}

template <int N, int Dim, bool Wide>
struct Phi4 : SoundPhi4<N, Dim, Wide> {
  using Sound = SoundPhi4<N, Dim, Wide>;
  using Measured = Phi4<N, Dim, false>;
  using typename Sound::Conditions, typename Sound::Step, typename Sound::Terms, typename Sound::Value;

  static Conditions conditions(const Phi4Parameters& p, double eps) {
    Phi4Parameters wrong = p;
    wrong.coupling *= mutation::has(mutation::Fault::strong_quartic) ? 1.5 : 1;
    wrong.mass_squared *= mutation::has(mutation::Fault::strong_mass) ? 1.2 : 1;
    return Sound::conditions(wrong, eps);
  }

  template <class Neighbourhood>
  static NEEL_FUNCTION Value corona(const Conditions& at, const Neighbourhood& n) {
    return Sound::corona(at, FaultyField<N, Neighbourhood>{n, missing_offset<Dim>(), false});
  }

  static NEEL_FUNCTION Step hit(const Conditions& at, const Value& from, const Value& corona,
                                const std::uint32_t (&word)[Sound::words_per_hit]) {
    std::uint32_t words[Sound::words_per_hit];
    for (int k = 0; k < Sound::words_per_hit; ++k) {
      words[k] = word[k];
    }
    if (mutation::has(mutation::Fault::reused_words)) { // the number that proposes decides, too
      if constexpr (N == 1) {
        const std::uint32_t low = word[0] & 0xFFFU;
        words[0] = low | low << 20 | low >> 4 << 12;
      } else {
        words[N] = word[0];
      }
    }
    return Sound::hit(at, from, corona, words);
  }

  template <class Neighbourhood>
  static NEEL_FUNCTION Terms measure(const Neighbourhood& n) {
    const bool wrong = mutation::has(mutation::Fault::measured_gradient);
    return Sound::measure(
        FaultyField<N, Neighbourhood>{n, wrong ? along<Dim>(0, 1) : lattice::Offset{99, 99, 99}, true});
  }
};

} // namespace neel::models
