// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a rank of many has to do, found out without the others.

#include "model/model.hpp"

namespace neel::bench {

/// The work of the rank that has most of it, at the first temperature.
struct Rehearsed {
  struct HaloExchanges {
    double count = 0, bytes = 0; ///< in a sweep; given away in one of them
  };
  bool cut = false;     ///< it has a slab; otherwise some of the systems
  double sweep = 0;     ///< seconds, without what travels
  double measuring = 0; ///< that a measurement takes beside it
  HaloExchanges swaps;
};

/// Its slab, or systems, are made here and swept for half a second or so, `repetitions` times if the run has so many sweeps; one rank: the
/// whole run. `on_devices`: it gives what lies in a device's memory. Throws InputError if so many ranks cannot share the run.
Rehearsed rehearse(const models::Model& model, const input::RunInput& run, int ranks, bool on_devices, int repetitions);

/// Beside a sweep's `seconds`, those of a measurement. `number`: of the next sweep.
double time_measuring(run::Simulation& simulation, std::uint64_t& number, double seconds, int repetitions);

} // namespace neel::bench
