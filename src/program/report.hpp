// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a run says of itself: the head of its log, a row per point.

#include "output/results.hpp"

namespace neel::program {

/// "12.5 MB".
std::string bytes(double n);
/// UTC, "2026-11-21T10:00:00Z".
std::string now();
/// Hamiltonian, couplings, lattice, schedule.
std::string header(const models::Model& model, const input::RunInput& run, const std::string& input_path);
/// A line on how exchanges went, over `groups` of systems.
std::string tempering_line(const run::Ladder& ladder, int groups);
/// On the lowest energies of samples.
std::string lowest_line(const run::LowestSeen& seen, const std::string& units);
/// Which observables have no value at which points; empty where all have one.
std::string missing_values(const output::Results& results);
/// The main observables at one point, a line per group.
std::string row(const output::Results& results, std::size_t point);

} // namespace neel::program
