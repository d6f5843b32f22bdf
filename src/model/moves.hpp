// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Names of moves in an input.

#include "input/run_input.hpp"

#include <neel/models/moves.hpp>

#include <algorithm>
#include <vector>

namespace neel::models {

inline constexpr struct {
  Move move;
  const char* name;
} move_names[] = {{Move::metropolis, "metropolis"},
                  {Move::heat_bath, "heatbath"},
                  {Move::over_relaxation, "overrelax"},
                  {Move::cone, "cone"}};

/// The names of the moves that a model knows.
template <class Model>
std::vector<std::string> known_moves() {
  std::vector<std::string> names;
  for (const auto& entry : move_names) {
    if ((Model::moves >> static_cast<int>(entry.move) & 1U) != 0) {
      names.emplace_back(entry.name);
    }
  }
  return names;
}

/// Each system tunes proposals of its own, so that systems of one distribution differ in what they accept (Observable::own).
inline bool tunes_proposals(const std::vector<Move>& moves) {
  return std::find(moves.begin(), moves.end(), Move::cone) != moves.end();
}

/// The moves of single spins of a sweep, one by one.
inline std::vector<Move> to_moves(const input::RunInput& run) {
  std::vector<Move> moves;
  for (const input::UpdateInput& update : run.update) {
    for (const auto& entry : move_names) {
      if (update.name == entry.name) {
        moves.insert(moves.end(), static_cast<std::size_t>(update.count), entry.move);
      }
    }
  }
  return moves;
}

/// How many moves a sweep has, those of clusters among them, but not of pairs of replicas.
inline std::size_t moves_of_sweep(const input::RunInput& run) {
  std::size_t all = 0;
  for (const input::UpdateInput& u : run.update) {
    all += u.name == input::pair_update ? 0 : static_cast<std::size_t>(u.count);
  }
  return all;
}

} // namespace neel::models
