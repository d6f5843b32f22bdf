// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Half a sweep, or the part of one colour, of spins with four-spin interactions. Sites of a colour share no such interaction, so that a
// thread has one. Random numbers are those of sweeps without.

#include <neel/models/four_spin.hpp>
#include <neel/update/graph_moves.hpp>

namespace neel::update {

template <models::GraphPhysics P, ExecutionSpace Exec, models::Move M>
class FourSpinSweep : GraphMoves<P> {
public:
  /// Move `index` of sweep `number`. `accepted`: a counter per system, or null.
  FourSpinSweep(const P& physics, const models::GraphState<P, Exec>& state, const models::FourSpinPointers& four,
                int colour, const Seed& seed, std::uint64_t number, std::uint32_t index, std::int64_t* accepted)
      : GraphMoves<P>(physics, state, seed), all_(state.contents()), four_(four),
        vectors_(state.graph.colours()[static_cast<std::size_t>(colour)]), colour_(colour),
        when_(stream_.of(number, index)), accepted_(accepted) {}

  void launch(const Exec& exec, int systems) const {
    Kokkos::parallel_for(
        "neel::update::four_spin_sweep",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, std::int64_t{systems} * of_system()),
        *this);
  }

  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    const int system = static_cast<int>(index / of_system()),
              place = static_cast<int>(index - std::int64_t{system} * of_system());
    const auto m = this->template mover<M>(all_, vectors_, colour_, when_, system, place / crystal::vector_length,
                                           place % crystal::vector_length);
    if (!m.occupant.occupied) {
      return;
    }
    const typename P::Conditions conditions = all_.conditions[system];
    typename P::LocalField felt = physics_.onsite_field(conditions, m.occupant);
    models::gather_one<models::GatherField<P>>(all_, system, m.at, m.neighbours, m.own, felt);
    const models::Spin h = four_.field(all_.sites.read() + std::int64_t{system} * all_.graph.entries, m.at.entry);
    felt.x += h.x;
    felt.y += h.y;
    felt.z += h.z;
    const auto step = physics_.template update<M>(conditions, m.occupant, m.own, felt, m.draw);
    all_.sites.store(m.entry, step.site);
    if (accepted_ != nullptr && step.accepted != 0) {
      Kokkos::atomic_add(&accepted_[system], std::int64_t{step.accepted});
    }
  }

private:
  using GraphMoves<P>::stream_, GraphMoves<P>::physics_;

  NEEL_FUNCTION std::int64_t of_system() const { return std::int64_t{vectors_.vectors} * crystal::vector_length; }

  models::GraphContents<P> all_;
  models::FourSpinPointers four_;
  lattice::ColourVectors vectors_;
  int colour_;
  random::VectorStream::Of when_;
  std::int64_t* accepted_;
};

} // namespace neel::update
