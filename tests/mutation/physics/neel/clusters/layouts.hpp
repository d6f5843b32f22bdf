// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Lattices as cluster moves see them, with the injected fault.

#define HalfLayout SoundHalfLayout
#define GraphLayout SoundGraphLayout
#include "../../../../../include/neel/clusters/layouts.hpp"
#undef HalfLayout
#undef GraphLayout

#include "mutation/fault.hpp"

namespace neel::clusters {

template <class Sound>
struct FaultyLayout : Sound {
  float weight(int system, const typename Sound::Place& p) const {
    return Sound::weight(system, p) * (mutation::has(mutation::Fault::cluster_field_sign) ? -1.0F : 1.0F);
  }
  template <class Use>
  void bonds(int system, const typename Sound::Place& p, const Use& use) const {
    const float factor = mutation::has(mutation::Fault::cluster_strong_bonds) ? 1.3F : 1.0F;
    Sound::bonds(system, p, [&](int k, std::uint32_t other, float coupling) { use(k, other, factor * coupling); });
  }
};
template <models::SitePhysics P>
using HalfLayout = FaultyLayout<SoundHalfLayout<P>>;
template <models::GraphPhysics P>
using GraphLayout = FaultyLayout<SoundGraphLayout<P>>;

} // namespace neel::clusters
