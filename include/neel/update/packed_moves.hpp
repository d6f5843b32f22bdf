// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Half a sweep on a device of a model that moves four sites at once, which are the bytes of a word (models::MovesPacked): a thread has several
// words of a row, and rows above one another. They share addresses and what is loaded of neighbours; a team shares a table of what
// decides moves.

#include <neel/core/backend/bytes.hpp>
#include <neel/lattice/packed_vectors.hpp>
#include <neel/update/checkerboard_view.hpp>

namespace neel::update {

static_assert(lattice::vector_length == random::vector_length);

/// Moves `Wide` site vectors of a row at once, in rows that are made of whole ones of them. `Open`: an axis is open.
template <models::MovesPacked Model, bool Open, int Wide>
class PackedMoves {
public:
  PackedMoves(const Model& model, const lattice::Geometry& geometry, const Seed& seed)
      : vectors_(lattice::shorter(geometry, Wide)), stream_(seed, random::Purpose::update), model_(model),
        half_volume_(static_cast<lattice::Index>(geometry.half_volume())) {}

protected:
  /// In a team's memory.
  static NEEL_FUNCTION constexpr int table_bytes() {
    return Model::Bytes::table_size * static_cast<int>(sizeof(float));
  }

  /// What decides moves under these conditions, for all of the team.
  template <models::Move M, class Team>
  NEEL_FUNCTION const float* table(const Team& team, const typename Model::Conditions& at) const {
    using Bytes = typename Model::Bytes;
    auto* const highest = static_cast<float*>(team.team_scratch(0).get_shmem(table_bytes()));
    for (int k = team.team_rank(); k < Bytes::entries; k += team.team_size()) {
      highest[Bytes::entry_of(k)] = model_.template highest<M>(at, Bytes::spin_of(k), Bytes::sum_of(k));
    }
    team.team_barrier();
    return highest;
  }

  /// Moves `deep` rows of site vectors above one another of colour `c`, the lowest `at`; `system` counts from the first of the launch. site vectors' numbers
  /// start at `first`; `table`: what decides. Returns the number of accepted proposals.
  template <models::Move M>
  NEEL_FUNCTION std::uint32_t
  move(const CheckerboardView<Model>& half, lattice::Colour c, const random::VectorStream::Of& when, int system,
       lattice::SiteVectors::VectorPlace at, int deep, std::uint32_t first, const float* table) const {
    static_assert(Model::words(M) == 1);
    using lattice::Words;
    std::uint32_t accepted = 0;
    lattice::Column<Open, typename Model::Site, Wide, Model::Bytes::seen> column(
        vectors_, at, c, static_cast<lattice::Index>(system) * half_volume_, half.halves.own, half.halves.others);
    for (; deep > 0; --deep, column.step(vectors_)) {
      Words<Wide> own, others[lattice::directions], to;
      column.load(vectors_, own, others);
      const std::uint32_t number = first + column.number();
      std::uint32_t moved = 0; // a bit for each site
      NEEL_UNROLLED_LOOP
      for (int k = 0; k < Wide; ++k) {
        const random::Draw d = stream_(when, static_cast<std::uint32_t>(half.first + system),
                                       number + 2 * static_cast<std::uint32_t>(k), 0);
        std::uint32_t around[lattice::directions];
        NEEL_UNROLLED_LOOP
        for (int n = 0; n < lattice::directions; ++n) {
          around[n] = others[n].at[k];
        }
        const models::Four four = Model::Bytes::template update<M>(own.at[k], around, table, {d.a, d.b, d.c, d.d});
        to.at[k] = four.to;
        moved |= four.accepted & (bytes::each(1) << k);
      }
      const int count = column.count(vectors_);
      lattice::store_words(half.own, column.entry(), count, to);
      const std::uint32_t sites =
          Wide > 1 || count >= lattice::vector_length ? ~0U : 0x00FFFFFFU; // the last of a row may be none
      accepted += static_cast<std::uint32_t>(Kokkos::Experimental::popcount_builtin(moved & sites));
    }
    return accepted;
  }

  lattice::SiteVectors
      vectors_; ///< of rows that are as many times shorter: what of them is a site vector, is `Wide` ones
  random::VectorStream stream_;
  Model model_;
  lattice::Index half_volume_;
};

} // namespace neel::update
