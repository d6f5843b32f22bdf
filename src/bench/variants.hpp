// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Kernels that share work among threads as those of published programs did, to be timed beside the models': the same sweeps with
// the same bits, made another way.

#include "bench/bench.hpp"

namespace neel::bench {

/// The majority automaton on an n x n board of bytes: a square of cells to a thread, all steps in one launch whose threads
/// wait for one another, neighbours added up by kernels side by side (C. Koutsou, unpublished).
void time_board_variants(Bench& bench, int n);
/// The spin glass with threads on a three-dimensional grid, so that nothing is divided: "standard-Grid" and "sliced-Grid" of Lulli,
/// Bernaschi and Parisi, Comput. Phys. Commun. 196, 290 (2015).
void time_glass_on_grid(Bench& bench, int size);
/// The perovskite with one ion, a thread to each site, its spins in two half-lattices or in one array.
void time_arrays_of_spins(Bench& bench, int size);

} // namespace neel::bench
