// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The spin glass with the injected fault, in both codings.

#define EdwardsAnderson SoundEdwardsAnderson
#define EdwardsAndersonSingle SoundEdwardsAndersonSingle
#include "../../../../../include/neel/models/edwards_anderson.hpp"
#undef EdwardsAnderson
#undef EdwardsAndersonSingle

#include "mutation/fault.hpp"

namespace neel::models {

/// Where a neighbour is missing, the opposite one is taken for it.
template <class Neighbourhood>
struct FaultyBits {
  const Neighbourhood& n;
  int missing = mutation::missing_direction();

  auto site() const { return n.site(); }
  template <int D>
  auto neighbour() const {
    return D == missing ? n.template neighbour<(D ^ 1)>() : n.template neighbour<D>();
  }
  template <int D>
  int crossing() const {
    return D == missing ? n.template crossing<(D ^ 1)>() : n.template crossing<D>();
  }
};

/// Calls the sound update with what is wrong put in.
template <class Sound, class Neighbourhood, class Draws>
NEEL_FUNCTION typename Sound::Site faulty_update(const Sound& model, const Thresholds& at, const Neighbourhood& n,
                                                 const typename Sound::Quenched& j, const Draws& draws, int replica) {
  using mutation::Fault, mutation::has;
  Thresholds thresholds = at;
  if (has(Fault::wrong_threshold)) {
    thresholds.up8 = at.up4;
  }
  typename Sound::Quenched bonds = j;
  if (has(Fault::bonds_swapped)) {
    bonds.bond[2] = j.bond[3];
    bonds.bond[3] = j.bond[2];
  }
  return model.update(thresholds, FaultyBits<Neighbourhood>{n}, bonds, draws, has(Fault::shared_numbers) ? 0 : replica);
}

template <int W>
struct EdwardsAnderson : SoundEdwardsAnderson<W> {
  using Sound = SoundEdwardsAnderson<W>;
  template <class Neighbourhood>
  NEEL_FUNCTION Spins<W> update(const Thresholds& at, const Neighbourhood& n, const Bonds<W>& j,
                                const random::Draw& four, int replica) const {
    return faulty_update<Sound>(*this, at, n, j, four, replica);
  }
};

template <int W>
struct EdwardsAndersonSingle : SoundEdwardsAndersonSingle<W> {
  using Sound = SoundEdwardsAndersonSingle<W>;
  template <class Neighbourhood, class Draws>
  NEEL_FUNCTION Spins<W> update(const Thresholds& at, const Neighbourhood& n, const Bonds<W>& j, const Draws& draws,
                                int replica) const {
    return faulty_update<Sound>(*this, at, n, j, draws, replica);
  }
};

} // namespace neel::models
