// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What half a sweep works on.

#include <neel/models/concepts.hpp>
#include <neel/models/state.hpp>

namespace neel::update {

/// The sites of one colour of the systems of one launch, with their neighbours.
template <models::SitePhysics Model>
struct CheckerboardView {
  int first = 0; ///< system of the launch
  lattice::SitePointer<typename Model::Site, false> own{};
  lattice::Around<typename Model::Site, typename Model::Quenched> halves{};
  const typename Model::Conditions* conditions = nullptr;

  CheckerboardView() = default;
  /// `from`: the contents from system `number` on.
  NEEL_FUNCTION CheckerboardView(const models::Contents<Model>& from, lattice::Colour c, int number)
      : first(number), own(from.own(c)), halves(from.around(c)), conditions(from.conditions) {}
};

/// Calls launch(first, count) for all systems, for so many at once as a flat index over `per_system` items each can count.
template <class Launch>
void in_launches(int systems, std::int64_t per_system, const Launch& launch) {
  const int batch = lattice::systems_per_launch(systems, per_system);
  for (int first = 0; first < systems; first += batch) {
    launch(first, Kokkos::min(batch, systems - first));
  }
}

} // namespace neel::update
