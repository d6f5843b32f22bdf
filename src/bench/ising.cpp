// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Ising spins: sizes, moves and codings.

#include "bench/inputs.hpp"

namespace neel::bench {

void ising(Bench& bench) { time_magnet(bench, "ising", {"metropolis", "heatbath"}, {"bytes", "bits"}); }

} // namespace neel::bench
