// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What rank 0 tells the others to do with their part of a simulation: the calls that its own part gets.

#include <cstdint>

namespace neel::parallel {

enum class Call : std::uint32_t {
  end,  ///< of the program
  help, ///< see call_for_help()
  make,
  drop,
  set_conditions,
  sweep,
  thermalize,
  measure,
  sweep_and_measure,
  wait,
  collect,
  hash,
  configuration,
  local_energy,
  ending,
  save,
  piece, ///< of an array of the last save
  load,
  set_temperatures,
  energies,
  exchange,
  copy,
  make_room,
  keep,
  kept,
  check
};

} // namespace neel::parallel
