// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Keeps configurations of bit-coded samples: kept = (kept & ~mask) | (now & mask).

#include <neel/update/sample_masks.hpp>

namespace neel::update {

/// The bits set in masks(replica, system) replace those of system s mod `chains` in `kept`; no bit of these may be in two masks.
template <class Model, ExecutionSpace Exec>
class KeepSamples {
public:
  static constexpr int words = Model::words;
  using Masks = typename SampleMasks<Model, Exec>::View;

  KeepSamples(const models::State<Model, Exec>& state, int chains, const Masks& masks,
              const lattice::Field<typename Model::Site, Exec>& kept)
      : masks_(masks), systems_(state.systems), chains_(chains),
        entries_(static_cast<int>(state.geometry.half_volume())), replicas_(state.replicas) {
    for (int c = 0; c < 2; ++c) {
      sites_[c] = state.sites.sites(static_cast<lattice::Colour>(c), 0).at[0];
      kept_[c] = kept.sites(static_cast<lattice::Colour>(c), 0).at[0];
    }
  }

  void launch(const Exec& exec) const {
    using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
    Kokkos::parallel_for("neel::update::keep_samples", Policy(exec, 0, std::int64_t{2} * chains_ * entries_), *this);
  }

  /// One entry of a chain, from all systems that can hold its samples.
  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    const std::int64_t row = index / entries_, entry = index - row * entries_;
    const int colour = static_cast<int>(row / chains_), chain = static_cast<int>(row % chains_);
    Word<words>& to = kept_[colour][chain * std::int64_t{entries_} + entry];
    Word<words> value = to;
    for (int replica = 0; replica < replicas_; ++replica) {
      for (int system = chain; system < systems_; system += chains_) {
        const Word<words> mask = masks_(replica, system);
        if (mask.any()) {
          const Word<words> now = sites_[colour][(std::int64_t{replica} * systems_ + system) * entries_ + entry];
          value = (value & ~mask) | (now & mask);
        }
      }
    }
    to = value;
  }

private:
  Masks masks_;
  Word<words>*sites_[2]{}, *kept_[2]{};
  int systems_, chains_, entries_, replicas_;
};

} // namespace neel::update
