// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Some samples of bit-coded systems, as bits.

#include <neel/core/copy.hpp>
#include <neel/core/word.hpp>
#include <neel/models/state.hpp>

#include <span>

namespace neel::update {

/// A sample, numbered through all systems, of a replica.
struct SampleOfReplica {
  int replica, sample;
};

/// Some samples of bit-coded systems, as bits (replica, system): all bits of a system, where it is one sample.
template <class Model, ExecutionSpace Exec>
class SampleMasks {
public:
  using View = Kokkos::View<Word<Model::words>**, Kokkos::LayoutRight, typename Exec::memory_space>;

  explicit SampleMasks(const models::State<Model, Exec>& state)
      : there_("neel::update::masks", static_cast<std::size_t>(state.replicas),
               static_cast<std::size_t>(state.systems)),
        host_(Kokkos::create_mirror_view(PinnedMemory<Exec>(), there_)) {}

  /// For kernels of `exec`: the bits of these are set, until it is called again.
  const View& of(const Exec& exec, std::span<const SampleOfReplica> all) const {
    exec.fence("neel::update::masks"); // of the time before
    std::fill_n(host_.data(), host_.size(), Word<Model::words>::filled(0));
    for (const SampleOfReplica& one : all) {
      Word<Model::words>& mask =
          host_(static_cast<std::size_t>(one.replica), static_cast<std::size_t>(one.sample / Model::samples));
      const int bit = one.sample % Model::samples;
      mask = mask | Word<Model::words>::each(
                        [&](int w) { return Model::samples == 1 ? ~0U : (w == bit / 32 ? 1U << bit % 32 : 0U); });
    }
    copy_numbers(exec, there_, host_);
    return there_;
  }

private:
  View there_;
  Kokkos::View<Word<Model::words>**, Kokkos::LayoutRight, PinnedMemory<Exec>> host_;
};

} // namespace neel::update
