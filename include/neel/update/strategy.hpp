// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How several sweeps are made. Every strategy leaves the same bits; which one is the fastest is measured (run/tuner.hpp).

#include <algorithm>
#include <bit>
#include <cstddef>

namespace neel::update {

enum class Strategy { // named in run/tuner.hpp
  launches,           ///< a launch for each colour of each move
  graphs,             ///< devices: these as CUDA graphs, one submission for many of them
  persistent,         ///< one launch, with a grid barrier between colours
  point_to_point,     ///< one launch, in which sites (hosts: strips) wait for their neighbours alone
  team_per_system     ///< one launch; a team (hosts: a thread) has a system to itself
};

inline constexpr int most_at_once = 64; ///< sweeps

/// So many sweeps are made at once, a power of two, where one has so many proposals: a batch is not to take much longer than a second,
/// since nobody can stop it.
inline int sweeps_at_once(double proposals) {
  constexpr double most_proposals = 1 << 28;
  return static_cast<int>(
      std::bit_floor(static_cast<unsigned>(std::clamp(most_proposals / proposals, 1.0, double{most_at_once}))));
}
/// Of a graph, where one is so many kernels.
inline int sweeps_of_graph(std::size_t kernels) {
  constexpr std::size_t most_kernels = 256;
  return static_cast<int>(
      std::bit_floor(std::clamp<std::size_t>(most_kernels / std::max<std::size_t>(1, kernels), 1, most_at_once)));
}

} // namespace neel::update
