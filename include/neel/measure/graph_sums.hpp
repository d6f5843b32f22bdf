// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The measurement of a network: what a model measures, added up over all sites per system. A pass takes the spins of some groups of
// sites; the first also takes energies of bonds, and alone needs neighbours. Terms are integers, so the sums do not depend on the order of
// addition.

#include <neel/measure/block_sums.hpp>
#include <neel/measure/sums.hpp>
#include <neel/models/row_gather.hpp>

#include <algorithm>
#include <utility>

namespace neel::measure {

/// `ByVectors`: teams add up, a site vector to a thread at a time, as devices do; else one thread of a host a stretch of site vectors.
template <models::GraphPhysics P, ExecutionSpace Exec, bool ByVectors = !runs_on_host<Exec>>
class GraphSums {
public:
  static constexpr int team_size = 128;
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<team_size, 3>>; // a fourth spills
  using Team = typename Policy::member_type;
  /// Sums of shape (pass, system, term). Energies of bonds are those of pass 0; in others they are nothing.
  using Result = Kokkos::View<std::int64_t***, Kokkos::LayoutRight, typename Exec::memory_space>;

  GraphSums(const P& physics, const models::GraphState<P, Exec>& state, const typename P::Formats& formats, int passes)
      : physics_(physics), formats_(formats), contents_(state.contents_with_copies()), systems_(state.systems),
        passes_(passes), vectors_(state.graph.all_colours()),
        per_part_(vectors_of_part(vectors_.vectors, passes * systems_)),
        parts_((vectors_.vectors + per_part_ - 1) / per_part_), by_part_(std::max(1, parts_)), by_system_(systems_) {}

  /// Adds to `result`.
  void launch(const Exec& exec, const Result& result) {
    result_ = result.data();
    const int items = passes_ * systems_ * parts_;
    if (items == 0) {
      return;
    }
    if constexpr (ByVectors) {
      Policy policy(exec, items, runs_on_host<Exec> ? 1 : team_size);
      policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(Block::bytes)));
      Kokkos::parallel_for(label, with_much_to_tell(policy), *this);
    } else {
      pack(exec);
      Kokkos::parallel_for(label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(exec, 0, items), *this);
    }
  }

  KOKKOS_FUNCTION void operator()(int index) const { KOKKOS_IF_ON_HOST((measure_part(index);)) }
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const Part part(*this, team.league_rank());
    const models::GraphContents<P> all = contents_.from(part.system);
    const typename P::Formats formats = formats_.of_pass(part.pass);
    Block::by_team(team, result_ + P::terms * part.row, [&](const GridThread& block) {
      typename Block::Share share;
      for (int q = part.first + block.thread(); q < part.past; q += block.threads()) {
        measure_vector(all, vectors_(q), part.pass == 0, formats, share);
      }
      Block::add(block, 0, share);
    });
  }

private:
  using Block = BlockSums<P, 1>;
  using EnergyParts = typename P::EnergyParts;
  static constexpr const char* label = "neel::measure::network_sums";
  static constexpr int capacity = models::RowGather<models::GatherShares<P>, P>::capacity; ///< entries
  static constexpr int together = 64;

  /// Some site vectors of a system in a pass.
  struct Part {
    int row, pass, system, first, past; ///< row: of the result, (pass, system)

    KOKKOS_FUNCTION Part(const GraphSums& all, int index)
        : row(all.by_part_.quotient(index)), pass(all.by_system_.quotient(row)), system(row - pass * all.systems_),
          first((index - row * all.parts_) * all.per_part_),
          past(Kokkos::min(first + all.per_part_, all.vectors_.vectors)) {}
  };

  /// Teams take more as there are more, since adding up within a team costs as much as measuring several sites: 2^13 sites at most.
  static int vectors_of_part(int vectors, std::int64_t rows) {
    if constexpr (ByVectors) {
      return team_size * static_cast<int>(std::clamp<std::int64_t>(rows * vectors / (512 * team_size), 1, 16));
    } else {
      return capacity / crystal::vector_length;
    }
  }

  /// Host: of what has changed since they were used.
  void pack(const Exec& exec) const {
    const models::GraphContents<P> contents = contents_;
    if (const int tasks = models::tasks_to_pack(contents); tasks > 0) {
      Kokkos::parallel_for("neel::measure::pack_sites",
                           Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(exec, 0, systems_ * tasks),
                           [=](int task) { models::pack(contents.from(task / tasks), task % tasks); });
    }
  }

  NEEL_FUNCTION void measure_vector(const models::GraphContents<P>& all, const lattice::RowPart& at, bool bonds,
                                    const typename P::Formats& formats, typename Block::Share& to) const {
    typename P::Site own[crystal::vector_length];
    EnergyParts share[crystal::vector_length] = {};
    lattice::load_vector(all.sites.read(), at.entry, own);
    if (bonds) {
      models::gather<models::GatherShares<P>>(all, at, own, share);
    }
    NEEL_UNROLLED_LOOP
    for (int j = 0; j < crystal::vector_length; ++j) {
      const typename P::SiteSpecies o = all.occupants[all.occupant[at.entry + j]];
      if (o.occupied) {
        to.add(physics_.measure(*all.conditions, o, own[j], share[j], formats));
      }
    }
  }

  void measure_part(int index) const {
    const Part part(*this, index);
    const models::GraphContents<P> all = contents_.from(part.system);
    const auto conditions = *all.conditions;
    models::RowRange<EnergyParts, capacity> range;
    const auto share = range.pointer();
    const P physics = physics_;
    const typename P::Formats formats = formats_.of_pass(part.pass);
    Sums<P::terms> total;
    const int entries = crystal::vector_length * (part.past - part.first), entry = vectors_(part.first).entry;
    const auto own = all.sites.read() + entry;
    const std::uint8_t* const occupant = all.occupant + entry;
    for (int i = 0; i < entries; ++i) {
      share.store(i, EnergyParts{});
    }
    if (part.pass == 0) {
      models::RowGather<models::GatherShares<P>, P> gather;
      gather(all, vectors_, part.first, part.past - part.first, own, share);
    }
    for (int done = 0; done < entries; done += together) { // terms first, then their sums: both are vector instructions
      const int count = std::min(entries - done, together);
      std::uint32_t species[together]; // as wide as the numbers beside them, for the compiler
      for (int i = 0; i < count; ++i) {
        species[i] = occupant[done + i];
      }
      std::int32_t terms[P::terms][together];
      NEEL_INDEPENDENT_LOOP
      for (int i = 0; i < count; ++i) {
        const auto term =
            physics.measure(conditions, all.occupants[species[i]], own[done + i], share[done + i], formats);
        [&]<int... K>(std::integer_sequence<int, K...>) NEEL_INLINE_LAMBDA {
          ((terms[K][i] = species[i] != 0 ? term.value[K] : 0), ...);
        }(std::make_integer_sequence<int, P::terms>{});
      }
      for (int k = 0; k < P::terms; ++k) {
        std::int64_t sum = 0;
        for (int i = 0; i < count; ++i) {
          sum += terms[k][i];
        }
        total.value[k] += sum;
      }
    }
    for (int k = 0; k < P::terms; ++k) {
      Kokkos::atomic_add(&result_[P::terms * part.row + k], total.value[k]);
    }
  }

  P physics_;
  typename P::Formats formats_;
  models::GraphContents<P> contents_;
  int systems_, passes_;
  lattice::ColourVectors vectors_;
  int per_part_, parts_; ///< site vectors of a part; parts of a system
  Divisor by_part_, by_system_;
  std::int64_t* result_ = nullptr;
};

} // namespace neel::measure
