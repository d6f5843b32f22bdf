// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Structure factors around any simulation with a field. Products of matrices are Kokkos Kernels', or our own in a
// build that lacks these: the same bits.

#include <neel/run/simulation.hpp>
#include <neel/run/spectra.hpp>

#include <memory>

namespace neel::structure {

/// What is measured of structure factors, and of which systems.
struct Request {
  run::Field field;
  std::vector<std::array<double, 3>> positions{{0, 0, 0}}; ///< of basis sites, in units of the cell's vectors
  std::vector<std::array<int, 3>> waves;                   ///< q in units of 1 / size
  bool tensor = false, per_basis = false, correlations = false;
  std::int64_t every = 1;              ///< measurements
  int systems = 1, rungs = 1;          ///< of a point; temperatures side by side
  std::vector<bool> disordered{false}; ///< for each group of systems
};

bool uses_kokkos_kernels();

/// Bytes that a simulation takes more of.
struct Bytes {
  double device, host;
};
Bytes bytes(const Request& request);
/// Bytes on the host that a group of systems takes at each point that is done.
double bytes_of_point(const Request& request);

std::unique_ptr<run::Simulation> structured(std::unique_ptr<run::Simulation> inner, const Request& request,
                                            run::Space space);

} // namespace neel::structure
