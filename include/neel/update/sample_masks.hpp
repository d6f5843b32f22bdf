// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Some samples of bit-coded systems, as bits.

#include <neel/core/copy.hpp>
#include <neel/core/word.hpp>
#include <neel/models/state.hpp>

#include <span>

namespace neel::update {

/// (replica, system).
template <class Model, ExecutionSpace Exec>
using SampleMasks = Kokkos::View<Word<Model::words>**, Kokkos::LayoutRight, typename Exec::memory_space>;

/// A sample, numbered through all systems, of a replica.
struct SampleOfReplica {
  int replica, sample;
};

/// The bits of these are set: all of a system, where it is one sample.
template <class Model, ExecutionSpace Exec>
SampleMasks<Model, Exec> sample_masks(const Exec& exec, const models::State<Model, Exec>& state,
                                      std::span<const SampleOfReplica> all) {
  constexpr int words = Model::words;
  const SampleMasks<Model, Exec> there("neel::update::masks", static_cast<std::size_t>(state.replicas),
                                       static_cast<std::size_t>(state.systems));
  const auto host = Kokkos::create_mirror_view(there);
  std::fill_n(host.data(), host.size(), Word<words>::filled(0));
  for (const SampleOfReplica& one : all) {
    Word<words>& mask =
        host(static_cast<std::size_t>(one.replica), static_cast<std::size_t>(one.sample / Model::samples));
    const int bit = one.sample % Model::samples;
    mask = mask |
           Word<words>::each([&](int w) { return Model::samples == 1 ? ~0U : (w == bit / 32 ? 1U << bit % 32 : 0U); });
  }
  copy_numbers(exec, there, host);
  exec.fence("neel::update::masks"); // the host's copy ends here
  return there;
}

} // namespace neel::update
