// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// /hamiltonian of a result file: the parameters that the energy is linear in, and what was measured of its derivatives.

#include "files/hdf5.hpp"
#include "model/observables.hpp"

namespace neel::output {

/// One group for each parameter, /hamiltonian/NAME, with attributes alone: key, long_name and units; values (one, or
/// one for each group of systems; none if each point has its own); moments (names between commas) and weights: the sum
/// of weight times moment is the derivative of the energy per site. Nothing where there are no parameters.
void write_hamiltonian(files::Hdf5Writer& file, const std::vector<models::Parameter>& parameters);

/// The same for a scan, from the files of its runs: parameters that all of them have, with the same values or scanned.
/// Weights are the same, or follow each other in the order of the runs.
void write_scan_hamiltonian(files::Hdf5Writer& file, const std::vector<std::string>& runs,
                            const std::vector<std::string>& scanned_keys);

} // namespace neel::output
