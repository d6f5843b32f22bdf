// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Exchanges configurations of bit-coded samples between systems: with x = (a ^ b) & mask, a ^ x and b ^ x.

#include <neel/update/sample_masks.hpp>

namespace neel::update {

/// The bits set in masks(replica, system) move between that system and the one `step` systems further, and back; no system
/// may be in two pairs.
template <class Model, ExecutionSpace Exec>
class ExchangeSamples {
public:
  static constexpr int words = Model::words;
  using Masks = typename SampleMasks<Model, Exec>::View;

  ExchangeSamples(const models::State<Model, Exec>& state, int step, const Masks& masks)
      : masks_(masks), systems_(state.systems), step_(step), entries_(static_cast<int>(state.geometry.half_volume())),
        replicas_(state.replicas) {
    for (int c = 0; c < 2; ++c) {
      sites_[c] = state.sites.sites(static_cast<lattice::Colour>(c), 0).at[0];
    }
  }

  void launch(const Exec& exec) const {
    using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
    Kokkos::parallel_for("neel::update::exchange_samples",
                         Policy(exec, 0, std::int64_t{2} * replicas_ * (systems_ - step_) * entries_), *this);
  }

  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    const std::int64_t row = index / entries_, entry = index - row * entries_;
    const int pairs = systems_ - step_, system = static_cast<int>(row % pairs);
    const int half = static_cast<int>(row / pairs), replica = half % replicas_;
    const Word<words> mask = masks_(replica, system);
    if (mask.any()) {
      Word<words>* const first =
          sites_[half / replicas_] + (std::int64_t{replica} * systems_ + system) * entries_ + entry;
      Word<words>* const second = first + std::int64_t{step_} * entries_;
      const Word<words> moved = (*first ^ *second) & mask;
      *first = *first ^ moved;
      *second = *second ^ moved;
    }
  }

private:
  Masks masks_;
  Word<words>* sites_[2]{};
  int systems_, step_, entries_, replicas_;
};

} // namespace neel::update
