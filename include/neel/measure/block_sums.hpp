// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The sums of site_sums.hpp by blocks of threads (core/backend/cooperative.hpp), each of which adds up its own sites in the memory that it has
// for itself; also within a launch of sweeps.

#include <neel/core/backend/cooperative.hpp>
#include <neel/models/state.hpp>

namespace neel::measure {

/// Sums of a model's terms over the sites that a block has, up to 2^15 of each colour. The low and the high 16 bits of
/// terms are added by themselves, so that 32 bits are enough. They lie at the beginning of the block's memory, in two sets: that of
/// the last measurement is cleared while threads that are ahead add to the other.
template <class Model, int Colours = 2>
class BlockSums {
public:
  static constexpr int count = Colours * Model::terms; ///< (colour, term)
  static constexpr std::size_t bytes = 2 * count * sizeof(std::uint64_t);

  /// What one thread has to add, of one colour.
  struct Share {
    std::uint32_t low[Model::terms] = {}, high[Model::terms] = {};

    NEEL_FUNCTION void add(const typename Model::Terms& of_a_site) {
      NEEL_UNROLLED_LOOP
      for (int k = 0; k < Model::terms; ++k) {
        low[k] += static_cast<std::uint32_t>(of_a_site.value[k]) & 0xFFFFU;
        high[k] += static_cast<std::uint32_t>(of_a_site.value[k] >> 16);
      }
    }
  };

  /// Before the first measurement; then the block has to sync().
  static NEEL_FUNCTION void clear(const GridThread& all) {
    for (int k = all.thread(); k < 4 * count; k += all.threads()) {
      set(all, 0)[k] = 0;
    }
  }

  /// Measurement `m`, one colour. All threads of the block call it.
  template <lattice::Colour C = lattice::Colour::even>
  static NEEL_FUNCTION void add(const GridThread& all, int m, const Share& share) {
    static_assert(static_cast<int>(C) < Colours);
    std::uint32_t* const to = set(all, m) + Model::terms * static_cast<int>(C);
    all.add(to, share.low);
    all.add(to + count, share.high);
  }

  /// Adds what was added to the sums at `to`. All threads of the block call it; between two calls they sync() or change from even
  /// to odd `m`.
  static NEEL_FUNCTION void finish(const GridThread& all, int m, std::int64_t* to) {
    all.sync();
    std::uint32_t* const from = set(all, m);
    for (int k = all.thread(); k < count; k += all.threads()) {
      const auto high = static_cast<std::int32_t>(from[count + k]);
      Kokkos::atomic_add(to + k, std::int64_t{from[k]} + std::int64_t{high} * 65536);
      from[k] = 0;
      from[count + k] = 0;
    }
  }

  /// All that a team of a launch which only measures has to do; it has `bytes` of scratch memory of level 0, and `measure` adds as
  /// measurement 0.
  template <class Team, class Measure>
  static NEEL_FUNCTION void by_team(const Team& team, std::int64_t* to, const Measure& measure) {
    const GridThread block(team.league_rank(), team.league_size(), team.team_rank(), team.team_size(), nullptr,
                           static_cast<char*>(team.team_scratch(0).get_shmem(std::size_t{bytes})));
    clear(block);
    block.sync();
    measure(block);
    finish(block, 0, to);
  }

private:
  static NEEL_FUNCTION std::uint32_t* set(const GridThread& all, int m) {
    return reinterpret_cast<std::uint32_t*>(all.shared()) + m % 2 * (2 * count);
  }
};

} // namespace neel::measure
