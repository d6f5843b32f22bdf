// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Couplings and start configurations of the Edwards-Anderson model, for models::fill. Bits are drawn 32 at a time: those
// of a word of samples (or slabs) at one bond or site. What is drawn depends on the word's number and the place alone, not
// on W, R, the storage order or the machine.

#include <neel/models/edwards_anderson.hpp>
#include <neel/models/fill.hpp>
#include <neel/random/bits.hpp>

namespace neel::models {

/// Couplings that are not drawn, 1 where J = -1: (word, axis, site), or (axis, site) for all words.
struct GivenBonds {
  const std::uint32_t* bits = nullptr;
  std::int64_t sites = 0;
  bool alike = false;

  KOKKOS_FUNCTION std::uint32_t operator()(std::uint32_t word, std::uint32_t number, int axis) const {
    return bits[((alike ? 0 : std::int64_t{word} * 3) + axis) * sites + number];
  }
};

/// Draws the couplings along one axis of one word of samples, or of slabs, 1 where J = -1.
struct DrawBonds {
  Seed seed;
  std::uint64_t negative; ///< random::threshold of the probability that J = -1
  GivenBonds given{};     ///< instead, if it has any

  /// The bonds from the site `number` one step forward along `axis`.
  KOKKOS_FUNCTION std::uint32_t operator()(std::uint32_t word, std::uint32_t number, int axis) const {
    if (given.bits != nullptr) {
      return given(word, number, axis);
    }
    return random::biased_bits(negative, [&](std::uint32_t n) NEEL_INLINE_LAMBDA {
      return random::Stream(seed, random::Purpose::disorder, word, 0, static_cast<std::uint32_t>(8 * axis) + n)(number);
    });
  }
};

/// Axes as couplings are numbered: of a plane, z is the second.
NEEL_FUNCTION constexpr int coupling_axis(const lattice::Geometry& g, int axis) {
  return is_plane(g) && axis == 2 ? 1 : axis;
}

/// Couplings of asynchronous coding: bit b of word w of system k is sample 32 (W k + w) + b. Systems k, k + chains, ... (of
/// tempering) have the same.
template <int W, class Order>
struct SampleBonds {
  lattice::Geometry geometry;
  int chains;
  DrawBonds draw;

  KOKKOS_FUNCTION Bonds<W> operator()(const Place& at) const {
    Bonds<W> bonds;
    const int size[3] = {geometry.lx, geometry.ly, geometry.lz};
    for (int d = 0; d < lattice::directions; ++d) {
      const lattice::Step step = Order::step(static_cast<lattice::Direction>(d), at.x);
      if (is_plane(geometry) && step.axis == 1) {
        bonds.bond[d] = Word<W>::filled(d == bond_of_plane ? 0U : ~0U);
        continue;
      }
      int from[3] = {at.x, at.y, at.z};
      if (step.sign < 0) {
        from[step.axis] = from[step.axis] > 0 ? from[step.axis] - 1 : size[step.axis] - 1;
      }
      const std::uint32_t number = geometry.short_number(from[0], from[1], from[2]);
      bonds.bond[d] = Word<W>::each([&](int w) NEEL_INLINE_LAMBDA {
        return draw(static_cast<std::uint32_t>(W * (at.system % chains) + w), number,
                    coupling_axis(geometry, step.axis));
      });
    }
    return bonds;
  }
};

/// Couplings of synchronous coding; `system` is the geometry of the system, not of its cells.
template <int W>
struct SlabBonds {
  lattice::Geometry system;
  int chains; ///< as above
  DrawBonds draw;

  KOKKOS_FUNCTION Bonds<W> operator()(const Place& at) const {
    Bonds<W> bonds;
    const int planes = system.lz / 32, rows = system.ly / W;
    for (int d = 0; d < lattice::directions; ++d) {
      const lattice::Step step = lattice::Standard::step(static_cast<lattice::Direction>(d), at.x);
      if (is_plane(system) && step.axis == 1) {
        bonds.bond[d] = Word<W>::filled(d == bond_of_plane ? 0U : ~0U);
        continue;
      }
      const int back = step.sign < 0 ? 1 : 0;
      bonds.bond[d] = Word<W>::each([&](int w) NEEL_INLINE_LAMBDA {
        int from[3] = {at.x, rows * w + at.y, at.z};
        from[step.axis] -= back;
        from[0] += from[0] < 0 ? system.lx : 0;
        from[1] += from[1] < 0 ? system.ly : 0;
        const bool below = from[2] < 0; // the bond starts in the slab before: bit b - 1
        from[2] += below ? planes : 0;
        const std::uint32_t number = system.short_number(from[0], from[1], from[2]);
        const std::uint32_t bits =
            draw(static_cast<std::uint32_t>(at.system % chains), number, coupling_axis(system, step.axis));
        return below ? bits << 1 | bits >> 31 : bits;
      });
    }
    return bonds;
  }
};

/// All spins up, or each up or down at random. The words of a site are those of coded system W k + w (asynchronous coding,
/// with word_stride 0), or of the site number + w word_stride (synchronous coding: Slabs::stride).
template <int W>
struct StartBits {
  Seed seed;
  bool random;
  int systems; ///< without replicas
  std::uint32_t word_stride = 0;

  KOKKOS_FUNCTION Spins<W> operator()(const Place& at) const {
    return {Word<W>::each([&](int w) { return random ? word(at, w) : ~0U; })};
  }

private:
  KOKKOS_FUNCTION std::uint32_t word(const Place& at, int w) const {
    const int replica = at.system / systems, k = at.system - replica * systems;
    const auto system = static_cast<std::uint32_t>(word_stride == 0 ? W * k + w : k);
    const random::Stream stream(seed, random::Purpose::start, system, 0, static_cast<std::uint32_t>(replica / 4));
    return random::word(stream(at.number + static_cast<std::uint32_t>(w) * word_stride), replica % 4);
  }
};

} // namespace neel::models
