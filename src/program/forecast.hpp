// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How long a run will take here: a short part of it is made and timed, and forgotten.

#include "model/model.hpp"

namespace neel::program {

struct Forecast {
  double seconds = 0;       ///< of the whole run, without writing files
  double least_seconds = 0; ///< the same if target errors end every point as soon as they can
  double tried = 0;         ///< seconds that the part took
  double thermalizing = 0;  ///< updates per nanosecond; 0: the run does not thermalise
  double measuring = 0;     ///< the same with measurements as often as the run takes them
};

/// Makes the simulation and works on it for about so many seconds, or for a sweep and a measurement where these take
/// longer. Throws DeviceError.
Forecast forecast(const models::Model& model, const input::RunInput& run, double seconds);

/// "about 3 min 20 s".
std::string rough_duration(double seconds);

} // namespace neel::program
