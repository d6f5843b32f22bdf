// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What threads hand to one another while several sweeps are made in one launch.

#include <neel/core/tagged.hpp>

namespace neel::update {

/// Values on their way: (colour, entry of all systems that are swept at the same time, word).
template <class Site, ExecutionSpace Exec>
using Flow = Kokkos::View<typename Tagged<Site>::Word***, Kokkos::LayoutRight, typename Exec::memory_space>;

/// Versions of one launch, so that they differ from those of the one before.
inline constexpr std::uint32_t versions_of_a_launch = 1U << 15;

} // namespace neel::update
