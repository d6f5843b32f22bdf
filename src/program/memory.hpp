// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The memory that a run takes, known before it begins.

#include "model/model.hpp"

namespace neel::program {

/// In bytes.
struct MemoryNeeded {
  double simulation; ///< where it runs
  double results;    ///< on the host: measurements of all points
  double host; ///< on the host, at most at once: the simulation, if it runs there, results, files that are written
};
MemoryNeeded memory_needed(const models::Model& model, const input::RunInput& run);

/// Bytes of the simulation's part that the rank with most of it has, where it runs. Throws InputError if ranks cannot share the run.
double part_of_simulation(const models::Model& model, const input::RunInput& run);

/// Bins of a point that are left of so many measurements; `least` as in statistics::Bins.
std::int64_t bins_kept(std::int64_t measurements, std::int64_t least);

/// Of this process now, in bytes; 0 where that is not known.
double resident_memory();

/// Throws DeviceError if the run, which all ranks share, needs more memory than there is.
void check_memory(const models::Model& model, const input::RunInput& run);
/// The same of one that goes on with systems of several runs, whose configurations are joined first.
void check_joining(const models::Model& model, const input::RunInput& run);
/// Is there enough for each rank to be at work on such a run?
bool fits_each_rank(const models::Model& model, const input::RunInput& run);

/// Memory can run out here although check_memory() found enough: others take it, too. Throws DeviceError.
std::unique_ptr<run::Simulation> make_simulation(const models::Model& model, const input::RunInput& run);

} // namespace neel::program
