// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Half a sweep on a device: a thread updates four sites that follow one another in a row. It has four times as many bytes on
// their way as with one site, and shares addresses and random words between them.

#include <neel/lattice/quads.hpp>
#include <neel/update/one_colour.hpp>

namespace neel::update {

static_assert(lattice::quad == random::quad);

/// Moves quads. `Whole`: rows are made of whole quads; `Open`: an axis is open.
template <models::SitePhysics Model, bool Whole, bool Open>
class QuadMoves {
public:
  QuadMoves(const Model& model, const lattice::Geometry& geometry, const Seed& seed)
      : quads_(geometry), stream_(seed, random::Purpose::update), model_(model),
        half_volume_(static_cast<int>(geometry.half_volume())) {}

protected:
  static constexpr int access = Whole ? lattice::quad : 2;

  /// Moves the sites of a quad of colour `c`; `system` counts from the first of the launch, and quads' numbers from `first`.
  /// Returns the number of accepted proposals.
  template <models::Move M>
  NEEL_FUNCTION std::uint32_t move(const OneColour<Model>& half, lattice::Colour c, const random::QuadStream::Of& when,
                                   int system, const lattice::Quads::Where& at, std::uint32_t first = 0) const {
    using Site = typename Model::Site;
    lattice::Quad<Site, typename Model::Quenched> q;
    quads_.template load<access, Open>(at, system * half_volume_, c, half.halves, q);
    random::Draw draw[random::quad];
    random::draw_quad<Model::words(M)>(stream_, when, static_cast<std::uint32_t>(half.first + system), first + q.number,
                                       draw);
    const typename Model::Conditions conditions = half.conditions[system];
    Site to[random::quad];
    std::uint32_t moved[random::quad];
    NEEL_UNROLLED_LOOP
    for (int j = 0; j < random::quad; ++j) {
      const auto step = model_.template update<M>(conditions, q.at(j), draw[j]);
      to[j] = step.site;
      moved[j] = step.accepted;
    }
    quads_.template store<access>(half.own, q.entry, q.count, to);
    std::uint32_t accepted = 0;
    for (int j = 0; j < random::quad; ++j) {
      accepted += Whole || j < q.count ? moved[j] : 0U;
    }
    if (Whole && q.count < random::quad) { // of an odd length
      accepted -= moved[random::quad - 1];
    }
    return accepted;
  }

  /// The random words of site j of a quad.
  template <models::Move M>
  NEEL_FUNCTION random::Draw draw_one(const OneColour<Model>& half, lattice::Colour c,
                                      const random::QuadStream::Of& when, int system, const lattice::Quads::Where& at,
                                      int j) const {
    return random::draw_one<Model::words(M)>(stream_, when, static_cast<std::uint32_t>(half.first + system),
                                             quads_.number(at, c), j);
  }
  /// Moves that site alone.
  template <models::Move M>
  NEEL_FUNCTION std::uint32_t move_one(const OneColour<Model>& half, lattice::Colour c, const random::Draw& draw,
                                       int system, const lattice::Quads::Where& at, int j) const {
    lattice::Quad<typename Model::Site, typename Model::Quenched, 1> q;
    if (!quads_.template load_one<Open>(at, j, system * half_volume_, c, half.halves, q)) {
      return 0;
    }
    const auto step = model_.template update<M>(half.conditions[system], q.at(0), draw);
    half.own.store(q.entry, step.site);
    return step.accepted;
  }

  lattice::Quads quads_;
  random::QuadStream stream_;
  Model model_;
  int half_volume_;
};

/// Updates the sites of one colour by one kind of move: move `number` of the sweep. `OfBlock`: the lattice can be a block.
template <models::SitePhysics Model, ExecutionSpace Exec, models::Move M, bool Whole, bool Open, bool OfBlock = !Whole>
class QuadHalfSweep : QuadMoves<Model, Whole, Open> {
public:
  static constexpr const char* label = "neel::update::quad_half_sweep";
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<lattice::Quads::team_size, 4>>;
  using Team = typename Policy::member_type;

  /// If `since` is not null, so many sweeps later as it counts when the kernel runs.
  QuadHalfSweep(const Model& model, const models::State<Model, Exec>& state, lattice::Colour colour, const Seed& seed,
                std::uint64_t sweep, std::uint32_t number, const std::uint32_t* since = nullptr)
      : QuadHalfSweep(model, state, lattice::Planes::all(state.geometry), colour, seed, sweep, number, since) {}
  /// Of these planes.
  QuadHalfSweep(const Model& model, const models::State<Model, Exec>& state, const lattice::Planes& planes,
                lattice::Colour colour, const Seed& seed, std::uint64_t sweep, std::uint32_t number,
                const std::uint32_t* since = nullptr)
      : QuadMoves<Model, Whole, Open>(model, state.geometry, seed), planes_(planes), colour_(colour), since_(since),
        when_(stream_.of(sweep, number)), first_(lattice::first_quad(state.geometry)),
        more_(lattice::more_quads(state.geometry)), of_system_(quads_.teams(planes)), by_system_(of_system_) {
    take(state, 0, state.systems);
  }

  /// Of these systems from now on.
  void take(const models::State<Model, Exec>& state, int first, int count, std::int64_t* accepted = nullptr) {
    half_ = {state.contents().from(first), colour_, first};
    teams_ = of_system_ * count;
    accepted_ = accepted == nullptr ? nullptr : accepted + first;
  }

  auto policy(const Exec& exec) const {
    return with_much_to_tell(Policy(exec, teams_, runs_on_host<Exec> ? 1 : lattice::Quads::team_size));
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int system = by_system_.quotient(team.league_rank());
    const int index = team.league_rank() - system * of_system_;
    random::QuadStream::Of when = when_;
    if (since_ != nullptr) {
      when.sweep += *since_;
    }
    std::uint32_t accepted = 0;
    if constexpr (runs_on_host<Exec>) { // one thread is a team
      for (int rank = 0; rank < lattice::Quads::team_size; ++rank) {
        accepted += move_quad(when, system, index, rank);
      }
    } else {
      accepted = move_quad(when, system, index, team.team_rank());
    }
    if (accepted_ != nullptr) {
      team.team_reduce(Kokkos::Sum<std::uint32_t>(accepted));
      if (team.team_rank() == 0) {
        Kokkos::atomic_add(&accepted_[system], std::int64_t{accepted});
      }
    }
  }

private:
  using Base = QuadMoves<Model, Whole, Open>;
  using Base::quads_, Base::stream_;

  NEEL_FUNCTION std::uint32_t move_quad(const random::QuadStream::Of& when, int system, int team, int rank) const {
    const lattice::Quads::Where at = quads_(planes_, team, rank);
    const std::uint32_t first = OfBlock ? first_ + more_ * static_cast<std::uint32_t>(at.z) : first_;
    return at.exists ? this->template move<M>(half_, colour_, when, system, at, first) : 0;
  }

  lattice::Planes planes_;
  lattice::Colour colour_;
  const std::uint32_t* since_;
  random::QuadStream::Of when_;
  std::uint32_t first_, more_; ///< quads: the first one's number, and how many more a plane of the lattice has
  int of_system_;              ///< teams
  Divisor by_system_;
  // Of the systems of one launch:
  int teams_ = 0;
  OneColour<Model> half_{};
  std::int64_t* accepted_ = nullptr;
};

/// Half a sweep of these planes.
template <models::Move M, models::SitePhysics Model, ExecutionSpace Exec>
void quad_half_sweep(const Exec& exec, const Model& model, const models::State<Model, Exec>& state,
                     const lattice::Planes& planes, lattice::Colour colour, const Seed& seed, std::uint64_t sweep,
                     std::int64_t* accepted, std::uint32_t number) {
  const auto launch = [&]<bool Whole, bool Open, bool OfBlock>() {
    using Kernel = QuadHalfSweep<Model, Exec, M, Whole, Open, OfBlock>;
    Kernel kernel(model, state, planes, colour, seed, sweep, number);
    in_launches(state.systems, state.geometry.half_volume(), [&](int first, int count) {
      kernel.take(state, first, count, accepted);
      Kokkos::parallel_for(Kernel::label, kernel.policy(exec), kernel);
    });
  };
  if (state.geometry.halo_y > 0 && lattice::Quads(state.geometry).whole()) {
    launch.template operator()<true, true, true>();
  } else {
    lattice::with_quads_of(state.geometry,
                           [&]<bool Whole, bool Open>() { launch.template operator()<Whole, Open, !Whole>(); });
  }
}

} // namespace neel::update
