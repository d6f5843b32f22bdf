// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A sweep of a network moves the sites of one colour after those of another. Sites of one colour are not bound to one another, so
// all of them, in all systems, may move at once.

#include <neel/models/row_gather.hpp>
#include <neel/random/philox_lanes.hpp>
#include <neel/update/checkerboard_view.hpp>
#include <neel/update/graph_moves.hpp>
#include <neel/update/work_stealing.hpp>

#include <algorithm>

namespace neel::update {

/// Updates the sites of one colour, or of some rows of it, by one kind of move: move `number` of the sweep.
template <models::GraphPhysics P, ExecutionSpace Exec, models::Move M>
class GraphColourSweep : GraphMoves<P> {
public:
  static constexpr const char* label = "neel::update::network_colour_sweep";
  static constexpr int team_size = 128;
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<team_size, 4>>;
  using Team = typename Policy::member_type;

  /// If `since` is not null, so many sweeps later as it counts when the kernel runs.
  GraphColourSweep(const P& physics, const models::GraphState<P, Exec>& state, int colour, const Seed& seed,
                   std::uint64_t sweep, std::uint32_t number, const std::uint32_t* since = nullptr)
      : GraphColourSweep(physics, state, state.graph.colours()[static_cast<std::size_t>(colour)], colour, seed, sweep,
                         number, since) {}
  GraphColourSweep(const P& physics, const models::GraphState<P, Exec>& state, const lattice::ColourVectors& vectors,
                   int colour, const Seed& seed, std::uint64_t sweep, std::uint32_t number,
                   const std::uint32_t* since = nullptr)
      : Base(physics, state, seed), vectors_(vectors), colour_(colour), seed_(seed), sweep_(sweep), number_(number),
        when_(stream_.of(sweep, number)), since_(since), parts_((vectors_.vectors + team_size - 1) / team_size),
        by_part_(std::max(1, parts_)) {}

  /// Of these systems from now on.
  void take(const models::GraphState<P, Exec>& state, int first, int count, std::int64_t* accepted) {
    take(state.contents(), first, count, accepted);
  }
  void take(const models::GraphContents<P>& contents, int first, int count, std::int64_t* accepted) {
    first_ = first;
    count_ = count;
    contents_ = contents.from(first);
    accepted_ = accepted == nullptr ? nullptr : accepted + first;
  }
  /// Host: of all systems, as a round of this thread and others.
  void phase(PhaseScheduler::Thread& thread, const models::GraphContents<P>& contents, int systems,
             std::int64_t* accepted) {
    take(contents, 0, systems, accepted);
    const int size =
        task_size(std::int64_t{vectors_.vectors} * count_, thread.threads(), random::lanes, most_task_vectors);
    thread.phase(count_, (vectors_.vectors + size - 1) / size, [&](int system, int item) {
      move_some(system, item * size, std::min(item * size + size, vectors_.vectors));
    });
  }

  /// Of all systems.
  void launch(const Exec& exec, const models::GraphState<P, Exec>& state, std::int64_t* accepted) {
    if (parts_ == 0) {
      return;
    }
    if constexpr (runs_on_host<Exec>) {
      launch_phases(exec, label, [&](PhaseScheduler::Thread& thread) {
        GraphColourSweep own = *this;
        own.phase(thread, state.contents(), state.systems, accepted);
      });
    } else {
      in_launches(state.systems, std::int64_t{parts_} * team_size, [&](int first, int count) {
        take(state, first, count, accepted);
        Kokkos::parallel_for(label, policy(exec), *this);
      });
    }
  }
  bool empty() const { return parts_ == 0; }
  auto policy(const Exec& exec) const {
    static_assert(!runs_on_host<Exec>);
    return with_much_to_tell(Policy(exec, parts_ * count_, team_size));
  }

  /// Device: a part by a team, a site vector to a thread.
  KOKKOS_FUNCTION void operator()([[maybe_unused]] const Team& team) const {
    KOKKOS_IF_ON_DEVICE((move_vectors(team);))
  }

private:
  using Base = GraphMoves<P>;
  using Base::physics_, Base::colours_, Base::stream_;
  using typename Base::LocalField, typename Base::Site;
  static constexpr int most_task_vectors =
      models::RowGather<models::GatherField<P>, P>::capacity / crystal::vector_length;

  KOKKOS_FUNCTION void move_vectors(const Team& team) const {
    const int system = by_part_.quotient(team.league_rank());
    const int q = (team.league_rank() - system * parts_) * team_size + team.team_rank();
    random::VectorStream::Of when = when_;
    if (since_ != nullptr) {
      when.sweep += *since_;
    }
    std::uint32_t accepted = 0;
    if (q < vectors_.vectors) {
      accepted = this->template move_vector<M>(contents_.from(system), vectors_, colour_, when, first_ + system, q);
    }
    if (accepted_ != nullptr) {
      team.team_reduce(Kokkos::Sum<std::uint32_t>(accepted));
      if (team.team_rank() == 0) {
        Kokkos::atomic_add(&accepted_[system], std::int64_t{accepted});
      }
    }
  }

  /// Host: site vectors from q0 on, before q1. Out of line, so that it is compiled once.
  [[gnu::noinline]] void move_some(int system, int q0, int q1) const {
    const int count = crystal::vector_length * (q1 - q0);
    const models::GraphContents<P> all = contents_.from(system);
    const typename P::Conditions conditions = *all.conditions;
    random::VectorDraws<crystal::vector_length * most_task_vectors, P::words(M)> draws;
    draws.fill(seed_, random::Purpose::update, static_cast<std::uint32_t>(first_ + system), sweep_, number_,
               graph_vector(vectors_.before + q0, colours_, colour_), 0, count, 1, colours_);
    models::RowRange<LocalField, crystal::vector_length * most_task_vectors> fields;
    const auto felt = fields.pointer();
    models::RowGather<models::GatherField<P>, P> gather;
    std::uint32_t occupant[crystal::vector_length * most_task_vectors];
    std::uint32_t accepted = 0;
    for (int q = q0; q < q1;) { // all, or what has one occupant, if that makes a loop
      constexpr int enough = 8;
      const int same = all.alike ? of_one_occupant(all, q, q1) : 0;
      const bool alike = same >= enough || same == q1 - q;
      const int n = alike ? same : q1 - q;
      const int from = crystal::vector_length * (q - q0), entries = crystal::vector_length * n,
                entry = vectors_(q).entry;
      const auto own = all.sites + entry;
      const typename P::SiteSpecies first = all.occupants[all.occupant[entry]];
      for (int i = 0; i < entries; ++i) { // as wide as the numbers beside them, for the compiler
        occupant[i] = all.occupant[entry + i];
      }
      const typename P::SiteSpecies* const only = &first; // nvcc takes it for one of the function that returns it
      const auto with_occupants = [&](const auto& use) NEEL_INLINE_LAMBDA {
        if (alike) {
          use([&](int /*i*/) NEEL_INLINE_LAMBDA -> const typename P::SiteSpecies& { return *only; });
        } else {
          use([&](int i) NEEL_INLINE_LAMBDA -> const typename P::SiteSpecies& { return all.occupants[occupant[i]]; });
        }
      };
      with_occupants([&](const auto& occupant_at) NEEL_INLINE_LAMBDA {
        NEEL_INDEPENDENT_LOOP
        for (int i = 0; i < entries; ++i) {
          felt.store(from + i, physics_.onsite_field(conditions, occupant_at(i)));
        }
      });
      gather(all, vectors_, q, n, own.read(), felt + from); // here alone: it is long
      with_occupants([&](const auto& occupant_at) NEEL_INLINE_LAMBDA {
        const P physics = physics_;
        std::uint32_t moved = 0;
        NEEL_INDEPENDENT_LOOP
        for (int i = 0; i < entries; ++i) {
          const auto step =
              physics.template update<M>(conditions, occupant_at(i), own[i], felt[from + i], draws[from + i]);
          const bool site = occupant[i] != 0; // elsewhere there is nothing to move
          own.store(i, only_if(site, step.site, std::make_integer_sequence<int, Site::components>{}));
          moved += site ? step.accepted : 0U;
        }
        accepted += moved;
      });
      if constexpr (models::sums_packed_sites<P>) {
        if (all.packed != nullptr) {
          models::PackedSites<Site>::pack(own.read(), all.packed + entry, entries);
        }
      }
      q += n;
    }
    if (accepted_ != nullptr) {
      Kokkos::atomic_add(&accepted_[system], std::int64_t{accepted});
    }
  }

  /// This value, or that of no site.
  template <int... K>
  static NEEL_HOST_FUNCTION Site only_if(bool so, const Site& value, std::integer_sequence<int, K...> /*components*/) {
    using Component = typename Site::Component;
    return Site{(so ? value.template component<K>() : Component{})...};
  }
  /// The site vectors from q on whose rows have the same occupant.
  int of_one_occupant(const models::GraphContents<P>& all, int q, int end) const {
    const std::uint8_t first = all.occupant[vectors_(q).entry];
    const int in_row = vectors_.vectors_per_row;
    int last = (vectors_.by_row.quotient(q) + 1) * in_row;
    while (last < end && all.occupant[vectors_(last).entry] == first) {
      last += in_row;
    }
    return std::min(last, end) - q;
  }

  lattice::ColourVectors vectors_;
  int colour_;
  Seed seed_;
  std::uint64_t sweep_;
  std::uint32_t number_;
  random::VectorStream::Of when_;
  const std::uint32_t* since_;
  int parts_; ///< of the colour in one system, a device's
  Divisor by_part_;
  // Of the systems of one launch:
  models::GraphContents<P> contents_{};
  int first_ = 0, count_ = 0;
  std::int64_t* accepted_ = nullptr;
};

} // namespace neel::update
