// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a half-sweep of spins that are bits works on: groups of four words of one colour, of some planes.

#include <neel/models/bit_state.hpp>
#include <neel/random/philox.hpp>

namespace neel::update {

template <ExecutionSpace Exec>
class BitGroups {
protected:
  static constexpr const char* label = "neel::update::bit_half_sweep";
  using Index = lattice::BitRows::Index;
  static constexpr int group = lattice::BitRows::group_words;
  static constexpr std::uint32_t draws_of_move = 64;

  /// For move `number` of a sweep.
  BitGroups(const models::BitState<Exec>& state, const lattice::Planes& planes, lattice::Colour c, const Seed& seed,
            std::uint64_t sweep, std::uint32_t number, std::int64_t* accepted)
      : rows_(state.rows), colour_(c), seed_(seed), sweep_(sweep), number_(number),
        stream_(seed, random::Purpose::update), when_(stream_.of(sweep, draws_of_move / 4 * number)),
        own_(state.words.sites(c, 0).at[0]), others_(state.words.sites(lattice::other(c), 0).at[0]),
        outcomes_(state.outcomes.data()), accepted_(accepted), inverted_(state.inverted),
        per_system_(static_cast<Index>(rows_.words())), systems_(state.systems) {
    const bool whole = planes.step == 1 && planes.count == state.geometry.lz;
    const int of_plane = rows_.plane_words() / group;
    stretch_ = whole ? rows_.words() / group : of_plane;
    first_ = whole ? 0 : planes.first * stretch_;
    step_ = whole ? 0 : planes.step * stretch_;
    numbered_from_ = static_cast<std::uint32_t>(state.geometry.begin_z) * static_cast<std::uint32_t>(of_plane);
    groups_ = whole ? stretch_ : planes.count * stretch_;
    by_stretch_ = Divisor(Kokkos::max(stretch_, 1));
  }

  /// The group that is number `index` of the launch's.
  NEEL_FUNCTION int group_at(int index) const {
    if (step_ == 0) {
      return index;
    }
    const int stretch = by_stretch_.quotient(index);
    return first_ + stretch * step_ + index - stretch * stretch_;
  }
  /// For random numbers.
  NEEL_FUNCTION std::uint32_t site_of(int of_group) const {
    return 2 * (numbered_from_ + static_cast<std::uint32_t>(of_group)) + static_cast<std::uint32_t>(colour_);
  }
  template <models::Move M>
  NEEL_FUNCTION const models::OutcomeDigits& outcome_of(int system) const {
    return outcomes_[2 * system + (M == models::Move::heat_bath ? 1 : 0)];
  }

  lattice::BitRows rows_;
  lattice::Colour colour_;
  Seed seed_;
  std::uint64_t sweep_;
  std::uint32_t number_;
  random::VectorStream stream_;
  random::VectorStream::Of when_;
  std::uint32_t* own_;
  const std::uint32_t* others_;
  const models::OutcomeDigits* outcomes_;
  std::int64_t* accepted_; ///< per system, or null
  std::uint32_t inverted_;
  Index per_system_;         ///< words
  int systems_, groups_ = 0; ///< of a system, in this launch: stretches that follow one another `step_` groups apart
  int first_ = 0, step_ = 0, stretch_ = 0;
  std::uint32_t numbered_from_ = 0; ///< the slab's first group's number
  Divisor by_stretch_;
};

} // namespace neel::update
