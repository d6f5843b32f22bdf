// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a run of a spin glass measured of the overlaps of its replicas.

#include "analysis/gaussian_bonds.hpp"
#include "analysis/run_data.hpp"

namespace neel::analysis {

/// Measurements of each chain at one temperature, bin by bin.
struct GlassSeries {
  double temperature = 0;
  std::size_t chains = 0, correlated = 1; ///< consecutive chains share random numbers
  std::vector<double> counts;             ///< measurements in each draw
  std::vector<double> energy, square;     ///< (chain, draw): e, q^2
  std::vector<double> link;               ///< likewise the link overlap; empty where it was not measured
  std::vector<Estimate> energy_octaves;   ///< of /equilibration: over the last half, the quarter before, ...

  std::size_t draws() const { return counts.size(); }
};

/// A lattice.
struct GlassRun {
  RunData head;               ///< the file without its states
  bool quench = false;        ///< points are times, not temperatures
  std::vector<double> points; ///< temperatures in rising order, or sweeps since the quench
  double temperature = 0;     ///< of a quench
  std::size_t samples = 0;    ///< independent ones: chains; where all have the same couplings, sets that share numbers
  std::vector<double> square; ///< (point, sample): <q^2>
  std::vector<double> fourth; ///< likewise <q^4>
  std::vector<double> mode;   ///< likewise <|q(k)|^2> at the smallest k; empty where it was not measured
  int length = 1;             ///< L of xi/L: planes of cells across the smallest k
  std::size_t distances = 0;  ///< r = 1, 2, ...
  std::vector<double> correlation; ///< of a quench (point, sample, r): C_4(r); empty where it was not measured
  GaussianBonds gaussian;          ///< not of a quench
  GlassSeries coldest;             ///< at the lowest temperature; not of a quench

  int shortest() const; ///< of the lengths above 1
};

/// Whether a result file has the overlaps of replicas.
bool has_overlaps(const std::string& path);
/// The lattice of a run, or those of a scan of lattice.size. Throws FileError if the file is not a result of Neel or
/// contradicts itself, InputError with one clear sentence if it cannot be analysed.
std::vector<GlassRun> read_glasses(const std::string& path);

} // namespace neel::analysis
