// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Plane vectors: sizes and moves.

#include "bench/inputs.hpp"

namespace neel::bench {

void xy(Bench& bench) { time_magnet(bench, "xy", {"metropolis", "metropolis,overrelax"}); }

} // namespace neel::bench
