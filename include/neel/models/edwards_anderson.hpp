// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The Edwards-Anderson spin glass with couplings +1 and -1, one bit per spin.
//
//   E = - sum_bonds J s s',  J = +1 with probability p
//
// A bit is 1 for s = +1, and for J = -1: so e = J ^ s ^ s' is 1 where a bond is not satisfied. The number u of unsatisfied
// bonds of a site, from 0 to 6, is added up bit by bit in three bits; turning the spin costs dE = 12 - 4 u.
//
// Asynchronous coding (EdwardsAnderson): the bits of a word are different samples, and one random number serves all of
// them. Synchronous coding (EdwardsAndersonSingle): the bits of a word are sites of one sample, and each has a random
// number of its own. In both, a site has replicas: configurations with the same couplings and independent random numbers.

#include <neel/core/math.hpp>
#include <neel/core/word.hpp>
#include <neel/lattice/ordered.hpp>
#include <neel/models/concepts.hpp>
#include <neel/random/source.hpp>

namespace neel::models {

/// The spins of one site and replica: a bit per sample (or slab).
template <int W>
struct Spins {
  using Component = Word<W>;
  static constexpr int components = 1;
  Word<W> bits;

  template <int K>
  NEEL_FUNCTION Word<W> component() const {
    return bits;
  }
};

/// The couplings of one site to its six neighbours, in the order of the directions: a bit is 1 where J = -1. Every
/// coupling is stored at both its ends.
template <int W>
struct Bonds {
  using Component = Word<W>;
  static constexpr int components = lattice::directions;
  Word<W> bond[lattice::directions];

  template <int K>
  NEEL_FUNCTION Word<W> component() const {
    return bond[K];
  }
};

/// A plane is a lattice whose y axis has one site: its rows are planes (Geometry::tall). Both neighbours of a site along y are then the
/// same one. Of the bonds there, J = +1 to one and -1 to the other, one is unsatisfied whatever the spins: costs are those of the other
/// four, and all else stays as it is.
NEEL_FUNCTION constexpr bool is_plane(const lattice::Geometry& g) { return g.ly == 1; }
inline constexpr int bond_of_plane = 2; ///< the direction of that of J = +1; that of J = -1 follows

/// A turn that costs 4, 8 or 12 is accepted if a random number is below exp(-4/T), exp(-8/T), exp(-12/T), in units of
/// 2^-32.
struct Thresholds {
  std::uint32_t up4, up8, up12;
};

/// Temperature above zero.
inline Thresholds thresholds(double temperature) {
  const auto at = [&](double cost) {
    const double p = math::exp(-cost / temperature);
    return static_cast<std::uint32_t>(Kokkos::min(p * 0x1p32 + 0.5, 0x1p32 - 1));
  };
  return {at(4), at(8), at(12)};
}

/// How many of a site's six bonds are unsatisfied, bit by bit.
template <class Neighbourhood, class Quenched>
NEEL_FUNCTION auto unsatisfied(const Neighbourhood& n, const Quenched& j) {
  const auto s = n.site();
  return count_of_directions([&]<int D>() NEEL_INLINE_LAMBDA { return j.bond[D] ^ s ^ n.template neighbour<D>(); });
}

/// How many of a site's six bonds have ends with different overlaps s s' of two replicas, bit by bit. Those along y count where `along_y`
/// has its bits set.
template <class Neighbourhood>
NEEL_FUNCTION auto different_links(const Neighbourhood& a, const Neighbourhood& b, std::uint32_t along_y) {
  const auto q = a.site() ^ b.site();
  return count_of_directions([&]<int D>() NEEL_INLINE_LAMBDA {
    const auto different = q ^ a.template neighbour<D>() ^ b.template neighbour<D>();
    return different & (D / 2 == 1 ? along_y : ~0U);
  });
}

/// Asynchronous coding: 32 W samples a site.
template <int W>
struct EdwardsAnderson {
  using Site = Spins<W>;
  using Quenched = Bonds<W>;
  using Conditions = Thresholds;
  static constexpr int words = W, samples = 32 * W;
  static constexpr int group = 4; ///< replicas that one draw serves

  /// The neighbourhood as its bits see it.
  template <class Neighbourhood>
  static NEEL_FUNCTION const Neighbourhood& around(const Neighbourhood& n) {
    return n;
  }

  /// What replicas `first` to `first` + 3 of a site need of its random numbers.
  template <class Draws>
  static NEEL_FUNCTION random::Draw random(const Draws& draws, int first) {
    return draws.four(first);
  }
  /// One Metropolis step of one replica.
  template <class Neighbourhood>
  NEEL_FUNCTION Site update(const Conditions& at, const Neighbourhood& n, const Quenched& j, const random::Draw& four,
                            int replica) const {
    return {n.site() ^ turns(at, unsatisfied(n, j), random::word(four, replica % 4))};
  }

private:
  /// Bits set where the spin turns. A number below the threshold of a large cost is below those of smaller ones, too.
  static NEEL_FUNCTION Word<W> turns(const Conditions& at, const ThreeBits<Word<W>>& u, std::uint32_t number) {
    const std::uint32_t up4 = mask_if(number < at.up4), up8 = mask_if(number < at.up8),
                        up12 = mask_if(number < at.up12);
    return u.high | (u.middle & (u.low | up4)) | (u.low & up8) | up12;
  }
};

/// Synchronous coding: one sample on lattice::Slabs<W>.
template <int W>
struct EdwardsAndersonSingle {
  using Site = Spins<W>;
  using Quenched = Bonds<W>;
  using Conditions = Thresholds;
  static constexpr int words = W, samples = 1;
  static constexpr int group = 1;

  std::uint32_t stride; ///< Slabs::stride

  /// What replicas need of their site's random numbers: as many as it takes.
  template <class Draws>
  static NEEL_FUNCTION const Draws& random(const Draws& draws, int /*first*/) {
    return draws;
  }
  /// One Metropolis step of one replica.
  template <class Neighbourhood, class Draws>
  NEEL_FUNCTION Site update(const Conditions& at, const Neighbourhood& n, const Quenched& j, const Draws& draws,
                            int replica) const {
    return {n.site() ^ turns(at, unsatisfied(around(n), j), draws, 8 * replica)};
  }

  /// The neighbours of all bits of a cell in direction D: those of its neighbour cell, moved if the step crosses an end.
  template <int D, class Neighbourhood>
  static NEEL_FUNCTION Word<W> moved(const Word<W>& there, const Neighbourhood& n) {
    if constexpr (D == 2 || D == 3) {
      return W == 1 || n.template crossing<D>() == 0 ? there : there.rotated(D == 2 ? W - 1 : 1);
    } else if constexpr (D == 4 || D == 5) {
      if (n.template crossing<D>() == 0) {
        return there;
      }
      return D == 5 ? there >> 1 | there << 31 : there << 1 | there >> 31; // z + 1: bit b comes from bit b + 1
    } else {
      return there;
    }
  }

  /// A neighbourhood whose neighbours are moved.
  template <class Neighbourhood>
  struct Moved {
    const Neighbourhood& n;
    NEEL_FUNCTION Word<W> site() const { return n.site(); }
    template <int D>
    NEEL_FUNCTION Word<W> neighbour() const {
      return moved<D>(n.template neighbour<D>(), n);
    }
  };

  /// The neighbourhood as its bits see it.
  template <class Neighbourhood>
  static NEEL_FUNCTION Moved<Neighbourhood> around(const Neighbourhood& n) {
    return {n};
  }

private:
  /// Bits set where the spin turns. Each bit's number is compared with the threshold of its cost digit by digit, from the
  /// most significant one, until no bit is undecided; digits come from draws `first` to `first` + 7.
  template <class Draws>
  NEEL_FUNCTION Word<W> turns(const Conditions& at, const ThreeBits<Word<W>>& u, const Draws& draws, int first) const {
    const Word<W> costs12 = ~(u.low | u.middle | u.high), costs8 = u.low & ~(u.middle | u.high),
                  costs4 = u.middle & ~(u.low | u.high);
    Word<W> undecided = costs4 | costs8 | costs12;
    Word<W> turn = ~undecided;
    Thresholds rest = at; // digits not yet compared, the next one on top
    for (int n = 0; n < 8 && undecided.any(); ++n) {
      random::Draw drawn[W];
      for (int w = 0; w < W; ++w) {
        drawn[w] = draws(first + n, static_cast<std::uint32_t>(w) * stride);
      }
      const Word<W> digits[4] = {Word<W>::each([&](int w) NEEL_INLINE_LAMBDA { return drawn[w].a; }),
                                 Word<W>::each([&](int w) NEEL_INLINE_LAMBDA { return drawn[w].b; }),
                                 Word<W>::each([&](int w) NEEL_INLINE_LAMBDA { return drawn[w].c; }),
                                 Word<W>::each([&](int w) NEEL_INLINE_LAMBDA { return drawn[w].d; })};
      for (int k = 0; k < 4; ++k) {
        const Word<W> threshold = (costs4 & (0U - (rest.up4 >> 31))) | (costs8 & (0U - (rest.up8 >> 31))) |
                                  (costs12 & (0U - (rest.up12 >> 31)));
        turn = turn | (undecided & threshold & ~digits[k]);
        undecided = undecided & ~(threshold ^ digits[k]);
        rest = {rest.up4 << 1, rest.up8 << 1, rest.up12 << 1};
      }
    }
    return turn;
  }
};
static_assert(BitPhysics<EdwardsAnderson<4>> && BitPhysics<EdwardsAndersonSingle<1>>);

} // namespace neel::models
