// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A number that stands for a whole configuration: equal hashes mean equal bits on every site. It is a sum over sites of a
// scrambled (system, site, component, bits), so it depends neither on storage nor on the order of addition.

#include <neel/models/state.hpp>

namespace neel::measure {

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): a bijection of 64-bit words that scrambles all bits.
NEEL_FUNCTION std::uint64_t scramble(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

/// Adds up the hash of one colour of a field.
template <lattice::SiteValue S, ExecutionSpace Exec>
class FieldHash {
public:
  FieldHash(const lattice::Geometry& g, const lattice::Field<S, Exec>& field, lattice::Colour c)
      : geometry_(g), field_(field), colour_(c) {}

  KOKKOS_FUNCTION void operator()(std::int64_t index, std::uint64_t& sum) const {
    const std::int64_t volume = geometry_.half_volume();
    const int system = static_cast<int>(index / volume);
    const int entry = static_cast<int>(index - system * volume);
    const int row = entry / geometry_.half_x();
    const int y = row % geometry_.ly;
    const int z = row / geometry_.ly;
    const int x = 2 * (entry % geometry_.half_x()) + lattice::Geometry::first_x(colour_, y, z);
    if (x < geometry_.lx) {
      const std::uint64_t site =
          scramble(std::uint64_t{static_cast<std::uint32_t>(system)} << 32 | geometry_.site_number(x, y, z));
      const auto sites = field_.sites(colour_, system);
      for (int k = 0; k < S::components; ++k) {
        sum += scramble(site + (std::uint64_t{static_cast<unsigned>(k) + 1} << 56) + word(sites.at[k][entry]));
      }
    }
  }

private:
  static NEEL_FUNCTION std::uint64_t word(float v) { return Kokkos::bit_cast<std::uint32_t>(v); }
  template <class Integer>
  static NEEL_FUNCTION std::uint64_t word(Integer v) {
    return static_cast<std::uint64_t>(v);
  }

  lattice::Geometry geometry_;
  lattice::Field<S, Exec> field_;
  lattice::Colour colour_;
};

/// The hash of all systems and both colours.
template <lattice::SiteValue S, ExecutionSpace Exec>
std::uint64_t hash(const Exec& exec, const lattice::Geometry& g, int systems, const lattice::Field<S, Exec>& field) {
  std::uint64_t total = 0;
  for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
    std::uint64_t sum = 0;
    Kokkos::parallel_reduce(
        "neel::measure::hash",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, systems * g.half_volume()),
        FieldHash<S, Exec>(g, field, c), sum);
    total += sum;
  }
  return total;
}

} // namespace neel::measure
