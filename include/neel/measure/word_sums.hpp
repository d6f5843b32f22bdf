// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The sums of site_sums.hpp on a device, of models whose sites are bytes of words (models::MovesPacked): a thread counts what several
// words of a row have, and rows above one another, as it does to move them.

#include <neel/lattice/packed_vectors.hpp>
#include <neel/measure/block_sums.hpp>
#include <neel/models/concepts.hpp>

namespace neel::measure {

/// `Open`: an axis is open, or the lattice is a slab, whose halo has no spins beyond an open edge; `Wide`: site vectors of a row at once, in rows that are made of whole ones of them.
template <models::MovesPacked Model, ExecutionSpace Exec, bool Open, int Wide>
class WordSums {
public:
  static constexpr const char* label = "neel::measure::word_sums";
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<lattice::SiteVectors::team_size, 4>>;
  using Team = typename Policy::member_type;

  explicit WordSums(const models::State<Model, Exec>& state)
      : vectors_(lattice::shorter(models::in_planes<Model>(state.geometry), Wide)),
        planes_(lattice::Planes::all(models::in_planes<Model>(state.geometry))),
        half_volume_(static_cast<lattice::Index>(state.geometry.half_volume())) {}

  static constexpr int deepest = 16;
  /// Of `count` systems from now on, and to the sums at `result`, (system, colour, term). `deep`: rows of a thread, up to `deepest`; 0: as
  /// many as leave the device busy.
  void take(const models::Contents<Model>& contents, std::int64_t* result, int count, int deep = 0) {
    contents_ = contents;
    result_ = result;
    deep_ = deep > 0 ? deep : deepest;
    while (deep == 0 && deep_ > 1 && std::int64_t{vectors_.teams(planes_, deep_)} * count < 1024) {
      deep_ /= 2;
    }
    of_system_ = vectors_.teams(planes_, deep_);
    by_system_ = Divisor(of_system_);
    teams_ = of_system_ * count;
  }

  auto policy(const Exec& exec) const {
    Policy policy(exec, teams_, runs_on_host<Exec> ? 1 : lattice::SiteVectors::team_size);
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(Block::bytes)));
    return with_much_to_tell(policy);
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int system = by_system_.quotient(team.league_rank());
    const int index = team.league_rank() - system * of_system_;
    Block::by_team(team, result_ + Block::count * system, [&](const GridThread& block) {
      count<lattice::Colour::even>(block, system, index);
      count<lattice::Colour::odd>(block, system, index);
    });
  }

private:
  using Block = BlockSums<Model>;

  template <lattice::Colour C>
  NEEL_FUNCTION void count(const GridThread& block, int system, int index) const {
    using lattice::Words;
    const auto halves = contents_.around(C);
    typename Block::Share share;
    for (int rank = block.thread(); rank < lattice::SiteVectors::team_size; rank += block.threads()) {
      int deep = deep_;
      const lattice::SiteVectors::VectorPlace at = vectors_(planes_, index, rank, deep);
      if (!at.exists) {
        continue;
      }
      typename Model::Terms all{};
      lattice::Column<Open, typename Model::Site, Wide, Model::Bytes::counted> column(
          vectors_, at, C, static_cast<lattice::Index>(system) * half_volume_, halves.own, halves.others);
      for (; deep > 0; --deep, column.step(vectors_)) {
        Words<Wide> own, others[lattice::directions];
        column.load(vectors_, own, others);
        typename Model::Bytes::Counts counts;
        NEEL_UNROLLED_LOOP
        for (int k = 0; k < Wide; ++k) {
          std::uint32_t around[lattice::directions];
          NEEL_UNROLLED_LOOP
          for (int n = 0; n < lattice::directions; ++n) {
            around[n] = others[n].at[k];
          }
          Model::Bytes::template count<C, Open>(own.at[k], around, counts);
        }
        const typename Model::Terms terms = Model::terms_of(counts);
        for (int k = 0; k < Model::terms; ++k) {
          all.value[k] += terms.value[k];
        }
      }
      share.add(all);
    }
    Block::template add<C>(block, 0, share);
  }

  lattice::SiteVectors vectors_; ///< of rows that are `Wide` times shorter
  lattice::Planes planes_;
  lattice::Index half_volume_;
  // Of the systems of one launch:
  int deep_ = 1;                  ///< rows of a thread
  int of_system_ = 1, teams_ = 0; ///< teams, of a system and in all
  Divisor by_system_;
  models::Contents<Model> contents_{};
  std::int64_t* result_ = nullptr;
};

} // namespace neel::measure
