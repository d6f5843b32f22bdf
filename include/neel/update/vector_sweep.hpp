// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Half a sweep on a device: a thread updates four sites that follow one another in a row, or several such site vectors (packed_moves.hpp). It
// has four times as many bytes on their way as with one site, and shares addresses and random words between them.

#include <neel/update/packed_moves.hpp>

namespace neel::update {

/// Moves site vectors. `Whole`: rows are made of whole site vectors; `Open`: an axis is open.
template <models::SitePhysics Model, bool Whole, bool Open>
class VectorMoves {
public:
  VectorMoves(const Model& model, const lattice::Geometry& geometry, const Seed& seed)
      : vectors_(geometry), stream_(seed, random::Purpose::update), model_(model),
        half_volume_(static_cast<lattice::Index>(geometry.half_volume())) {}

protected:
  static constexpr int access = Whole ? lattice::vector_length : 2;

  /// Moves the sites of a site vector of colour `c`; `system` counts from the first of the launch, and site vectors' numbers from `first`.
  /// Returns the number of accepted proposals.
  template <models::Move M>
  NEEL_FUNCTION std::uint32_t move(const CheckerboardView<Model>& half, lattice::Colour c,
                                   const random::VectorStream::Of& when, int system,
                                   const lattice::SiteVectors::VectorPlace& at, std::uint32_t first = 0) const {
    using Site = typename Model::Site;
    lattice::SiteVector<Site, typename Model::Quenched> q;
    vectors_.template load<access, Open>(at, start(system), c, half.halves, q);
    random::Draw draw[random::vector_length];
    random::draw_vector<Model::words(M)>(stream_, when, static_cast<std::uint32_t>(half.first + system),
                                         first + q.number, draw);
    const typename Model::Conditions conditions = half.conditions[system];
    Site to[random::vector_length];
    std::uint32_t moved[random::vector_length];
    NEEL_UNROLLED_LOOP
    for (int j = 0; j < random::vector_length; ++j) {
      const auto step = model_.template update<M>(conditions, q.at(j), draw[j]);
      to[j] = step.site;
      moved[j] = step.accepted;
    }
    vectors_.template store<access>(half.own, q.entry, q.count, to);
    std::uint32_t accepted = 0;
    for (int j = 0; j < random::vector_length; ++j) {
      accepted += Whole || j < q.count ? moved[j] : 0U;
    }
    if (Whole && q.count < random::vector_length) { // of an odd length
      accepted -= moved[random::vector_length - 1];
    }
    return accepted;
  }

  /// The random words of site j of a site vector.
  template <models::Move M>
  NEEL_FUNCTION random::Draw draw_one(const CheckerboardView<Model>& half, lattice::Colour c,
                                      const random::VectorStream::Of& when, int system,
                                      const lattice::SiteVectors::VectorPlace& at, int j) const {
    return random::draw_one<Model::words(M)>(stream_, when, static_cast<std::uint32_t>(half.first + system),
                                             vectors_.number(at, c), j);
  }
  /// Moves that site alone.
  template <models::Move M>
  NEEL_FUNCTION std::uint32_t move_one(const CheckerboardView<Model>& half, lattice::Colour c, const random::Draw& draw,
                                       int system, const lattice::SiteVectors::VectorPlace& at, int j) const {
    lattice::SiteVector<typename Model::Site, typename Model::Quenched, 1> q;
    if (!vectors_.template load_one<Open>(at, j, start(system), c, half.halves, q)) {
      return 0;
    }
    const auto step = model_.template update<M>(half.conditions[system], q.at(0), draw);
    half.own.store(q.entry, step.site);
    return step.accepted;
  }

  /// The first entry of a system.
  NEEL_FUNCTION lattice::Index start(int system) const { return static_cast<lattice::Index>(system) * half_volume_; }

  lattice::SiteVectors vectors_;
  random::VectorStream stream_;
  Model model_;
  lattice::Index half_volume_;
};

namespace detail {
template <class Model, bool Whole, bool Open, int Wide>
struct Moves {
  using Type = VectorMoves<Model, Whole, Open>;
};
template <class Model, bool Open, int Wide>
  requires(Wide > 0)
struct Moves<Model, true, Open, Wide> {
  using Type = PackedMoves<Model, Open, Wide>;
};
} // namespace detail

/// Updates the sites of one colour by one kind of move: move `number` of the sweep. `Wide`: so many site vectors of a
/// row at once, as words; 0: one, site by site.
template <models::SitePhysics Model, ExecutionSpace Exec, models::Move M, bool Whole, bool Open, int Wide = 0>
class VectorHalfSweep : detail::Moves<Model, Whole, Open, Wide>::Type {
public:
  static constexpr const char* label = "neel::update::vector_half_sweep";
  static constexpr int resident = 4; ///< teams on a multiprocessor, at least
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<lattice::SiteVectors::team_size, resident>>;
  using Team = typename Policy::member_type;

  /// If `since` is not null, so many sweeps later as it counts when the kernel runs.
  VectorHalfSweep(const Model& model, const models::State<Model, Exec>& state, lattice::Colour colour, const Seed& seed,
                  std::uint64_t sweep, std::uint32_t number, const std::uint32_t* since = nullptr)
      : VectorHalfSweep(model, state, lattice::Planes::all(state.geometry), colour, seed, sweep, number, since) {}
  /// Of these planes; of a square lattice that is no part, all.
  VectorHalfSweep(const Model& model, const models::State<Model, Exec>& state, const lattice::Planes& planes,
                  lattice::Colour colour, const Seed& seed, std::uint64_t sweep, std::uint32_t number,
                  const std::uint32_t* since = nullptr)
      : VectorHalfSweep(model, state, models::in_planes<Model>(state.geometry), planes, colour, seed, sweep, number,
                        since) {}

  /// Of these systems from now on. `deep`: site vectors, or rows of `Wide`, above one another for a thread; 0: as many as are fastest.
  void take(const models::State<Model, Exec>& state, int first, int count, std::int64_t* accepted = nullptr,
            int deep = 0) {
    half_ = {state.contents().from(first), colour_, first};
    deep_ = planes_.step > 1 ? 1 : (deep > 0 ? deep : deepest(count));
    of_system_ = vectors_.teams(planes_, deep_);
    by_system_ = Divisor(of_system_);
    teams_ = of_system_ * count;
    accepted_ = accepted == nullptr ? nullptr : accepted + first;
  }

  auto policy(const Exec& exec) const {
    Policy policy(exec, teams_, runs_on_host<Exec> ? 1 : lattice::SiteVectors::team_size);
    if constexpr (Wide > 0) {
      policy.set_scratch_size(0, Kokkos::PerTeam(Base::table_bytes()));
    }
    return with_much_to_tell(policy);
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int system = by_system_.quotient(team.league_rank());
    const int index = team.league_rank() - system * of_system_;
    random::VectorStream::Of when = when_;
    if (since_ != nullptr) {
      when.sweep += *since_;
    }
    const float* table = nullptr;
    if constexpr (Wide > 0) {
      table = this->template table<M>(team, half_.conditions[system]);
    }
    std::uint32_t accepted = 0;
    if constexpr (runs_on_host<Exec>) { // one thread is a team
      for (int rank = 0; rank < lattice::SiteVectors::team_size; ++rank) {
        accepted += move_vectors(when, system, index, rank, table);
      }
    } else {
      accepted = move_vectors(when, system, index, team.team_rank(), table);
    }
    if (accepted_ != nullptr) {
      team.team_reduce(Kokkos::Sum<std::uint32_t>(accepted));
      if (team.team_rank() == 0) {
        Kokkos::atomic_add(&accepted_[system], std::int64_t{accepted});
      }
    }
  }

private:
  using Base = typename detail::Moves<Model, Whole, Open, Wide>::Type;
  using Base::vectors_, Base::stream_;

  VectorHalfSweep(const Model& model, const models::State<Model, Exec>& state, const lattice::Geometry& g,
                  const lattice::Planes& planes, lattice::Colour colour, const Seed& seed, std::uint64_t sweep,
                  std::uint32_t number, const std::uint32_t* since)
      : Base(model, g, seed), planes_(g.lz == state.geometry.lz ? planes : lattice::Planes::all(g)), colour_(colour),
        since_(since), when_(stream_.of(sweep, number)), first_(lattice::first_vector(g)) {
    take(state, 0, state.systems);
  }

  /// A thread with several site vectors shares its start, which takes as long as so much of one; but all threads of a device must stay
  /// busy, which takes so many teams for each that runs at the same time.
  int deepest(int systems) const {
    constexpr double start = Wide > 0 ? 1 : 0.1; // with a table
    const auto teams = [&](int deep) { return std::int64_t{vectors_.teams(planes_, deep)} * systems; };
    const auto busy = [&](int deep) {
      const double each = static_cast<double>(teams(deep)) * (2048 / resident) / Exec().concurrency();
      return Wide > 0 ? each >= (Wide == 1 ? 0.75 : 0.48) : deep == 2 ? each >= 1.9 : each <= 1 && each >= 0.9;
    };
    int best = 1;
    double fastest = static_cast<double>(teams(1)) * (1 + start);
    for (int deep = 2; deep <= (Wide > 0 ? 16 : 4); deep *= 2) {
      if (const double time = static_cast<double>(teams(deep)) * (deep + start); time < fastest && busy(deep)) {
        fastest = time;
        best = deep;
      }
    }
    return best;
  }
  NEEL_FUNCTION std::uint32_t move_vectors(const random::VectorStream::Of& when, int system, int team, int rank,
                                           [[maybe_unused]] const float* table) const {
    int deep = deep_;
    lattice::SiteVectors::VectorPlace at = vectors_(planes_, team, rank, deep);
    std::uint32_t accepted = 0;
    if constexpr (Wide > 0) {
      if (at.exists) {
        accepted = this->template move<M>(half_, colour_, when, system, at, deep, first_, table);
      }
    } else {
      for (; at.exists && deep > 0; --deep, ++at.z) {
        accepted += this->template move<M>(half_, colour_, when, system, at, first_);
      }
    }
    return accepted;
  }

  lattice::Planes planes_;
  lattice::Colour colour_;
  const std::uint32_t* since_;
  random::VectorStream::Of when_;
  std::uint32_t first_; ///< the first site vector's number
  // Of the systems of one launch:
  int deep_ = 1;                  ///< site vectors, or rows of them, of a thread
  int of_system_ = 1, teams_ = 0; ///< teams, of a system and in all
  Divisor by_system_;
  CheckerboardView<Model> half_{};
  std::int64_t* accepted_ = nullptr;
};

/// Calls use.template operator()<Whole, Open, Wide>() with what a lattice needs.
template <class Model, class Use>
void with_half_sweep_of(const lattice::Geometry& g, const Use& use) {
  lattice::with_vectors_of(g, [&]<bool Whole, bool Open>() {
    if constexpr (Whole && models::MovesPacked<Model>) {
      lattice::with_width_of(g, [&]<int Wide>() { use.template operator()<Whole, Open, Wide>(); });
    } else {
      use.template operator()<Whole, Open, 0>();
    }
  });
}

/// Half a sweep of these planes; `deep`: see VectorHalfSweep::take().
template <models::Move M, models::SitePhysics Model, ExecutionSpace Exec>
void vector_half_sweep(const Exec& exec, const Model& model, const models::State<Model, Exec>& state,
                       const lattice::Planes& planes, lattice::Colour colour, const Seed& seed, std::uint64_t sweep,
                       std::int64_t* accepted, std::uint32_t number, int deep = 0) {
  with_half_sweep_of<Model>(state.geometry, [&]<bool Whole, bool Open, int Wide>() {
    VectorHalfSweep<Model, Exec, M, Whole, Open, Wide> kernel(model, state, planes, colour, seed, sweep, number);
    in_launches(state.systems, state.geometry.half_volume(), [&](int first, int count) {
      kernel.take(state, first, count, accepted, deep);
      Kokkos::parallel_for(kernel.label, kernel.policy(exec), kernel);
    });
  });
}

} // namespace neel::update
