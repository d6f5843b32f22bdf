// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How long it takes what ranks swap to travel, and so sweeps that they share.

#include "bench/rehearse.hpp"

#include <string>
#include <vector>

namespace neel::bench {

/// Swaps by themselves.
struct Network {
  std::string about;       ///< where it was measured
  bool on_devices = false; ///< from GPU to GPU
  struct HaloExchange {
    double bytes;   ///< that a rank gives to its two neighbours together
    double seconds; ///< from one to the next
  };
  std::vector<HaloExchange> swaps; ///< two or more, from the smallest on; none: what travels takes no time

  /// Of a swap of so many bytes: on lines between those measured, and beyond.
  double seconds(double bytes) const;
};

/// Measures it, on rank 0; help_with_network(), on the others, at the same time.
Network measure_network(int repetitions);
void help_with_network(int repetitions);

/// Of a file that `neel bench parallel --json` wrote. Throws FileError, InputError.
Network read_network(const std::string& path);

/// Seconds of a sweep on ranks that are `network` apart. On hosts what travels is added, since the processor carries it, too. On devices it
/// goes on beside the inside of slabs, but not beside what is at their edges: `thinnest` is a slab that is nothing but edges.
double predict(const Rehearsed& one, const Rehearsed& thinnest, const Network& network);

} // namespace neel::bench
