// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Ising spins: sizes and moves.

#include "bench/inputs.hpp"

namespace neel::bench {

void ising(Bench& bench) { time_magnet(bench, "ising", {"metropolis", "heatbath"}); }

} // namespace neel::bench
